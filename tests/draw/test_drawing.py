from dataclasses import FrozenInstanceError

import pytest

from deckgen.draw.drawing import IDENTITY, Drawing, Path, Style, Text, Use

STYLE = Style({}, {}, {})


def test_what_is_drawn_once_can_be_placed_again_since_items_never_change():
    for item in (Path((("M", 0.0, 0.0),)), Text(0, 0, "x", "bold", 3, "#000000"), Use("icon")):
        with pytest.raises(FrozenInstanceError):
            item.fill = "#ffffff"
        assert hash(item) == hash(item)


def test_items_that_look_the_same_are_equal_wherever_they_were_made():
    assert Text(1, 2, "x", "bold", 3, "#000000") == Text(1, 2, "x", "bold", 3, "#000000", 0.0, 0.0, "")
    assert Use("icon") == Use("icon", IDENTITY)
    assert Path((("Z",),), fill="#000000") != Path((("Z",),), stroke="#000000")


def test_a_drawing_is_shown_in_messages_without_all_of_its_style():
    assert "Style(" not in repr(Drawing(1, 2, 0, (), STYLE))
