"""Templates at the scale of a map, on sheets to cut, and their cuts."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from deckgen.card.patterns.curves import arc
from deckgen.document.pages import document_style, part_title
from deckgen.draw.blocks.flow import draw_pages, used_height
from deckgen.draw.drawing import Drawing, Segment
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box, ellipse, rectangle, transform_items, transform_outline
from deckgen.draw.paper import Paper, check_paper_size, find_paper, to_mm
from deckgen.draw.stylesheet import Stylesheet
from deckgen.errors import PressError, Problem, Problems
from deckgen.game.model import Game
from deckgen.game.templates import MapTemplate
from deckgen.language import gettext_noop
from deckgen.press.imposition.cut import Cuts
from deckgen.press.imposition.marks import RULERS, STRIP_HEIGHT, draw_rulers, marks_drawing, marks_pen
from deckgen.press.imposition.tile import FOOT, Tiling, tile, tiled_pages
from deckgen.press.pages import Book, Page, PlacedFace, cut_face

_UNITS = {gettext_noop("m"): 1000.0, gettext_noop("ft"): 304.8}  # mm
_NUMBER = r"(?=.*[1-9])\d{1,5}(?:\.\d{1,3})?"  # above 0
_SCALE = re.compile(rf"1:({_NUMBER})|({_NUMBER}(?:mm|cm|in))")
_MOST_SHEETS = 9
_CUT, _LINE, _FINE, _DASH = 0.3, 0.35, 0.12, (2.0, 1.2)  # mm
_APART = 0.8  # mm between fine lines, and between texts
_SIZE, _TITLE = 7.5 * PT, 12 * PT
_HEAD, _ROW = 6.5, 10.0  # mm: heights of a gauge's head and rows
_FOOT = FOOT + STRIP_HEIGHT + 0.5  # mm: a line of text, and rulers
_GAP = 5.0  # mm between copies


def scale_mm(text: str, unit: str) -> float:
    """Return the printed mm of a unit at a scale: ``1:60``, or ``25mm`` or ``1in`` for a unit. Raises PressError."""
    match = _SCALE.fullmatch(text.replace(" ", ""))
    if match is None:
        remedy = "write 1:60, or how long a unit of distance is printed, such as 25mm or 1in"
        raise PressError(Problem("--scale", None, "", f"{text[:40]!r} is no scale", remedy))
    return _UNITS[unit] / float(match[1]) if match[1] else to_mm(match[2])


def template_book(game: Game, templates: Sequence[MapTemplate], scale: str, paper: str) -> Book:
    """Return a sheet of each template, or several with its parts.

    Raises PressError with every template that is too small to read, or needs more than nine sheets.
    """
    check_paper_size(paper, "a template")
    stock, problems, pages = find_paper(paper), Problems(), list[Page]()
    for template in templates:
        painter = _Painter(document_style(game), template, scale_mm(scale, template.unit), stock)
        unit, most = _UNITS[template.unit], painter.mm
        least = {"gauge": 70 / painter.reach, "bands": 12 / template.width}.get(template.kind, 40 / painter.reach)
        while painter.tiling(most).count > _MOST_SHEETS:
            most *= 0.999
        if most < painter.mm:
            fault = f"takes more than {_MOST_SHEETS} sheets of {stock.title}", f"1:{math.ceil(unit / most)} or smaller"
        elif least > painter.mm:
            fault = "is too small to read", f"1:{math.floor(unit / least)} or larger"
        else:
            pages += painter.sheets()
            continue
        problems.add("--scale", None, "", f"{template.title} {fault[0]}", f"choose {fault[1]}, or others with --only")
    problems.raise_as(PressError)
    return Book(tuple(pages), game.title, scaling=False)


def template_cuts(book: Book) -> Cuts:
    """Return the cuts of one template: those of its sheet, or of all parts as one."""
    sheet, *more = book.pages
    faces = [part for part in sheet.placed if isinstance(part, PlacedFace) and part.face.outline]
    whole = faces[0].face
    if more:
        return Cuts(whole.width, whole.height, (), 0.0, (), (whole.outline,))
    outlines = (transform_outline(whole.outline, (1, 0, 0, 1, part.x, part.y)) for part in faces)
    return Cuts(sheet.width, sheet.height, (), 0.0, (), tuple(outlines))


class _Painter:
    """Draws a template, its tip, middle or start at (0, 0); a unit is ``mm`` printed mm."""

    def __init__(self, style: Stylesheet, template: MapTemplate, mm: float, stock: Paper) -> None:
        self.template, self.style, self.mm, self.stock = template, style, mm, stock
        self.reach = max([template.reach, *(at for at, _ in template.marks)])
        self.pen, self.color = style.pen(template.name), style.color
        self.fills = self.color("tint"), self.color("paper")
        self.half = math.radians(template.degrees / 2) if template.kind == "arc" else math.pi
        self.heading = part_title(style, template.title, template.note)
        self.top = used_height([self.heading], min(stock.width, stock.height) - 2 * stock.margin) + 2.5
        self.unit = style.language.phrase(template.unit)
        self.line = f"1:{self.number(_UNITS[template.unit] / mm)} · 1 {self.unit} = {self.number(mm)} mm"

    def number(self, value: float) -> str:
        """Return a number as printed, with two decimal places unless it is whole."""
        return self.style.language.number(value, 2 * (abs(value - round(value)) > 0.005))

    def tiling(self, mm: float) -> Tiling:
        """Return the fewest sheets that hold the template below its heading, a unit being that many mm."""
        return tile(*self.box(mm)[2:], self.stock, self.top, _FOOT)

    def box(self, mm: float) -> Box:
        """Return the template's bounds, a unit being that many mm."""
        reach = self.reach * mm
        if self.template.kind == "bands":
            return Box(0.0, 0.0, reach, self.template.width * mm)
        if self.template.kind == "gauge":
            return Box(0, 0, reach, _HEAD + _ROW * len(self.template.rows))
        across = reach * math.sin(min(self.half, math.pi / 2))
        return Box(-across, -reach, 2 * across, reach if self.half < math.pi else 2 * reach)

    def sheets(self) -> Iterator[Page]:
        """Yield the sheets of the drawing, with its heading and rulers; one that needs no other has as many as fit."""
        face, tiling = self.draw(), self.tiling(self.mm)
        room, pen, size = tiling.room, marks_pen(self.style.language), (tiling.width, tiling.height)
        (items,) = draw_pages([self.heading], Box(room.x, room.x, room.width, room.y - room.x))
        scales = [(f"{n} {self.unit}", n * self.mm, n) for n in (100, 50, 20, 10, 5, 2, 1) if n * self.mm <= 50]
        draw_rulers(pen, room.x, room.bottom + FOOT + 0.5, (*RULERS, *scales[:1]))
        heading = cut_face(Drawing(*size, 0.0, tuple(items), self.style.shared), 0, 0)
        rulers = cut_face(marks_drawing(*size, pen.items), 0, 0)
        copies = int((room.height + _GAP) / (face.height + _GAP)) if tiling.count == 1 else 1
        for page, part in zip(tiled_pages(face, tiling, self.style.language), tiling.parts(face), strict=True):
            placed = (replace(part, y=part.y + i * (face.height + _GAP)) for i in range(copies))
            yield replace(page, placed=(heading, rulers, *placed), label=self.template.name)

    def draw(self) -> Drawing:
        """Return the drawing, as large as the template, with its cut as outline."""
        box, kind = self.box(self.mm), self.template.kind
        cut = rectangle(*box) if kind in {"bands", "gauge"} else self.area(self.reach * self.mm)
        {"bands": self.draw_bands, "gauge": self.draw_gauge}.get(kind, self.draw_circles)(box)
        self.pen.path(cut, None, self.color("ink"), _CUT)
        move = (1.0, 0.0, 0.0, 1.0, -box.x, -box.y)
        items, outline = tuple(transform_items(self.pen.items, move)), transform_outline(cut, move)
        title = f"{self.template.title} · {self.line}"
        return Drawing(box.width, box.height, 0.0, items, self.style.shared, title, outline, "path")

    def area(self, radius: float) -> tuple[Segment, ...]:
        """Return the outline of a circle or a field of fire."""
        tip: tuple[Segment, ...] = (("L", 0.0, 0.0),) if self.half < math.pi else ()
        return (*arc(0, 0, radius, -math.pi / 2 - self.half, -math.pi / 2 + self.half), *tip, ("Z",))

    def spans(self) -> list[tuple[float, float, str, str, str]]:
        """Return (start, end, distance, text, color) of what is between the marks, from near to far, in mm."""
        return [
            (start * self.mm, end * self.mm, f"{self.number(end)} {self.unit}", text, self.fills[index % 2])
            for index, ((start, _), (end, text)) in enumerate(pairwise([(0.0, ""), *self.template.marks]))
        ]

    def draw_plate(self, text: str, face: str, size: float, x: float, y: float, room: float, fill: str) -> None:
        """Draw a text about (x, y) on a plate, unless it does not fit into ``room`` mm."""
        fit = self.pen.fit(text, face, size, room, size)
        if text and fit.fits:
            box = Box(x - fit.width / 2, y - size * 0.62, fit.width, size * 1.24)
            self.pen.panel(box.inset(-1.0, 0), 0.8, fill)
            self.pen.text(text, box.inset(-0.01, 0), face, size, self.color("ink"))

    def draw_circles(self, box: Box) -> None:
        """Draw areas and lines around the tip or middle, and what holds in them."""
        pen, color, spans, is_round = self.pen, self.color, self.spans(), self.half == math.pi
        for _, end, _, _, fill in reversed(spans):
            pen.path(self.area(end), fill, color("accent"), _LINE)
        step, ends, far = self.template.every * self.mm, [span[1] for span in spans], -box.y
        for radius in (i * step for i in range(1, math.ceil(far / step)) if step > _APART):
            if min(abs(radius - end) for end in ends) > _LINE:
                pen.path(self.area(radius), None, color("rule"), _FINE)
        hours = range(1, 13) if self.template.kind == "clock" else ()
        for hour in hours or (12,):
            x, y = math.sin(hour * math.pi / 6), -math.cos(hour * math.pi / 6)
            pen.rule(4 * x, 4 * y, far * x, far * y, color("soft"), _FINE, _DASH)
            if hours:  # 6 is on a dark plate
                ground, ink = ("accent", "accent_ink") if hour == 6 else ("paper", "ink")
                pen.path(ellipse((far - 5) * x, (far - 5) * y, 3.4), color(ground))
                base = (far - 5) * y + pen.cap("bold") * _TITLE / 2
                pen.line(str(hour), (far - 5) * x, base, "bold", _TITLE, color(ink), 0.5)
        for mark, size in (("ring", 5.0), ("disc", 1.2)) if is_round else ():
            pen.mark(mark, 0, 0, size, color("ink"))
        turn, labels = math.radians(15 if hours else 0), len(pen.items)  # between two directions
        around = (math.cos(turn), math.sin(turn), -math.sin(turn), math.cos(turn), 0.0, 0.0)
        for start, end, distance, text, fill in spans:
            room = (end if is_round else end * math.tan(min(self.half, 0.7))) * 1.5
            full = f"{distance} · {text}" if text else distance
            words = full if pen.width(full, "bold", _SIZE) < room else distance
            corner = pen.width(words, "bold", _SIZE) / 2 + 1.0
            if end - start > 2 * _SIZE and corner < end:
                middle = math.sqrt((end - _APART) ** 2 - corner**2) - 0.62 * _SIZE
                self.draw_plate(words, "bold", _SIZE, 0, -middle, room, fill)
        pen.items[labels:] = transform_items(pen.items[labels:], around)
        middle = 0.55 * far if is_round else -(spans[-1][0] + far) / 2
        room = 0.8 * far * min(1.0, 2 * self.half)
        self.draw_plate(self.template.title, "display", _TITLE, 0, middle, room, color("paper"))
        self.draw_plate(self.line, "regular", _SIZE, 0, middle + 5.0, room, color("paper"))

    def draw_names(self, box: Box, base: float) -> None:
        """Draw title and scale along the upper edge of a strip."""
        room, ink = box.width / 2 - 4, self.color("ink")
        self.pen.line(self.template.title, 2.0, base, "display", 9 * PT, ink, room=room)
        self.pen.line(self.line, box.right - 1.6, base, "regular", _SIZE, ink, 1.0, room=room)

    def draw_bands(self, box: Box) -> None:
        """Draw the bands of a strip along a path, a line for each unit across."""
        pen, color = self.pen, self.color
        for start, end, distance, text, fill in self.spans():
            pen.box(start, 0, end - start, box.height, fill)
            for y in (i * self.mm for i in range(1, math.ceil(self.template.width))):
                pen.rule(start, y, end, y, color("soft"), _FINE, _DASH)
            pen.rule(end, 0, end, box.height, color("accent"), _LINE)
            self.draw_plate(text, "bold", 9 * PT, (start + end) / 2, box.cy, end - start - 6, fill)
            pen.line(distance, end - 1.2, box.height - 1.8, "bold", _SIZE, color("ink"), 1.0)
        self.draw_names(box, 4.4)

    def draw_gauge(self, box: Box) -> None:
        """Draw the head and the rows of a gauge: ticks up from their lower edges, and the texts that fit above them."""
        pen, ink = self.pen, self.color("ink")
        self.draw_names(box, 4.6)
        for index, row in enumerate(self.template.rows):
            top, base, pitch, last = _HEAD + index * _ROW, _HEAD + (index + 1) * _ROW, row.per * self.mm, 0.0
            pen.box(0, top, box.width, _ROW, self.fills[index % 2])
            pen.line(row.title, 2.0, top + 3.3, "bold", _SIZE, ink, room=box.width - 4)
            ticks = [(at * self.mm, text) for at, text in row.marks]
            if pitch:
                step = next((n for n in (1, 2, 5, 10, 20, 50, 100) if n * pitch >= 5.5), 200)
                points = range(1, math.floor(box.width / pitch + 1e-6) + 1)
                ticks = [(i * pitch, "" if i % step else str(i)) for i in points if pitch > _APART or i % step == 0]
            for x, text in ticks:
                length = pen.width(text, "regular", _SIZE)
                left = min(x - length / 2, box.width - length - _APART)
                pen.rule(x, base, x, base - (2.2 if text else 1.3), ink, _CUT if text else _FINE)
                if text and left > last + _APART:
                    pen.line(text, left, base - 2.9, "regular", _SIZE, ink)
                    last = left + length
