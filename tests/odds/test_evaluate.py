"""Expressions are computed exactly: totals against icepool, endless ones against the same dice cut off far away."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from operator import add, mul, sub

import icepool
import pytest
from hypothesis import given, settings, strategies as st

from deckgen.errors import GameError
from deckgen.odds import Roll
from deckgen.odds.evaluate import evaluate
from deckgen.odds.expression import Arithmetic, Bands, Number, Test as Check, Versus

D6, OPEN = Roll((6,)), Roll((6,), explode="open")
FAR = 24
"""Explosions of icepool's open dice: beyond them is less than any chance tested here."""


def far(sides, bonus=0):
    return icepool.d(sides).explode(depth=FAR) + bonus


def chances(joint):
    return {outcome: Fraction(ways, joint.denominator) for outcome, ways in joint.weights.items()}


def test_a_number_is_one_result():
    assert chances(evaluate(Number(-3))) == {(-3,): 1}
    assert evaluate(Number(-3)).mean == -3


@pytest.mark.parametrize("beyond", [Fraction(1, 50), Fraction(1, 10_000), Fraction(1, 10**30)])
@pytest.mark.parametrize("bonus", [-3, 0, 4])
def test_endless_totals_go_up_to_the_first_number_with_little_beyond(beyond, bonus):
    joint = evaluate(Roll((6, 4), explode="open", bonus=bonus), beyond)
    totals = [total for (total,) in joint.weights]
    assert totals == list(range(totals[0], totals[-1] + 1))
    assert joint.rest < beyond <= joint.rest + joint.chance(lambda outcome: outcome[0] == totals[-1])
    assert joint.mean == Fraction(7 * 6, 10) + Fraction(5 * 4, 6) + bonus


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["+", "-", "*", "min", "max"]),
    st.lists(st.integers(1, 6), min_size=1, max_size=3),
    st.lists(st.integers(1, 6), min_size=1, max_size=3),
    st.integers(-3, 3),
)
def test_arithmetic_of_dice_against_icepool(operator, left, right, bonus):
    joint = evaluate(Arithmetic(operator, Roll(tuple(left), bonus=bonus), Roll(tuple(right))))
    first, second = (sum(map(icepool.d, dice), icepool.Die([0])) for dice in (left, right))
    operate = {"+": add, "-": sub, "*": mul, "min": min, "max": max}[operator]
    oracle = icepool.map(operate, first + bonus, second, star=False)
    assert {(total,): chance for total, chance in zip(oracle, oracle.probabilities(), strict=True)} == chances(joint)
    assert joint.mean == oracle.mean()


def test_division_rounds_down():
    assert chances(evaluate(Arithmetic("/", Roll((4,), bonus=-3), Number(2)))) == {
        (-1,): Fraction(1, 2), (0,): Fraction(1, 2),
    }  # fmt: skip
    with pytest.raises(GameError, match="divisor can be 0"):
        evaluate(Arithmetic("/", D6, Roll((6,), bonus=-1)))


@pytest.mark.parametrize(
    ("expression", "operate", "mean"),
    [
        (Arithmetic("+", OPEN, Roll((4,))), lambda x, y: x + y, Fraction(42, 10) + Fraction(5, 2)),
        (Arithmetic("+", Roll((4,)), OPEN), lambda x, y: x + y, Fraction(42, 10) + Fraction(5, 2)),
        (Arithmetic("-", OPEN, Roll((4,))), lambda x, y: x - y, Fraction(42, 10) - Fraction(5, 2)),
        (Arithmetic("*", OPEN, Roll((4,))), lambda x, y: x * y, Fraction(42, 10) * Fraction(5, 2)),
        (Arithmetic("max", OPEN, Roll((4,))), max, None),
        (Arithmetic("min", Roll((4,)), OPEN), min, None),
    ],
)
def test_endless_dice_with_others(expression, operate, mean):
    oracle = icepool.map(operate, far(6), icepool.d(4), star=False)
    joint = evaluate(expression)
    highest = max(total for (total,) in joint.weights)
    assert chances(joint) == {
        (total,): chance for total, chance in zip(oracle, oracle.probabilities(), strict=True) if total <= highest
    }
    assert joint.rest < Fraction(1, 10_000)
    if expression.operator == "min":
        assert joint.rest == 0
        assert joint.mean == oracle.mean()
    elif mean:
        assert joint.mean == mean
    else:
        assert 0 < joint.mean - oracle.mean() < Fraction(1, 6**FAR)


