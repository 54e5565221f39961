"""The head of a document: what its band holds, and what stands without one."""

import pytest

from deckgen.document.look import document_style
from deckgen.document.masthead import masthead, part_title, split_panel
from deckgen.draw.blocks.flow import flow
from deckgen.draw.drawing import Path, Text, Use
from deckgen.draw.geometry import Box, extent
from deckgen.draw.stylesheet import load_stylesheet
from deckgen.game import load

ROOM = Box(20, 30, 170, 200)


def head(style, title="Odds"):
    return flow([masthead(style, "A game", title, "What it is for")], ROOM)[0]


def test_without_a_band_its_titles_stand_alone():
    items = head(load_stylesheet())
    assert [item.string for item in items] == ["A game", "Odds", "What it is for"]


@pytest.mark.parametrize("game", ["future-imperfect", "rough-magic"])
@pytest.mark.parametrize(
    "title", ["Odds", "A very long title that must be set much smaller to fit beside the art"]
)
def test_words_stand_within_the_band_and_left_of_its_art(game, title):
    style = document_style(load(game))
    items = head(style, title)
    band = extent(
        [
            s
            for item in items
            if isinstance(item, Path) and item.fill == style.masthead.fill
            for s in item.segments
        ]
    )
    assert band.y == pytest.approx(ROOM.y - style.masthead.rise)
    assert band.height == pytest.approx(style.masthead.height)
    art = next(item for item in items if isinstance(item, Use))
    assert art.symbol == style.masthead.art
    words = [item for item in items if isinstance(item, Text) and item.slot == "masthead"]
    assert [word.string for word in words] == ["A game", title]
    for word in words:
        right = word.x + style.fonts.width(word.string, word.face, word.size)
        assert right <= art.matrix[4] - art.matrix[0] / 2 + 0.01
        assert band.y < word.y - style.fonts.cap(word.face) * word.size
        assert word.y < band.bottom
    below = next(item for item in items if isinstance(item, Text) and item.string == "What it is for")
    assert below.y > band.bottom


def test_the_title_of_a_part_goes_with_what_follows():
    for style in (load_stylesheet(), document_style(load("rough-magic"))):
        strips = part_title(style, "Every total", "What it is")(170)
        assert all(strip.keep for strip in strips if strip is not strips[0] or len(strips) == 1)


def test_the_two_fields_of_a_panel_meet_and_keep_its_corners():
    style = document_style(load("future-imperfect"))
    pen = style.pen()
    split_panel(pen, Box(0, 0, 100, 20), 3.0, 30.0, "#000001", "#000002")
    left, right = (item for item in pen.items if isinstance(item, Path))
    assert extent(left.segments).right == pytest.approx(30)
    assert extent(right.segments).x == pytest.approx(30)
    corners = {segment[1:] for segment in (*left.segments, *right.segments) if len(segment) == 3}
    assert not {(0.0, 20.0), (100.0, 0.0)} & corners  # cut below left and above right
