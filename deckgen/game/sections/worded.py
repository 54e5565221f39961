"""What is one of several values on every card, each printed as itself or as a word."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from deckgen.game.faces import Face
from deckgen.game.sections.base import Draw, Section, Share, refuse
from deckgen.game.shares import Outcome
from deckgen.game.values import Scalar


@dataclass(frozen=True)
class WordedSection(Section):
    """``outcomes`` are all values with their shares of the cards; ``word(outcomes, value)`` is printed."""

    outcomes: tuple[Outcome, ...]

    def read(self, data: Any) -> Scalar:
        """The value, if one of the outcomes has it."""
        for outcome in self.outcomes:
            if type(outcome.value) is type(data) and outcome.value == data:
                return outcome.value
        raise refuse(self)

    def draws(self, size: int) -> Sequence[Draw]:
        """One draw of all outcomes."""
        worth = worths([outcome.value for outcome in self.outcomes])
        shares = (
            Share(outcome.value, outcome.cards, each, said(outcome.value))
            for outcome, each in zip(self.outcomes, worth, strict=True)
        )
        return (Draw(tuple(shares)),)

    def on_cards(
        self, drawn: Sequence[Sequence[Any]], faces: Sequence[Face], below: Callable[[int], int]
    ) -> Sequence[Scalar]:
        """The values as they were drawn."""
        return drawn[0]


def worths(values: Sequence[Scalar]) -> list[int]:
    """A number for each value, for correlations: the value itself, or its place among words."""
    if all(isinstance(value, int) or value is None for value in values):
        return [0 if value is None else int(value) for value in values]
    return list(range(len(values)))


def said(value: Scalar) -> str:
    """A value as an audit names it."""
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
    return str(value)
