"""Pictures, gradients and opacity as SVG, PNG and in web pages."""

import io
import re

import numpy as np
import pypdfium2
import pytest
from pictures import photo, raster_of
from PIL import Image
from press_drawings import BLACK, RED, STYLE, WHITE, book_of, drawing, rect

from deckgen.draw.drawing import Gradient, Picture, Symbol, Use
from deckgen.draw.geometry import ellipse
from deckgen.press.imposition.impose import save_ink
from deckgen.press.pdf.writer import write_pdf
from deckgen.press.pictures.png import png
from deckgen.press.pictures.svg import svg
from deckgen.press.pictures.web_faces import web_faces

PHOTO = raster_of(photo())
ITEMS = (
    rect(0, 0, 63.5, 30, fill=BLACK),
    rect(5, 5, 20, 40, fill=RED, opacity=0.5),
    Picture(PHOTO, (28, 4, -4, 20, 32, 5), ellipse(44, 16, 9)),
    Gradient(rect(5, 50, 20, 30).segments, ((0.0, WHITE), (1.0, BLACK)), (0, 0, 0, 1), (20, 0, 0, 30, 5, 50)),
    Gradient(ellipse(45, 65, 12), ((0.0, WHITE), (0.5, RED), (1.0, BLACK)), (40, 60, 0, 45, 65, 12)),
)
IN_SYMBOL = drawing(Use("art", clip=rect(0, 0, 50, 88.9).segments), symbols={**STYLE.symbols, "art": Symbol(ITEMS)})


def pixels(data):
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB")).astype(int)


@pytest.mark.parametrize("face", [drawing(*ITEMS), IN_SYMBOL], ids=["items", "symbol"])
def test_png_and_pdf_show_the_same(face):
    book = book_of(face)
    page = pypdfium2.PdfDocument(write_pdf(book.__class__(book.pages, "", color="rgb")))[0]
    paper = np.asarray(page.render(scale=150 / 72).to_pil().convert("RGB")).astype(int)
    screen = pixels(png(face, dpi=150))
    rows, columns, _ = screen.shape
    difference = np.abs(paper[:rows, :columns] - screen)
    assert (difference.max(axis=2) > 30).mean() < 0.03  # along edges, by a part of a pixel
    assert (screen != 255).mean() > 0.3


def test_svg_has_the_picture_inside_and_each_id_once():
    document = svg(drawing(*ITEMS))
    assert document.count("data:image/") == 1
    ids = re.findall(r'\bid="(face-[^"]+)"', document)
    assert len(ids) == len(set(ids)) == 3
    assert {*re.findall(r"url\(#([^)]+)\)", document)} == {*ids}
    assert 'opacity="0.5"' in document


def test_web_faces_share_pictures_which_are_small():
    large = raster_of(photo(1800, 1200))
    faces = [drawing(Picture(large, (60, 0, 0, 40, 0, 0)), title=str(number)) for number in range(3)]
    web = web_faces(faces)
    assert web.defs.count("data:image/jpeg") == 1
    assert len(web.defs) < len(large.data) / 8
    (name,) = re.findall(r'<image[^>]* id="([^"]+)"', web.defs)
    assert all(f'href="#{name}"' in face for face in web.faces)
    assert "xlink" not in web.defs
    assert "clip-path" in web_faces([drawing(*ITEMS)]).faces[0]


def test_little_ink_leaves_out_pictures_but_for_their_outlines():
    (light,) = save_ink([drawing(*ITEMS)])
    assert not any(isinstance(item, Picture | Gradient) for item in light.items)
    assert light.items[2].segments == ITEMS[2].clip
    assert (light.items[2].fill, light.items[2].stroke) == ("#ffffff", "#000000")
