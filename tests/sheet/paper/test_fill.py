from dataclasses import replace

import pytest
from sheet_fixtures import character_file, from_text, small_sheet, told

from deckgen.draw.drawing import Path, Text
from deckgen.draw.geometry import Box, bounding_box
from deckgen.draw.paper import find_paper
from deckgen.draw.text import NARROWEST
from deckgen.errors import Problems
from deckgen.press.pages import PlacedFace, PlacedPicture, TaggedText
from deckgen.sheet.character import load_character
from deckgen.sheet.paper.canvas import FIELD, PAD, PICTURE, CountdownMark, Slot, SlotRef, cartridge_body
from deckgen.sheet.paper.fill import TaggedContent, TaggedPage, draw_tick, draw_value, fill_page


def filled_by(tmp_path, text, *changes):
    """The small sheet, the character with this text, its slots by name and what stands at countdowns."""
    made = small_sheet(tmp_path, *changes)
    hero = load_character(character_file(tmp_path, f"game: small\nname: Ada\n{text}"), made.spec)
    problems = Problems()
    filled, numbers = fill_page(made.blank[0], made.theme, hero, problems)
    return made, {each.slot.name: each for each in filled}, numbers, [problem.message for problem in problems]


def ticked(slots, track):
    return [int(name.rsplit(".", 1)[1]) for name, each in slots.items() if name.startswith(track) and each.ticked]


def test_a_blank_sheet_has_neither_text_nor_ticks(tmp_path):
    made = small_sheet(tmp_path)
    filled, numbers = fill_page(made.blank[0], made.theme, None, Problems())
    assert not numbers
    assert len(filled) == len(made.blank[0].slots)
    assert not [each for each in filled if each.value or each.ticked or draw_value(each, made.theme)]


@pytest.mark.parametrize("count", [0, 1, 4, 7])
def test_as_many_marks_are_ticked_as_there_are(tmp_path, count):
    _, slots, _, _ = filled_by(tmp_path, f"luck: {count}\n")
    assert ticked(slots, "luck.") == list(range(1, count + 1))


@pytest.mark.parametrize(
    ("start", "marks", "expected"),
    [
        (3, 0, []), (3, 1, [1]), (3, 3, [1, 2, 3]),
        (3, 4, [1, 2, 3, 6]), (3, 5, [1, 2, 3, 6, 7]),  # below zero: from the first mark of the second line
        (5, 5, [1, 2, 3, 4, 5]), (5, 6, [1, 2, 3, 4, 5, 6]), (5, 10, list(range(1, 11))),
        (0, 2, [6, 7]), (40, 6, [1, 2, 3, 4, 5, 6]), (3, 8, [1, 2, 3, 6, 7, 8, 9, 10]), (3, 10, [1, 2, 3, 6, 7, 8, 9, 10]),
    ],
)  # fmt: skip
def test_a_countdown_goes_on_below_zero(tmp_path, start, marks, expected):
    _, slots, _, _ = filled_by(tmp_path, f"age: {start}\nshock: {marks}\n")
    assert ticked(slots, "shock.") == expected


@pytest.mark.parametrize(("marks", "said"), [(8, []), (9, ["the countdown from 3 has only 8 marks"])])
def test_marks_that_a_countdown_has_no_place_for_are_told(tmp_path, marks, said):
    assert filled_by(tmp_path, f"age: 3\nshock: {marks}\n")[3] == said


def test_without_a_start_a_countdown_is_a_track(tmp_path):
    _, slots, numbers, _ = filled_by(tmp_path, "shock: 7\n")
    assert ticked(slots, "shock.") == list(range(1, 8))
    assert not numbers


@pytest.mark.parametrize("number", [1, 3])
def test_numbers_stand_in_the_cases_of_cartridges(tmp_path, number):
    made = small_sheet(tmp_path)
    hero = load_character(character_file(tmp_path, "game: small\nname: Ada\nage: 2\n"), made.spec)
    place = Box(10, 10, 4, 9)
    count = CountdownMark("shock", "age", place, number, below=False, run=True, shape="cartridge")
    slot = Slot("shock.1", "check", place, "Shock", shape="cartridge")
    page = replace(made.blank[0], slots=(slot,), counts=(count,))
    _, items = fill_page(page, made.theme, hero, Problems())
    (text,) = (item for item in items if isinstance(item, Text))
    assert text.string == "1"
    room = cartridge_body(place)
    assert room.y < text.y - text.size * 0.6 < text.y < room.bottom
    shapes = [item for item in items if isinstance(item, Path)]
    assert [shape.fill for shape in shapes] == [made.theme.style.tint] * (number > 2)
    for shape in shapes:
        assert bounding_box(shape.segments) == pytest.approx(place)


