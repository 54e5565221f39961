"""The highest of a pool. ``choice`` computes the odds if not all maxima are rolled on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb, prod
from types import MappingProxyType
from typing import get_args

from deckgen.language import Language, gettext_noop
from deckgen.odds import choice
from deckgen.odds.lowest_die import mean_of_lowest, period_problems
from deckgen.odds.pool import Mechanic, Pool, count_few_ones
from deckgen.odds.roll import Maxima, Roll, choice_schema

_ABOUT = "What to do if several dice of a pool show their highest number and one is kept. choose: roll on with one at a time, each kept or left for the next. one: roll on with one only. all: roll on with all."
_MAXIMA = {
    "choose": "",
    "one": gettext_noop("one maximum rolled on"),
    "all": gettext_noop("every maximum rolled on"),
}


MOST_CASES = 4_000
"""Largest number of cases of a mixed pool: which dice show their maximum, times levels of the others.

The time to compute the odds is in proportion to it.
"""


class HighestDie(Mechanic):
    """The mechanic that keeps the highest die."""

    about = "highest and lowest keep one of them"
    rule = gettext_noop("the highest counts")
    schemas = MappingProxyType({"maxima": choice_schema(_ABOUT, *get_args(Maxima))})

    def problems(self, roll: Roll) -> Iterator[tuple[str, str, str]]:
        """Yield the period's problems if all dice are rolled on, and one for a mixed pool above ``MOST_CASES``."""
        yield from period_problems(roll) if _rolls_all(roll) else ()
        sides = Counter(roll.dice)
        if len(sides) > 1 and prod(n + 1 for n in sides.values()) * (max(sides) - min(sides) + 1) > MOST_CASES:
            message = "these dice can fall in too many ways to compute the odds of the highest"
            yield "dice", message, "use fewer dice, or fewer kinds of dice with closer numbers of sides"

    def describe(self, roll: Roll, dice: str, language: Language) -> str:
        return language.phrase("highest of {dice}", dice=dice) if len(roll.dice) > 1 else dice

    def notes(self, roll: Roll) -> str:
        return _MAXIMA[roll.maxima] if len(roll.dice) > 1 and roll.explode != "none" else ""

    def maximum(self, pool: Pool) -> int | None:
        return pool.maximum(max)

    def mean(self, pool: Pool) -> Fraction:
        return _mean(pool) if _rolls_all(pool.roll) else choice.mean(pool, only_one=pool.roll.maxima == "one")

    def tails(self, pool: Pool, limit: int) -> tuple[list[int], int]:
        if _rolls_all(pool.roll):
            return _tails(pool, limit)
        return choice.tails(pool, limit, only_one=pool.roll.maxima == "one")


def _rolls_all(roll: Roll) -> bool:
    """Return whether every exploding die is rolled on before one is kept."""
    return roll.explode == "none" or roll.maxima == "all" or len(roll.dice) == 1


def _mean(pool: Pool) -> Fraction:
    """Return the mean of the highest if all exploding dice are rolled on.

    With S the tail of a die, P(highest < t, no failure) for t >= 2 is the part of the product of (u/sides + 1
    - 1/sides - S(t)) over the dice with few enough factors u. Expanded in the S, each term is summed over all
    t at once.
    """
    mean = Fraction(1)
    for high_counts in product(*(range(count + 1) for _, count in pool.groups)):
        if not any(high_counts):
            continue
        low_dice = [
            (die, count - high_count)
            for (die, count), high_count in zip(pool.groups, high_counts, strict=True)
            if count > high_count
        ]
        ways = count_few_ones([(1, die.sides - 1) for die, count in low_dice for _ in range(count)], pool.most_ones)
        ways *= prod(comb(count, high_count) for (_, count), high_count in zip(pool.groups, high_counts, strict=True))
        sign = 1 if sum(high_counts) % 2 else -1
        high_dice = tuple(
            (die, high_count) for (die, _), high_count in zip(pool.groups, high_counts, strict=True) if high_count
        )
        share = Fraction(sign * ways, prod(die.sides**count for die, count in low_dice))
        mean += share * (mean_of_lowest(high_dice) - 1)
    return mean


def _tails(pool: Pool, limit: int) -> tuple[list[int], int]:
    """Return P(highest >= t), t = 0..``limit``, if all exploding dice are rolled on. Numerators, denominator."""
    denominators = [die.sides ** die.power(limit) for die in pool.dice]
    ways_of_one = [denominator // die.sides for denominator, die in zip(denominators, pool.dice, strict=True)]
    denominator = prod(denominators)
    safe = int(pool.safe * denominator)
    columns = zip(*(die.tails(limit) for die in pool.dice), strict=True)
    numerators = []
    for t, column in enumerate(columns):
        if t <= 1:
            numerators.append(denominator)
            continue
        lower = [(ways_one, w - s - ways_one) for ways_one, w, s in zip(ways_of_one, denominators, column, strict=True)]
        numerators.append(safe - count_few_ones(lower, pool.most_ones))
    return numerators, denominator
