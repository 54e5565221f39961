from colorsys import hls_to_rgb

import pytest
from hypothesis import given, strategies as st

from deckgen.card.widgets.base import MarkStyle
from deckgen.card.widgets.mark_words import color_name, describe_icon, describe_look
from deckgen.files import shipped_path
from deckgen.language import Language

PLAIN = MarkStyle("regular", "#000000")
RED, YELLOW, WHITE = "#c00000", "#ffd000", "#ffffff"


@pytest.mark.parametrize(("style", "words"), [
    (MarkStyle("bold-italic", "#000000", YELLOW, "#111111"), "framed bold italic number on yellow"),
    (MarkStyle("bold", WHITE, RED), "bold number, white on red"),
    (MarkStyle("italic", RED, "", RED), "framed italic number in red"),
    (MarkStyle("black", RED, WHITE), "bold number in red"),
    (MarkStyle("regular", "#101010", "", RED), "framed number"),
    (MarkStyle("regular", "#000000", YELLOW, YELLOW), "number on yellow"),
    (MarkStyle("semibold", RED, YELLOW, RED), "framed number, red on yellow"),
    (PLAIN, "number"),
    (MarkStyle("bold", WHITE, RED, "", "disc"), "bold number, white on a disc in red"),
    (MarkStyle("regular", "#000000", WHITE, RED, "disc"), "number on a disc"),
    (MarkStyle("regular", RED, "", RED, "disc"), "ringed number, red"),
    (MarkStyle("bold-italic", WHITE, RED, "", "bar"), "bold italic number, white on a bar in red"),
    (MarkStyle("bold", "#000000", WHITE, "", "bar"), "bold number on a bar"),
])  # fmt: skip
def test_words_tell_what_differs_from_plain(style, words):
    assert describe_look(Language(), "number", style, PLAIN) == words


def test_where_every_number_is_bold_none_is_called_so():
    plain = MarkStyle("bold", "#000000")
    assert describe_look(Language(), "number", MarkStyle("black", RED), plain) == "number in red"
    assert describe_look(Language(), "number", MarkStyle("bold-italic", RED), plain) == "italic number in red"


def test_shipped_icons_that_are_no_suits_have_names_and_own_ones_that_of_their_id():
    folder = shipped_path("layouts") / "card"
    drawn = "".join((folder / name).read_text(encoding="utf-8") for name in ("icons.svg", "dice-icons.svg"))
    names = {part.split('"')[0] for part in drawn.split('<symbol id="')[1:]}
    assert all(describe_icon(Language(), name) for name in names)
    assert describe_icon(Language(), "icon-lying-figure") == "lying figure"
    assert describe_icon(Language(), "icon-red-joker") != describe_icon(Language(), "icon-joker")
    assert describe_icon(Language(), "icon-broad-sword") == "broad sword"


@pytest.mark.parametrize(("screen", "name"), [
    ("#000000", "black"), ("#15191f", "black"), ("#ffffff", "white"), ("#f6f0e6", "white"), ("#d0d0d0", "light gray"),
    ("#ffc72e", "yellow"), ("#b81f27", "red"), ("#8f1d14", "red"), ("#ff8a1f", "orange"), ("#5b3420", "brown"),
    ("#0f2a43", "dark blue"), ("#1f5fae", "blue"), ("#1a6573", "teal"), ("#5a3a8c", "purple"), ("#2e8b3d", "green"),
])  # fmt: skip
def test_a_color_is_called_what_people_call_it(screen, name):
    assert color_name(screen) == name


def _screen(hue, light, saturation):
    return "#" + "".join(f"{round(255 * part):02x}" for part in hls_to_rgb(hue, light, saturation))


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_every_color_has_a_name(hue, light, saturation):
    assert color_name(_screen(hue, light, saturation))


@given(st.integers(0, 255))
def test_a_gray_is_called_no_hue(level):
    assert color_name(f"#{level:02x}{level:02x}{level:02x}") in {
        "black", "dark gray", "gray", "light gray", "white",
    }  # fmt: skip
