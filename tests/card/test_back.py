from dataclasses import replace

import pytest
from page_decks import deck_of, shipped_game
from page_marks import flat, texts

from deckgen.card.back import ART, back_text, deck_pattern, draw_back
from deckgen.card.faces import CardArtist, draw_faces
from deckgen.card.layout import layout_names, load_layout
from deckgen.card.patterns import options_of
from deckgen.draw.contrast import contrast
from deckgen.draw.drawing import Path, Text, Use
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box, bounding_box
from deckgen.errors import Problems

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
    assert {text.slot for text in texts(drawing)} <= {"cartouche"}
    assert [item.symbol for item in drawing.items if isinstance(item, Use)][:2] == [ART, ART]


CARTOUCHE = Box(21.75, 62, 20, 4.4)


def patterned(name="poker", kind="guilloche", cartouche=CARTOUCHE):
    """A shipped layout with a pattern and a cartouche on its back."""
    layout = load_layout(name)
    ink = layout.theme.color_or("ink")
    template = replace(layout.template, boxes={**layout.template.boxes, "cartouche": cartouche})
    options = replace(layout.back, cartouche_size=8 * PT, cartouche_face="display")
    return replace(
        layout, template=template, back=options, pattern=options_of(kind)(ink=ink, inner_ink=ink, rosette_ink=ink)
    )


def seeded(layout, seed="42", own=False, number=1, of=1, deck="action"):
    data = replace(deck_of(SPEC, number=number, of=of), seed=seed, deck=deck)
    return CardArtist(layout, GAME, SPEC).faces(data, back_text(data, own=own)).back


def test_the_decks_of_a_set_have_one_back_unless_each_is_to_have_its_own():
    layout = patterned()
    assert seeded(layout, number=1, of=2).items == seeded(layout, number=2, of=2).items
    own = [seeded(layout, own=True, number=number, of=2).items for number in (1, 2)]
    assert own[0] != own[1]
    assert own[0] == seeded(layout, own=True, number=1, of=2).items
    assert seeded(layout, "43").items != seeded(layout).items
    assert seeded(layout, deck="psionics").items != seeded(layout).items


def test_decks_of_a_set_share_the_drawing_of_their_back():
    artist = CardArtist(patterned(), GAME, SPEC)
    first, second = (artist.faces(deck_of(SPEC, number=number, of=2)).back for number in (1, 2))
    assert first is second


@pytest.mark.parametrize(
    ("seed", "shown"),
    [
        ("42", "42"),
        ("dry ridge", "dry ridge"),
        ("A" * 200, "A…"),
        ("東京の夜", "0a7301ec"),
        ("", "42"),
    ],
)
def test_the_cartouche_shows_the_seed_twice_and_legibly(seed, shown):
    back = seeded(patterned(), seed or "42")
    words = [text for text in texts(back) if text.slot == "cartouche"]
    assert len(words) == 2
    assert {round(text.angle) % 360 for text in words} == {0, 180}
    for text in words:
        assert text.string == shown or (seed.startswith("A") and text.string.strip("A") == "…")
        assert text.size >= 6 * PT - 1e-9
        width = POKER.theme.fonts.width(text.string, text.typeface, text.size, text.spacing)
        assert width <= CARTOUCHE.width


@pytest.mark.parametrize("seed", ["東京", "нет", "☃", "🂡", "a東", "?", "…", " ", "\u0301"])
def test_no_seed_breaks_a_back(seed):
    assert [text.string for text in texts(seeded(patterned(), seed))]


def test_its_ink_is_read_on_its_ground():
    layout = patterned()
    ground = layout.back.ground
    back = seeded(replace(layout, back=replace(layout.back, cartouche_ink=ground)))
    assert all(contrast(text.fill, ground) >= 4.5 for text in texts(back))


def test_the_pattern_of_a_deck_fits_another_box():
    layout, deck = patterned(), deck_of(SPEC)
    items = deck_pattern(layout, back_text(deck), Box(10, 20, 30, 40))
    boxes = [bounding_box(path.segments) for path in items]
    assert min(box.x for box in boxes) >= 9
    assert max(box.bottom for box in boxes) <= 61
    assert deck_pattern(replace(POKER, pattern=None), back_text(deck)) == ()


FACE = Path((("M", 20, 20), ("L", 40, 20), ("L", 30, 43), ("Z",)), "#123456")


@pytest.mark.parametrize("name", ["west-hero", "poker-hero"])
def test_a_hero_is_on_the_back_twice_between_the_art_behind_and_before(name):
    layout = load_layout(name)
    pen = layout.pen(GAME, Problems())
    draw_back(pen, layout, ("", ""), "#000000", "main/1", ["1"], ("Ada Lovelace", [FACE]))
    width, height = layout.template.width, layout.template.height
    faces = [i for i, item in enumerate(pen.items) if isinstance(item, Path) and item.fill == "#123456"]
    one, other = (bounding_box(pen.items[i].segments) for i in faces)
    assert (other.x, other.y) == pytest.approx((width - one.right, height - one.bottom))
    uses = [item.symbol for item in pen.items if isinstance(item, Use) and item.symbol.startswith("static-")]
    assert uses == [ART, ART, "static-portrait", "static-ribbon", "static-portrait", "static-ribbon"]
    words = [item for item in pen.items if isinstance(item, Text) and item.string == "Ada Lovelace"]
    assert [text.angle for text in words] == [0, 180]


@pytest.mark.parametrize("name", ["Wolfeschlegelsteinhausenbergerdorff " * 2, "Ægir ☃ \u5f20", "A"])
def test_any_name_has_room_on_the_ribbon(name):
    layout, problems = load_layout("west-hero"), Problems()
    pen = layout.pen(GAME, problems)
    draw_back(pen, layout, ("", ""), "#000000", "main/1", (), (name, ()))
    assert not list(problems)
    parts = [item for item in pen.items if isinstance(item, Text) and item.angle == 0]
    width = sum(layout.theme.fonts.width(text.string, text.typeface, text.size, text.spacing) for text in parts)
    assert 0 < width <= layout.template.texts["hero-name"].width + 1e-6
    assert min(text.size for text in parts) >= layout.theme.minimum - 1e-9


def test_without_a_hero_the_back_is_that_of_the_deck_for_everybody():
    game = shipped_game("west-that-wasnt")
    backs = [
        draw_faces(load_layout(name), game, game.deck(), deck_of(game.deck())).back for name in ("west", "west-hero")
    ]
    art = [[item for item in back.items if isinstance(item, Path | Use)] for back in backs]
    words = [{(t.string, t.fill) for t in texts(back)} for back in backs]
    assert {item.symbol for item in art[0] if isinstance(item, Use)} == {
        item.symbol for item in art[1] if isinstance(item, Use)
    }
    assert words[0] == words[1]
