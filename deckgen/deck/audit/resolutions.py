"""The audit of resolutions: how often one card settles several things as it should, beside the dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from deckgen.deck.cards import Deck
from deckgen.deck.deal.joint_odds import chances, dice_chances, first_card_chances
from deckgen.game.model import DeckSpec
from deckgen.game.resolutions import Resolution
from deckgen.records import record

_BAR = Fraction(1)

JointChances = tuple[Fraction, Fraction]
"""The chance of a resolution in one draw from a full deck, and of a task in the long run."""


@record
class ResolutionAudit:
    """The chances that all conditions of a resolution hold, in one deck or in several drawn from in turn.

    ``dice`` is that of independent dice. In the long run only the first card of a task comes up as the rule for
    shuffling has it; cards that are added come from the rest of a whole deck. ``off`` and ``long_run_off``
    are how far the deck is from the dice, in cards; either is at most ``bar``.
    """

    resolution: Resolution
    size: int
    dice: Fraction
    one_draw: Fraction
    long_run: Fraction
    bar: Fraction = _BAR

    @property
    def off(self) -> Fraction:
        return (self.one_draw - self.dice) * self.size

    @property
    def long_run_off(self) -> Fraction:
        return (self.long_run - self.dice) * self.size

    @property
    def passed(self) -> bool:
        return max(abs(self.off), abs(self.long_run_off)) <= self.bar


def joint_chances(deck: Deck, spec: DeckSpec) -> list[JointChances]:
    """The chances of every resolution in one deck, exactly."""
    values = {section.name: [card.sections[section.name] for card in deck.cards] for section in spec.sections}
    plain, joker = first_card_chances(spec)
    found = []
    for resolution in spec.resolutions:
        by_card = chances(resolution, spec, values)
        whole = sum(filter(None, by_card), Fraction(0))
        wild = sum((by_card[i] for i in spec.jokers()), Fraction(0))
        found.append((whole / spec.size, whole * plain + wild * (joker - plain)))
    return found


class JointSums:
    """The chances of every resolution in some decks, added up."""

    def __init__(self, *decks: Sequence[JointChances]) -> None:
        self.decks = 0
        self._sums: list[JointChances] = []
        for found in decks:
            self.add(found)

    def add(self, found: Sequence[JointChances]) -> None:
        """Add those of a deck."""
        self.decks += 1
        sums = self._sums or [(Fraction(0), Fraction(0))] * len(found)
        self._sums = [(a + c, b + d) for (a, b), (c, d) in zip(sums, found, strict=True)]

    def audits(self, spec: DeckSpec) -> Iterator[ResolutionAudit]:
        """The audit of every resolution, in the decks together."""
        for resolution, dice, (one, long_run) in zip(
            spec.resolutions, dice_chances(spec), self._sums, strict=True
        ):
            yield ResolutionAudit(resolution, spec.size, dice, one / self.decks, long_run / self.decks)