def test_two_endless_sums_are_the_sum_of_all_their_dice():
    joint, pool = evaluate(Arithmetic("+", OPEN, OPEN)), evaluate(Roll((6, 6), explode="open"))
    assert chances(joint) == chances(pool)
    assert joint.mean == pool.mean


def test_endless_dice_against_numbers_far_beyond_are_exact():
    joint = evaluate(Check(OPEN, ">=", Number(60)))
    assert chances(joint)["success",] == Fraction(1, 6**10)
    assert joint.rest == 0


def test_marks_stay_with_endless_dice_that_are_compared():
    odds = evaluate(Check(Roll((6,), explode="open", marks=("natural",)), ">=", Number(9)))
    assert odds.rest == 0
    assert odds.of_part(0)["success"] == Fraction(4, 36)
    assert odds.chance(lambda outcome: outcome == ("failure", "highest")) == Fraction(2, 36)
    again = Roll((10,) * 5, "count", "again", success_at=8, marks=("botch",))
    plain, tested = evaluate(again, Fraction(1, 10**9)), evaluate(Check(again, ">=", Number(3)))
    assert tested.chance(lambda outcome: outcome[0] == "failure") == plain.chance(lambda outcome: outcome[0] < 3)
    assert tested.of_part(1) == plain.of_part(1)


def test_the_margin_of_endless_dice_goes_on():
    joint = evaluate(Check(OPEN, ">=", Number(30), degrees="margin"))
    assert joint.rest > 0
    assert chances(joint)["failure", -29] == Fraction(1, 6)
    assert chances(joint)["success", 1] == Fraction(1, 6**6)
    assert joint.chance(lambda outcome: outcome[1] >= 0) + joint.rest == Fraction(1, 6**5)


def test_endless_against_an_end_on_either_side():
    oracle = icepool.map(lambda x, y: (x > y) - (x < y), far(6), icepool.d(20))
    chance = dict(zip((-1, 0, 1), oracle.probabilities(), strict=True))
    words = {word: share for (word,), share in chances(evaluate(Versus(OPEN, Roll((20,))))).items()}
    assert words == {"loses": chance[-1], "ties": chance[0], "wins": chance[1]}
    mirrored = {word: share for (word,), share in chances(evaluate(Versus(Roll((20,)), OPEN))).items()}
    assert mirrored == {"loses": chance[1], "ties": chance[0], "wins": chance[-1]}


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        (Versus(OPEN, OPEN), "two endless results"),
        (Arithmetic("max", OPEN, OPEN), "endless dice have no exact result with max"),
        (Arithmetic("-", D6, OPEN), "no exact result with -"),
        (Arithmetic("*", OPEN, Roll((6,), bonus=-1)), "no exact result with \\*"),
        (Arithmetic("/", OPEN, Number(2)), "no exact result with /"),
        (Check(OPEN, ">=", Number(99_999)), "99999 is too far"),
        (Check(OPEN, ">=", Number(99_999), degrees="margin"), "99999 is too far"),
        (Check(OPEN, "<=", Number(4), degrees="margin"), "only above a number"),
        (Arithmetic("+", Check(D6, ">=", Number(3)), D6), "level is a word"),
        (Bands(Bands(D6, ("a", "b"), (3,)), ("a", "b"), (3,)), "level is a word"),
        (Arithmetic("+", Roll((999,) * 9), Roll((999,) * 9)), "combinations are too many"),
        (reduce(lambda source, _: Arithmetic("+", source, D6), range(2000), D6), "more than 20 steps"),
        (Roll(()), "there are no dice"),
    ],
)
def test_what_has_no_exact_chances_is_refused(expression, message):
    with pytest.raises(GameError, match=message):
        evaluate(expression)
