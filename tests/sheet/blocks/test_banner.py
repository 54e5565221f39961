import pytest
from sheet_fixtures import GAMES, drawn_block, said, sheet, small_sheet

from deckgen.draw.drawing import Path
from deckgen.draw.geometry import Box, bounding_box
from deckgen.sheet.blocks.banner import _ornament


def test_a_banner_has_the_game_and_the_field_for_the_name(tmp_path):
    made = small_sheet(tmp_path)
    canvas, box = drawn_block(made, "banner", of="name", width=180)
    assert box.height == 17
    assert said(canvas) == ["SMALL", "Sheet", "Name"]
    ((slot),) = canvas.slots
    assert (slot.name, slot.tip) == ("name", "Name")
    assert slot.box.x > box.x + box.width * 0.42  # on the right of the titles


def test_its_title_takes_the_place_of_the_sheets_name(tmp_path):
    canvas, _ = drawn_block(small_sheet(tmp_path), "banner", title="Gear", width=180, height=12)
    assert said(canvas) == ["SMALL", "Gear"]
    assert not canvas.slots


@pytest.mark.parametrize(("width", "words"), [(119.9, []), (120, ["SMALL", "Sheet", "Name"])])
def test_that_of_a_card_has_only_the_characters_name(tmp_path, width, words):
    canvas, _ = drawn_block(small_sheet(tmp_path), "banner", of="name", width=width)
    assert said(canvas) == words
    assert [slot.name for slot in canvas.slots] == ["name"]


@pytest.mark.parametrize(("kind", "count"), [("chevrons", 3), ("diamonds", 3), ("hatch", 4), ("none", 0)])
def test_ornaments_stay_within_the_banner(kind, count):
    box = Box(50, 9, 12, 17)
    outlines = [bounding_box(outline) for outline in _ornament(kind, box)]
    assert len(outlines) == count
    for outline in outlines:
        assert box.y - 1e-9 <= outline.y < outline.bottom <= box.bottom + 1e-9
        assert box.x - 0.5 <= outline.x < outline.right <= box.right + 6
    assert len({(outline.x, outline.y) for outline in outlines}) == count


def test_frames_are_as_the_theme_says():
    framed = {}
    for game in GAMES:
        canvas, _ = drawn_block(sheet(game), "banner", width=180)
        style = sheet(game).theme.style
        lines = [item for item in canvas.pen.items if isinstance(item, Path) and item.stroke == style.banner_ink]
        framed[style.frame] = len(lines)
    assert framed.pop("double") == 1
    assert not any(framed.values())


def test_a_picture_on_a_card_leaves_room_for_the_name():
    widths = {}
    for game in GAMES:
        canvas, box = drawn_block(sheet(game), "banner", of="name", width=57, height=12)
        ((slot),) = canvas.slots
        widths[bool(sheet(game).theme.style.banner_art)] = box.width - slot.box.width
    assert widths[True] >= widths[False] + 6


def test_that_of_a_card_has_the_role_below_the_name():
    canvas, box = drawn_block(sheet("west-that-wasnt"), "banner", of="name", role="calling", width=54, height=9.4)
    name, role = canvas.slots
    assert (name.name, role.name, name.heading, role.heading) == ("name", "calling", True, False)
    assert name.box.bottom <= role.box.y + 1e-9 < role.box.bottom <= box.bottom + 1e-9
    assert name.size > role.size
    assert name.typeface == sheet("west-that-wasnt").theme.style.title_face


@pytest.mark.parametrize("game", GAMES)
def test_a_portrait_has_the_shape_of_faces_and_fills_its_stack(game):
    canvas, box = drawn_block(sheet(game), "portrait", of="portrait", width=20)
    (slot,) = canvas.pictures
    view = sheet(game).theme.people.view
    assert slot.box.width / slot.box.height == pytest.approx(view.width / view.height)
    assert slot.box.width == pytest.approx(box.width - 1.8)
    low, _ = drawn_block(sheet(game), "portrait", of="portrait", width=20, height=10)
    assert low.pictures[0].box.height == pytest.approx(8.2)