@pytest.mark.parametrize(
    ("start", "shown", "struck"),
    [
        (3, ["2", "1", "0", "−1", "−2", "−3"], 4),
        (5, ["4", "3", "2", "1", "0", "−1", "−2", "−3", "−4", "−5"], 0),
        (7, ["6", "5", "4", "3", "2", "−1", "−2", "−3", "−4", "−5"], 0),
        (0, [], 10),
    ],
)
def test_marks_of_a_countdown_have_numbers_and_what_is_beyond_the_start_is_struck_out(tmp_path, start, shown, struck):
    _, _, numbers, _ = filled_by(tmp_path, f"age: {start}\n")
    assert [item.string for item in numbers if isinstance(item, Text)] == shown
    assert sum(isinstance(item, Path) for item in numbers) == struck


def test_text_stands_in_its_slot_as_large_as_fits(tmp_path):
    made, slots, _, problems = filled_by(tmp_path, "skills:\n  - {skill: Climbing icy walls high up, level: 2}\n",
        ("title: Skills}", "title: Skills, columns: {skill: 1, level: 2, double: 2}, align: {level: right}}"))  # fmt: skip
    assert not problems
    fonts, style = made.theme.base.fonts, made.theme.style
    long, level = slots["skills.01.skill"], slots["skills.01.level"]
    ((text),) = long.lines
    assert text.size == long.slot.size
    assert NARROWEST < text.stretch < 1
    room = long.slot.box.width - 2 * PAD
    assert fonts.em_width(text.string, style.value_face) * text.size * text.stretch == pytest.approx(room)
    # A viewer that sets it anew does not make it narrower: in the size that it is told the text fits all the same.
    assert fonts.em_width(text.string, style.value_face) * long.size == pytest.approx(room)
    assert text.x == pytest.approx(long.slot.box.x + PAD)
    ((number),) = level.lines
    assert number.size == level.slot.size
    right = number.x + fonts.em_width("2", style.value_face) * number.size
    assert right == pytest.approx(level.slot.box.right - PAD)
    middle = level.slot.box.y + level.slot.box.height / 2
    assert number.y - fonts.cap(style.value_face) * number.size / 2 == pytest.approx(middle)


def test_a_long_text_has_a_line_for_each_of_its_own(tmp_path):
    _, slots, _, problems = filled_by(tmp_path, "notes: |\n  One\n\n  Three\n")
    notes = slots["notes"]
    assert not problems
    assert [line.string for line in notes.lines] == ["One", "Three"]
    assert notes.lines[1].y - notes.lines[0].y == pytest.approx(2 * notes.slot.pitch)
    assert notes.lines[0].y == pytest.approx(notes.slot.box.y + notes.slot.pitch - 0.3 * notes.slot.size)


def lines_of(count):
    return "\n".join(f"line {i}" for i in range(count))


def notes_of(tmp_path, text):
    """The small sheet, somebody with these notes, and how they are set."""
    indented = "".join(f"  {line}\n" for line in text.splitlines())
    longer = ("type: long, most: 400", "type: long, most: 4000")
    made, slots, _, problems = filled_by(tmp_path, f"notes: |\n{indented}", longer)
    assert not problems
    return made, slots["notes"]


def test_a_text_with_too_many_lines_leaves_the_ruled_ones(tmp_path):
    made, _, _, _ = filled_by(tmp_path, "")
    slot = next(slot for slot in made.blank[0].slots if slot.name == "notes")
    ruled = int(slot.box.height / slot.pitch + 0.01)
    _, on_rules = notes_of(tmp_path / "a", lines_of(ruled))
    assert on_rules.size == slot.size
    assert on_rules.lines[1].y - on_rules.lines[0].y == pytest.approx(slot.pitch)
    _, closer = notes_of(tmp_path / "b", lines_of(ruled + 1))
    assert closer.size == slot.size
    assert closer.lines[1].y - closer.lines[0].y == pytest.approx(1.25 * slot.size)
    assert closer.lines[-1].y < slot.box.bottom


def test_a_text_gets_smaller_before_it_leaves_the_ruled_lines(tmp_path):
    made, _, _, _ = filled_by(tmp_path, "")
    slot = next(slot for slot in made.blank[0].slots if slot.name == "notes")
    ruled = int(slot.box.height / slot.pitch + 0.01)
    _, wide = notes_of(tmp_path / "a", "word " * 28 * ruled)
    assert made.theme.base.minimum <= wide.size < slot.size
    assert wide.lines[1].y - wide.lines[0].y == pytest.approx(slot.pitch)
    assert len(wide.lines) <= ruled


