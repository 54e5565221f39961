"""Counting successes: how many dice of a pool, all rolled out, total a number or more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import prod
from typing import Any

from deckgen.odds.pool import Pool
from deckgen.odds.roll import Roll

ABOUT = "count counts the dice that are successes"
SCHEMAS: Mapping[str, Mapping[str, Any]] = {
    "success_at": {
        "description": "With keep: count, the lowest total of a die that is a success.",
        "type": "integer",
        "minimum": 1,
        "maximum": 999,
    }
}


def faults(roll: Roll) -> Iterator[tuple[str, str, str]]:
    """Dice that are counted have no critical failure."""
    if roll.critical_failure:
        yield "critical_failure", "dice that are counted know none", "set critical_failure to none"


def words(roll: Roll, dice: list[str], explode: str) -> str:
    """Such as ``5+ among 4d6``."""
    return f"{roll.success_at}+ among {', '.join(dice)}{explode}"


def mean(pool: Pool) -> Fraction:
    """The exact mean of the number of successes."""
    return sum((Fraction(*chance) for chance in _chances(pool)), Fraction(0))


def tails(pool: Pool, limit: int) -> tuple[list[int], int]:
    """P(successes >= t) for t from 0 to ``limit``: numerators, and their denominator."""
    ways = [1]  # by the number of successes
    for hit, whole in _chances(pool):
        pairs = zip([*ways, 0], [0, *ways], strict=True)
        ways = [same * (whole - hit) + fewer * hit for same, fewer in pairs]
    numerators = [sum(ways[t:]) for t in range(limit + 1)]
    return numerators, prod(whole for _, whole in _chances(pool))


def minimum(pool: Pool) -> int:
    """The dice that cannot but succeed."""
    return sum(hit == whole for hit, whole in _chances(pool))


def maximum(pool: Pool) -> int:
    """The dice that can succeed."""
    return sum(hit > 0 for hit, _ in _chances(pool))


def _chances(pool: Pool) -> list[tuple[int, int]]:
    """P(success) of every die: numerator and denominator."""
    success_at = pool.roll.success_at
    assert success_at is not None  # refused by ``mechanics.pool``
    tails = (die.tails(success_at) for die in pool.dice)
    return [(each[success_at], each[0]) for each in tails]
