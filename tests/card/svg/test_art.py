"""Pictures and gradients in SVG files."""

import pytest
from page_svg import FONTS, page
from pictures import encoded, photo

from deckgen.card.svg.parser import parse_svg
from deckgen.card.template import compile_template
from deckgen.draw.drawing import Gradient, Path, Picture
from deckgen.draw.geometry import bounding_box
from deckgen.errors import LayoutError

RUN = '<stop offset="0" stop-color="#ff0000"/><stop offset="75%" style="stop-color:#00ff00"/><stop offset="0.5"/>'
BOX = '<rect x="10" y="20" width="20" height="10" fill="url(#g)"{}/>'


def art_of(tmp_path, body, defs=""):
    """The items of a template's static art; its only picture is art.png, of 120 × 80 pixels."""
    (tmp_path / "art.png").write_bytes(encoded(photo()))
    file = tmp_path / "card.svg"
    root = parse_svg(page(f'<defs>{defs}</defs><g id="static">{body}</g>'), file)
    ink = {"#ff0000": "#ff0000", "#00ff00": "#00ff00", "#000000": "#000000"}.get
    return compile_template(root, file, FONTS, ink).groups["static"]


def image(ratio="", size='width="20" height="20"'):
    return f'<image href="art.png" x="5" y="5" {size} preserveAspectRatio="{ratio}"/>'


@pytest.mark.parametrize(
    ("ratio", "matrix", "is_clipped"),
    [
        ("", (20, 0, 0, 40 / 3, 5, 25 / 3), False),
        ("xMinYMax meet", (20, 0, 0, 40 / 3, 5, 35 / 3), False),
        ("xMaxYMid slice", (30, 0, 0, 20, -5, 5), True),
        ("none", (20, 0, 0, 20, 5, 5), False),
    ],
)
def test_pictures_are_placed_as_in_svg(tmp_path, ratio, matrix, is_clipped):
    (picture,) = art_of(tmp_path, image(ratio))
    assert isinstance(picture, Picture)
    assert picture.matrix == pytest.approx(matrix)
    assert bool(picture.clip) == is_clipped
    if is_clipped:
        assert bounding_box(picture.clip) == pytest.approx((5, 5, 20, 20))


def test_a_missing_side_follows_and_transforms_apply(tmp_path):
    (picture,) = art_of(
        tmp_path, f'<g transform="translate(1 2) scale(2)">{image(size="""height="10" opacity="50%" """)}</g>'
    )
    assert picture.matrix == pytest.approx((30, 0, 0, 20, 11, 12))
    assert picture.opacity == 0.5


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('<image href="art.png"/>', "without width and height"),
        (image("xMidYBig"), "preserveAspectRatio"),
        ('<image href="none.png" width="9"/>', "none.png: No such file"),
        ('<image href="card.svg" width="9"/>', "card.svg: No such file"),
        ('<image width="9"/>', "no file can have this name"),
    ],
)
def test_pictures_that_cannot_be_placed_are_reported_with_their_line(tmp_path, body, message):
    with pytest.raises(LayoutError, match=message) as caught:
        art_of(tmp_path, body)
    assert caught.value.problems[0].line == 1


def test_icons_hold_no_pictures(tmp_path):
    with pytest.raises(LayoutError, match="bitmap"):
        art_of(tmp_path, "", f'<symbol id="icon-a" viewBox="0 0 9 9">{image()}</symbol>')


def test_a_linear_gradient_fills_a_box_by_its_shares(tmp_path):
    (item,) = art_of(tmp_path, BOX.format(""), f'<linearGradient id="g" x2="0" y2="100%">{RUN}</linearGradient>')
    assert isinstance(item, Gradient)
    assert item.stops == ((0.0, "#ff0000"), (0.75, "#00ff00"), (0.75, "#000000"))
    assert item.axis == (0, 0, 0, 1)
    assert item.matrix == pytest.approx((20, 0, 0, 10, 10, 20))


