import builtins
import io

import numpy as np
import pytest
from PIL import Image
from press_drawings import BLACK, WHITE, book_of, card, drawing, raster, rect

from deckgen.draw.drawing import Text, Use
from deckgen.errors import PressError
from deckgen.press.pdf.writer import write_pdf
from deckgen.press.pictures.png import encode_png, png


def picture(data):
    return Image.open(io.BytesIO(data))


@pytest.mark.parametrize(
    ("choice", "size"),
    [
        ({}, (825, 1125)),
        ({"bleed": 0}, (750, 1050)),
        ({"bleed": 3.048}, (822, 1122)),
        ({"dpi": 96, "bleed": 0}, (240, 336)),
        ({"pixels": (409, 573), "bleed": 0}, (409, 573)),
    ],
)
def test_a_picture_has_exactly_its_pixels(choice, size):
    assert picture(png(card(), **choice)).size == size


def test_art_reaches_every_edge_whatever_the_shape_in_pixels():
    black = drawing(rect(-3.175, -3.175, 69.85, 95.25, fill=BLACK))
    shown = np.asarray(picture(png(black, pixels=(100, 333))).convert("L"))
    assert shown.max() == 0


def test_a_picture_is_opaque_and_knows_its_resolution():
    shown = picture(png(drawing(), dpi=300))
    assert shown.convert("RGBA").getextrema() == ((255, 255),) * 4
    assert shown.info["dpi"] == pytest.approx((300, 300), abs=0.01)


def test_two_pictures_of_a_card_are_the_same_bytes():
    assert png(card()) == png(card())


def test_png_and_pdf_show_the_same():
    """Black and white, so that only shapes count: edges are smoothed a little differently."""
    face = drawing(
        rect(5, 5, 20, 10, fill=BLACK),
        rect(30, 5, 20, 10, stroke=BLACK, stroke_width=0.8, dash=(3, 1.5), round=True),
        *(
            Text(5, 25 + 8 * row, "Ökonomie 0123456789 ½ (gjpq)", name, 4, BLACK, spacing=0.1 * row)
            for row, name in enumerate(("regular", "semibold", "bold", "bold-italic"))
        ),
        Text(10, 80, "turned by a third", "semibold", 4, BLACK, angle=-33.3),
        Use("pip", (4, 1, -1, 4, 50, 70), BLACK),
    )
    shown = np.asarray(picture(png(face, dpi=508)).convert("L")).astype(int)
    printed = raster(write_pdf(book_of(face)), dpi=508).astype(int)[: shown.shape[0], : shown.shape[1]]
    printed = (printed - printed.min()) * 255 // (255 - printed.min())  # the viewer's black ink is not #000
    assert shown.shape == printed.shape
    apart = np.abs(shown - printed)
    assert apart.mean() < 0.25
    assert (apart > 128).sum() < 10
    assert (shown < 128).mean() > 0.03


def test_a_picture_that_comes_in_parts_is_the_same_bytes():
    whole = np.random.default_rng(1).integers(0, 9, (1000, 300, 3)).astype(np.uint8)
    assert encode_png(np.array_split(whole, 7), 300) == encode_png([whole], 300)
    assert (np.asarray(picture(encode_png([whole], 300))) == whole).all()


@pytest.mark.parametrize("error", [OSError('no library called "cairo-2" was found'), ImportError("cairocffi")])
def test_without_cairo_the_message_says_how_to_get_it(monkeypatch, error):
    real = builtins.__import__

    def without(name, *rest):
        if name == "cairocffi":
            raise error
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(PressError, match=r"(?s)cairo.*apt install libcairo2.*brew install cairo.*GTK"):
        png(drawing(rect(0, 0, 1, 1, fill=WHITE)))


def test_an_enormous_picture_is_refused():
    with pytest.raises(PressError, match="pixels"):
        png(card(), dpi=1_000_000)
