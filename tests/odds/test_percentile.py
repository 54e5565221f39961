"""Tens dice, doubles and exchanged digits, by listing the faces of the dice."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from odds_twins import D00, D66

from deckgen.errors import GameError
from deckgen.odds import Roll
from deckgen.odds.evaluate import evaluate
from deckgen.odds.joint import Part


@pytest.mark.parametrize("tens", [1, 2, 3, -1, -2])
def test_the_lowest_or_the_highest_of_several_tens_dice(tens):
    ways = Counter()
    for units, *rolled in product(range(10), repeat=2 + abs(tens)):
        numbers = [10 * die + units or 100 for die in rolled]
        ways[(min if tens > 0 else max)(numbers)] += 1
    odds = evaluate(Roll((100,), tens=tens))
    assert odds.of_part(0) == {number: Fraction(ways[number], ways.total()) for number in range(1, 101)}
    assert odds.parts == (Part("total"),)


def digits(number):
    return f"{number % 100:02}"


@pytest.mark.parametrize(
    ("roll", "numbers"),
    [
        (Roll((100,), bonus=7), range(1, 101)),
        (Roll((), special=(D00,)), range(100)),
        (Roll((), special=(D66,)), [int(f"{a}{b}") for a in range(1, 7) for b in range(1, 7)]),
    ],
)
def test_marks_of_two_digits(roll, numbers):
    odds = evaluate(Roll(roll.dice, bonus=roll.bonus, special=roll.special, marks=("reversed", "doubles")))
    assert odds.parts == (Part("total"), Part("reversed"), Part("doubles", "mark"))
    assert [*odds.weights] == [
        (number + roll.bonus, int(digits(number)[::-1]) or number, len({*digits(number)}) == 1) for number in numbers
    ]
    assert {*odds.weights.values()} == {1}


def test_marks_of_the_number_with_a_bonus_die_and_of_the_better_of_two():
    odds = evaluate(Roll((100,), tens=1, marks=("doubles",)))
    assert odds.of_part(1)[True] == sum(
        evaluate(Roll((100,), tens=1)).of_part(0)[n] for n in [*range(11, 100, 11), 100]
    )
    odds = evaluate(Roll((100, 100), "lowest", marks=("doubles",)))
    assert odds.chance(lambda outcome: outcome == (33, True)) == Fraction(68**2 - 67**2, 10_000)


@pytest.mark.parametrize(
    ("roll", "message"),
    [
        (Roll((20,), marks=("doubles",)), "doubles: doubles are of one d100, d00 or d66"),
        (Roll((100, 100), marks=("reversed",)), "one such die, or keep one"),
        (Roll((100,), explode="open", marks=("doubles",)), "one d100"),
        (Roll((100,), tens=1, marks=("natural",)), "no other words than doubles and reversed"),
        (Roll((20,), tens=1), "tens dice of one d100"),
        (Roll((100, 100), "lowest", tens=1), "tens dice of one d100"),
    ],
)
def test_other_dice_have_no_digits(roll, message):
    with pytest.raises(GameError, match=message):
        evaluate(roll)
