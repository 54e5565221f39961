import pytest
from sheet_fixtures import character_file, drawn_block, laid_out, said, small, small_sheet, told

from deckgen.draw.drawing import Text
from deckgen.sheet.blocks.rack import RackOptions
from deckgen.sheet.character import load_character
from deckgen.sheet.paper.pages import lists

LINES = ({"skill": 3.0, "level": 1.0}, {"double": 1.0})
LISTED = "{block: list, of: skills, title: Skills}"
RACKED = "{block: rack, of: skills, title: Skills, rows: 2, lines: [{skill: 3, level: 1}, {double: 1}]}"


def test_each_entry_has_a_plate_with_its_number_and_lines_of_labelled_fields(tmp_path):
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
        [
            slot.box
            for slot in drawn_block(made, "rack", of="skills", lines=LINES, rows=2, grown=grown)[0].slots
        ]
        for grown in (0, 24)
    )
    assert high[3].y - high[0].y == pytest.approx(low[3].y - low[0].y + 12)
    assert low[0].height < high[0].height < 7


def test_entries_beyond_a_rack_go_on_on_other_pages(tmp_path):
    made = small_sheet(tmp_path, (LISTED, RACKED))
    assert isinstance(lists(made.spec)["skills"], RackOptions)
    skills = "\n".join(f"  - {{skill: Skill {i}, level: 1}}" for i in range(1, 5))
    hero = load_character(character_file(tmp_path, f"game: small\nname: Ada\nskills:\n{skills}\n"), made.spec)
    more = [slot.name for slot in made.pages(hero)[-1].slots if slot.name.endswith(".skill")]
    assert more == ["skills.03.skill", "skills.04.skill"]
    texts = [item.string for item in made.pages(hero)[-1].drawing.items if isinstance(item, Text)]
    assert texts[-8:] == ["3", "Skill", "Level", "Twice", "4", "Skill", "Level", "Twice"]  # plates, as before


def test_columns_that_are_not_there_are_told(tmp_path):
    (fault,) = told(small, tmp_path, (LISTED, RACKED.replace("{double: 1}", "{treble: 1}")))
    assert fault[1].endswith("lines[1].treble")
    assert 'there is no column "treble"' in fault[2]
