"""The schema is what sections and dice mechanics say of themselves."""

import json

from game_schema import renewed, written

from deckgen.game.parts import SCHEMA
from deckgen.game.sections import KINDS
from deckgen.odds import MECHANICS


def test_the_file_is_what_the_registries_give():
    schema = json.loads(SCHEMA.read_bytes())
    again = "write it anew: make docs"
    assert json.dumps(renewed(schema)) == json.dumps(schema), again


def test_a_key_that_was_lost_comes_back():
    schema = json.loads(SCHEMA.read_bytes())
    kinds = schema["$defs"]["section"]["properties"]["kind"]
    kinds["enum"].remove("text")
    del schema["$defs"]["text"]["properties"]["texts"]
    del schema["$defs"]["keep"]["enum"][1:]
    made = renewed(schema)
    assert made["$defs"]["section"]["properties"]["kind"]["enum"] == list(KINDS)
    assert "texts" in made["$defs"]["text"]["properties"]
    assert made["$defs"]["keep"]["enum"] == list(MECHANICS)
    assert kinds["enum"][-1] == "table"


def test_lines_are_short_and_mean_the_same():
    schema = json.loads(SCHEMA.read_bytes())
    text = written(schema)
    assert json.dumps(json.loads(text)) == json.dumps(schema)
    assert written({"a": [1, 2]}) == '{"a": [1, 2]}'
    assert written({"a": ["x" * 80, "y" * 80]}).count("\n") == 5
