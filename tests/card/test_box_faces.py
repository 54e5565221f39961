import itertools
import math
from dataclasses import replace

import pytest
from page_decks import deck_of, shipped_game, shown

from deckgen.card.box_content import BoxContent
from deckgen.card.box_faces import ART, TUCK_ART, WHITE, anatomy_room, draw_box_faces
from deckgen.card.layout import load_layout
from deckgen.card.template import TextSlot
from deckgen.draw.contrast import contrast
from deckgen.draw.drawing import Path, Text, Use
from deckgen.draw.geometry import Box, bounding_box, rectangle
from deckgen.errors import LayoutError
from deckgen.game import read_game
from deckgen.game.model import BoxWords

SIZES = {
    "front": (65.0, 90.4), "back": (65.0, 90.4), "left": (18.0, 90.4), "right": (18.0, 90.4),
    "lid": (65.0, 18.0), "tuck": (65.0, 14.0), "floor": (65.0, 18.0), "flap": (65.0, 14.0), "dust": (18.0, 18.0),
}  # fmt: skip
WORDS = BoxWords("A few words on what it is.", "2–6 players")


def content(words=WORDS, decks=1, layout=None, **changes):
    game = replace(shipped_game(), box=words)
    spec = replace(game.deck(), box=words, **changes)
    return BoxContent(
        game,
        [spec] * decks,
        [deck_of(spec, number=n + 1, of=decks) for n in range(decks)],
        [layout or plain()],
        54 * decks,
    )


def plain():
    """A layout whose drawing has nothing for boxes."""
    layout = load_layout("poker")
    template = layout.template
    groups = {name: items for name, items in template.groups.items() if not name.startswith(ART)}
    texts_ = {name: slot for name, slot in template.texts.items() if not name.startswith("box-")}
    return replace(layout, template=replace(template, groups=groups, texts=texts_))


def texts(face):
    return [item for item in face.items if isinstance(item, Text)]


def said(face):
    return [text.string for text in texts(face)]


def test_every_face_has_its_size_and_bleeds_in_one_ground():
    faces = draw_box_faces(content(), SIZES)
    assert {name: (face.width, face.height) for name, face in faces.items()} == SIZES
    grounds = {face.items[0].fill for face in faces.values()}
    assert len(grounds) == 1
    assert {bounding_box(face.items[0].segments) for face in faces.values()} == {
        Box(-2, -2, width + 4, height + 4) for width, height in SIZES.values()
    }


def test_the_front_says_once_what_it_is_how_much_and_for_whom():
    front = draw_box_faces(content(), SIZES)["front"]
    assert sorted(said(front)) == ["2–6 players", "54 cards", "Action Deck", "Future Imperfect"]
    assert not [text for text in texts(front) if text.angle]


def test_nothing_of_a_plain_front_is_where_the_thumb_notch_is_cut():
    front = draw_box_faces(content(), SIZES)["front"]
    for item in front.items[1:]:
        if isinstance(item, Path):
            assert bounding_box(item.segments).y > 11
        if isinstance(item, Text):
            assert item.y - item.size > 9


def test_spines_read_towards_the_front_and_lie_within_their_side():
    faces = draw_box_faces(content(), SIZES)
    for name, angle in (("left", 90), ("right", -90)):
        assert {text.angle for text in texts(faces[name])} == {angle}
        assert all(3 < text.x < 15 for text in texts(faces[name]))
        assert all(3 < text.y < 87.5 for text in texts(faces[name]))


def test_the_back_has_its_words_and_room_for_a_barcode_with_nothing_in_it():
    back = draw_box_faces(content(), SIZES)["back"]
    assert " ".join(said(back)).startswith(WORDS.blurb)
    (code,) = [bounding_box(item.segments) for item in back.items if isinstance(item, Path) and item.fill == WHITE]
    assert (code.width, code.height) == (37, 26)
    assert back.style.inks[WHITE].cmyk == (0, 0, 0, 0)
    assert code.right <= 65 - 3.6
    for text in texts(back):
        assert not (code.x < text.x < code.right and code.y < text.y < code.bottom)


def solid(face):
    return [item for item in face.items if isinstance(item, Path) and item.solid]


def test_at_home_the_field_for_the_barcode_has_the_codes_and_the_seed_else_the_seals_of_many_decks():
    assert not solid(draw_box_faces(content(), SIZES)["back"])
    for decks in (1, 2):
        back = draw_box_faces(content(decks=decks), SIZES, coded=True)["back"]
        assert len(solid(back)) == decks
        assert "seed 1" in said(back)
        field = Box(65 - 4.2 - 37, 90.4 - 4.2 - 26, 37, 26)
        for code in solid(back):
            box = bounding_box(code.segments)
            assert field.x < box.x < box.right < field.right
            assert field.y < box.y < box.bottom < field.bottom
    many = draw_box_faces(content(decks=3), SIZES, coded=True)["back"]
    assert not solid(many)
    assert len(many.items) > len(draw_box_faces(content(decks=3), SIZES)["back"].items) + 3 * 5


