from pathlib import Path

import pytest
from page_svg import page

from deckgen.card.svg.parser import SVG, parse_svg, read_svg
from deckgen.errors import LayoutError

FILE = Path("some.svg")


def problems_of(content: bytes) -> str:
    with pytest.raises(LayoutError) as caught:
        parse_svg(content, FILE)
    return str(caught.value)


def test_attributes_lose_their_namespaces_and_lines_are_kept():
    root = parse_svg(page('\n<use xlink:href="#a" inkscape:label="layer" sodipodi:role="line" id="u"/>'), FILE)
    (use,) = root.children
    assert (use.tag, use.id, use.line) == ("use", "u", 2)
    assert dict(use.attributes) == {"href": "#a", "inkscape:label": "layer", "id": "u"}
    assert use.has_name("layer")
    assert use.has_name("u")


def test_elements_of_other_namespaces_have_no_tag():
    assert parse_svg(page("<sodipodi:namedview/>"), FILE).children[0].tag == ""


def test_text_is_folded_across_children():
    assert parse_svg(page("<text> a <tspan>b\n c</tspan></text>"), FILE).children[0].text() == "a b c"


@pytest.mark.parametrize(
    ("before", "body"),
    [
        ('<!DOCTYPE svg [<!ENTITY lol "ha">]>', "<text>&lol;</text>"),
        ('<!DOCTYPE svg [<!ENTITY a "x"><!ENTITY b "&a;&a;">]>', "<text>&b;</text>"),
        ('<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>', "<text>&x;</text>"),
        ('<!DOCTYPE svg [<!ENTITY % x SYSTEM "http://example.org/x.dtd"> %x;]>', "<g/>"),
    ],
)
def test_entities_are_refused(before, body):
    message = problems_of(page(body, before=before))
    assert "declares the entity" in message
    assert message.count("\n") == 0


def test_an_entity_of_an_external_dtd_is_refused_not_dropped():
    doctype = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    assert parse_svg(page("<g/>", before=doctype), FILE).tag == "svg"
    assert "undeclared entity nbsp" in problems_of(page("<text>&nbsp;</text>", before=doctype))


def test_an_outside_style_sheet_is_refused():
    assert "style sheet outside" in problems_of(page("", before='<?xml-stylesheet href="a.css"?>'))


def test_broken_and_foreign_files_are_refused_with_their_line():
    assert problems_of(b"<svg>\n<g>\n</svg>").startswith("some.svg:3: ")
    assert "root is not an svg" in problems_of(b"<html/>")


def test_endless_nesting_is_refused():
    message = problems_of(page("<g>" * 5000 + "</g>" * 5000))
    assert "nested too deep" in message
    assert message.count("\n") == 0


def test_a_missing_file_is_told():
    with pytest.raises(LayoutError, match=r"gone\.svg"):
        read_svg(Path("gone.svg"))


@pytest.mark.parametrize("encoding", ["klingon", "rot13", "utf-32", "utf-7", "idna", "undefined", "utf-16", "cp037"])
def test_an_encoding_that_cannot_be_read_is_told(encoding):
    with pytest.raises(LayoutError, match=r"encoding|well-formed"):
        parse_svg(f'<?xml version="1.0" encoding="{encoding}"?><svg xmlns="{SVG}"/>'.encode(), FILE)


@pytest.mark.finding("R5")
def test_attributes_that_every_element_would_have_are_refused():
    many = " ".join(f'a{i} CDATA "x"' for i in range(100))
    assert "declares attributes of g" in problems_of(page("", before=f"<!DOCTYPE svg [<!ATTLIST g {many}>]>"))
