"""The exact mean of the dice that are kept from a pool of exploding dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, product
from math import comb, lcm, prod

from deckgen.odds.die_odds import DieOdds
from deckgen.odds.roll import Roll

LONGEST_PERIOD = 20_000
"""Longest period (lcm of the steps) of different exploding dice; the exact mean is a fraction of that length."""
_MOST_SUBSETS = 4_000
"""The most numbers of dice of each kind whose lowest are looked at."""
Groups = tuple[tuple[DieOdds, int], ...]


def mean_of_kept(pool: Mapping[DieOdds, int], roll: Roll) -> Fraction:
    """Return the mean of the sum of the dice that a roll keeps; a critical failure counts as 1, and a hitch as 0.

    The mean of the highest of some dice, the second and so on follow from those of the lowest of every subset. If that shows more than 0, its dice show no
    1, so whether the sum counts depends on the others alone. That there is a short form is not checked (see ``no_short_form``).
    """
    safe = chance_of_few_ones(pool, roll.most_ones)
    mean = 1 - safe
    for numbers, factor in _subsets(tuple(pool.values()), roll.places):
        subset = tuple((die, number) for die, number in zip(pool, numbers, strict=True) if number)
        others = {die: n - number for (die, n), number in zip(pool.items(), numbers, strict=True)}
        lowest = mean_of_lowest(subset)
        if roll.critical_failure:
            lowest = safe + (lowest - 1) * chance_of_few_ones(others, roll.most_ones)
        if "hitches" in roll.marks:
            above_1 = (sum(weight for face, weight in die.faces if face > 1) ** n for die, n in subset)
            lowest += Fraction(prod(above_1), prod(die.weight**n for die, n in subset)) - 1
        mean += factor * lowest
    return mean


def _subsets(counts: tuple[int, ...], places: range) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield how many dice of each kind a subset has, and how often its lowest counts, in all."""
    total = sum(counts)
    if len(places) == total:
        for kind, count in enumerate(counts):
            yield tuple(int(index == kind) for index in range(len(counts))), count
        return
    signs = [0] * (total + 1)  # by the size of a subset
    for size, place in product(range(total + 1), range(places.start + 1, places.stop + 1)):
        signs[size] += (-1) ** (size - place) * comb(size - 1, place - 1) if place <= size else 0
    for numbers in product(*(range(count + 1) for count in counts)):
        if sign := signs[sum(numbers)]:
            yield numbers, sign * prod(map(comb, counts, numbers))


def no_short_form(pool: Mapping[DieOdds, int], places: range) -> tuple[str, str] | None:
    """Return a message and a remedy if the exact mean of exploding dice that are kept would take too long; else None."""
    if len(places) == sum(pool.values()) or all(die.highest is not None for die in pool):
        return None
    if any(len(die.exploding) > 1 for die in pool):
        message = "dice that explode on several numbers have no short exact mean if some are kept"
        return message, "let them explode on one"
    period = lcm(*(_step(die) for die in pool if die.exploding))
    if period > LONGEST_PERIOD:
        message = f"the odds of these dice repeat only every {period}; at most {LONGEST_PERIOD} is allowed"
        return message, "use dice whose sides have more factors in common"
    if prod(n + 1 for n in pool.values()) > _MOST_SUBSETS and places.start != sum(pool.values()) - 1:
        message = "these dice can fall in too many ways to compute the mean of some"
        return message, "use fewer dice, or fewer kinds of dice"
    return None


def chance_of_few_ones(pool: Mapping[DieOdds, int], most: int) -> Fraction:
    """Return the chance that at most ``most`` dice show a 1."""
    if most >= sum(pool.values()):
        return Fraction(1)
    ones = [(dict(die.faces).get(1, 0), die.weight) for die, count in pool.items() for _ in range(count)]
    ways = count_few_ones([(one, weight - one) for one, weight in ones], most)
    return Fraction(ways, prod(weight for _, weight in ones))


def count_few_ones(dice: Iterable[tuple[int, int]], most: int) -> int:
    """Return in how many ways at most ``most`` dice show a 1; each die is (ways to show it, other ways)."""
    counts = [1]  # ways by the number of 1s
    for ways_one, ways_other in dice:
        pairs = zip([*counts, 0], [0, *counts], strict=True)
        counts = [same * ways_other + fewer * ways_one for same, fewer in pairs][: most + 1]
    return sum(counts)


def _step(die: DieOdds) -> int:
    return next(iter(die.exploding)) - die.lost


@lru_cache(maxsize=1024)
def mean_of_lowest(groups: Groups) -> Fraction:
    """Return the mean of the lowest of these dice, given as (die, count).

    It is the sum over t >= 0 of P(all > t). If all dice explode, each on one face, the product of the tails repeats, lower by a
    fixed factor, every lcm of the steps; so the result is the sum of one period times a geometric series.
    """
    if len(groups) == 1 and groups[0][1] == 1:
        return groups[0][0].mean()
    ends = [die.highest for die, _ in groups if die.highest is not None]
    if ends:
        return _mean_up_to(min(ends), groups)
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


def _mean_up_to(limit: int, groups: Groups) -> Fraction:
    """Return the mean of the lowest of dice of which one cannot show more than ``limit``."""
    columns, denominator = [], 1
    for die, count in groups:
        results, unit = die.results(limit)
        chances = [0] * (limit + 1)
        for value, _, ways in results:
            if value is not None:
                chances[value] += ways
        columns.append([(unit - below) ** count for below in accumulate(chances)])
        denominator *= unit**count
    return Fraction(sum(map(prod, zip(*columns, strict=True))), denominator)
