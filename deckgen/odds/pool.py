"""A plain die, rolled on if it explodes; and the dice of a roll, of which some are kept and some numbers of 1s fail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property
from math import comb, floor, prod
from typing import NamedTuple

from deckgen.odds.roll import Explode, Roll
from deckgen.records import record


class Die(NamedTuple):
    """A die of ``sides`` faces; its maximum adds ``step`` to another roll of the die, without end.

    ``step`` is 0 for a plain die, the sides for an open-ended one, and one less for a penetrating one:
    subtracting 1 from every added roll is the same as counting each maximum one less. So P(total >= t) is a
    staircase that repeats every ``step``, each time ``sides`` times lower.
    """

    sides: int
    step: int

    @property
    def final_faces(self) -> int:
        """How many faces, from 1 up, end the roll."""
        return self.sides - 1 if self.step else self.sides

    @property
    def mean(self) -> Fraction:
        """The exact mean of the total."""
        plain = Fraction(self.final_faces * (self.final_faces + 1), 2)
        return (plain + self.step) / (self.sides - 1 if self.step else self.sides)

    def power(self, limit: int) -> int:
        """Return the power of ``sides`` that is a denominator of every P(total >= t), t <= ``limit``."""
        return 1 + (max(limit - 1, 0) // self.step if self.step else 0)

    def tails(self, limit: int) -> list[int]:
        """Return P(total >= t), t = 0..``limit``, as numerators over ``sides ** power(limit)``."""
        sides, power = self.sides, self.power(limit)
        numerators = [sides**power]
        for t in range(limit):
            steps, face = divmod(t, self.step) if self.step else (0, t)
            numerators.append(max(sides - face, 0) * sides ** (power - 1 - steps))
        return numerators

    def chain_tails(self, limit: int) -> list[int]:
        """Return P(total >= t), t = 0..``limit``, of a die that shows its maximum, over ``sides ** power(limit)``."""
        denominator = self.sides ** self.power(limit)
        later = self.tails(limit)
        return [denominator if t <= self.step else later[t - self.step] for t in range(limit + 1)]

    def chain_mean_or(self, least: Fraction) -> Fraction:
        """Return the mean of max(``least``, total of this die), given that it shows its maximum."""
        offer = least - self.step
        if offer <= 1:
            return self.step + self.mean
        # E[(Y - a)+] = E[(Y - c)+] - (a - c) P(Y > c) with c the whole part of a; and Y beyond a whole
        # number of steps is Y again, ``sides`` times rarer.
        offer_floor = floor(offer)
        steps, face = divmod(offer_floor, self.step)
        mean_below = Fraction(face * (2 * self.sides - face + 1), 2 * self.sides)
        chance_above = Fraction(self.sides - face, self.sides)
        excess = self.mean - mean_below - (offer - offer_floor) * chance_above
        return least + excess * Fraction(1, self.sides**steps)


def make_die(sides: int, explode: Explode) -> Die:
    """Return the die of that many sides under an explosion rule."""
    return Die(sides, {"none": 0, "open": sides, "penetrating": sides - 1}[explode])


@record
class Pool:
    """The dice of one roll, smallest first.

    ``most_ones`` is the largest number of natural ones that is no critical failure; the number of dice if the
    roll has no such rule (source: ch. 1, Critical Failures). If only the lowest result fails, that is all
    dice at 1, or any die at 1 where the lowest die counts.
    """

    roll: Roll
    dice: tuple[Die, ...]
    most_ones: int

    @cached_property
    def groups(self) -> tuple[tuple[Die, int], ...]:
        """The different dice, smallest first, each with its count."""
        return tuple(Counter(self.dice).items())

    @property
    def ways(self) -> int:
        """In how many ways the first rolls of the dice can fall."""
        return prod(die.sides for die in self.dice)

    @cached_property
    def safe(self) -> Fraction:
        """Probability of no critical failure."""
        return Fraction(count_few_ones([(1, die.sides - 1) for die in self.dice], self.most_ones), self.ways)


def count_few_ones(dice: Iterable[tuple[int, int]], most: int) -> int:
    """Return in how many ways at most ``most`` dice show a 1; each die is (ways to show it, other ways)."""
    pool = list(dice)
    if most >= len(pool):
        return prod(ways_one + ways_other for ways_one, ways_other in pool)
    if len(set(pool)) == 1:
        ways_one, ways_other = pool[0]
        return sum(comb(len(pool), k) * ways_one**k * ways_other ** (len(pool) - k) for k in range(most + 1))
    counts = [1]  # ways by the number of ones
    for ways_one, ways_other in pool:
        pairs = zip([*counts, 0], [0, *counts], strict=True)
        counts = [same * ways_other + fewer * ways_one for same, fewer in pairs][: most + 1]
    return sum(counts)


def kept_places(roll: Roll, count: int) -> range:
    """Return which of ``count`` dice count for the total, the highest being in place 0."""
    if roll.keep not in ("highest", "lowest", "middle"):
        return range(count)
    first = {"highest": 0, "lowest": count - roll.kept}.get(roll.keep, (count - roll.kept) // 2)
    return range(first, first + roll.kept)


def most_ones(roll: Roll, count: int) -> int:
    """Return the largest number of 1s among ``count`` dice that is no critical failure."""
    if not roll.critical_failure:
        return count
    lowest = count - kept_places(roll, count).start - 1
    return {"more-than-half-ones": count // 2, "all-ones": count - 1}.get(roll.failing, lowest)


def build_pool(roll: Roll) -> Pool:
    """Return the pool of a roll of plain dice; that it has exact odds is not checked (see ``roll_rules``)."""
    dice = tuple(sorted(make_die(sides, roll.explode) for sides in roll.dice))
    return Pool(roll, dice, most_ones(roll, len(dice)))
