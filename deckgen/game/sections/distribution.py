"""Sections ``distribution``: one of several values on every card, each printed as itself or as a word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from deckgen.game.context import DeckContext
from deckgen.game.faces import Face
from deckgen.game.sections.base import Dealt, Draw, Head, Section, Share, keys, ref
from deckgen.game.shares import Outcome, outcomes
from deckgen.game.values import NONE, VALUE, Scalar
from deckgen.records import record
from deckgen.sources import Spot


@record
class WordedSection(Section):
    """``outcomes`` are all values with their shares of the cards; ``word(outcomes, value)`` is printed."""

    outcomes: tuple[Outcome, ...]

    def marked(self, faces: Sequence[Face]) -> Sequence[str]:
        nothing = [outcome.value is None for outcome in self.outcomes]
        return [VALUE] * (not all(nothing)) + [NONE] * any(nothing)

    def read(self, data: Any) -> Scalar:
        for outcome in self.outcomes:
            if type(outcome.value) is type(data) and outcome.value == data:
                return outcome.value
        raise self.refused()

    def draws(self, size: int) -> Sequence[Draw]:
        worth = worths([outcome.value for outcome in self.outcomes])
        shares = (
            Share(outcome.value, outcome.cards, each, said(outcome.value))
            for outcome, each in zip(self.outcomes, worth, strict=True)
        )
        return (Draw(tuple(shares)),)

    def on_cards(self, dealt: Dealt) -> Sequence[Scalar]:
        return dealt.drawn[0]


@record
class DistributionSection(WordedSection):
    """One value a card, each on its share of the deck."""

    about = "one of several values"
    schema = keys(
        "One of several values on every card, each on its share of the deck.",
        ["outcomes"],
        outcomes=ref("outcomes"),
    )

    @classmethod
    def from_yaml(cls, head: Head, spot: Spot, deal: DeckContext) -> Self | None:
        """The section; its shares must sum to the deck."""
        made = outcomes(spot.at("outcomes"), deal)
        return None if made is None else cls(**head, outcomes=made)


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
