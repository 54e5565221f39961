"""Sections ``distribution`` and ``text``: one of several values on every card, printed as itself or as a word, or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Self

from deckgen.game.faces import PlayingCard
from deckgen.game.sections.base import DealtResults, DealtVariable, DeckContext, Head, Section, Share
from deckgen.game.sections.shares import Outcome, format_number, optional_share, read_outcomes, report_repeats
from deckgen.game.values import NONE, VALUE, Scalar, is_one_of
from deckgen.records import record
from deckgen.sources import YamlValue


@record
class WordedSection(Section):
    """``outcomes`` are all values with their shares of the cards; ``word(outcomes, value)`` is printed."""

    outcomes: tuple[Outcome, ...]

    def possible_marks(self, faces: Sequence[PlayingCard]) -> Sequence[str]:
        nothing = [outcome.value is None for outcome in self.outcomes]
        return [VALUE] * (not all(nothing)) + [NONE] * any(nothing)

    def parse_value(self, data: Any) -> Scalar:
        if not is_one_of(data, (outcome.value for outcome in self.outcomes)):
            raise self.value_error()
        return data  # type: ignore[no-any-return]

    def dealt_variables(self, size: int) -> Sequence[DealtVariable]:
        worth = correlation_values([outcome.value for outcome in self.outcomes])
        shares = (
            Share(outcome.value, outcome.cards, each, audit_name(outcome.value))
            for outcome, each in zip(self.outcomes, worth, strict=True)
        )
        return (DealtVariable(tuple(shares)),)

    def card_values(self, dealt: DealtResults) -> Sequence[Scalar]:
        return dealt.results[0]


@record
class DistributionSection(WordedSection):
    """One value a card, each on its share of the deck."""

    @classmethod
    def from_yaml(cls, head: Head, spot: YamlValue, deal: DeckContext) -> Self | None:
        made = read_outcomes(spot.at("outcomes"), deal)
        return None if made is None else cls(**head, outcomes=made)


@record
class TextSection(WordedSection):
    """Words on some of the cards; ``outcomes`` maps each text (or null) to its share of cards."""

    @classmethod
    def from_yaml(cls, head: Head, spot: YamlValue, deal: DeckContext) -> Self | None:
        entries = spot.items("texts")
        parts = [optional_share(entry, deal) for entry in entries]
        report_repeats(entries, "text", "keep one, with the cards of both", deal)
        whole = [each for each in parts if each is not None]
        if len(whole) < len(parts):
            return None
        rest = deal.size - sum(whole, Fraction(0))
        if rest < 0:
            what = f"the texts are on {format_number(deal.size - rest)} cards, but the deck has {deal.size}"
            deal.report(spot.at("texts"), what, "give them fewer cards")
            return None
        texts = [
            Outcome(entry.value["text"], cards, deal.words.print_text(entry, "text"))
            for entry, cards in zip(entries, whole, strict=True)
        ]
        return cls(**head, outcomes=(*texts, *([Outcome(None, rest)] if rest else ())))


def correlation_values(values: Sequence[Scalar]) -> list[int]:
    """A number for each value, for correlations: the value itself, or its place among words."""
    if all(isinstance(value, int) or value is None for value in values):
        return [0 if value is None else int(value) for value in values]
    return list(range(len(values)))


def audit_name(value: Scalar) -> str:
    """A value as an audit names it."""
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
    return str(value)
