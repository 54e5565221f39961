"""Totals become words, whose chances are counted here one total after another."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from deckgen.errors import GameError
from deckgen.odds import Roll
from deckgen.odds.evaluate import evaluate
from deckgen.odds.expression import Arithmetic, Bands, Number, Test as Check
from deckgen.odds.joint import Part, joint
from deckgen.odds.levels import read_bands

D20, D100 = Roll((20,)), Roll((100,))


def of_level(expression):
    return evaluate(expression).of_part(0)


@pytest.mark.parametrize(("operator", "successes"), [(">=", 9), (">", 8), ("<=", 12), ("<", 11), ("=", 1), ("!=", 19)])
def test_every_way_to_compare(operator, successes):
    levels = of_level(Check(D20, operator, Number(12)))
    assert levels == {"failure": Fraction(20 - successes, 20), "success": Fraction(successes, 20)}


def test_only_levels_that_are_possible_are_words_from_worst_to_best():
    test = Check(D100, "<=", Number(45), ((1, 5), (1, 2)), (1, 1), (96, 100))
    assert evaluate(test).parts == (
        Part("level", "word", ("fumble", "failure", "success", "success at 1/2", "success at 1/5", "critical success")),
    )
    assert [*of_level(test).items()] == [
        ("fumble", Fraction(5, 100)), ("failure", Fraction(50, 100)), ("success", Fraction(23, 100)),
        ("success at 1/2", Fraction(13, 100)), ("success at 1/5", Fraction(8, 100)), ("critical success", Fraction(1, 100)),
    ]  # fmt: skip
    assert evaluate(Check(D20, ">=", Number(1))).parts == (Part("level", "word", ("success",)),)


def test_a_fraction_below_its_number_leaves_the_number_itself_out():
    assert of_level(Check(Roll((10,)), "<", Number(9), ((1, 2),)))["success at 1/2"] == Fraction(3, 10)


@pytest.mark.parametrize(
    "source", [Roll((20,), bonus=5), Arithmetic("+", D20, Number(5)), Arithmetic("-", D20, Number(-5))]
)
def test_criticals_are_natural_totals(source):
    levels = of_level(Check(source, ">=", Number(30), critical=(20, 20), fumble=(1, 2)))
    assert levels == {"fumble": Fraction(1, 10), "failure": Fraction(17, 20), "critical success": Fraction(1, 20)}


def test_margins_are_above_0_on_the_side_of_success():
    above = evaluate(Check(Roll((4,)), ">=", Number(3), degrees="margin"))
    assert [*above.weights] == [("failure", -2), ("failure", -1), ("success", 0), ("success", 1)]
    below = evaluate(Check(Roll((4,)), "<=", Number(3), degrees="margin"))
    assert [*below.weights] == [("failure", -1), ("success", 0), ("success", 1), ("success", 2)]
    tens = evaluate(Check(D100, "<=", Number(45), degrees="tens"))
    numbers = Counter(("success" if n <= 45 else "failure", 4 - n // 10) for n in range(1, 101))
    assert {outcome: Fraction(n, 100) for outcome, n in numbers.items()} == {
        outcome: Fraction(ways, tens.denominator) for outcome, ways in tens.weights.items()
    }


def test_doubles_make_the_most_of_either_level_and_are_no_part_of_the_result():
    test = Check(Roll((100,), marks=("reversed", "doubles")), "<=", Number(45), doubles=True)
    assert [part.name for part in evaluate(test).parts] == ["level", "reversed"]
    assert of_level(test) == {
        "fumble": Fraction(6, 100), "failure": Fraction(49, 100), "success": Fraction(41, 100),
        "critical success": Fraction(4, 100),
    }  # fmt: skip


def test_a_goal_may_be_rolled():
    assert of_level(Check(Roll((4,)), ">=", Roll((4,))))["success"] == Fraction(10, 16)


def test_bands_begin_at_their_numbers_and_keep_the_total():
    bands = evaluate(Bands(Roll((6, 6), bonus=1), ("miss", "partial", "full"), (7, 10)))
    assert bands.parts == (Part("level", "word", ("miss", "partial", "full")), Part("total"))
    assert bands.of_part(0) == {"miss": Fraction(10, 36), "partial": Fraction(16, 36), "full": Fraction(10, 36)}
    assert bands.chance(lambda outcome: outcome == ("partial", 7)) == Fraction(5, 36)
    assert evaluate(Bands(Roll((4,)), ("a", "b", "c"), (2, 9))).parts[0].words == ("a", "b")


def test_the_highest_band_of_endless_dice_has_the_rest():
    bands = evaluate(Bands(Roll((6,), explode="open"), ("low", "high"), (6,)))
    assert bands.of_part(0) == {"low": Fraction(5, 6), "high": Fraction(1, 6)}
    assert 0 < bands.rest < Fraction(1, 10_000)
    assert bands.chance(lambda outcome: outcome[0] == "high") == Fraction(1, 6) - bands.rest
    assert bands.beyond == {("high",): bands.rest * bands.denominator}
    far = evaluate(Bands(Roll((6,), explode="open"), ("low", "middle", "high"), (7, 30)))
    assert far.of_part(0)["high"] == Fraction(1, 6**5)


def test_a_mark_for_criticals_is_above_all_bands():
    source = joint(
        (Part("total"), Part("ones"), Part("criticals", "mark")),
        {(6, 0, True): 1, (6, 1, False): 2, (1, 0, False): 3},
        6,
    )
    bands = read_bands(Bands(D20, ("bad", "full"), (4,), "critical"), source)
    assert bands.parts == (Part("level", "word", ("bad", "full", "critical")), Part("total"), Part("ones"))
    assert bands.weights == {("bad", 1, 0): 3, ("full", 6, 1): 2, ("critical", 6, 0): 1}


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        (Check(D20, ">=", Number(3), ((1, 2),)), "fractions of a number"),
        (
            Check(Arithmetic("+", D20, Roll((4,))), ">=", Number(3), critical=(20, 20)),
            "no total is natural",
        ),
        (Check(Roll((20, 4)), ">=", Number(3), critical=(20, 20)), "no total is natural"),
        (Check(Arithmetic("*", D20, Number(2)), ">=", Number(3), fumble=(1, 1)), "no total is natural"),
        (Check(D20, ">=", Number(3), doubles=True), "not marked with doubles"),
        (Bands(D20, ("a", "b"), (3,), "critical"), "not marked with criticals"),
    ],
)
def test_rules_that_do_not_fit_the_dice_are_refused(expression, message):
    with pytest.raises(GameError, match=message):
        evaluate(expression)
