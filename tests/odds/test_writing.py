"""Expressions as text: what is written is read as the same expression, in the words of the grammar."""

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import assume, given, strategies as st

from deckgen.odds.grammar import GrammarError, parse, write
from deckgen.odds.roll import Die, Roll
from deckgen.odds.roll_rules import roll_problems


@pytest.mark.parametrize(
    "text",
    [
        "2d20 highest natural", "2d6 + 1 bands miss 7 partial 10 full", "4dF + 2", "6d6 >= 6 push ones",
        "5d10 >= 8 again 10 botch", "(d8 + d6) open highest", "3d6 total <= 12 critical 3-4 fumble 17-18",
        "d100 bonus 1 <= 45 bands 1/5 1/2 critical 1 fumble 96-100", "3d6 highest criticals bands bad 4 partial 6 full",
        "d6 + 2 vs each 2d10 match", "(d10 + d8 + 2d6) highest 2 effect hitches", "8d6 >= 5 glitch", "8d6 >= 5 again 6",
        "5d10 open highest 3", "8d10 sets", "d00 < 35 doubles", "d20 natural + 2 >= 12", "d100 reversed <= 45 tens doubles",
        "4d6 highest 3", "max(3d6, 2d8) * 2 - d4", "(5d10 >= 8 again 10) + 2", "(5d10 >= 8) >= 2", "d6 count >= 5",
        "d{1..66}", "2d{-,hit,hit hit} symbols", "3d6 open total >= 8", "(d10 + d8) >= 4 again", "3d8 open highest maxima one",
        'd6 bands "7th" 3 "d6" or "less!"', "d20 >= (2d10 >= 5)", "d6 open on 5 reroll 1 2 once",
    ],
)  # fmt: skip
def test_text_of_this_form_is_written_as_it_is(text):
    assert write(parse(text)) == text


DICE = st.sampled_from(
    ["d6", "2d6", "3d10", "5d10", "d20", "d100", "d00", "d66", "4dF", "2d{2,4,6}", "(d8 + d6)", "{2d6, d4}"]
)
NUMBERS = st.integers(1, 12).map(str)
PLAIN_WORDS = (
    "open", "penetrating", "once", "adv", "dis", "drop lowest", "total", "count", "push", "minus ones", "again", "sets tallest",
    "natural", "botch", "doubles", "ones", "criticals", "fails all", "bonus 1", "reroll 1 2", "reroll 1 once", "maxima one", "match",
)  # fmt: skip
WORDS = st.sampled_from(PLAIN_WORDS) | st.builds(
    "{} {}".format, st.sampled_from(["highest", "lowest", "middle", "open on", "again", ">=", "<="]), NUMBERS
)
ROLLS = st.builds(lambda dice, words: " ".join((dice, *words)), DICE, st.lists(WORDS, max_size=4))
TOTALS = st.recursive(
    ROLLS | NUMBERS,
    lambda inner: (
        st.builds("({}) {} ({})".format, inner, st.sampled_from("+-*/"), inner)
        | st.builds("{} {} {}".format, inner, st.sampled_from("+-*/"), inner)
        | st.builds("max({}, {})".format, inner, inner)
    ),
    max_leaves=4,
)
OPTIONS = st.sampled_from(["critical 1", "fumble 3-5", "bands 1/5 1/2", "doubles", "margin", "tens"])
READINGS = (
    TOTALS
    | st.builds(
        lambda left, sign, right, words: " ".join((left, sign, right, *words)),
        TOTALS,
        st.sampled_from([">=", ">", "<=", "<", "=", "!="]),
        TOTALS,
        st.lists(OPTIONS, max_size=3),
    )
    | st.builds("{} bands low {} high".format, TOTALS, NUMBERS)
    | st.builds("{} vs {}{}".format, TOTALS, st.sampled_from(["", "each "]), TOTALS)
)


@given(READINGS)
def test_what_is_written_is_read_as_the_same_expression(text):
    try:
        expression = parse(text)
    except GrammarError:
        assume(False)
    written = write(expression)
    assert parse(written) == expression
    assert write(parse(written)) == written


@given(st.text(max_size=80) | READINGS)
def test_any_text_is_read_or_refused(text):
    with suppress(GrammarError):
        parse(text)


RULES = st.fixed_dictionaries(
    {},
    optional={
        "keep": st.sampled_from(["highest", "lowest", "middle", "set"]),
        "kept": st.integers(1, 3),
        "explode": st.sampled_from(["open", "penetrating", "once", "again"]),
        "explode_on": st.integers(3, 5),
        "reroll": st.sampled_from([(1,), (1, 2)]),
        "reroll_once": st.booleans(),
        "bonus": st.integers(-3, 3),
        "maxima": st.sampled_from(["one", "all"]),
        "failing": st.sampled_from(["all-ones", "lowest"]),
        "critical_failure": st.booleans(),
        "marks": st.lists(st.sampled_from(["ones", "match", "criticals", "glitch"]), unique=True).map(tuple),
        "push": st.booleans(),
        "minus_ones": st.booleans(),
        "tallest": st.booleans(),
    },
)
POOLS = st.builds(
    Roll,
    st.lists(st.sampled_from([6, 6, 8, 66]), min_size=2, max_size=5).map(tuple),
    special=st.lists(st.sampled_from([Die("dF", (-1, 0, 1)), Die("d{2,4,6}", (2, 4, 6))]), max_size=2).map(tuple),
)
GOALS = st.sampled_from([{}, {}, {"keep": "count", "success_at": 5}, {"keep": "count", "at_most": 2}])


@given(POOLS, RULES, GOALS)
def test_a_roll_of_a_game_is_read_from_what_is_written(pool, rules, goal):
    roll = replace(pool, **rules | goal)
    assume(not [*roll_problems(roll)] and not (roll.keep == "set" and roll.bonus))
    number = len(roll.dice) + len(roll.special)
    assume((roll.keep in ("highest", "lowest", "middle") and roll.kept < number) or roll.kept == 1)
    read = parse(write(roll))
    assert isinstance(read, Roll)
    unused = {name: getattr(roll, name) for name in _unused(roll)}
    assert replace(read, **unused) == roll


def _unused(roll):
    """Fields that change nothing in a roll, and are not written."""
    if not roll.reroll:
        yield "reroll_once"
    if not roll.critical_failure:
        yield "failing"
    if roll.explode == "none":
        yield "explode_on"
    if roll.keep != "set":
        yield "tallest"
    if not (roll.keep == "highest" and roll.explode in ("open", "penetrating")):
        yield "maxima"
