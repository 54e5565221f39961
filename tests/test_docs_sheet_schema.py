"""The schema of sheets against the options of all kinds of blocks, from which its part is made."""

import json

import pytest
import sheet_schema as schema

from deckgen.sheet import blocks
from deckgen.sheet.options import described
from deckgen.sheet.reader import SCHEMA

TEXT = SCHEMA.read_text(encoding="utf-8")
BLOCK = json.loads(TEXT)["$defs"]["block"]


def test_the_file_is_current():
    made = json.loads(schema.renewed(TEXT))
    # As texts, so that the order of keys counts as well; run "make docs" if this fails.
    assert json.dumps(made) == json.dumps(json.loads(TEXT))


def test_what_is_written_anew_stays_as_it_is():
    once = schema.renewed(TEXT)
    assert schema.renewed(once) == once


@pytest.mark.parametrize("kind", blocks.KINDS)
def test_every_option_is_in_the_file_with_its_meaning(kind):
    for name, (_, option) in described(blocks.KINDS[kind].options).items():
        assert BLOCK["properties"][name]["description"] == option.description


def test_a_changed_option_and_a_new_kind_get_into_the_file(monkeypatch):
    kinds = {name: kind for name, kind in blocks.KINDS.items() if name != "countdown"}
    monkeypatch.setattr(schema, "KINDS", kinds)
    properties = json.loads(schema.renewed(TEXT))["$defs"]["block"]["properties"]
    assert "countdown" not in properties["block"]["enum"]
    assert "run" not in properties
    monkeypatch.undo()
    renamed = TEXT.replace('"run": {', '"begin": {')
    properties = json.loads(schema.renewed(renamed))["$defs"]["block"]["properties"]
    assert list(properties)[-1] == "run"
    assert "begin" not in properties


def test_one_name_has_one_meaning(monkeypatch):
    properties = schema.block_properties()
    kind = blocks.KINDS["notes"]
    monkeypatch.setattr(schema, "described", lambda options: {
        **described(options), **({"height": (float, described(options)["pitch"][1])} if options is kind.options else {})
    })  # fmt: skip
    assert "height" in properties
    with pytest.raises(ValueError, match='"height" of a block "notes" means something else'):
        schema.block_properties()
