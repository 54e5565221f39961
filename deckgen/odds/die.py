"""One die, rolled on without end where its rule says so."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import NamedTuple

from deckgen.odds.roll import Explode


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
        whole = self.sides ** self.power(limit)
        later = self.tails(limit)
        return [whole if t <= self.step else later[t - self.step] for t in range(limit + 1)]

    def chain_mean_or(self, least: Fraction) -> Fraction:
        """The mean of the larger of ``least`` and this die's total, once it shows its maximum."""
        offer = least - self.step
        if offer <= 1:
            return self.step + self.mean
        # E[(Y - a)+] = E[(Y - c)+] - (a - c) P(Y > c) with c the whole part of a; and Y beyond a whole
        # number of steps is Y again, ``sides`` times rarer.
        whole = floor(offer)
        steps, face = divmod(whole, self.step)
        below = Fraction(face * (2 * self.sides - face + 1), 2 * self.sides)
        more = Fraction(self.sides - face, self.sides)
        excess = self.mean - below - (offer - whole) * more
        return least + excess * Fraction(1, self.sides**steps)


def make(sides: int, explode: Explode) -> Die:
    """The die of that many sides under that rule."""
    return Die(sides, {"none": 0, "open": sides, "penetrating": sides - 1}[explode])