def test_sides_and_lid_name_the_game_large_and_the_deck_small():
    faces = draw_box_faces(content(), SIZES)
    for name in ("left", "right", "lid"):
        sizes = {text.string: text.size for text in texts(faces[name])}
        assert sizes["Future Imperfect"] > 1.4 * sizes["Action Deck"]


def test_a_box_of_many_kinds_names_them_on_its_back_if_the_front_has_no_room():
    game, layout = shipped_game(), load_layout("poker")
    kinds = [replace(game.deck(), name=f"d{n}", title=f"A deck called {n}") for n in range(4)]
    held = BoxContent(game, kinds, [deck_of(game.deck())] * 4, [layout] * 4, 216)
    faces = draw_box_faces(held, SIZES)
    assert not any("called" in text for text in said(faces["front"]))
    assert " ".join(said(faces["back"])).count("called") == 4


def test_the_anatomy_stands_between_words_and_barcode():
    room = anatomy_room(content(), SIZES["back"])
    without = anatomy_room(content(BoxWords()), SIZES["back"])
    assert without.height > room.height > 30
    assert room.bottom == pytest.approx(without.bottom)
    assert room.bottom < 90.4 - 26 - 3.6


def small(width, height):
    """The sizes of the faces of a box for such cards, of 18 mm depth."""
    panels = {"front": (65.0, 90.4), "back": (65.0, 90.4), "left": (18.0, 90.4), "right": (18.0, 90.4), **SIZES}
    return {
        name: (width if panel[0] == 65.0 else panel[0], height if panel[1] == 90.4 else panel[1])
        for name, panel in panels.items()
    }


def test_parts_without_room_on_a_small_box_are_left_out_by_rank():
    """A mini card's back has words above the barcode, and no room for the picture; a smaller one loses more."""
    few = "Cards."
    seen = {}
    for size in ((45.5, 68.5), (42.0, 60.0), (42.0, 26.0)):
        held, sizes = content(BoxWords(few, "2–6 players")), small(*size)
        faces = draw_box_faces(held, sizes)
        fields = [item for item in faces["back"].items if isinstance(item, Path) and item.fill == WHITE]
        seen[size] = (anatomy_room(held, sizes["back"]) is not None, bool(fields), few in said(faces["back"]))
        words = {word.replace("\u00a0", " ") for word in said(faces["back"])}
        assert words - {few} == {"Future Imperfect", "Action Deck", "54 cards"}
        for text in texts(faces["back"]):
            width = held.layouts[0].theme.fonts.width(text.string, text.typeface, text.size)
            assert 4.1 < text.x < text.x + width < size[0] - 4.1
            assert 4.1 < text.y - 0.7 * text.size < text.y < size[1] - 4.1
        lines = sorted((text.y, text.string) for text in texts(faces["back"]))
        assert all(b - a > 2 for (a, _), (b, _) in itertools.pairwise(lines))
    assert list(seen.values()) == [(False, True, True), (True, False, True), (False, False, True)]
    long = content(BoxWords("many words " * 120))
    assert not any("many" in word for word in said(draw_box_faces(long, small(45.5, 68.5))["back"]))


def test_a_box_too_small_for_its_words_is_one_problem():
    with pytest.raises(LayoutError) as caught:
        draw_box_faces(content(), small(17.0, 30.0))
    assert len(caught.value.problems) == 1, caught.value
    assert "17 × 30 mm are too small for “Action Deck”" in str(caught.value)
    assert "choose a layout of larger cards" in str(caught.value)


def test_art_is_on_boxes_of_its_size_only():
    layout = load_layout("poker")
    assert any(
        isinstance(item, Use) and item.symbol == ART
        for item in draw_box_faces(content(layout=layout), SIZES)["front"].items
    )
    wider = draw_box_faces(content(layout=layout), small(72.0, 90.4))["front"]
    assert not any(isinstance(item, Use) and item.symbol == ART for item in wider.items)
    assert "Action Deck" in said(wider)


def test_what_is_read_stands_out_from_the_ground():
    for name in ("poker", "poker-light", "west", "magic", "tactics"):
        for face in draw_box_faces(content(layout=load_layout(name)), SIZES).values():
            if face.title != "box, front":
                ground = face.items[0].fill
                assert all(contrast(text.fill, ground) >= 4.5 for text in texts(face))


def test_words_that_are_too_many_are_told():
    with pytest.raises(LayoutError, match=r"box.blurb: the text on the back of the box is \d+ mm.*shorten"):
        draw_box_faces(content(BoxWords("many words " * 40)), SIZES)


