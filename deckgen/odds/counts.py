"""Counting successes: how many dice of a pool, all rolled out, total a number or more."""

from __future__ import annotations

from fractions import Fraction
from math import prod

from deckgen.odds.die import Die
from deckgen.odds.pool import Pool


def mean(pool: Pool, success_at: int) -> Fraction:
    """The exact mean of the number of dice that total ``success_at`` or more."""
    return sum((Fraction(*_chance(die, success_at)) for die in pool.dice), Fraction(0))


def tails(pool: Pool, success_at: int, limit: int) -> tuple[list[int], int]:
    """P(successes >= t) for t from 0 to ``limit``: numerators, and their denominator."""
    chances = [_chance(die, success_at) for die in pool.dice]
    ways = [1]  # by the number of successes
    for hit, whole in chances:
        pairs = zip([*ways, 0], [0, *ways], strict=True)
        ways = [same * (whole - hit) + fewer * hit for same, fewer in pairs]
    numerators = [sum(ways[t:]) for t in range(limit + 1)]
    return numerators, prod(whole for _, whole in chances)


def bounds(pool: Pool, success_at: int) -> tuple[int, int]:
    """The least and the greatest number of successes there can be."""
    chances = [_chance(die, success_at) for die in pool.dice]
    return sum(hit == whole for hit, whole in chances), sum(hit > 0 for hit, _ in chances)


def _chance(die: Die, success_at: int) -> tuple[int, int]:
    """P(total >= success_at) of one die: numerator and denominator."""
    tails = die.tails(success_at)
    return tails[success_at], tails[0]
