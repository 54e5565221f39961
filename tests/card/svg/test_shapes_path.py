import math

import pytest
from hypothesis import given, strategies as st

from deckgen.card.svg.shapes import arc_curves, parse_path
from deckgen.draw.geometry import bounding_box


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("m1 2 3 4 5 6z", "M1,2 L4,6 L9,12 Z"),
        ("M1 2h3v4H0V0", "M1 2 L4 2 L4 6 L0 6 L0 0"),
        ("M0 0c1 2 3 4 5 6s1 1 2 2", "M0 0 C1 2 3 4 5 6 C7 8 6 7 7 8"),
        ("M0 0L1 1S2 2 3 3", "M0 0L1 1C1 1 2 2 3 3"),
        ("M0 0Q3 3 6 0", "M0 0C2 2 4 2 6 0"),
        ("M0 0q3 3 6 0t6 0", "M0 0C2 2 4 2 6 0C8 -2 10 -2 12 0"),
        ("M1 1 2 2zm1 1l1 0", "M1 1L2 2ZM2 2L3 2"),
        ("M.5.5-1-1e0", "M0.5 0.5 L-1 -1"),
        ("M0 0a1 1 0 011 1", "M0 0A1 1 0 0 1 1 1"),
        ("M0 0 A 0 5 0 0 0 9 9", "M0 0 L9 9"),
    ],
)
def test_two_ways_to_write_a_path(one, other):
    left, right = parse_path(one), parse_path(other)
    assert [s[0] for s in left] == [s[0] for s in right]
    assert [n for s in left for n in s[1:]] == pytest.approx([n for s in right for n in s[1:]])


@pytest.mark.parametrize(
    "data", ["", "L1 1", "M1", "M1 1 L", "M1 1 C1 2 3", "M0 0 A1 1 0 2 0 1 1", "M0 0 X", "M0 0 L1 a"]
)
def test_bad_path_data_is_refused(data):
    with pytest.raises(ValueError):  # noqa: PT011 (what it says is for the file's problem)
        parse_path(data)


@given(
    st.floats(0.5, 5), st.floats(0.5, 5), st.floats(0, 180), st.booleans(), st.booleans(),
    st.floats(-3, 3), st.floats(-3, 3),
)  # fmt: skip
def test_an_arc_ends_where_it_should_and_stays_near(rx, ry, turn, large, sweep, x, y):
    if math.hypot(x, y) < 0.1:
        return
    curves = list(arc_curves(0, 0, rx, ry, turn, large, sweep, x, y))
    assert curves[-1][-2:] == (x, y)
    grown = max(rx, ry) * max(1.0, math.hypot(x, y) / min(rx, ry))
    points = [(s[i], s[i + 1]) for s in curves for i in (1, 3, 5)]
    assert all(math.hypot(*point) <= 3 * grown for point in points)


def test_two_half_arcs_make_a_circle():
    box = bounding_box(parse_path("M-2 0A2 2 0 0 1 2 0A2 2 0 0 1 -2 0Z"))
    assert box == pytest.approx((-2, -2, 4, 4))
