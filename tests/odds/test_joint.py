"""Chances of results of several parts: in order, in lowest terms, and exact beyond the last weight."""

from __future__ import annotations

from fractions import Fraction

import pytest

from deckgen.errors import GameError
from deckgen.odds.joint import MOST_STATES, NOTHING, Part, close, combine, joint, reopen

TOTAL, LEVEL, BOTCH = Part("total"), Part("level", "word", ("bad", "good")), Part("botch", "mark")


def test_outcomes_are_in_order_of_their_parts_and_in_lowest_terms():
    odds = joint((LEVEL, TOTAL), {("good", 2): 4, ("good", 1): 2, ("bad", 9): 6, ("bad", 3): 0}, 12)
    assert [*odds.weights.items()] == [(("bad", 9), 3), (("good", 1), 1), (("good", 2), 2)]
    assert (odds.denominator, odds.mean, odds.rest) == (6, None, 0)
    assert odds.index("total") == 1
    with pytest.raises(ValueError, match="not in list"):
        odds.index("botch")
    assert [*odds.of_part(0).items()] == [("bad", Fraction(1, 2)), ("good", Fraction(1, 2))]
    assert odds.of_part(1) == {1: Fraction(1, 6), 2: Fraction(1, 3), 9: Fraction(1, 2)}


def test_the_mean_is_computed_unless_there_is_more_beyond():
    assert joint((TOTAL, BOTCH), {(1, True): 1, (4, False): 2}, 3).mean == 3
    endless = joint((TOTAL,), {(1,): 1, (2,): 1}, 4)
    assert (endless.mean, endless.rest) == (None, Fraction(1, 2))
    assert joint((TOTAL,), {(1,): 1, (2,): 1}, 4, Fraction(7, 3)).mean == Fraction(7, 3)


def test_the_rest_of_endless_results_has_their_other_parts():
    endless = joint(
        (TOTAL, BOTCH), {(0, True): 2, (0, False): 2, (2, False): 2}, 12, Fraction(5), {(True,): 2, (False,): 4}
    )
    assert (endless.denominator, endless.rest, endless.highest) == (6, Fraction(1, 2), 2)
    assert endless.of_part(0) == {0: Fraction(1, 3), 2: Fraction(1, 6)}
    assert endless.of_part(1) == {False: Fraction(2, 3), True: Fraction(1, 3)}
    closed = close(endless)
    assert closed.weights == {(0, False): 1, (0, True): 1, (2, False): 1, (3, False): 2, (3, True): 1}
    assert close(closed) is closed
    assert reopen(closed, 3, Fraction(5)) == endless
    assert reopen(closed, 2).beyond == {(False,): 3, (True,): 1}
    words = joint((LEVEL, TOTAL), {("bad", 1): 1, ("good", 4): 1}, 4, beyond={("good",): 2})
    assert (words.open_part, words.highest) == (1, 4)
    assert words.of_part(0) == {"bad": Fraction(1, 4), "good": Fraction(3, 4)}
    assert close(words).weights["good", 5] == 2


def test_what_becomes_one_outcome_has_the_sum_of_the_weights():
    odds = joint((TOTAL, BOTCH), {(0, True): 1, (0, False): 2, (1, False): 3}, 8)
    assert odds.chance(lambda outcome: outcome[0] == 0) == Fraction(3, 8)
    alone = combine(odds, NOTHING, (TOTAL,), lambda outcome, _nothing: outcome[:1])
    assert alone.weights == {(0,): 3, (1,): 3}
    assert alone.rest == Fraction(2, 8)


def test_two_results_are_combined_as_independent_of_each_other():
    first, second = joint((TOTAL,), {(1,): 1, (2,): 2}, 3), joint((TOTAL,), {(1,): 1, (3,): 3}, 4)
    odds = combine(first, second, (LEVEL,), lambda a, b: ("good" if a > b else "bad",))
    assert odds.weights == {("bad",): 5, ("good",): 1}
    assert odds.chance(lambda outcome: outcome == ("good",)) == Fraction(2, 3) * Fraction(1, 4)
    alone = combine(first, NOTHING, (LEVEL,), lambda _total, _nothing: ("bad",))
    assert alone.parts == (Part("level", "word", ("bad",)),)


def test_too_many_combinations_and_parts_of_one_name_are_refused():
    many = joint((TOTAL,), {(n,): 1 for n in range(MOST_STATES // 1000 + 1)}, MOST_STATES // 1000 + 1)
    some = joint((TOTAL,), {(n,): 1 for n in range(1000)}, 1000)
    with pytest.raises(GameError, match="1,001,000 combinations are too many to compute"):
        combine(many, some, (TOTAL,), lambda a, b: (*a, *b))
    with pytest.raises(GameError, match="two parts of the result are called total"):
        combine(some, NOTHING, (TOTAL, TOTAL), lambda a, _nothing: (*a, *a))
