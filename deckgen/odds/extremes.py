"""The highest or lowest of dice that are all rolled out."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, lcm, prod

from deckgen.odds.die import Die
from deckgen.odds.pool import Pool, few_ones


def lowest_mean(pool: Pool) -> Fraction:
    """The exact mean. A critical failure has a 1 among its dice, so it changes nothing here."""
    return meeting(pool.groups)


def lowest_tails(pool: Pool, limit: int) -> tuple[list[int], int]:
    """P(total >= t) for t from 0 to ``limit``: numerators, and their denominator."""
    columns = zip(*(die.tails(limit) for die in pool.dice), strict=True)
    return [prod(column) for column in columns], _whole(pool, limit)


def highest_mean(pool: Pool) -> Fraction:
    """The exact mean; a critical failure counts as 1.

    With S the tail of a die, P(highest < t, no failure) for t >= 2 is the part of the product of
    (u/sides + 1 - 1/sides - S(t)) over the dice with few enough factors u. Expanded in the S, each
    term is summed over all t at once.
    """
    mean = Fraction(1)
    for high in product(*(range(count + 1) for _, count in pool.groups)):
        if not any(high):
            continue
        rest = [(die, count - up) for (die, count), up in zip(pool.groups, high, strict=True) if count > up]
        ways = few_ones([(1, die.sides - 1) for die, count in rest for _ in range(count)], pool.most_ones)
        ways *= prod(comb(count, up) for (_, count), up in zip(pool.groups, high, strict=True))
        sign = 1 if sum(high) % 2 else -1
        both = tuple((die, up) for (die, _), up in zip(pool.groups, high, strict=True) if up)
        share = Fraction(sign * ways, prod(die.sides**count for die, count in rest))
        mean += share * (meeting(both) - 1)
    return mean


def highest_tails(pool: Pool, limit: int) -> tuple[list[int], int]:
    """P(total >= t) for t from 0 to ``limit``: numerators, and their denominator."""
    wholes = [die.sides ** die.power(limit) for die in pool.dice]
    ones = [whole // die.sides for whole, die in zip(wholes, pool.dice, strict=True)]
    whole = prod(wholes)
    safe = int(pool.safe * whole)
    columns = zip(*(die.tails(limit) for die in pool.dice), strict=True)
    numerators = []
    for t, column in enumerate(columns):
        if t <= 1:
            numerators.append(whole)
            continue
        lower = [(one, w - s - one) for one, w, s in zip(ones, wholes, column, strict=True)]
        numerators.append(safe - few_ones(lower, pool.most_ones))
    return numerators, whole


@lru_cache(maxsize=1024)
def meeting(groups: tuple[tuple[Die, int], ...]) -> Fraction:
    """The sum over t >= 1 of P(every die totals at least t): the mean of the lowest of those dice.

    The product of the tails repeats, lower by a fixed factor, every lcm of the steps; so one period,
    summed, is the whole but for a geometric series.
    """
    if not groups[0][0].step:
        shortest = min(die.sides for die, _ in groups)
        ways = sum(prod((die.sides - t) ** n for die, n in groups) for t in range(shortest))
        return Fraction(ways, prod(die.sides**n for die, n in groups))
    period = lcm(*(die.step for die, _ in groups))
    total, scale = 0, 1  # from the period's end to its start; scale is the denominator of the total so far
    here = 0  # the ways since the last edge of a step
    for t in range(period - 1, -1, -1):
        ways = 1
        for die, n in groups:
            ways *= (die.sides - t % die.step) ** n
        here += ways
        edges = [die.sides**n for die, n in groups if t % die.step == 0]
        if edges:
            total += here * scale
            here = 0
            if t:
                scale *= prod(edges)
    first = prod(die.sides**n for die, n in groups)
    # A period is total / (scale * first), and each one is scale * first times rarer than the last.
    return Fraction(total, scale * first - 1)


def _whole(pool: Pool, limit: int) -> int:
    return prod(die.sides ** die.power(limit) for die in pool.dice)
