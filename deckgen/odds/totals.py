"""The exact mean, tails and ends of a roll's total or successes, without its bonus."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate

from deckgen.odds import choice
from deckgen.odds.die_odds import pool_of
from deckgen.odds.kept_mean import chance_of_few_ones, mean_of_kept
from deckgen.odds.pool_weights import MOST_WORK, Pool, Reading, die_results, too_many, weigh
from deckgen.odds.roll import Roll

_MANY_SIDES = 300
_MOST_SUMS = 2_000_000
"""The most dice times totals that are added one after another; more take many seconds."""


def total_of(reading: Reading, roll: Roll) -> int:
    """Return what a reading counts as: a critical failure as 1."""
    if reading.ones > roll.most_ones:
        return 1
    return max(0, reading.total - reading.ones) if roll.minus_ones else reading.total


def failure_chance(roll: Roll) -> Fraction:
    """Return the chance of a critical failure."""
    return 1 - chance_of_few_ones(pool_of(roll), roll.most_ones)


def mean(roll: Roll) -> Fraction:
    """Return the exact mean of a roll."""
    if roll.chooses:
        return choice.mean(roll)
    if roll.keep == "count":
        return _mean_of_count(roll)
    if roll.endless or len(roll.places) == roll.size:
        return mean_of_kept(pool_of(roll), roll)
    ways, denominator = chances(roll, None)
    return Fraction(sum(total * number for total, number in ways.items()), denominator)


def _mean_of_count(roll: Roll) -> Fraction:
    pool = pool_of(roll)
    chances = [Fraction(0)]
    for die, count in pool.items():
        if roll.explode == "again":
            chances.append(count * die.mean(roll.is_success))
        else:
            results, unit = die_results(die, roll, None)
            chances.append(Fraction(count * sum((value or 0) * ways for value, _, ways in results), unit))
    if roll.minus_ones:  # E[max(0, S - N)] = E[S] - E[N] + E[max(0, N - S)]
        weights, denominator = weigh(pool, roll, roll.size)
        chances += [-Fraction(count * dict(die.faces).get(1, 0), die.weight) for die, count in pool.items()]
        short = sum(max(0, reading.ones - reading.total) * ways for reading, ways in weights.items())
        chances.append(Fraction(short, denominator))
    return sum(chances, Fraction(0))


def tails(roll: Roll, limit: int) -> tuple[list[int], int]:
    """Return P(total >= t), t = 0..``limit``: numerators, denominator."""
    if roll.chooses:
        return choice.tails(roll, limit)
    ways, denominator = chances(roll, limit)
    below = sum(number for total, number in ways.items() if total < 0)
    ways_up_to = accumulate((ways.get(t, 0) for t in range(limit)), initial=below)
    return [denominator - number for number in ways_up_to], denominator


def chances(roll: Roll, limit: int | None) -> tuple[dict[int, int], int]:
    """Return the numerators of the chances of the totals up to a limit, and maybe of some above it, and the denominator.

    ``limit`` is None for all of a roll that is not endless.
    """
    if roll.chooses:
        assert limit is not None  # it is endless
        numerators, denominator = tails(roll, limit + 1)
        return {t: numerators[t] - numerators[t + 1] for t in range(1, limit + 1)}, denominator
    pool = pool_of(roll)
    below_0 = any(die.faces[0][0] < 0 for die in pool)
    limit = None if below_0 else limit
    long = roll.endless or roll.critical_failure or max(roll.dice, default=0) > _MANY_SIDES
    if roll.keep == "sum" and long and not below_0 and "hitches" not in roll.marks:
        highest = sum((die.highest or 0) * number for die, number in pool.items())
        limit = highest if limit is None else limit
        if roll.size * limit > _MOST_SUMS:
            raise too_many()
        sums, denominator = _sum_chances(pool, limit, roll.most_ones)
        ways = dict(enumerate(sums))
    else:
        reach = limit + roll.size if limit is not None and roll.minus_ones else limit
        hitches = tuple(mark for mark in roll.marks if mark == "hitches")
        readings, denominator = weigh(pool, replace(roll, marks=hitches) if roll.marks else roll, reach)
        ways = Counter()
        for reading, number in readings.items():
            if reading.ones <= roll.most_ones:
                ways[total_of(reading, roll)] += number
    if roll.critical_failure:
        ways[1] = ways.get(1, 0) + int(failure_chance(roll) * denominator)
    return ways, denominator


def _sum_chances(pool: Pool, limit: int, most_ones: int) -> tuple[list[int], int]:
    """Return, by adding one die after another, the chances of the sums 0..``limit`` of dice without faces below 0, as numerators and their denominator.

    Rolls with more 1s than ``most_ones`` are left out. Raises GameError for dice that go on so far that it takes many seconds.
    """
    rows = [[1] + [0] * limit]  # by how many dice show 1, and the sum; numerators over the scale of the dice so far
    denominator, work, counts_ones = 1, 0, most_ones < sum(pool.values())
    for die, count in pool.items():
        scale = die.scale(limit)
        ones = dict(die.faces).get(1, 0) * scale // die.weight
        for _ in range(count):
            work += (limit + 1) * len(die.exploding) * (denominator * scale).bit_length()
            if work > MOST_WORK:
                raise too_many()
            grown = [die.add_to(row) for row in rows]
            if counts_ones:
                shifted = [[0, *(ways * ones for ways in row[:-1])] for row in rows]
                nothing = [0] * (limit + 1)
                rows = [
                    [every - one + before for every, one, before in zip(*columns, strict=True)]
                    for columns in zip([*grown, nothing], [*shifted, nothing], [nothing, *shifted], strict=True)
                ][: most_ones + 1]
            else:
                rows = grown
            denominator *= scale
    return [sum(column) for column in zip(*rows, strict=True)], denominator


def ends(roll: Roll) -> tuple[int, int | None]:
    """Return the least and the greatest possible total; the greatest is None if there is none."""
    pool = pool_of(roll)
    if roll.keep == "count":
        weights, _ = weigh(pool, roll, roll.size if roll.endless else None)
        totals = [total_of(reading, roll) for reading in weights]
        return min(totals), None if roll.endless else max(totals)
    failing = failure_chance(roll)
    if failing == 1:
        return 1, 1
    dice = [die for die, number in pool.items() for _ in range(number)]
    least = _sum_of_kept([die.faces[0][0] for die in dice], roll)
    highest = [die.highest for die in dice if die.highest is not None]
    greatest = None if roll.endless else _sum_of_kept(highest, roll)
    return min(least, 1) if failing else least, greatest


def _sum_of_kept(numbers: list[int], roll: Roll) -> int:
    if "hitches" in roll.marks:
        numbers = [number * (number != 1) for number in numbers]
    return sum(sorted(numbers, reverse=True)[roll.places.start : roll.places.stop])
