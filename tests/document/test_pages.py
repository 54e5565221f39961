from dataclasses import replace
from itertools import product

import pypdfium2
import pytest

from deckgen.document.pages import RunningHeads, document, document_style, masthead, part_title, split_panel
from deckgen.draw.blocks.flow import draw_pages, paragraph
from deckgen.draw.drawing import Path, Text, Use
from deckgen.draw.geometry import Box, bounding_box
from deckgen.draw.stylesheet import load_stylesheet
from deckgen.errors import LayoutError
from deckgen.game import read_game, shipped_games
from deckgen.press.write import pages_pdf

LOOK = load_stylesheet()


def pages(**choice):
    parts = [paragraph(LOOK, "First"), *[paragraph(LOOK, "More")] * 60, paragraph(LOOK, "Second")]
    return document(LOOK, parts, RunningHeads(("left", "right"), ("foot " * 60, "middle")), **choice)


def strings(page):
    return [item.string for item in page.items if isinstance(item, Text)]


def test_the_head_is_left_out_on_the_first_page():
    first, second = pages()
    assert "left" not in strings(first)
    assert {"left", "right", "middle", "page 2 of 2"} <= set(strings(second))


def test_a_foot_that_is_too_long_is_cut():
    foot = next(s for s in strings(pages()[0]) if s.startswith("foot"))
    assert foot.endswith("…")
    assert LOOK.fonts.width(foot, "regular", LOOK.page.size) < 60


def test_pages_become_one_pdf_of_their_size_with_real_text():
    pdf = pypdfium2.PdfDocument(pages_pdf(pages(), title="Test"))
    assert pdf[1].get_size() == pytest.approx((210 / 25.4 * 72, 297 / 25.4 * 72), abs=0.01)
    assert "Second" in pdf[1].get_textpage().get_text_bounded()


ROOM = Box(20, 30, 170, 200)


def head(style, title="Odds"):
    return draw_pages([masthead(style, "A game", title, "What it is for")], ROOM)[0]


def test_without_a_band_its_titles_stand_alone():
    items = head(load_stylesheet())
    assert [item.string for item in items] == ["A game", "Odds", "What it is for"]


@pytest.mark.parametrize("game", ["future-imperfect", "rough-magic"])
@pytest.mark.parametrize("title", ["Odds", "A very long title that must be set much smaller to fit beside the art"])
def test_words_stand_within_the_band_and_left_of_its_art(game, title):
    style = document_style(read_game(game))
    items = head(style, title)
    band = bounding_box(
        [s for item in items if isinstance(item, Path) and item.fill == style.masthead.fill for s in item.segments]
    )
    assert band.y == pytest.approx(ROOM.y - style.masthead.rise)
    assert band.height == pytest.approx(style.masthead.height)
    art = next(item for item in items if isinstance(item, Use))
    assert art.symbol == style.masthead.art
    words = [item for item in items if isinstance(item, Text) and item.slot == "masthead"]
    assert [word.string for word in words] == ["A game", title]
    for word in words:
        right = word.x + style.fonts.width(word.string, word.typeface, word.size)
        assert right <= art.matrix[4] - art.matrix[0] / 2 + 0.01
        assert band.y < word.y - style.fonts.cap(word.typeface) * word.size
        assert word.y < band.bottom
    below = next(item for item in items if isinstance(item, Text) and item.string == "What it is for")
    assert below.y > band.bottom


def test_the_title_of_a_part_goes_with_what_follows():
    for style in (load_stylesheet(), document_style(read_game("rough-magic"))):
        strips = part_title(style, "Every total", "What it is")(170)
        assert all(strip.keep for strip in strips if strip is not strips[0] or len(strips) == 1)


def test_the_two_fields_of_a_panel_meet_and_keep_its_corners():
    style = document_style(read_game("future-imperfect"))
    pen = style.pen()
    split_panel(pen, Box(0, 0, 100, 20), 3.0, 30.0, "#000001", "#000002")
    left, right = (item for item in pen.items if isinstance(item, Path))
    assert bounding_box(left.segments).right == pytest.approx(30)
    assert bounding_box(right.segments).x == pytest.approx(30)
    corners = {segment[1:] for segment in (*left.segments, *right.segments) if len(segment) == 3}
    assert not {(0.0, 20.0), (100.0, 0.0)} & corners  # cut below left and above right


READ = [("ink", "paper"), ("ink", "tint"), ("ink", "zebra"), ("soft", "paper"), ("soft", "tint"), ("accent", "paper"),
        ("accent", "tint"), ("alarm", "paper"), ("accent_ink", "accent"), ("open_ink", "open")]  # fmt: skip


def light(screen: str) -> float:
    shares = (int(screen[i : i + 2], 16) / 255 for i in (1, 3, 5))
    r, g, b = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(("game", "pair"), list(product(shipped_games(), READ)))
def test_all_that_is_read_stands_out(game, pair):
    style = document_style(read_game(game))
    assert contrast(*map(style.color, pair)) >= 4.5


@pytest.mark.parametrize("game", shipped_games())
def test_the_masthead_is_read(game):
    own = document_style(read_game(game)).masthead
    if own.height:
        assert contrast(own.ink, own.fill) >= 4.5
        assert contrast(own.kicker_ink, own.fill) >= 4.5
        assert own.art


@pytest.mark.parametrize("game", shipped_games())
def test_no_ink_of_a_document_is_over_240_per_cent(game):
    inks = document_style(read_game(game)).shared.inks.values()
    assert max(sum(ink.cmyk) for ink in inks) <= 2.4 + 1e-9


def test_a_symbol_that_is_not_drawn_is_told_with_its_line(tmp_path):
    file = tmp_path / "look.yaml"
    file.write_text("extends: plain\nslots:\n  heading: {mark: star}\n", encoding="utf-8")
    game = replace(read_game("rough-magic"), look=file, folder=tmp_path)
    with pytest.raises(LayoutError, match=r"look.yaml:3: slots.heading.mark: the template has no symbol 'star'"):
        document_style(game)
