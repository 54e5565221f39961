import pytest
from hypothesis import given, strategies as st

from deckgen.draw.blocks.plot import Axis, Curve, Plot, PlotPanel, plot_rows, whole_ticks
from deckgen.draw.drawing import Path, Text
from deckgen.draw.stylesheet import load_stylesheet
from deckgen.press.pdf.operators import bounds_of

LOOK = load_stylesheet()


@given(st.integers(-1000, 1000), st.integers(1, 5000), st.integers(1, 12))
def test_ticks_are_few_whole_and_within(low, span, most):
    ticks = whole_ticks(low, low + span, most)
    assert len(ticks) <= most
    assert all(low <= value <= low + span and value == int(value) for value, _ in ticks)


def plot(*curves, y=None):
    axis = Axis(0, 1, ((0, "0"), (1, "1")))
    return Plot("Title", "note", Axis(0, 10, whole_ticks(0, 10, 4)), (PlotPanel(y or axis, curves, 20),), "0.5")


def drawn(*plots, columns=1, width=100.0):
    return plot_rows(LOOK, plots, columns)(width)


def test_points_lie_where_their_values_are():
    (strip,) = drawn(plot(Curve(((0, 0), (10, 1)), "line")))
    line = next(i for i in strip.items if isinstance(i, Path) and i.stroke == LOOK.plot.line)
    (_, x1, y1), (_, x2, y2) = line.segments
    assert x2 == pytest.approx(100 - 0.4)
    assert x1 < 5
    assert y1 - y2 == pytest.approx(20)


def test_dots_bars_and_lines_are_told_apart_without_color():
    (strip,) = drawn(plot(*(Curve(((1, 0.5), (2, 0.7)), kind) for kind in ("line", "dots", "bars", "blocks"))))
    paths = [i for i in strip.items if isinstance(i, Path)][-4:]
    assert [p.fill is None for p in paths] == [True, True, True, False]
    assert [len(p.segments) for p in paths[:3]] == [2, 4, 4]
    assert paths[1].round
    assert not paths[2].round


@pytest.mark.parametrize("columns", [1, 3, 7])
def test_plots_stay_within_their_width(columns):
    strips = drawn(*[plot(Curve(((0, 0), (10, 1))))] * 7, columns=columns, width=176)
    assert len(strips) == -(-7 // columns)
    for strip in strips:
        assert any(isinstance(i, Text) for i in strip.items)
        lines = [i for i in strip.items if isinstance(i, Path)]
        left, top, right, bottom = bounds_of(lines, LOOK.shared)
        assert left > -2
        assert right < 178
        assert top > -2
        assert bottom < strip.height + 2
