"""What blocks hold, on paper and screen: fields with names, labels and tooltips, and rows of them.

Paper draws them at positions in mm; the screen has one template for fields and one for tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from deckgen.sheet.model import FieldColumn, FieldGroup, SheetSpec, join_name


def join_tip(*parts: str) -> str:
    """Return a tooltip: the texts that are not empty, from general to special, joined by colons."""
    return ": ".join(filter(None, parts))


class Entry(NamedTuple):
    """A field: a column of a group's entry ``key``, 00 for all rows of a list; ``hint`` adds to its labels."""

    group: FieldGroup
    key: str
    column: FieldColumn
    hint: str = ""

    @property
    def name(self) -> str:
        return join_name(self.group.name, self.key, self.column.name)

    @property
    def title(self) -> str:
        """The label of its entry in the group, of a list with the row; of a single field the field's."""
        if self.group.kind == "rows":
            return f"{self.group.label} {self.key.lstrip('0') or self.key}"
        return self.group.keys[self.key] if self.key else self.group.label

    @property
    def label(self) -> str:
        """The label beside the value: the column's if the group has several, else the entry's; with an input's unit."""
        label = self.column.label if self.column.name else self.title
        return f"{label} ({self.column.unit})" if self.column.unit and not self.column.derived else label

    @property
    def full_label(self) -> str:
        """Its full label, for screen readers and messages: ``hint``, or else group, entry and column."""
        if self.hint or self.group.kind == "one":
            return self.hint or self.group.label
        if self.group.kind == "rows":
            return join_tip(self.title, self.column.label)
        return join_tip(self.group.label, self.title, self.column.label if self.column.name else "")

    @property
    def tip(self) -> str:
        """The tooltip of its field in a form."""
        if self.group.kind == "one":
            return self.hint or self.column.tip or self.group.label
        return join_tip(self.full_label, self.column.tip)


def single_field(spec: SheetSpec, name: str, hint: str = "") -> Entry:
    """Return the only field of the group ``name``; ``hint`` adds to its labels."""
    return Entry(spec.groups[name], "", spec.groups[name].columns[0], hint)


def main_entries(spec: SheetSpec, groups: Sequence[str]) -> list[Entry]:
    """Return the main field, or else the first, of every entry of these groups, in order."""
    return [
        Entry(group, key, group.column(group.main) if group.main else group.columns[0])
        for group in map(spec.groups.__getitem__, groups)
        for key, _ in group.entries()
    ]


class Track(NamedTuple):
    """Marks to tick, with numbers in them if ``numbered``; ``levels`` are the names of the marks.

    If it ``counts`` down from a field, ``start`` is that field where it is shown beside the marks.
    ``mark_classes`` are the CSS classes of its marks on a drawing.
    """

    entry: Entry
    shape: str
    numbered: bool = False
    levels: Sequence[str] = ()
    counts: bool = False
    start: FieldGroup | None = None
    mark_classes: Sequence[str] = ()


class Row(NamedTuple):
    """A row of a table: its label, if any, its texts, fields and tracks, and a remark."""

    label: str | None
    cells: Sequence[str | Entry | Track]
    note: str = ""


class Fields(NamedTuple):
    """Lines of (field, label, width); widths are twelfths of the line, 0 for as wide as needed."""

    lines: Sequence[Sequence[tuple[Entry, str, float]]]


class Table(NamedTuple):
    """Rows below their (heading, tooltip) pairs; ``kind`` are CSS classes, ``widths`` shares.

    ``align`` is by number of column, "1" the first. A ``growing`` list has one row, the pattern of all.
    """

    kind: str
    rows: Sequence[Row]
    head: Sequence[tuple[str, str]] = ()
    widths: Sequence[float] = ()
    align: Mapping[str, str] = {}
    growing: FieldGroup | None = None


def list_table(group: FieldGroup, columns: Mapping[str, float], kind: str = "list") -> Table:
    """Return the table of a growing list; ``columns`` maps names to shares of the width, all columns equal if empty."""
    shares = columns or {column.name: 1.0 for column in group.columns}
    row = [Entry(group, "00", group.column(name)) for name in shares]
    head = [(entry.column.label, entry.column.tip) for entry in row]
    return Table(kind, [Row(None, row)], head, [*shares.values()], growing=group)


def level_rows(spec: SheetSpec, levels: str, shows: Mapping[str, str]) -> list[tuple[str, list[str | Entry]]]:
    """Return (heading, cells) for each {key: heading} of ``shows``; per level a text, or the field that =NAME names."""
    return [
        (
            heading,
            [_level_cell(spec, level.get(key, ""), level["name"], heading) for level in spec.levels[levels]],
        )
        for key, heading in shows.items()
    ]


def _level_cell(spec: SheetSpec, text: str, *hint: str) -> str | Entry:
    """Return a level's text, or the field that it names if it begins with ``=``."""
    return single_field(spec, text[1:], join_tip(*hint)) if text.startswith("=") else text


def level_table(
    spec: SheetSpec, levels: str, shows: Mapping[str, str], tracks: Iterable[tuple[Entry, str]] = ()
) -> Table:
    """Return a table of levels: their names, their texts under the keys of ``shows``, then a row per (track, shape)."""
    text_rows, mark_names = level_rows(spec, levels, shows), [level["name"] for level in spec.levels[levels]]
    head = [("", ""), *((name, "") for name in mark_names)]
    for heading, cells in text_rows:
        cell_texts = (f", {heading} {cell}" if cell and isinstance(cell, str) else "" for cell in cells)
        mark_names = [*map(str.__add__, mark_names, cell_texts)]
    marks = [Row(entry.title, [Track(entry, shape, numbered=True, levels=mark_names)]) for entry, shape in tracks]
    return Table("reading level-table", [*(Row(*row) for row in text_rows), *marks], head)
