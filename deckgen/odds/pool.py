"""The dice of a roll, ready to count: checked, sorted, with the most ones that are no critical failure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm, prod

from deckgen.errors import Faults, GameError
from deckgen.game.model import Roll
from deckgen.odds.die import Die, make

LONGEST_PERIOD = 20_000
"""Different open-ended dice of one highest or lowest roll repeat together every lcm of their steps;
the exact mean is a fraction of a size in proportion to it. Beyond this it is refused."""


@dataclass(frozen=True)
class Pool:
    """The dice of one roll, smallest first.

    ``most_ones`` is the largest number of natural ones that is no critical failure; the number of
    dice where the roll has no such rule (source: ch. 1, Critical Failures).
    """

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

    @cached_property
    def safe(self) -> Fraction:
        """The probability of no critical failure."""
        return Fraction(few_ones([(1, die.sides - 1) for die in self.dice], self.most_ones), self.ways)


def few_ones(dice: Iterable[tuple[int, int]], most: int) -> int:
    """The ways in which at most ``most`` dice show a 1; each die has (ways to show it, other ways)."""
    pool = list(dice)
    if most >= len(pool):
        return prod(ones + others for ones, others in pool)
    counts = [1]  # ways by the number of ones
    for ones, others in pool:
        pairs = zip([*counts, 0], [0, *counts], strict=True)
        counts = [same * others + fewer * ones for same, fewer in pairs][: most + 1]
    return sum(counts)


def pool(roll: Roll) -> Pool:
    """The pool of a roll. Raises GameError, with every fault, for dice that have no exact odds."""
    _check(roll)
    dice = tuple(sorted(make(sides, roll.explode) for sides in roll.dice))
    return Pool(dice, len(dice) // 2 if roll.critical_failure else len(dice))


def rolls_all(roll: Roll) -> bool:
    """Whether every die is rolled out before any is kept."""
    if roll.keep == "highest" and roll.explode != "none":
        return roll.maxima == "all" or len(roll.dice) == 1
    return True


def _check(roll: Roll) -> None:
    faults = Faults()
    place = f"roll of {describe(roll)}" if roll.dice else "roll"
    if not roll.dice:
        faults.add(place, None, "dice", "there are no dice", "name at least one")
    if (roll.keep == "count") != (roll.success_at is not None):
        remedy = "give both of them, or neither"
        faults.add(place, None, "success_at", "dice are counted only from a success_at on", remedy)
    if roll.keep == "count" and roll.critical_failure:
        remedy = "set critical_failure to none"
        faults.add(place, None, "critical_failure", "dice that are counted know none", remedy)
    if any(sides < 1 for sides in roll.dice):
        faults.add(place, None, "dice", "a die has fewer than 1 side", "give every die 1 side or more")
    elif roll.explode != "none":
        if 1 in roll.dice:
            remedy = "give it 2 sides or more, or set explode to none"
            faults.add(place, None, "explode", "a d1 shows its maximum for ever", remedy)
        elif roll.keep in ("highest", "lowest") and rolls_all(roll):
            period = lcm(*(make(sides, roll.explode).step for sides in set(roll.dice)))
            if period > LONGEST_PERIOD:
                what = f"these dice repeat together only every {period}; above {LONGEST_PERIOD} is too long"
                faults.add(place, None, "dice", what, "use dice whose sides have more factors in common")
    faults.raise_as(GameError)


_EXPLODE = {"none": "", "open": ", open-ended", "penetrating": ", penetrating"}
_MAXIMA = {"choose": "", "one": ", one maximum rolled on", "all": ", every maximum rolled on"}


def describe(roll: Roll) -> str:
    """The roll in words: ``3d8``, ``d4+d6``, ``highest of 3d8, open-ended``, ``5+ among 4d6``.

    Critical failures are not named, nor is the usual rule for several maxima (``choose``).
    """
    counts = sorted(Counter(roll.dice).items())
    terms = [f"{'' if count == 1 else count}d{sides}" for sides, count in counts]
    end = _EXPLODE[roll.explode]
    if roll.keep == "count":
        return f"{roll.success_at}+ among {', '.join(terms)}{end}"
    if roll.keep == "sum" or len(roll.dice) == 1:
        return "+".join(terms) + end
    if roll.keep == "highest" and roll.explode != "none":
        end += _MAXIMA[roll.maxima]
    return f"{roll.keep} of {', '.join(terms)}{end}"
