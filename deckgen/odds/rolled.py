"""The exact chances of a roll with numbers: of its total, its successes or its set together with its marks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache

from deckgen.odds.die_odds import pool_of
from deckgen.odds.distribution import distribution
from deckgen.odds.joint import Joint, Outcome, Part, Scalar, joint
from deckgen.odds.kept_mean import mean_of_kept
from deckgen.odds.pool_weights import NATURAL, Pool, Reading, kept_places, weigh
from deckgen.odds.roll import Roll
from deckgen.odds.roll_rules import KEPT, check_roll

_GLITCH = ("critical glitch", "glitch", "")
_WORDS = {"natural": NATURAL, "glitch": _GLITCH}
_NUMBERS = ("ones", "effect", "hitches")


@lru_cache(maxsize=256)
def roll_joint(roll: Roll, beyond: Fraction = Fraction(1, 10_000)) -> Joint:
    """Return the exact chances of a roll's result with its marks; if endless, up to where the rest is below ``beyond``.

    Raises GameError, with every problem, for dice that have no exact odds.
    """
    check_roll(roll)
    if roll.endless and roll.keep == "highest" and roll.kept == 1 < len(roll.dice) and roll.maxima != "all":
        return _joint_of_totals(roll, beyond)
    pool, parts = pool_of(roll), _parts(roll)
    if not roll.endless:
        return joint(parts, *_outcomes(pool, roll, None))
    limit = sum((1 if roll.keep == "count" else die.faces[-1][0]) * count for die, count in pool.items())
    while True:
        weights, denominator = _outcomes(pool, roll, limit)
        by_total: Counter[int] = Counter()
        for outcome, weight in weights.items():
            by_total[int(outcome[0])] += weight
        # An outcome above the limit may have a lower total if 1s take off successes.
        whole = limit + roll.bonus - (sum(pool.values()) if roll.minus_ones else 0)
        more = denominator
        for total in sorted(by_total):
            more -= by_total[total]
            if total <= whole and Fraction(more, denominator) < beyond:
                kept = {outcome: weight for outcome, weight in weights.items() if int(outcome[0]) <= total}
                return joint(parts, kept, denominator, _mean(pool, roll))
        limit *= 2


def _joint_of_totals(roll: Roll, beyond: Fraction) -> Joint:
    """Return the chances of the total of a roll in which a player chooses among dice."""
    dice = distribution(roll)
    limit = 16
    while dice.tail(limit + 1) >= beyond:
        limit *= 2
    tails, denominator = dice.tail_counts(limit + 1)
    weights: dict[Outcome, int] = {}
    for total in range(dice.minimum, limit + 1):
        weights[(total,)] = tails[total] - tails[total + 1]
        if Fraction(tails[total + 1], denominator) < beyond:
            break
    return joint([Part("total")], weights, denominator, dice.mean)


def _parts(roll: Roll) -> list[Part]:
    """Return the parts of a roll's result: the main ones, then its marks."""
    names = {"count": ("successes",), "set": ("width", "height")}.get(roll.keep, ("total",))
    parts = [Part(name) for name in names]
    for mark in roll.marks:
        if mark in _WORDS:
            parts.append(Part(mark, "word", _WORDS[mark]))
        else:
            parts.append(Part(mark, "number" if mark in _NUMBERS else "mark"))
    return parts


def _outcomes(pool: Pool, roll: Roll, limit: int | None) -> tuple[dict[Outcome, int], int]:
    """Return the weights of the outcomes of a roll of readings up to a limit, and the weight of all."""
    readings, denominator = weigh(pool, roll, limit)
    count = sum(pool.values())
    least = min((reading.total for reading in readings), default=0)
    weights: Counter[Outcome] = Counter()
    for reading, weight in readings.items():
        weights[(*_main(reading, roll, count, least), *_marks(reading, roll, count))] += weight
    return weights, denominator


def _main(reading: Reading, roll: Roll, count: int, least: int) -> Iterable[int]:
    """Return what a reading of a number of dice, whose least total is ``least``, counts as."""
    if roll.keep == "set":
        return reading.width, reading.height
    total = reading.total
    if roll.minus_ones:
        total = max(0, total - reading.ones)
    if roll.critical_failure:
        fails = {"more-than-half-ones": reading.ones * 2 > count, "all-ones": reading.ones == count}
        total = 1 if fails.get(roll.failing, total == least) else total
    return (total + roll.bonus,)


def _marks(reading: Reading, roll: Roll, count: int) -> Iterable[Scalar]:
    """Yield the marks of a reading of a number of dice, in the order of the roll."""
    values: Mapping[str, Scalar] = {
        "natural": NATURAL[reading.natural],
        "botch": not reading.total and reading.ones > 0,
        "glitch": _GLITCH[(roll.keep != "count" or reading.total > 0) if reading.ones * 2 > count else 2],
        "match": reading.equal,
        "ones": reading.ones,
        "hitches": reading.ones,
        "effect": reading.effect or 4,
        "criticals": reading.tops > 1,
    }
    return (values[mark] for mark in roll.marks)


def _mean(pool: Pool, roll: Roll) -> Fraction | None:
    """Return the exact mean of an endless roll's total; None if it has no short form."""
    count = sum(pool.values())
    if roll.critical_failure:
        unusual = roll.special or roll.reroll or roll.explode_on or roll.kept > 1 or roll.keep == "middle"
        return None if unusual else distribution(roll).mean
    hitches = "hitches" in roll.marks
    if roll.keep in KEPT and (hitches or roll.kept < count):
        places = range(count - roll.kept, count) if roll.keep == "lowest" else kept_places(roll, count)
        mean = mean_of_kept(tuple(pool.items()), places, hitches=hitches)
        return None if mean is None else mean + roll.bonus
    worth = roll.is_success if roll.keep == "count" else int
    mean = sum((number * die.mean(worth) for die, number in pool.items()), Fraction(roll.bonus))
    if roll.minus_ones:  # E[max(0, S - N)] = E[S] - E[N] + E[max(0, N - S)]
        readings, denominator = weigh(pool, roll, count)
        mean -= sum(Fraction(number * dict(die.faces).get(1, 0), die.weight) for die, number in pool.items())
        short = sum(max(0, reading.ones - reading.total) * weight for reading, weight in readings.items())
        mean += Fraction(short, denominator)
    return mean
