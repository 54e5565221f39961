"""Sections ``ordinal``: a number that follows from the card's place in the deck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Self

from deckgen.game.context import DeckContext
from deckgen.game.sections.base import Dealt, Head, Section, keys
from deckgen.sources import Spot


@dataclass(frozen=True)
class OrdinalSection(Section):
    """A number that follows from the card's place in the deck: its impulse, suit or rank.

    Suits count from 1 in the deck's order, ranks from 1; a low joker's rank is 0, a high joker's one
    more than the highest rank; jokers have no suit (null).
    """

    source: Literal["impulse", "suit", "rank"]

    about = "the card's impulse, suit or rank"
    schema = keys(
        "A number that follows from the card's place in the deck.",
        ["source"],
        source={
            "description": "impulse: the place from 0. suit: the suit from 1, none for jokers. rank: the rank from 1, jokers one below and one above.",
            "enum": ["impulse", "suit", "rank"],
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
        return cls(**head, source=source)

    def read(self, data: Any) -> int | None:
        if data is None or type(data) is int:
            return data
        raise self.refused()

    def on_cards(self, dealt: Dealt) -> Sequence[int | None]:
        faces = dealt.faces
        if self.source == "impulse":
            return list(range(len(faces)))
        suits = list(dict.fromkeys(face.suit for face in faces if face.suit is not None))
        if self.source == "suit":
            return [None if face.suit is None else suits.index(face.suit) + 1 for face in faces]
        ranks = list(dict.fromkeys(face.rank for face in faces if not face.joker))
        first = next((i for i, face in enumerate(faces) if not face.joker), 0)
        return [
            ranks.index(face.rank) + 1 if not face.joker else 0 if i < first else len(ranks) + 1
            for i, face in enumerate(faces)
        ]
