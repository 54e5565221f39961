"""Where everything is on a page of each kind of document, to a tenth of a millimeter.

``outlines`` says what a golden holds. Look at the difference after ``pytest --update-goldens``.
"""

from dataclasses import replace

import pytest
from outlines import outline
from page_decks import deck_of, shipped_game, shipped_layout
from panel_games import LINE, panel_game
from table_decks import resized, shipped

from deckgen.card.layout import load_layout
from deckgen.deck.audit.auditor import audit
from deckgen.document.certificate.certificate import certificate
from deckgen.document.examples.pdf import example_pages
from deckgen.document.map.card_map import card_map
from deckgen.document.map.leaders import anatomy
from deckgen.document.odds.pdf import odds_pages
from deckgen.document.poker.booklet import booklet
from deckgen.document.poker.table import conversion
from deckgen.document.screen import screen_pages


def few(name):
    """A deck of a shipped game with two cards, of a red and of a black suit, and a joker."""
    faces = shipped(name)[2].playing_cards
    suits = [next(face for face in faces if face.suit == suit) for suit in ("hearts", "spades")]
    return resized(name, (*suits, next(face for face in faces if face.is_joker)))


def pages_of(draw, given):
    deck, game, spec = given
    return draw(deck, game, spec, shipped_layout(spec.layout))


def test_bands_of_a_suit(golden):
    first, band, *_ = pages_of(conversion, few("future-imperfect"))
    golden("documents/bands-first.txt", outline(first))
    golden("documents/bands.txt", outline(band))


def test_lines_of_all_cards(golden):
    page, dice = pages_of(conversion, few("rough-magic"))
    golden("documents/lines.txt", outline(page))
    golden("documents/dice.txt", outline(dice))


def test_the_booklet(golden):
    cover, *_, last, dice = pages_of(booklet, shipped("rough-magic"))
    golden("documents/booklet.txt", "".join(map(outline, (cover, last, dice))))


def test_examples(golden):
    game = shipped_game("future-imperfect")
    drawn = [len(each.steps) for each in game.examples]
    chosen = (game.examples[drawn.index(min(drawn))], game.examples[drawn.index(max(drawn))])
    spec = game.deck()
    layout = shipped_layout(spec.layout)
    page, *_ = example_pages(layout, replace(game, examples=chosen), spec, deck_of(spec))
    golden("documents/examples.txt", outline(page))


def test_the_certificate(golden):
    deck, game, _ = shipped("rough-magic")
    pages = certificate(audit([replace(deck, game=game.id)], game))
    golden("documents/certificate.txt", outline(pages[0]))


def test_the_odds(golden):
    deck, game, spec = shipped("rough-magic")
    check = game.checks[0]
    few = replace(check, bonus=replace(check.bonus, most=check.bonus.least + 1))
    page = odds_pages(replace(game, checks=(few,)), spec, deck)[0]
    golden("documents/odds.txt", outline(page))


@pytest.mark.parametrize("name", ["future-imperfect", "west-that-wasnt"])
def test_the_map(golden, name):
    deck, game, spec = shipped(name)
    golden(f"documents/map-{name}.txt", outline(card_map(shipped_layout(spec.layout), game, spec, deck)))


def test_a_card_with_its_parts_named(golden):
    deck, game, spec = shipped("rough-magic")
    page = anatomy(shipped_layout(spec.layout), game, spec, deck, (100.0, 60.0), "#ffffff")
    golden("documents/anatomy.txt", outline(page))


def test_a_card_on_a_narrow_page_is_in_its_middle(golden):
    deck, game, spec = shipped("rough-magic")
    page = anatomy(shipped_layout(spec.layout), game, spec, deck, (60.0, 100.0), "#ffffff")
    golden("documents/anatomy-narrow.txt", outline(page))


def test_the_screen(golden, tmp_path):
    game = panel_game(tmp_path, LINE, "text: Some rule.")
    (page,) = screen_pages(load_layout("poker"), game, game.deck())
    golden("documents/screen.txt", outline(page))
