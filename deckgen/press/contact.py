"""All faces at a glance, for proofs: contact sheets, one picture, a page that needs no network."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup

from deckgen.draw.geometry import Box, rectangle, transform_outline
from deckgen.draw.text import replace_missing, shorten
from deckgen.errors import PressError, Problem
from deckgen.language import ENGLISH, Language
from deckgen.press.imposition import marks
from deckgen.press.numbers import format_number
from deckgen.press.pages import Book, Page, PlacedFace, cut_face
from deckgen.press.pictures.png import encode_png, flatten_pixels, grid_rows, pixel_size, render_pixels
from deckgen.press.pictures.web_faces import web_faces
from deckgen.records import record
from deckgen.web.page import content_security_policy, environment, minify

if TYPE_CHECKING:
    from deckgen.draw.drawing import Drawing, Faces
    from deckgen.draw.paper import Paper

_MARGIN = 8.0  # mm, at all edges of a sheet
_GAP = 2.0
_NAME_SIZE = 1.8  # mm: text size of names, 5 pt, read at the desk
_NAME_HEIGHT = 2.6  # mm: height of a name below its face
_HEADING_HEIGHT, _HEADING_SIZE = 5.0, 2.6  # mm: height of a heading, and its text size
_FOOT_HEIGHT = 4.0
_MIN_FACE_WIDTH = 8.0  # mm: narrower faces show nothing
_MAX_HEIGHT = 14_400.0 / 72 * 25.4  # mm: no viewer shows longer pages
_COLUMNS = 9  # columns of a picture without names
_GRID_GAP = 0.04  # between faces of such a picture, in widths of a face
_MAX_PIXELS = 40_000_000  # of such a picture: 200 tarot cards have 28 million
_GRAY = 0x5A  # a middle gray: both dark and pale edges contrast with it
_WEB = Path(__file__).parent / "web"


@record
class FaceStrip:
    """Faces to show together under a heading, each with its name."""

    heading: str
    faces: tuple[tuple[str, Drawing], ...]


@record
class ContactOptions:
    """The options of contact sheets: the paper, faces per row, and the foot text of each sheet."""

    paper: Paper
    columns: int
    foot: str
    language: Language = ENGLISH


def contact_book(strips: Iterable[FaceStrip], options: ContactOptions, title: str) -> Book:
    """Return contact sheets as PDF pages. Raises PressError for no faces, or too small ones."""
    height = options.paper.height
    return Book(tuple(sheet.make_page(height) for sheet in _fill_sheets(strips, options, height)), title)


def contact_png(strips: Iterable[FaceStrip], options: ContactOptions, dpi: int) -> bytes:
    """Return all faces as one PNG as wide as the paper. PressError for no faces, too small ones, or no cairo."""
    (sheet,) = _fill_sheets(strips, options, _MAX_HEIGHT)
    page = sheet.make_page(sheet.y + _FOOT_HEIGHT + _MARGIN)
    assert page.marks is not None
    ground = PlacedFace(page.marks, 0.0, 0.0, Box(0, 0, page.width, page.height))
    return placed_png(replace(page, placed=(ground, *sheet.placed)), dpi)


def placed_png(page: Page, dpi: int) -> bytes:
    """Return a page of faces, the first of them as large as the page, as a PNG. Raises PressError without cairo."""
    ground, *placed = (item for item in page.placed if isinstance(item, PlacedFace))
    background = next(render_pixels([ground.face], dpi)).copy()
    pixels_per_mm = background.shape[1] / page.width

    def pixels(placed_face: PlacedFace) -> tuple[int, int]:
        sides = placed_face.face.width, placed_face.face.height
        wide, high = (max(1, round(side * placed_face.scale * pixels_per_mm)) for side in sides)
        return wide, high

    for size, group in groupby(placed, key=pixels):
        alike = list(group)
        pictures = render_pixels([placed_face.face for placed_face in alike], pixels=size)
        for placed_face, picture in zip(alike, pictures, strict=True):
            left, top = round(placed_face.x * pixels_per_mm), round(placed_face.y * pixels_per_mm)
            covered = background[top : top + size[1], left : left + size[0]]
            covered[:] = flatten_pixels(picture[: covered.shape[0], : covered.shape[1]], covered)
    return encode_png([background], dpi)


def faces_png(faces: Faces, dpi: float = 100) -> bytes:
    """Return all faces as a PNG on gray, 9 in a row, trimmed, ``dpi`` lowered if too large. PressError: no cairo."""
    drawings = [*faces.all_fronts, faces.back]
    rows = -(-len(drawings) // _COLUMNS)
    wide, high = pixel_size(faces.back, 0, dpi)
    if (pixel_count := rows * high * _COLUMNS * wide) > _MAX_PIXELS:
        dpi *= (_MAX_PIXELS / pixel_count) ** 0.5
        wide, high = pixel_size(faces.back, 0, dpi)
    pictures = (flatten_pixels(picture, _GRAY) for picture in render_pixels(drawings, pixels=(wide, high)))
    return encode_png(grid_rows(pictures, _COLUMNS, rows, round(wide * _GRID_GAP), _GRAY), dpi)


def _fill_sheets(strips: Iterable[FaceStrip], options: ContactOptions, height: float) -> Iterator[_Sheet]:
    """Yield sheets up to ``height`` mm high, row by row, each with heading. PressError for no or too small faces."""
    columns = options.columns
    width = (options.paper.width - 2 * _MARGIN - (columns - 1) * _GAP) / columns
    if width < _MIN_FACE_WIDTH:
        message = f"{columns} faces side by side on {options.paper.title} would be {width:.1f} mm wide"
        raise PressError(Problem("--columns", None, "", message, "choose fewer, or a wider --paper"))
    sheet = _Sheet(options, 1)
    for strip in strips:
        scale = width / strip.faces[0][1].width
        row_height = max(face.height for _, face in strip.faces) * scale + _NAME_HEIGHT + _GAP
        for start in range(0, len(strip.faces), columns):
            heading_height = 0.0 if start and sheet.placed else _HEADING_HEIGHT
            if sheet.placed and sheet.y + heading_height + row_height > height - _MARGIN - _FOOT_HEIGHT:
                yield sheet
                sheet, heading_height = _Sheet(options, sheet.number + 1), _HEADING_HEIGHT
            if heading_height:
                sheet.draw_text(_MARGIN, sheet.y + 3.4, strip.heading, _HEADING_SIZE, "semibold", options.paper.width)
            sheet.y += heading_height
            for column, (name, face) in enumerate(strip.faces[start : start + columns]):
                sheet.place_face(name, face, _MARGIN + column * (width + _GAP), scale)
            sheet.y += row_height
    if not sheet.placed:
        raise PressError(Problem("contact", None, "", "there are no faces to show", "choose other --decks"))
    yield sheet


class _Sheet:
    """The sheet being filled, ``number`` from 1; the next row begins at ``y``, in mm."""

    def __init__(self, options: ContactOptions, number: int) -> None:
        self.options, self.number, self.y = options, number, _MARGIN
        self.placed: list[PlacedFace] = []
        self.pen = marks.marks_pen(options.language)

    def place_face(self, name: str, face: Drawing, x: float, scale: float) -> None:
        """Place a face at (x, ``y``), in ``scale``, in a hairline box and with its name below it."""
        self.placed.append(cut_face(face, x, self.y, scale))
        wide, deep = face.width * scale, face.height * scale
        edge = transform_outline(face.outline, (scale, 0, 0, scale, x, self.y)) or rectangle(x, self.y, wide, deep)
        self.pen.path(edge, None, marks.MARK_COLOR, marks.HAIRLINE, round=False)
        self.draw_text(x, self.y + deep + _NAME_HEIGHT - 0.6, name, _NAME_SIZE, "regular", wide)

    def draw_text(self, x: float, y: float, string: str, size: float, face: str, room: float) -> None:
        """Draw text in typeface ``face`` on the baseline ``y``, cut to ``room`` mm; "?" for letters it lacks."""
        fonts = self.pen.fonts
        marks.draw_label(
            self.pen,
            x,
            y,
            shorten(replace_missing(string, face, fonts, "?"), face, size, room, fonts),
            size,
            face,
        )

    def make_page(self, height: float) -> Page:
        """Return the sheet as a page ``height`` mm high, with foot text and sheet number at its lower edge."""
        width = self.options.paper.width
        line = marks.fit_footer(self.pen, [self.options.foot], width - 2 * _MARGIN - 12)
        marks.draw_label(self.pen, _MARGIN, height - _MARGIN, line)
        marks.draw_label(self.pen, width - _MARGIN, height - _MARGIN, str(self.number), align=1.0)
        drawn = marks.marks_drawing(width, height, self.pen.items)
        return Page(width, height, tuple(self.placed), drawn, label=str(self.number))


def preview_page(faces: Faces, title: str, *, language: Language = ENGLISH) -> bytes:
    """Return one self-contained HTML page of all faces."""
    drawings = [*faces.all_fronts, faces.back]
    web = web_faces(drawings)
    real_size = (
        f":has(#real:checked) .cards{{grid-template-columns:repeat(auto-fill,{format_number(faces.back.width)}mm)}}"
    )
    if faces.back.outline:
        real_size += "figure svg{border-radius:0}"
    css = minify((_WEB / "preview.css").read_text(encoding="utf-8")) + real_size + web.css
    html = (
        environment(_WEB)
        .get_template("preview.html")
        .render(
            code=language.code,
            policy=content_security_policy([], css),
            title=title,
            css=Markup(css),  # noqa: S704 (made here)
            defs=Markup(web.defs),  # noqa: S704 (all text in it is escaped)
            width=format_number(faces.back.width),
            height=format_number(faces.back.height),
            words={"gray": language.phrase("in grays"), "real": language.phrase("at its size")},
            faces=[(drawing.title, Markup(face)) for drawing, face in zip(drawings, web.faces, strict=True)],  # noqa: S704
        )
    )
    return html.encode()
