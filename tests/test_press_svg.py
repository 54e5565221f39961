import pytest
from conftest import compare
from defusedxml.ElementTree import fromstring as read
from press_drawings import BLACK, RED, card, drawing

from deckgen.draw.drawing import Text, Use
from deckgen.press.svg import svg, svgs

NS = {"svg": "http://www.w3.org/2000/svg"}


def test_a_card_is_the_blessed_one(golden):
    golden("card.svg", svg(card()))


def test_a_card_in_outlines_without_bleed_is_the_blessed_one(golden):
    golden("outlines.svg", svg(drawing(Text(1, 5, "g8", "bold", 4, RED, angle=90)), outlines=True, bleed=0))


def test_a_golden_notices_damage(tmp_path):
    compare(tmp_path / "card.svg", svg(card()), update=True)
    compare(tmp_path / "card.svg", svg(card()), update=False)
    with pytest.raises(pytest.fail.Exception, match="--update-goldens"):
        compare(tmp_path / "card.svg", svg(card()).replace("12</text>", "13</text>"), update=False)


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


def test_text_is_text_with_what_xml_would_take_amiss():
    root = read(svg(drawing(Text(1, 2, 'a < "b" & c', "regular", 3, BLACK))))
    assert root.find("svg:text", NS).text == 'a < "b" & c'


def test_condensed_text_begins_where_it_would():
    (plain,) = texts(Text(10, 5, "a", "regular", 3, BLACK))
    (narrow,) = texts(Text(10, 5, "a", "regular", 3, BLACK, stretch=0.8))
    (turned,) = texts(Text(10, 5, "a", "regular", 3, BLACK, angle=90, stretch=0.8))
    assert plain.get("transform") is None
    assert narrow.get("transform") == "matrix(0.8 0 0 1 2 0)"
    assert turned.get("transform") == "rotate(90 10 5) matrix(0.8 0 0 1 2 0)"


def texts(*items):
    return read(svg(drawing(*items))).findall("svg:text", NS)


def test_symbols_are_defined_once_inner_ones_first():
    root = read(svg(drawing(Use("pair"), Use("pair", fill=RED))))
    assert [g.get("id") for g in root.findall("svg:defs/svg:g", NS)] == ["symbol-pip", "symbol-pair"]


def test_a_part_that_inherits_has_no_colour_of_its_own():
    root = read(svg(drawing(Use("pip", fill=RED))))
    filled, own, stroked = root.findall("svg:defs/svg:g/svg:path", NS)
    assert (filled.get("fill"), filled.get("stroke")) == (None, "none")
    assert (own.get("fill"), own.get("stroke")) == ("#ffffff", "none")
    assert (stroked.get("fill"), stroked.get("stroke")) == ("none", None)
    assert root.find("svg:use", NS).get("fill") == RED


def test_what_several_drawings_share_is_the_same_in_each():
    one, two = drawing(Use("pair"), Text(1, 2, "x", "bold", 3, RED)), drawing(Use("pair"), Use("pip"))
    assert list(svgs([one, two, one])) == [svg(one), svg(two), svg(one)]
