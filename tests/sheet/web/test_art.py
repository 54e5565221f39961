"""Drawings of themes as SVG in the page, and where their slots stand."""

import re
from pathlib import Path

import pytest
from art_fixtures import art_spec

from deckgen.card.svg import parser
from deckgen.draw.geometry import Box, polygon
from deckgen.press.numbers import svg_path_data
from deckgen.sheet.paper.theme import load_sheet_theme
from deckgen.sheet.reader import load_sheet, shipped_sheets
from deckgen.sheet.web.art import Symbols, font_size_css, least_width, position_css, split_marks


@pytest.fixture
def theme(tmp_path):
    return load_sheet_theme(art_spec(tmp_path))


def test_a_drawing_refers_to_what_is_drawn_once(theme):
    symbols = Symbols(theme)
    first, second = symbols.art("poster"), symbols.art("poster")
    assert (
        first == second == '<svg viewBox="-0.5 -0.25 1 0.5" aria-hidden="true"><use href="#symbol-art-poster"/></svg>'
    )
    assert symbols.definitions().count("<g ") == 1
    assert symbols.icon("corner").startswith('<svg viewBox="-0.5 -0.5 1 1"')
    assert symbols.definitions().count("<g ") == 2


def test_its_colors_are_variables_that_are_seen_by_night(theme):
    symbols = Symbols(theme)
    symbols.art("poster")
    symbols.icon("corner")
    day, night = symbols.colors("#101820")
    assert day == {"i0": "#eaf0f5", "i1": "#1f3d5a"}
    assert night["i0"] == day["i0"]
    assert night["i1"] != day["i1"]
    assert 'fill="var(--i1)"' in symbols.definitions()


@pytest.mark.parametrize("game", shipped_sheets())
def test_all_drawings_of_the_games_are_sound_svg(game):
    theme = load_sheet_theme(load_sheet(game))
    symbols = Symbols(theme)
    for name in theme.art.drawings:
        symbols.art(name)
    space = "http://www.w3.org/1999/xlink"
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="{space}">{symbols.definitions()}</svg>'
    nodes = list(parser.parse_svg(svg.encode(), Path("page.svg")).walk())
    uses = {node.attributes["href"][1:] for node in nodes if node.tag == "use"}
    assert uses <= {node.id for node in nodes}
    assert not {node.tag for node in nodes} - {"svg", "g", "path", "use"}


def test_an_outline_tells_each_point_from_the_one_before():
    drawn = svg_path_data([*polygon([0.0, 0.0, 0.1, 0.0, 0.1, 0.25]), ("M", 0.5, 0.5), ("L", 0.4, 0.5)], 100)
    assert re.sub(r"\s+", " ", drawn) == "m0 0l10 0l0 25zm50 50l-10 0"


def test_slots_stand_in_per_cent(theme):
    art = theme.art.drawings["poster"]
    box, where = art.slots["age"].box, "--x:5%;--y:60%;--w:25%;--h:20%"
    assert position_css(art, box) == where
    assert font_size_css(art, 4) == "10cqw"
    assert position_css(art, box, 4, ink="#123456") == f"{where};--f:10cqw;--c:#123456"
    aligned = [position_css(art, box, align=each) for each in (None, 0.0, 0.5, 1.0)]
    assert aligned == [where, f"{where};--a:left", f"{where};--a:center", f"{where};--a:right"]


def test_marks_must_be_apart_and_values_high_enough(theme):
    art = theme.art.drawings["poster"]  # 40 units wide
    assert least_width(art, [], [[Box(0, 0, 2, 2), Box(6, 0, 3, 3)]]) == 160  # 6.5 units must be 24 px
    assert least_width(art, [Box(0, 0, 9, 4)], []) == 240  # 4 units must be 19 px
    assert least_width(art, [], []) == 80


def test_marks_in_one_slot_share_its_longer_side():
    assert [box.x for box in split_marks(Box(1, 1, 10, 2), 5)] == [1, 3, 5, 7, 9]
    assert [box.y for box in split_marks(Box(1, 1, 2, 10), 5)] == [1, 3, 5, 7, 9]
