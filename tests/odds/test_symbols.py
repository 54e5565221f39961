"""Symbols are counted together, and cancel, as if all faces were listed."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings, strategies as st

from deckgen.errors import GameError
from deckgen.odds import Roll
from deckgen.odds.joint import Part
from deckgen.odds.roll import Die
from deckgen.odds.symbols import count_symbols

FACE = st.lists(st.sampled_from("abcde"), max_size=3).map(tuple)
DICE = st.lists(st.lists(FACE, min_size=1, max_size=4).map(tuple), min_size=1, max_size=4)


@settings(max_examples=80, deadline=None)
@given(DICE, st.sampled_from([(), (("b", "a"),), (("a", "b"), ("d", "c")), (("e", "x"),)]))
def test_symbols_by_listing_all_faces(dice, cancel):
    shown = [symbol for faces in dice for face in faces for symbol in face]
    if not shown:
        return
    roll = Roll((), "symbols", special=tuple(Die("", faces) for faces in dice), cancel=cancel)
    order = [symbol for symbol in dict.fromkeys([s for pair in cancel for s in pair] + shown) if symbol in shown]
    ways = Counter()
    for faces in product(*dice):
        count = Counter(symbol for face in faces for symbol in face)
        for one, two in cancel:
            gone = min(count[one], count[two])
            count[one] -= gone
            count[two] -= gone
        ways[tuple(count[symbol] for symbol in order)] += 1
    joint = count_symbols(roll)
    assert joint.parts == tuple(Part(symbol, "symbol") for symbol in order)
    assert {outcome: Fraction(n, joint.denominator) for outcome, n in joint.weights.items()} == {
        outcome: Fraction(n, ways.total()) for outcome, n in ways.items()
    }


@pytest.mark.parametrize(
    ("roll", "message"),
    [
        (Roll((6,), "symbols", special=(Die("x", (("a",), ())),)), "only counted"),
        (Roll((), "symbols", bonus=1, special=(Die("x", (("a",), ())),)), "only counted"),
        (Roll((), "symbols", special=(Die("x", (("a",), 1)),)), "some faces are numbers"),
        (Roll((), "symbols", special=(Die("x", ((), ())),)), "no face shows a symbol"),
        (Roll((), "symbols"), "no face shows a symbol"),
        (
            Roll((), "symbols", special=(Die("x", (("a",), ("b",))),), cancel=(("a", "b"), ("a", "c"))),
            "cancelled twice",
        ),
        (Roll((), "symbols", special=(Die("x", tuple((s,) for s in "abcdefghij")),) * 30), "too many"),
    ],
)
def test_what_is_more_than_counting_is_refused(roll, message):
    with pytest.raises(GameError, match=message):
        count_symbols(roll)
