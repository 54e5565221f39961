"""Records that a mapping fills: keys, readers by type, defaults."""

from __future__ import annotations

from dataclasses import field
from pathlib import Path

from deckgen.errors import GameError
from deckgen.game.decode import decode
from deckgen.records import record
from deckgen.sources import parse_yaml_file

Loud = str


@record
class _Shape:
    name: str
    text: Loud = field(default="", metadata={"maxLength": 9})
    draws: bool = field(default=False, metadata={"key": "draw"})
    worth: Loud | None = None
    other: int = 7


def _decode(text: str, /, **values: object) -> _Shape:
    spot = parse_yaml_file(Path("it.yaml"), text.encode(), GameError).at()
    return decode(_Shape, spot, {"Loud": lambda at: f"{at.value}! in {at.location}"}, **values)


def test_keys_fill_fields_and_what_is_missing_has_its_default():
    assert _decode("a: 1\n", name="x") == _Shape("x")
    made = _decode("text: it\ndraw: true\nother: 3\n", name="x")
    assert made == _Shape("x", "it! in it.yaml:1", True, None, 3)


def test_a_reader_is_for_a_type_that_may_be_none_too():
    assert _decode("other: 3\nworth: it\n", name="x").worth == "it! in it.yaml:2"


def test_a_value_that_is_known_is_not_read():
    assert _decode("text: it\nname: y\n", name="x", text="known") == _Shape("x", "known")