def test_several_decks_are_counted_and_named():
    assert content(decks=2).count == "2 decks · 108 cards"
    assert content(decks=2).contents == ["Action Deck 1/2, 2/2"]
    assert content(decks=3).contents == ["Action Deck 1–3/3"]
    game, spec = shipped_game(), shipped_game().deck()
    two = BoxContent(game, [spec, replace(spec, name="x", title="Other")], [deck_of(spec)] * 2, [plain()] * 2, 108)
    assert two.title == game.title
    assert two.words == game.box
    faces = draw_box_faces(two, SIZES)
    assert "Action Deck · Other" in said(faces["front"])
    assert any("Other" in text for text in said(faces["floor"]))


def test_a_box_of_one_deck_can_say_which_it_is():
    one = replace(content(), decks=[deck_of(content().specs[0], number=7, of=1000)])
    fields = one.fields()
    assert (fields["number"], fields["of"], fields["serial"]) == ("7", "1000", "0007")
    assert one.decks[0].id.startswith("sha256:" + fields["id"])
    assert not {"number", "serial", "id"} & content(decks=2).fields().keys()


def test_a_layouts_art_and_its_slots_are_the_front():
    layout = plain()
    art = (Path(rectangle(0, 0, 65, 90), "#15191f"),)
    slot = TextSlot(10, 40, "start", "bold", 5, "#ffffff", 40)
    texts_ = {**layout.template.texts, "box-title": slot, "box-seed": replace(slot, y=60)}
    boxes = {**layout.template.boxes, "box-emblem": Box(20, 5, 10, 10)}
    template = replace(layout.template, groups={ART: art, TUCK_ART: art}, texts=texts_, boxes=boxes)
    strings = {"box-seed": "LOT {seed} {TITLE}"}
    layout = replace(layout, template=template, theme=replace(layout.theme, strings=strings))
    faces = draw_box_faces(content(layout=layout), SIZES)
    front = faces["front"]
    assert faces["tuck"].items[1:] == (Use(TUCK_ART),)
    assert front.items[1] == Use(ART)
    assert said(front) == ["Action Deck", "LOT 1 ACTION DECK"]
    assert front.style.symbols[ART].items == art


def test_a_thin_box_has_no_words_on_its_sides():
    faces = draw_box_faces(content(), {**SIZES, "left": (3.0, 90.4), "lid": (65.0, 3.0), "floor": (65.0, 3.0)})
    assert not texts(faces["left"])
    assert not texts(faces["lid"])
    assert not texts(faces["floor"])


def test_the_emblems_of_all_kinds_of_decks_stand_on_the_lid_in_their_colors():
    game, spec = shipped_game(), shipped_game().deck()
    layouts = [load_layout("poker", deck=name) for name in ("action", "psionics", "extras")]
    specs = [replace(spec, name=name, title=name) for name in ("action", "psionics", "extras")]
    held = BoxContent(game, specs, [deck_of(spec)] * 3, layouts, 162)
    lid = draw_box_faces(held, {**SIZES, "lid": (65.0, 50.0)})["lid"]
    icons = [item for item in lid.items if isinstance(item, Use)]
    assert [icon.symbol for icon in icons] == [layout.back.emblem for layout in layouts]
    assert len({icon.fill for icon in icons}) == 3
    assert all(icon.fill in lid.style.inks for icon in icons)
    assert len({icon.matrix[5] for icon in icons}) == 1


def test_a_long_title_beside_the_barcode_is_broken_into_lines():
    held = content()
    held = replace(held, game=replace(held.game, title="A Game Whose Title Is Long"))
    back = draw_box_faces(held, SIZES)["back"]
    beside = [text for text in texts(back) if text.y > 60]
    assert " ".join(said_ for said_ in (t.string for t in sorted(beside, key=lambda t: t.y))).startswith("A Game Whose")
    assert len({round(text.y, 2) for text in beside}) == len(beside) >= 4
    assert min(text.size for text in beside) > 6 * 25.4 / 72


@pytest.mark.parametrize("name", shown())
@pytest.mark.parametrize("language", [None, "de"])
def test_words_of_every_shipped_front_keep_off_folds_and_the_notch(name, language):
    game = read_game(shown()[name], language)
    layout, spec = load_layout(name), game.deck()
    size = layout.template.width + 1.5, layout.template.height + 1.5
    held = BoxContent(game, [spec], [deck_of(spec)], [layout], 58)
    front = draw_box_faces(held, {"front": size})["front"]
    assert texts(front)
    for text in texts(front):
        wide = layout.theme.fonts.width(text.string, text.typeface, text.size) + text.spacing * len(text.string)
        assert 3.6 <= text.x <= text.x + wide <= size[0] - 3.6, text
        assert text.y <= size[1] - 3.6, text
        near = max(text.x, min(size[0] / 2, text.x + wide)) - size[0] / 2
        assert math.hypot(near, text.y - 0.75 * text.size) > 10.5, text
    if ART in layout.template.groups:
        titles = [text for text in texts(front) if spec.title.lower() in text.string.lower()]
        assert len(titles) == 1
