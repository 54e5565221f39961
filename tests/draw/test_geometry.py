from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from deckgen.draw.drawing import IDENTITY, Path, Text
from deckgen.draw.geometry import (
    Box,
    apply_matrix,
    bounding_box,
    compose,
    ellipse,
    panel,
    parse_transform,
    polygon,
    rectangle,
    rotation_and_scale,
    transform_items,
    transform_outline,
)

NUMBERS = st.floats(-50, 50)


def test_transforms_apply_from_right_to_left():
    assert apply_matrix(parse_transform("translate(10 0) rotate(90)"), 1, 0) == pytest.approx((10, 1))
    assert apply_matrix(parse_transform("rotate(180, 5, 5)"), 0, 0) == pytest.approx((10, 10))
    assert apply_matrix(parse_transform("scale(2),translate(1,1)"), 0, 0) == (2, 2)
    assert apply_matrix(parse_transform("matrix(1 0 0 1 3 4)skewX(45)"), 0, 1) == pytest.approx((4, 5))
    assert parse_transform("") == IDENTITY


@pytest.mark.parametrize("text", ["spin(3)", "rotate()", "translate(1 2 3)", "scale(1) oops", "matrix(1 2 3)"])
def test_bad_transforms_are_refused(text):
    with pytest.raises(ValueError, match="transform"):
        parse_transform(text)


@given(*[st.tuples(*[NUMBERS] * 6)] * 2, NUMBERS, NUMBERS)
def test_a_product_is_one_after_the_other(outer, inner, x, y):
    assert apply_matrix(compose(outer, inner), x, y) == pytest.approx(
        apply_matrix(outer, *apply_matrix(inner, x, y)), abs=1e-6
    )


def test_outlines_fill_their_boxes():
    assert bounding_box(rectangle(1, 2, 3, 4)) == (1, 2, 3, 4)
    assert bounding_box(rectangle(1, 2, 3, 4, 9)) == pytest.approx((1, 2, 3, 4))
    assert bounding_box(ellipse(5, 5, 2, 1)) == (3, 4, 4, 2)
    assert polygon([0, 0, 1, 1], closed=False) == (("M", 0, 0), ("L", 1, 1))
    assert bounding_box(transform_outline(rectangle(0, 0, 1, 1), (0, 2, -2, 0, 0, 0))) == (-2, 0, 2, 2)
    assert bounding_box(()) == (0, 0, 0, 0)


def test_a_box_knows_its_edges():
    box = Box(1, 2, 10, 20)
    assert (box.right, box.bottom, box.cx, box.cy) == (11, 22, 6, 12)
    assert box.inset(1, 2) == (2, 4, 8, 16)


def test_text_may_be_turned_but_not_bent():
    assert rotation_and_scale(parse_transform("rotate(30) scale(2)")) == pytest.approx((30, 2))
    for bent in ("scale(1 2)", "skewX(20)", "scale(-1 1)"):
        with pytest.raises(ValueError, match="stretched"):
            rotation_and_scale(parse_transform(bent))


def test_moving_keeps_shapes():
    curve = Path((("M", 0, 1), ("C", 1, 2, 3, 4, 5, 6), ("Z",)), fill="#000000")
    (there,) = transform_items([curve], (1, 0, 0, 1, 10, 100))
    assert there.segments == (("M", 10, 101), ("C", 11, 102, 13, 104, 15, 106), ("Z",))


WORD = Text(1, 2, "x", "bold", 3, "#000000")
LINE = Path((("M", 1, 2), ("L", 5, 2)))


def test_turned_items_read_upwards():
    line, word = transform_items([LINE, WORD], (0, -1, 1, 0, 0, 100))
    assert line.segments == (("M", 2, 99), ("L", 2, 95))
    assert (word.x, word.y, word.angle) == (2, 99, -90)


def test_moved_text_stays_as_narrow_as_it_is():
    (word,) = transform_items([replace(WORD, stretch=0.9, spacing=0.1)], (1, 0, 0, 1, 10, 20))
    assert (word.stretch, word.spacing) == (0.9, 0.1)


def test_moved_items_keep_their_shape():
    line, word = transform_items([LINE, WORD], (1, 0, 0, 1, 10, 20))
    assert line.segments == (("M", 11, 22), ("L", 15, 22))
    assert (word.x, word.y, word.angle) == (11, 22, 0)


@pytest.mark.parametrize("kind", ["round", "cut", "cut-two", "notch", "square"])
def test_panels_have_their_corners(kind):
    segments = panel(1, 2, 30, 20, 3, kind)
    assert bounding_box(segments) == Box(1, 2, 30, 20)
    points = {segment[-2:] for segment in segments if len(segment) > 1}
    corners = {(1, 2), (31, 2), (31, 22), (1, 22)}
    assert corners & points == {"square": corners, "cut-two": {(1, 2), (31, 22)}}.get(kind, set())
    assert panel(1, 2, 30, 20, 0, kind) == rectangle(1, 2, 30, 20)
