"""Rich text in a box: its typefaces and symbols, its size, and what does not fit."""

from __future__ import annotations

from fractions import Fraction

import pytest
from page_svg import FONTS
from widget_drawing import BOX, TITLES, drawn, options_of, outcomes, strings

from deckgen.card.widgets import prose
from deckgen.draw.drawing import Path, Text, Use
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.errors import Problems
from deckgen.game.model import Outcome, ProseSection, TextSection
from deckgen.language import Language, load_language

LONG = "A ship that has lost its crew drifts with the current. " * 4


def section(*texts):
    return ProseSection(*TITLES, outcomes(*texts), texts)


def shown(text, box=BOX, **options):
    return drawn(prose.WIDGET, section(text), text, box, **options)[1]


def texts(items):
    return [item for item in items if isinstance(item, Text)]


def told(text, box=BOX, words=None, language=None, **options):
    """The problems of a text, whose icons are only icon-coin, and its items."""
    problems = Problems()
    pen = Pen(FONTS, 6 * PT, "theme", problems, icons=["icon-coin"])
    pen.words, pen.language = words or {}, language or Language()
    pen.begin("a card", "text")
    prose.WIDGET.build(section(text), box, options_of(prose.WIDGET, **options), pen)(pen, text)
    return [f"{problem.path}: {problem.message}" for problem in problems], pen.items


def test_words_are_set_in_the_typefaces_of_their_markup():
    items = shown("a **b** *c* ***d***")
    runs = [(item.string, item.typeface) for item in items if item.string.strip()]
    assert runs == [("a ", "regular"), ("b", "bold"), ("c", "italic"), ("d", "bold-italic")]


def test_nothing_is_drawn_without_text():
    assert shown(None) == []


@pytest.mark.parametrize("kind", [TextSection, ProseSection])
def test_translated_texts_of_both_kinds_are_drawn(kind):
    more = [(None,)] if kind is ProseSection else []
    translated = kind(*TITLES, (Outcome("a", Fraction(1), "**ä**"),), *more)
    (item,) = drawn(prose.WIDGET, translated, "a")[1]
    assert (item.string, item.typeface) == ("ä", "bold")


def test_symbols_stand_in_the_line_in_their_color():
    first, symbol, last = shown("x {icon-coin} y", icon_ink="gold")
    assert isinstance(symbol, Use)
    assert (symbol.symbol, symbol.fill) == ("icon-coin", "gold")
    size, _, _, _, x, y = symbol.matrix
    assert first.x + FONTS.em_width("x ", "regular") * first.size <= x - size / 2
    assert x + size / 2 <= last.x + FONTS.em_width(" ", "regular") * last.size
    assert y == pytest.approx(first.y - FONTS.cap("regular") * first.size / 2)
    (_, plain, _) = shown("x {icon-coin} y")
    assert plain.fill == "ink"


def test_several_symbols_are_as_many():
    assert len([item for item in shown("{icon-coin}{icon-coin}") if isinstance(item, Use)]) == 2


def test_lines_begin_paragraphs_and_points():
    items = shown("one\n\ntwo\n- three\n- four")
    assert strings(items) == ["one", "two", "three", "four"]
    marks = [item for item in items if isinstance(item, Path)]
    lines = texts(items)
    assert len(marks) == 2
    assert lines[0].x == lines[1].x == 0 < lines[2].x == lines[3].x
    assert lines[1].y - lines[0].y > 1.3 * lines[0].size


def test_a_long_text_is_set_smaller_and_no_smaller_than_it_must():
    box = Box(0, 0, 40, 30)
    large, small = (texts(shown(words, box, size=11 * PT))[0].size for words in ("Short.", LONG))
    assert large == 11 * PT
    assert 6 * PT <= small < large
    higher = texts(shown(LONG, Box(0, 0, 40, 45), size=11 * PT))[0].size
    assert small < higher


@pytest.mark.parametrize(("align", "vertical"), [(0, 0), (0.5, 0.5), (1, 1)])
def test_alignment(align, vertical):
    (item,) = shown("Word", align=align, vertical=vertical)
    free = BOX.width - FONTS.em_width("Word", "regular") * item.size
    assert item.x == pytest.approx(free * align)
    top = item.y - FONTS.cap("regular") * item.size
    assert {0: top < 3, 0.5: abs((top + item.y) / 2 - BOX.cy) < 0.1, 1: item.y > 27}[vertical]


def test_words_are_hyphenated_by_the_language():
    words = "Windjammerbesatzung und Hafenmeisterei"
    _, items = told(words, Box(0, 0, 14, 30), language=load_language("de"))
    assert any(item.string.endswith("-") for item in texts(items))


def test_what_does_not_fit_in_the_smallest_size_is_told_once():
    problems, items = told(LONG, Box(0, 0, 20, 10))
    assert problems == [
        "a card, slot text: 'A ship that has lost its crew drifts with the current. A shi…' does not fit at 6 pt"
    ]
    assert {item.size for item in texts(items)} == {6 * PT}


def test_unknown_icons_and_marks_are_told():
    problems, _ = told("{icon-coin} {icon-cion} {mark.prone} {mark.again}", words={"mark.prone": "a **figure**"})
    assert problems == [
        'a card, slot text: the layout draws no mark "again", or draws it in several ways',
        'a card, slot text: there is no icon "icon-cion"',
    ]


def test_marks_are_named_as_the_layout_draws_them():
    _, items = told("Be {mark.prone}.", words={"mark.prone": "a lying figure"})
    assert strings(items) == ["Be a lying figure."]
