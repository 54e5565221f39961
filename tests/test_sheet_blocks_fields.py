import pytest
from sheet_fixtures import drawn_block, laid_out, said, slot_named, small_sheet

from deckgen.draw.drawing import Path

THREE = ("age", "mood", "lift")


@pytest.mark.parametrize(
    ("across", "lines"),
    [(1, 3), (2, 2), (3, 1), (12, 1), ((6.0, 6.0), 2), ((12.0,), 3), ((4.0, 8.0), 2), ((3.0, 3.0, 6.0), 1), ((7.0,), 3)],
)  # fmt: skip
def test_lines_are_filled_with_twelfths(tmp_path, across, lines):
    _, laid = laid_out(small_sheet(tmp_path), "fields", of=THREE, across=across)
    assert laid.height == pytest.approx(8.6 * lines)


def test_fields_stand_side_by_side_and_below_each_other(tmp_path):
    canvas, box = drawn_block(small_sheet(tmp_path), "fields", of=THREE, across=(4.0, 8.0), pitch=10)
    age, mood, lift = (slot_named(canvas, name).box for name in THREE)
    assert (age.x, age.y) == (lift.x, lift.y - 10)
    assert age.width * 2 + 2 == pytest.approx(mood.width)  # 2 mm between fields
    assert mood.x - age.right == pytest.approx(2)
    assert mood.right == pytest.approx(box.right)


def test_numbers_and_computed_values_stand_in_the_middle_and_units_in_the_label(tmp_path):
    canvas, _ = drawn_block(
        small_sheet(tmp_path, ("label: Age,", "label: Age, unit: y,")), "fields", of=THREE, across=3
    )
    assert [slot_named(canvas, name).align for name in THREE] == [0.5, 0.0, 0.5]
    assert said(canvas) == ["Age (y)", "Mood", "Lift"]  # a computed value has its unit behind it
    tints = [item for item in canvas.pen.items if isinstance(item, Path) and item.fill]
    assert len(tints) == 1


@pytest.mark.parametrize(("grown", "lines"), [(0, 3), (5.3, 3), (5.5, 4)])
def test_notes_have_as_many_lines_as_fit(tmp_path, grown, lines):
    canvas, box = drawn_block(small_sheet(tmp_path), "notes", of="notes", height=16.2, grown=grown)
    ys = [item.segments[0][2] for item in canvas.pen.items]
    assert len(ys) == lines
    assert ys[-1] == pytest.approx(box.bottom)
    ((slot),) = canvas.slots
    assert (slot.kind, slot.box, slot.most) == ("long", box, 400)
    assert slot.pitch == pytest.approx(box.height / lines)
