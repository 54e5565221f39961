"""Faces in a web page: sound markup that refers to nothing else, text that is escaped, letters that the page has."""

import re
from base64 import b64decode
from functools import cache

import pytest
from defusedxml.ElementTree import fromstring
from page_decks import deck_of, shipped_game, shown
from press_drawings import BLACK, RED, card, drawing, rect

from deckgen.card.faces import draw_faces
from deckgen.card.layout import load_layout
from deckgen.draw.drawing import Text, Use
from deckgen.press.numbers import svg_path_data
from deckgen.press.pictures.web_faces import web_faces

LAYOUTS = ("poker", "west", "tactics", "magic")


@cache
def made(layout):
    game = shipped_game(shown()[layout])
    faces = draw_faces(load_layout(layout), game, game.deck(), deck_of(game.deck()))
    return web_faces([*faces.fronts, faces.back]), faces


def read(markup):
    return fromstring(f"<svg>{markup}</svg>")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_all_that_faces_refer_to_is_there_once_and_begins_with_face(layout):
    page, faces = made(layout)
    assert len(page.faces) == len(faces.fronts) + 1
    root = read(page.defs + "".join(page.faces))
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert {use.get("href") for use in root.iter("use")} == {f"#{name}" for name in ids}
    classes = {element.get("class") for element in root.iter() if element.get("class")}
    assert classes == set(re.findall(r"\.(face[\w-]*)\{", page.css))
    assert all(name.startswith("face") for name in (*ids, *classes))
    assert not [element for element in root.iter() if element.get("style")]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_text_of_a_drawing_stands_in_the_page(layout):
    page, faces = made(layout)
    for markup, face in zip(page.faces, (*faces.fronts, faces.back), strict=True):
        texts = [element.text for element in read(markup).iter("text")]
        assert texts == [item.string for item in face.items if isinstance(item, Text)]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_deck_is_small(layout):
    page, _ = made(layout)
    assert sum(map(len, page.faces)) < 480_000
    assert len(page.defs) < 160_000  # a third of it the pictures of four aces and twelve courts
    assert len(page.css) < 40_000


def test_what_a_deck_says_is_text_and_no_markup():
    page = web_faces([drawing(Text(1, 2, "</text><script>alert(1)</script>&", "bold", 3, BLACK))])
    (text,) = read(page.faces[0]).iter("text")
    assert (text.text, len(text)) == ("</text><script>alert(1)</script>&", 0)
    assert "<script" not in page.faces[0] + page.defs + page.css


def test_lengths_are_hundredths_of_a_mm_and_texts_of_one_look_share_a_class():
    page = web_faces([drawing(Text(1.2, 3.456, "7", "bold", 2.5, RED), Text(9, 3, "8", "bold", 2.5, RED))])
    one, other = read(page.faces[0]).iter("text")
    assert (one.get("x"), one.get("y"), other.get("x")) == ("120", "346", "900")
    assert one.get("class") == other.get("class")
    assert f".{one.get('class')}{{font-family:face-0;font-size:250px;fill:{RED}}}" in page.css
    assert page.faces[0].startswith('<g class="face" transform="scale(0.01)">')


def test_kerning_is_told_and_figures_have_none():
    page = web_faces([drawing(Text(1, 5, "AV", "bold", 10, RED), Text(1, 9, "17", "bold", 10, RED))])
    word, figures = read(page.faces[0]).iter("text")
    zero, move = map(float, word.get("dx").split())
    assert zero == 0
    assert -200 < move < -10
    assert figures.get("dx") is None


def test_a_symbol_takes_the_color_of_its_use():
    page = web_faces([drawing(Use("pip", (2, 0, 0, 2, 30, 40), RED))])
    (use,) = read(page.faces[0]).iter("use")
    assert use.get("color") == RED
    assert use.get("transform") == "translate(3000 4000)scale(0.1)"
    first, white, lined = read(page.defs).iter("path")
    assert (first.get("fill"), lined.get("stroke")) == ("currentColor", "currentColor")
    assert white.get("stroke") is None
    assert lined.get("stroke-width") == "200"


def test_a_long_path_on_several_faces_is_told_once():
    long = rect(1, 1, 40, 50, fill=RED, stroke=BLACK, stroke_width=0.3, dash=(1, 2))
    page = web_faces([drawing(long, rect(0, 0, 1, 1, fill=RED)), drawing(long, rect(0, 0, 1, 1, fill=RED))])
    assert page.defs.count("<path") == 1
    assert [face.count("<path") for face in page.faces] == [1, 1]
    assert svg_path_data(long.segments, 100) in page.defs


def test_a_turned_or_narrow_text_is_so_about_its_beginning():
    page = web_faces([drawing(Text(2, 3, "a", "bold", 3, RED, spacing=0.5, angle=-90, stretch=0.5))])
    (text,) = read(page.faces[0]).iter("text")
    assert text.get("transform") == "rotate(-90 200 300) matrix(0.5 0 0 1 100 0)"
    assert "letter-spacing:50px" in page.css


def test_the_page_brings_the_letters_that_it_shows_and_no_kerning():
    page = web_faces([card()])
    fonts = [b64decode(data) for data in re.findall(r"base64,([^)]*)\)", page.css)]
    assert len(fonts) == len({item.typeface for item in card().items if isinstance(item, Text)})
    assert all(font[:4] == b"wOFF" and b"GPOS" not in font[:400] for font in fonts)


def test_no_faces_are_nothing():
    assert (web_faces([]).faces, web_faces([]).defs) == ((), "")
