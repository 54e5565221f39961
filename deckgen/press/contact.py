"""All faces at a glance, to proof them: contact sheets with their names, one picture, a page that opens without a network."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup

from deckgen.draw.geometry import Box
from deckgen.draw.text import known, shorten
from deckgen.errors import PressError, Problem
from deckgen.language import ENGLISH, Language
from deckgen.press.imposition import marks
from deckgen.press.numbers import format_number
from deckgen.press.pages import Book, Page, PlacedFace
from deckgen.press.pictures.png import grid_rows, packed, rasters, size_of
from deckgen.press.pictures.web_faces import web_faces
from deckgen.records import record
from deckgen.web.page import environment, policy, short

if TYPE_CHECKING:
    from deckgen.draw.drawing import Drawing, Faces
    from deckgen.draw.paper import Paper

_MARGIN = 8.0  # mm, at all edges of a sheet
_GAP = 2.0
_NAME = 1.8  # of names, in mm: 5 pt, read at the desk
_UNDER = 2.6  # what a name takes below its face
_HEAD, _HEADING = 5.0, 2.6  # what a heading takes, and its size
_FOOT = 4.0
_LEAST = 8.0  # mm: narrower faces show nothing
_TALL = 14_400.0 / 72 * 25.4  # mm: no viewer shows longer pages
_COLUMNS = 9  # of a picture without names
_APART = 0.04  # between its faces, in widths of a face
_MOST = 40_000_000  # its pixels: 200 tarot cards have 28 million
_GROUND = 0x5A  # a middle gray: dark and pale edges both stand off it
_HERE = Path(__file__).parent / "web"


@record
class FaceStrip:
    """Faces that belong together, each with its name, under a heading."""

    heading: str
    faces: tuple[tuple[str, Drawing], ...]


@record
class ContactLook:
    """How many faces stand side by side on which paper, and what the foot of each sheet says."""

    paper: Paper
    columns: int
    foot: str
    language: Language = ENGLISH


def contact_book(strips: Iterable[FaceStrip], look: ContactLook, title: str) -> Book:
    """The sheets as a PDF's pages. Raises PressError if faces would be too small, or there are none."""
    height = look.paper.height
    return Book(tuple(sheet.page(height) for sheet in _sheets(strips, look, height)), title)


def contact_png(strips: Iterable[FaceStrip], look: ContactLook, dpi: int) -> bytes:
    """All in one picture as wide as the paper, and as long as it takes. Raises PressError also without cairo."""
    (sheet,) = _sheets(strips, look, _TALL)
    page, placed = sheet.page(sheet.y + _FOOT + _MARGIN), sheet.placed
    assert page.marks is not None
    ground = next(rasters([page.marks], dpi)).copy()
    face, dots = placed[0].face, ground.shape[1] / page.width
    wide, high = (max(1, round(side * placed[0].scale * dots)) for side in (face.width, face.height))
    pictures = rasters([each.face for each in placed], pixels=(wide, high))
    for each, picture in zip(placed, pictures, strict=True):
        left, top = round(each.x * dots), round(each.y * dots)
        part = ground[top : top + high, left : left + wide]
        part[:] = picture[: part.shape[0], : part.shape[1]]
    return packed([ground], dpi)


