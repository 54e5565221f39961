"""Sections ``distribution`` and ``text``: one of several values per card, printed as it is or as a word."""

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
    """A section with one value per card; ``outcomes`` are all values, with numbers of cards and printed words."""

    outcomes: tuple[Outcome, ...]

    def possible_marks(self, faces: Sequence[PlayingCard]) -> Sequence[str]:
        """Return VALUE if an outcome has a value, and NONE if one has none."""
        nothing = [outcome.value is None for outcome in self.outcomes]
        return [VALUE] * (not all(nothing)) + [NONE] * any(nothing)

    def parse_value(self, data: Any) -> Scalar:
        """Return a card's value; raises ValueError unless it is that of an outcome."""
        if not is_one_of(data, (outcome.value for outcome in self.outcomes)):
            raise self.value_error()
        return data  # type: ignore[no-any-return]

    def dealt_variables(self, size: int) -> Sequence[DealtVariable]:
        """Return one variable, the value, with a share for each outcome."""
        worths = correlation_values([outcome.value for outcome in self.outcomes])
        shares = (
            Share(outcome.value, outcome.cards, value_worth, audit_name(outcome.value))
            for outcome, value_worth in zip(self.outcomes, worths, strict=True)
        )
        return (DealtVariable(tuple(shares)),)

    def card_values(self, dealt: DealtResults) -> Sequence[Scalar]:
        return dealt.results[0]


@record
class DistributionSection(WordedSection):
    """One value per card, each on its share of the deck."""

    @classmethod
    def from_yaml(cls, head: Head, node: YamlValue, context: DeckContext) -> Self | None:
        outcomes = read_outcomes(node.at("outcomes"), context)
        return None if outcomes is None else cls(**head, outcomes=outcomes)


@record
class TextSection(WordedSection):
    """Texts on some of the cards; ``outcomes`` are each text, or None, with its share of cards."""

    @classmethod
    def from_yaml(cls, head: Head, node: YamlValue, context: DeckContext) -> Self | None:
        """Return the section, whose blank cards have the outcome None; None, with problems added, if wrong."""
        entries = node.items("texts")
        shares = [optional_share(entry, context) for entry in entries]
        report_repeats(entries, "text", "keep one, with the cards of both", context)
        card_counts = [share for share in shares if share is not None]
        if len(card_counts) < len(shares):
            return None
        blank_cards = context.size - sum(card_counts, Fraction(0))
        if blank_cards < 0:
            message = (
                f"the texts are on {format_number(context.size - blank_cards)} cards, but the deck has {context.size}"
            )
            context.report(node.at("texts"), message, "give them fewer cards")
            return None
        texts = [
            Outcome(entry.value["text"], cards, context.words.print_text(entry, "text"))
            for entry, cards in zip(entries, card_counts, strict=True)
        ]
        return cls(**head, outcomes=(*texts, *([Outcome(None, blank_cards)] if blank_cards else ())))


def correlation_values(values: Sequence[Scalar]) -> list[int]:
    """Return numbers for correlations: the values themselves, None as 0, or their indexes if some are words."""
    if all(isinstance(value, int) or value is None for value in values):
        return [0 if value is None else int(value) for value in values]
    return list(range(len(values)))


def audit_name(value: Scalar) -> str:
    """Return the name of a value in an audit: "none", "yes", "no", or its text."""
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
    return str(value)
