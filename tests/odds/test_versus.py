"""A total against another, or against each of two dice, by listing all faces."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from deckgen.errors import GameError
from deckgen.odds import Roll
from deckgen.odds.evaluate import evaluate
from deckgen.odds.expression import Versus
from deckgen.odds.joint import Part
from deckgen.odds.roll import Die

SIX = range(1, 7)


def test_one_total_against_another():
    odds = evaluate(Versus(Roll((6, 6), bonus=3), Roll((6, 6))))
    ways = Counter()
    for a, b, c, d in product(SIX, repeat=4):
        ways["loses" if a + b + 3 < c + d else "ties" if a + b + 3 == c + d else "wins"] += 1
    assert odds.parts == (Part("level", "word", ("loses", "ties", "wins")),)
    assert odds.of_part(0) == {word: Fraction(ways[word], 6**4) for word in ("loses", "ties", "wins")}


@pytest.mark.parametrize("match", [False, True])
@pytest.mark.parametrize("opposing", [Roll((10, 10)), Roll((4,), special=(Die("d{2,4,6}", (2, 4, 6)),), bonus=1)])
def test_a_total_against_each_of_two_dice(match, opposing):
    odds = evaluate(Versus(Roll((6,), bonus=2), opposing, singly=True, match=match))
    faces = [range(1, sides + 1) for sides in opposing.dice] + [die.faces for die in opposing.special]
    ways = Counter()
    for die, one, two in product(SIX, *faces):
        beaten = sum(die + 2 > face + opposing.bonus for face in (one, two))
        ways[(("none", "one", "both")[beaten], one == two) if match else (("none", "one", "both")[beaten],)] += 1
    assert {outcome: Fraction(n, odds.denominator) for outcome, n in odds.weights.items()} == {
        outcome: Fraction(n, ways.total()) for outcome, n in ways.items()
    }
    assert [(part.name, part.kind) for part in odds.parts] == [("level", "word"), ("match", "mark")][: 1 + match]


def test_endless_dice_against_each_of_two_dice():
    odds = evaluate(Versus(Roll((6,), explode="open"), Roll((10, 10)), singly=True))
    above = [Fraction(6 - n % 6, 6 * 6 ** (n // 6)) for n in range(1, 11)]  # P(total > n)
    assert odds.of_part(0)["both"] == sum(above[max(a, b) - 1] for a in range(1, 11) for b in range(1, 11)) / 100
    assert odds.rest == 0


@pytest.mark.parametrize("opposing", [Roll((6,)), Roll((6, 6), "highest"), Roll((6, 6), explode="open")])
def test_each_is_for_two_plain_dice(opposing):
    with pytest.raises(GameError, match="write two dice behind each"):
        evaluate(Versus(Roll((6,)), opposing, singly=True))


def test_a_match_of_the_other_roll_is_marked_against_its_total():
    odds = evaluate(Versus(Roll((20,)), Roll((6, 6)), match=True))
    assert [part.name for part in odds.parts] == ["level", "match"]
    assert odds.of_part(1)[True] == Fraction(1, 6)
