import re
from dataclasses import replace

import pytest
from page_decks import deck_of, shipped_game
from page_marks import texts

from deckgen.card.blank import blank_files
from deckgen.card.faces import check_layout, draw_faces
from deckgen.card.layout import load_layout
from deckgen.errors import PressError
from deckgen.game import read_game
from deckgen.game.starter import FOLDER

GAME = read_game(FOLDER)
SPEC = GAME.deck()


def blank(folder, size, spec=None, largest=1):
    for suffix, content in zip((".svg", ".yaml"), blank_files("mine", size, spec, largest), strict=True):
        (folder / f"mine{suffix}").write_bytes(content)
    return load_layout(folder / "mine.svg")


@pytest.mark.parametrize(
    ("size", "sides"),
    [
        ("63.5x88.9mm", (63.5, 88.9)),
        ("44x67", (44, 67)),
        ("8.89 x 6.35 cm", (88.9, 63.5)),
        ("70x120mm", (70, 120)),
        ("2.75x2.75in", (69.85, 69.85)),
    ],
)
def test_a_slot_for_each_section_renders_at_once_in_any_size(tmp_path, size, sides):
    layout = blank(tmp_path, size, SPEC)
    template = layout.template
    assert (template.width, template.height, template.bleed) == pytest.approx((*sides, 3.175))
    assert template.boxes.keys() == {"poker", *(section.name for section in SPEC.sections)}
    assert check_layout(layout, GAME, SPEC) == ()
    faces = draw_faces(layout, GAME, SPEC, deck_of(SPEC))
    assert len(faces.fronts) == SPEC.size
    printed = {text.string for text in texts(faces.fronts[14])}
    assert {"Skill", "Effect", "Hit location", "Action Deck", "14"} <= printed
    boxes = list(template.boxes.values())
    for box in boxes:
        assert box.x >= 3.49
        assert box.y >= 3.49
        assert box.right <= sides[0] - 3.49
        assert box.bottom <= sides[1] - 3.49
    for i, one in enumerate(boxes):
        for other in boxes[i + 1 :]:
            apart = one.right <= other.x + 0.02 or other.right <= one.x + 0.02
            assert apart or one.bottom <= other.y + 0.02 or other.bottom <= one.y + 0.02


def test_without_a_game_it_has_playing_card_title_and_number_and_room_for_art(tmp_path):
    layout = blank(tmp_path, "63.5x88.9mm")
    assert layout.template.boxes.keys() == {"poker"}
    assert layout.template.texts.keys() == {"number", "title", "set"}
    card = draw_faces(layout, shipped_game(), shipped_game().deck(), deck_of(shipped_game().deck())).fronts[14]
    assert [text.string for text in texts(card) if text.slot != "poker"] == ["Action Deck", "14 · 1/2", "14"]
    assert re.search("^extends: base/1$", (tmp_path / "mine.yaml").read_text(encoding="utf-8"), re.MULTILINE)


def test_few_sections_leave_room_for_art_below_the_head(tmp_path):
    few = replace(SPEC, sections=tuple(s for s in SPEC.sections if s.name in ("impulse", "clock", "burst")))
    boxes = blank(tmp_path, "70x120mm", few).template.boxes
    assert boxes["burst"].y > 80
    assert boxes["burst"].y == boxes["clock"].y


@pytest.mark.parametrize(
    ("size", "message"),
    [
        ("poker", "'poker' is not a card size; write its width and height with one unit"),
        ("3x4", "is a card of 3 × 4 mm; its sides must be 25 to 300 mm; did you mean another unit"),
        ("5x7miles", "has the unknown unit 'miles'"),
        ("2inx60mm", "has two units"),
    ],
)
def test_what_is_no_size_is_told(size, message):
    with pytest.raises(PressError, match=re.escape(message)):
        blank_files("mine", size, None)


def test_single_rolls_are_larger_where_there_is_room(tmp_path):
    few = replace(SPEC, sections=tuple(s for s in SPEC.sections if s.name in ("clock", "breakdown")))
    boxes = [blank(tmp_path, "63.5x88.9mm", few, largest).template.boxes for largest in (1, 2.5)]
    heights = [{round(box.height, 6) for name, box in slots.items() if name != "poker"} for slots in boxes]
    assert heights == [{8.5}, {21.25}]
    assert boxes[1]["clock"].width == boxes[1]["breakdown"].width == pytest.approx(63.5 - 7)
