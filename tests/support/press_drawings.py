"""Small drawings made by hand, and looks at what writers make of them."""

import io
from dataclasses import replace

import pypdfium2

from deckgen.draw.drawing import Drawing, Faces, Ink, Path, Style, Symbol, Text, Use
from deckgen.draw.fonts import packaged_file
from deckgen.draw.geometry import Box
from deckgen.draw.outline import shape_outline
from deckgen.files import write_files
from deckgen.press.imposition.n_up import grid_for
from deckgen.press.options import Options
from deckgen.press.pages import Book, Page, PlacedFace
from deckgen.press.write import render_cards

BLACK, WHITE, RED, GOLD = "#000000", "#ffffff", "#8c1c13", "#b08d57"
INKS = {
    BLACK: Ink("black", BLACK, (0, 0, 0, 1)),
    WHITE: Ink("white", WHITE, (0, 0, 0, 0)),
    RED: Ink("red", RED, (0, 0.9, 0.9, 0.4)),
    GOLD: Ink("gold", GOLD, (0.2, 0.4, 0.7, 0.1), spot="Gold Foil"),
}
FACES = ("regular", "semibold", "bold", "bold-italic")


def rect(x, y, width, height, **look):
    right, bottom = x + width, y + height
    return Path((("M", x, y), ("L", right, y), ("L", right, bottom), ("L", x, bottom), ("Z",)), **look)


SYMBOLS = {
    "pip": Symbol(
        (
            Path((("M", 1, 0), ("C", 1, 0.55, 0.55, 1, 0, 1), ("L", -1, 0), ("Z",)), fill="inherit"),
            rect(-0.3, -0.3, 0.6, 0.6, fill=WHITE),
            rect(-1.2, -1.2, 2.4, 2.4, stroke="inherit", stroke_width=0.1),
        )
    ),
    "pair": Symbol((Use("pip"), Use("pip", (0.5, 0, 0, 0.5, 3, 0), RED))),
}
STYLE = Style({face: packaged_file(face) for face in FACES}, INKS, SYMBOLS)


def drawing(*items, width=63.5, height=88.9, bleed=3.175, title="", symbols=None):
    style = replace(STYLE, symbols=symbols) if symbols else STYLE
    return Drawing(width, height, bleed, tuple(items), style, title=title)


def shaped(shape, width, height, *items, outline=None, **more):
    """A face of that shape, ``outline`` that of a path."""
    face = drawing(*items, width=width, height=height, **more)
    return replace(face, shape=shape, outline=outline or shape_outline(shape, width, height))


def solid(**size):
    """A face that is black up to its trim, and no further."""
    shape = {"width": 63.5, "height": 88.9} | size
    return drawing(rect(0, 0, shape["width"], shape["height"], fill=BLACK), bleed=0, **size)


def card(number=1, color=RED):
    """A face with one of everything."""
    return drawing(
        rect(-3.175, -3.175, 69.85, 95.25, fill=WHITE),
        rect(2, 2, 59.5, 84.9, stroke=color, stroke_width=0.3, dash=(2, 1), round=True),
        Path((*rect(6, 70, 10, 10).segments, *rect(8, 72, 6, 6).segments), fill=BLACK, even_odd=True),
        Text(5, 12, f"No. {number}", "bold", 5, BLACK),
        Text(5, 20, "Reflex & (wits) \\ — Ökonomie", "regular", 3, BLACK, slot="name"),
        Text(5, 26, "8", "bold-italic", 3, color),
        Text(9, 26, "12", "regular", 3, BLACK),
        Text(14, 26, "½", "semibold", 3, BLACK),
        Text(30, 60, "Turned", "semibold", 4, BLACK, spacing=0.3, angle=-30),
        Use("pip", (2, 0, 0, 2, 30, 40), color),
        Use("pair", (1, 0, 0, 1, 40, 40), BLACK),
        title=f"card {number}",
    )


def deck(count=3, **changes):
    return Faces(tuple(card(number) for number in range(count)), changes.get("back", card(99)))


def page_of(face):
    """A page that is just the face with its bleed."""
    reach = face.bleed
    box = Box(-reach, -reach, face.width + 2 * reach, face.height + 2 * reach)
    return Page(box.width, box.height, (PlacedFace(face, reach, reach, box),))


def book_of(*faces, title="Test"):
    return Book(tuple(page_of(face) for face in faces), title, color="cmyk")


def raster(data, page=0, dpi=254):
    """A page of a PDF in gray, as an array of shape (rows, columns); at 254 dpi a pixel is 0.1 mm."""
    document = pypdfium2.PdfDocument(data)
    picture = document[page].render(scale=dpi / 72, grayscale=True).to_numpy()
    return picture.reshape(picture.shape[:2])


def pikes(data):
    """A PDF's bytes as a file for pikepdf."""
    return io.BytesIO(data)


def write(faces, target, out, options=None, *, format=None, **wanted):  # noqa: A002
    """Write cards, and return the files: of the kind ``format``, by default what ``out`` ends with."""
    kind = format or out.suffix.removeprefix(".").lower() or "pdf"
    lone = kind == "pdf" or out.suffix.lower() == f".{kind}"
    return write_files(out, render_cards(faces, target, out, options or Options(), kind, single_file=lone, **wanted))


def sheet_grid(face, target, paper, *, folded=False, bleed=None):
    """Where cards lie on a sheet, which may be folded, if such a bleed is asked for."""
    flip = "gutterfold" if folded else "long-edge"
    return grid_for(face, target, paper, Options(flip=flip, bleed=bleed))
