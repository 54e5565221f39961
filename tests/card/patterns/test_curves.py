import math

import pytest

from deckgen.card.patterns.curves import arc, circle, lines, placed, star, stroke, through, turned


def points_along(segments, count=8):
    """Points of lines and curves, ``count`` of each."""
    x, y = segments[0][1:]
    for kind, *numbers in segments[1:]:
        if kind == "C":
            a, b, c, d, e, f = numbers
            for i in range(1, count + 1):
                t, s = i / count, 1 - i / count
                yield (
                    s**3 * x + 3 * s * s * t * a + 3 * s * t * t * c + t**3 * e,
                    s**3 * y + 3 * s * s * t * b + 3 * s * t * t * d + t**3 * f,
                )
            x, y = e, f


@pytest.mark.parametrize("radius", [3.0, 30.0])
def test_circles_are_round(radius):
    for x, y in points_along(circle(1, -2, radius)):
        assert math.hypot(x - 1, y + 2) == pytest.approx(radius, rel=1e-3, abs=0.012)


def test_arcs_are_round_and_end_where_they_should():
    segments = arc(0, 5, 20, math.pi, 1.75 * math.pi)
    assert segments[0][1:] == pytest.approx((-20, 5))
    assert segments[-1][-2:] == pytest.approx((20 * math.sqrt(0.5), 5 - 20 * math.sqrt(0.5)), abs=0.01)
    for x, y in points_along(segments):
        assert math.hypot(x, y - 5) == pytest.approx(20, abs=0.02)


def test_curves_go_through_their_points():
    points = [(0, 0), (3, 4), (6, 0), (9, -4)]
    segments = through(points)
    assert [segment[-2:] for segment in segments] == points


def test_ellipses_are_turned():
    xs = [x for x, _ in points_along(circle(0, 0, 10, 0.5, math.pi / 2))]
    assert max(xs) == pytest.approx(5, abs=0.01)


def test_no_ink_draws_nothing():
    assert not list(stroke(lines([(0, 0), (1, 1)]), "", 0.2))


def test_turning_twice_changes_nothing():
    paths = list(stroke(star(3, 4, 2, 5), "#000000", 0.2))
    assert list(turned(list(turned(paths)))) == paths
    assert next(turned(paths)).segments[0] == ("M", -3, -2)


def test_placed_paths_are_moved_and_rounded():
    (path,) = placed(stroke(circle(0, 0, math.pi), "#000000", 0.2), 1.5, -1.5)
    assert path.segments[0] == ("M", 4.64, -1.5)
    assert all(number == round(number, 2) for _, *numbers in path.segments for number in numbers)
    assert path.stroke_width == 0.2
