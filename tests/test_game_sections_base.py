"""The registry of kinds, and the parts of their schemas."""

from __future__ import annotations

import pytest

from deckgen.game.model import KINDS
from deckgen.game.sections.base import Dealt, keys, listing, mapping, one_or_more, ref, whole


def test_kinds_are_named_as_in_yaml():
    assert list(KINDS) == [
        "grid", "rolls", "distribution", "fixed", "stack", "marks", "ordinal", "table", "text",
    ]  # fmt: skip
    assert all(kind.kind() == name and kind.about for name, kind in KINDS.items())


def test_a_kind_has_the_keys_of_every_section_and_its_own():
    schema = keys("About.", ["size"], size=whole(1, 3, "Size."))
    assert list(schema["properties"]) == ["kind", "title", "help", "marks", "size"]
    assert schema["required"] == ["kind", "title", "size"]
    assert schema["additionalProperties"] is False


def test_parts_of_schemas():
    assert ref("die") == {"$ref": "#/$defs/die"}
    assert ref("die", "A die.")["description"] == "A die."
    assert mapping(["a"], a=ref("die"))["required"] == ["a"]
    assert listing("t", "About.", 9, ref("die"), uniqueItems=True)["uniqueItems"] is True
    assert [each.get("type") for each in one_or_more(ref("die"))] == [None, "array"]


def test_results_by_card():
    assert list(Dealt([[1, 2], ["a", "b"]], (), int).by_card()) == [(1, "a"), (2, "b")]
    with pytest.raises(ValueError, match="shorter"):
        list(Dealt([[1, 2], ["a"]], (), int).by_card())
