from io import BytesIO
from itertools import pairwise

import pikepdf
import pytest
from art_fixtures import ART, SLOTS, art_sheet, art_spec, portrait
from sheet_fixtures import character_file, drawn_block, said, slot_named, told

from deckgen.draw.drawing import Text, Use
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box
from deckgen.sheet.blocks.base import LABEL
from deckgen.sheet.character import load_character


def _uses(canvas):
    return [item for item in canvas.pen.items if isinstance(item, Use)]


def test_a_drawing_fills_the_width_and_has_fields_in_its_slots(tmp_path):
    canvas, box = drawn_block(art_sheet(tmp_path), "drawing", art="poster", fields=SLOTS, words={"cry": "Wanted"})
    assert box.height == pytest.approx(60)  # 120 mm wide, twice as wide as high
    (art,) = _uses(canvas)
    assert (art.symbol, art.matrix) == ("art-poster", (120, 0, 0, 120, box.cx, box.cy))
    assert slot_named(canvas, "name").box == pytest.approx(Box(16, 32, 60, 15))
    assert slot_named(canvas, "name").align == 0.5
    assert "Wanted" in said(canvas)
    age = slot_named(canvas, "age").box  # the label has the left half
    assert (age.x, age.width) == pytest.approx((31, 15))
    (face,) = canvas.pictures
    assert (face.name, face.ellipse) == ("face", True)
    assert face.box == pytest.approx(Box(82, 26, 42, 30))


def test_labels_stand_where_slots_say_or_not_at_all(tmp_path):
    made = art_sheet(tmp_path)
    canvas, _ = drawn_block(made, "drawing", art="poster", fields=SLOTS)
    assert sorted(said(canvas)) == sorted(["Name", "Age", "Lift", "Head", "1", "2", *"1234567"])
    lift = slot_named(canvas, "lift").box
    (label,) = (item for item in canvas.pen.items if getattr(item, "string", "") == "Lift")
    assert lift.bottom < label.y < lift.bottom + LABEL
    canvas, _ = drawn_block(made, "drawing", art="poster", fields={"name": "name"}, labels=False)
    assert said(canvas) == []


def test_marks_stand_in_a_row_or_each_in_its_own_slot(tmp_path):
    canvas, _ = drawn_block(art_sheet(tmp_path), "drawing", art="poster", fields=SLOTS)
    row = [slot_named(canvas, f"luck.{i}").box for i in range(1, 8)]
    assert all(a.right < b.x for a, b in pairwise(row))
    assert min(each.x for each in row) >= 82
    assert max(each.right for each in row) <= 124.01
    assert {round(each.width, 6) for each in row} == {round((42 - 6 * 0.6) / 7, 6)}
    first, second = (slot_named(canvas, f"wounds.head.{i}").box for i in (1, 2))
    assert (first, second) == (Box(82, 71, 6, 6), Box(100, 71, 9, 9))


def test_marks_of_a_countdown_are_counted_from_their_start(tmp_path):
    canvas, _ = drawn_block(art_sheet(tmp_path), "drawing", art="poster", fields={"luck": "luck"}, start="age")
    assert [(count.number, count.start) for count in canvas.counts] == [(i, "age") for i in range(1, 8)]
    assert said(canvas) == []


def test_levels_in_the_drawing_of_a_countdown_keep_their_numbers(tmp_path):
    fields = {"luck": "luck", "head": "wounds.head"}
    canvas, _ = drawn_block(
        art_sheet(tmp_path),
        "drawing",
        art="poster",
        fields=fields,
        start="age",
        shape="cartridge",
        labels=False,
    )
    assert {(count.name, count.shape) for count in canvas.counts} == {("luck", "cartridge")}
    assert said(canvas) == ["1", "2"]


def test_numbers_tints_and_labels_are_as_slots_say(tmp_path):
    svg = ART.replace('id="poster--luck"', 'id="poster--luck" data-number="none"')
    svg = svg.replace(
        'id="poster--lift"', 'id="poster--lift" data-tint="none" data-label-role="name" data-label-size="9"'
    )
    for made, numbers, panels in ((art_sheet(tmp_path), 7, 1), (art_sheet(tmp_path, svg=svg), 0, 0)):
        canvas, _ = drawn_block(made, "drawing", art="poster", fields={"lift": "lift", "luck": "luck"})
        assert len([each for each in said(canvas) if each.isdigit()]) == numbers
        tinted = [item for item in canvas.pen.items if getattr(item, "fill", None) == made.theme.style.tint]
        assert len(tinted) == panels
    (label,) = (item for item in canvas.pen.items if getattr(item, "string", "") == "Lift")
    assert (label.typeface, label.size) == (made.theme.style.heading_face, pytest.approx(9 * PT * 3))


