"""Extremes in a deck: dealt, audited, printed; the chance against every order of drawing."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import pytest
from deck_games import dealt, game
from deck_twins import column

from deckgen.deck.audit.auditor import audit
from deckgen.deck.audit.extremes import extreme_chances, with_extremes
from deckgen.deck.audit.report import as_json, text
from deckgen.deck.cards import Card
from deckgen.deck.solve.effort import Effort
from deckgen.deck.solve.solver import solve
from deckgen.document.odds.totals import all_section_odds
from deckgen.document.poker.text import as_csv, as_markdown
from deckgen.errors import DeckError
from deckgen.game.values import Cell
from deckgen.odds import Roll

TEXT = """\
game: {id: ends, title: Ends}
decks:
  main: {title: Main, cards: {low_jokers: [low], suits: [a, b], ranks: [1..26], high_jokers: [high]}}
sections:
  it:
    kind: rolls
    title: It
    help: Roll.
    rolls:
      a: {dice: 3d6-4, extremes: {lowest: Fumble}}
      b: {dice: d6, extremes: confirm}
    tail_bar: 0.6
"""
ROLL = Roll((6, 6, 6), extremes=True)


@pytest.fixture(autouse=True)
def cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path_factory.getbasetemp() / "solutions"))


def played(cells):
    """The chances of 3 and 18, following the card's own words through every order of drawing."""

    def settled(left, marked):
        chance = [Fraction(0), Fraction(0)]
        for i, card in enumerate(left):
            if card.confirm:
                found = settled(left[:i] + left[i + 1 :], marked)
            else:
                found = [
                    Fraction(marked == 4 and card.value <= 8),
                    Fraction(marked == 17 and card.value >= 13),
                ]
            chance = [a + b / len(left) for a, b in zip(chance, found, strict=True)]
        return chance

    both = [settled(cells[:i] + cells[i + 1 :], card.value) for i, card in enumerate(cells) if card.confirm]
    return [sum(chances) / len(cells) for chances in zip(*both, strict=True)]


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_the_chance_is_that_of_the_dice_whatever_is_drawn_next(seed):
    cells = list(dealt(TEXT, seed).cells(game(TEXT).deck().section("it"))[0])
    assert sum(cell.confirm for cell in cells) == 2
    assert {cell.value for cell in cells if cell.confirm} == {4, 17}
    assert played(cells) == [Fraction(1, 216)] * 2
    assert extreme_chances(ROLL, cells) == (Fraction(1, 216),) * 3
    assert sum(cell.value for cell in cells) * 2 == 54 * 21


def test_the_certificate_shows_them():
    found = audit([dealt(TEXT, "1")], game(TEXT))
    confirmed, whole = found.cells
    assert confirmed.problems == whole.problems == ()
    assert confirmed.exact
    assert confirmed.tail_error < Fraction(6, 10)
    assert [each.exact for each in (*confirmed.extremes, *whole.extremes)] == [True, True]
    told = json.loads(as_json(found))["cells"]
    assert told[0]["extremes"] == [{"lowest": "1/216", "highest": "1/216", "dice": "1/216", "exact": True}]
    assert "lowest 1/6, highest 1/6 (dice: 1/6)" in text(found)


def test_a_card_without_its_mark_is_a_problem():
    deck = dealt(TEXT, "1")
    cards = [
        Card(card.impulse, card.face, {"it": {**card.sections["it"], "a": card.sections["it"]["a"]._replace(confirm=False)}})
        for card in deck.cards
    ]  # fmt: skip
    found = audit([replace(deck, cards=tuple(cards))], game(TEXT))
    assert found.cells[0].problems == ("extremes",)
    assert not found.passed


def test_odds_are_those_of_what_it_comes_to():
    spec = game(TEXT).deck()
    (table,) = all_section_odds(game(TEXT), spec, dealt(TEXT, "1"))
    pool = table.pools[0]
    assert [pool.deck_at(t) for t in (-1, 0, 14, 15)] == [1, Fraction(215, 216), Fraction(1, 216), 0]
    assert with_extremes([Fraction(1)], Roll((6,)), [Cell(1)]) == [1]


def test_what_is_printed_says_what_a_mark_means():
    deck, spec = dealt(TEXT, "1"), game(TEXT).deck()
    help_ = spec.section("it").help
    assert help_.startswith("Roll. a: On 0? and 13? draw on until a card has no question mark here: ")
    assert (
        "with 4 or less 0? is a natural 3, −1 in all (Fumble), with 9 or more 13? is a natural 18, 14 in all." in help_
    )
    assert help_.endswith("b: The lowest result is a natural 1, the highest a natural 6.")
    assert ",it,a,,13,confirm\r\n" in as_csv(deck, game(TEXT), spec).decode()
    assert "**0?**" in as_markdown(deck, game(TEXT), spec).decode()
    assert b'{"confirm":true,"value":13}' in deck.to_json()


def test_a_roll_that_no_deck_of_the_size_can_carry():
    with pytest.raises(DeckError, match="a deck of 60 cards cannot give"):
        solve(column(ROLL, size=60), Effort(1))
