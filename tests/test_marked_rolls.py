"""Rolls of a section ``rolls`` that go on or fail: dealt, audited and shown as cells of grids are."""

from __future__ import annotations

import json

import pytest
from deck_games import dealt, game
from widget_drawing import drawn, strings

from deckgen.card.widgets.cells import ROLLS
from deckgen.deck.audit.auditor import audit
from deckgen.deck.cards import read_deck
from deckgen.document.dice_rules import all_dice_advice
from deckgen.document.poker.booklet import booklet
from deckgen.document.poker.table import conversion
from deckgen.document.poker.text import as_csv, as_markdown
from deckgen.draw.drawing import Text
from deckgen.library.choices import layout_of

TEXT = """\
game: {id: marks, title: Marks}
decks:
  main: {title: Main, cards: {suits: [clubs, hearts], ranks: [1..18]}}
sections:
  it:
    kind: rolls
    title: It
    rolls:
      more: {dice: d4, explode: open}
      fail: {dice: 2d6, critical_failure: all-ones}
      best: {dice: 2d4, keep: highest, explode: penetrating, critical_failure: more-than-half-ones}
      bare: d6
    tail_bar: 3
"""


@pytest.fixture(autouse=True)
def cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path_factory.getbasetemp() / "solutions"))


def test_the_audit_counts_their_open_cards_and_failures():
    found = audit([dealt(TEXT, "3")], game(TEXT))
    more, fail, _, bare = found.cells
    assert more.open_cards > 0 == bare.open_cards == fail.open_cards
    assert more.exact
    assert bare.exact
    counted = {f.place: (f.cards, f.target) for f in found.frequencies}
    assert counted["fail"] == (1, 1)  # one of 36, on 36 cards
    assert set(counted) == {"fail", "best"}


def test_a_deck_is_read_back(tmp_path):
    deck = dealt(TEXT, "3")
    (tmp_path / "deck.json").write_bytes(deck.to_json())
    assert read_deck(tmp_path / "deck.json").check_against(game(TEXT).deck()) == deck
    values = [card["sections"]["it"] for card in json.loads(deck.to_json())["cards"]]
    assert any(value["more"].get("again") for value in values)
    assert {"value": 1, "critical_failure": True} in [value["fail"] for value in values]
    assert {value["bare"] for value in values} == {1, 2, 3, 4, 5, 6}


def test_cards_show_them_on_plates():
    section = game(TEXT).deck().section("it")
    cards = [card.sections["it"] for card in dealt(TEXT, "3").cards]
    failing = next(value for value in cards if value["fail"].critical_failure)
    goes_on = next(value for value in cards if value["more"].again)
    _, items = drawn(ROLLS, section, failing, above=True)
    assert "CF" in strings(items)
    _, items = drawn(ROLLS, section, goes_on, above=True)
    more = next(item for item in items if isinstance(item, Text))
    assert (more.string, more.typeface) == (str(goes_on["more"].value), "bold-italic")


@pytest.mark.parametrize("pages", [conversion, booklet])
def test_printed_tables_mark_them(pages):
    spec = game(TEXT).deck()
    drawings = pages(dealt(TEXT, "3"), game(TEXT), spec, layout_of(game(TEXT), spec))
    texts = [item for page in drawings for item in page.items if isinstance(item, Text)]
    assert {"CF", "4"} <= {item.string for item in texts if item.slot == "cell"}
    assert "bold-italic" in {item.typeface for item in texts}


def test_tables_mark_them():
    deck, spec = dealt(TEXT, "3"), game(TEXT).deck()
    assert ",it,fail,,1,critical_failure\r\n" in as_csv(deck, game(TEXT), spec).decode()
    assert ",again\r\n" in as_csv(deck, game(TEXT), spec).decode()
    assert "| **CF** |" in as_markdown(deck, game(TEXT), spec).decode()
    (words,) = (" ".join(said.rules) for title, said in all_dice_advice(game(TEXT), spec) if title == "It")
    assert "All dice on 1: CF" in words
    assert "More than half of the dice on 1: CF" in words
    assert "again and add it minus 1" in words
