"""Slots that overlap and words that nobody can read are found on the drawn cards; shipped layouts have none."""

from __future__ import annotations

import pytest
from page_decks import deck_of, shipped_game, shown
from page_svg import NAMESPACES

from deckgen.card.faces import CardArtist, cached_artist
from deckgen.card.layout import load_layout
from deckgen.card.legibility import check_fronts
from deckgen.game import read_game

GAME = """
game: {id: it, title: It, language: en}
sections:
  one: {kind: distribution, title: One, outcomes: [{value: first, weight: 1}, {value: second, weight: 1}]}
  other: {kind: distribution, title: Other, outcomes: [{value: third, weight: 1}, {value: fourth, weight: 1}]}
  odd: {kind: fixed, title: Odd, values: [{on: jokers, value: J}, {on: rest, value: null}]}
decks:
  main: {title: Main, cards: {low_jokers: [fool, jester], suits: [clubs, hearts], ranks: [2..11]}, sections: [one, other, odd]}
"""
THEME = """
palette:
  white: {screen: "#ffffff", cmyk: [0, 0, 0, 0]}
  paper: {screen: "#fdfdfd", cmyk: [0, 0, 0, 1]}
  ink: {screen: "#111111", cmyk: [0, 0, 0, 95]}
  accent: {screen: "#223366", cmyk: [90, 80, 20, 30]}
  open: {screen: "#ffcc33", cmyk: [0, 20, 85, 0]}
  alarm: {screen: "#aa2222", cmyk: [20, 95, 90, 10]}
  edge: {screen: "#777777", cmyk: [0, 0, 0, 60]}
  pale: {screen: "#eeeeee", cmyk: [0, 0, 0, 8]}
strings: {title: "TITLE"}
slots:
  one: {ONE}
  other: {widget: words}
  odd: {widget: words}
  poker: {joker: icon-joker}
"""
ONE, OTHER = (
    '<rect id="slot-one" x="5" y="10" width="30" height="6"/>',
    '<rect id="slot-other" x="5" y="20" width="30" height="6"/>',
)


@pytest.fixture
def warnings(tmp_path):
    """A function of slots, art, options of the slot one and a title: the warnings, as "path: message"."""

    def check(slots, art="", one="widget: words", title=""):
        (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
        theme = THEME.replace("ONE", one).replace("TITLE", title)
        if not title:
            theme = theme.replace('strings: {title: ""}', "")
        lines = {f"  {name}:": f'slot-{name}"' in slots for name in ("one", "other", "odd", "poker")}
        theme = "\n".join(line for line in theme.splitlines() if lines.get(line.partition(" {")[0], True))
        (tmp_path / "own.yaml").write_text(theme, encoding="utf-8")
        svg = (
            f'<svg {NAMESPACES} width="56mm" height="76mm" viewBox="-3 -3 56 76"><g id="static">{art}</g>{slots}</svg>'
        )
        (tmp_path / "own.svg").write_text(svg, encoding="utf-8")
        game = read_game(tmp_path)
        artist = CardArtist(load_layout(tmp_path / "own.svg"), game, game.deck())
        deck = deck_of(game.deck())
        return [f"{p.path}: {p.message}" for p in check_fronts(artist, deck.cards, artist.faces(deck).fronts)]

    return check


def test_slots_that_only_touch_leave_no_doubt(warnings):
    assert warnings(ONE + OTHER.replace('y="20"', 'y="15.8"')) == []


def test_slots_that_overlap_are_named_with_how_much_and_a_card(warnings):
    (overlap,) = [line for line in warnings(ONE + OTHER.replace('y="20"', 'y="13"')) if "overlaps" in line]
    assert overlap == "slot-one: overlaps slot-other by 30.0 × 3.0 mm on fool"


def test_a_slot_within_another_is_there_on_purpose_unless_it_covers_words(warnings):
    inner = OTHER.replace('x="5" y="20" width="30" height="6"', 'x="7" y="25" width="16" height="5"')
    outer = ONE.replace('height="6"', 'height="30"')
    assert warnings(outer + inner) == []
    middle = inner.replace('x="7" y="25"', 'x="12" y="23"')
    assert any("is covered" in line or "is drawn over" in line for line in warnings(outer + middle))


def test_slots_that_no_card_shows_together_may_be_in_the_same_place(warnings):
    odd = ONE.replace("slot-one", "slot-odd").replace('y="10"', 'y="40"')
    moved = OTHER.replace('y="20"', 'y="42"')
    assert any("odd" in line and "fool" in line for line in warnings(odd + moved))
    hidden = moved + '<rect id="joker-slot-other" x="5" y="60" width="30" height="6"/>'
    assert warnings(odd + hidden) == []


def test_words_of_two_slots_must_not_meet(warnings):
    title = '<text id="slot-title" x="16" y="14.5" font-size="3" data-width="20" fill="#111111">title</text>'
    assert any("is drawn over 'It' of slot-title" in line for line in warnings(ONE + title, title="{game}"))


NUMBER = "widget: number, title: false, ink: "


def test_words_in_nearly_the_color_below_are_told_with_both(warnings):
    (line,) = warnings(ONE, one="widget: words, ink: open")
    assert line.startswith(("slot-one: 'first' on ", "slot-one: 'second' on "))
    assert 'the contrast of "open" on "open" is 1.0:1' in line


def test_art_under_half_of_a_word_counts_but_not_below_a_plate(warnings):
    half = '<rect x="20" y="0" width="20" height="60" fill="#111111"/>'
    (line,) = warnings(ONE, half, NUMBER + "ink")
    assert '"ink" on "ink"' in line
    assert warnings(ONE, half) == []


def test_a_hole_in_an_area_shows_what_is_below(warnings):
    frame = '<path fill-rule="evenodd" fill="#111111" d="M-3 -3 H53 V73 H-3 Z M1 1 H49 V69 H1 Z"/>'
    assert warnings(ONE, frame, NUMBER + "ink") == []
    assert len(warnings(ONE, frame.replace("evenodd", "nonzero"), NUMBER + "ink")) == 1


POKER = '<rect id="slot-poker" x="30" y="50" width="14" height="8"/>'
SYMBOL = '<symbol id="icon-{}" viewBox="0 0 9 9"><path d="M0 0 H9 V9 Z"/></symbol>'


def test_jokers_without_symbols_of_their_own_look_alike(warnings):
    suits = "".join(map(SYMBOL.format, ("suit-clubs", "suit-hearts", "joker")))
    (line,) = warnings(POKER + suits)
    assert line == "slot-poker: fool and jester look alike"
    assert warnings(POKER + suits + SYMBOL.format("jester")) == []
    art = '</g><g id="static-fool"><rect x="1" y="1" width="2" height="2" fill="#111111"/>'
    assert warnings(POKER + suits, art) == []
    name = '<text id="slot-title" x="8" y="64" font-size="3" data-width="30" fill="#111111">title</text>'
    assert warnings(POKER + suits + name, title="{Face}") == []


@pytest.mark.parametrize("name", ["magic", "tactics"])  # tests/proof has all
def test_a_shipped_layout_leaves_no_doubt(name):
    game = shipped_game(shown()[name])
    spec = game.deck()
    artist, deck = cached_artist(load_layout(name), game, spec), deck_of(spec)
    assert check_fronts(artist, deck.cards, artist.faces(deck).fronts) == ()
