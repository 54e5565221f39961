"""The model of a sheet: fields and their values, tables, and blocks on pages. Read from sheet.yaml."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from deckgen.errors import suggest
from deckgen.language import Language
from deckgen.records import record
from deckgen.sheet.formula import Formula, FormulaError, Value, parse_formula, pattern_formulas
from deckgen.sheet.options import BlockOptions
from deckgen.sources import ExactFloat, YamlFile, YamlValue, to_fraction

if TYPE_CHECKING:
    from deckgen.sheet.lookups import CardCells
    from deckgen.sheet.person_rules import PersonSpec


@record(eq=False)
class FieldColumn:
    """One kind of value: of a field, or of every entry of a group.

    ``type`` is text, long, number, choice, dice, track or picture, or ``derived``: computed by ``formula``, or
    as the text ``show`` with formulas in braces. ``least`` and ``most`` limit a number; ``most`` is also the longest
    text in characters, the marks of a track or the dice of a pool. ``options`` are the choices, or the dice a
    pool may have; ``labels`` are the printed texts of choices, of known names and of a text's default where files
    use another text. A track is worth its highest mark if ``highest``, else the number of its marks. ``spot`` is its
    definition in sheet.yaml.
    """

    name: str
    label: str
    type: str
    spot: YamlValue = field(repr=False)
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

    def label_of(self, value: str) -> str:
        """Return the printed label of a choice or another known text; other texts unchanged."""
        return self.labels.get(value, value)

    @property
    def default_value(self) -> Value:
        """The default as a value of formulas, used where the field is empty; None without one, and for a picture."""
        if self.default is None or self.type == "picture":
            return None
        if self.type in ("number", "track"):
            return to_fraction(self.default)
        return parse_dice(str(self.default)) if self.type == "dice" else str(self.default)

    def option(self, text: str) -> str:
        """Return the text in files for a printed label of a choice or known text; other texts unchanged."""
        return {label: option for option, label in self.labels.items()}.get(text, text)

    @property
    def derived(self) -> bool:
        return self.formula is not None or self.show is not None

    @property
    def formulas(self) -> tuple[Formula, ...]:
        """The formulas it is derived by: its own, or those in ``show``. Raises FormulaError."""
        return (parse_formula(self.formula),) if self.formula else pattern_formulas(self.show or "")

    @property
    def rule_source(self) -> YamlValue:
        """The value in sheet.yaml that defines how it is derived."""
        return self.spot.at("formula" if self.formula else "show")


@record
class FieldGroup:
    """Fields that belong together.

    ``kind`` is ``one`` (a single field), ``keys`` (an entry for each of ``keys``, key → label) or ``rows`` (a
    list; a sheet has room for ``rows``).

    A ``one`` and a group with a single unnamed value have one column with the name ``""``. ``main`` is the
    column that a plain value fills. The entries of a ``short`` group are names in formulas. In a list,
    ``key`` is the column that names an entry, and ``special`` one that names it, too, such as a skill's
    specialization; ``once`` are the columns that together may not be repeated, ``known`` the only names it may
    have, unless empty, ``names`` those that formulas use, and ``missing`` the value of a name it lacks.
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
    special: str | None = None
    once: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    missing: int | None = None

    def column(self, name: str) -> FieldColumn:
        """Return the column with this name. Raises KeyError."""
        return {column.name: column for column in self.columns}[name]

    def entries(self, count: int | None = None) -> Iterator[tuple[str, str]]:
        """Yield (key, label): of a list for rows 01 to ``count``, None: ``rows``; of a single field the key ""."""
        if self.kind == "one":
            yield "", self.label
        elif self.kind == "keys":
            yield from self.keys.items()
        else:
            for row in range(1, (self.rows if count is None else count) + 1):
                yield f"{row:02}", f"{self.label} {row}"


def join_name(*steps: str) -> str:
    """Return the full name of a field: its steps that are not empty, joined by dots."""
    return ".".join(step for step in steps if step)


@record
class Block:
    """A part of a page: its kind, the options of that kind, and its value in sheet.yaml."""

    kind: str
    options: BlockOptions
    spot: YamlValue = field(repr=False, compare=False)


@record
class BlockStack:
    """Blocks below each other, ``width`` twelfths of the page wide."""

    width: float
    blocks: tuple[Block, ...]


Rows = tuple[tuple[BlockStack, ...], ...]
"""Stacks side by side in rows below each other."""


@record
class PatternCard:
    """A small card whose texts have formulas: for each entry of the list ``each``, or for a group of characters.

    ``title`` is the card's name in messages; an entry without one has no card. ``most`` of a group are on one card.
    """

    title: str
    rows: Rows
    spot: YamlValue = field(repr=False, compare=False)
    each: str = ""
    most: int = 0


