"""The base class of sections: texts, the rule of what is dealt, and the type of a card's value."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, Self, TypedDict

from deckgen.errors import Problems, suggest
from deckgen.game.faces import PlayingCard
from deckgen.game.translation import Translation
from deckgen.game.values import Cell, Scalar
from deckgen.odds import Roll
from deckgen.records import record
from deckgen.sources import YamlValue

DrawModel = Literal["without-replacement", "with-replacement"]
Exact = Literal["deck", "set", "auto"]
"""Whether the mean of a cell is as near to the dice's as whole numbers allow in each deck, or exact over sets of decks."""


@record
class DeckContext:
    """What a section is read with: cards and draw model of the deck, named columns, printed texts, and its problems."""

    playing_cards: tuple[PlayingCard, ...]
    columns: Mapping[str, YamlValue | None]
    """The game's named columns; None for those with a problem already added."""
    problems: Problems = field(default_factory=Problems)
    words: Translation = field(default_factory=Translation)
    draw: DrawModel = "without-replacement"
    table_cells: Mapping[str, Sequence[YamlValue]] = field(default_factory=dict)
    """By column of the deck's table that holds values of a section: the cell of each card."""
    folder: Path = Path()
    """The game's, in which cells name files."""

    def cells_of(self, name: str, node: YamlValue) -> Sequence[YamlValue] | None:
        """Return the cells of a section, whose YAML is ``node``; None, with a problem added, without a column."""
        if name not in self.table_cells:
            message = "no table of the deck has a column of this name"
            remedy = suggest(name, self.table_cells) if self.table_cells else "name a table under cards: of the deck"
            self.report(node, message, remedy)
        return self.table_cells.get(name)

    @property
    def size(self) -> int:
        return len(self.playing_cards)

    def report(self, node: YamlValue, message: str, remedy: str, excerpt: str = "") -> None:
        node.report(self.problems, message, remedy, excerpt)


class Head(TypedDict):
    """A section's name, and its printed title, help and marks."""

    name: str
    title: str
    help: str
    marks: tuple[tuple[str, str], ...]


@record
class Share:
    """One result of a dealt variable, and the exact number of cards that show it.

    ``worth``: its number in correlations. ``name``: its name in an audit, which does not count results named "".
    ``result`` is a tuple of as many results as there are sections, if these rise together.
    """

    result: Scalar | Cell | tuple[Any, ...]
    cards: Fraction
    worth: int
    name: str


@record
class DealtVariable:
    """A result dealt on its own to every card; the shares sum to the deck's size.

    ``label`` distinguishes the variables of a section, ``audit_label`` does so in an audit.
    """

    shares: tuple[Share, ...]
    label: str | None = None
    audit_label: str = ""


@record
class DealtResults:
    """Everything dealt of a section: ``results[v][c]`` is the result of cell or variable v on card c.

    ``random_below(n)`` returns a random integer from 0 to n - 1, for further choices that depend on the seed.
    """

    results: Sequence[Sequence[Any]]
    playing_cards: Sequence[PlayingCard]
    random_below: Callable[[int], int]

    def results_by_card(self) -> Iterator[tuple[Any, ...]]:
        """Yield a tuple of all results of each card, card 0 first."""
        return zip(*self.results, strict=True)


@record
class CellSpec:
    """One cell of a section, ``row`` counted from 1, and the roll that it stands for."""

    section: str
    column: str
    row: int
    roll: Roll


