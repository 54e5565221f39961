import pytest
from sheet_fixtures import drawn_block, laid_out, said, slot_named, small, small_sheet

from deckgen.draw.drawing import Path
from deckgen.sheet.blocks.groups import ListOptions, row_count


def test_records_have_a_row_for_each_key(tmp_path):
    canvas, box = drawn_block(small_sheet(tmp_path), "records", of="traits", pitch=7)
    assert box.height == 14  # no head: the only value has no name
    assert said(canvas) == ["Might", "Wit"]
    might, wit = slot_named(canvas, "traits.might"), slot_named(canvas, "traits.wit")
    assert wit.box.y - might.box.y == 7
    assert (might.tip, might.align) == ("Traits: Might", 0.5)


def test_records_with_columns_have_a_head_and_remarks(tmp_path):
    made = small_sheet(tmp_path, ("keys: {might: Might, wit: Wit}", "main: pool, keys: {might: Might, wit: Wit}, columns: {pool: {type: dice, dice: [d4]}, twice: {formula: 2 * pool.dice}}"),
        ("type: dice, dice: [d4, d6], most: 3, ", ""))  # fmt: skip
    canvas, box = drawn_block(made, "records", of="traits", pitch=6, notes={"wit": "wits"})
    assert box.height == pytest.approx(12 + 3.9)
    assert said(canvas) == ["Pool", "Twice", "Might", "Wit", "wits"]
    assert slot_named(canvas, "traits.wit.twice").tip == "Traits: Wit: Twice"
    paper = [
        item for item in canvas.pen.items if isinstance(item, Path) and item.fill == made.theme.style.paper
    ]
    assert len(paper) == 2  # to write on; computed values have a line


def test_lists_number_their_rows(tmp_path):
    made = small_sheet(tmp_path)
    canvas, box = drawn_block(made, "list", of="skills")
    assert box.height == pytest.approx(3.9 + 3 * made.theme.style.pitch)
    assert [slot.name for slot in canvas.slots][::3] == [
        "skills.01.skill",
        "skills.02.skill",
        "skills.03.skill",
    ]
    assert slot_named(canvas, "skills.02.level").tip == "Skills 2: Level"


def test_rows_of_a_continuation_go_on(tmp_path):
    canvas, laid = laid_out(
        small_sheet(tmp_path), "list", of="skills", rows=2, first=9, pitch=5, columns={"skill": 1.0}
    )
    assert laid.height == pytest.approx(13.9)
    from deckgen.draw.geometry import Box  # noqa: PLC0415

    laid.draw(Box(0, 0, 120, laid.height))
    assert [slot.name for slot in canvas.slots] == ["skills.09.skill", "skills.10.skill"]


def test_a_block_has_its_own_rows_or_the_groups(tmp_path):
    spec = small(tmp_path)
    assert row_count(spec, ListOptions(of="skills")) == 3
    assert row_count(spec, ListOptions(of="skills", rows=8)) == 8
