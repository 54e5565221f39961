"""Stacks: their levels and shares, the pile of a card, and its JSON."""

from __future__ import annotations

from fractions import Fraction

import pytest

from deckgen.game.sections.base import DealtResults
from deckgen.game.values import StackValue, to_json


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


STACK = """
kind: stack
height: 4
standard_from_bottom: 2
levels:
  - [{place: left leg, odds: 1/4}, {place: right leg, odds: 1/4}]
  - {place: head, odds: 1/2, attributes: [prone]}
"""


def test_stack(section):
    stack = section(STACK)
    assert [(p.name, p.cards, p.attributes) for p in stack.locations()] == [
        ("left leg", Fraction(13, 2), ()),
        ("right leg", Fraction(13, 2), ()),
        ("head", Fraction(13), ("prone",)),
    ]
    assert (len(stack.levels), stack.height, stack.standard) == (2, 4, 2)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (
            ("bottom: 2", "bottom: 5"),
            (6, ".standard_from_bottom", "the standard place is number 5 from the bottom"),
        ),
        (
            ("odds: 1/2", "odds: 1/3"),
            (7, ".levels", "the shares add up to 21 2/3 cards, but the deck has 26"),
        ),
        (("right leg", "left leg"), (8, ".levels[0][1]", 'duplicate place "left leg"')),
        (("odds: 1/2, ", ""), (9, ".levels[1]", "the number of cards is missing")),
        (("odds: 1/2", "odd: 1/2"), (9, ".levels[1].odd", 'the key "odd" is unknown here')),
        (
            ("right leg, odds: 1/4", "right leg, odds: many"),
            (8, ".levels[0][1].odds", '"many" is not a chance'),
        ),
    ],
)
def test_stacks_that_do_not_stand(problem, change, expected):
    line, path, what = problem(STACK.strip().replace(*change))
    assert (line, path) == expected[:2]
    assert what.startswith(expected[2])


def test_neighbors_are_of_the_next_levels_and_ends_repeat_themselves(section):
    stack = section(STACK)
    (draw,) = stack.dealt_variables(26)
    assert [(share.result, share.worth) for share in draw.shares] == [
        ("left leg", 0),
        ("right leg", 0),
        ("head", 1),
    ]
    low, high = stack.card_values(DealtResults([["right leg", "head"]], (), lambda n: n // 2))
    assert low == StackValue(("head", "head", "right leg", "right leg"), 2)
    assert high == StackValue(("head", "head", "head", "right leg"), 2)
    assert stack.results_of(low) == ("right leg",)


def test_a_neighbor_falls_to_a_side_by_its_share(section):
    stack = section(STACK)
    sides = [stack.card_values(DealtResults([["head"]], (), lambda n, i=i: n * i // 4))[0].places[-1] for i in range(4)]
    assert sides == ["left leg", "left leg", "right leg", "right leg"]


@pytest.mark.parametrize(
    "change", [{"standard": 1}, {"stack": ["head"] * 3}, {"stack": ["head"] * 3 + ["tail"]}, {"more": 1}]
)
def test_a_pile_is_read_as_it_is_written_and_no_other(section, change):
    stack = section(STACK)
    value = StackValue(("head", "head", "left leg", "right leg"), 2)
    assert stack.parse_value(to_json(value)) == value
    with pytest.raises(ValueError, match="it"):
        stack.parse_value({**to_json(value), **change})
