import json
import re

import pytest
from hypothesis import given, strategies as st
from jsonschema import Draft202012Validator
from sheet_fixtures import CHARACTERS, GAMES, character_file, sheet, small

from deckgen.files import shipped_path
from deckgen.sheet.character import load_character
from deckgen.sheet.characters.files import SCHEMA_FILE as FILE, character_schema, starter_yaml, to_yaml
from deckgen.sheet.reader import load_sheet
from deckgen.sources import ExactFloat, read_yaml

TEXT = st.text(
    st.characters(codec="utf-8", exclude_characters="\ufffe\uffff", exclude_categories=["Cs", "Cn"]),
    max_size=40,
)


@given(st.dictionaries(st.from_regex(r"[a-z][a-z_]{0,8}", fullmatch=True), TEXT, min_size=1, max_size=4), TEXT)
def test_any_text_survives_being_written(tmp_path_factory, entries, text):
    data = {
        "empty": None,
        "whole": -6,
        "decimal": ExactFloat("5.0"),
        "plain": text,
        "group": entries,
        "rows": [entries, {"x": text}],
    }
    file = tmp_path_factory.mktemp("yaml") / "a.yaml"
    file.write_bytes(to_yaml(data).encode())
    assert read_yaml(file).data == data


@pytest.mark.parametrize("game", GAMES)
def test_a_new_character_can_be_drawn_at_once(tmp_path, game):
    made = sheet(game)
    hero = load_character(character_file(tmp_path, starter_yaml(made.spec)), made.spec)
    assert len(made.drawings(hero)) == len(made.spec.pages)


@pytest.mark.parametrize("game", GAMES)
def test_its_examples_are_right_when_the_remarks_are_taken_away(tmp_path, game):
    made = sheet(game)
    lines = []
    for line in starter_yaml(made.spec).splitlines():
        if re.match(r"# +[a-z_]+: .*  # |# [a-z_]+:$|#   [a-z_]+: [^:]*$|#   - \{", line) and "overrides" not in line:
            line = line[2:]  # noqa: PLW2901 (an example)
        if not line.startswith("  ") or line.startswith(("  - ", "  ")):
            lines.append(line)
    text = "\n".join(
        line
        for line in lines
        if not re.match(r"  [a-z_]+: (one of|text|\d+ to|.*: )", line) and "overrides" not in line
    )
    text = re.sub(r"^  [a-z_.]+: 10$", "", text, flags=re.MULTILINE)
    hero = load_character(character_file(tmp_path, text), made.spec)
    assert sum(hero.rows.values()) == sum(group.kind == "rows" for group in made.spec.groups.values())


@pytest.mark.parametrize("game", GAMES)
def test_every_field_is_named(game):
    text = starter_yaml(sheet(game).spec)
    for group in sheet(game).spec.groups.values():
        assert re.search(rf"\b{re.escape(group.name)}\b", text)


def checker(spec):
    rules = json.loads(character_schema(spec))
    Draft202012Validator.check_schema(rules)
    return Draft202012Validator(rules)


@pytest.mark.parametrize("game", GAMES)
def test_the_published_files_are_current(game):
    text = (shipped_path("data") / game / "characters" / FILE).read_text(encoding="utf-8")
    assert text == character_schema(sheet(game).spec), "make docs brings it up to date"


@pytest.mark.parametrize(("game", "path"), CHARACTERS, ids=[path.stem for _, path in CHARACTERS])
def test_shipped_characters_name_their_schema_and_fit_it(game, path):
    assert path.read_text(encoding="utf-8").startswith(f"# yaml-language-server: $schema={FILE}\n")
    assert not list(checker(sheet(game).spec).iter_errors(read_yaml(path).data))


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_new_characters_fit_it(tmp_path, game, code):
    spec = load_sheet(game, code)
    text = starter_yaml(spec)
    assert text.startswith(f"# yaml-language-server: $schema={FILE}\n")
    file = tmp_path / "a.yaml"
    file.write_text(text, encoding="utf-8")
    assert not list(checker(spec).iter_errors(read_yaml(file).data))


@pytest.mark.parametrize(
    ("data", "right"),
    [
        ({}, True),
        ({"name": "Ada", "age": 3, "traits": {"might": "2d6"}, "luck": 2}, True),
        ({"name": "Ada", "age": None, "skills": [{"skill": "Swim", "level": 2}, "Ride"]}, False),
        ({"name": "Ada", "age": None, "skills": [{"skill": "Swim", "level": 2}, 3]}, True),
        ({"name": "Ada", "overrides": {"lift": "much", "skills.02.double": 3}}, True),
        ({"age": 3}, False),
        ({"name": "Ada", "agee": 3}, False),
        ({"name": "Ada", "age": 100}, False),
        ({"name": "Ada", "mood": "Odd"}, False),
        ({"name": "Ada", "traits": {"might": "2d8"}}, False),
        ({"name": "Ada", "luck": 8}, False),
        ({"name": "Ada", "lift": 8}, False),
        ({"name": "Ada", "overrides": {"skills.2.double": 3}}, False),
        ({"name": "Ada", "skills": [{"level": 2}]}, False),
    ],
)
def test_what_a_character_may_hold(tmp_path, data, right):
    assert checker(small(tmp_path)).is_valid({"game": "small", **data}) == right


def test_words_of_the_sheet_describe_it(tmp_path):
    made = json.loads(character_schema(small(tmp_path)))["properties"]
    assert made["age"]["description"] == "Age."
    assert made["traits"]["anyOf"][0]["properties"]["wit"]["description"] == "Wit"
    assert re.fullmatch(made["overrides"]["patternProperties"].popitem()[0], "skills.01.double")
