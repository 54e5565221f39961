import math

from hypothesis import given, strategies as st
from press_drawings import BLACK, STYLE, rect

from deckgen.draw.drawing import Path, Text, Use
from deckgen.press.pdf.operators import bounds_of

mm = st.floats(-100, 100)


@given(st.lists(st.tuples(mm, mm), min_size=1), st.floats(0, 5))
def test_every_point_lies_inside_with_half_the_line(points, width):
    path = Path(tuple(("L", *point) for point in points), stroke=BLACK, stroke_width=width, round=True)
    left, top, right, bottom = bounds_of([path], STYLE)
    xs, ys = zip(*points, strict=True)
    assert left <= min(xs) - width / 2 + 1e-9
    assert top <= min(ys) - width / 2 + 1e-9
    assert right >= max(xs) + width / 2 - 1e-9
    assert bottom >= max(ys) + width / 2 - 1e-9


def test_a_use_moves_its_symbol():
    quarter = (0, 1, -1, 0, 10, 20)
    left, top, right, bottom = bounds_of([Use("pair", quarter)], STYLE)
    assert (left, right) == (10 - 1.7, 10 + 1.7)
    assert math.isclose(top, 20 - 1.7)
    assert math.isclose(bottom, 20 + 3.85)


@given(st.floats(-180, 180))
def test_a_text_reaches_from_its_start_in_its_direction(angle):
    left, top, right, bottom = bounds_of([Text(5, 5, "mmmmm", "bold", 4, BLACK, angle=angle)], STYLE)
    end_x, end_y = 5 + 16 * math.cos(math.radians(angle)), 5 + 16 * math.sin(math.radians(angle))
    assert left < min(5, end_x) <= max(5, end_x) < right
    assert top < min(5, end_y) <= max(5, end_y) < bottom


def test_nothing_has_a_box_all_the_same():
    assert bounds_of([], STYLE) == (0, 0, 0, 0)
    assert bounds_of([rect(1, 2, 3, 4, fill=BLACK)], STYLE) == (1, 2, 4, 6)
