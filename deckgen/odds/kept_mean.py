"""The exact mean of the dice that are kept from a pool of exploding dice."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, lcm, prod

from deckgen.odds.die_odds import DieOdds

LONGEST_PERIOD = 20_000
"""Longest period (lcm of the steps) of different exploding dice; the exact mean is a fraction of that length."""


def mean_of_kept(groups: tuple[tuple[DieOdds, int], ...], places: range, *, hitches: bool) -> Fraction | None:
    """Return the mean of the sum of the dice in ``places``, the highest being in place 0; None if it has no short form.

    With ``hitches`` dice that show 1 count as 0. The mean of the highest of some dice, the second and so on follow from those of the lowest of every subset.
    """
    if any(len(die.exploding) != 1 for die, _ in groups) or lcm(*(_step(die) for die, _ in groups)) > LONGEST_PERIOD:
        return None
    mean = Fraction(0)
    for numbers in product(*(range(count + 1) for _, count in groups)):
        size = sum(numbers)
        sign = sum(
            (-1) ** (size - place) * comb(size - 1, place - 1)
            for place in range(places.start + 1, places.stop + 1)
            if place <= size
        )
        if sign:
            ways = prod(comb(count, number) for (_, count), number in zip(groups, numbers, strict=True))
            subset = tuple((die, number) for (die, _), number in zip(groups, numbers, strict=True) if number)
            lowest = mean_of_lowest(subset)
            if hitches:
                lowest += _chance_above(1, subset) - _chance_above(0, subset)
            mean += sign * ways * lowest
    return mean


def _chance_above(number: int, groups: tuple[tuple[DieOdds, int], ...]) -> Fraction:
    """Return the chance that all dice show more than a number at first."""
    ways = (sum(weight for face, weight in die.faces if face > number) ** count for die, count in groups)
    return Fraction(prod(ways), prod(die.weight**count for die, count in groups))


def _step(die: DieOdds) -> int:
    return next(iter(die.exploding)) - die.lost


@lru_cache(maxsize=1024)
def mean_of_lowest(groups: tuple[tuple[DieOdds, int], ...]) -> Fraction:
    """Return the mean of the lowest of these dice, given as (die, count), each of which explodes on its highest face.

    It is the sum over t >= 0 of P(all > t). The product of the tails repeats, lower by a fixed factor, every lcm of
    the steps; so the result is the sum of one period times a geometric series.
    """
    period = lcm(*(_step(die) for die, _ in groups))
    tails = [[sum(weight for face, weight in die.faces if face > t) for t in range(_step(die))] for die, _ in groups]
    total, scale, rarity = 0, 1, 1  # from the period's end to its start; total / scale is the sum so far
    ways_in_step = 0  # since the last edge of a step
    for t in range(period - 1, -1, -1):
        ways_in_step += prod(tail[t % len(tail)] ** n for tail, (_, n) in zip(tails, groups, strict=True))
        edges = [(die, n) for die, n in groups if t % _step(die) == 0]
        if edges:
            total += scale * ways_in_step
            ways_in_step = 0
            scale *= prod(die.weight**n for die, n in edges)
            factor = prod(sum(die.exploding.values()) ** n for die, n in edges)
            rarity *= factor
            total *= factor if t else 1
    # A period is total / scale, and each one is rarity / scale times as likely as the last.
    return Fraction(total, scale - rarity)
