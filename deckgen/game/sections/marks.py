"""Sections ``marks``: a line-up of figures, some of them marked."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Self

from deckgen.game.faces import PlayingCard
from deckgen.game.sections.base import DealtResults, DealtVariable, DeckContext, Head, Section, Share
from deckgen.game.sections.shares import optional_share
from deckgen.game.values import MARKED, is_int_between
from deckgen.records import record
from deckgen.sources import YamlValue


@record
class MarksSection(Section):
    """A line-up of ``count`` figures, each marked on ``cards`` of the deck's cards."""

    count: int
    cards: Fraction

    @classmethod
    def from_yaml(cls, head: Head, node: YamlValue, context: DeckContext) -> Self | None:
        cards = optional_share(node, context)
        return None if cards is None else cls(**head, count=node.value["count"], cards=cards)

    def possible_marks(self, faces: Sequence[PlayingCard]) -> Sequence[str]:
        return [MARKED]

    def parse_value(self, data: Any) -> tuple[int, ...]:
        """Return the numbers of the marked figures, from 1. Raises ValueError."""
        if isinstance(data, list) and all(is_int_between(number, 1, self.count) for number in data):
            return tuple(data)
        raise self.value_error()

    def dealt_variables(self, size: int) -> Sequence[DealtVariable]:
        """Return a variable for each figure, figure 1 first: whether it is marked."""
        return tuple(
            DealtVariable((Share(False, size - self.cards, 0, ""), Share(True, self.cards, 1, str(i))), label=str(i))
            for i in range(1, self.count + 1)
        )

    def card_values(self, dealt: DealtResults) -> Sequence[tuple[int, ...]]:
        return [tuple(i for i, marked in enumerate(card, start=1) if marked) for card in dealt.results_by_card()]

    def results_of(self, value: Any) -> Sequence[bool]:
        """Return for each figure whether it is marked."""
        return [i in value for i in range(1, self.count + 1)]
