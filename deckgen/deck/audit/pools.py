"""The audit of pools that are read across a card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import zip_longest

from deckgen.deck.cards import Deck
from deckgen.deck.deal.pool_odds import column_odds
from deckgen.game.model import CellSpec, DeckSpec, GridSection
from deckgen.odds import Distribution, distribution
from deckgen.records import record

Odds = dict[tuple[str, str, int], tuple[Sequence[int], int]]
"""By section, column and number of cells: P(>= T) by T, as numbers of orders and of how many."""


_NEARLY = 1e-9
"""Far more than floating point may hide of a chance."""


@record
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
                odds = column_odds(cards, critical=section.critical_failure)
                for dice in range(2, section.rows + 1):
                    found[section.name, label, dice] = odds.counts(dice)
    return found


class PoolSums:
    """The odds of pools in some decks, added up."""

    def __init__(self, *decks: Odds) -> None:
        self.decks = 0
        self._sums: dict[tuple[str, str, int], dict[int, list[int]]] = {}
        for odds in decks:
            self.add(odds)

    def add(self, odds: Odds) -> None:
        """Add those of a deck."""
        self.decks += 1
        for pool, (counts, whole) in odds.items():
            sums = self._sums.setdefault(pool, {})
            pairs = zip_longest(sums.get(whole, ()), counts, fillvalue=0)
            sums[whole] = [one + other for one, other in pairs]

    def audits(self, spec: DeckSpec) -> Iterator[PoolAudit]:
        """The audit of every pool of two cells or more, in the decks together."""
        for section in spec.sections:
            if not isinstance(section, GridSection):
                continue
            for cell in section.pools():
                if cell.row > 1:
                    sums = self._sums[cell.section, cell.column, cell.row]
                    error = _largest_error(sums, self.decks, distribution(cell.roll))
                    yield PoolAudit(cell, error * spec.size, section.pool_bar)


def _largest_error(sums: Mapping[int, Sequence[int]], decks: int, dice: Distribution) -> Fraction:
    """The largest difference at any total, as a chance: beyond the last of the decks', the dice's only falls.

    All are compared in floating point first, and those that may be the largest in fractions.
    """
    length = max(map(len, sums.values()))
    theirs = dice.tails(length - 1)
    about = [0.0] * length
    for whole, counts in sums.items():
        for t, count in enumerate(counts):
            about[t] += count / whole
    off = [abs(ours / decks - float(chance)) for ours, chance in zip(about, theirs, strict=True)]
    worst = max(off) - _NEARLY

    def exact(t: int) -> Fraction:
        ours = sum(
            (Fraction(counts[t], whole) for whole, counts in sums.items() if t < len(counts)), Fraction(0)
        )
        return abs(ours / decks - theirs[t])

    return max(exact(t) for t, each in enumerate(off) if each >= worst)
