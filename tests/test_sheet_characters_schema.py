import json
import re

import pytest
from jsonschema import Draft202012Validator
from sheet_fixtures import CHARACTERS, GAMES, sheet, small

from deckgen.files import shipped
from deckgen.sheet.characters.files import starter
from deckgen.sheet.characters.schema import FILE, schema
from deckgen.sheet.reader import load_sheet
from deckgen.sources import read_yaml


def checker(spec):
    rules = json.loads(schema(spec))
    Draft202012Validator.check_schema(rules)
    return Draft202012Validator(rules)


@pytest.mark.parametrize("game", GAMES)
def test_the_published_files_are_current(game):
    text = (shipped("data") / game / "characters" / FILE).read_text(encoding="utf-8")
    assert text == schema(sheet(game).spec), "make docs brings it up to date"


@pytest.mark.parametrize(("game", "path"), CHARACTERS, ids=[path.stem for _, path in CHARACTERS])
def test_shipped_characters_name_their_schema_and_fit_it(game, path):
    assert path.read_text(encoding="utf-8").startswith(f"# yaml-language-server: $schema={FILE}\n")
    assert not list(checker(sheet(game).spec).iter_errors(read_yaml(path).data))


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_new_characters_fit_it(tmp_path, game, code):
    spec = load_sheet(game, code)
    text = starter(spec)
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
    made = json.loads(schema(small(tmp_path)))["properties"]
    assert made["age"]["description"] == "Age."
    assert made["traits"]["anyOf"][0]["properties"]["wit"]["description"] == "Wit"
    assert re.fullmatch(made["overrides"]["patternProperties"].popitem()[0], "skills.01.double")
