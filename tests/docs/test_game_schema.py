"""The schema is what records and dice mechanics declare; what is written in it by hand fits the code."""

import json
from dataclasses import fields
from typing import get_args

import pytest
from game_schema import DECLARED, renewed, written

from deckgen.game.entries import SCHEMA
from deckgen.game.model import KINDS
from deckgen.game.sections.grid import Beyond
from deckgen.odds import MECHANICS


def test_the_file_is_what_the_registries_give():
    schema = json.loads(SCHEMA.read_bytes())
    again = "write it anew: make docs"
    assert json.dumps(renewed(schema)) == json.dumps(schema), again


def test_a_key_that_was_lost_comes_back():
    schema = json.loads(SCHEMA.read_bytes())
    del schema["$defs"]["token"]["properties"]["count"]
    del schema["$defs"]["step"]["properties"]["again"]
    del schema["$defs"]["keep"]["enum"][1:]
    made = renewed(schema)
    assert made["$defs"]["token"]["properties"]["count"]["maximum"] == 500
    assert "again" not in made["$defs"]["step"]["properties"]  # which is written by hand
    assert made["$defs"]["keep"]["enum"] == list(MECHANICS)
    assert "count" not in schema["$defs"]["token"]["properties"]


def test_all_kinds_of_sections_are_in_it():
    definitions = json.loads(SCHEMA.read_bytes())["$defs"]
    kind = definitions["section"]["properties"]["kind"]
    assert kind["enum"] == list(KINDS)
    assert all(f" {name}: " in kind["description"] for name in KINDS)
    for name in KINDS:
        assert list(definitions[name]["properties"])[:4] == ["kind", "title", "help", "marks"]
        assert {"kind", "title"} <= set(definitions[name]["required"])
        assert definitions[name]["additionalProperties"] is False
    assert set(definitions["grid"]["properties"]["beyond"]["enum"]) == set(get_args(Beyond))


@pytest.mark.parametrize("name", DECLARED)
def test_the_keys_that_must_be_there_are_fields_without_a_default(name):
    required = {
        field.metadata.get("key", field.name)
        for field in fields(DECLARED[name])
        if field.default is field.default_factory
    }
    definition = json.loads(SCHEMA.read_bytes())["$defs"][name]
    assert required & definition["properties"].keys() - {"default"} == set(definition.get("required", ()))


def test_lines_are_short_and_mean_the_same():
    schema = json.loads(SCHEMA.read_bytes())
    text = written(schema)
    assert json.dumps(json.loads(text)) == json.dumps(schema)
    assert written({"a": [1, 2]}) == '{"a": [1, 2]}'
    assert written({"a": ["x" * 80, "y" * 80]}).count("\n") == 5
