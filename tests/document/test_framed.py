"""Pages to frame: what the border hides is not drawn, rings and cartouches keep to their room."""

import pytest

from deckgen.document.framed import draw_cartouche, draw_divider, draw_frame, draw_medallion
from deckgen.document.pages import document_style
from deckgen.draw.drawing import Path, Text
from deckgen.draw.geometry import Box, bounding_box
from deckgen.draw.stylesheet import load_stylesheet
from deckgen.errors import LayoutError
from deckgen.game import read_game, shipped_games

PAGE = Box(0, 0, 210, 297)


def style_of(name):
    return document_style(read_game(name)) if name in shipped_games() else load_stylesheet(name)


def framed(name, text="1"):
    style = style_of(name)
    pen = style.pen()
    return draw_frame(pen, style, PAGE, text), pen, style


@pytest.mark.parametrize("name", ["plain", *shipped_games()])
def test_no_line_of_the_pattern_is_on_the_page_within_the_border(name):
    inner, pen, _ = framed(name)
    white = inner.inset(8.0)
    for item in pen.items:
        if not isinstance(item, Path) or item.fill:
            continue
        x = y = 0.0
        for _, *points in item.segments:
            inside = [
                white.x < p < white.right and white.y < q < white.bottom
                for p, q in zip(points[::2], points[1::2], strict=True)
            ]
            assert not (inside and all(inside) and white.x < x < white.right and white.y < y < white.bottom)
            x, y = points[-2:] or (x, y)


@pytest.mark.parametrize("name", ["plain", *shipped_games()])
def test_the_border_follows_from_the_text_and_leaves_most_of_the_page(name):
    inner, pen, _ = framed(name)
    assert pen.items == framed(name)[1].items
    assert pen.items != framed(name, "2")[1].items
    assert inner.width > 0.7 * PAGE.width
    assert inner.height > 0.8 * PAGE.height


def test_an_option_of_the_border_s_pattern_out_of_range_is_named(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text("extends: plain\nback: {pattern: {kind: guilloche, bands: [2, 99]}}\n", encoding="utf-8")
    with pytest.raises(LayoutError, match=r"mine\.yaml.*bands"):
        framed(str(path))


@pytest.mark.parametrize("text", ["7", "two words", "w" * 200, "long words " * 18])
def test_a_cartouche_holds_any_text(text):
    style = load_stylesheet()
    pen, box = style.pen(), Box(20, 30, 80, 18)
    draw_cartouche(pen, style, box, text)
    lines = [item for item in pen.items if isinstance(item, Text)]
    assert lines
    for line in lines:
        assert line.x > box.x
        assert line.x + pen.width(line.string, line.typeface, line.size) < box.right
        assert box.y < line.y - pen.cap("bold") * line.size
        assert line.y < box.bottom


@pytest.mark.parametrize("value", ["1", "0.123", "1234/1234", "0.00–100.00"])
def test_a_medallion_holds_its_figure(value):
    style = load_stylesheet()
    pen = style.pen()
    draw_medallion(pen, style, 50.0, 50.0, 14.0, value, "a")
    (figure,) = (item for item in pen.items if isinstance(item, Text))
    assert figure.x > 50 - 0.8 * 14
    assert figure.x + pen.width(figure.string, "bold", figure.size) < 50 + 0.8 * 14
    ring = bounding_box(next(item for item in pen.items if isinstance(item, Path)).segments)
    assert ring.width < 2 * 14 * 1.15


def test_a_divider_has_the_heading_s_symbol_or_a_mark():
    for name in ("plain", "rough-magic"):
        style = style_of(name)
        pen = style.pen()
        draw_divider(pen, style, 50, 50, 80)
        assert len(pen.items) >= 5
