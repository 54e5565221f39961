import math
import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hypothesis import given, strategies as st
from press_drawings import card, sheet_grid, solid

from deckgen.errors import PressError
from deckgen.press.imposition.cut import cut_dxf, cut_svg, cuts_of_sheet
from deckgen.press.imposition.n_up import n_up_pages
from deckgen.press.options import Options
from deckgen.press.target import load_target, paper_for

HOME = load_target("home")
A4 = paper_for("a4", HOME)
SVG = "{http://www.w3.org/2000/svg}"


def grid(gutter=0.0):
    return sheet_grid(card(), replace(HOME, gutter=gutter), A4)


def tags(data):
    """A DXF file as pairs of a code and a value."""
    lines = data.decode("ascii").splitlines()
    return [(int(code), value) for code, value in zip(lines[::2], lines[1::2], strict=True)]


def entities(data):
    """The entities of a DXF file, each its kind and its values by their codes; vertices are those of the polyline before."""
    found = []
    inside = False
    for code, value in tags(data):
        if (code, value) == (2, "ENTITIES"):
            inside = True
        elif inside and code == 0:
            found.append((value, {}))
        elif inside:
            found[-1][1][code] = value
    return found


def area(vertices):
    """What a closed outline encloses."""
    return sum(x * v - u * y for (x, y), (u, v) in zip(vertices, [*vertices[1:], vertices[0]], strict=True)) / 2


def test_neighbors_without_a_gutter_share_a_cut():
    made = cuts_of_sheet(grid())
    assert made.boxes == ()
    assert len(made.lines) == 4 + 4
    block = grid().block
    assert {round(math.hypot(u - x, v - y), 3) for x, y, u, v in made.lines} == {
        round(block.width, 3),
        round(block.height, 3),
    }


@given(st.integers(1, 9))
def test_cuts_around_some_cards_are_as_long_as_their_edges_and_none_is_cut_twice(count):
    made = cuts_of_sheet(grid(), count)
    full, rest = divmod(count, 3)
    level = 63.5 * (3 * (full + 1) + rest if full else 2 * rest)
    upright = 88.9 * (4 * full + (rest + 1 if rest else 0))
    assert sum(math.hypot(u - x, v - y) for x, y, u, v in made.lines) == pytest.approx(level + upright)


def test_round_corners_are_parts_of_circles_of_their_radius():
    made = cut_dxf(cuts_of_sheet(grid(2), corner=3.0))
    outlines, inside = [], None
    for kind, values in entities(made):
        if kind == "POLYLINE":
            inside = []
            outlines.append(inside)
            assert (values[8], values[70]) == ("CUT", "1")  # closed
        if kind == "VERTEX":
            inside.append(tuple(float(values[code]) for code in (10, 20)))
    assert len(outlines) == 9
    for outline in outlines:
        x, y = min(outline)[0] + 3, min(point[1] for point in outline) + 3
        corner = [math.hypot(u - x, v - y) for u, v in outline if u <= x and v <= y]
        assert len(corner) > 8
        assert corner == pytest.approx([3.0] * len(corner), abs=1e-5)
        assert area(outline) == pytest.approx(63.5 * 88.9 - (4 - math.pi) * 9, abs=0.1)


def test_dxf_says_mm_and_has_the_lines_of_the_svg_upside_down():
    made = cuts_of_sheet(grid())
    data = cut_dxf(made, frame=True)
    header = tags(data)
    at = header.index((9, "$INSUNITS"))
    assert header[at + 1] == (70, "4")
    assert header[-1] == (0, "EOF")
    lines = [values for kind, values in entities(data) if kind == "LINE"]
    found = {tuple(float(line[code]) for code in (10, 20, 11, 21)) for line in lines}
    assert found == {tuple(round(v, 6) for v in (x, 297 - y, u, 297 - v)) for x, y, u, v in made.lines}
    (frame,) = [values for kind, values in entities(data) if kind == "POLYLINE"]
    assert frame[8] == "SHEET"


def test_svg_is_as_large_as_the_paper_and_its_cards_lie_where_they_are_printed():
    """Six cards, 2 mm apart."""
    face = solid()
    target = replace(HOME, gutter=2.0, crop=None, ruler=False, footer=False)
    plan = sheet_grid(face, target, A4)
    (page,) = n_up_pages([face] * 6, face, target, A4, Options(flip="none"))
    root = ET.fromstring(cut_svg(cuts_of_sheet(plan, 6), "A & B", frame=True))  # noqa: S314 (our own file)
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("210mm", "297mm", "0 0 210 297")
    assert root.find(f"{SVG}title").text == "A & B"
    layers = {group.get("id"): group for group in root.iter(f"{SVG}g")}
    assert set(layers) == {"cut", "sheet"}
    corners = [tuple(map(float, re.findall(r"[\d.]+", path.get("d"))))[:4] for path in layers["cut"].iter(f"{SVG}path")]
    placed = [(p.x, p.y, p.x + 63.5, p.y + 88.9) for p in page.placed]
    assert np.allclose(corners, placed, atol=0.001)


def test_corners_too_round_for_a_card_are_refused():
    with pytest.raises(PressError, match=r"corners of 32 mm .* at most 31\.75 mm"):
        cuts_of_sheet(grid(), corner=32.0)


def test_a_dxf_has_the_header_and_layers_of_its_release(golden):
    cuts = cuts_of_sheet(sheet_grid(solid(width=90, height=140), replace(HOME, gutter=2.0), A4), 1, corner=3.0)
    head, _ = cut_dxf(cuts, frame=True).decode().split("ENTITIES")
    golden("press/cuts-head.dxf.txt", head)
