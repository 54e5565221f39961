"""Sections ``marks``: a line-up of figures, some of them marked."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Self

from deckgen.game.faces import Face
from deckgen.game.sections.base import Dealt, DeckContext, Draw, Head, Section, Share
from deckgen.game.sections.shares import part
from deckgen.game.values import MARKED, is_whole
from deckgen.records import record
from deckgen.sources import YamlValue


@record
class MarksSection(Section):
    """A line-up of ``count`` places, each marked on ``cards`` of the deck's cards."""

    count: int
    cards: Fraction

    @classmethod
    def from_yaml(cls, head: Head, spot: YamlValue, deal: DeckContext) -> Self | None:
        cards = part(spot, deal)
        return None if cards is None else cls(**head, count=spot.value["count"], cards=cards)

    def marked(self, faces: Sequence[Face]) -> Sequence[str]:
        return [MARKED]

    def read(self, data: Any) -> tuple[int, ...]:
        if isinstance(data, list) and all(is_whole(each, 1, self.count) for each in data):
            return tuple(data)
        raise self.refused()

    def draws(self, size: int) -> Sequence[Draw]:
        return tuple(
            Draw((Share(False, size - self.cards, 0, ""), Share(True, self.cards, 1, str(i))), label=str(i))
            for i in range(1, self.count + 1)
        )

    def on_cards(self, dealt: Dealt) -> Sequence[tuple[int, ...]]:
        return [tuple(i for i, marked in enumerate(card, start=1) if marked) for card in dealt.by_card()]

    def drawn(self, value: Any) -> Sequence[bool]:
        return [i in value for i in range(1, self.count + 1)]
