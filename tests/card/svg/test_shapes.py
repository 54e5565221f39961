from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from deckgen.card.svg.parser import Node
from deckgen.card.svg.shapes import TAGS, parse_length, parse_page_length, shape_outline
from deckgen.draw import geometry


def node(tag, **attributes):
    return Node(tag, {name: str(value) for name, value in attributes.items()}, 1)


@pytest.mark.parametrize(
    ("text", "mm"), [("63.5mm", 63.5), ("2.5in", 63.5), ("72pt", 25.4), ("96", 25.4), (" 1e1cm ", 100)]
)
def test_a_page_is_measured_in_mm(text, mm):
    assert parse_page_length(text) == pytest.approx(mm)


@given(st.floats(-1e6, 1e6))
def test_bare_lengths_are_pixels(value):
    assert parse_length(f"{value:.6f}") == parse_length(f"{value:.6f}px") == pytest.approx(value, abs=1e-5)


@pytest.mark.parametrize("text", ["50%", "2em", "wide", "", "1mm2"])
def test_lengths_that_depend_on_something_else_are_refused(text):
    for measure in (parse_page_length, parse_length):
        with pytest.raises(ValueError, match="length"):
            measure(text)


@pytest.mark.parametrize(
    ("shape", "extent"),
    [
        (node("rect", x=1, y=2, width=3, height=4), (1, 2, 3, 4)),
        (node("circle", cx=5, cy=5, r=2), (3, 3, 4, 4)),
        (node("ellipse", cx=5, cy=5, rx=2, ry=1), (3, 4, 4, 2)),
        (node("line", x1=1, y1=1, x2=4, y2=5), (1, 1, 3, 4)),
        (node("polyline", points="0,0 4,0 4,2"), (0, 0, 4, 2)),
        (node("polygon", points="0 0 4 0 4 2"), (0, 0, 4, 2)),
        (node("path", d="M1 1h2v2z"), (1, 1, 2, 2)),
    ],
)
def test_shapes_reach_where_svg_says(shape, extent):
    assert tuple(geometry.bounding_box(shape_outline(shape))) == pytest.approx(extent, abs=1e-6)
    assert shape.tag in TAGS


def test_polygons_are_closed_and_lines_are_not():
    closed = [shape_outline(node(tag, points="0 0 1 0 1 1"))[-1] == ("Z",) for tag in ("polygon", "polyline")]
    assert closed == [True, False]


def test_one_radius_of_a_rect_stands_for_both():
    one, both = (shape_outline(node("rect", width=9, height=9, **r)) for r in ({"ry": 2}, {"rx": 2, "ry": 2}))
    assert one == both != shape_outline(node("rect", width=9, height=9))


@pytest.mark.parametrize("points", ["", "1 2", "1 2 3"])
def test_points_come_in_pairs(points):
    with pytest.raises(ValueError, match="pairs"):
        shape_outline(node("polygon", points=points))
