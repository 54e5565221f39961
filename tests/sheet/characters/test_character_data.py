from fractions import Fraction
from pathlib import Path

import pytest
from sheet_fixtures import small, told

from deckgen.sheet.character import build_character
from deckgen.sheet.characters.character_data import build_data, field_labels, format_text, parse_number
from deckgen.sources import ExactFloat

FILE = Path("people.csv")


@pytest.mark.parametrize(
    ("text", "decimal", "exact"),
    [
        ("12", ".", 12), ("06", ".", 6), ("+3", ".", 3), ("−3", ".", -3), ("1,5", ".", Fraction(3, 2)),
        ("1.5", ",", Fraction(3, 2)), ("1.125", ".", Fraction(9, 8)), ("1,125", ",", Fraction(9, 8)),
        ("0,125", ".", Fraction(1, 8)), ("1,125", ".", None), ("1.125", ",", None), ("1e3", ".", None),
        ("12 kg", ".", None), ("", ".", None), ("٣", ".", None), ("1" * 12, ".", None),
    ],
)  # fmt: skip
def test_numbers_that_texts_say(text, decimal, exact):
    found = parse_number(text, decimal)
    assert (getattr(found, "exact", found)) == exact


def test_texts_of_values():
    assert format_text(ExactFloat("2.50"), ",") == "2,5"
    assert format_text(-2, ".") == "−2"
    assert format_text("two", ".") == "two"


def test_values_become_the_data_of_a_file_and_messages_name_their_fields(tmp_path):
    spec = small(tmp_path)
    values = {
        "name": "Ada",
        "traits.wit": "2d4",
        "skills.02.skill": " Swim ",
        "skills.02.level": "9",
        "luck": 3,
    }
    source = build_data(spec, FILE, values, {"skills.02.level": "column D"}, row=7)
    assert source.data == {
        "game": "small",
        "name": "Ada",
        "traits": {"wit": "2d4"},
        "skills": [{"skill": "Swim", "level": 9}],
        "luck": 3,
    }
    assert told(build_character, source, spec) == [(7, "column D", "9 is not possible here; write 0 to 4")]
    assert source.format_path(("skills", 0)) == "skills.02"
    assert source.format_path(("nowhere", 3)) == "nowhere[3]"


def test_labels_are_those_of_the_sheet(tmp_path):
    found = field_labels(small(tmp_path), {"skills": 4})
    assert found["name"] == "Name"
    assert found["traits.might"] == "Traits: Might"
    assert found["skills.04.level"] == "Skills 4: Level"
