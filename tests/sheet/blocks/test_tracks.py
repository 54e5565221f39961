import pytest
from hypothesis import given, strategies as st
from sheet_fixtures import drawn_block, laid_out, said, slot_named, small_sheet

from deckgen.sheet.blocks.tracks import _arrange_marks


@given(st.integers(1, 60), st.floats(20, 190))
def test_marks_stand_in_whole_groups_of_five_and_fit(count, width):
    rows, size = _arrange_marks(count, width)
    assert sum(rows) == count
    assert all(row == rows[0] and row % 5 == 0 for row in rows[:-1])
    assert 0 < rows[-1] <= rows[0] or len(rows) == 1
    assert 3.3 * 0.9 <= size <= 3.8
    taken = rows[0] * (size + 0.7) + (-(-rows[0] // 5) - 1) * 1.4 - 0.7
    assert taken <= width + 1.4 or rows[0] <= 5  # one group stands even where it is too wide
    if len(rows) > 1:  # another group would be too small
        groups = rows[0] // 5 + 1
        assert ((width + 1.4) / groups - 1.4) / 5 - 0.7 < 3.3


def test_pips_have_their_label_before_and_a_remark_below(tmp_path):
    canvas, box = drawn_block(small_sheet(tmp_path), "pips", of=("luck",), notes={"luck": "Spend it."}, pitch=6)
    assert box.height == pytest.approx(6 + 3)
    assert said(canvas) == ["Luck", "Spend it."]
    assert [slot.name for slot in canvas.slots] == [f"luck.{i}" for i in range(1, 8)]
    assert [slot.tip for slot in canvas.slots][-1] == "Luck: 7"
    assert canvas.slots[0].box.x == pytest.approx(box.x + 22)
    gaps = [b.box.x - a.box.right for a, b in zip(canvas.slots, canvas.slots[1:], strict=False)]
    assert gaps == pytest.approx([0.7, 0.7, 0.7, 0.7, 2.1, 0.7])


def test_pips_of_a_group_name_its_entries_and_need_no_label(tmp_path):
    canvas, box = drawn_block(
        small_sheet(tmp_path),
        "pips",
        of=("wounds", "luck"),
        label_width=0,
        shapes={"body": "star", "luck": "circle"},
    )
    assert box.height == pytest.approx(3 * 6.4)
    assert not said(canvas)
    assert [slot.name for slot in canvas.slots[:4]] == [
        "wounds.head.1",
        "wounds.head.2",
        "wounds.body.1",
        "wounds.body.2",
    ]
    assert [slot.shape for slot in canvas.slots[:5]] == ["box", "box", "star", "star", "circle"]
    assert canvas.slots[2].tip == "Wounds: Body: 1"


def test_marks_that_do_not_fit_go_on_in_the_next_line(tmp_path):
    made = small_sheet(tmp_path, ("most: 10}", "most: 25}"))
    _, laid = laid_out(made, "pips", of=("shock",), width=22 + 45)
    assert laid.height == pytest.approx(3 * 6.4)


def test_a_countdown_counts_to_zero_and_as_far_below(tmp_path):
    canvas, box = drawn_block(small_sheet(tmp_path), "countdown", of="shock", start="age")
    assert box.height == pytest.approx(14.4)
    assert said(canvas) == ["To zero", "Below zero"]
    assert [slot.name for slot in canvas.slots] == [f"shock.{i}" for i in range(1, 11)]
    assert [(count.number, count.below) for count in canvas.counts] == [
        *((i, False) for i in range(1, 6)), *((i, True) for i in range(1, 6)),
    ]  # fmt: skip
    assert {count.start for count in canvas.counts} == {"age"}
    assert [slot.tip for slot in canvas.slots][5] == "Shock: Below zero: 1"
    assert max(slot.box.right for slot in canvas.slots) <= box.right


LEVELS = (
    "wound: [{name: Light}, {name: Bad}]",
    'wound: [{name: Light, minus: "-1", effect: "You limp. You limp. You limp."}, {name: Bad, minus: =lift}]',
)


def test_wounds_have_a_mark_for_each_place_and_level(tmp_path):
    canvas, box = drawn_block(small_sheet(tmp_path, LEVELS), "wounds", of="wounds", levels="wound", pitch=8)
    assert box.height == pytest.approx(4.6 + 1 + 16)
    marks = [slot for slot in canvas.slots if slot.kind == "check"]
    assert [slot.name for slot in marks] == [
        "wounds.head.1",
        "wounds.head.2",
        "wounds.body.1",
        "wounds.body.2",
    ]
    assert marks[1].tip == "Wounds: Head: Bad"
    assert {slot.box.width for slot in marks} == {5.0}
    assert marks[2].box.y - marks[0].box.y == pytest.approx(8)
    assert said(canvas) == ["Light", "Bad", "Head", "1", "2", "Body", "1", "2"]


def test_what_levels_do_is_printed_or_computed(tmp_path):
    canvas, box = drawn_block(
        small_sheet(tmp_path, LEVELS), "wounds", of="wounds", levels="wound", show={"minus": "Minus"}, pitch=6
    )
    assert box.height == pytest.approx(4.6 + 3.6 + 1 + 12)
    assert said(canvas)[:4] == ["Minus", "Light", "-1", "Bad"]
    assert slot_named(canvas, "lift").tip == "Bad: Minus"
    assert min(slot.box.width for slot in canvas.slots if slot.kind == "check") == pytest.approx(4.4)


def test_levels_may_stand_without_marks(tmp_path):
    made = small_sheet(tmp_path, LEVELS)
    canvas, box = drawn_block(made, "levels", levels="wound", show={"minus": "Minus"})
    assert box.height == pytest.approx(4.6 + 3.6 + 0.8)
    assert said(canvas) == ["Minus", "Light", "-1", "Bad"]
    assert [slot.name for slot in canvas.slots] == ["lift"]


def test_shapes_may_differ_by_place(tmp_path):
    canvas, _ = drawn_block(
        small_sheet(tmp_path), "wounds", of="wounds", levels="wound", shape="circle", shapes={"body": "star"}
    )
    assert [slot.shape for slot in canvas.slots] == ["circle", "circle", "star", "star"]


def test_a_countdown_may_go_on_below_zero_in_one_run(tmp_path):
    canvas, box = drawn_block(small_sheet(tmp_path), "countdown", of="shock", start="age", run=5, width=58)
    assert said(canvas) == ["Shock", "Below zero"]
    assert [slot.name for slot in canvas.slots] == [f"shock.{i}" for i in range(1, 11)]
    assert [count.number for count in canvas.counts] == list(range(1, 11))
    assert all(count.run for count in canvas.counts)
    assert canvas.slots[0].box.x == box.x
    assert canvas.slots[4].box.right == pytest.approx(box.right)
    assert canvas.slots[5].box.y > canvas.slots[4].box.y
