"""A roll is plain data with usual rules, and is read as dice are written."""

import re

import pytest
from hypothesis import given, strategies as st

from deckgen.odds import NOTATION, Roll, describe, distribution, parse_dice
from deckgen.odds.roll import choice_schema


def test_dice_are_added_plainly_unless_more_is_said():
    roll = Roll((6, 6))
    assert (roll.keep, roll.explode, roll.maxima, roll.critical_failure, roll.success_at) == (
        "sum", "none", "choose", False, None,
    )  # fmt: skip
    assert len({roll, Roll((6, 6)), Roll((6, 6), "highest")}) == 2


def test_the_schema_of_a_choice_takes_its_first_value_if_it_is_left_out():
    assert choice_schema("How it ends.", "well", "badly") == {
        "description": "How it ends. well if left out.", "default": "well", "enum": ["well", "badly"],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "roll"),
    [
        ("d100", Roll((100,))),
        ("2d6-2", Roll((6, 6), bonus=-2)),
        ("2d6+1", Roll((6, 6), bonus=1)),
        ("d10+d6", Roll((10, 6))),
        ("3d8+d4-1", Roll((8, 8, 8, 4), bonus=-1)),
        ("39d999+999", Roll((999,) * 39, bonus=999)),
    ],
)
def test_what_is_written_is_rolled(text, roll):
    assert re.search(NOTATION["pattern"], text)
    assert parse_dice(text) == roll


@pytest.mark.parametrize(
    "text",
    ["", "6", "d1", "0d6", "40d6", "d1000", "2d6+", "2d6-0", "2d6+1+1", "1+2d6", "2d6-d4", "2d6 -2", "2d6−2", "2D6", "d%",
     "+".join(["d6"] * 7), "2d6-1000"],
)  # fmt: skip
def test_what_is_no_dice(text):
    assert not re.search(NOTATION["pattern"], text)


@given(
    st.lists(st.tuples(st.integers(1, 39), st.integers(2, 999)), min_size=1, max_size=6),
    st.integers(-999, 999),
)
def test_every_pool_can_be_written(pool, bonus):
    text = "+".join(f"{'' if n == 1 else n}d{sides}" for n, sides in pool) + (f"{bonus:+}" if bonus else "")
    assert re.search(NOTATION["pattern"], text)
    assert parse_dice(text) == Roll(tuple(sides for n, sides in pool for _ in range(n)), bonus=bonus)


@given(st.integers(-30, 30), st.integers(-40, 60), st.booleans())
def test_a_bonus_moves_all_odds_once(bonus, t, failing):
    plain = distribution(Roll((6, 6, 6), explode="open", critical_failure=failing))
    moved = distribution(Roll((6, 6, 6), explode="open", critical_failure=failing, bonus=bonus))
    assert moved.mean == plain.mean + bonus
    assert moved.minimum == plain.minimum + bonus
    assert moved.maximum is None
    assert moved.tail(t + bonus) == plain.tail(t)
    assert moved.tails(40) == tuple(plain.tail(total - bonus) for total in range(41))
    assert distribution(Roll((6, 8), bonus=bonus)).maximum == 14 + bonus


def test_words():
    assert describe(parse_dice("2d6-2")) == "2d6−2"
    assert describe(Roll((8, 8), "highest", "open", bonus=1)) == "highest of 2d8+1, open-ended"
