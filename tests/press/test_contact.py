import html
import io
import re
from dataclasses import replace
from itertools import islice

import pikepdf
import pytest
from page_decks import deck_of, shipped_game
from PIL import Image
from preflight_files import FACES
from press_drawings import solid

from deckgen.card.faces import draw_faces
from deckgen.card.layout import load_layout
from deckgen.card.rules.reference import draw_references
from deckgen.draw.drawing import Faces
from deckgen.draw.paper import find_paper
from deckgen.errors import PressError
from deckgen.press.contact import (
    ContactOptions,
    FaceStrip,
    contact_book,
    contact_png,
    faces_png,
    preview_page,
)
from deckgen.press.pages import PlacedFace
from deckgen.press.pdf.writer import write_pdf
from deckgen.press.pictures.png import png
from deckgen.press.pictures.web_faces import web_faces
from deckgen.web.page import content_security_policy

CARDS = tuple((face.title, face) for face in (*FACES.fronts, FACES.back))


def look(columns=7, paper="a4"):
    return ContactOptions(find_paper(paper), columns, "the foot")


def strips(count):
    return [FaceStrip(f"deck {number}", CARDS) for number in range(1, count + 1)]


def test_faces_stand_in_rows_within_the_paper_and_never_on_each_other():
    (page,) = contact_book(strips(2), look(), "T").pages
    boxes = [(p.x, p.y, p.x + p.face.width * p.scale, p.y + p.face.height * p.scale) for p in page.placed]
    assert len(boxes) == 2 * len(CARDS)
    assert all(x > 5 and y > 5 and right < 205 and bottom < 290 for x, y, right, bottom in boxes)
    for place, one in enumerate(boxes):
        for other in islice(boxes, place):
            assert one[0] >= other[2] or one[1] >= other[3] or other[0] >= one[2] or other[1] >= one[3]


def test_what_does_not_fit_goes_on_the_next_sheet_and_names_stand_under_faces():
    book = contact_book(strips(9), look(4), "T")
    assert len(book.pages) > 2
    assert sum(len(page.placed) for page in book.pages) == 9 * len(CARDS)
    words = [item.string for page in book.pages for item in page.marks.items if hasattr(item, "string")]
    assert words.count("card 3") == 9
    assert {"deck 1", "deck 9", "the foot"} <= set(words)
    with pikepdf.open(io.BytesIO(write_pdf(book))) as document:
        assert len(document.pages) == len(book.pages)


def test_a_picture_has_all_faces():
    picture = Image.open(io.BytesIO(contact_png(strips(2), look(), 100)))
    assert picture.width == 827
    (page,) = contact_book(strips(2), look(), "T").pages
    for placed in page.placed:
        assert isinstance(placed, PlacedFace)
        middle = (placed.x + placed.face.width * placed.scale / 2, placed.y + 1)
        assert picture.getpixel(tuple(round(side / 25.4 * 100) for side in middle)) != (255, 255, 255)


@pytest.mark.parametrize(("given", "columns"), [([], 7), (strips(1), 40)])
def test_nothing_and_too_little_is_refused(given, columns):
    with pytest.raises(PressError, match=r"no faces to show|mm wide"):
        contact_book(given, look(columns), "T")


GAME = shipped_game()
SPEC = GAME.deck()


@pytest.fixture(scope="module")
def faces():
    deck = deck_of(SPEC)
    return draw_faces(load_layout("poker"), GAME, SPEC, replace(deck, cards=deck.cards[:11]))


def test_a_picture_shows_every_face_in_order(faces):
    sheet = Image.open(io.BytesIO(faces_png(faces, 50)))
    one = Image.open(io.BytesIO(png(faces.fronts[0], 50, bleed=0.0)))
    gap = round(one.width * 0.04)
    assert sheet.size == (9 * (one.width + gap) + gap, 2 * (one.height + gap) + gap)
    for i, face in enumerate([*faces.fronts, faces.back]):
        left, top = gap + i % 9 * (one.width + gap), gap + i // 9 * (one.height + gap)
        shown = sheet.crop((left, top, left + one.width, top + one.height)).convert("RGB")
        assert shown.tobytes() == Image.open(io.BytesIO(png(face, 50, bleed=0.0))).convert("RGB").tobytes()


def test_large_faces_have_fewer_pixels():
    solid_ = solid(width=500.0, height=400.0)
    picture = Image.open(io.BytesIO(faces_png(Faces((solid_,) * 60, solid_))))
    assert 39_000_000 < picture.width * picture.height < 45_000_000
    assert picture.info["dpi"][0] < 100


def test_a_page_holds_every_face_as_vectors_and_reads_nothing_else(faces):
    text = preview_page(faces, "A & B").decode()
    drawn = re.findall(r'<svg role="img" aria-label="([^"]+)" viewBox="0 0 63.5 88.9">(.*?)</svg>', text)
    made = web_faces([*faces.fronts, faces.back])
    assert drawn == [(face.title, own) for face, own in zip((*faces.fronts, faces.back), made.faces, strict=True)]
    assert "<title>A &amp; B</title>" in text
    assert not re.search(r"https?://|<script|<link|<img|src=|style=", text)
    assert all(source.startswith("data:font/woff;base64,") for source in re.findall(r"url\(([^)]+)", text))
    assert len(text) < 400_000


def test_the_page_forbids_what_it_does_not_need(faces):
    text = preview_page(faces, "x").decode()
    said = html.unescape(re.search(r'Content-Security-Policy" content="([^"]*)"', text)[1])
    css = re.search(r"<style>(.*?)</style>", text, re.DOTALL)[1]
    assert said == content_security_policy([], css)
    assert "default-src 'none'; script-src ; style-src 'sha256-" in said


def test_what_a_game_is_called_is_text(faces):
    name = '"><script>alert(1)</script>'
    named = replace(faces, fronts=(replace(faces.fronts[0], title=name),))
    text = preview_page(named, name).decode()
    assert "<script" not in text
    assert text.count("&lt;script&gt;alert(1)") == 4  # in title, heading, label and caption


def test_reference_cards_are_shown_too():
    game = shipped_game("rough-magic")
    layout, deck = load_layout("magic"), deck_of(game.deck())
    drawn = draw_faces(layout, game, game.deck(), replace(deck, cards=deck.cards[:2]))
    references = draw_references(layout, game, game.deck())
    text = preview_page(replace(drawn, references=references), "x").decode()
    assert text.count('role="img"') == 3 + len(references)
    used, ids = re.findall(r'href="#([^"]+)"', text), re.findall(r' id="(face[^"]+)"', text)
    assert set(used) == set(ids)
    assert len(ids) == len(set(ids))
