"""The names of a sheet's values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from deckgen.sheet.model import FieldColumn, SheetSpec, full


def derived_names(
    spec: SheetSpec, rows: Mapping[str, int] | None = None
) -> Iterator[tuple[str, FieldColumn]]:
    """The names of all derived values; of lists as many as there are rows."""
    for name, column in field_names(spec, rows):
        if column.derived:
            yield name, column


def field_names(spec: SheetSpec, rows: Mapping[str, int] | None = None) -> Iterator[tuple[str, FieldColumn]]:
    """The names of all values, in the order of the sheet's fields; a track is one of them."""
    for group in spec.groups.values():
        count = max(group.rows, (rows or {}).get(group.name, 0))
        for key, _ in group.entries(count):
            for column in group.columns:
                yield full(group.name, key, column.name), column
