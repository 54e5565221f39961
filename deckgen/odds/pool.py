"""One die, rolled on without end where its rule says so; the dice of a roll; and what every mechanic says of them."""

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
    taking one off every added roll is the same as counting each maximum one less.
    So P(total >= t) is a staircase that repeats every ``step``, each time ``sides`` times lower.
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
        """The power of ``sides`` that is a denominator of every P(total >= t), t <= ``limit``."""
        return 1 + (max(limit - 1, 0) // self.step if self.step else 0)

    def tails(self, limit: int) -> list[int]:
        """P(total >= t) for t from 0 to ``limit``, as numerators over ``sides ** power(limit)``."""
        sides, power = self.sides, self.power(limit)
        numerators = [sides**power]
        for t in range(limit):
            steps, face = divmod(t, self.step) if self.step else (0, t)
            numerators.append(max(sides - face, 0) * sides ** (power - 1 - steps))
        return numerators

    def chain_tails(self, limit: int) -> list[int]:
        """As ``tails``, of a die that already shows its maximum and is rolled on."""
        denominator = self.sides ** self.power(limit)
        later = self.tails(limit)
        return [denominator if t <= self.step else later[t - self.step] for t in range(limit + 1)]

    def chain_mean_or(self, least: Fraction) -> Fraction:
        """The mean of the larger of ``least`` and this die's total, once it shows its maximum."""
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
    """The die of that many sides under that rule."""
    return Die(sides, {"none": 0, "open": sides, "penetrating": sides - 1}[explode])


@record
class Pool:
    """The dice of one roll, smallest first.

    ``most_ones`` is the largest number of natural ones that is no critical failure; the number of
    dice where the roll has no such rule (source: ch. 1, Critical Failures). A total is the lowest there is
    where all dice show 1, or if the lowest die counts, where any does.
    """

    roll: Roll
    dice: tuple[Die, ...]
    most_ones: int

    @cached_property
    def groups(self) -> tuple[tuple[Die, int], ...]:
        """The different dice, smallest first, and how many of each there are."""
        return tuple(Counter(self.dice).items())

    @property
    def ways(self) -> int:
        """In how many ways the dice can fall, their first rolls only."""
        return prod(die.sides for die in self.dice)

    def maximum(self, total: Callable[[Iterable[int]], int]) -> int | None:
        """The greatest total of dice that are read by ``total``; None where they explode."""
        if not self.safe:  # so many d1 that every roll is a critical failure
            return 1
        return None if self.roll.explode != "none" else total(self.roll.dice)

    @cached_property
    def safe(self) -> Fraction:
        """The probability of no critical failure."""
        return Fraction(count_few_ones([(1, die.sides - 1) for die in self.dice], self.most_ones), self.ways)


def count_few_ones(dice: Iterable[tuple[int, int]], most: int) -> int:
    """The ways in which at most ``most`` dice show a 1; each die has (ways to show it, other ways)."""
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
    """What it does with the dice, for the schema; "" where another one's words tell it."""
    schemas: Mapping[str, Schema] = MappingProxyType({})
    """The fields of a ``Roll`` that are its own, as JSON Schema."""
    rule: str
    """How it is read at the table, a phrase with {} where ``success_at`` belongs."""
    least_total = 1
    """The least total of any dice."""
    can_rise = False
    """Whether grids of it can rise from row to row."""

    def problems(self, roll: Roll) -> Iterator[tuple[str, str, str]]:  # noqa: ARG002 - most have none
        """Field, what is wrong and what to do, where a roll has no exact odds."""
        return iter(())

    @abstractmethod
    def describe(self, roll: Roll, dice: str, language: Language) -> str:
        """The roll in words, from those of its dice (``d4, 2d6``)."""

    def notes(self, roll: Roll) -> str:  # noqa: ARG002 - most have none
        """A phrase of what else is to be known of it; "" for nothing."""
        return ""

    @abstractmethod
    def mean(self, pool: Pool) -> Fraction:
        """The exact mean."""

    @abstractmethod
    def tails(self, pool: Pool, limit: int) -> tuple[list[int], int]:
        """P(total >= t) for t from 0 to ``limit``: numerators, and their denominator."""

    def minimum(self, pool: Pool) -> int:  # noqa: ARG002 - of dice that are not added, a 1
        """The least total there can be."""
        return self.least_total

    @abstractmethod
    def maximum(self, pool: Pool) -> int | None:
        """The greatest total there can be; None if there is none."""


def build_pool(roll: Roll) -> Pool:
    """The pool of a roll that is known to have exact odds."""
    dice = tuple(sorted(make_die(sides, roll.explode) for sides in roll.dice))
    if not roll.critical_failure:
        return Pool(roll, dice, len(dice))
    most_ones = {"more-than-half-ones": len(dice) // 2, "all-ones": len(dice) - 1}
    return Pool(roll, dice, most_ones.get(roll.failing, 0 if roll.keep == "lowest" else len(dice) - 1))