CARD_TITLE = "card title"
"""What stands for the title of such a card among a character's texts; no field is called so."""
PATTERN_CARDS = ("turn", "posse")
"""The keys of such cards in sheet.yaml."""
PATTERN_NAMES = ("number_in", "text", "group", "copies", "first", "last", "row", "column")
"""Names that formulas on such cards have besides the sheet's: ``number_in[range][1]``; the last two in grids."""


def blocks_in(rows: Iterable[tuple[BlockStack, ...]]) -> Iterator[Block]:
    """Yield the blocks of rows of stacks."""
    return (block for row in rows for stack in row for block in stack.blocks)


@record
class PageSpec:
    """One page: rows of stacks; ``edges``: runs of clip tracks left and right; ``margin`` in mm, None: the default."""

    title: str
    rows: Rows
    edges: Mapping[str, tuple[Mapping[str, Any], ...]]
    margin: float | None = None


HOLE = re.compile(r"\{([^{}]*)\}")
"""A placeholder for a value in a part of a roster's column."""
LABEL = "label"
"""The name in placeholders of the label of a group's entry."""
VALUE = "value"
"""The name in placeholders of an entry's only value."""


@record
class RosterColumn:
    """A column of a roster, ``width`` shares wide; see roster.schema.json."""

    of: str
    width: float
    label: str
    show: tuple[str, ...] = ()
    most: int | None = None
    across: int = 1
    short: Mapping[str, str] = field(default_factory=dict)
    start: str = ""


@record
class Roster:
    """A table of all characters for the Master; ``title`` is empty for the default."""

    columns: tuple[RosterColumn, ...]
    title: str = ""
    landscape: bool = True


@record
class FightPart:
    """A part of the view for fights: fields ``of`` one kind, and below them ``values``; of a list these are columns.

    Tracks of ``levels`` are beside ``art``, cropped to ``crop`` (x, y, width, height), with marks at its ``points``,
    both in units of the drawing, and ``beside`` each what another group says. ``shots`` are fired and reloaded.
    """

    title: str
    of: tuple[str, ...]
    values: tuple[str, ...] = ()
    levels: str = ""
    beside: str = ""
    art: str = ""
    crop: tuple[float, ...] = ()
    points: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    shots: bool = False


@record
class SheetSpec:
    """A game's sheet, its printed words in ``language``.

    ``tables``, the cards' ``cells`` and the dice's ``chances`` are for formulas and ``levels`` for tracks, by
    name. ``order`` are the derived columns as (group, column), each after those it depends on.
    """

    game: str
    title: str
    name: str
    theme: str
    groups: Mapping[str, FieldGroup]
    tables: Mapping[str, Mapping[str, Value]]
    cells: Mapping[str, CardCells]
    chances: Mapping[str, Mapping[str, Value]]
    levels: Mapping[str, tuple[Mapping[str, str], ...]]
    pages: tuple[PageSpec, ...]
    npc: Rows
    cards: Mapping[str, PatternCard]
    language: Language
    source: YamlFile = field(repr=False, compare=False)
    order: tuple[tuple[str, str], ...] = ()
    roster: Roster | None = None
    person: PersonSpec | None = None
    fight: tuple[FightPart, ...] = ()

    def find_field(self, name: str) -> tuple[FieldGroup, str, FieldColumn]:
        """Return the group, the entry's key and the column of a field on the sheet by full name. Raises KeyError."""
        for group in self.groups.values():
            for key, _ in group.entries() if name.startswith(group.name) else ():
                for column in group.columns:
                    if name == join_name(group.name, key, column.name):
                        return group, key, column
        raise KeyError(name)

    def fields(self, rows: Mapping[str, int] | None = None) -> Iterator[tuple[str, FieldColumn]]:
        """Yield (full name, column) of all fields in the sheet's order; lists have at least ``rows`` rows, by group."""
        for group in self.groups.values():
            count = max(group.rows, (rows or {}).get(group.name, 0))
            for key, _ in group.entries(count):
                for column in group.columns:
                    yield join_name(group.name, key, column.name), column

    def derived(self, rows: Mapping[str, int] | None = None) -> Iterator[str]:
        """Yield full names of derived fields, each after those it depends on; lists have at least ``rows`` by group."""
        for name, column in self.order:
            group = self.groups[name]
            for key, _ in group.entries(max(group.rows, (rows or {}).get(name, 0))):
                yield join_name(name, key, column)


_BLANK = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]")
_INVISIBLE = re.compile(
    r"[\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb]"
)
"""Signs that join, separate or direct letters, and color of emoji."""

# Single values of a character: what fields may hold, and what formulas find of them

DICE = re.compile(r"([1-9][0-9]?)?(d[1-9][0-9]*)")
"""A pool of dice: their number, if not one, and the die."""


def parse_dice(pool: str) -> Mapping[str, Value]:
    """Return the parts of a pool of dice for formulas: of 3d6 ``dice`` 3 and ``die`` 6."""
    count, _, die = pool.rpartition("d")
    return {"dice": Fraction(count or 1), "die": Fraction(die)}


