from pathlib import Path

import pytest
from page_svg import page

from deckgen.card.svg.css import (
    INHERIT,
    ROOT,
    cascade,
    is_hidden,
    parse_color,
    parse_declarations,
    read_rules,
    typeface_of,
)
from deckgen.card.svg.parser import parse_svg


def looks(body: str) -> tuple[list[dict[str, str]], list[str]]:
    root = parse_svg(page(body), Path("test.svg"))
    told: list[str] = []
    sheet = read_rules(root, lambda node, what, _: told.append(f"{node.id}: {what}"))
    return [cascade(node, ROOT, sheet.matching(node)) for node in root.children if node.tag != "style"], told


def test_attributes_yield_to_rules_and_rules_to_style():
    (look,), told = looks(
        "<style>/* all */ path {fill:#111111;stroke:#222222} .a{fill:#333333;stroke-width:2} #p {stroke-width:3}</style>"
        '<path id="p" class="b a" fill="#000001" stroke="#000002" style="stroke:#444444;-inkscape-x:1"/>'
    )
    assert not told
    assert (look["fill"], look["stroke"], look["stroke-width"]) == ("#333333", "#444444", "3")


def test_only_simple_rules_are_read():
    _, told = looks('<style id="s">g path{fill:red} a:hover{fill:red} @import "x.css";</style>')
    assert told == ["s: the style element refers to something outside the file"]
    _, told = looks('<style id="s">g path{fill:red} .ok{fill:red} a:hover{fill:red}</style>')
    assert len(told) == 2


def test_own_properties_do_not_pass_to_children():
    assert "opacity" not in cascade(parse_svg(page(""), Path("x")), {**ROOT, "opacity": "0.5", "filter": "url(#f)"}, ())


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("#ABC", "#aabbcc"),
        ("#A1B2C3", "#a1b2c3"),
        ("none", None),
        ("rgb(1, 2,255)", "#0102ff"),
        ("currentColor", INHERIT),
        ("#8c1c13 icc-color(NAME,0,1,1,0)", "#8c1c13"),
    ],
)
def test_colors(text, value):
    assert parse_color(text) == value


@pytest.mark.parametrize("text", ["url(#gradient)", "papayawhip", "#12", "var(--x)", "device-cmyk(0,0,0,1)"])
def test_other_paints_are_refused(text):
    with pytest.raises(ValueError, match=r"color|gradient"):
        parse_color(text)


@pytest.mark.parametrize(
    ("text", "face"),
    [
        ("", "regular"),
        ("font-weight:bold", "bold"),
        ("font-weight:600", "semibold"),
        ("font-weight:900", "black"),
        ("font-style:italic", "italic"),
        ("font-weight:700;font-style:oblique", "bold-italic"),
    ],
)
def test_faces_come_from_weight_and_style(text, face):
    assert typeface_of(parse_declarations(text)) == face


@pytest.mark.parametrize("text", ["display:none", "visibility:hidden", "opacity:0"])
def test_hidden_elements(text):
    assert is_hidden(parse_declarations(text))
    assert not is_hidden(parse_declarations("fill:red"))
