import pytest
from page_svg import compiled, static

from deckgen.draw.drawing import Path, Text, Use
from deckgen.draw.geometry import bounding_box
from deckgen.errors import LayoutError

SQUARE = 'd="M1 1H3V3H1Z"'


def test_a_clone_of_itself_stops_early():
    with pytest.raises(LayoutError, match="too deep"):
        static('<g id="loop"><use href="#loop"/></g>')


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (f'<path {SQUARE} fill="#ff0000"/>', f'<path {SQUARE} style="fill:#f00;-inkscape-stroke:none" sodipodi:nodetypes="cc"/>'),
        (f"<path {SQUARE}/>", f'<g transform="translate(-1 -2)"><g transform="matrix(1 0 0 1 1 2)"><path {SQUARE}/></g></g>'),
        ('<path d="M2 2H4V4H2Z"/>', f'<path {SQUARE} transform="translate(1,1)"/>'),
        ('<rect x="1" y="1" width="2" height="2"/>', '<polygon points="1,1 3,1 3,3 1,3"/>'),
        ('<circle cx="5" cy="5" r="2"/>', '<ellipse cx="5" cy="5" rx="2" ry="2"/>'),
        ('<line x1="1" y1="1" x2="2" y2="2" stroke="#000"/>', '<polyline points="1 1 2 2" style="stroke:black;stroke-width:1px"/>'),
        (f'<path {SQUARE}/><path d="M3 4H5V6H3Z"/>', f'<path id="a" {SQUARE}/><use xlink:href="#a" x="2" y="3"/>'),
        (f'<path {SQUARE}/><path d="M3 4H5V6H3Z"/>', f'<path id="a" {SQUARE}/><use href="#a" transform="translate(2,3)"/>'),
        (f'<path {SQUARE} fill="#00ff00"/>', f'<style>.c{{fill:#00ff00}}</style><path class="c" {SQUARE}/>'),
        ('<text x="1" y="2" font-size="3">one two</text>', '<text font-size="3"><tspan sodipodi:role="line" x="1" y="2">one\n  two</tspan></text>'),
        ('<text x="2" y="4" font-size="6">x</text>', '<text x="1" y="2" font-size="3" transform="scale(2)">x</text>'),
        (f"<path {SQUARE}/>", f'<title>t</title><desc>d</desc><metadata/><sodipodi:namedview/><path {SQUARE}/><g display="none"><image/></g>'),
    ],
)  # fmt: skip
def test_inkscapes_ways_of_writing_give_the_same_items(one, other):
    def plain(items):
        return [
            (item.string, item.size, item.x, item.y) if isinstance(item, Text) else (item.fill, item.stroke, bounding_box(item.segments))
            for item in items
        ]  # fmt: skip

    assert plain(static(one).groups["static"]) == plain(static(other).groups["static"])


def test_lines_of_text_are_anchored_each_by_itself():
    items = static(
        '<text font-size="4" text-anchor="middle" style="font-weight:700"><tspan x="25" y="5">one</tspan>'
        '<tspan x="25" y="10">t<tspan font-style="italic">w</tspan>o</tspan></text>'
    ).groups["static"]
    assert [(i.string, i.y, i.typeface) for i in items] == [
        ("one", 5, "bold"), ("t", 10, "bold"), ("w", 10, "bold-italic"), ("o", 10, "bold"),
    ]  # fmt: skip
    assert items[1].x < items[2].x < 25 < items[3].x


def test_text_may_be_turned():
    (item,) = static('<text x="5" y="0" font-size="2" transform="rotate(90)">x</text>').groups["static"]
    assert (item.x, item.y, item.angle) == pytest.approx((0, 5, 90))


def test_icons_have_the_size_of_one_and_take_the_fill_of_their_use():
    template = compiled(
        '<defs><symbol id="icon-a" viewBox="10 10 20 10"><path d="M10 10H30V20H10Z"/>'
        '<path d="M10 10H30" fill="none" stroke="currentColor" stroke-width="2"/></symbol></defs>'
        '<g id="static"><use href="#icon-a" x="5" y="5" width="4" height="4" fill="#123456"/></g>'
    )
    filled, line = template.icons["icon-a"].items
    assert bounding_box(filled.segments) == pytest.approx((-0.5, -0.25, 1, 0.5))
    assert (filled.fill, line.fill, line.stroke) == ("inherit", None, "inherit")
    assert line.stroke_width == pytest.approx(0.1)
    (use,) = template.groups["static"]
    assert isinstance(use, Use)
    assert use.fill == "#123456"
    assert use.matrix == pytest.approx((4, 0, 0, 4, 7, 7))


def test_art_keeps_dashes_and_holes():
    (item,) = static(
        f'<path {SQUARE} fill-rule="evenodd" stroke="#000" stroke-dasharray="1 2" stroke-linecap="round"/>'
    ).groups["static"]
    assert isinstance(item, Path)
    assert (item.even_odd, item.dash, item.round) == (True, (1, 2), True)


def test_a_color_that_the_theme_lacks_is_refused_with_its_id():
    with pytest.raises(LayoutError, match=r"p.*#badbad, which is not in the theme"):
        static('<path id="p" d="M0 0h9v9z" fill="#badbad"/>')


def test_what_is_hidden_is_not_drawn():
    hidden = '<g style="display:none"><path d="M0 0h9v9z"/></g><path d="M0 0h9v9z" visibility="hidden"/>'
    assert static(hidden).groups["static"] == ()
