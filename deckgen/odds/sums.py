"""Sums of dice, all exploding dice rolled on."""

from __future__ import annotations

from fractions import Fraction
from math import prod

from deckgen.language import Language, gettext_noop
from deckgen.odds.pool import Die, Mechanic, Pool
from deckgen.odds.roll import Roll


class DiceSum(Mechanic):
    """The mechanic that adds all dice."""

    about = "sum adds all dice"
    rule = gettext_noop("add them up")
    can_rise = True

    def describe(self, roll: Roll, dice: str, language: Language) -> str:  # noqa: ARG002
        return dice.replace(", ", "+")

    def minimum(self, pool: Pool) -> int:
        return 1 if pool.roll.critical_failure else len(pool.dice)

    def maximum(self, pool: Pool) -> int | None:
        return pool.maximum(sum)

    def mean(self, pool: Pool) -> Fraction:
        """Return the exact mean of the sum; a critical failure counts as 1."""
        if pool.most_ones >= len(pool.dice):  # no roll fails
            return sum((die.mean for die in pool.dice), Fraction(0))
        # For each number of ones so far: the probability, and its product with the mean of the sum.
        states = [(Fraction(1), Fraction(0))]
        for die in pool.dice:
            p_one = Fraction(1, die.sides)
            # If the die shows no 1, it adds die.mean - one in all, with probability 1 - one.
            without_one = [(p * (1 - p_one), s * (1 - p_one) + p * (die.mean - p_one)) for p, s in states]
            with_one = [(p * p_one, (s + p) * p_one) for p, s in states]
            nothing = (Fraction(0), Fraction(0))
            pairs = zip([*without_one, nothing], [nothing, *with_one], strict=True)
            states = [(a + c, b + d) for (a, b), (c, d) in pairs][: pool.most_ones + 1]
        return 1 - pool.safe + sum((s for _, s in states), Fraction(0))

    def tails(self, pool: Pool, limit: int) -> tuple[list[int], int]:
        """Return P(sum >= t), t = 0..``limit``: numerators, denominator; a critical failure counts as 1."""
        can_fail = pool.most_ones < len(pool.dice)
        rows = [[1] + [0] * limit]  # rows[ones][total]: ways, over the product of the scales so far
        for die in pool.dice:
            grown = [_add(row, die, limit) for row in rows]
            if can_fail:
                grown = _split(rows, grown, die.sides ** (die.power(limit) - 1), pool.most_ones)
            rows = grown
        denominator = prod(die.sides ** die.power(limit) for die in pool.dice)
        remaining = int(pool.safe * denominator)
        numerators = []
        for t in range(limit + 1):
            numerators.append(denominator if t <= 1 and can_fail else remaining)
            remaining -= sum(row[t] for row in rows)
        return numerators, denominator


def _add(row: list[int], die: Die, limit: int) -> list[int]:
    """Return a row of totals with a die added, scaled by ``sides ** power(limit)``.

    The die's generating function is (z + ... + z^f) / (sides - z^step), so each total follows from the one a
    step before; the division is exact at this scale.
    """
    scale, faces, step = die.sides ** die.power(limit), die.final_faces, die.step
    grown: list[int] = []
    window = 0
    for total in range(limit + 1):
        if total:
            window += row[total - 1]
        if total > faces:
            window -= row[total - 1 - faces]
        chained = grown[total - step] if step and total >= step else 0
        grown.append((window * scale + chained) // die.sides)
    return grown


def _split(rows: list[list[int]], grown: list[list[int]], ways_of_one: int, most: int) -> list[list[int]]:
    """Return ``grown`` (``rows`` with a die added), ways in which it shows a 1 a row later; up to ``most`` + 1 rows."""
    shifted = [[0, *(ways * ways_of_one for ways in row[:-1])] for row in rows]
    nothing = [0] * len(grown[0])
    pairs = zip([*grown, nothing], [*shifted, nothing], [nothing, *shifted], strict=True)
    return [[g - out + into for g, out, into in zip(*three, strict=True)] for three in pairs][: most + 1]
