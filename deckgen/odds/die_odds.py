"""One die of a pool: the weight of each face after rerolls, and the totals of exploding faces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property
from math import gcd

from deckgen.odds.roll import Explode, Roll
from deckgen.records import record

Worth = Callable[[int], int]
"""What a face adds: itself, or 1 for a success."""
Result = tuple[int | None, int, int]
"""What a die adds in all (None: more than a limit), the face that it showed first, and the weight of both."""


@record
class DieOdds:
    """A die with ``sides`` faces, as it is read after rerolls: (number, weight) of each face, lowest first.

    Faces from ``explode_on`` up explode.
    """

    sides: int
    faces: tuple[tuple[int, int], ...]
    explode: Explode
    explode_on: int

    @cached_property
    def weight(self) -> int:
        """The weight of all faces."""
        return sum(weight for _, weight in self.faces)

    @cached_property
    def exploding(self) -> dict[int, int]:
        """The weights of the faces that explode."""
        return {face: weight for face, weight in self.faces if self.explode != "none" and face >= self.explode_on}

    @property
    def lost(self) -> int:
        """How much less than it shows a die adds that is rolled because another exploded."""
        return int(self.explode == "penetrating")

    def mean(self, worth: Worth = int) -> Fraction:
        """Return the exact mean of what the die adds, all explosions included."""
        plain = sum(weight * worth(face) for face, weight in self.faces)
        exploding = sum(self.exploding.values())
        if self.explode == "once":
            return Fraction(plain, self.weight) * (1 + Fraction(exploding, self.weight))
        return Fraction(plain - self.lost * exploding, self.weight - exploding)

    def results(self, limit: int, worth: Worth = int) -> tuple[list[Result], int]:
        """Return the results of the die with their weights, and the weight of all; those above ``limit`` as None."""
        if self.explode == "none":
            unit, later = 1, [1]
        elif self.explode == "once":
            unit, later = self.weight, [0] * (self.faces[-1][0] + 1)
            for face, weight in self.faces:
                later[face] += weight
        else:
            unit, later = self._later(limit, worth)
        results: list[Result] = []
        for face, weight in self.faces:
            value = worth(face)
            if face not in self.exploding:
                results.append((value if value <= limit else None, face, weight * unit))
                continue
            value -= self.lost
            reached = later[: max(limit - value + 1, 0)]
            results += [(value + added, face, weight * ways) for added, ways in enumerate(reached) if ways]
            if more := unit - sum(reached):
                results.append((None, face, weight * more))
        return results, self.weight * unit

    def _later(self, limit: int, worth: Worth) -> tuple[int, list[int]]:
        """Return a denominator, and the numerators of the chances of each total, 0..``limit``, of an exploding die.

        x[t] = (n[t] + sum of e[step] x[t - step]) / (weight - e[0]), n and e being the weights of faces that end the roll
        and of those that explode: every division is exact over a power of (weight - e[0]).
        """
        steps: Counter[int] = Counter()
        for face, weight in self.exploding.items():
            steps[worth(face) - self.lost] += weight
        ending: Counter[int] = Counter()
        for face, weight in self.faces:
            ending[worth(face)] += 0 if face in self.exploding else weight
        divisor = self.weight - steps.pop(0, 0)
        unit = divisor ** (1 + limit // min(steps, default=limit + 1))
        totals: list[int] = []
        for total in range(limit + 1):
            chained = sum(weight * totals[total - step] for step, weight in steps.items() if step <= total)
            totals.append((ending[total] * unit + chained) // divisor)
        return unit, totals


def pool_of(roll: Roll) -> Mapping[DieOdds, int]:
    """Return how many dice of each kind a roll has, those with the fewest sides first."""
    pool: Counter[DieOdds] = Counter()
    for numbers, count in sorted(roll.faces.items(), key=lambda entry: (len(entry[0]), entry[0])):
        pool[_read_die(numbers, roll)] += count
    return pool


def _read_die(numbers: tuple[int, ...], roll: Roll) -> DieOdds:
    weights = Counter(numbers)
    again = {face for face in weights if face in roll.reroll}
    if again and roll.reroll_once:
        weights = _rolled_once_more(weights, again)
    elif again:
        weights = Counter({face: weight for face, weight in weights.items() if face not in again})
    if roll.push:
        weights = _rolled_once_more(weights, {face for face in weights if face != 1 and not roll.is_success(face)})
    divisor = gcd(*weights.values())
    faces = tuple(sorted((face, weight // divisor) for face, weight in weights.items()))
    on = roll.explode_on
    return DieOdds(len(numbers), faces, roll.explode, on if on is not None else max(weights, default=0))


def _rolled_once_more(weights: Counter[int], again: set[int]) -> Counter[int]:
    """Return the weights of faces if those of ``again`` are rolled one more time."""
    replaced = sum(weights[face] for face in again)
    kept_weight = weights.total()
    return Counter({f: w * (replaced + (0 if f in again else kept_weight)) for f, w in weights.items()})
