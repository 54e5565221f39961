"""Rounding by the seed: floor or ceiling, so that no fraction is lost on average."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, count, pairwise
from math import floor, gcd, lcm
from typing import Protocol


class RandomSource(Protocol):
    """A source of random numbers, such as a random stream or its first number."""

    def below(self, limit: int, /) -> int:
        """Return a number, uniform in [0, limit)."""


def round_systematically(target: Fraction, number: int, random: RandomSource) -> int:
    """Return the part of deck ``number`` (from 1) of a repeated fractional ``target``: its floor or its ceiling.

    Deck j gets floor(j·T + u) − floor((j−1)·T + u), u uniform on [0, 1) with T's denominator, so the
    mean over seeds is T, and the first decks of one set, however many, are together less than a unit off.
    """
    step, denominator = target.as_integer_ratio()
    end = number * step + random.below(denominator)
    return end // denominator - (end - step) // denominator


class Apportionment:
    """Card counts for the decks of sets: each share's floor or ceiling, summing to the deck.

    A systematic sample (Madow, On the theory of systematic sampling, 1949): the fractional parts lie one
    after another on a line of whole length, share i's from c to c + f. The deck's points are the integers
    plus a start in [0, 1), and a share is rounded up if a point is on its part. Then
    - a part, being shorter than 1, holds one point or none; all of them hold as many as the line is long;
    - the start is u plus the deck's own shift. u is uniform on the multiples of 1/D, where D is the parts'
      common denominator, and every interval from a/D to b/D holds the points of b − a of the D starts,
      whatever the shift: over all seeds the mean of each deck is *exactly* its share;
    - the shifts of a set of M decks are 0, 1/M ... (M−1)/M in some order, so that their points are 1/M
      apart, and a part f holds the floor or the ceiling of M·f of them: less than a card off over the set.
    All this is true of any run of neighboring parts too. So values of a scale should be in order: then "this
    or more" is as near as its single values. Values without order (hit locations, words) should be in a
    random order, with alternatives (left arm, right arm) next to each other so that they take turns: in a
    fixed order the points can hit two distant parts always together, as happened to head and vitals.

    With two parts, one decides, and ``round_systematically`` does better: any first decks of the set are in
    step. Raises ValueError if the shares do not sum to a whole number.
    """

    def __init__(self, shares: Sequence[Fraction]) -> None:
        parts = [share % 1 for share in shares]
        self._lows = [floor(share) for share in shares]
        self._uneven = [(i, part) for i, part in enumerate(parts) if part]
        self._steps = lcm(*(part.denominator for part in parts))
        lengths = (part.numerator * (self._steps // part.denominator) for part in parts)
        self._edges = [*accumulate(lengths, initial=0)]
        if self._edges[-1] % self._steps:
            raise ValueError("shares must sum to a whole number of cards")

    def counts(self, number: int, of: int, random: RandomSource) -> list[int]:
        """Return the cards per share, floor or ceiling of each, in deck ``number`` (from 1) of a set of ``of``."""
        if len(self._uneven) == 2:
            counts, ((first, part), (second, _)) = list(self._lows), self._uneven
            counts[second if round_systematically(part, number, random) == 0 else first] += 1
            return counts
        line_length = self._steps * of
        start = (random.below(self._steps) * of + _spread_index(number, of) * self._steps) % line_length
        points = (-((start - edge * of) // line_length) for edge in self._edges)  # before each edge
        return [low + b - a for low, (a, b) in zip(self._lows, pairwise(points), strict=True)]


@lru_cache(maxsize=4096)
def _spread_index(number: int, of: int) -> int:
    """Return the index of deck ``number`` among ``of`` decks spread evenly, in steps of the golden section."""
    golden = of * 618 // 1000
    near = (stride for off in count() for stride in (golden + off, golden - off))
    return number * next(stride for stride in near if gcd(stride, of) == 1) % of