@record
class Section:
    """The base class of sections: a name, which is the key in deck.json, and printed texts.

    What is dealt are its ``cells``, each a roll, and its ``dealt_variables``. ``labels`` are translations of
    the labels of its columns or rolls.
    """

    name: str
    title: str
    help: str
    _: KW_ONLY
    labels: tuple[tuple[str, str], ...] = ()
    marks: tuple[tuple[str, str], ...] = ()
    """The game's explanations of its marks, in addition to the general ones."""

    @classmethod
    def kind(cls) -> str:
        """Return the kind's name in YAML, such as "grid"."""
        return cls.__name__.removesuffix("Section").lower()

    @classmethod
    @abstractmethod
    def from_yaml(cls, head: Head, node: YamlValue, context: DeckContext) -> Self | None:
        """Return the section that valid YAML describes; None, with problems added, if it is wrong."""

    @abstractmethod
    def parse_value(self, data: Any) -> Any:
        """Return a card's value from deck.json data. Raises ValueError if the section cannot have it."""

    def printed_label(self, key: str) -> str:
        """Return the printed label of a column or roll."""
        return dict(self.labels).get(key, key)

    def cells(self) -> Sequence[CellSpec]:
        """Return all cells, column by column, row 1 first; none if the section rolls no dice."""
        return ()

    def rolled_cells(self) -> Sequence[CellSpec]:
        """Return the cells that are rolled in play: a grid's pools if it is read across cells, else the cells."""
        return self.cells()

    def dealt_variables(self, size: int) -> Sequence[DealtVariable]:
        """Return what is dealt to a deck of ``size`` cards besides the cells; by default nothing."""
        return ()

    def audited_variables(self, size: int) -> Sequence[DealtVariable]:
        """Return what an audit counts: the dealt variables, or facts of the card as if they were dealt."""
        return self.dealt_variables(size)

    def possible_marks(self, faces: Sequence[PlayingCard]) -> Sequence[str]:
        """Return the names of marks (VALUE, FAILURE ...) and attributes of hit locations on these cards; none here."""
        return ()

    @abstractmethod
    def card_values(self, dealt: DealtResults) -> Sequence[Any]:
        """Return the value of every card from the dealt results."""

    def results_of(self, value: Any) -> Sequence[Any]:
        """Return a card's results from its value, cells and variables in order, as dealt: without a bonus."""
        return (value,)

    def value_error(self) -> ValueError:
        """Return the error for a value that this section cannot have."""
        return ValueError(f"is not what the section {self.name} can be")


@record
class RolledSection(Section):
    """A section whose cells are rolls.

    ``tail_bar``: the largest allowed gap between deck and dice in P(total >= t), in cards; None for the default
    of each roll. ``open_least``: the least number that open cards print, by cell; on other cells their numbers look
    exceptional. ``exact``: by cell, where it is not "auto".
    """

    _: KW_ONLY
    tail_bar: Fraction | None = None
    open_least: tuple[tuple[str, int], ...] = ()
    exact: tuple[tuple[str, Exact], ...] = ()

    @abstractmethod
    def cell_name(self, cell: CellSpec) -> str:
        """Return the name of a cell in YAML."""

    def tail_limit(self, cell: CellSpec) -> Fraction:
        """Return the largest allowed tail error of a cell, in cards."""
        return default_tail_limit(cell.roll) if self.tail_bar is None else self.tail_bar

    def least_open(self, cell: CellSpec) -> int | None:
        """Return the least number that open cards of a cell print; None if the game sets none."""
        return dict(self.open_least).get(self.cell_name(cell))

    def exact_in(self, cell: CellSpec) -> Exact:
        """Return where the mean of a cell is exact: in each deck, over sets, or as its limits allow ("auto")."""
        return dict(self.exact).get(self.cell_name(cell), "auto")


class CellRules(TypedDict):
    """What a section with rolls asks of its cells."""

    open_least: tuple[tuple[str, int], ...]
    exact: tuple[tuple[str, Exact], ...]


def read_cell_rules(
    node: YamlValue, cells_by_name: Mapping[str, Sequence[str]], context: DeckContext, complaint: str
) -> CellRules:
    """Return what ``open`` and ``exact`` ask of each cell; adds a problem for each unknown name in them.

    ``cells_by_name``: the cells that each name stands for; of two names of a cell the later one counts.
    ``complaint`` begins the message about an unknown name.
    """

    def values_by_cell(key: str) -> Mapping[str, Any]:
        """Return the values under a key: one for all cells, or those of the names."""
        written = node.get(key, {})
        if not isinstance(written, dict):
            return {cell: written for cells in cells_by_name.values() for cell in cells}
        entries = {entry.name: entry for entry in node.items(key)}
        for entry in entries.values():
            entry.check_name(cells_by_name, context.problems, complaint, entry.name)
        named = [(cells, entries[name].value) for name, cells in cells_by_name.items() if name in entries]
        return {cell: value for cells, value in named for cell in cells}

    return {
        "open_least": tuple(sorted((cell, 1 if n == "any" else n) for cell, n in values_by_cell("open").items())),
        "exact": tuple(sorted((cell, exact) for cell, exact in values_by_cell("exact").items() if exact != "auto")),
    }


def default_tail_limit(roll: Roll) -> Fraction:
    """Return the largest tail error of a roll, in cards, if the game sets none.

    Half a card is about the best that whole cards allow. Sums cancel errors across decks.
    """
    return Fraction(1) if roll.keep == "sum" and len(roll.dice) > 1 else Fraction(4, 5)
