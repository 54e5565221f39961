"""Outlines of cards: shapes by name, and what a die can cut."""

import math
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from deckgen.draw.geometry import bounding_box, ellipse, polygon, rectangle
from deckgen.draw.outline import SHAPES, depth_inside, flatten, free_span, outline_flaw, shape_outline

SIDES = st.floats(30, 150)


def points_of(outline):
    (points,) = flatten(outline)
    return points


@given(st.sampled_from(SHAPES), SIDES, SIDES, st.floats(0, 7))
def test_every_shape_fills_its_box_and_can_be_cut(shape, width, height, corner):
    outline = shape_outline(shape, width, height, corner) or rectangle(0, 0, width, height)
    assert outline_flaw(outline, width, height) is None
    xs, ys = zip(*points_of(outline), strict=True)
    if shape == "hex" and corner:  # its pointed corners lie inside when they are round
        assert (min(xs) >= -1e-6, max(xs) <= width + 1e-6) == (True, True)
        assert (min(ys), max(ys)) == pytest.approx((0, height), abs=0.1) or min(xs) == pytest.approx(0, abs=0.1)
    else:
        assert (min(xs), max(xs), min(ys), max(ys)) == pytest.approx((0, width, 0, height), abs=0.06)


@given(SIDES, SIDES, st.floats(0.5, 8))
def test_straight_pieces_of_corners_are_near_the_arc(width, height, corner):
    for x, y in points_of(shape_outline("rect", width, height, corner)):
        middle = (min(max(x, corner), width - corner), min(max(y, corner), height - corner))
        off = math.dist((x, y), middle)
        assert off == pytest.approx(corner, abs=0.005 * corner) or min(x, y, width - x, height - y) < 1e-6


def test_a_hexagon_has_a_flat_top_if_it_is_wider_than_high():
    flat, pointed = shape_outline("hex", 95.25, 82.55), shape_outline("hex", 82.55, 95.25)
    assert [segment[1:] for segment in flat[:2]] == [(0.0, 41.275), (23.8125, 0.0)]
    assert pointed[0][1:] == (41.275, 0.0)
    sides = [math.dist(a, b) for a, b in pairwise(points_of(flat))]
    assert max(sides) - min(sides) < 0.1  # 3.75 × 3.25 in are nearly regular


@pytest.mark.parametrize("shape", ["rect", "hex"])
def test_corners_without_room_are_refused(shape):
    with pytest.raises(ValueError, match="have no room"):
        shape_outline(shape, 40, 60, 50)


def test_a_plain_rectangle_has_no_outline():
    assert shape_outline("rect", 63.5, 88.9) == ()


@given(SIDES, st.floats(0.05, 0.5))
def test_flat_pieces_keep_to_the_curve(radius, tolerance):
    (points,) = flatten(ellipse(0, 0, radius), tolerance)
    middles = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in pairwise(points)]
    assert all(abs(math.hypot(*point) - radius) < tolerance + 0.0003 * radius for point in (*points, *middles))
    assert points[0] == pytest.approx(points[-1])


@pytest.mark.parametrize(
    ("outline", "flaw"),
    [
        (polygon([0, 0, 40, 0, 40, 60], closed=False), "is open"),
        ((*rectangle(0, 0, 40, 60), *rectangle(10, 10, 9, 9)), "has 2 parts"),
        (polygon([0, 0, 40, 60, 40, 0, 0, 60]), "crosses itself near"),
        (rectangle(0, 0, 41, 60), "reaches 1.0 mm beyond the card"),
        (
            polygon([0, 0, 18, 0, 18, 30, 20, 30, 20, 0, 40, 0, 40, 60, 0, 60]),
            "has sides 2.0 mm apart near 18.0, 0.0 mm",
        ),
        (
            polygon([0, 0, 40, 0, 40, 25, 21, 25, 21, 35, 40, 35, 40, 60, 0, 60, 0, 35, 19, 35, 19, 25, 0, 25]),
            "mm apart near",
        ),
        (rectangle(0, 0, 1, 1), "mm apart near"),
        (polygon([0, 0]), "is open"),
        (
            polygon([n for i in range(2100) for n in (20 + 19 * math.cos(i / 335), 30 + 19 * math.sin(i / 335))]),
            "more than 2000",
        ),
        ((("M", 0, 0), *[("C", 40, 0, 40, 60, 0, 0)] * 2100, ("Z",)), "more than 2000"),
        ((("M", 0, 0), ("C", 9e4, 0, 0, 9e4, 40, 60), ("Z",)), "mm beyond the card"),
        ((("M", 0, 0), *[("C", 199, 0, 0, 199, 40, 60)] * 1990, ("Z",)), "more than 2000"),
    ],
)
def test_what_no_die_can_cut_is_told(outline, flaw):
    message, remedy = outline_flaw(outline, 40, 60)
    assert flaw in message
    assert remedy


@given(st.lists(st.tuples(st.floats(0, 40), st.floats(0, 60)), min_size=3, max_size=12))
def test_any_polygon_is_judged_and_one_that_passes_has_no_crossing(corners):
    outline = polygon([n for point in corners for n in point])
    if outline_flaw(outline, 40, 60) is None:
        points = points_of(outline)
        for index, (a, b) in enumerate(pairwise(points)):  # a slow twin, by the sides' parameters
            for c, d in [*pairwise(points)][index + 2 :]:
                det = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
                if c == b or d == a or abs(det) < 1e-9:
                    continue
                t = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / det
                u = ((c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0])) / det
                assert not (1e-6 < t < 1 - 1e-6 and 1e-6 < u < 1 - 1e-6)


@given(st.floats(-60, 60), st.floats(-60, 60))
def test_depths_are_those_of_a_circle(x, y):
    (points,) = flatten(ellipse(0, 0, 40), 0.001)
    assert depth_inside(points, x, y) == pytest.approx(40 - math.hypot(x, y), abs=0.02)


@given(st.floats(-39, 39), st.floats(-39, 39))
def test_spans_are_chords_of_a_circle(x, y):
    (points,) = flatten(ellipse(0, 0, 40), 0.0005)
    before, after = free_span(points, x, y)
    if math.hypot(x, y) > 39.9:
        assert before + after < 12
        return
    half = math.sqrt(1600 - y * y)
    assert (before, after) == pytest.approx((half + x, half - x), abs=0.2)
    assert bounding_box(ellipse(0, 0, 40)).width == pytest.approx(80)
