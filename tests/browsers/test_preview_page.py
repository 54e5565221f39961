"""The preview of cards in a browser."""

from dataclasses import replace

import pytest
from browser import browser, violations
from page_decks import deck_of, shipped_game

from deckgen.card.faces import draw_faces
from deckgen.card.layout import load_layout
from deckgen.press.contact import preview_page


def test_in_a_browser_nothing_is_wrong_with_it_and_its_switches_work(tmp_path):
    game = shipped_game()
    deck = deck_of(game.deck())
    six = replace(deck, cards=deck.cards[:6])  # more than a row of them in their size
    faces = draw_faces(load_layout("poker"), game, game.deck(), six)
    (tmp_path / "cards.html").write_bytes(preview_page(faces, "Cards"))
    with browser() as running:
        shown = running.new_page(viewport={"width": 390, "height": 844})
        said = []
        shown.on("console", lambda message: said.append(message.text))
        shown.goto((tmp_path / "cards.html").as_uri())
        width = "document.querySelector('figure svg').getBoundingClientRect().width"
        assert shown.evaluate("document.documentElement.scrollWidth") == 390
        assert shown.evaluate("[...document.fonts].filter(f => f.status === 'loaded').length") > 2
        shown.get_by_label("at its size").check()
        assert shown.evaluate(width) == pytest.approx(63.5 / 25.4 * 96, abs=0.1)
        shown.get_by_label("in grays").check()
        assert shown.evaluate("getComputedStyle(document.querySelector('.cards')).filter") == "grayscale(1)"
        assert violations(shown) == []
        shown.set_viewport_size({"width": 1280, "height": 800})
        assert shown.evaluate("document.documentElement.scrollWidth") == 1280
        assert violations(shown) == []
        assert said == []
