"""Marks: how many cards each figure is marked on, and the marks of a card."""

from __future__ import annotations

from fractions import Fraction

import pytest

from deckgen.game.sections.base import DealtResults


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


def test_marks(section, problem):
    assert section("kind: marks\ncount: 10\nodds: 1/6").cards == Fraction(13, 3)
    assert section("kind: marks\ncount: 10\ncards: 4").cards == 4
    assert problem("kind: marks\ncount: 10")[2] == "the number of cards is missing"
    assert problem("kind: marks\ncount: 10\ncards: 4\nodds: 1/2")[2] == "the number of cards is missing"
    assert problem("kind: marks\ncount: 10\ncards: rest")[2] == "the number of cards is missing"
    assert problem("kind: marks\ncount: 10\ncards: 27")[2] == "this is on 27 of 26 cards"
    assert problem("kind: marks\ncount: 10\nodds: 3/2")[2] == "this is on 39 of 26 cards"
    assert problem("kind: marks\ncount: 10\nodds: 1/0") == (6, ".odds", '"1/0" is not a chance')


def test_every_figure_is_dealt_on_its_own(section):
    marks = section("kind: marks\ncount: 2\nodds: 1/4")
    first, second = marks.dealt_variables(26)
    assert (first.label, second.label) == ("1", "2")
    assert [(s.result, s.cards, s.name) for s in second.shares] == [
        (False, Fraction(39, 2), ""),
        (True, Fraction(13, 2), "2"),
    ]
    values = marks.card_values(DealtResults([[True, False, True], [False, False, True]], (), int))
    assert values == [(1,), (), (1, 2)]
    assert [marks.results_of(value) for value in values] == [[True, False], [False, False], [True, True]]


def test_marks_are_numbers_of_figures(section):
    marks = section("kind: marks\ncount: 2\ncards: 5")
    assert marks.parse_value([2, 1]) == (2, 1)
    for wrong in ([3], [0], [True], ["1"], {}, None):
        with pytest.raises(ValueError, match="it"):
            marks.parse_value(wrong)
