"""The page that plays a deck: what is in the file, and rings within cards."""

import re
from dataclasses import fields, replace
from functools import cache
from html import unescape
from html.parser import HTMLParser

import pytest
from html_pages import play_model, play_page
from page_decks import deck_of, shipped_game, shown
from script_modules import PACKAGE

from deckgen.card.crop import Crops
from deckgen.card.faces import draw_faces
from deckgen.card.layout import load_layout
from deckgen.card.patterns import KINDS, options_of
from deckgen.draw.drawing import Text
from deckgen.draw.geometry import Box
from deckgen.game import shipped_games
from deckgen.game.model import Cell, GridSection
from deckgen.game.value_paths import value_at, value_paths
from deckgen.language import load_language
from deckgen.play.page import MODULES, page_words, play_faces

GAMES = shipped_games()
LAYOUTS = ("poker", "west", "tactics", "magic")
LIMIT = 1_200_000


class Marked(HTMLParser):
    """The ids of a page, and its elements that style or script themselves."""

    def __init__(self, html):
        super().__init__()
        self.ids, self.styled = [], []
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        self.ids += [value for key, value in attributes if key == "id"]
        self.styled += [tag for key, _ in attributes if key == "style" or key.startswith("on")]


@pytest.mark.parametrize("code", [None, "de"])
@pytest.mark.parametrize("name", GAMES)
def test_it_is_small_and_the_same_again(name, code):
    page = play_page(name, code)
    assert len(page) <= LIMIT
    play_page.cache_clear()
    assert page == play_page(name, code)
    found = Marked(page.decode())
    assert len(found.ids) == len(set(found.ids))
    assert not found.styled
    assert f'<html lang="{code or "en"}"' in page.decode()
    model = play_model(page.decode())
    assert len(model["cards"]) == len(model["faces"]["fronts"]) == 54


@pytest.mark.parametrize(("code", "words"), [(None, "lying figure"), ("de", "liegende Figur")])
def test_its_plays_name_marks_as_the_cards_draw_them(code, words):
    plays = str(play_model(play_page("west-that-wasnt", code).decode())["plays"])
    assert plays.count(words) >= 3
    assert "{mark" not in plays


def test_the_policy_lets_nothing_else_in():
    page = play_page("rough-magic").decode()
    policy = unescape(re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)[1])
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy
    assert not re.search(r"(?:src|href)=.?https?:", page)
    assert "<noscript><p" in page


def test_no_name_stands_in_two_modules():
    """They are joined to one script, so what one declares another would take for its own."""
    names = [
        match
        for module in MODULES
        for match in re.findall(
            r"^(?:export )?(?:async )?(?:function\*?|const|let|class) (\w+)",
            (PACKAGE / module).read_text(encoding="utf-8"),
            re.MULTILINE,
        )
    ]
    assert {name for name in names if names.count(name) > 1} == set()


def test_modules_stand_in_the_order_of_need():
    seen = set()
    for module in MODULES:
        text = (PACKAGE / module).read_text(encoding="utf-8")
        for target in re.findall(r'^import [^;]*"([^"]*)";', text, re.MULTILINE):
            assert (PACKAGE / module).parent.joinpath(target).resolve() in seen, (module, target)
        seen.add((PACKAGE / module).resolve())


def test_all_that_is_said_has_words():
    """Phrases are read from where they are said, so each is a text there."""
    words = page_words(load_language("de"))
    files = [PACKAGE / module for module in MODULES] + sorted((PACKAGE / "play" / "templates").glob("*.html"))
    texts = [file.read_text(encoding="utf-8") for file in files]
    assert len(words) > 150
    assert [text for text in texts if re.search(r'(?<!function )\bsay\((?!(?:model, )?")', text)] == []
    assert {text for text, phrase in words.items() if text == phrase and not text.startswith("{")} == {"Deck"}


# Its cards: every one, and rings that go around what any card says at a place


@cache
def faces_of(name):
    game, layout = shipped_game(shown()[name]), load_layout(name)
    spec = game.deck()
    deck = deck_of(spec)
    faces = draw_faces(layout, game, spec, deck)
    return play_faces(faces, layout, game, spec, deck), faces, layout, spec, deck, Crops(layout, game)


