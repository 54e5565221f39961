import pikepdf
import pytest

from deckgen.preflight.resources import space_of
from deckgen.preflight.rules import Rules
from deckgen.preflight.surface import State, Surface

RULES = Rules("strict", ink_limit=240, safe=3)
MM = 72 / 25.4


def surface(rules=RULES):
    made = Surface(rules, page=2)
    made.trim = (0, 0, 60 * MM, 90 * MM)
    return made


def whats(made):
    return [finding.message for finding in made.findings]


@pytest.mark.parametrize(("width", "scale", "found"), [(0.25, 1, 0), (0.2, 1, 1), (0.2, 2, 0), (1, 0.2, 1)])
def test_a_line_is_as_wide_as_its_matrix_makes_it(width, scale, found):
    made = surface()
    made.check_line(State((scale, 0, 0, scale, 0, 0), width=width))
    assert len(whats(made)) == found


@pytest.mark.parametrize(("left", "found"), [(4, 0), (2.5, 1), (-1, 1), (-20, 0)])
def test_text_keeps_away_from_the_trim_unless_it_lies_beyond(left, found):
    made = surface()
    made.check_text([(x * MM, y * MM) for x in (left, left + 10) for y in (40, 42)])
    assert len(whats(made)) == found


def test_colors_of_screens_are_found_where_inks_are_asked_for():
    rgb = space_of(pikepdf.Name.DeviceRGB, None)
    strict, home = surface(), surface(Rules("home", color="rgb"))
    strict.check_color_space(rgb)
    home.check_color_space(rgb)
    assert (whats(strict), whats(home)) == (["DeviceRGB is not an ink"], [])


def test_ink_is_held_against_the_limit():
    made, cmyk = surface(), space_of(pikepdf.Name.DeviceCMYK, None)
    made.check_ink_limit(cmyk, (1, 1, 0, 0.4))
    assert whats(made) == []
    made.check_ink_limit(cmyk, (1, 1, 0, 0.5))
    assert whats(made) == ["the color 100 100 0 50 needs 250 % of ink, the limit is 240 %"]


@pytest.mark.parametrize(("side", "found"), [(36, 0), (72, 1)])
def test_an_image_needs_pixels_for_its_size(side, found):
    made = surface()
    made.check_image(pikepdf.Dictionary(Width=100, Height=100), None, State((side, 0, 0, side, 0, 0)))
    assert len(whats(made)) == found


def test_transparency_is_found_where_it_is_declared_unless_the_rules_allow_it():
    resources = pikepdf.Dictionary(
        ExtGState=pikepdf.Dictionary(G0=pikepdf.Dictionary(ca=0.5, BM=pikepdf.Name.Multiply))
    )
    made, lenient = surface(), surface(Rules("x4", transparency=True))
    made.check_states(resources)
    lenient.check_states(resources)
    assert whats(made) == ["an item is 50% opaque", "an item has a blend mode (Multiply)"]
    assert whats(lenient) == []


@pytest.mark.parametrize(
    ("opacity", "messages"),
    [(0.9999999, []), (1.0, []), (0.9999, ["an item is 99.99% opaque"]), (0.5, ["an item is 50% opaque"])],
)
def test_opacity_is_told_with_digits_enough_and_rounding_is_none(opacity, messages):
    made = surface()
    made.check_states(pikepdf.Dictionary(ExtGState=pikepdf.Dictionary(G0=pikepdf.Dictionary(CA=opacity))))
    assert whats(made) == messages


def test_a_finding_is_kept_once_a_page():
    made = surface()
    for _ in range(2):
        made.add_finding("ink.limit", "much", "less")
    made.page = 3
    made.add_finding("ink.limit", "much", "less")
    assert [finding.page for finding in made.findings] == [2, 3]
