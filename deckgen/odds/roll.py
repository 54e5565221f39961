"""A roll: dice, the rules for reading them, and their notation: ``3d6``, ``d10+d6``, ``2d6-2``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, Literal

from deckgen.records import record

Explode = Literal["none", "open", "penetrating", "once", "again"]
Keep = str
"""Name of a mechanic (see ``deckgen.odds.mechanics``)."""
Maxima = Literal["choose", "one", "all"]
Failing = Literal["more-than-half-ones", "all-ones", "lowest"]
Schema = Mapping[str, Any]
"""Part of a JSON Schema."""
Mark = Literal["natural", "botch", "glitch", "doubles", "match", "ones", "effect", "hitches", "reversed", "criticals"]
"""A further part of a roll's result. natural: the only die kept shows its lowest or highest face (a word); botch: no success,
and a 1; glitch: more than half of the dice show 1 (with no success, a critical one: a word); doubles: both digits of a d100
are equal; match: two dice or more are equal; ones: how many dice show 1; effect: the sides of the largest die that is not
kept, 4 if none is; hitches: how many dice show 1 (these are not kept); reversed: a d100 with its digits exchanged;
criticals: two dice or more show the highest face."""
Face = int | tuple[str, ...]
"""A number, or the symbols on a face: none, one or several."""


@record
class Die:
    """A die with faces of its own, and its name as it is written: ``dF``, ``d{2,4,6}``, or one that the game gives it."""

    name: str
    faces: tuple[Face, ...]

    @property
    def numbers(self) -> tuple[int, ...]:
        """The faces that are numbers."""
        return tuple(face for face in self.faces if isinstance(face, int))


DICE = r"([1-9]|[1-3][0-9])?d([1-9][0-9]{1,2}|[2-9])"
"""The dice of one kind in a roll: up to 39 of 2 to 999 sides."""
_BONUS = r"[+-][1-9][0-9]{0,2}"
_DIE, _END = re.compile(DICE), re.compile(rf"({_BONUS})$")

NOTATION: Schema = {
    "title": "dice",
    "type": "string",
    "pattern": rf"^{DICE}(\+{DICE}){{0,5}}({_BONUS})?$",
    "errorMessage": "write the number of dice (up to 39), d and their sides, such as 3d6 or d100; up to six of these with + between, and last what is added or taken off, such as 2d6+d8-1",
}
"""The schema of a text that ``parse_dice`` reads."""


def choice_schema(about: str, *values: str) -> Schema:
    """Return the schema of a choice between ``values``; the first is the default."""
    return {"description": f"{about} {values[0]} if left out.", "default": values[0], "enum": list(values)}


@record
class Roll:
    """The dice of one printed cell.

    ``dice`` are the sides of every die, so ``(6, 6, 6)`` is 3d6; ``special`` are dice with faces of their own. ``explode``:
    ``open`` rolls again and adds, ``penetrating`` takes 1 off each added roll, ``once`` adds one roll, and ``again`` rolls
    another die, which is one more of the pool; ``explode_on`` is the least face that does so, None for the highest.
    ``maxima``: what happens if several dice of a kept pool show their maximum. ``critical_failure``: some rolls, which
    ``failing`` selects, count as 1. ``kept``: how many of the highest, lowest or middle dice are added. ``success_at`` and
    ``at_most``: which dice are counted, None for all other rolls. ``minus_ones``: each 1 takes off a success. ``bonus`` is
    added once, to the total. ``extremes``: cards give the lowest and the highest total with exactly the dice's chance,
    however small (see ``deckgen.odds.extremes``).

    ``reroll``: faces that are rolled again and replaced, without end or, ``reroll_once``, one time. ``push``: dice that are
    neither successes nor 1s are rolled again, one time. ``tallest``: of sets of equal dice the one with the highest number
    counts, not that of the most dice. ``cancel``: pairs of symbols that take each other off. ``tens``: further tens dice of a
    d100 of which the lowest counts (bonus dice) or, below 0, the highest. ``marks``: further parts of the result; a roll that
    has any, and one that reads sets or symbols, has a result of several parts (see ``deckgen.odds.evaluate``).
    """

    dice: tuple[int, ...]
    keep: Keep = "sum"
    explode: Explode = "none"
    maxima: Maxima = "choose"
    critical_failure: bool = False
    success_at: int | None = None
    failing: Failing = "more-than-half-ones"
    bonus: int = 0
    extremes: bool = False
    explode_on: int | None = None
    reroll: tuple[int, ...] = ()
    reroll_once: bool = False
    push: bool = False
    kept: int = 1
    at_most: int | None = None
    minus_ones: bool = False
    tallest: bool = False
    special: tuple[Die, ...] = ()
    cancel: tuple[tuple[str, str], ...] = ()
    tens: int = 0
    marks: tuple[Mark, ...] = ()

    @cached_property
    def faces(self) -> Mapping[tuple[int, ...], int]:
        """How many dice there are of each kind, by the numbers on their faces."""
        kinds = Counter({tuple(range(1, sides + 1)): count for sides, count in Counter(self.dice).items()})
        kinds.update(die.numbers for die in self.special)
        return kinds

    def is_success(self, number: int) -> bool:
        """Return whether a die that shows or totals a number is a success."""
        low_counts = self.at_most is not None and number <= self.at_most
        return low_counts or (self.success_at is not None and number >= self.success_at)

    @cached_property
    def endless(self) -> bool:
        """Whether there is no highest total."""
        counts = self.keep == "count"
        if self.explode in ("none", "once") or (counts and self.explode != "again"):
            return False
        least = ((self.explode_on or max(numbers, default=1), numbers) for numbers in self.faces)
        return any(n >= on and (self.is_success(n) or not counts) for on, numbers in least for n in numbers)

    @cached_property
    def size(self) -> int:
        """How many dice there are."""
        return len(self.dice) + len(self.special)

    @cached_property
    def places(self) -> range:
        """Which dice count for the total, the highest being in place 0."""
        if self.keep not in ("highest", "lowest", "middle"):
            return range(self.size)
        first = {"highest": 0, "lowest": self.size - self.kept}.get(self.keep, (self.size - self.kept) // 2)
        return range(first, first + self.kept)

    @cached_property
    def most_ones(self) -> int:
        """The largest number of 1s that is no critical failure; the number of dice if the roll has no such rule."""
        if not self.critical_failure:
            return self.size
        lowest = self.size - self.places.start - 1
        return {"more-than-half-ones": self.size // 2, "all-ones": self.size - 1}.get(self.failing, lowest)

    @property
    def chooses(self) -> bool:
        """Whether not all dice that show their maximum are rolled on."""
        several = self.keep == "highest" and self.kept == 1 < self.size
        return several and self.maxima != "all" and self.explode in ("open", "penetrating")

    @cached_property
    def unmodified(self) -> Roll:
        """The roll without its bonus."""
        return replace(self, bonus=0) if self.bonus else self


def parse_dice(text: str) -> Roll:
    """Return the roll that adds the dice and the bonus in a text. That it fits ``NOTATION`` is not checked."""
    dice = (int(sides) for number, sides in _DIE.findall(text) for _ in range(int(number or 1)))
    bonus = _END.search(text)
    return Roll(tuple(dice), bonus=int(bonus[1]) if bonus else 0)


def with_plain_dice(roll: Roll) -> Roll:
    """Return the same sum with plain dice and another bonus instead of special dice such as dF, d00 and d{2,3,4}."""
    if roll.keep != "sum" or roll.explode != "none" or roll.reroll or roll.critical_failure or roll.marks:
        return roll
    plain, special, bonus = [*roll.dice], [], roll.bonus
    for die in roll.special:
        least = min(die.numbers, default=0)
        if sorted(die.numbers) == [*range(least, least + len(die.faces))]:
            plain.append(len(die.faces))
            bonus += least - 1
        else:
            special.append(die)
    return replace(roll, dice=tuple(plain), special=tuple(special), bonus=bonus)
