from dataclasses import replace

import numpy as np
import pytest
from deck_games import SHIPPED, dealt, game, shipped

from deckgen.deck.audit.spread import balance, independence
from deckgen.deck.cards import Card
from deckgen.game.values import Cell

GRID = """\
game: {id: grid, title: Grid}
decks:
  main: {title: Main, cards: {numbered: 20}}
sections:
  it:
    kind: grid
    title: It
    columns: {X: d4, Y: d4}
    rows: 2
"""


@pytest.fixture(autouse=True)
def cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path_factory.getbasetemp() / "solutions"))


def printed(columns):
    """A deck that prints these numbers: by column and row, one for each card."""
    deck = dealt(GRID, "any")
    cards = tuple(
        Card(i, card.face, {"it": {c: tuple(Cell(row[i]) for row in rows) for c, rows in columns.items()}})
        for i, card in enumerate(deck.cards)
    )
    return replace(deck, cards=cards)


def test_correlations_are_those_of_numpy():
    deck = dealt(SHIPPED, "1")
    spec = shipped().deck()
    found = independence([deck], spec)
    values = {
        (column, row): [card.sections["effects"][column][row].value for card in deck.cards]
        for column in "1234567"
        for row in range(5)
    }
    largest = max(
        abs(np.corrcoef(a, b)[0, 1])
        for (one, _), a in values.items()
        for (other, _), b in values.items()
        if one != other
    )
    assert largest <= found.largest + 1e-12
    assert found.pairs == (63 * 62 - 12 * 20) // 2
    assert found.passed


def test_like_columns_are_found_and_rows_of_one_column_do_not_count():
    line = list(range(1, 21))
    wave = [1, 9] * 10
    alike = independence([printed({"X": [line, wave], "Y": [wave, line]})], game(GRID).deck())
    assert alike.largest == pytest.approx(1)
    assert not alike.passed
    apart = independence([printed({"X": [line, line], "Y": [wave, wave]})], game(GRID).deck())
    assert apart.largest < 0.2
    assert apart.pairs == 4


def test_numbers_that_never_change_are_correlated_with_nothing():
    same = [3] * 20
    deck = printed({"X": [same, same], "Y": [same, same]})
    assert independence([deck], game(GRID).deck()).largest == 0
    assert set(balance([deck], game(GRID).deck()).percentiles) == {0.5}


def test_a_card_that_is_good_throughout_is_found():
    line = list(range(1, 21))
    luck = balance([printed({"X": [line, line], "Y": [line, line]})], game(GRID).deck())
    assert luck.percentiles == pytest.approx([(i + 0.5) / 20 for i in range(20)])
    assert not luck.passed


def test_the_bars_are_wider_for_fewer_cards():
    assert independence([dealt(GRID, "any")], game(GRID).deck()).largest_limit == pytest.approx(0.35 * (54 / 20) ** 0.5)
    assert independence([dealt(SHIPPED, "1")], shipped().deck()).largest_limit == 0.35
