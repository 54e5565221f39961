"""Dice of two digits: bonus dice, doubles, and digits that are exchanged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from deckgen.odds.joint import NOTHING, Joint, Outcome, Part, Scalar, combine, joint, refusal
from deckgen.odds.roll import Roll

DIGIT_MARKS: Mapping[str, tuple[Part, Callable[[int], Scalar]]] = MappingProxyType(
    {
        "doubles": (Part("doubles", "mark"), lambda number: number // 10 % 10 == number % 10),
        # 00 is 100 of a d100 and 0 of a d00; either stays.
        "reversed": (Part("reversed"), lambda number: (number % 10 * 10 + number // 10 % 10) or number),
    }
)
"""The parts that are read from the digits of a natural total."""


def roll_tens(roll: Roll) -> Joint:
    """Return the chances of a d100 with further tens dice, the lowest of which counts, or the highest (``tens`` below 0).

    Units 0 with tens 00 are 100. Raises GameError for other dice.
    """
    if replace(roll, tens=0, bonus=0, marks=()) != Roll((100,)) or not DIGIT_MARKS.keys() >= {*roll.marks}:
        remedy = "write d100 bonus 1, with no other words than doubles and reversed"
        raise refusal("bonus", "bonus and penalty dice are tens dice of one d100", remedy)
    dice = 1 + abs(roll.tens)
    weights: dict[Outcome, int] = {}
    for units in range(10):
        numbers = [10 * tens + units for tens in range(10)] if units else [10 * tens for tens in range(10, 0, -1)]
        for rank, number in enumerate(sorted(numbers, reverse=roll.tens > 0)):
            weights[(number + roll.bonus,)] = (rank + 1) ** dice - rank**dice
    return joint((Part("total"),), weights, 10 ** (dice + 1))


def read_digits(roll: Roll, plain: Joint) -> Joint:
    """Return the chances of a roll with the marks of its digits, from those without; in the order of its marks."""
    kept_one = roll.kept == 1 and roll.keep in ("highest", "lowest", "middle")
    numbers = {face for die in roll.special for face in die.faces}
    two_digits = {*roll.dice} <= {100} and all(isinstance(face, int) and 0 <= face <= 100 for face in numbers)
    if not two_digits or roll.explode != "none" or not (kept_one or roll.size == 1):
        path = next((mark for mark in roll.marks if mark in DIGIT_MARKS), "")
        raise refusal(path, f"{path} are of one d100, d00 or d66", "roll one such die, or keep one")

    def read(outcome: Outcome, _nothing: Outcome) -> Outcome:
        natural = int(outcome[0]) - roll.bonus
        marks = (
            DIGIT_MARKS[mark][1](natural) if mark in DIGIT_MARKS else outcome[plain.index(mark)] for mark in roll.marks
        )
        return (outcome[0], *marks)

    marks = [DIGIT_MARKS[mark][0] if mark in DIGIT_MARKS else plain.parts[plain.index(mark)] for mark in roll.marks]
    return combine(plain, NOTHING, (plain.parts[0], *marks), read)
