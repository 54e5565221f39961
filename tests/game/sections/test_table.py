"""Tables: their numbers, the shifts of a card, and what does not fit."""

from __future__ import annotations

from fractions import Fraction

import pytest

from deckgen.game.sections.base import DealtResults
from deckgen.game.sections.shares import Outcome
from deckgen.game.values import to_json


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


TABLE = """
kind: table
rows: [F, N, 1]
columns:
  1: [3, 5, 7]
  2: [5, 7, 9]
variation: [{value: -1, cards: 6}, {value: 0, cards: rest}, {value: 1, cards: 6}]
"""


def test_tables(section):
    table = section(TABLE)
    assert (table.columns, table.rows, table.base) == (("1", "2"), ("F", "N", "1"), ((3, 5, 7), (5, 7, 9)))
    assert [(outcome.value, outcome.cards) for outcome in table.variation] == [(-1, 6), (0, 14), (1, 6)]


def test_a_table_without_variation_does_not_vary(section):
    table = section(TABLE.partition("variation")[0])
    assert table.variation == (Outcome(0, Fraction(26)),)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (("[5, 7, 9]", "[5, 7]"), (8, ".columns.2", "there are 2 numbers for 3 rows")),
        (
            ("value: 1, cards: 6", "value: 1, cards: 7"),
            (9, ".variation", "the variation is 1/26 on average, not 0"),
        ),
        (
            ("value: 1, cards: 6", "value: x, cards: 6"),
            (9, ".variation", "the variation 'x' is no whole number"),
        ),
        (
            ("cards: rest", "cards: 13"),
            (9, ".variation", "the shares add up to 25 cards, but the deck has 26"),
        ),
    ],
)
def test_tables_that_do_not_fit(problem, change, expected):
    assert problem(TABLE.strip().replace(*change)) == expected


def test_every_column_is_shifted_on_its_own(section):
    table = section(TABLE)
    values = table.card_values(DealtResults([(-1, 0, 1)] * len(table.columns), (), int))
    for value, shift in zip(values, (-1, 0, 1), strict=True):
        assert list(table.results_of(value)) == [shift] * len(table.columns)
        for label, base in zip(table.columns, table.base, strict=True):
            assert value[label] == tuple(number + shift for number in base)
        assert table.parse_value(to_json(value)) == value
    assert [draw.label for draw in table.dealt_variables(26)] == list(table.columns)
    assert {share.name for draw in table.dealt_variables(26) for share in draw.shares} == {"-1", "+0", "+1"}


def test_a_table_of_another_shape_is_refused(section):
    table = section(TABLE)
    right = {label: list(base) for label, base in zip(table.columns, table.base, strict=True)}
    first = table.columns[0]
    for wrong in ([], {}, {**right, first: right[first][:-1]}, {**right, first: [True] * len(table.rows)}):
        with pytest.raises(ValueError, match="it"):
            table.parse_value(wrong)
