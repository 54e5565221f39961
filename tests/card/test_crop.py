from functools import cache, partial

import pytest
from page_decks import deck_of, shipped_game, shown
from table_decks import shipped

from deckgen.card.crop import Crops, clip_path, result_boxes
from deckgen.card.faces import draw_faces
from deckgen.card.layout import load_layout
from deckgen.draw.drawing import Path, Text
from deckgen.draw.geometry import Box, bounding_box, ellipse
from deckgen.game.value_paths import value_paths

LAYOUTS = ("poker", "west", "tactics", "magic")


@cache
def of(name):
    game, layout = shipped_game(shown()[name]), load_layout(name)
    deck = deck_of(game.deck())
    return Crops(layout, game), layout, game.deck(), deck, draw_faces(layout, game, game.deck(), deck)


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_crop_shows_what_the_card_shows_in_that_slot(name):
    crops, layout, spec, deck, faces = of(name)
    for section in spec.sections:
        for card in deck.cards[::9]:
            crop = crops.crop(section, card)
            template = layout.template
            boxes = template.joker_boxes if card.face.is_joker else template.boxes
            if section.name not in boxes:
                assert crop is None
                continue
            texts = [
                item
                for item in faces.fronts[card.impulse].items
                if isinstance(item, Text) and item.slot == section.name
            ]
            assert set(texts) <= set(crop.items)
            assert crop.box == boxes[section.name]
            assert crop.highlight_boxes == ()


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_ring_goes_around_one_number_of_a_grid(name):
    crops, _, spec, deck, _ = of(name)
    for section in (each for each in spec.sections if each.kind() == "grid"):
        card = deck.cards[7]
        for column in section.columns[:3]:
            for row in range(section.rows):
                crop = crops.crop(section, card, [(column.label, row)])
                (ring,) = crop.highlight_boxes
                texts = [
                    t
                    for t in crop.items
                    if isinstance(t, Text) and ring.x <= t.x <= ring.right and ring.y < t.y <= ring.bottom + 0.1
                ]
                cell = card.sections[section.name][column.label][row]
                assert [text.string for text in texts] in ([str(cell.value)], ["CF"])


def test_cells_that_are_read_together_have_one_ring_and_others_their_own():
    crops, _, spec, deck, _ = of("west")
    causes = spec.section("causes")
    assert len(crops.crop(causes, deck.cards[5], [("8", 0), ("8", 1), ("8", 2)]).highlight_boxes) == 1
    assert len(crops.crop(causes, deck.cards[5], [("8", 0), ("8", 2)]).highlight_boxes) == 2


def test_the_standard_place_has_the_card_s_own_frame_and_others_a_ring():
    crops, _, spec, deck, _ = of("poker")
    stack = spec.section("hit_location")
    assert crops.crop(stack, deck.cards[5], [(stack.standard,)]).highlight_boxes == ()
    (ring,) = crops.crop(stack, deck.cards[5], [(0,)]).highlight_boxes
    box = crops.layout.template.boxes["hit_location"]
    assert box.y <= ring.y < ring.bottom <= box.y + box.height / stack.height


def test_marks_and_tables_are_ringed_whether_marked_or_not():
    crops, _, spec, deck, _ = of("poker")
    figures = spec.section("unintended_targets")
    rings = crops.crop(figures, deck.cards[5], [(1,), (4,), (10,)]).highlight_boxes
    assert [(ring.y, ring.x) for ring in rings] == sorted((ring.y, ring.x) for ring in rings)
    assert len(rings) == 3
    assert len(crops.crop(spec.section("initiative"), deck.cards[5], [("2", 1)]).highlight_boxes) == 1


def test_the_ground_is_what_the_card_has_there():
    crops, _, spec, deck, _ = of("poker")
    theme = crops.layout.theme
    assert crops.crop(spec.section("causes"), deck.cards[5]).ground == theme.color("hull")
    assert crops.crop(spec.section("causes"), deck.cards[0]).ground == theme.color("hull")
    assert crops.crop(spec.section("unintended_targets"), deck.cards[5]).ground == theme.color("ground")


def test_the_ground_of_a_card_s_suit_or_joker_is_below_its_slots():
    crops, layout, spec, deck, _ = of("magic")
    grounds = {card.face.suit: crops.crop(spec.section("setback"), card).ground for card in deck.cards[1:5]}
    assert grounds == {suit: layout.theme.color(suit) for suit in ("clubs", "diamonds", "hearts", "spades")}
    jokers = [crops.crop(spec.section("setback"), card).ground for card in deck.cards if card.face.is_joker]
    assert jokers == [layout.theme.color("hearts"), layout.theme.color("night")]


def test_an_area_is_cut_off_at_the_edges_of_a_box():
    corner = Path((("M", 0, 0), ("L", 10, 0), ("L", 10, 2), ("L", 2, 2), ("L", 2, 10), ("L", 0, 10), ("Z",)), "#123456")
    cut = clip_path(corner, Box(1, 1, 20, 4))
    assert cut is not None
    assert bounding_box(cut.segments) == Box(1, 1, 9, 4)
    assert clip_path(corner, Box(5, 5, 2, 2)) is None  # in the angle, where there is nothing
    disc = Path(ellipse(0, 0, 5), "#123456")
    assert bounding_box(clip_path(disc, Box(-9, -9, 18, 9)).segments).height == pytest.approx(5, abs=0.05)


def test_heads_of_the_card_stand_under_a_slot_as_on_it():
    crops, layout, spec, deck, _ = of("west")
    crop = crops.crop(spec.section("causes"), deck.cards[5])
    assert crop.ground == layout.theme.color("accent_ink")
    assert layout.theme.color("accent") in {item.fill for item in crop.art}


@pytest.mark.parametrize("name", ["rough-magic"])
def test_every_place_that_a_card_shows_has_a_ring_on_plain_cards_and_jokers(name):
    deck, game, spec = shipped(name)
    layout = load_layout(spec.layout)
    fronts = draw_faces(layout, game, spec, deck).fronts
    found = result_boxes(fronts, layout, game, spec, deck.cards)
    for card in (deck.cards[0], deck.cards[1]):
        own, boxes = found[card.face.is_joker], layout.template.boxes_for(joker=card.face.is_joker)
        for section in filter(lambda each: each.name in boxes, spec.sections):
            places = partial(value_paths, section)(card.sections[section.name])
            assert own[section.name].keys() == {(), *places}
            assert all(ring.right <= fronts[0].width and ring.x >= 0 for ring in own[section.name].values())
