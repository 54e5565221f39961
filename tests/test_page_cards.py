from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest
from page_decks import deck_of, shipped_game
from page_marks import contrast, flat, ground, overlap, text_box, texts, within

from deckgen.errors import LayoutError
from deckgen.game.model import Text as TextSection
from deckgen.page import cards, load_layout, names
from deckgen.page.drawing import Text
from deckgen.page.fonts import PT
from deckgen.page.geometry import Box
from deckgen.page.widgets import POKER

GAME = shipped_game()
SPEC = GAME.deck()
LAYOUTS = names()


@cache
def faces(name: str):
    layout = load_layout(name)
    return layout, cards(layout, GAME, SPEC, deck_of(SPEC))


@pytest.fixture(params=LAYOUTS)
def drawn(request):
    return faces(request.param)


def test_a_front_for_every_card_in_the_order_of_impulse(drawn):
    layout, made = drawn
    assert [front.title for front in made.fronts[:2]] == [
        "Action Deck 0, red joker",
        "Action Deck 1, ace of clubs",
    ]
    assert len(made.fronts) == SPEC.size
    assert {(d.width, d.height, d.bleed) for d in (*made.fronts, made.back)} == {
        (layout.template.width, layout.template.height, layout.template.bleed)
    }


def test_text_stays_in_its_slot_and_in_the_safe_zone(drawn):
    layout, made = drawn
    safe = Box(0, 0, layout.template.width, layout.template.height).inset(layout.theme.safe)
    for front in made.fronts:
        for text in texts(front):
            box = text_box(text, layout.theme.fonts)
            slot = layout.template.boxes.get(text.slot)
            assert within(box, safe), (front.title, text)
            assert slot is None or within(box, slot), (front.title, text)
            assert slot is not None or text.slot in layout.template.texts


def test_no_two_texts_overlap(drawn):
    layout, made = drawn
    for front in made.fronts:
        boxes = [(text, text_box(text, layout.theme.fonts)) for text in texts(front)]
        for (one, first), (other, second) in combinations(boxes, 2):
            assert not overlap(first, second), (front.title, one, other)


def test_no_type_is_too_small(drawn):
    layout, made = drawn
    smallest = min(text.size for front in made.fronts for text in texts(front))
    assert smallest >= max(5.5 * PT, layout.theme.minimum) - 1e-6


def test_text_stands_out_from_its_ground(drawn):
    layout, made = drawn
    for front in (*made.fronts[::6], made.fronts[-1], made.back):
        painted = list(flat(front.items, front.style))
        for text in (item for item in painted if isinstance(item, Text)):
            if text.angle:  # only on the back, where its twin is upright
                continue
            under = ground(painted, text, layout.theme.fonts)
            assert contrast(text.fill, under) >= 4.5, (front.title, text, under)


def test_every_colour_is_an_ink(drawn):
    _, made = drawn
    for drawing in (made.fronts[0], made.fronts[20], made.back):
        for item in flat(drawing.items, drawing.style):
            colours = {item.fill} if isinstance(item, Text) else {item.fill, item.stroke}
            assert colours <= {*drawing.style.inks, None, "inherit"}


@pytest.mark.parametrize("name", [section.name for section in SPEC.sections] + [POKER])
def test_every_section_of_the_shipped_game_is_drawn(name):
    layout, made = faces("poker")
    boxes = {slot: box for slot, box in layout.template.boxes.items() if slot != name}
    without = cards(
        replace(layout, template=replace(layout.template, boxes=boxes)), GAME, SPEC, deck_of(SPEC)
    )

    def count(fronts):
        return sum(1 for front in fronts for _ in flat(front.items, front.style))

    assert count(made.fronts) > count(without.fronts)


def test_every_slot_of_the_shipped_layouts_is_known(drawn):
    layout, _ = drawn
    known = {section.name for deck in GAME.decks for section in deck.sections} | {POKER}
    assert set(layout.template.boxes) <= known
    assert set(layout.template.texts) == set(layout.theme.strings)


def test_open_cells_are_marked_by_more_than_colour():
    layout, made = faces("poker")
    deck = deck_of(SPEC)
    grids = [section.name for section in SPEC.sections if type(section).__name__ == "Grid"]
    for card, front in zip(deck.cards, made.fronts, strict=True):
        marked = sum(
            cell.get("again", False) for g in grids for column in card.sections[g].values() for cell in column
        )
        slanted = [text for text in texts(front) if text.slot in grids and text.face == "bold-italic"]
        assert len(slanted) == marked
    assert "bold-italic" in layout.theme.fonts.files


def test_jokers_are_special():
    _, made = faces("poker")
    joker, plain = made.fronts[0], made.fronts[1]
    assert {"static-jokers"} == {
        i.symbol for i in joker.items if hasattr(i, "symbol") and "static-j" in i.symbol
    }
    assert "SHUFFLE" in [text.string for text in texts(joker)]
    assert "SHUFFLE" not in [text.string for text in texts(plain)]
    assert "Red joker" in [text.string for text in texts(joker)]


def test_what_is_the_same_on_all_cards_is_drawn_once():
    _, made = faces("poker")
    first, second = made.fronts[3].style.symbols, made.fronts[4].style.symbols
    assert first is second
    assert len(made.fronts[3].items) < 140 < len(list(flat(made.fronts[3].items, made.fronts[3].style)))


def test_a_section_the_deck_lacks_leaves_its_slot_empty():
    layout = load_layout("poker")
    spec = replace(SPEC, sections=tuple(s for s in SPEC.sections if s.name not in ("effects", "clock")))
    made = cards(layout, GAME, spec, deck_of(spec))
    assert not {text.slot for text in texts(made.fronts[5])} & {"effects", "clock", "lower"}


def test_a_text_that_does_not_fit_is_told_for_its_card():
    deck = deck_of(SPEC)
    wrong = replace(deck.cards[9], sections={**deck.cards[9].sections, "extra_effects": "Words " * 12})
    spoilt = replace(deck, cards=(*deck.cards[:9], wrong, *deck.cards[10:]))
    layout = load_layout("poker")
    with pytest.raises(LayoutError) as caught:
        cards(layout, GAME, SPEC, spoilt)
    (fault,) = caught.value.faults
    assert fault.path == f"card 9 ({deck.cards[9].face.name}), slot extra_effects"
    assert len(cards(layout, GAME, SPEC, spoilt, allow_overflow=True).fronts) == SPEC.size


def test_a_widget_that_cannot_draw_a_section_is_told():
    section = TextSection("clock", "Clock", "", ())
    spec = replace(SPEC, sections=(*[s for s in SPEC.sections if s.name != "clock"], section))
    with pytest.raises(LayoutError, match="cannot draw the section clock, which is a text"):
        cards(load_layout("poker"), GAME, spec, deck_of(SPEC))


def test_a_card_that_lacks_a_section_is_told():
    deck = deck_of(SPEC)
    sections = {name: value for name, value in deck.cards[2].sections.items() if name != "burst"}
    spoilt = replace(
        deck, cards=(*deck.cards[:2], replace(deck.cards[2], sections=sections), *deck.cards[3:])
    )
    with pytest.raises(LayoutError, match="burst"):
        cards(load_layout("poker"), GAME, SPEC, spoilt)


def test_the_same_deck_gives_the_same_drawings():
    layout = load_layout("poker")
    assert cards(layout, GAME, SPEC, deck_of(SPEC)) == cards(layout, GAME, SPEC, deck_of(SPEC))
