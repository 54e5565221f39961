"""Pictures in slots, from the column of a table to the card."""

import pytest
from card_files import card_game
from page_svg import PAGE, page
from pictures import encoded, photo

from deckgen.card.faces import cached_artist, check_layout, draw_faces
from deckgen.card.layout import game_layout
from deckgen.deck.deal.generator import generate
from deckgen.draw.drawing import Picture, Use
from deckgen.draw.geometry import Box, bounding_box
from deckgen.errors import LayoutError
from deckgen.game.reader import read_game

SECTION = "sections:\n  art: {kind: picture, title: Art}\n"
DECK = "decks:\n  events: {title: Events, cards: events.csv, layout: art.svg}\n"
MOON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="10 10 40 20"><circle cx="30" cy="20" r="9" fill="#14171c"/></svg>'
)


def game_with(folder, *names, slot='x="5" y="10" width="30" height="20"', options="", moon=MOON):
    """A game with a card for each picture, all in a slot: photo.jpg has 120 × 80 pixels, moon.svg is twice as wide as high."""
    folder = card_game(
        folder, ("name", "art"), *((f"card {i}", name) for i, name in enumerate(names)), yaml=SECTION, deck=DECK
    )
    (folder / "photo.jpg").write_bytes(encoded(photo(), "JPEG"))
    (folder / "broken.png").write_bytes(encoded(photo())[:900])
    (folder / "moon.svg").write_text(moon)
    slots = f'<g id="slots"><rect id="slot-art" {slot}/></g>'
    (folder / "art.svg").write_bytes(page(slots, size=PAGE))
    (folder / "art.yaml").write_text(f"extends: poker\nslots:\n  art: {{widget: picture{options}}}\n")
    return read_game(folder)


def drawn(game):
    """What is drawn on each card, without what is the same on all."""
    layout = game_layout(game, game.deck())
    faces = draw_faces(layout, game, game.deck(), generate(game, game.deck(), "1"))
    return [
        [i for i in face.items if isinstance(i, Picture) or (isinstance(i, Use) and i.clip)] for face in faces.fronts
    ]


def visible(item):
    return bounding_box(item.clip)


def test_a_picture_covers_its_slot_and_is_clipped_to_it(tmp_path):
    (picture,), none = drawn(game_with(tmp_path, "photo.jpg", "", slot='x="5" y="10" width="20" height="20"'))
    assert picture.matrix == pytest.approx((30, 0, 0, 20, 0, 10))
    assert visible(picture) == pytest.approx((5, 10, 20, 20))
    assert none == []


def test_a_whole_picture_is_moved_in_its_slot_and_framed(tmp_path):
    options = ", fit: contain, align: 1, radius: 2, edge: ink, line: 0.5"
    game = game_with(tmp_path, "photo.jpg", options=options, slot='x="5" y="10" width="40" height="20"')
    ((picture,),) = drawn(game)
    assert picture.matrix == pytest.approx((30, 0, 0, 20, 15, 10))
    assert visible(picture) == pytest.approx((15, 10, 30, 20))
    front = draw_faces(game_layout(game, game.deck()), game, game.deck(), generate(game, game.deck(), "1")).fronts[0]
    frame = front.items[front.items.index(picture) + 1]
    assert (frame.segments, frame.stroke_width, frame.fill) == (picture.clip, 0.5, None)


def test_what_is_cut_off_follows_the_options(tmp_path):
    options = ", rise: 0"
    ((picture,),) = drawn(game_with(tmp_path, "photo.jpg", options=options, slot='x="5" y="10" width="30" height="5"'))
    assert picture.matrix == pytest.approx((30, 0, 0, 20, 5, 10))


@pytest.mark.parametrize(
    ("slot", "box"),
    [
        ('width="50" height="20"', (-3, -3, 56, 23)),
        ('x="5" width="45" height="70"', (5, -3, 48, 76)),
        ('x="1" y="1" width="48" height="68"', (1, 1, 48, 68)),
    ],
)
def test_a_slot_at_the_edge_of_the_card_is_filled_up_to_the_bleed(tmp_path, slot, box):
    ((picture,),) = drawn(game_with(tmp_path, "photo.jpg", slot=slot))
    assert visible(picture) == pytest.approx(box)


def test_an_svg_is_drawn_in_the_themes_colors(tmp_path):
    game = game_with(tmp_path, "moon.svg", "photo.jpg")
    (use,), (picture,) = drawn(game)
    assert isinstance(picture, Picture)
    assert visible(use) == pytest.approx((5, 10, 30, 20))
    (circle,) = cached_artist(game_layout(game, game.deck()), game, game.deck()).style.symbols[use.symbol].items
    scale, _, _, _, x, y = use.matrix
    moon = bounding_box(circle.segments)
    assert moon == pytest.approx(Box(27.5, 2.5, 45, 45))
    assert (x + moon.cx * scale, y + moon.cy * scale, 45 * scale) == pytest.approx((20, 20, 18))


@pytest.mark.parametrize(
    ("moon", "message"),
    [
        (MOON.replace("#14171c", "#badbad"), "moon.svg:1: <circle>: has the color #badbad"),
        (MOON.replace("viewBox", "view"), "moon.svg:1: <svg>: the picture has no viewBox"),
        (MOON.replace("<circle", '<image href="photo.jpg" width="9"/><circle'), "moon.svg:1: <image>: is a bitmap"),
        (MOON.replace("<circle", '<symbol id="s" viewBox="0 0 1 1"/><use href="#s"/><circle'), "cannot place symbols"),
        ("<svg", "moon.svg:1: the file is not well-formed XML"),
    ],
)
def test_an_svg_that_cannot_be_printed_is_reported(tmp_path, moon, message):
    game = game_with(tmp_path, "moon.svg", moon=moon)
    with pytest.raises(LayoutError, match=message.replace(".", r"\.")):
        game_layout(game, game.deck())


def test_a_picture_that_cannot_be_read_is_reported_with_its_name_and_slot(tmp_path):
    game = game_with(tmp_path, "broken.png", "photo.jpg")
    with pytest.raises(LayoutError) as caught:
        check_layout(game_layout(game, game.deck()), game, game.deck())
    (problem,) = caught.value.problems
    assert "slot art" in problem.path
    assert problem.message == "broken.png: this is not a readable PNG, JPEG or WebP picture"


def test_equal_pictures_are_one_item(tmp_path):
    game = game_with(tmp_path, "photo.jpg", "photo.jpg")
    (first,), (second,) = drawn(game)
    assert first is second
