"""A die, rolled on if it explodes; the dice of a roll; and the interface of all mechanics."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from math import comb, floor, prod
from types import MappingProxyType
from typing import NamedTuple

from deckgen.language import Language
from deckgen.odds.roll import Explode, Roll, Schema
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

    def maximum(self, total: Callable[[Iterable[int]], int]) -> int | None:
        """Return ``total`` of the dice's sides, the greatest total; None if they explode; 1 if every roll fails."""
        if not self.safe:  # so many d1 that every roll is a critical failure
            return 1
        return None if self.roll.explode != "none" else total(self.roll.dice)

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


class Mechanic(ABC):
    """A way to read a pool as one total. A critical failure counts as 1 in means and tails."""

    about = ""
    """What it does with the dice, for the schema; "" if another mechanic's text covers it."""
    schemas: Mapping[str, Schema] = MappingProxyType({})
    """The fields of a ``Roll`` that only this mechanic uses, as JSON Schema."""
    rule: str
    """How to read the dice at the table: a phrase with {} for ``success_at``."""
    least_total = 1
    """The least total of any dice."""
    can_rise = False
    """Whether grids of this mechanic can rise from row to row."""

    def problems(self, roll: Roll) -> Iterator[tuple[str, str, str]]:  # noqa: ARG002 - most have none
        """Yield (field, message, remedy) for each reason why a roll has no exact odds."""
        return iter(())

    @abstractmethod
    def describe(self, roll: Roll, dice: str, language: Language) -> str:
        """Return the roll in words, without notes, given the text of its dice and bonus (``d4, 2d6+1``)."""

    def notes(self, roll: Roll) -> str:  # noqa: ARG002 - most have none
        """Return the msgid of a phrase with a further rule of the roll, or ""."""
        return ""

    @abstractmethod
    def mean(self, pool: Pool) -> Fraction:
        """Return the exact mean of the total, without the roll's bonus."""

    @abstractmethod
    def tails(self, pool: Pool, limit: int) -> tuple[list[int], int]:
        """Return P(total >= t), t = 0..``limit``, without the roll's bonus: numerators, denominator."""

    def minimum(self, pool: Pool) -> int:  # noqa: ARG002 - of dice that are not added, a 1
        """Return the least possible total, without the roll's bonus."""
        return self.least_total

    @abstractmethod
    def maximum(self, pool: Pool) -> int | None:
        """Return the greatest possible total, without the roll's bonus, or None if there is none."""


def build_pool(roll: Roll) -> Pool:
    """Return the pool of a roll; that it has exact odds is not checked (see ``mechanics.validated_pool``)."""
    dice = tuple(sorted(make_die(sides, roll.explode) for sides in roll.dice))
    if not roll.critical_failure:
        return Pool(roll, dice, len(dice))
    most_ones = {"more-than-half-ones": len(dice) // 2, "all-ones": len(dice) - 1}
    return Pool(roll, dice, most_ones.get(roll.failing, 0 if roll.keep == "lowest" else len(dice) - 1))
