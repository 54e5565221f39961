"""The exact chances of a roll with numbers: of its total, its successes or its set together with its marks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from deckgen.odds import totals
from deckgen.odds.die_odds import pool_of
from deckgen.odds.joint import Joint, Outcome, Part, Scalar, joint
from deckgen.odds.mechanics import check_roll
from deckgen.odds.pool_weights import NATURAL, Reading, weigh
from deckgen.odds.roll import Roll
from deckgen.odds.roll_rules import mean_problems

_GLITCH = ("critical glitch", "glitch", "")
_PARTS = {
    "natural": Part("natural", "word", NATURAL),
    "glitch": Part("glitch", "word", _GLITCH),
    **{name: Part(name) for name in ("ones", "effect", "hitches")},
}
"""The marks that are words or numbers."""


@lru_cache(maxsize=256)
def roll_joint(roll: Roll, beyond: Fraction = Fraction(1, 10_000)) -> Joint:
    """Return the exact chances of a roll's result with its marks; if endless, up to where the rest is below ``beyond``.

    Raises GameError, with every problem, for dice that have no exact odds.
    """
    check_roll(roll)
    parts = _parts(roll)
    if not roll.endless:
        if roll.marks or roll.keep in ("set", "run"):
            readings, denominator = weigh(pool_of(roll), roll, None)
            return joint(parts, _outcomes(readings, roll), denominator)
        chances, denominator = totals.chances(roll, None)
        return joint(parts, {(total + roll.bonus,): ways for total, ways in chances.items()}, denominator)
    mean = None if any(mean_problems(roll)) else totals.mean(roll) + roll.bonus
    limit = 8
    while True:
        chances, denominator = totals.chances(roll, limit)
        more = denominator
        for total in sorted(chances):
            more -= chances[total]
            if total <= limit and Fraction(more, denominator) < beyond:
                if roll.marks:
                    return _joint_up_to(total, roll, parts, mean)
                weights: dict[Outcome, int] = {(t + roll.bonus,): ways for t, ways in chances.items() if t <= total}
                return joint(parts, weights, denominator, mean)
        limit *= 2


def _joint_up_to(limit: int, roll: Roll, parts: Sequence[Part], mean: Fraction | None) -> Joint:
    """Return the chances of the outcomes of an endless roll up to a total, which is without the bonus, and of those beyond."""
    pool = pool_of(roll)
    reach = limit + roll.size if roll.minus_ones else limit
    readings, denominator = weigh(pool, roll, reach)
    readings = {reading: ways for reading, ways in readings.items() if totals.total_of(reading, roll) <= limit}
    beyond = Counter(weigh(pool, roll, reach, marks_alone=True)[0])
    for reading, ways in readings.items():
        beyond[reading._replace(total=0)] -= ways
    marks = Counter[Outcome]()
    for reading, ways in beyond.items():
        marks[*_marks(reading._replace(total=reach + 1), roll),] += ways
    return joint(parts, _outcomes(readings, roll), denominator, mean, marks)


def _parts(roll: Roll) -> list[Part]:
    """Return the parts of a roll's result: the main ones, then its marks."""
    names = {"count": ("successes",), "set": ("width", "height"), "run": ("length", "top")}.get(roll.keep, ("total",))
    return [*map(Part, names), *(_PARTS.get(mark, Part(mark, "mark")) for mark in roll.marks)]


def _outcomes(readings: Mapping[Reading, int], roll: Roll) -> dict[Outcome, int]:
    """Return the weights of the outcomes of readings."""
    weights: Counter[Outcome] = Counter()
    for reading, ways in readings.items():
        total = totals.total_of(reading, roll) + roll.bonus
        main = (reading.width, reading.height) if roll.keep in ("set", "run") else (total,)
        weights[(*main, *_marks(reading, roll))] += ways
    return weights


def _marks(reading: Reading, roll: Roll) -> Iterable[Scalar]:
    """Yield the marks of a reading, in the order of the roll."""
    values: Mapping[str, Scalar] = {
        "natural": NATURAL[reading.natural],
        "botch": not reading.total and reading.ones > 0,
        "glitch": _GLITCH[(roll.keep != "count" or reading.total > 0) if reading.ones * 2 > roll.size else 2],
        "match": reading.equal,
        "ones": reading.ones,
        "hitches": reading.ones,
        "effect": reading.effect or 4,
        "criticals": reading.tops > 1,
    }
    return (values[mark] for mark in roll.marks)
