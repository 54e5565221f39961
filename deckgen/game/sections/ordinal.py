"""Sections ``ordinal``: a number that follows from the card's place in the deck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Self

from deckgen.game.context import DeckContext
from deckgen.game.faces import Face
from deckgen.game.sections.base import Dealt, Head, Section, keys
from deckgen.game.values import NONE, VALUE
from deckgen.records import record
from deckgen.sources import Spot


@record
class OrdinalSection(Section):
    """A number that follows from the card's place in the deck: its impulse, suit or rank.

    Suits count from 1 in the deck's order, ranks from 1; a low joker's rank is 0, a high joker's one
    more than the highest rank; jokers have no suit (null), unless ``jokers`` numbers the low and the high ones.
    """

    source: Literal["impulse", "suit", "rank"]
    jokers: tuple[int, int] | None = None

    about = "the card's impulse, suit or rank"
    schema = keys(
        "A number that follows from the card's place in the deck.",
        ["source"],
        source={
            "description": "impulse: the place from 0. suit: the suit from 1, none for jokers. rank: the rank from 1, jokers one below and one above.",
            "enum": ["impulse", "suit", "rank"],
        },
        jokers={
            "description": "Where the suit counts: the numbers of low and of high jokers, such as [0, 5]; none if left out.",
            "type": "array",
            "minItems": 2,
            "maxItems": 2,
            "items": {"type": "integer", "minimum": 0, "maximum": 99},
        },
    )

    @classmethod
    def from_yaml(cls, head: Head, spot: Spot, deal: DeckContext) -> Self | None:
        """The section; a deck without suits cannot number them."""
        source = spot.value["source"]
        if source == "suit" and not any(face.suit for face in deal.faces):
            remedy = "choose impulse or rank, or give the deck suits"
            deal.blame(spot.at("source"), "the deck has no suits", remedy)
            return None
        if "jokers" in spot.value and source != "suit":
            what = f"by its {source} a joker has a number already"
            deal.blame(spot.at("jokers"), what, "write source: suit, or delete jokers")
            return None
        return cls(
            **head, source=source, jokers=tuple(spot.value["jokers"]) if "jokers" in spot.value else None
        )

    def marked(self, faces: Sequence[Face]) -> Sequence[str]:
        jokers = any(face.joker for face in faces)
        return [VALUE] + [NONE] * (self.source == "suit" and self.jokers is None and jokers)

    def read(self, data: Any) -> int | None:
        if data is None or type(data) is int:
            return data
        raise self.refused()

    def on_cards(self, dealt: Dealt) -> Sequence[int | None]:
        faces = dealt.faces
        if self.source == "impulse":
            return list(range(len(faces)))
        of = "suit" if self.source == "suit" else "rank"
        known = list(dict.fromkeys(getattr(face, of) for face in faces if not face.joker))
        low, high = self.jokers or ((None, None) if of == "suit" else (0, len(known) + 1))
        first = next((i for i, face in enumerate(faces) if not face.joker), 0)
        return [
            known.index(getattr(face, of)) + 1 if not face.joker else low if i < first else high
            for i, face in enumerate(faces)
        ]
