import pytest
from table_decks import GAMES, shipped

from deckgen.card.layout import load_layout
from deckgen.card.widgets.base import MarkStyle
from deckgen.deck.deal.generator import generate
from deckgen.document.marked_results import (
    ResultStyles,
    draw_result,
    result_legend,
    result_styles,
    with_card_style,
)
from deckgen.document.results import AGAIN, FAILURE, MARKED, Result, result_fields
from deckgen.draw.drawing import Path, Text, Use
from deckgen.draw.geometry import Box
from deckgen.draw.stylesheet import load_stylesheet
from deckgen.game import read_game

STYLE = load_stylesheet()
BOX = Box(10, 20, 8, 4)
PLAIN = MarkStyle("regular", "#111111")
OPEN = MarkStyle("bold-italic", "#222222", "#ffffff", "#333333")


def drawn(result, marks):
    pen = STYLE.pen()
    draw_result(pen, result, marks, BOX, 3.0)
    return pen.items


def test_a_marked_result_stands_on_its_plate_and_others_on_none():
    marks = ResultStyles({AGAIN: OPEN}, plain=PLAIN)
    plate, text = drawn(Result(8, "8", (AGAIN,)), marks)
    assert isinstance(plate, Path)
    assert (plate.fill, plate.stroke) == ("#ffffff", "#333333")
    assert (text.typeface, text.fill, text.slot) == ("bold-italic", "#222222", "cell")
    (plain,) = drawn(Result(3, "3"), marks)
    assert (plain.typeface, plain.fill) == ("regular", "#111111")
    assert plain.x + STYLE.fonts.width("3", "regular", 3.0) / 2 == pytest.approx(BOX.cx)
    assert drawn(Result(None, ""), marks) == []


def test_a_mark_without_a_plate_is_an_icon_before_the_words(monkeypatch):
    marks = ResultStyles({}, plain=PLAIN, mark="icon-dot")
    pen = STYLE.pen()
    monkeypatch.setattr(pen, "_icons", ["icon-dot"])
    draw_result(pen, Result("head", "head", ("vital",)), marks, BOX, 3.0)
    draw_result(pen, Result("arm", "arm"), marks, BOX, 3.0)
    assert [type(item) for item in pen.items] == [Use, Text, Text]
    assert pen.items[0].symbol == "icon-dot"
    assert pen.items[1].x > pen.items[0].matrix[4]


def test_a_result_too_wide_for_its_place_gets_smaller_but_stays_legible():
    (text,) = drawn(Result("x", "MMMMM"), ResultStyles({}, plain=PLAIN))
    assert STYLE.min_text_size <= text.size < 3.0


@pytest.mark.parametrize("name", GAMES)
def test_every_section_says_how_it_marks_open_failed_and_marked_results(name):
    _, _, spec = shipped(name)
    layout = load_layout(spec.layout)
    found = result_styles(layout, spec, with_card_style(STYLE, layout))
    assert set(found) == {section.name for section in spec.sections}
    for marks in found.values():
        kinds = {marks.style(Result(1, "1", (kind,))) for kind in (AGAIN, FAILURE, MARKED)}
        assert len(kinds) == 3
        assert marks.plain not in kinds


@pytest.mark.parametrize("name", GAMES)
def test_the_legend_tells_every_mark_that_results_can_show_and_no_other(name):
    game = read_game(name)
    spec = game.deck()
    layout = load_layout(spec.layout)
    styles = result_styles(layout, spec, with_card_style(STYLE, layout))
    told = {(section, e.mark) for e in result_legend(layout, game, spec, styles) for section in e.sections}
    seen = set()
    for seed in ("1", "2", "3"):
        for card in generate(game, spec, seed).cards:
            for field in result_fields(spec, game.words):
                own = styles[field.section.name]
                marks = field.read(card).marks
                seen |= {
                    (field.section.name, mark)
                    for mark in marks
                    if own.plates.get(mark, own.plain) != own.plain or (mark not in own.plates and own.mark)
                }
    assert seen == told


@pytest.mark.parametrize("name", GAMES)
def test_a_sample_looks_as_results_do(name):
    game = read_game(name)
    spec = game.deck()
    layout = load_layout(spec.layout)
    styles = result_styles(layout, spec, with_card_style(STYLE, layout))
    for entry in result_legend(layout, game, spec, styles):
        own = styles[entry.sections[0]]
        pen = with_card_style(STYLE, layout).pen()
        entry.draw(pen, BOX)
        (text,) = [item for item in pen.items if isinstance(item, Text)]
        style = own.plates.get(entry.mark, own.plain)
        assert (text.typeface, text.fill) == (style.face, style.ink)
        assert text.x >= BOX.x
