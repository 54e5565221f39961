from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from deckgen.odds import Roll, describe, distribution
from deckgen.odds.kept_mean import LONGEST_PERIOD
from deckgen.odds.roll_rules import mean_problems


@given(st.lists(st.integers(2, 12), min_size=1, max_size=4).map(tuple))
def test_one_die_is_its_own_lowest_and_more_are_lower(dice):
    lowest = distribution(Roll(dice, "lowest"))
    assert lowest.mean <= min(Fraction(sides + 1, 2) for sides in dice)
    assert (lowest.minimum, lowest.maximum) == (1, min(dice))


def test_dice_that_repeat_too_seldom_are_refused():
    roll = Roll((97, 89, 83), "lowest", "open")
    ((field, what, _),) = mean_problems(roll)
    assert field == "dice"
    assert str(97 * 89 * 83) in what
    assert LONGEST_PERIOD < 97 * 89 * 83
    assert list(mean_problems(Roll((97, 89, 83), "lowest"))) == []


@pytest.mark.parametrize(("dice", "words"), [((8,), "d8"), ((8, 8), "lowest of 2d8")])
def test_words(dice, words):
    assert distribution(Roll(dice, "lowest")).maximum == 8
    assert describe(Roll(dice, "lowest")) == words


def test_how_long_dice_may_be_until_they_repeat_together(monkeypatch):
    roll = Roll((5, 7), "lowest", "open")  # they repeat together every 35
    monkeypatch.setattr("deckgen.odds.kept_mean.LONGEST_PERIOD", 35)
    assert list(mean_problems(roll)) == []
    monkeypatch.setattr("deckgen.odds.kept_mean.LONGEST_PERIOD", 34)
    [(path, what, remedy)] = mean_problems(roll)
    assert path == "dice"
    assert what == "the odds of these dice repeat only every 35; at most 34 is allowed"
    assert remedy == "use dice whose sides have more factors in common"
    assert list(mean_problems(Roll((5, 7), "lowest"))) == []  # dice that do not explode have no period
