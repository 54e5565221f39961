"""Faces of the page of play: every card, and rings that go around what any card says at a place."""

from functools import cache

import pytest
from page_decks import deck_of, shipped_game, shown

from deckgen.card.crop import Crops
from deckgen.card.faces import draw_faces
from deckgen.card.layout import load_layout
from deckgen.draw.drawing import Text
from deckgen.draw.geometry import Box
from deckgen.game.model import Cell, GridSection
from deckgen.game.places import places_of, value_at
from deckgen.play.faces import play_faces

LAYOUTS = ("poker", "west", "tactics", "magic")


@cache
def made(name):
    game, layout = shipped_game(shown()[name]), load_layout(name)
    spec = game.deck()
    deck = deck_of(spec)
    faces = draw_faces(layout, game, spec, deck)
    return play_faces(faces, layout, game, spec, deck), faces, layout, spec, deck, Crops(layout, game)


@pytest.mark.parametrize("name", LAYOUTS)
def test_every_place_of_every_section_has_a_ring_within_the_card(name):
    page, _, layout, spec, deck, _ = made(name)
    for card in (deck.cards[0], deck.cards[-1]):
        joker = card.face.joker
        rings = page["rings"]["joker" if joker else "plain"]
        for section in spec.sections:
            if section.name not in layout.template.boxes_on(joker=joker):
                continue
            places = places_of(section, card.sections[section.name])
            assert [*rings[section.name]] == ["", *("/".join(map(str, place)) for place in places)]
            for x, y, width, height in rings[section.name].values():
                assert 0 <= x < x + width <= page["width"]
                assert 0 <= y < y + height <= page["height"]


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_ring_holds_the_numbers_of_all_cards_and_no_other(name):
    page, faces, _, spec, deck, crops = made(name)
    for section in (each for each in spec.sections if isinstance(each, GridSection)):
        for card in deck.cards:
            rings = page["rings"]["joker" if card.face.joker else "plain"][section.name]
            texts = [
                (item.string, crops.box_of(item))
                for item in faces.fronts[card.impulse].items
                if isinstance(item, Text) and item.slot == section.name
            ]
            for place in places_of(section, card.sections[section.name]):
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
    page, _, layout, spec, deck, _ = made("tactics")
    assert "shuffle" not in page["rings"]["plain"]
    assert "shuffle" in page["rings"]["joker"]
    said = layout.texts_show & {section.name for section in spec.sections}
    for name in said - layout.template.boxes.keys():
        assert page["rings"]["plain"][name][""]
    assert deck


def test_marks_and_stacks_have_a_ring_for_each_of_their_places():
    page, *_ = made("poker")
    rings = page["rings"]["plain"]
    assert [*rings["unintended_targets"]] == ["", *map(str, range(1, 11))]
    assert [*rings["hit_location"]] == ["", "0", "1", "2", "3"]
    tops = [rings["hit_location"][str(i)][1] for i in range(4)]
    assert tops == sorted(tops)


def test_rings_do_not_hang_on_the_sample_card():
    _, _, layout, spec, deck, _ = made("west")
    game = shipped_game(shown()["west"])
    section = spec.section("causes")
    one = Crops(layout, game).rings(section, deck.cards[3], deck.cards)
    other = Crops(layout, game).rings(section, deck.cards[30], deck.cards)
    assert one.keys() == other.keys()
    for place, ring in one.items():
        assert ring == pytest.approx(other[place], abs=0.35)
