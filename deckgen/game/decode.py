"""Records that a mapping in YAML fills key by key.

Their fields are the one declaration of these keys: ``decode`` reads them, and ``make docs`` writes their JSON Schema, in which
the docstring of a field is its description, and its metadata are further keywords.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

from deckgen.sources import YamlValue

_Record = TypeVar("_Record")

Printed = str
"""A text that is printed as it is written, or translated."""


Readers = Mapping[str, Callable[[YamlValue], Any]]


def decode(kind: type[_Record], spot: YamlValue, readers: Readers, /, **values: Any) -> _Record:
    """Make a record of a mapping that fits its schema; the ``values`` of some fields are known.

    A field's key is its name, or ``key`` in its metadata. ``readers`` read what is written there by the name of the field's
    type; what has no reader is taken as it is.
    """
    written = spot.value
    for key, name, type_name in _keys(kind):  # type: ignore[arg-type]  # a class is hashable
        if key in written and name not in values:
            reader = readers.get(type_name)
            values[name] = written[key] if reader is None else reader(spot.at(key))
    return kind(**values)


@cache
def _keys(kind: type) -> list[tuple[str, str, str]]:
    """The key, the name and the name of the type of each field of a record."""
    return [
        (field.metadata.get("key", field.name), field.name, str(field.type).removesuffix(" | None"))
        for field in fields(kind)
    ]
