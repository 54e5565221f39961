"""The exact odds of a roll."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from deckgen.game.model import Explode, Roll
from deckgen.odds import choice, counts, extremes, sums
from deckgen.odds.pool import Pool, pool, rolls_all

_SHORT = 64
"""A single tail is looked up in a table of at least this length, doubled as often as needed."""


@dataclass(frozen=True)
class Distribution:
    """The exact distribution of the total of ``roll``.

    ``maximum`` is None where dice explode, unless they are counted. ``critical_failure`` is the probability of one, 0 where the
    roll has none; it counts as a total of 1.
    """

    roll: Roll
    mean: Fraction
    minimum: int
    maximum: int | None
    critical_failure: Fraction

    def tail(self, t: int) -> Fraction:
        """P(total >= t), for any t."""
        if t <= self.minimum:
            return Fraction(1)
        if self.maximum is not None and t > self.maximum:
            return Fraction(0)
        return _tails(self.roll, max(_SHORT, 1 << (t - 1).bit_length()))[t]

    def tails(self, limit: int) -> tuple[Fraction, ...]:
        """P(total >= t) for every t from 0 to ``limit``, at once."""
        return _tails(self.roll, limit)

    def tails_float(self, limit: int) -> list[float]:
        """As ``tails``, each rounded once, to the nearest float."""
        return [float(tail) for tail in self.tails(limit)]


@lru_cache(maxsize=4096)
def distribution(roll: Roll) -> Distribution:
    """The distribution of a roll. Raises GameError where a roll has no exact odds.

    Sums add dice that are all rolled out, and so is every die that is counted, or of which the lowest is
    kept. For the
    highest of exploding dice, ``roll.maxima`` says which are rolled on (see ``deckgen.odds.choice``).
    """
    dice = pool(roll)
    return Distribution(roll, _mean(roll, dice), _minimum(roll, dice), _maximum(roll, dice), 1 - dice.safe)


def die_mean(sides: int, explode: Explode) -> Fraction:
    """The mean of one die. Raises GameError for a die without sides, or a d1 that explodes."""
    return distribution(Roll((sides,), explode=explode)).mean


def _mean(roll: Roll, dice: Pool) -> Fraction:
    if roll.keep == "sum":
        return sums.mean(dice)
    if roll.keep == "count":
        return counts.mean(dice, _success(roll))
    if roll.keep == "lowest":
        return extremes.lowest_mean(dice)
    if rolls_all(roll):
        return extremes.highest_mean(dice)
    return choice.mean(dice, one=roll.maxima == "one")


@lru_cache(maxsize=256)
def _tails(roll: Roll, limit: int) -> tuple[Fraction, ...]:
    dice = pool(roll)
    if roll.keep == "sum":
        numerators, whole = sums.tails(dice, limit)
    elif roll.keep == "count":
        numerators, whole = counts.tails(dice, _success(roll), limit)
    elif roll.keep == "lowest":
        numerators, whole = extremes.lowest_tails(dice, limit)
    elif rolls_all(roll):
        numerators, whole = extremes.highest_tails(dice, limit)
    else:
        numerators, whole = choice.tails(dice, limit, one=roll.maxima == "one")
    return tuple(Fraction(numerator, whole) for numerator in numerators)


def _success(roll: Roll) -> int:
    if roll.success_at is None:  # refused by pool
        raise AssertionError(roll)
    return roll.success_at


def _minimum(roll: Roll, dice: Pool) -> int:
    if roll.keep == "count":
        return counts.bounds(dice, _success(roll))[0]
    return len(roll.dice) if roll.keep == "sum" and not roll.critical_failure else 1


def _maximum(roll: Roll, dice: Pool) -> int | None:
    if roll.keep == "count":
        return counts.bounds(dice, _success(roll))[1]
    if not dice.safe:  # so many d1 that every roll is a critical failure
        return 1
    if roll.explode != "none":
        return None
    if roll.keep == "sum":
        return sum(roll.dice)
    return max(roll.dice) if roll.keep == "highest" else min(roll.dice)
