"""The lowest of a pool, all exploding dice rolled on."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import repeat
from math import lcm, prod

from deckgen.language import Language, gettext_noop
from deckgen.odds.pool import Die, Mechanic, Pool, make_die
from deckgen.odds.roll import Roll

LONGEST_PERIOD = 20_000
"""Longest period (lcm of the steps) of different exploding dice, of which one is kept.

The exact mean is a fraction whose length is in proportion to the period.
"""


class LowestDie(Mechanic):
    """The mechanic that keeps the lowest die. A critical failure has a 1 among its dice and so changes nothing."""

    rule = gettext_noop("the lowest counts")

    def problems(self, roll: Roll) -> Iterator[tuple[str, str, str]]:
        return period_problems(roll)

    def describe(self, roll: Roll, dice: str, language: Language) -> str:
        return language.phrase("lowest of {dice}", dice=dice) if len(roll.dice) > 1 else dice

    def maximum(self, pool: Pool) -> int | None:
        return pool.maximum(min)

    def mean(self, pool: Pool) -> Fraction:
        return mean_of_lowest(pool.groups)

    def tails(self, pool: Pool, limit: int) -> tuple[list[int], int]:
        columns = zip(*(die.tails(limit) for die in pool.dice), strict=True)
        return [prod(column) for column in columns], prod(die.sides ** die.power(limit) for die in pool.dice)


def period_problems(roll: Roll) -> Iterator[tuple[str, str, str]]:
    """Yield (field, message, remedy) if exploding dice have a period above ``LONGEST_PERIOD``."""
    if roll.explode != "none" and min(roll.dice, default=0) > 1:
        period = lcm(*(make_die(sides, roll.explode).step for sides in set(roll.dice)))
        if period > LONGEST_PERIOD:
            message = f"the odds of these dice repeat only every {period}; at most {LONGEST_PERIOD} is allowed"
            yield "dice", message, "use dice whose sides have more factors in common"


@lru_cache(maxsize=1024)
def mean_of_lowest(groups: tuple[tuple[Die, int], ...]) -> Fraction:
    """Return the mean of the lowest of these dice, given as (die, count).

    It is the sum over t >= 1 of P(all >= t). The product of the tails repeats, lower by a fixed factor, every
    lcm of the steps; so the result is the sum of one period times a geometric series.
    """
    if not groups[0][0].step:
        shortest = min(die.sides for die, _ in groups)
        (first, count), *other_groups = groups
        if other_groups:
            ways = sum(prod((die.sides - t) ** n for die, n in groups) for t in range(shortest))
        else:  # takes a third of the time of the sum above
            ways = sum(map(pow, range(1, first.sides + 1), repeat(count)))
        return Fraction(ways, prod(die.sides**n for die, n in groups))
    period = lcm(*(die.step for die, _ in groups))
    total, scale = 0, 1  # from the period's end to its start; scale is the denominator of the total so far
    ways_in_step = 0  # since the last edge of a step
    for t in range(period - 1, -1, -1):
        ways = 1
        for die, n in groups:
            ways *= (die.sides - t % die.step) ** n
        ways_in_step += ways
        edges = [die.sides**n for die, n in groups if t % die.step == 0]
        if edges:
            total += ways_in_step * scale
            ways_in_step = 0
            if t:
                scale *= prod(edges)
    first = prod(die.sides**n for die, n in groups)
    # A period is total / (scale * first), and each one is scale * first times rarer than the last.
    return Fraction(total, scale * first - 1)