def test_a_drawing_alone_stands_where_it_is_told(tmp_path):
    made = art_sheet(tmp_path)
    for place, x in (("left", 10), ("center", 62), ("right", 114)):
        canvas, box = drawn_block(made, "art", art="poster", place=place)
        (art,) = _uses(canvas)
        assert box.height == 8
        assert art.matrix == pytest.approx((16, 0, 0, 16, x + 8, box.cy))


def test_unknown_drawings_and_slots_are_told(tmp_path):
    made = art_sheet(tmp_path)
    ((_, _, what),) = told(lambda: drawn_block(made, "drawing", art="postr"))
    assert 'no drawing "postr"; did you mean "poster"' in what
    ((_, where, what),) = told(lambda: drawn_block(made, "drawing", art="poster", fields={"nme": "name"}))
    assert where == "art-poster"
    assert 'no slot "nme"; did you mean "name"' in what


def test_fields_of_a_drawing_exist(tmp_path):
    block = "{block: drawing, art: poster, fields: {name: nam, age: wounds.head, luck: skills.01.level}}"
    ((_, path, what),) = told(art_spec, tmp_path, ("- {block: banner, of: name}", f"- {block}"))
    assert path.endswith("fields.name")
    assert 'no field "nam"' in what


POSTER = (
    "- {block: banner, of: name}",
    "- {block: drawing, art: poster, height: 40, fields: {name: name, face: face}}",
)


def test_a_portrait_is_cropped_into_its_round(tmp_path):
    made = art_sheet(tmp_path, POSTER)
    portrait(tmp_path)
    hero = load_character(character_file(tmp_path, "game: small\nname: Ada\nface: face.png\n"), made.spec)
    for flat in (False, True):
        with pikepdf.open(BytesIO(made.pdf((hero,), flat=flat))) as pdf:
            (image,) = pdf.pages[0].get_images().values()
            assert image.Filter == "/DCTDecode"
            assert image.Width / image.Height == pytest.approx(14 / 10, rel=0.02)
    with pikepdf.open(BytesIO(made.pdf())) as pdf:
        assert not pdf.pages[0].get_images()


def test_a_portrait_that_is_no_picture_is_told_where_it_stands(tmp_path):
    made = art_sheet(tmp_path)
    (tmp_path / "face.png").write_bytes(b"text")
    file = character_file(tmp_path, "game: small\nname: Ada\nface: face.png\n")
    ((line, path, what),) = told(load_character, file, made.spec)
    assert (line, path) == (3, "face")
    assert "PNG, JPEG or WebP" in what


def test_frames_stand_around_the_blocks(tmp_path):
    style = "{frame_rule: accent, frame_gap: 1, frame_corner: corner, frame_corner_size: 10, frame_pad: 5}"
    plain, made = art_sheet(tmp_path), art_sheet(tmp_path, style=style)
    uses = [item for item in made.blank[0].drawing.items if isinstance(item, Use)]
    assert [item.symbol for item in uses] == ["corner"] * 4
    assert {(item.matrix[0], item.matrix[3]) for item in uses} == {
        (10, 10),
        (10, -10),
        (-10, 10),
        (-10, -10),
    }
    assert uses[0].matrix[4:] == (15, 14)
    assert min(slot.box.x for slot in made.blank[0].slots) > min(slot.box.x for slot in plain.blank[0].slots) + 4.9


def test_a_heading_has_an_icon_before_its_words(tmp_path):
    style = "{heading: tab, heading_mark: corner}"
    canvas, box = drawn_block(art_sheet(tmp_path, style=style), "pips", of=("luck",), title="Luck")
    (mark,) = (use.matrix[4] for use in _uses(canvas))
    (heading,) = (item for item in canvas.pen.items if getattr(item, "string", "") == "LUCK")
    assert box.x < mark < heading.x < box.right


def test_titles_and_headings_of_drawings_are_headings_for_those_who_hear_the_sheet(tmp_path):
    """A word of the role heading is an H2, one of the role title an H1, all others are paragraphs."""
    for role, tag in (("heading", "H2"), ("title", "H1"), ("label", "P")):
        made = art_sheet(tmp_path, svg=ART.replace('data-role="heading"', f'data-role="{role}"'))
        canvas, _ = drawn_block(made, "drawing", art="poster", words={"cry": "Wanted"})
        assert [part.tag for part in canvas.part.inside] == [tag]


def test_letters_become_smaller_with_the_drawing_but_not_too_small(tmp_path):
    made = art_sheet(tmp_path, svg=ART.replace('data-ink="accent"', 'data-ink="accent" data-size="8"'))
    sizes = []
    for height in (40, 20, 10):  # twice as large as drawn, as large, and half as large
        canvas, _ = drawn_block(made, "drawing", art="poster", height=height, words={"cry": "X"})
        (word,) = (item for item in canvas.pen.items if isinstance(item, Text))
        sizes.append(word.size / PT)
    assert sizes == pytest.approx([16, 8, 7])
