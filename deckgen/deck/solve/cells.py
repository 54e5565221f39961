"""The exact arithmetic of one cell: which numbers stand on how many cards, and what they average."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from deckgen.game.model import Cell, DrawModel

Counts = tuple[tuple[int, int], ...]
"""(value, number of cards) pairs, smallest value first."""


def mean_denominator(open_cards: int, size: int, draw: DrawModel) -> int:
    """Every mean of a deck with that many open cards is a multiple of 1 over this.

    With m plain cards that is m(m+1), m with replacement, and m too where no card is open.
    """
    m = size - open_cards
    return m * (m + 1) if open_cards and draw == "without-replacement" else m


def open_counts(mean: Fraction, size: int, draw: DrawModel, *, explodes: bool) -> tuple[tuple[int, ...], ...]:
    """The numbers of open cards that a cell may have, in groups, the ones to be preferred first.

    A roll that does not explode has none. Otherwise, if some allowed number makes the mean exact, only
    such numbers are listed: up to a quarter of the cards, then up to a third, then none at all (the
    dice's odds on plain cards alone). If none does, it is any number up to a quarter, but one card alone
    comes last: it would be a single value that goes on.
    """
    if not explodes:
        return ((0,),)
    few, many = range(1, size // 4 + 1), range(size // 4 + 1, size // 3 + 1)
    groups = [
        tuple(k for k in group if mean_denominator(k, size, draw) % mean.denominator == 0)
        for group in (few, many, (0,))
    ]
    return tuple(group for group in groups if group) or (tuple(few[1:]), (1,))


@dataclass(frozen=True)
class Multiset:
    """What one cell shows over a whole deck.

    ``critical`` cards are critical failures (each counts 1, and ends a chain like a plain card),
    ``plain`` cards show a number, ``open`` cards show a number and say "draw another and add".
    """

    critical: int
    plain: Counts
    open: Counts

    @property
    def plain_cards(self) -> int:
        """The number of cards that end a chain."""
        return self.critical + sum(n for _, n in self.plain)

    @property
    def open_cards(self) -> int:
        return sum(n for _, n in self.open)

    @property
    def plain_sum(self) -> int:
        return self.critical + sum(v * n for v, n in self.plain)

    @property
    def open_sum(self) -> int:
        return sum(v * n for v, n in self.open)

    def mean(self, draw: DrawModel) -> Fraction:
        """The exact mean of the total, chains included.

        Without replacement every open card stands before all plain ones with chance 1/(m+1), and
        the plain card that ends the chain is uniform, so the mean is S0/m + S1/(m+1).
        """
        m = self.plain_cards
        if draw == "with-replacement":
            return Fraction(self.plain_sum + self.open_sum, m)
        return Fraction(self.plain_sum, m) + Fraction(self.open_sum, m + 1)

    def values(self) -> list[Cell]:
        """One cell a card, in ascending order of the printed value, open after plain."""
        cells = [Cell(1, critical_failure=True)] * self.critical
        cells += [Cell(value) for value, cards in self.plain for _ in range(cards)]
        cells += [Cell(value, again=True) for value, cards in self.open for _ in range(cards)]
        return sorted(cells, key=lambda cell: (cell.value, cell.again, not cell.critical_failure))


def multiset(cells: Iterable[Cell]) -> Multiset:
    """What these cells show together."""
    critical = 0
    plain: Counter[int] = Counter()
    again: Counter[int] = Counter()
    for cell in cells:
        if cell.critical_failure:
            critical += 1
        else:
            (again if cell.again else plain)[cell.value] += 1
    return Multiset(critical, tuple(sorted(plain.items())), tuple(sorted(again.items())))


def total_tails(cell: Multiset, draw: DrawModel) -> list[Fraction]:
    """P(total >= T) for T = 0, 1, ... up to the first T where it is zero or negligible for any use.

    Without replacement the list is complete: its last entry is 0. With replacement a chain has no
    end, so the list stops at the first T below 1/(1000·N); a tail beyond it is smaller still.
    """
    if draw == "with-replacement":
        return _tails_with_replacement(cell)
    n, m, k = cell.plain_cards + cell.open_cards, cell.plain_cards, cell.open_cards
    # chances[s]: chance, times `scale`, that the open cards of the chain sum to s.
    scale = 1
    for j in range(k + 1):
        scale *= n - j
    subsets = _subset_sums(cell.open)
    sums: Counter[int] = Counter()
    drawn = Fraction(1)  # chance that the first j cards are open
    for j, by_sum in enumerate(subsets):
        weight = drawn * Fraction(m, n - j) / comb(k, j)
        whole = weight * scale
        if whole.denominator != 1:  # every weight divides the falling factorial
            raise ArithmeticError
        for s, ways in by_sum.items():
            sums[s] += ways * whole.numerator
        drawn *= Fraction(k - j, n - j) if j < k else 0
    ends = Counter(dict(cell.plain))
    if cell.critical:
        ends[1] += cell.critical
    top = max(sums) + max(ends)
    totals = [0] * (top + 1)
    for s, chance in sums.items():
        for v, cards in ends.items():
            totals[s + v] += chance * cards
    return _cumulated(totals, scale * m)


def _subset_sums(counts: Counts) -> list[Counter[int]]:
    """Entry j counts the j-card subsets of the open cards by their sum."""
    table: list[Counter[int]] = [Counter({0: 1})]
    for value, cards in counts:
        for _ in range(cards):
            table.append(Counter())
            for j in range(len(table) - 1, 0, -1):
                for s, ways in table[j - 1].items():
                    table[j][s + value] += ways
    return table


def _cumulated(totals: list[int], denominator: int) -> list[Fraction]:
    tails, above = [Fraction(0)], 0
    for weight in reversed(totals):
        above += weight
        tails.append(Fraction(above, denominator))
    tails.reverse()
    return tails


def _tails_with_replacement(cell: Multiset) -> list[Fraction]:
    n = cell.plain_cards + cell.open_cards
    ends = Counter(dict(cell.plain))
    ends[1] += cell.critical
    opens = dict(cell.open)
    at = [Fraction(ends[0], n)]  # at[T]: chance that the total is T
    tails = [Fraction(1)]
    while tails[-1] * 1000 * n >= 1:
        total = len(at)
        tails.append(tails[-1] - at[-1])
        chance = Fraction(ends[total])
        chance += sum((c * at[total - v] for v, c in opens.items() if v <= total), Fraction(0))
        at.append(chance / n)
    return tails
