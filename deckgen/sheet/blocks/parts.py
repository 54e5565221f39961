"""What blocks hold, for paper and screen alike: fields with their names, labels and tips, and rows of them.

Paper draws this at places in mm; the screen has one template for fields, and one for tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from deckgen.sheet.model import FieldColumn, FieldGroup, SheetSpec, full


def join_tip(*parts: str) -> str:
    """A tooltip: what the field is, from the general to the special."""
    return ": ".join(filter(None, parts))


class Entry(NamedTuple):
    """A field: a column of an entry of a group; the row ``00`` of a list stands for all of its rows.

    ``hint`` is what it is called where its group does not say it.
    """

    group: FieldGroup
    key: str
    column: FieldColumn
    hint: str = ""

    @property
    def name(self) -> str:
        return full(self.group.name, self.key, self.column.name)

    @property
    def title(self) -> str:
        """What the entry of its group is called."""
        if self.group.kind == "rows":
            return f"{self.group.label} {self.key.lstrip('0') or self.key}"
        return self.group.keys[self.key] if self.key else self.group.label

    @property
    def label(self) -> str:
        """What stands with the value: its column's label if its group has several, else its title; and its unit."""
        label = self.column.label if self.column.name else self.title
        return f"{label} ({self.column.unit})" if self.column.unit and not self.column.derived else label

    @property
    def full_label(self) -> str:
        """What it is called in full, for those who do not see where it stands."""
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
    """The field of a group that has no other."""
    return Entry(spec.groups[name], "", spec.groups[name].columns[0], hint)


def main_entries(spec: SheetSpec, groups: Sequence[str]) -> list[Entry]:
    """The main value of each entry of groups."""
    return [
        Entry(group, key, group.column(group.main) if group.main else group.columns[0])
        for group in map(spec.groups.__getitem__, groups)
        for key, _ in group.entries()
    ]


class Track(NamedTuple):
    """Marks to tick, of a shape, with their numbers in them if ``numbered``, and the ``levels`` that they stand for.

    If it ``counts`` down from a field, ``start`` is that where it is shown beside it. ``places`` are the classes of
    its marks on a drawing.
    """

    entry: Entry
    shape: str
    numbered: bool = False
    levels: Sequence[str] = ()
    counts: bool = False
    start: FieldGroup | None = None
    mark_classes: Sequence[str] = ()


class Row(NamedTuple):
    """A row of a table: its label if it has one, texts, fields and tracks, and a remark."""

    label: str | None
    cells: Sequence[str | Entry | Track]
    note: str = ""


class Fields(NamedTuple):
    """Lines of fields with their labels; of each the twelfths of the line that it takes, 0 for what it needs."""

    lines: Sequence[Sequence[tuple[Entry, str, float]]]


class Table(NamedTuple):
    """Rows below their headings, each of these with its tip; ``kind`` says how they look.

    ``widths`` are shares, ``align`` says how columns are set by their numbers. The only row of a ``growing`` list is
    the pattern of all.
    """

    kind: str
    rows: Sequence[Row]
    head: Sequence[tuple[str, str]] = ()
    widths: Sequence[float] = ()
    align: Mapping[str, str] = {}
    growing: FieldGroup | None = None


def list_table(group: FieldGroup, columns: Mapping[str, float], kind: str = "list") -> Table:
    """A list that grows, of columns with their shares; of all columns if none are given."""
    shares = columns or {column.name: 1.0 for column in group.columns}
    row = [Entry(group, "00", group.column(name)) for name in shares]
    head = [(entry.column.label, entry.column.tip) for entry in row]
    return Table(kind, [Row(None, row)], head, [*shares.values()], growing=group)


def level_rows(spec: SheetSpec, levels: str, shows: Mapping[str, str]) -> list[tuple[str, list[str | Entry]]]:
    """What levels have under the names in ``shows``, below its heading: texts, or the fields that ``=`` names."""
    return [
        (
            heading,
            [_level_cell(spec, level.get(key, ""), level["name"], heading) for level in spec.levels[levels]],
        )
        for key, heading in shows.items()
    ]


def _level_cell(spec: SheetSpec, text: str, *hint: str) -> str | Entry:
    return single_field(spec, text[1:], join_tip(*hint)) if text.startswith("=") else text


def level_table(
    spec: SheetSpec, levels: str, shows: Mapping[str, str], tracks: Iterable[tuple[Entry, str]] = ()
) -> Table:
    """The names of levels, what they have under the names in ``shows``, and tracks of a shape whose marks stand for them."""
    text_rows, mark_names = level_rows(spec, levels, shows), [level["name"] for level in spec.levels[levels]]
    head = [("", ""), *((name, "") for name in mark_names)]
    for heading, cells in text_rows:
        cell_texts = (f", {heading} {cell}" if cell and isinstance(cell, str) else "" for cell in cells)
        mark_names = [*map(str.__add__, mark_names, cell_texts)]
    marks = [
        Row(entry.title, [Track(entry, shape, numbered=True, levels=mark_names)]) for entry, shape in tracks
    ]
    return Table("reading level-table", [*(Row(*row) for row in text_rows), *marks], head)
