"""What a game is, once its YAML has been read: frozen data, nothing of any one game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Literal

Explode = Literal["none", "open", "penetrating"]
Keep = Literal["sum", "highest", "lowest", "count"]
Reads = Literal["cell", "first-n"]
Maxima = Literal["choose", "one", "all"]
DrawModel = Literal["without-replacement", "with-replacement"]
Reshuffle = Literal["jokers", "every-draw", "never"]
Scalar = int | str | bool | None


@dataclass(frozen=True)
class Roll:
    """The dice that one printed cell stands for.

    ``dice`` lists the sides of every die of the pool, so ``(6, 6, 6)`` is 3d6. ``explode``: ``open``
    rolls again and adds on a die's maximum; ``penetrating`` does so and takes one off each added
    roll. ``maxima`` says what happens when several dice of a kept pool show their maximum.
    ``critical_failure``: more than half of the dice show 1; it counts as 1, whatever the rest show.
    ``count`` counts the dice that total ``success_at`` or more, which is None for all other rolls.
    """

    dice: tuple[int, ...]
    keep: Keep = "sum"
    explode: Explode = "none"
    maxima: Maxima = "choose"
    critical_failure: bool = False
    success_at: int | None = None


@dataclass(frozen=True)
class Column:
    """One column of a grid: its printed label and the sides of its die."""

    label: str
    sides: int


@dataclass(frozen=True)
class Cell:
    """One place of a grid (``row`` counts from 1) and the roll it stands for."""

    section: str
    column: str
    row: int
    roll: Roll


@dataclass(frozen=True)
class Section:
    """What every kind of section has: its key in deck.json, and the words printed about it."""

    name: str
    title: str
    help: str


@dataclass(frozen=True)
class GridSection(Section):
    """Columns of dice × rows of pool sizes; every cell a number dealt on its own.

    ``rising``: on every card the printed values never fall from a row to the next lower one.
    ``open_cells``: cells may say "draw another card and add". ``tail_bar`` is the largest
    allowed difference between deck and dice in P(total >= T), in cards.

    ``reads``: ``cell``, row n is the result of n dice; ``first-n``, every cell is one die and a pool of
    n dice is the first n cells of its column on one card, read as ``keep``, ``maxima`` and
    ``critical_failure`` say. (An open cell that prints 1 is no natural 1: its die has not come to its end.)
    ``pool_bar`` is the ``tail_bar`` of these pools.
    """

    columns: tuple[Column, ...]
    rows: int
    keep: Keep
    explode: Explode
    maxima: Maxima
    critical_failure: bool
    rising: bool
    tail_bar: Fraction
    reads: Reads = "cell"
    success_at: int | None = None
    pool_bar: Fraction = Fraction(1)

    def cells(self) -> Iterator[Cell]:
        """All cells, column by column, row 1 first."""
        for column in self.columns:
            for row in range(1, self.rows + 1):
                one = Roll((column.sides,), "sum", self.explode)
                roll = self._pool(column, row) if self.reads == "cell" else one
                yield Cell(self.name, column.label, row, roll)

    def pools(self) -> Iterator[Cell]:
        """The pools read across cells, column by column: row n is the roll of its column's first n cells.

        None where every cell is a result of its own.
        """
        if self.reads == "first-n":
            for column in self.columns:
                for row in range(1, self.rows + 1):
                    yield Cell(self.name, column.label, row, self._pool(column, row))

    def _pool(self, column: Column, dice: int) -> Roll:
        return Roll(
            (column.sides,) * dice,
            self.keep,
            self.explode,
            self.maxima,
            self.critical_failure,
            self.success_at,
        )


@dataclass(frozen=True)
class RollsSection(Section):
    """A few labelled plain rolls that each give one number a card (a burst of 3, 5 or 10)."""

    rolls: tuple[tuple[str, Roll], ...]
    tail_bar: Fraction

    def cells(self) -> Iterator[Cell]:
        """One cell for each label, in row 1 of a column of that name."""
        for label, roll in self.rolls:
            yield Cell(self.name, label, 1, roll)


@dataclass(frozen=True)
class Outcome:
    """One value of a distribution and its share of the cards, which sums to the deck's size."""

    value: Scalar
    cards: Fraction
    printed: str | None = None
    """What the card says for this value; None: the value itself."""


def word(outcomes: tuple[Outcome, ...], value: Scalar) -> str:
    """What a card says for ``value``: the outcome's printed word, else the value; empty for null."""
    for outcome in outcomes:
        # True == 1 in Python, but not on a card.
        if outcome.printed is not None and (type(outcome.value), outcome.value) == (type(value), value):
            return outcome.printed
    return "" if value is None else str(value)


@dataclass(frozen=True)
class DistributionSection(Section):
    """One value a card, each on its share of the deck; ``word(outcomes, value)`` is what is printed."""

    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True)
class FixedSection(Section):
    """A value that follows from the card itself: ``values[impulse]``, nothing is dealt.

    ``outcomes`` are the different values with their whole numbers of cards, for counts and printed words.
    """

    values: tuple[Scalar, ...]
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True)
class Place:
    """One entry of a stack: its name, its share of the cards as the standard entry, attributes."""

    name: str
    cards: Fraction
    attributes: tuple[str, ...]
    printed: str | None = None
    """What the card says for this place; None: its name."""