@pytest.mark.parametrize("name", LAYOUTS)
def test_every_place_of_every_section_has_a_ring_within_the_card(name):
    page, _, layout, spec, deck, _ = faces_of(name)
    for card in (deck.cards[0], deck.cards[-1]):
        joker = card.face.is_joker
        rings = page["rings"]["joker" if joker else "plain"]
        for section in spec.sections:
            if section.name not in layout.template.boxes_for(joker=joker):
                continue
            places = value_paths(section, card.sections[section.name])
            assert [*rings[section.name]] == ["", *("/".join(map(str, place)) for place in places)]
            for x, y, width, height in rings[section.name].values():
                assert 0 <= x < x + width <= page["width"]
                assert 0 <= y < y + height <= page["height"]


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_ring_holds_the_numbers_of_all_cards_and_no_other(name):
    page, faces, _, spec, deck, crops = faces_of(name)
    for section in (each for each in spec.sections if isinstance(each, GridSection)):
        for card in deck.cards:
            rings = page["rings"]["joker" if card.face.is_joker else "plain"][section.name]
            texts = [
                (item.string, crops.box_of(item))
                for item in faces.fronts[card.impulse].items
                if isinstance(item, Text) and item.slot == section.name
            ]
            for place in value_paths(section, card.sections[section.name]):
                ring = Box(*rings["/".join(map(str, place))])
                cell = value_at(section, card.sections[section.name], place)
                assert isinstance(cell, Cell)
                inside = [string for string, box in texts if ring.x <= box.cx <= ring.right and ring.y <= box.cy <= ring.bottom]  # fmt: skip
                assert len(inside) == 1
                assert inside in ([str(cell.value)], ["CF"])
                (box,) = [box for _, box in texts if ring.x <= box.cx <= ring.right and ring.y <= box.cy <= ring.bottom]  # fmt: skip
                assert box.x > ring.x - 0.4
                assert box.right < ring.right + 0.4


def test_sections_that_a_text_says_have_a_ring_too_and_sections_that_no_card_shows_have_none():
    page, _, layout, spec, deck, _ = faces_of("tactics")
    assert "shuffle" not in page["rings"]["plain"]
    assert "shuffle" in page["rings"]["joker"]
    said = layout.sections_in_texts & {section.name for section in spec.sections}
    for name in said - layout.template.boxes.keys():
        assert page["rings"]["plain"][name][""]
    assert deck


def test_marks_and_stacks_have_a_ring_for_each_of_their_places():
    page, *_ = faces_of("poker")
    rings = page["rings"]["plain"]
    assert [*rings["unintended_targets"]] == ["", *map(str, range(1, 11))]
    assert [*rings["hit_location"]] == ["", "0", "1", "2", "3"]
    tops = [rings["hit_location"][str(i)][1] for i in range(4)]
    assert tops == sorted(tops)


def test_rings_do_not_hang_on_the_sample_card():
    _, _, layout, spec, deck, _ = faces_of("west")
    game = shipped_game(shown()["west"])
    section = spec.section("causes")
    one = Crops(layout, game).result_boxes(section, deck.cards[3], deck.cards)
    other = Crops(layout, game).result_boxes(section, deck.cards[30], deck.cards)
    assert one.keys() == other.keys()
    for place, ring in one.items():
        assert ring == pytest.approx(other[place], abs=0.35)


@pytest.mark.parametrize("kind", [None, *KINDS])
def test_the_table_wears_the_pattern_of_the_back_and_shares_its_lines(kind):
    game = shipped_game()
    spec, layout = game.deck(), load_layout("poker")
    layout = replace(layout, pattern=options_of(kind)(**inks_of(kind, layout)) if kind else None)
    deck = deck_of(spec)
    faces = play_faces(draw_faces(layout, game, spec, deck), layout, game, spec, deck)
    if kind is None:
        assert faces["pattern"] == ""
        return
    references = set(re.findall('href="#(face-p[0-9]+)"', faces["pattern"]))
    assert references
    assert references <= set(re.findall('href="#(face-p[0-9]+)"', faces["back"]))
    assert all(f'id="{name}"' in faces["defs"] for name in references)
    assert len(faces["pattern"]) < 30_000


def test_below_the_pattern_is_the_picture_of_the_mat_without_its_words():
    game = shipped_game("rough-magic")
    spec, layout = game.deck(), load_layout("magic")
    deck = deck_of(spec)
    drawn = draw_faces(layout, game, spec, deck)
    scene = play_faces(drawn, layout, game, spec, deck)["scene"]
    assert (scene["width"], scene["height"]) == pytest.approx((297, 70))
    assert "<text" not in scene["face"]
    assert 10_000 < len(scene["face"]) < 60_000
    assert play_faces(drawn, layout, replace(game, look="base/1"), spec, deck)["scene"] is None


def inks_of(kind, layout):
    """Options of a pattern in which all inks are the layout's ink."""
    options = options_of(kind)()
    return {f.name: layout.theme.color("ink") for f in fields(options) if str(f.type) == "Color"}
