"""The schema of sheets against the options of all kinds of blocks, from which its part is made."""

import json

import pytest
import sheet_schema as schema

from deckgen.sheet import blocks
from deckgen.sheet.options import list_options, required_options
from deckgen.sheet.reader import SCHEMA

TEXT = SCHEMA.read_text(encoding="utf-8")
BLOCK = json.loads(TEXT)["$defs"]["block"]


def rules(text):
    """What each kind of block takes, by its name."""
    block = json.loads(text)["$defs"]["block"]
    return {rule["if"]["properties"]["block"]["const"]: rule["then"] for rule in block["allOf"]}


def test_the_file_is_current():
    assert schema.renewed(TEXT) == TEXT, "make docs brings it up to date"


@pytest.mark.parametrize("kind", blocks.KINDS)
def test_every_option_is_in_the_file_with_its_meaning(kind):
    options, then = blocks.KINDS[kind].options, rules(TEXT)[kind]
    assert list(then["properties"]) == ["block", *list_options(options)]
    for name, (_, option) in list_options(options).items():
        assert then["properties"][name]["description"] == option.description
    assert then["required"] == ["block", *required_options(options)]
    assert then["additionalProperties"] is False
    assert then["description"]


def test_a_changed_option_and_a_new_kind_get_into_the_file(monkeypatch):
    kinds = {name: kind for name, kind in blocks.KINDS.items() if name != "countdown"}
    monkeypatch.setattr(schema, "KINDS", kinds)
    without = schema.renewed(TEXT)
    assert "countdown" not in rules(without)
    monkeypatch.undo()
    assert list(rules(schema.renewed(without)))[-1] == "countdown"
    assert "begin" not in rules(schema.renewed(TEXT.replace('"run": {', '"begin": {')))["countdown"]["properties"]
