"""One die of a pool: the weight of each face after rerolls, and the totals of exploding faces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate
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

    @property
    def highest(self) -> int | None:
        """The most that the die can add; None if there is no highest number."""
        top = self.faces[-1][0]
        return top if not self.exploding else 2 * top if self.explode == "once" else None

    def mean(self, worth: Worth = int) -> Fraction:
        """Return the exact mean of what the die adds, all explosions included."""
        plain = sum(weight * worth(face) for face, weight in self.faces)
        exploding = sum(self.exploding.values())
        if self.explode == "once":  # of each of two rolls the same is read
            return Fraction(plain, self.weight) * (1 + Fraction(exploding, self.weight))
        return Fraction(plain - self.lost * exploding, self.weight - exploding)

    def results(self, limit: int, worth: Worth = int) -> tuple[list[Result], int]:
        """Return the results of the die with their weights, and the weight of all; those above ``limit`` as None."""
        if not self.exploding:
            unit, later = 1, [1]
        elif self.explode == "once":
            unit, later = self.weight, [0] * (self.faces[-1][0] + 1)
            for face, weight in self.faces:
                later[face] += weight
        else:
            unit, later = self.scale(limit, worth), self.add_to([1] + [0] * limit, worth)
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

    def series(self, worth: Worth = int) -> tuple[Counter[int], Counter[int], int]:
        """Return the weights of what ends a roll and of the steps after which it goes on, and the weight of both."""
        ending: Counter[int] = Counter()
        if self.explode == "once":
            for value, _, weight in self.results(2 * self.faces[-1][0])[0]:
                ending[value or 0] += weight
            return ending, Counter(), self.weight**2
        steps: Counter[int] = Counter()
        for face, weight in self.faces:
            if face in self.exploding:
                steps[worth(face) - self.lost] += weight
            else:
                ending[worth(face)] += weight
        return ending, steps, self.weight - steps.pop(0, 0)

    def scale(self, limit: int, worth: Worth = int) -> int:
        """Return a denominator of the chances of all results up to a limit."""
        _, steps, weight = self.series(worth)
        power = 1 + (limit // min(steps) if steps else 0)
        return int(weight**power)

    def add_to(self, row: list[int], worth: Worth = int) -> list[int]:
        """Return the numerators of the chances of sums 0 to ``len(row) - 1`` with the die added to what has the sums of ``row``.

        They are over ``scale`` times the denominator before. With n(z) for faces that end a roll and e(z) for steps of those
        that explode, the die is n(z) / (weight - e(z)). So each sum follows from those a step before; the division is exact at
        this scale.
        """
        ending, steps, weight = self.series(worth)
        scale = self.scale(len(row) - 1, worth)
        runs: list[list[int]] = []  # first and last face, weight
        for face, ways in sorted(ending.items()):
            if runs and runs[-1][1:] == [face - 1, ways]:
                runs[-1][1] = face
            else:
                runs.append([face, face, ways])
        up_to = [*accumulate(row)]
        grown: list[int] = []
        for total in range(len(row)):
            ways = 0
            for first, last, ways_of_face in runs:
                if total >= first:
                    ways += ways_of_face * (up_to[total - first] - (up_to[total - last - 1] if total > last else 0))
            ways *= scale
            for step, ways_of_step in steps.items():
                if total >= step:
                    ways += ways_of_step * grown[total - step]
            grown.append(ways // weight)
        return grown


@lru_cache(maxsize=1024)
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
