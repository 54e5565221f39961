import pytest
from sheet_fixtures import drawn_block, said, small, small_sheet, told

from deckgen.draw.drawing import Path
from deckgen.draw.geometry import extent
from deckgen.sheet.blocks.figure import HEIGHT, MIDDLE, WIDTH, outline

PARTS = {"might": "head", "wit": "torso"}


@pytest.mark.parametrize("part", MIDDLE)
def test_every_part_lies_in_the_figure_and_around_its_middle(part):
    box = extent(outline(part, (100, 50, 1)))
    assert 100 - WIDTH / 2 <= box.x < box.right <= 100 + WIDTH / 2
    assert 50 <= box.y < box.bottom <= 50 + HEIGHT
    x, y = MIDDLE[part]
    assert box.x < 100 + x < box.right
    assert box.y < 50 + y < box.bottom


@pytest.mark.parametrize("limb", ["arm", "leg"])
def test_the_figures_right_is_our_left(limb):
    right, left = (extent(outline(f"{side}_{limb}", (0, 0, 2))) for side in ("right", "left"))
    assert right.right <= 0 <= left.x
    assert -right.x == pytest.approx(left.right)


def test_fields_stand_beside_the_figure_with_leaders_to_their_parts(tmp_path):
    canvas, box = drawn_block(
        small_sheet(tmp_path),
        "figure",
        of="traits",
        parts=PARTS,
        left=("might",),
        right=("wit",),
        notes={"wit": "sharp"},
    )
    assert box.height == 60
    assert said(canvas) == ["Might", "Wit", "sharp"]
    left, right = canvas.slots
    assert (left.name, right.name) == ("traits.might", "traits.wit")
    assert left.box.right < box.cx < right.box.x
    assert left.box.x == pytest.approx(box.x)
    assert right.box.right == pytest.approx(box.right)
    dots = [
        extent(item.segments)
        for item in canvas.pen.items
        if isinstance(item, Path) and extent(item.segments).width == pytest.approx(1.8)
    ]
    scale = 58 / HEIGHT
    assert [dot.cy for dot in dots] == pytest.approx([box.y + 1 + 14 * scale, box.y + 1 + 58 * scale])


def test_entries_beside_the_figure_have_parts(tmp_path):
    block = "{block: figure, of: traits, parts: {might: head}, left: [might], right: [wit]}"
    ((_, path, what),) = told(
        small, tmp_path, ("- {block: notes", f"- {block}\n            - {{block: notes")
    )
    assert path.endswith("blocks[6].right[0]")
    assert 'no part for "wit"' in what
