"""Pages for the screen, of shipped games, as their tests and those of browsers read them."""

import json
import re
import zlib
from base64 import b64decode
from dataclasses import replace
from functools import cache

from page_decks import deck_of
from table_decks import shipped as shipped_deck

from deckgen.card.faces import cached_artist, draw_faces
from deckgen.card.layout import load_layout
from deckgen.deck.audit.auditor import audit
from deckgen.deck.deal.generator import generate
from deckgen.document.comparison import ComparedDeck, comparison_html
from deckgen.document.odds.html import odds_html
from deckgen.document.odds.totals import all_section_odds
from deckgen.document.poker.html import table_html
from deckgen.files import shipped_path
from deckgen.game import read_game
from deckgen.play.page import play_html
from deckgen.sheet.character import load_character


def shipped_characters(game, spec):
    return [load_character(path, spec) for path in sorted((shipped_path("data") / game / "characters").glob("*.yaml"))]


@cache
def play_page(name, code=None):
    game = read_game(name, code)
    spec = game.deck()
    layout, deck = load_layout(spec.layout), deck_of(spec)
    artist = cached_artist(layout, game, spec)
    return play_html(deck, game, spec, layout, replace(artist.faces(deck), references=artist.references))


def play_script(page):
    return zlib.decompress(b64decode(re.search(r'id="code">([^<]*)<', page)[1])).decode()


def play_model(page):
    text = re.match(r"var deckgenPlay = JSON\.parse\((.*)\);\n", play_script(page))[1]
    return json.loads(json.loads(text))


def odds_page(name, *, deck=True):
    own, game, spec = shipped_deck(name)
    given = own if deck else None
    return odds_html(game, spec, all_section_odds(game, spec, given), given).decode()


def poker_page(deck, game, spec):
    return table_html(deck, game, spec, load_layout(spec.layout))


def comparison_side(name, deck, game, spec):
    fronts = draw_faces(load_layout(spec.layout), game, spec, deck).fronts
    return ComparedDeck(name, deck, fronts, audit([deck], game))


@cache
def comparison_sides(name):
    _, game, spec = shipped_deck(name)
    deck = generate(game, spec, "one", 1, 1)
    one = comparison_side("a.json", deck, game, spec)
    other = generate(game, spec, "another", 1, 1)
    card = deck.cards[3]
    changed = {**card.sections}
    first = next(
        section for section in spec.sections if card.sections[section.name] != other.cards[3].sections[section.name]
    )
    changed[first.name] = other.cards[3].sections[first.name]
    cards = (*deck.cards[:3], replace(card, sections=changed), *deck.cards[4:])
    return (
        one,
        comparison_side("b.json", other, game, spec),
        replace(one, name="c.json", deck=replace(deck, cards=cards)),
        first,
    )


def comparison_page(one, other):
    spec = one.audit.spec
    return comparison_html(one, other, load_layout(spec.layout)).decode()
