"""The audit of pools that are read across a card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest

from deckgen.deck.cards import Deck
from deckgen.deck.deal.pool_odds import column_odds
from deckgen.game.model import CellSpec, DeckSpec, GridSection
from deckgen.odds import distribution

Odds = dict[tuple[str, str, int], list[Fraction]]
"""P(>= T) by T, by section, column and number of cells."""


@dataclass(frozen=True)
class PoolAudit:
    """The highest of the first ``cell.row`` cells of a column, in one deck or in several drawn from in turn.

    ``tail_error`` is the largest |P(total >= T) of the decks − of as many dice|, in cards; at most ``bar``.
    """

    cell: CellSpec
    tail_error: Fraction
    bar: Fraction

    @property
    def passed(self) -> bool:
        return self.tail_error <= self.bar


def pool_odds(deck: Deck, spec: DeckSpec) -> Odds:
    """The tails of all pools of two cells or more in one deck; a single cell has an audit of its own."""
    found: Odds = {}
    for section in spec.sections:
        if isinstance(section, GridSection) and section.reads == "first-n":
            for label, cards in deck.columns(section).items():
                odds = column_odds(tuple(cards), critical=section.critical_failure)
                for dice in range(2, section.rows + 1):
                    found[section.name, label, dice] = odds.tails(dice)
    return found


def pool_audits(decks: Sequence[Odds], spec: DeckSpec) -> Iterator[PoolAudit]:
    """The audit of every pool of two cells or more, from the odds of each deck."""
    for section in spec.sections:
        if not isinstance(section, GridSection):
            continue
        for cell in section.pools():
            if cell.row > 1:
                error = _largest_error([odds[cell.section, cell.column, cell.row] for odds in decks], cell)
                yield PoolAudit(cell, error * spec.size, section.pool_bar)


def _largest_error(tails: Sequence[list[Fraction]], cell: CellSpec) -> Fraction:
    """The largest difference at any total, as a chance: beyond the last of the decks', the dice's only falls."""
    dice = distribution(cell.roll)
    together = [sum(each, Fraction(0)) / len(tails) for each in zip_longest(*tails, fillvalue=Fraction(0))]
    theirs = dice.tails(len(together) - 1)
    return max(abs(a - b) for a, b in zip(together, theirs, strict=True))