@pytest.mark.parametrize(("extra", "fits"), [(0, True), (1, False)])
def test_lines_beyond_the_room_are_told(tmp_path, extra, fits):
    made, slots, _, _ = filled_by(tmp_path, "")
    slot = slots["notes"].slot
    room = int(slot.box.height / (1.25 * made.theme.base.minimum) + 0.01)
    text = "notes: |\n" + "".join(f"  {line}\n" for line in lines_of(room + extra).splitlines())
    spec = small_sheet(tmp_path, ("type: long, most: 400", "type: long, most: 900")).spec
    hero = load_character(character_file(tmp_path, f"game: small\nname: Ada\n{text}"), spec)
    if fits:
        assert made.drawings(hero)
    else:
        ((line, path, what),) = told(made.drawings, hero)
        assert (line, path) == (3, "notes")
        fitting, every = len(lines_of(room)), len(lines_of(room + 1))
        assert (
            f"takes {room + 1} lines, and there is room for {room}: {fitting} of its {every} letters fit; shorten it"
            in what
        )


def test_what_follows_and_does_not_fit_is_told_by_its_name(tmp_path):
    changes = (
        "lift: {label: Lift, formula: 1.5 * might.die, unit: kg}",
        "lift: {label: Lift, show: '{name}{name}'}",
    )
    made = small_sheet(tmp_path, changes)
    hero = load_character(character_file(tmp_path, f"game: small\nname: {'Wallawalla ' * 4}\n"), made.spec)
    ((line, path, what),) = told(made.drawings, hero)
    assert (line, path) == (None, "lift")
    assert "'Wallawalla Wallawalla Wallawalla Wallaw…' does not fit" in what


@pytest.mark.parametrize(("shape", "paths"), [("box", "cross"), ("circle", "filled"), ("star", "filled")])
def test_ticks_are_crosses_in_boxes_and_fill_other_shapes(tmp_path, shape, paths):
    made = small_sheet(tmp_path, ("of: luck,", f"of: luck, shape: {shape},"))
    slot = next(slot for slot in made.blank[0].slots if slot.name == "luck.1")
    ((mark),) = draw_tick(slot, made.theme)
    assert ("cross" if mark.stroke and not mark.fill else "filled") == paths


def test_a_countdown_that_is_not_given_has_no_mark(tmp_path):
    _, slots, _, _ = filled_by(tmp_path, "age: 3\n")
    assert ticked(slots, "shock.") == []


@pytest.mark.parametrize(("letters", "told_as"), [(39, "W" * 39), (40, "W" * 39 + "…"), (41, "W" * 39 + "…")])
def test_a_message_shows_the_first_letters_of_a_value(tmp_path, letters, told_as):
    made = small_sheet(tmp_path)
    text = f"game: small\nname: Ada\nskills:\n  - {{skill: {'W' * letters}}}\n"
    spec = small_sheet(tmp_path, ("type: text, most: 40, required", "type: text, most: 60, required")).spec
    hero = load_character(character_file(tmp_path, text), spec)
    ((_, path, what),) = told(made.drawings, hero)
    assert path == "skills[0].skill"
    assert what == f"'{told_as}' does not fit on the sheet: 37 of its {letters} letters do; shorten it"


RUN = (
    "{block: countdown, of: shock, start: age, title: Shock}",
    "{block: countdown, of: shock, start: age, run: 5}",
)


@pytest.mark.parametrize(
    ("start", "shown", "struck"),
    [
        (6, ["5", "4", "3", "2", "1", "0", "1", "2", "3", "4"], 0),
        (3, ["2", "1", "0", "1", "2", "3"], 4),
    ],
)
def test_a_run_goes_on_below_zero_as_far_as_it_began_above(tmp_path, start, shown, struck):
    made, slots, items, _ = filled_by(tmp_path, f"age: {start}\nshock: 4\n", RUN)
    texts = [item for item in items if isinstance(item, Text)]
    assert [item.string for item in texts] == shown
    below = [item for item in texts if item.fill == made.theme.style.accent]
    grounds = [item for item in items if isinstance(item, Path) and item.fill == made.theme.style.tint]
    assert len(below) == len(grounds) == len(shown) - start
    lines = [item for item in items if isinstance(item, Path) and item.stroke == made.theme.style.line]
    assert len(lines) == struck
    assert ticked(slots, "shock.") == [1, 2, 3, 4]


