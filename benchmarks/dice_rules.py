"""Odds of the shipped games' dice, and of cards, without deckgen's code: what benchmarks/exactness.py compares.

The dice follow the authors' rules. Means are exact fractions; odds are floats, exact to about 1e-12. Open cards are
drawn on from what is left of the deck.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import ceil, comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

LENGTH = 512
"""Odds are those of totals below this; larger totals are rarer than a millionth of a card."""


class Roll(NamedTuple):
    """Odds of a roll: ``tails[t]`` is P(total >= t), ``failing`` the chance of a critical failure, which counts 1."""

    mean: Fraction
    tails: Floats
    failing: Fraction = Fraction(0)


def tails_of(pmf: Floats) -> Floats:
    """Return P(total >= t) of a pmf, by t."""
    return np.cumsum(pmf[::-1])[::-1]


def open_mean(sides: int) -> Fraction:
    """Return the mean of a die that is rolled again and added when it shows its maximum."""
    return Fraction(sides * (sides + 1), 2 * (sides - 1))


def open_chance(sides: int, total: int) -> Fraction:
    """Return P(an open-ended die totals ``total``)."""
    return Fraction(1, sides ** (total // sides + 1)) if total > 0 and total % sides else Fraction(0)


def one_die(kind: str, sides: int) -> tuple[Fraction, Floats]:
    """Return the mean and pmf of one die: ``plain``, ``penetrating`` (the maximum adds a roll less 1), else open-ended."""
    pmf = np.zeros(LENGTH)
    if kind == "plain":
        pmf[1 : sides + 1] = 1 / sides
        return Fraction(sides + 1, 2), pmf
    if kind == "penetrating":
        pmf[1:] = float(sides) ** -((np.arange(1, LENGTH) - 1) // (sides - 1) + 1)
        return Fraction(sides, 2) + 1, pmf
    pmf[:] = [float(open_chance(sides, total)) for total in range(LENGTH)]
    return open_mean(sides), pmf


@cache
def sum_of_dice(kind: str, dice: int, sides: int) -> Roll:
    """Return the odds of the sum of ``dice`` dice of one kind."""
    mean, pmf = one_die(kind, sides)
    total_pmf = pmf
    for _ in range(dice - 1):
        total_pmf = np.convolve(total_pmf, pmf)[:LENGTH]
    return Roll(dice * mean, tails_of(total_pmf))


@cache
def best_by_choice(dice: int, sides: int) -> Roll:
    """Return the odds of the highest of open-ended dice whose maxima the player rolls on one at a time.

    Each maximum that is rolled on is either the result, or is discarded for the next; the last one must be kept. The
    player aims at the largest mean. More than half of the dice on 1 is a critical failure.
    """
    chain = [open_chance(sides, total - sides) for total in range(LENGTH)]
    chain_pmf, chain_mean = np.array([float(chance) for chance in chain]), sides + open_mean(sides)
    plays = [(chain_mean, chain_pmf)]  # entry j: with j more maxima to discard a total for
    for _ in range(dice - 1):
        value, pmf = plays[-1]
        least_kept = ceil(value)
        discarded = sum(chain[:least_kept], Fraction(0))
        kept_mean = chain_mean - sum((total * chain[total] for total in range(least_kept)), Fraction(0))
        kept_pmf = np.where(np.arange(LENGTH) >= least_kept, chain_pmf, 0)
        plays.append((kept_mean + discarded * value, kept_pmf + float(discarded) * pmf))
    mean, failing, pmf = Fraction(0), Fraction(0), np.zeros(LENGTH)
    for minima in range(dice + 1):
        for maxima in range(dice - minima + 1):
            middle = dice - minima - maxima
            chance = Fraction(comb(dice, minima) * comb(dice - minima, maxima), sides**dice)
            if 2 * minima > dice:
                failing += chance * (sides - 2) ** middle
            elif maxima:
                value, play_pmf = plays[maxima - 1]
                mean += chance * (sides - 2) ** middle * value
                pmf += float(chance * (sides - 2) ** middle) * play_pmf
            else:
                for highest in range(2, sides):
                    highest_chance = chance * ((highest - 1) ** middle - (highest - 2) ** middle)
                    mean += highest_chance * highest
                    pmf[highest] += float(highest_chance)
    pmf[1] += float(failing)
    return Roll(mean + failing, tails_of(pmf), failing)


@cache
def best_of_all(dice: int, sides: int) -> Floats:
    """Return P(highest of open-ended dice >= t), all maxima rolled on; more than half on 1 counts 1."""
    below = np.cumsum(one_die("open", sides)[1])
    at_most = np.zeros(LENGTH)
    for minima in range(dice + 1):
        ways = comb(dice, minima) / sides**minima
        above = np.full(LENGTH, 1 - 1 / sides) if 2 * minima > dice else (below - 1 / sides).clip(0)  # the dice above 1
        at_most[1:] += ways * above[1:] ** (dice - minima)
    return np.concatenate([[1.0], 1 - at_most[:-1]])


@lru_cache(maxsize=1 << 16)
def card_tails(plain: tuple[int, ...], opened: tuple[int, ...]) -> Floats:
    """Return P(total >= t) of a cell, given the numbers of its plain and open cards, drawn without replacement."""
    size, sums = len(plain) + len(opened), np.zeros((len(opened) + 1, LENGTH))
    sums[0, 0] = 1  # sums[j, t]: choices of j open cards that sum to t
    for value in opened:
        sums[1:, value:] += sums[:-1, : LENGTH - value].copy()
    ends = np.bincount(plain, minlength=LENGTH)[:LENGTH].astype(float)
    pmf, chance = np.zeros(LENGTH), 1 / size  # chance: that given j cards come first, in any order, then a given card
    for j, choices in enumerate(sums):
        pmf += chance * np.convolve(choices, ends)[:LENGTH]
        if j + 1 < size:
            chance *= (j + 1) / (size - j - 1)
    return tails_of(pmf)


def pool_tails(values: Sequence[Sequence[int]], opened: Sequence[Sequence[bool]]) -> list[Floats]:
    """Return P(highest of the first n cells of a column >= t) for n from 2 to the number of rows.

    ``values[r][c]`` is the number in row r of card c, ``opened[r][c]`` whether it is open. One more card serves all
    cells of a card that are open. More than half of the cells on plain 1s count 1.
    """
    rows = [tuple(zip(*row, strict=True)) for row in zip(values, opened, strict=True)]
    return _pool_tails(tuple(sorted(zip(*rows, strict=True))))


@cache
def _pool_tails(cards: tuple[tuple[tuple[int, bool], ...], ...]) -> list[Floats]:
    pools = _Pools(np.array(cards)[:, :, 0].T, np.array(cards)[:, :, 1].T.astype(bool))
    at_most = [pools.at_most(tuple(range(dice)), ()) for dice in range(2, len(cards[0]) + 1)]
    return [np.concatenate([[1.0], 1 - chances[:-1]]) for chances in at_most]


class _Pools:
    """Chances of a column's totals, given the numbers by row and card, and whether they are open."""

    def __init__(self, values: Ints, opened: Bools) -> None:
        self.values, self.opened = values, opened
        self._cache: dict[tuple[tuple[int, ...], tuple[int, ...]], Floats] = {}

    def at_most(self, rows: tuple[int, ...], gone: tuple[int, ...]) -> Floats:
        """Return P(no total of the rows exceeds t), by t, after the cards ``gone``, which are open in all of them."""
        if (rows, gone) not in self._cache:
            single = gone and len(rows) == 1
            self._cache[rows, gone] = self._single(rows[0], gone) if single else self._next_card(rows, gone)
        return self._cache[rows, gone]

    def _single(self, row: int, gone: tuple[int, ...]) -> Floats:
        opened, drawn = self.opened[row], np.isin(np.arange(self.values.shape[1]), gone)
        plain, left, start = (self.values[row, cards] for cards in (~opened, opened & ~drawn, drawn))
        tails = card_tails(tuple(sorted(plain.tolist())), tuple(sorted(left.tolist())))
        return np.concatenate([np.zeros(start.sum()), 1 - tails[1 : LENGTH - start.sum()], [1.0]])

    def _next_card(self, rows: tuple[int, ...], gone: tuple[int, ...]) -> Floats:
        values, opened = self.values[list(rows)], self.opened[list(rows)]
        totals = values + values[:, list(gone)].sum(axis=1, keepdims=True)
        ended = np.where(opened, 0, totals).max(axis=0)
        failed = 2 * ((values == 1) & ~opened).sum(axis=0) > len(rows)
        at_most = np.zeros(LENGTH)
        for card in set(range(values.shape[1])).difference(gone):
            still_open = tuple(row for row, is_open in zip(rows, opened[:, card], strict=True) if is_open)
            if failed[card] and not gone:
                at_most[1:] += 1
            elif still_open:
                least = ended[card]
                at_most[least:] += self.at_most(still_open, tuple(sorted((*gone, card))))[least:]
            else:
                at_most[ended[card] :] += 1
        at_most /= values.shape[1] - len(gone)
        return at_most
