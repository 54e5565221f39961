"""What a small card has to run a fight from."""

import pytest
from sheet_fixtures import drawn_block, said, sheet, slot_named, small_sheet

from deckgen.draw.drawing import Text
from deckgen.draw.fonts import PT
from deckgen.errors import Problems
from deckgen.sheet.blocks.fight import _fit_label
from deckgen.sheet.paper.canvas import Canvas


def test_tiles_stand_in_lines_with_their_labels(tmp_path):
    canvas, box = drawn_block(small_sheet(tmp_path), "tiles", of=("traits", "age"), abreast=2, width=58, pitch=6)
    assert box.height == pytest.approx(2 * 6 - 0.8)
    assert said(canvas) == ["Might", "Wit", "Age"]
    might, wit, age = canvas.slots
    assert (might.name, wit.name, age.name) == ("traits.might", "traits.wit", "age")
    assert might.box.y == wit.box.y < age.box.y
    assert might.box.x < wit.box.x
    assert might.align == 1.0
    assert might.tip == "Traits: Might"
    label = next(item for item in canvas.pen.items if isinstance(item, Text))
    assert label.x + canvas.width("Might", "label") <= might.box.x + 1e-6


def test_labels_of_tiles_may_stand_above_values_and_a_second_value_below_the_label(tmp_path):
    canvas, _ = drawn_block(small_sheet(tmp_path), "tiles", of=("age",), abreast=1, above=True, width=12, pitch=7)
    (age,) = canvas.slots
    label = next(item for item in canvas.pen.items if isinstance(item, Text))
    assert label.y < age.box.y + age.box.height / 2
    assert age.align == 0.5
    canvas, _ = drawn_block(sheet("future-imperfect"), "tiles", of=("traits",), abreast=1, second="reading", width=20)
    reading, pool = canvas.slots[:2]
    assert (reading.name, pool.name) == ("traits.strength.reading", "traits.strength.pool")
    assert reading.size < (pool.size or canvas.style.value_size)
    assert reading.box.y > pool.box.y


def test_a_label_that_is_too_long_is_cut_off_with_a_full_stop(tmp_path):
    made = small_sheet(tmp_path)
    canvas = Canvas(made.spec, made.theme, Problems())
    assert _fit_label(canvas, "Strength", 30) == "Strength"
    short = _fit_label(canvas, "Geschicklichkeit", 12)
    assert short.endswith(".")
    assert "Geschicklichkeit".startswith(short[:-1])
    assert canvas.width(short, "label") <= 12 + 0.025 * canvas.style.label_size * len(short)
    assert _fit_label(canvas, "Geschicklichkeit", 0) == "G."


def test_attacks_have_their_damage_in_large_letters(tmp_path):
    made = small_sheet(tmp_path)
    canvas, box = drawn_block(
        made,
        "attacks",
        of="skills",
        name="skill",
        large="level",
        columns={"double": 1},
        rows=2,
        width=58,
        pitch=8,
    )
    assert box.height == pytest.approx(3.1 + 16)
    assert said(canvas) == ["Skill", "Level", "Twice", "Twice"]
    level, skill, double = (slot_named(canvas, f"skills.01.{name}") for name in ("level", "skill", "double"))
    assert level.size == pytest.approx(14 * PT)
    assert level.box.x > skill.box.right
    assert skill.box.y < double.box.y
    assert level.box.height > 6
    bare, _ = drawn_block(
        made,
        "attacks",
        of="skills",
        name="skill",
        large="level",
        columns={"double": 1},
        labels=False,
        width=58,
    )
    assert said(bare) == ["Skill", "Level"]


@pytest.mark.parametrize("beside", [0, 13])
def test_the_boxes_of_wounds_say_their_penalties(beside):
    made = sheet("future-imperfect")
    canvas, box = drawn_block(made, "hits", of="wounds", levels="wound", note="penalty", label_width=beside, width=33)
    assert said(canvas)[:6] == ["Head", "−1", "−2", "−3", "−4", "−5"]
    assert [slot.name for slot in canvas.slots[:2]] == ["wounds.head.1", "wounds.head.2"]
    assert canvas.slots[0].tip == "Wounds: Head: Scratched"
    label = next(item for item in canvas.pen.items if isinstance(item, Text))
    first = canvas.slots[0].box
    assert (first.x >= box.x + 13) is bool(beside)
    assert (label.y < first.y) is not bool(beside)


def test_what_the_levels_need_stands_above_their_boxes():
    canvas, _ = drawn_block(
        sheet("action-and-combat"),
        "hits",
        of="wounds",
        levels="wound",
        note="penalty",
        show={"threshold": "From"},
        width=30,
    )
    assert said(canvas)[0] == "From"
    assert [slot.name for slot in canvas.slots[:2]] == ["thresholds.flesh", "thresholds.slight"]
    assert canvas.slots[0].box.y < canvas.slots[5].box.y


def test_wide_boxes_have_a_mark_of_their_own_before_their_words():
    canvas, _ = drawn_block(sheet("rough-magic"), "hits", of="endurance", levels="lost", note="said", width=58, pitch=7)
    assert said(canvas) == ["Endurance", "Winded", "Weakened", "Exh. −3", "Defeated"]
    first = canvas.slots[0].box
    words = [item for item in canvas.pen.items if isinstance(item, Text)][1]
    assert first.width == first.height
    assert words.x > first.right


def test_places_are_side_by_side_with_a_field_in_a_shield():
    canvas, box = drawn_block(
        sheet("future-imperfect"),
        "hits",
        of="wounds",
        levels="wound",
        note="",
        across=2,
        label_width=8,
        short={"head": "Top"},
        beside={"head": "armor.head.value"},
        width=54,
        pitch=5,
    )
    assert said(canvas)[:2] == ["Top", "Torso"]
    shield, first = canvas.slots[:2]
    assert (shield.name, first.name) == ("armor.head.value", "wounds.head.1")
    assert shield.box.right <= first.box.x + 0.5
    places = {slot.name: slot.box for slot in canvas.slots}
    assert places["wounds.torso.1"].y == places["wounds.head.1"].y
    assert places["wounds.torso.5"].right <= box.right + 1e-6
    assert places["wounds.right_arm.1"].y > places["wounds.head.1"].y


def test_attacks_may_lack_their_heads():
    for head, count in ((True, 1), (False, 0)):
        options = {"name": "weapon", "large": "damage", "rows": 1, "columns": {"attack": 1}, "head": head}
        canvas, _ = drawn_block(sheet("west-that-wasnt"), "attacks", of="weapons", width=54, **options)
        assert said(canvas).count("Weapon") == count
