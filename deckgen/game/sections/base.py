"""What every kind of section is: words, the rule of what is dealt and the shape of a card's value."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, field
from fractions import Fraction
from typing import Any, Literal, Self, TypedDict

from deckgen.errors import Problems
from deckgen.game.faces import PlayingCard
from deckgen.game.translation import Translation
from deckgen.game.values import Cell, Scalar
from deckgen.odds import Roll
from deckgen.records import record
from deckgen.sources import YamlValue

DrawModel = Literal["without-replacement", "with-replacement"]


@record
class DeckContext:
    """What a section is read for: the deck's faces and draw, the game's named columns and its printed words.

    What is wrong with a section is added to ``problems``.
    """

    playing_cards: tuple[PlayingCard, ...]
    columns: Mapping[str, YamlValue | None]
    """None are those with a problem that was added already."""
    problems: Problems = field(default_factory=Problems)
    words: Translation = field(default_factory=Translation)
    draw: DrawModel = "without-replacement"

    @property
    def size(self) -> int:
        return len(self.playing_cards)

    def report(self, spot: YamlValue, what: str, remedy: str) -> None:
        spot.report(self.problems, what, remedy)


class Head(TypedDict):
    """A section's name, and its title, help and marks as they are printed."""

    name: str
    title: str
    help: str
    marks: tuple[tuple[str, str], ...]


@record
class Share:
    """One result of a draw and the number of cards that are dealt it.

    ``worth`` is a number for it in correlations. ``name`` is what an audit calls it; "" is not counted there.
    """

    result: Scalar | Cell
    cards: Fraction
    worth: int
    name: str


@record
class DealtVariable:
    """A result that every card is dealt on its own; the shares sum to the deck.

    ``label`` tells the draws of a section apart, ``place`` does so in an audit.
    """

    shares: tuple[Share, ...]
    label: str | None = None
    audit_label: str = ""


@record
class DealtResults:
    """What was dealt of a section: ``drawn[d][c]`` is the result of cell or draw d on card c.

    ``below(n)`` is a random whole number from 0 to n - 1, for what depends on the seed beside that.
    """

    results: Sequence[Sequence[Any]]
    playing_cards: Sequence[PlayingCard]
    random_below: Callable[[int], int]

    def results_by_card(self) -> Iterator[tuple[Any, ...]]:
        """All results of a card, card 0 first."""
        return zip(*self.results, strict=True)


@record
class CellSpec:
    """One place of a grid (``row`` counts from 1) and the roll it stands for."""

    section: str
    column: str
    row: int
    roll: Roll


@record
class Section:
    """What every kind of section has: its key in deck.json, and the words printed about it.

    What is dealt in it is its ``cells``, each a roll on its own, and its ``draws``. ``labels`` are the printed
    words for labels of its columns or rolls that are translated.
    """

    name: str
    title: str
    help: str
    _: KW_ONLY
    labels: tuple[tuple[str, str], ...] = ()
    marks: tuple[tuple[str, str], ...] = ()
    """What the game says of its marks, beside what they mean on any card."""

    @classmethod
    def kind(cls) -> str:
        """The kind's name in YAML."""
        return cls.__name__.removesuffix("Section").lower()

    @classmethod
    @abstractmethod
    def from_yaml(cls, head: Head, spot: YamlValue, deal: DeckContext) -> Self | None:
        """The section that YAML, which fits the schema, describes; None, with problems added, if it is wrong."""

    @abstractmethod
    def parse_value(self, data: Any) -> Any:
        """A card's value from deck.json. Raises ValueError if this section cannot have it."""

    def printed_label(self, key: str) -> str:
        """What is printed for the label of a column or roll."""
        return dict(self.labels).get(key, key)

    def cells(self) -> Sequence[CellSpec]:
        """All cells, column by column, row 1 first; none where no dice are rolled."""
        return ()

    def rolled_cells(self) -> Sequence[CellSpec]:
        """What is rolled at a time: the pools of a grid that is read across its cells, else the cells."""
        return self.cells()

    def dealt_variables(self, size: int) -> Sequence[DealtVariable]:
        """What is dealt to a deck of ``size`` cards beside the cells."""
        return ()

    def audited_variables(self, size: int) -> Sequence[DealtVariable]:
        """What an audit counts: the draws, or what follows from the card as if it were drawn."""
        return self.dealt_variables(size)

    def possible_marks(self, faces: Sequence[PlayingCard]) -> Sequence[str]:
        """The marks that can come up on the cards of ``faces``; attributes of places are among them."""
        return ()

    @abstractmethod
    def card_values(self, dealt: DealtResults) -> Sequence[Any]:
        """The value of every card, from what was dealt."""

    def results_of(self, value: Any) -> Sequence[Any]:
        """A card's results, cell by cell and draw by draw, back from its value: as dealt, without a bonus."""
        return (value,)

    def value_error(self) -> ValueError:
        return ValueError(f"is not what the section {self.name} can be")


def default_tail_limit(roll: Roll) -> Fraction:
    """The largest tail error of a roll, in cards, where a game names none.

    Half a card is about the best that whole cards allow; a pool's odds must be the closest, and sums, which have
    most room, may part most, as their decks' errors cancel.
    """
    if len(roll.dice) == 1:
        return Fraction(4, 5)
    return Fraction(1) if roll.keep == "sum" else Fraction(3, 5)
