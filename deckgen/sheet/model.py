"""What a sheet is: fields, derived values, tables, and blocks placed on pages. Read from sheet.yaml."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from deckgen.sheet.formula import Value
from deckgen.sheet.options import BlockOptions
from deckgen.sources import Source, Spot

TYPES = ("text", "long", "number", "choice", "dice", "track")
"""What a field can hold; a field with ``formula`` or ``show`` is derived and has no type."""


@dataclass(frozen=True)
class FieldColumn:
    """One kind of value: of a field, or of every entry of a group.

    ``most`` is the largest number, the longest text in characters, the marks of a track or the dice of
    a pool. ``options`` are the choices, or the dice a pool may have; ``labels`` are what choices are called
    where that is not what files say. A track is worth its highest mark if
    ``highest``, else how many marks it has. ``spot`` is where it stands in sheet.yaml.
    """

    name: str
    label: str
    type: str
    spot: Spot = field(repr=False, compare=False)
    least: int = 0
    most: int = 0
    options: tuple[str, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    highest: bool = False
    default: Any = None
    required: bool = False
    formula: str | None = None
    show: str | None = None
    unit: str = ""
    tip: str = ""

    def called(self, value: str) -> str:
        """What a choice is called on the sheet."""
        return self.labels.get(value, value)

    def option(self, text: str) -> str:
        """What files say for a choice that is called so on the sheet."""
        return {label: option for option, label in self.labels.items()}.get(text, text)

    @property
    def derived(self) -> bool:
        """Whether deckgen computes it."""
        return self.formula is not None or self.show is not None

    @property
    def rule(self) -> Spot:
        """Where it is said how it is derived."""
        return self.spot.at("formula" if self.formula else "show")


@dataclass(frozen=True)
class FieldGroup:
    """Fields that belong together.

    ``kind`` is ``one`` (a field by itself), ``keys`` (an entry for each of
    ``keys``, key → label) or ``rows`` (a list; a sheet has room for ``rows``).

    A ``one`` and a group with a single unnamed value have one column with the name ``""``. ``main`` is the
    column that a plain value fills. The entries of a ``short`` group are names in formulas. In a list,
    ``key`` is the column that names an entry, ``once`` the columns that together may not be repeated, and
    ``known`` the names it may have, if it is not open.
    """

    name: str
    label: str
    kind: str
    columns: tuple[FieldColumn, ...]
    keys: Mapping[str, str] = field(default_factory=dict)
    rows: int = 0
    main: str | None = None
    short: bool = False
    key: str | None = None
    once: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    missing: int | None = None

    def column(self, name: str) -> FieldColumn:
        """Its column of that name. Raises KeyError."""
        return {column.name: column for column in self.columns}[name]

    def entries(self, count: int | None = None) -> Iterator[tuple[str, str]]:
        """(step of the name, label) of each entry; of a list ``count`` rows or those of the sheet."""
        if self.kind == "one":
            yield "", self.label
        elif self.kind == "keys":
            yield from self.keys.items()
        else:
            for row in range(1, (self.rows if count is None else count) + 1):
                yield f"{row:02}", f"{self.label} {row}"


def full(*steps: str) -> str:
    """The name of a field: its steps that are not empty, with dots."""
    return ".".join(step for step in steps if step)


@dataclass(frozen=True)
class Block:
    """A part of a page: its kind, the options of that kind, and where it stands in sheet.yaml."""

    kind: str
    options: BlockOptions
    spot: Spot = field(repr=False, compare=False)


@dataclass(frozen=True)
class BlockStack:
    """Blocks one below the other, ``width`` twelfths of the page wide."""

    width: float
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class PageSpec:
    """One page: rows of stacks from top to bottom; ``edges`` are the runs of clip tracks, left and right."""

    title: str
    rows: tuple[tuple[BlockStack, ...], ...]
    edges: Mapping[str, tuple[Mapping[str, Any], ...]]


@dataclass(frozen=True)
class SheetSpec:
    """A game's sheet. ``tables`` are for formulas and ``levels`` for tracks, by name."""

    game: str
    title: str
    name: str
    theme: str
    groups: Mapping[str, FieldGroup]
    tables: Mapping[str, Mapping[str, Value]]
    levels: Mapping[str, tuple[Mapping[str, str], ...]]
    pages: tuple[PageSpec, ...]
    npc: tuple[BlockStack, ...]
    source: Source = field(repr=False, compare=False)

    def fields(self, rows: Mapping[str, int] | None = None) -> Iterator[tuple[str, FieldColumn]]:
        """The names of all fields in the sheet's order; of lists as many ``rows`` as are asked for, or more."""
        for group in self.groups.values():
            count = max(group.rows, (rows or {}).get(group.name, 0))
            for key, _ in group.entries(count):
                for column in group.columns:
                    yield full(group.name, key, column.name), column
