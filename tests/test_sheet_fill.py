import pytest
from sheet_fixtures import character_file, small_sheet

from deckgen.draw.drawing import Path, Text
from deckgen.errors import Faults
from deckgen.sheet.canvas import PAD
from deckgen.sheet.character import load_character
from deckgen.sheet.fill import drawn, fill, tick


@pytest.fixture
def filled_of(tmp_path):
    made = small_sheet(tmp_path)

    def filled(text, name="Ada"):
        hero = load_character(character_file(tmp_path, f"game: small\nname: {name}\n{text}"), made.spec)
        faults = Faults()
        found, _ = fill(made.blank[0], made.dress, hero, faults)
        return made, {each.slot.name: each for each in found}, faults

    return filled


def test_a_blank_sheet_has_every_slot_empty(tmp_path):
    made = small_sheet(tmp_path)
    found, numbers = fill(made.blank[0], made.dress, None, Faults())
    assert len(found) == len(made.blank[0].slots)
    assert not any(each.value or each.ticked or drawn(each, made.dress) for each in found)
    assert numbers == []


def test_values_stand_in_their_slots_without_closing_up(filled_of):
    _, found, faults = filled_of("age: 30\nnotes: " + "word " * 12)
    assert not faults
    (text,) = found["name"].lines
    box = found["name"].slot.box
    assert (text.string, text.spacing, text.slot) == ("Ada", 0, "name")
    assert box.x + PAD - 1e-6 <= text.x < box.right
    assert box.y < text.y < box.bottom
    notes = found["notes"]
    pitches = {round(b.y - a.y, 6) for a, b in zip(notes.lines, notes.lines[1:], strict=False)}
    assert pitches <= {round(notes.slot.pitch, 6)}
    assert "".join(line.string for line in notes.lines).replace(" ", "") == "word" * 12


def test_a_long_value_gets_smaller_before_it_is_a_fault(filled_of):
    sizes, faulty = [], []
    for count in (1, 20, 30, 40, 60):
        made, found, faults = filled_of("age: 30\n", "W" * count)
        (line,) = found["name"].lines
        room = found["name"].slot.box.width - 2 * PAD
        assert line.spacing == 0
        assert made.dress.theme.fonts.width(line.string, line.face, line.size) <= room + 1e-6 or faults
        sizes.append(line.size)
        faulty.append(bool(faults))
    assert sizes[0] == found["name"].slot.size
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] >= made.dress.theme.minimum - 1e-9
    assert any(size < sizes[0] and not wrong for size, wrong in zip(sizes, faulty, strict=True))
    assert faulty[-1]


def test_text_that_takes_too_many_lines_is_told(filled_of):
    _, found, faults = filled_of("notes: |\n" + "".join(f"  {i}\n" for i in range(120)))
    (fault,) = faults
    assert "there is room for" in fault.what
    assert fault.line == 3
    assert len(found["notes"].lines) < 120


@pytest.mark.parametrize(("shape", "kind"), [("box", "stroke"), ("circle", "fill"), ("star", "fill")])
def test_a_tick_is_a_cross_in_a_box_and_fills_other_shapes(filled_of, shape, kind):
    made, found, _ = filled_of("luck: 2\n")
    ticked = [each for each in found.values() if each.ticked]
    assert [each.slot.name for each in ticked] == ["luck.1", "luck.2"]
    (mark,) = tick(ticked[0].slot.__class__(**{**vars(ticked[0].slot), "shape": shape}), made.dress)
    assert isinstance(mark, Path)
    assert not isinstance(mark, Text)
    assert getattr(mark, kind) == made.dress.look.value