def test_a_long_text_needs_no_ruled_lines(tmp_path):
    made, slots, _, _ = filled_by(tmp_path, "notes: |\n  One\n  Two\n")
    slot = replace(slots["notes"].slot, pitch=0.0)
    page = replace(made.blank[0], slots=(slot,))
    hero = load_character(character_file(tmp_path, "game: small\nname: Ada\nnotes: |\n  One\n  Two\n"), made.spec)
    ((notes,), _) = fill_page(page, made.theme, hero, Problems())
    assert notes.lines[1].y - notes.lines[0].y == pytest.approx(1.25 * slot.size)


@pytest.mark.parametrize("start", ["²", "9" * 50, "-3", "x"])
def test_a_countdown_starts_from_a_number_or_not_at_all(tmp_path, start):
    changes = ("age: {label: Age, type: number, least: 0, most: 99}", "age: {label: Age, type: text}")
    made = small_sheet(tmp_path, changes)
    person = from_text(f"game: small\nname: Ada\nage: '{start}'\nshock: 4\n", tmp_path / "a.yaml", made.spec)
    assert made.drawings(person)


# What a character puts on a page: drawn, and told at its place.


TEXT = "game: small\nname: Ada\nluck: 1\nnotes: One line.\n"


def laid(tmp_path, *, flat, pictures=None, times=1):
    made = small_sheet(tmp_path)
    hero = load_character(character_file(tmp_path, TEXT), made.spec)
    template = made.blank[0]
    filled, over = fill_page(template, made.theme, hero, Problems())
    page = TaggedPage(made.theme, made.spec.language)
    for number in range(times):
        page.add(template, filled, over, pictures or {}, (number * 10.0, 0.0), flat=flat)
    return template, page, page.page(find_paper("a4"))


def test_a_page_with_fields_has_only_what_is_the_same_for_all(tmp_path):
    template, page, made = laid(tmp_path, flat=False)
    assert made.tagged
    assert made.placed == (PlacedFace(template.art, 0, 0, made.trim), template.words)
    assert page.trees[0].first_run == 0
    assert page.trees[0].content_by_slot == {}


def test_values_of_a_flat_page_are_runs_after_those_of_the_sheet(tmp_path):
    template, page, made = laid(tmp_path, flat=True)
    words = [placed for placed in made.placed if isinstance(placed, TaggedText)]
    assert words[0] is template.words
    runs = [run for each in words for run in each.runs]
    said = {
        template.slots[place.slot_index].name: (spoken.tag, spoken.alt_text, runs[spoken.run])
        for place, found in page.trees[0].content_by_slot.items()
        for spoken in found
    }
    assert [item.string for item in said["name"][2]] == ["Ada"]
    assert [item.string for item in said["notes"][2]] == ["One line."]
    assert said["name"][:2] == ("P", "")
    assert said["luck.1"][:2] == ("Figure", "Luck: 1: ticked")
    assert "luck.2" not in said
    assert not any(isinstance(item, Text) for item in said["luck.1"][2])


def test_pages_on_a_page_and_their_pictures_are_numbered_on(tmp_path):
    picture = PlacedPicture(Box(1, 2, 3, 4), b"", (1, 1), alt_text="Face")
    _, page, made = laid(tmp_path, flat=True, pictures={0: picture}, times=2)
    order = []
    for placed in made.placed:
        if isinstance(placed, TaggedText):
            order += [placed.x] * len(placed.runs)
        elif isinstance(placed, PlacedPicture):
            order.append(placed)
    for number, heard in enumerate(page.trees):
        (spoken,) = heard.content_by_slot[SlotRef(PICTURE, 0)]
        assert spoken == TaggedContent("Figure", order.index(order[spoken.run]), "Face")
        assert order[spoken.run] == replace(picture, box=Box(1 + 10 * number, 2, 3, 4))
        assert order[heard.first_run] == 10 * number
        assert all(order[each[0].run] in (10 * number, order[spoken.run]) for each in heard.content_by_slot.values())
    assert SlotRef(FIELD, 0) in page.trees[1].content_by_slot


def test_quotes_of_a_value_are_set_on_paper_and_the_value_stays(tmp_path):
    _, slots, _, _ = filled_by(tmp_path, "notes: Ada's rope, 6'1\" long\n")
    assert slots["notes"].value == "Ada's rope, 6'1\" long"
    assert " ".join(line.string for line in slots["notes"].lines) == "Ada’s rope, 6′1″ long"
