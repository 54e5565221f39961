"""Counting successes: the number of dice in a pool that total ``success_at`` or more."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import prod
from types import MappingProxyType

from deckgen.language import Language, gettext_noop
from deckgen.odds.pool import Mechanic, Pool
from deckgen.odds.roll import Roll


class SuccessCount(Mechanic):
    """The mechanic that counts the dice that are successes."""

    about = "count counts the dice that are successes"
    rule = gettext_noop("count those that show {} or more")
    least_total = 0
    can_rise = True
    schemas = MappingProxyType(
        {
            "success_at": {
                "description": "With keep: count, the lowest total of a die that is a success.",
                "type": "integer",
                "minimum": 1,
                "maximum": 999,
            }
        }
    )

    def problems(self, roll: Roll) -> Iterator[tuple[str, str, str]]:
        if roll.critical_failure:
            yield "critical_failure", "counted dice have no critical failures", "set critical_failure to none"

    def describe(self, roll: Roll, dice: str, language: Language) -> str:
        return language.phrase("{least}+ among {dice}", least=roll.success_at, dice=dice)

    def mean(self, pool: Pool) -> Fraction:
        return sum((Fraction(*chance) for chance in _success_chances(pool)), Fraction(0))

    def tails(self, pool: Pool, limit: int) -> tuple[list[int], int]:
        """Return P(successes >= t), t = 0..``limit``: numerators, denominator."""
        ways = [1]  # index: number of successes
        for numerator, denominator in _success_chances(pool):
            pairs = zip([*ways, 0], [0, *ways], strict=True)
            ways = [same * (denominator - numerator) + fewer * numerator for same, fewer in pairs]
        numerators = [sum(ways[t:]) for t in range(limit + 1)]
        return numerators, prod(denominator for _, denominator in _success_chances(pool))

    def minimum(self, pool: Pool) -> int:
        return sum(numerator == denominator for numerator, denominator in _success_chances(pool))

    def maximum(self, pool: Pool) -> int:
        return sum(numerator > 0 for numerator, _ in _success_chances(pool))


def _success_chances(pool: Pool) -> list[tuple[int, int]]:
    """Return P(success) of each die as (numerator, denominator)."""
    success_at = pool.roll.success_at
    assert success_at is not None  # checked by ``mechanics.validated_pool``
    tails = (die.tails(success_at) for die in pool.dice)
    return [(die_tails[success_at], die_tails[0]) for die_tails in tails]
