"""Sections ``distribution`` and ``text``: one of several values on every card, printed as itself or as a word, or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Self

from deckgen.game.faces import Face
from deckgen.game.sections.base import Dealt, DeckContext, Draw, Head, Section, Share
from deckgen.game.sections.shares import Outcome, number, outcomes, part, refuse_repeats
from deckgen.game.values import NONE, VALUE, Scalar, is_among
from deckgen.records import record
from deckgen.sources import YamlValue


@record
class WordedSection(Section):
    """``outcomes`` are all values with their shares of the cards; ``word(outcomes, value)`` is printed."""

    outcomes: tuple[Outcome, ...]

    def marked(self, faces: Sequence[Face]) -> Sequence[str]:
        nothing = [outcome.value is None for outcome in self.outcomes]
        return [VALUE] * (not all(nothing)) + [NONE] * any(nothing)

    def read(self, data: Any) -> Scalar:
        if not is_among(data, (outcome.value for outcome in self.outcomes)):
            raise self.refused()
        return data  # type: ignore[no-any-return]

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

    @classmethod
    def from_yaml(cls, head: Head, spot: YamlValue, deal: DeckContext) -> Self | None:
        made = outcomes(spot.at("outcomes"), deal)
        return None if made is None else cls(**head, outcomes=made)


@record
class TextSection(WordedSection):
    """Words on some of the cards; ``outcomes`` maps each text (or null) to its share of cards."""

    @classmethod
    def from_yaml(cls, head: Head, spot: YamlValue, deal: DeckContext) -> Self | None:
        entries = spot.items("texts")
        parts = [part(entry, deal) for entry in entries]
        refuse_repeats(entries, "text", "keep one, with the cards of both", deal)
        whole = [each for each in parts if each is not None]
        if len(whole) < len(parts):
            return None
        rest = deal.size - sum(whole, Fraction(0))
        if rest < 0:
            what = f"the texts are on {number(deal.size - rest)} cards, but the deck has {deal.size}"
            deal.blame(spot.at("texts"), what, "give them fewer cards")
            return None
        texts = [
            Outcome(entry.value["text"], cards, deal.words.beside(entry, "text"))
            for entry, cards in zip(entries, whole, strict=True)
        ]
        return cls(**head, outcomes=(*texts, *([Outcome(None, rest)] if rest else ())))


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