@dataclass(frozen=True)
class StackSection(Section):
    """A pile of neighbouring places, the standard one at ``standard`` (0 is the top).

    ``levels`` run from the lowest to the highest; places of one level are each other's
    alternatives (left arm, right arm). Neighbours on a card are of the next levels up and down;
    at either end the end level is repeated.
    """

    levels: tuple[tuple[Place, ...], ...]
    height: int
    standard: int

    def places(self) -> tuple[Place, ...]:
        """All places, lowest level first."""
        return tuple(place for level in self.levels for place in level)

    def word(self, name: str) -> str:
        """What a card says for the place of that name."""
        return next((p.printed for p in self.places() if p.name == name and p.printed is not None), name)


@dataclass(frozen=True)
class MarksSection(Section):
    """A line-up of ``count`` places, each marked on ``cards`` of the deck's cards."""

    count: int
    cards: Fraction


@dataclass(frozen=True)
class OrdinalSection(Section):
    """A number that follows from the card's place in the deck: its impulse, suit or rank.

    Suits count from 1 in the deck's order, ranks from 1; a low joker's rank is 0, a high joker's one
    more than the highest rank; jokers have no suit (null).
    """

    source: Literal["impulse", "suit", "rank"]


@dataclass(frozen=True)
class TableSection(Section):
    """A small table of target numbers: a square a column, ``base`` plus a seeded variation.

    ``base[c][r]`` is the number of column ``c``, row ``r``. Each card shifts each whole column by one
    value of ``variation``, whose shares sum to the deck and whose mean is zero.
    """

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    base: tuple[tuple[int, ...], ...]
    variation: tuple[Outcome, ...]
    printed: tuple[str, ...] | None = None
    """What the card says for the rows; None: their labels."""

    def row_words(self) -> tuple[str, ...]:
        """What the card says for the rows, first row first."""
        return self.rows if self.printed is None else self.printed


@dataclass(frozen=True)
class TextSection(Section):
    """Words on some of the cards; ``outcomes`` maps each text (or null) to its share of cards."""

    outcomes: tuple[Outcome, ...]


AnySection = (
    GridSection
    | RollsSection
    | DistributionSection
    | FixedSection
    | StackSection
    | MarksSection
    | OrdinalSection
    | TableSection
    | TextSection
)


@dataclass(frozen=True)
class Face:
    """The card of an ordinary deck that a card is. ``suit`` is None for jokers and plain numbers.

    ``printed`` is its name in the game's language where that is not the one of deck.json.
    """

    rank: str
    suit: str | None
    name: str
    printed: str | None = field(default=None, compare=False)

    @property
    def joker(self) -> bool:
        """Whether the card is a joker."""
        return self.rank == "joker"

    @property
    def word(self) -> str:
        """What is printed for the card's name."""
        return self.name if self.printed is None else self.printed


@dataclass(frozen=True)
class DeckSpec:
    """One deck of a game. ``faces`` stand in the order of impulse, 0 first; their number is the size."""

    name: str
    title: str
    faces: tuple[Face, ...]
    draw: DrawModel
    reshuffle: Reshuffle
    sections: tuple[AnySection, ...]
    layout: str
    sha256: str
    """Hash of everything in the game that decides what is dealt (not of titles or layouts)."""

    @property
    def size(self) -> int:
        """The number of cards."""
        return len(self.faces)

    def jokers(self) -> tuple[int, ...]:
        """The impulses of the jokers."""
        return tuple(i for i, face in enumerate(self.faces) if face.joker)

    def section(self, name: str) -> AnySection:
        """The section of that name; raises KeyError if the deck has none."""
        for section in self.sections:
            if section.name == name:
                return section
        raise KeyError(name)


@dataclass(frozen=True)
class Scope:
    """A named scale of difficulties: pairs of a difficulty's name and its target number."""

    name: str
    difficulties: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Token:
    """A kind of chip or marker to print ``count`` times, ``size`` mm across.

    It shows ``icon``, a symbol of the layout, with ``mark``, a character or two, upon it, and below it
    ``text``: what it does. ``colour`` is one of the layout's palette.
    """

    name: str
    title: str
    count: int
    colour: str
    icon: str = ""
    mark: str = ""
    text: str = ""
    shape: Literal["round", "square"] = "round"
    size: float = 20.0


@dataclass(frozen=True)
class Game:
    """A whole game, its printed words in ``language``, one of ``languages`` (the original is the first).

    ``words`` are the printed words that belong to no section, by key. ``sets`` are the card sets that are
    published: their printed names and the seeds that deal them.
    """

    id: str
    title: str
    folder: Path
    decks: tuple[DeckSpec, ...]
    scopes: tuple[Scope, ...]
    words: Mapping[str, str]
    sets: tuple[tuple[str, str], ...] = ()
    language: str = "en"
    languages: tuple[str, ...] = ("en",)
    tokens: tuple[Token, ...] = ()

    def deck(self, name: str | None = None) -> DeckSpec:
        """The deck of that name, or the first one; raises KeyError if there is none."""
        for deck in self.decks:
            if name is None or deck.name == name:
                return deck
        raise KeyError(name)
