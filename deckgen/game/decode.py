"""Records whose fields are filled from the keys of a YAML mapping.

Their fields are the only declaration of these keys: ``decode`` reads them, and ``make docs`` writes their
JSON Schema, where a field's docstring is the description and its metadata are further keywords.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

from deckgen.sources import YamlValue

_Record = TypeVar("_Record")

Printed = str
"""A text that is printed as written, or translated."""


Readers = Mapping[str, Callable[[YamlValue], Any]]


def decode(kind: type[_Record], node: YamlValue, readers: Readers, /, **values: Any) -> _Record:
    """Return a record filled from a mapping that fits its schema; ``values`` are fields already known.

    A field's key is its name, or ``key`` in its metadata; fields without a key keep their default. ``readers``
    convert values by the name of the field's type; values without a reader are taken as they are.
    """
    written = node.value
    for key, name, type_name in _keys(kind):  # type: ignore[arg-type]  # a class is hashable
        if key in written and name not in values:
            reader = readers.get(type_name)
            values[name] = written[key] if reader is None else reader(node.at(key))
    return kind(**values)


@cache
def _keys(kind: type) -> list[tuple[str, str, str]]:
    """Return (key, field name, type name) of each field of a record."""
    return [
        (field.metadata.get("key", field.name), field.name, str(field.type).removesuffix(" | None"))
        for field in fields(kind)
    ]