NO_DICE: Mapping[str, None] = {"dice": None, "die": None}
"""The parts of an empty pool for formulas."""


OVERRIDES = "overrides"
"""Key of overrides in a character's file; the first step of their fields' names."""
ENTRY = "entry"
"""Name in formulas of the whole entries of lists by name: ``entry.skills['Pistols'].reading``."""


BETWEEN = (
    r"[\x00-/:-@\[-`{-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf"
    r"\u2190-\u2bff\u3000-\u3003\u3008-\u3020\u3030\ufeff\uff01-\uff0f\ufffd]+"
)
"""Characters between words: spaces, punctuation and signs; forms use the same pattern."""


def formula_name(name: str) -> str:
    """Return an entry's name as formulas write it: First aid is first_aid."""
    folded = name.lower().replace("ς", "σ").replace("ß", "ss")
    return re.sub(BETWEEN, "_", folded).strip("_")


class NamedEntries(dict[str, Any]):
    """The entries of a list by name, also found as ``formula_name``; others have the value ``missing``, or None."""

    def __init__(self, entries: Mapping[str, Any], missing: int | None) -> None:
        super().__init__(entries)
        self._missing = None if missing is None else Fraction(missing)

    def __contains__(self, key: object) -> bool:
        return True

    def __missing__(self, key: str) -> Any:
        plain_name = formula_name(key)
        return self[plain_name] if plain_name != key and dict.get(self, plain_name) is not None else self._missing


def add_to_scope(scope: dict[str, Any], group: FieldGroup, value: Any) -> dict[str, Any]:
    """Add ``value`` to a formula's scope under the group's name; return the innermost mapping that holds it.

    A dot begins a mapping in another; a list is also named in the singular; entries of a short group also alone.
    """
    *outer, last = group.name.split(".")
    mapping = scope
    for step in outer:
        mapping = mapping.setdefault(step, {})
    mapping[last] = value
    if group.kind == "rows" and last.endswith("s"):
        mapping[last[:-1]] = value
    if group.short and group.kind == "keys":
        scope |= value
    return mapping


_PLACES = 9
"""The most decimals of a number that is printed as it is written."""


def clean_text(text: str) -> str:
    """Return a text in NFC: line ends as newlines, control signs and odd spaces as spaces, no invisible signs."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return unicodedata.normalize("NFC", _INVISIBLE.sub("", _BLANK.sub(" ", lines)))


def check_value(column: FieldColumn, value: Any) -> Any:
    """Return a checked value: a number as given, or a clean text, of a choice its option. Raises FormulaError."""
    if column.derived:
        raise FormulaError("this value is computed", "remove it, or write it under overrides")
    numeric = column.type in ("number", "track")
    if isinstance(value, dict | list | bool):
        raise FormulaError("this is not a single value", f"write a {'number' if numeric else 'text'}")
    raw = str(getattr(value, "text", value)).strip()
    if column.type == "picture":
        return raw
    text = clean_text(raw).strip()
    if numeric:
        return _check_number(column, value, text)
    if column.type == "choice":
        text = column.option(text)
        if text not in column.options:
            raise FormulaError(f"{text!r} is not possible here", suggest(text, column.options))
        return text
    if column.type == "dice":
        return _check_dice(column, text)
    text = column.option(text)
    if len(text) > column.most:
        raise FormulaError(f"the text has {len(text)} letters", f"use {column.most} at most")
    if column.type == "text" and "\n" in text:
        raise FormulaError("the text has several lines", "write it in one line")
    return text


def _check_number(column: FieldColumn, value: Any, text: str) -> int | ExactFloat:
    """Return ``value`` if its column allows it, of a track whole. Raises FormulaError that quotes ``text``."""
    if not isinstance(value, int | ExactFloat):
        raise FormulaError(f"{value!r} is not a number", "write digits, without quotes or a unit")
    if isinstance(value, ExactFloat) and len(value.text.partition(".")[2].rstrip("0")) > _PLACES:
        raise FormulaError(f"{text} has more than {_PLACES} decimals", "round it")
    is_whole = column.type != "track" or isinstance(value, int)
    if not is_whole or not column.least <= value <= column.most:
        raise FormulaError(f"{text} is not possible here", f"write {column.least} to {column.most}")
    return value


def _check_dice(column: FieldColumn, text: str) -> str:
    """Return a pool of dice that its column allows, of d6 as 1d6. Raises FormulaError for others."""
    match = DICE.fullmatch(text)
    if match is None:
        raise FormulaError(f"{text!r} is not a pool of dice", f"write it as 3{column.options[0]}")
    if match[2] not in column.options:
        raise FormulaError(f"the game has no {match[2]} here", f"use {', '.join(column.options)}")
    if int(match[1] or 1) > column.most:
        raise FormulaError(f"{text} has too many dice", f"use {column.most} at most")
    return f"{match[1] or 1}{match[2]}"
