"""The exact chances of a roll with numbers: of its total, its successes or its set together with its marks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import groupby

from deckgen.odds import totals
from deckgen.odds.die_odds import pool_of
from deckgen.odds.joint import Joint, Outcome, Part, Scalar, joint
from deckgen.odds.mechanics import check_roll
from deckgen.odds.pool import most_ones
from deckgen.odds.pool_weights import NATURAL, Reading, weigh
from deckgen.odds.roll import Roll
from deckgen.odds.roll_rules import mean_problems

_GLITCH = ("critical glitch", "glitch", "")
_WORDS = {"natural": NATURAL, "glitch": _GLITCH}
_NUMBERS = ("ones", "effect", "hitches")


@lru_cache(maxsize=256)
def roll_joint(roll: Roll, beyond: Fraction = Fraction(1, 10_000)) -> Joint:
    """Return the exact chances of a roll's result with its marks; if endless, up to where the rest is below ``beyond``.

    Raises GameError, with every problem, for dice that have no exact odds.
    """
    check_roll(roll)
    parts = _parts(roll)
    if not roll.endless:
        return joint(parts, *_outcomes(roll, None))
    mean = None if any(mean_problems(roll)) else totals.mean(roll) + roll.bonus
    limit = 8
    while True:
        weights, denominator = _outcomes(roll, limit) if roll.marks else _totals(roll, limit)
        more = denominator
        for total, group in groupby(sorted(weights.items(), key=_main_part), key=_main_part):
            more -= sum(weight for _, weight in group)
            if total > limit + roll.bonus:
                break
            if Fraction(more, denominator) < beyond:
                result = {outcome: weight for outcome, weight in weights.items() if int(outcome[0]) <= total}
                return joint(parts, result, denominator, mean, _beyond(roll, limit, total) if roll.marks else None)
        limit *= 2


def _main_part(entry: tuple[Outcome, int]) -> int:
    return int(entry[0][0])


def _totals(roll: Roll, limit: int) -> tuple[dict[Outcome, int], int]:
    """Return the weights of the totals up to a limit of a roll without marks, and the weight of all."""
    tails, denominator = totals.tails(roll, limit + 1)
    chances = {(t + roll.bonus,): tails[t] - tails[t + 1] for t in range(limit + 1)}
    return {outcome: chance for outcome, chance in chances.items() if chance}, denominator


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


def _outcomes(roll: Roll, limit: int | None) -> tuple[dict[Outcome, int], int]:
    """Return the weights of the outcomes with a total up to a limit, and maybe of some above it, and the weight of all."""
    pool = pool_of(roll)
    count = sum(pool.values())
    readings, denominator = weigh(pool, roll, None if limit is None else limit + count if roll.minus_ones else limit)
    most = most_ones(roll, count)
    weights: Counter[Outcome] = Counter()
    for reading, weight in readings.items():
        main = (
            (reading.width, reading.height)
            if roll.keep == "set"
            else (totals.total_of(reading, roll, most) + roll.bonus,)
        )
        weights[(*main, *_marks(reading, roll, count))] += weight
    return weights, denominator


def _beyond(roll: Roll, limit: int, highest: int) -> dict[Outcome, int]:
    """Return the weights of the marks of an endless roll with totals above ``highest``, from readings up to a limit."""
    pool = pool_of(roll)
    count = sum(pool.values())
    limit, most = limit + count if roll.minus_ones else limit, most_ones(roll, count)
    above = Counter(
        {reading._replace(total=1): ways for reading, ways in weigh(pool, roll, limit, marks_alone=True)[0].items()}
    )
    for reading, ways in weigh(pool, roll, limit)[0].items():
        if totals.total_of(reading, roll, most) + roll.bonus <= highest:
            above[reading._replace(total=1)] -= ways
    weights: Counter[Outcome] = Counter()
    for reading, ways in above.items():
        weights[(*_marks(reading, roll, count),)] += ways
    return weights


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
