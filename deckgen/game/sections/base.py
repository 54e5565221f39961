"""What every kind of section is: words, the rule of what is dealt, the shape of a card's value, and its schema."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Self

from deckgen.errors import Faults
from deckgen.game.context import DeckContext
from deckgen.game.faces import Face
from deckgen.game.values import Cell, Scalar
from deckgen.odds import Roll
from deckgen.sources import Spot

Head = Mapping[str, str]
"""A section's name, and its title and help as they are printed."""
Schema = Mapping[str, Any]
"""A part of a JSON Schema."""


@dataclass(frozen=True)
class Share:
    """One result of a draw and the number of cards that are dealt it.

    ``worth`` is a number for it in correlations. ``name`` is what an audit calls it; "" is not counted there.
    """

    result: Scalar | Cell
    cards: Fraction
    worth: int
    name: str


@dataclass(frozen=True)
class Draw:
    """A result that every card is dealt on its own; the shares sum to the deck.

    ``label`` tells the draws of a section apart, ``place`` does so in an audit.
    """

    shares: tuple[Share, ...]
    label: str | None = None
    place: str = ""


@dataclass(frozen=True)
class CellSpec:
    """One place of a grid (``row`` counts from 1) and the roll it stands for."""

    section: str
    column: str
    row: int
    roll: Roll


@dataclass(frozen=True)
class Section:
    """What every kind of section has: its key in deck.json, and the words printed about it.

    What is dealt in it is its ``cells``, each a roll on its own, and its ``draws``.
    """

    name: str
    title: str
    help: str

    about: ClassVar[str]
    """What a section of this kind holds, in a few words."""
    schema: ClassVar[Schema]
    """Its keys in YAML, beside kind, title and help, as JSON Schema."""

    @classmethod
    def kind(cls) -> str:
        """The kind's name in YAML."""
        return cls.__name__.removesuffix("Section").lower()

    @classmethod
    @abstractmethod
    def from_yaml(cls, head: Head, spot: Spot, deal: DeckContext, faults: Faults) -> Self | None:
        """The section that YAML, which fits the schema, describes; None, with faults added, if it is wrong."""

    @abstractmethod
    def read(self, data: Any) -> Any:
        """A card's value from deck.json. Raises ValueError if this section cannot have it."""

    def cells(self) -> Sequence[CellSpec]:
        """All cells, column by column, row 1 first; none where no dice are rolled."""
        return ()

    def draws(self, size: int) -> Sequence[Draw]:
        """What is dealt to a deck of ``size`` cards beside the cells."""
        return ()

    def counted(self, size: int) -> Sequence[Draw]:
        """What an audit counts: the draws, or what follows from the card as if it were drawn."""
        return self.draws(size)

    @abstractmethod
    def on_cards(
        self, drawn: Sequence[Sequence[Any]], faces: Sequence[Face], below: Callable[[int], int]
    ) -> Sequence[Any]:
        """Every card's value: ``drawn[d][c]`` is the result of cell or draw d on card c.

        ``below(n)`` is a random whole number from 0 to n - 1, for what depends on the seed beside that.
        """

    def drawn(self, value: Any) -> Sequence[Any]:
        """A card's results, cell by cell and draw by draw, back from its value."""
        return (value,)


def refuse(section: Section) -> ValueError:
    """The error for a value that a section cannot have."""
    return ValueError(f"is not what the section {section.name} can be")


def keys(about: str, required: Iterable[str], properties: Mapping[str, Any]) -> Schema:
    """The schema of a kind of section: what it is, its required keys, and all its keys."""
    said = {"kind": True, "title": ref("title"), "help": ref("help")}
    return {
        "description": about,
        "required": ["kind", "title", *required],
        "additionalProperties": False,
        "properties": {**said, **properties},
    }


def ref(name: str, about: str = "") -> Schema:
    """A reference to a definition of the game's schema, with words of its own."""
    return {"$ref": f"#/$defs/{name}", **({"description": about} if about else {})}


def whole(least: int, most: int, about: str) -> Schema:
    """The schema of a whole number."""
    return {"description": about, "type": "integer", "minimum": least, "maximum": most}
