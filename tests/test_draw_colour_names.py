from colorsys import hls_to_rgb

import pytest
from hypothesis import given, strategies as st

from deckgen.draw.colour_names import colour_name


@pytest.mark.parametrize(("screen", "name"), [
    ("#000000", "black"), ("#15191f", "black"), ("#ffffff", "white"), ("#f6f0e6", "white"), ("#d0d0d0", "light grey"),
    ("#ffc72e", "yellow"), ("#b81f27", "red"), ("#8f1d14", "red"), ("#ff8a1f", "orange"), ("#5b3420", "brown"),
    ("#0f2a43", "dark blue"), ("#1f5fae", "blue"), ("#1a6573", "teal"), ("#5a3a8c", "purple"), ("#2e8b3d", "green"),
])  # fmt: skip
def test_a_colour_is_called_what_people_call_it(screen, name):
    assert colour_name(screen) == name


def _screen(hue, light, saturation):
    return "#" + "".join(f"{round(255 * part):02x}" for part in hls_to_rgb(hue, light, saturation))


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_every_colour_has_a_name(hue, light, saturation):
    assert colour_name(_screen(hue, light, saturation))


@given(st.integers(0, 255))
def test_a_grey_is_called_no_hue(level):
    assert colour_name(f"#{level:02x}{level:02x}{level:02x}") in {
        "black", "dark grey", "grey", "light grey", "white",
    }  # fmt: skip