def test_gradients_take_over_stops_and_have_their_transform(tmp_path):
    defs = (
        f'<linearGradient id="stops" gradientTransform="scale(2)">{RUN}</linearGradient>'
        '<radialGradient id="g" xlink:href="#stops" gradientUnits="userSpaceOnUse" cx="3" cy="4" r="5" fx="13"/>'
    )
    gradient, line = art_of(tmp_path, '<circle r="9" fill="url(#g)" stroke="#000" fill-rule="evenodd"/>', defs)
    assert gradient.axis == pytest.approx((7.995, 4, 0, 3, 4, 5))  # a focus outside is moved inside
    assert (gradient.matrix, gradient.even_odd) == ((2, 0, 0, 2, 0, 0), True)
    assert (line.fill, line.stroke) == (None, "#000000")


def test_the_box_of_a_curve_is_that_of_what_is_seen(tmp_path):
    curve = '<path d="M0 0C0 40 30 40 30 0Z" fill="url(#g)"/>'
    (item,) = art_of(tmp_path, curve, f'<linearGradient id="g">{RUN}</linearGradient>')
    assert item.matrix == pytest.approx((30, 0, 0, 30, 0, 0))


@pytest.mark.parametrize(
    "gradient",
    [
        '<linearGradient id="g"><stop stop-color="#ff0000"/></linearGradient>',
        '<linearGradient id="g" x2="0"><stop/><stop offset="1" stop-color="#ff0000"/></linearGradient>',
        '<radialGradient id="g" r="0"><stop/><stop offset="1" stop-color="#ff0000"/></radialGradient>',
    ],
)
def test_gradients_without_a_run_are_flat(tmp_path, gradient):
    (item,) = art_of(tmp_path, BOX.format(""), gradient)
    assert isinstance(item, Path)
    assert item.fill == "#ff0000"


def test_a_gradient_without_stops_paints_nothing(tmp_path):
    assert art_of(tmp_path, BOX.format(""), '<linearGradient id="g" href="#g"/>') == ()


@pytest.mark.parametrize(
    ("gradient", "style", "message"),
    [
        ('spreadMethod="reflect"', "", "repeats"),
        ('gradientUnits="userSpaceOnUse" x1="0"', "", "user space without y1"),
        ('x1="1em"', "", "length '1em'"),
        ("", ' fill-opacity="0.5"', "lets its ground through"),
        ("", ' stroke="url(#g)"', "gradient or pattern"),
    ],
)
def test_other_gradients_are_refused(tmp_path, gradient, style, message):
    with pytest.raises(LayoutError, match=message):
        art_of(tmp_path, BOX.format(style), f'<linearGradient id="g" {gradient}>{RUN}</linearGradient>')


@pytest.mark.parametrize(
    "body",
    [
        image(size='width="9" transform="scale(0)"'),
        image(size='width="9" transform="matrix(1 1 1 1 0 0)"'),
        '<path d="M5 5V9" fill="url(#g)"/>',
        '<rect width="9" height="9" fill="url(#g)" transform="scale(0 1)"/>',
    ],
)
def test_art_without_area_is_left_out(tmp_path, body):
    assert art_of(tmp_path, body, f'<linearGradient id="g">{RUN}</linearGradient>') == ()


@pytest.mark.parametrize("far", ['x2="1e300"', 'gradientTransform="scale(1e200)"'])
def test_gradients_that_reach_too_far_are_refused(tmp_path, far):
    with pytest.raises(LayoutError, match=r"impossibly far|length '1e300'"):
        art_of(tmp_path, BOX.format(""), f'<linearGradient id="g" {far}>{RUN}</linearGradient>')


def test_stops_are_opaque_and_of_the_palette(tmp_path):
    stops = '<stop stop-color="#123456"/><stop offset="1" stop-opacity="0"/>'
    with pytest.raises(LayoutError) as caught:
        art_of(tmp_path, BOX.format(""), f'<linearGradient id="g">{stops}</linearGradient>')
    messages = " ".join(problem.message for problem in caught.value.problems)
    assert "#123456, which is not in the theme's palette" in messages
    assert "lets its ground through" in messages


def test_fill_and_line_have_their_opacity(tmp_path):
    fill, line = art_of(tmp_path, '<rect width="9" height="9" stroke="#ff0000" fill-opacity=".5" stroke-opacity=".2"/>')
    assert (fill.fill, fill.stroke, fill.opacity) == ("#000000", None, 0.5)
    assert (line.fill, line.stroke, line.opacity) == (None, "#ff0000", 0.2)
    (alone,) = art_of(tmp_path, '<rect width="9" height="9" opacity=".5" fill-opacity="50%"/>')
    assert alone.opacity == 0.25
