"""Whole numbers in place of fractions: floor or ceiling by the seed, so that on average nothing is rounded."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, count, pairwise
from math import floor, gcd, lcm
from typing import Protocol


class RandomSource(Protocol):
    """What gives random numbers, such as a stream of bits, or the beginning of one."""

    def below(self, limit: int, /) -> int:
        """One number, uniform in [0, limit)."""


def round_systematically(target: Fraction, number: int, random: RandomSource) -> int:
    """Deck ``number``'s share of a repeated fractional ``target``: its floor or its ceiling.

    Deck j gets floor(j·T + u) − floor((j−1)·T + u), u uniform on [0, 1) with T's denominator, so the
    mean over seeds is T and the first decks of one set, however many, are together never a whole unit off.
    """
    step, denominator = target.as_integer_ratio()
    end = number * step + random.below(denominator)
    return end // denominator - (end - step) // denominator


class Apportionment:
    """Card counts for the decks of sets: each share's floor or ceiling, summing to the deck.

    A systematic sample (Madow, On the theory of systematic sampling, 1949): the fractional parts lie one
    after another on a line of whole length, share i's from c to c + f. The deck's points are the whole
    numbers plus a start in [0, 1), and a share is rounded up if a point is on its part. Then
    - a part, being shorter than 1, holds one point or none; all of them hold as many as the line is long;
    - the start is u plus the deck's own shift. u is uniform on the multiples of 1/D, where D is the parts'
      common denominator, and every interval from a/D to b/D holds the points of b − a of the D starts,
      whatever the shift: over all seeds the mean of each deck is *exactly* its share;
    - the shifts of a set of M decks are 0, 1/M ... (M−1)/M in some order, so that their points are 1/M
      apart, and a part f holds the floor or the ceiling of M·f of them: less than a card off over the set.
    What is said of a part holds for any run of neighbors too. So values of a scale should come in its order:
    then "this or more" is as near as its single values. Values without one (places, words) should come in
    a random order, alternatives (left arm, right arm) side by side so that they take turns: in a fixed order
    the points can meet two far parts always together, as they did head and vitals.

    Of two parts one decides, and ``systematic`` does better: any first decks of the set are in step.
    Raises ValueError if the shares do not sum to a whole number.
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
        """Those of deck ``number`` of a set of ``of``."""
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
    """An order of 0 ... ``of`` − 1 of which any first ones are spread evenly too: steps of the golden section."""
    golden = of * 618 // 1000
    near = (stride for off in count() for stride in (golden + off, golden - off))
    return number * next(stride for stride in near if gcd(stride, of) == 1) % of
