import re

import pytest
from defusedxml.ElementTree import fromstring as read
from golden_files import compare
from press_drawings import BLACK, RED, STYLE, card, drawing

from deckgen.draw.drawing import Symbol, Text, Use
from deckgen.draw.truetype import read_font
from deckgen.press.pictures.svg import svg, svgs

NS = {"svg": "http://www.w3.org/2000/svg"}
HREF = "{http://www.w3.org/1999/xlink}href"


def test_a_card_is_the_blessed_one(golden):
    golden("card.svg", svg(card()))


def test_a_turned_text_without_bleed_is_the_blessed_one(golden):
    golden("outlines.svg", svg(drawing(Text(1, 5, "g8", "bold", 4, RED, angle=90)), bleed=0))


def test_a_golden_notices_damage(tmp_path):
    compare(tmp_path / "card.svg", svg(card()), update=True)
    compare(tmp_path / "card.svg", svg(card()), update=False)
    with pytest.raises(pytest.fail.Exception, match="--update-goldens"):
        compare(tmp_path / "card.svg", svg(card()).replace("8 12 ½", "8 13 ½"), update=False)


@pytest.mark.parametrize(
    ("choice", "size", "view"),
    [
        ({}, ("69.85mm", "95.25mm"), "-3.175 -3.175 69.85 95.25"),
        ({"bleed": 0}, ("63.5mm", "88.9mm"), "0 0 63.5 88.9"),
        ({"bleed": 3}, ("69.5mm", "94.9mm"), "-3 -3 69.5 94.9"),
        ({"bleed": 30}, ("69.85mm", "95.25mm"), "-3.175 -3.175 69.85 95.25"),
    ],
)
def test_size_and_view_are_in_mm(choice, size, view):
    root = read(svg(card(), **choice))
    assert (root.get("width"), root.get("height")) == size
    assert root.get("viewBox") == view


def test_what_is_said_is_told_a_line_for_each_slot_and_no_font_is_asked_for():
    said = [
        Text(1, 2, 'a < "b"', "regular", 3, BLACK, slot="one"),
        Text(5, 2, "& c", "bold", 3, BLACK, slot="one"),
    ]
    document = svg(
        drawing(*said, Use("said"), title="T & T", symbols={"said": Symbol((Text(1, 1, "x", "bold", 1, RED),))})
    )
    root = read(document)
    assert root.find("svg:title", NS).text == "T & T"
    assert root.find("svg:desc", NS).text == 'a < "b" & c\nx'
    assert root.get("role") == "img"
    assert "<text" not in document
    assert "font" not in document


def test_letters_are_told_once_in_each_face_and_used_where_they_stand():
    root = read(svg(drawing(Text(1, 2, "17 71", "bold", 3, BLACK), Text(1, 9, "1", "regular", 2, RED))))
    shapes = root.findall("svg:defs/svg:path", NS)
    assert [shape.get("id") for shape in shapes] == ["f2-31", "f2-37", "f0-31"]
    first, second = root.findall("svg:g", NS)
    assert (first.get("fill"), first.get("transform")) == (BLACK, "translate(1 2)scale(0.003)")
    assert [use.get(HREF) for use in first] == ["#f2-31", "#f2-37", "#f2-37", "#f2-31"]
    font = read_font(STYLE.fonts["bold"])
    (_, one, *_), (_, seven, *_), (_, space, *_), *_ = font.advances("17 71")
    ends = [0, one, one + seven + space, one + 2 * seven + space]
    assert [int(use.get("x", "0")) for use in first] == [round(1000 * end) for end in ends]
    assert [use.get(HREF) for use in second] == ["#f0-31"]


def test_letters_are_kerned_and_spaced_as_measured():
    ((_, kerned),) = [read(svg(drawing(Text(1, 2, "AV", "bold", 3, BLACK)))).find("svg:g", NS)]
    ((_, spaced),) = [read(svg(drawing(Text(1, 2, "AV", "bold", 3, BLACK, spacing=0.3)))).find("svg:g", NS)]
    advance = read_font(STYLE.fonts["bold"]).advances("AV")[0][1]
    assert int(kerned.get("x")) == round(1000 * advance)
    assert int(spaced.get("x")) == round(1000 * (advance + 0.1))


@pytest.mark.parametrize("letter", "8gÖ½&")
def test_a_letter_has_the_shape_that_its_font_gives_it(letter):
    (shape,) = read(svg(drawing(Text(0, 0, letter, "bold", 1, BLACK)))).findall("svg:defs/svg:path", NS)
    x = y = 0
    ends = []
    for steps in re.findall(r"[mlq]([^mlqz]*)", shape.get("d")):  # every outline ends where it began
        *_, across, down = map(int, re.findall(r"-?\d+", steps))
        x, y = x + across, y + down
        ends.append((x, y))
    outline = read_font(STYLE.fonts["bold"]).outline(letter)
    wanted = [(1000 * x, -1000 * y) for *_, x, y in (segment for segment in outline if segment[0] != "Z")]
    assert ends == [pytest.approx(end, abs=0.51) for end in wanted]


def test_condensed_text_begins_where_it_would():
    (narrow,) = texts(Text(10, 5, "a", "regular", 3, BLACK, stretch=0.8))
    (turned,) = texts(Text(10, 5, "a", "regular", 3, BLACK, angle=90, stretch=0.8))
    assert narrow.get("transform") == "translate(10 5)scale(0.0024 0.003)"
    assert turned.get("transform") == "translate(10 5)rotate(90)scale(0.0024 0.003)"


def test_letters_of_a_symbol_take_the_fill_of_its_use_and_no_stroke():
    symbols = {"said": Symbol((Text(1, 1, "x", "bold", 1, "inherit"),))}
    root = read(svg(drawing(Use("said", fill=RED), symbols=symbols)))
    assert root.find("svg:defs/svg:g/svg:g", NS).get("fill") is None
    assert root.find("svg:defs/svg:path", NS).get("stroke") == "none"


def texts(*items):
    return read(svg(drawing(*items))).findall("svg:g", NS)


def test_symbols_are_defined_once_inner_ones_first():
    root = read(svg(drawing(Use("pair"), Use("pair", fill=RED))))
    assert [g.get("id") for g in root.findall("svg:defs/svg:g", NS)] == ["symbol-pip", "symbol-pair"]


def test_a_part_that_inherits_has_no_color_of_its_own():
    root = read(svg(drawing(Use("pip", fill=RED))))
    filled, own, stroked = root.findall("svg:defs/svg:g/svg:path", NS)
    assert (filled.get("fill"), filled.get("stroke")) == (None, "none")
    assert (own.get("fill"), own.get("stroke")) == ("#ffffff", "none")
    assert (stroked.get("fill"), stroked.get("stroke")) == ("none", None)
    assert root.find("svg:use", NS).get("fill") == RED


def test_what_several_drawings_share_is_the_same_in_each():
    one, two = drawing(Use("pair"), Text(1, 2, "x", "bold", 3, RED)), drawing(Use("pair"), Use("pip"))
    assert list(svgs([one, two, one])) == [svg(one), svg(two), svg(one)]
