from dataclasses import replace

import pytest
from page_decks import deck_of, shipped_game
from page_marks import flat, texts

from deckgen.card.back import ART
from deckgen.card.faces import draw_faces
from deckgen.card.layout import layout_names, load_layout
from deckgen.draw.contrast import contrast
from deckgen.draw.drawing import Text, Use
from deckgen.draw.geometry import bounding_box

GAME = shipped_game()
SPEC = GAME.deck()
POKER = load_layout("poker")
BARE = {name: art for name, art in POKER.template.groups.items() if name != ART}
LAYOUT = replace(POKER, template=replace(POKER.template, groups=BARE, boxes={}, joker_boxes={}))


def back(title="Action Deck", number=1, of=2):
    spec = replace(SPEC, title=title)
    return draw_faces(LAYOUT, GAME, spec, deck_of(spec, number=number, of=of)).back


def points(path, turn):
    """The points of an outline, wherever it begins, after half a turn if told so."""
    width, height = LAYOUT.template.width, LAYOUT.template.height
    pairs = [(s[i], s[i + 1]) for s in path.segments for i in range(1, len(s), 2)]
    return sorted(
        {(round(width - x, 4), round(height - y, 4)) if turn else (round(x, 4), round(y, 4)) for x, y in pairs}
    )


@pytest.mark.parametrize(("title", "number"), [("Action Deck", 1), ("Psionics", 2), ("Äther", 9)])
def test_half_a_turn_changes_nothing(title, number):
    drawing = back(title, number, 9)
    paths = [item for item in flat(drawing.items, drawing.style) if not isinstance(item, Text)]
    shapes = sorted((points(p, turn=False), str(p.fill), str(p.stroke), p.stroke_width) for p in paths)
    turned = sorted((points(p, turn=True), str(p.fill), str(p.stroke), p.stroke_width) for p in paths)
    for one, other in zip(shapes, turned, strict=True):
        assert one[1:] == other[1:]
        assert [n for p in one[0] for n in p] == pytest.approx([n for p in other[0] for n in p], abs=1e-3)
    width, height = drawing.width, drawing.height
    words = {(round(t.x, 6), round(t.y, 6), t.angle % 360, t.string, t.size) for t in texts(drawing)}
    assert words == {(round(width - x, 6), round(height - y, 6), (a + 180) % 360, s, z) for x, y, a, s, z in words}


def test_it_reaches_the_bleed():
    drawing = back()
    ground = next(flat(drawing.items, drawing.style))
    assert bounding_box(ground.segments) == pytest.approx((-3.175, -3.175, 69.85, 95.25))


def test_it_names_game_and_deck_and_is_the_same_for_all_decks_of_a_set():
    assert back().items == back(number=2).items
    assert back().items != back(title="Psionics").items
    assert {"Psionics", "Future Imperfect"} == {text.string for text in texts(back(title="Psionics"))}


@pytest.mark.parametrize("name", layout_names())
def test_its_names_are_read_on_its_ground(name):
    layout = load_layout(name)
    bare = replace(
        layout,
        template=replace(layout.template, groups={}, boxes={}, joker_boxes={}, texts={}, joker_texts={}),
    )
    drawing = draw_faces(bare, GAME, SPEC, deck_of(SPEC)).back
    assert all(contrast(text.fill, layout.back.ground) >= 4.5 for text in texts(drawing))


def test_art_takes_the_place_of_the_names():
    drawing = draw_faces(POKER, GAME, SPEC, deck_of(SPEC)).back
    assert not texts(drawing)
    assert [item.symbol for item in drawing.items if isinstance(item, Use)][:2] == [ART, ART]
