import pytest
from sheet_fixtures import drawn_block, laid_out, said, slot_named, small_sheet

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


def test_shapes_may_differ_by_place(tmp_path):
    canvas, _ = drawn_block(
        small_sheet(tmp_path), "wounds", of="wounds", levels="wound", shape="circle", shapes={"body": "star"}
    )
    assert [slot.shape for slot in canvas.slots] == ["circle", "circle", "star", "star"]


@pytest.mark.parametrize(("zero", "names"), [(None, ["luck.1", "luck.2"]), ("0", ["luck.1"])])
def test_the_first_step_of_a_ladder_may_be_without_a_mark(tmp_path, zero, names):
    canvas, _ = drawn_block(small_sheet(tmp_path), "ladder", of="luck", levels="wound", zero=zero)
    assert [slot.name for slot in canvas.slots] == names
    assert canvas.slots[-1].tip == "Luck: Bad"


def test_a_ladder_is_as_high_as_its_longest_effect(tmp_path):
    made = small_sheet(tmp_path, LEVELS)
    _, wide = laid_out(made, "ladder", of="luck", levels="wound", width=200)
    canvas, narrow = drawn_block(made, "ladder", of="luck", levels="wound", width=50)
    assert wide.height == pytest.approx(8.5 + 3.2 + 2)
    lines = said(canvas)[1:-1]
    assert " ".join(lines) == "You limp. You limp. You limp."
    assert narrow.height == pytest.approx(8.5 + 3.2 * len(lines) + 2)
    _, without = laid_out(small_sheet(tmp_path), "ladder", of="luck", levels="wound")
    assert without.height == 8.5
