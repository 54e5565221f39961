import pytest
from sheet_fixtures import small

from deckgen.sheet.model import full


def test_names_have_no_empty_steps():
    assert full("skills", "01", "") == "skills.01"
    assert full("age", "", "") == "age"


def test_entries_of_the_three_kinds_of_group(tmp_path):
    groups = small(tmp_path).groups
    assert list(groups["age"].entries()) == [("", "Age")]
    assert list(groups["traits"].entries()) == [("might", "Might"), ("wit", "Wit")]
    assert list(groups["skills"].entries()) == [("01", "Skills 1"), ("02", "Skills 2"), ("03", "Skills 3")]
    assert list(groups["skills"].entries(1)) == [("01", "Skills 1")]
    assert list(groups["skills"].entries(0)) == []


def test_columns_by_name(tmp_path):
    group = small(tmp_path).groups["skills"]
    assert group.column("level").most == 4
    with pytest.raises(KeyError):
        group.column("rank")


def test_derived_values_have_a_formula_or_a_pattern(tmp_path):
    spec = small(tmp_path, ("  notes:", "  says: {label: Says, show: '{age} years'}\n  notes:"))
    assert [name for name, column in spec.fields() if column.derived] == [
        "skills.01.double", "skills.02.double", "skills.03.double", "lift", "says",
    ]  # fmt: skip


def test_fields_of_lists_are_as_many_as_asked_for_or_as_there_is_room_for(tmp_path):
    spec = small(tmp_path)
    names = [name for name, _ in spec.fields()]
    assert names[:5] == ["name", "age", "mood", "traits.might", "traits.wit"]
    assert sum(name.startswith("skills.") for name in names) == 9
    assert sum(name.startswith("skills.") for name, _ in spec.fields({"skills": 2})) == 9
    assert [name for name, _ in spec.fields({"skills": 5})][16:20] == [
        "skills.04.double", "skills.05.skill", "skills.05.level", "skills.05.double",
    ]  # fmt: skip


def test_choices_are_called_by_their_labels(tmp_path):
    spec = small(tmp_path, ("of: [Good, Bad]", "of: traits"))
    column = spec.groups["mood"].columns[0]
    assert (column.called("wit"), column.called("else")) == ("Wit", "else")
