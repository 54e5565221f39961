import pytest
from sheet_fixtures import (
    character_file,
    drawn_block,
    laid_out,
    said,
    slot_named,
    small,
    small_sheet,
    told,
)

from deckgen.draw.drawing import Path, Text
from deckgen.sheet.blocks.fields import ListOptions, RackOptions, row_count
from deckgen.sheet.character import load_character
from deckgen.sheet.paper.pages import list_blocks

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
    paper = [item for item in canvas.pen.items if isinstance(item, Path) and item.fill == made.theme.style.paper]
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


# Racks

LINES = ({"skill": 3.0, "level": 1.0}, {"double": 1.0})
LISTED = "{block: list, of: skills, title: Skills}"
RACKED = "{block: rack, of: skills, title: Skills, rows: 2, lines: [{skill: 3, level: 1}, {double: 1}]}"


def test_each_entry_has_a_plate_with_its_number_and_lines_of_labeled_fields(tmp_path):
    canvas, _ = drawn_block(small_sheet(tmp_path), "rack", of="skills", lines=LINES, rows=2)
    assert said(canvas) == ["1", "Skill", "Level", "Twice", "2", "Skill", "Level", "Twice"]
    names = [slot.name for slot in canvas.slots]
    assert names == [f"skills.0{row}.{column}" for row in (1, 2) for column in ("skill", "level", "double")]


def test_lines_stand_below_each_other_and_fields_beside_their_labels(tmp_path):
    canvas, box = drawn_block(small_sheet(tmp_path), "rack", of="skills", lines=LINES, rows=2, pitch=6)
    skill, level, double = (slot.box for slot in canvas.slots[:3])
    assert skill.y == level.y < double.y
    assert box.x < skill.x < skill.right < level.x < level.right < box.right
    assert double.bottom < canvas.slots[3].box.y
    assert skill.height == pytest.approx(double.height)
    assert skill.height > 4


@pytest.mark.parametrize(("rows", "height"), [(1, 12.0), (2, 25.2), (None, 38.4)])
def test_a_rack_is_as_high_as_its_plates(tmp_path, rows, height):
    _, laid = laid_out(small_sheet(tmp_path), "rack", of="skills", lines=LINES, rows=rows, pitch=6)
    assert laid.height == pytest.approx(height)


def test_plates_share_the_height_that_is_left_and_fields_stay_near_their_lines(tmp_path):
    made = small_sheet(tmp_path)
    low, high = (
        [slot.box for slot in drawn_block(made, "rack", of="skills", lines=LINES, rows=2, grown=grown)[0].slots]
        for grown in (0, 24)
    )
    assert high[3].y - high[0].y == pytest.approx(low[3].y - low[0].y + 12)
    assert low[0].height < high[0].height < 7


def test_entries_beyond_a_rack_go_on_on_other_pages(tmp_path):
    made = small_sheet(tmp_path, (LISTED, RACKED))
    assert isinstance(list_blocks(made.spec)["skills"], RackOptions)
    skills = "\n".join(f"  - {{skill: Skill {i}, level: 1}}" for i in range(1, 5))
    hero = load_character(character_file(tmp_path, f"game: small\nname: Ada\nskills:\n{skills}\n"), made.spec)
    more = [slot.name for slot in made.pages(hero)[-1].slots if slot.name.endswith(".skill")]
    assert more == ["skills.03.skill", "skills.04.skill"]
    texts = [item.string for item in made.pages(hero)[-1].drawing.items if isinstance(item, Text)]
    assert texts[-8:] == ["3", "Skill", "Level", "Twice", "4", "Skill", "Level", "Twice"]  # plates, as before


def test_columns_that_are_not_there_are_told(tmp_path):
    (problem,) = told(small, tmp_path, (LISTED, RACKED.replace("{double: 1}", "{treble: 1}")))
    assert problem[1].endswith("lines[1].treble")
    assert 'there is no column "treble"' in problem[2]