def faces_png(faces: Faces, dpi: float = 100) -> bytes:
    """One PNG of all fronts and the back, trimmed, on gray; of large faces with fewer pixels an inch.

    Raises PressError without the cairo library.
    """
    shown = [*faces.all_fronts, faces.back]
    rows = -(-len(shown) // _COLUMNS)
    wide, high = size_of(faces.back, 0, dpi)
    if (most := rows * high * _COLUMNS * wide) > _MOST:
        dpi *= (_MOST / most) ** 0.5
        wide, high = size_of(faces.back, 0, dpi)
    pictures = rasters(shown, pixels=(wide, high))
    return packed(grid_rows(pictures, _COLUMNS, rows, round(wide * _APART), _GROUND), dpi)


def _sheets(strips: Iterable[FaceStrip], look: ContactLook, height: float) -> Iterator[_Sheet]:
    """Sheet after sheet, filled down to at most that height."""
    columns = look.columns
    width = (look.paper.width - 2 * _MARGIN - (columns - 1) * _GAP) / columns
    if width < _LEAST:
        what = f"{columns} faces side by side on {look.paper.title} would be {width:.1f} mm wide"
        raise PressError(Problem("--columns", None, "", what, "choose fewer, or a wider --paper"))
    sheet = _Sheet(look, 1)
    for strip in strips:
        scale = width / strip.faces[0][1].width
        high = max(face.height for _, face in strip.faces) * scale + _UNDER + _GAP
        for start in range(0, len(strip.faces), columns):
            head = 0.0 if start and sheet.placed else _HEAD
            if sheet.placed and sheet.y + head + high > height - _MARGIN - _FOOT:
                yield sheet
                sheet, head = _Sheet(look, sheet.number + 1), _HEAD
            if head:
                sheet.words(_MARGIN, sheet.y + 3.4, strip.heading, _HEADING, "semibold", look.paper.width)
            sheet.y += head
            for column, (name, face) in enumerate(strip.faces[start : start + columns]):
                sheet.place(name, face, _MARGIN + column * (width + _GAP), scale)
            sheet.y += high
    if not sheet.placed:
        raise PressError(Problem("contact", None, "", "there are no faces to show", "choose other --decks"))
    yield sheet


class _Sheet:
    """The sheet that is being filled, as far as ``y``."""

    def __init__(self, look: ContactLook, number: int) -> None:
        self.look, self.number, self.y = look, number, _MARGIN
        self.placed: list[PlacedFace] = []
        self.pen = marks.marks_pen(look.language)

    def place(self, name: str, face: Drawing, x: float, scale: float) -> None:
        """Place a face from (x, ``y``), its name below it."""
        self.placed.append(PlacedFace(face, x, self.y, Box(0, 0, face.width, face.height), scale=scale))
        wide, deep = face.width * scale, face.height * scale
        self.pen.box(x, self.y, wide, deep, stroke=marks.SCREEN, weight=marks.HAIR)
        self.words(x, self.y + deep + _UNDER - 0.6, name, _NAME, "regular", wide)

    def words(self, x: float, y: float, string: str, size: float, face: str, room: float) -> None:
        fonts = self.pen.fonts
        marks.word(
            self.pen, x, y, shorten(known(string, face, fonts, "?"), face, size, room, fonts), size, face
        )

    def page(self, height: float) -> Page:
        width = self.look.paper.width
        line = marks.footer(self.pen, [self.look.foot], width - 2 * _MARGIN - 12)
        marks.word(self.pen, _MARGIN, height - _MARGIN, line)
        marks.word(self.pen, width - _MARGIN, height - _MARGIN, str(self.number), align=1.0)
        drawn = marks.drawing(width, height, self.pen.items)
        return Page(width, height, tuple(self.placed), drawn, label=str(self.number))


def preview_page(faces: Faces, title: str, *, refresh: int = 0, language: Language = ENGLISH) -> bytes:
    """One HTML page with every face in it, read from nowhere else; it reloads after ``refresh`` seconds, if any.

    Raises LayoutError if a font cannot be read.
    """
    drawings = [*faces.all_fronts, faces.back]
    made = web_faces(drawings)
    real_size = f":has(#real:checked) .cards{{grid-template-columns:repeat(auto-fill,{format_number(faces.back.width)}mm)}}"
    css = short((_HERE / "preview.css").read_text(encoding="utf-8")) + real_size + made.css
    script = ""
    if refresh:
        script = short((_HERE / "reload.js").read_text(encoding="utf-8")).replace("SECONDS", str(refresh))
    html = (
        environment(_HERE)
        .get_template("preview.html")
        .render(
            code=language.code,
            policy=policy([script] if script else [], css),
            title=title,
            css=Markup(css),  # noqa: S704 (made here)
            defs=Markup(made.defs),  # noqa: S704 (all text in it is escaped)
            width=format_number(faces.back.width),
            height=format_number(faces.back.height),
            words={"gray": language.phrase("in grays"), "real": language.phrase("at its size")},
            faces=[(drawing.title, Markup(face)) for drawing, face in zip(drawings, made.faces, strict=True)],  # noqa: S704
            script=Markup(script),  # noqa: S704 (ours)
        )
    )
    return html.encode()
