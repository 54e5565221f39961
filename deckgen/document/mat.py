"""The mat of a deck: the panorama of the game's look, and below it a place for all that the game puts on the table.

Places are as large as cards on paper of any size, and spots as markers; all else grows with the paper.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from deckgen.card.back import deck_pattern
from deckgen.card.layout import Layout
from deckgen.card.rules.panels import Panels
from deckgen.document.marked_results import with_card_style
from deckgen.document.pages import document_style, split_panel
from deckgen.document.screen import PANORAMA, draw_panorama
from deckgen.draw.drawing import Drawing, Use
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box, ellipse, polygon, rectangle
from deckgen.draw.paper import find_paper
from deckgen.draw.text import wrap
from deckgen.errors import LayoutError, PressError, Problem, Problems
from deckgen.game.mat import Mat, MatPart
from deckgen.game.model import DeckSpec, Game
from deckgen.press.imposition.tile import FOOT, tile, tiled_pages
from deckgen.press.pages import Page, cut_face

_BASE, _LARGEST = 297.0, 3.0  # mm, the height of A3 on its side; the scale of texts on paper beyond A0
_MARGIN, _GAP, _PAD, _CORNER, _SPINE, _BAND, _SIGN, _HEAD, _LINE = 8.0, 4.0, 1.6, 2.6, 8.0, 11.0, 9.0, 10.0, 5.5
_FIELD, _MARKER, _EDGE, _CLOCK = 22.0, 25.0, 16.0, 62.0  # mm: least widths, but the edge that shows of a covered card
_WORD, _NAME, _TITLE, _TEXT, _SMALLEST = 22 * PT, 20 * PT, 12 * PT, 10.5 * PT, 8.5 * PT
_LEAST = 0.89  # of its paper's sides: a mat on several sheets, to be on fewer
_FAINT = 0.07  # the opacity of the pattern's lines
_GROWTH = 0.6  # the share of the height to spare by which rows of spots grow; the rest is between rows


def mat_pages(layout: Layout, game: Game, spec: DeckSpec, paper: str, tiled: str = "") -> tuple[Page, ...]:
    """Return a mat on paper on its side, or, a little smaller, on sheets of another to glue together; raise PressError."""
    height, width = (sheet := find_paper(paper)).width, sheet.height
    if not tiled:
        return (Page(width, height, (cut_face(draw_mat(layout, game, spec, width, height), 0, 0),)),)
    tiling = tile(width * _LEAST, height * _LEAST, find_paper(tiled), bottom=FOOT)
    size = map(min, (width, height), tiling.size)
    return tuple(tiled_pages(draw_mat(layout, game, spec, *size), tiling, game.language))


def draw_mat(layout: Layout, game: Game, spec: DeckSpec, width: float, height: float) -> Drawing:
    """Return the mat of a deck, of this size in mm. Raises PressError if its parts need more, LayoutError."""
    problems, style = Problems(), with_card_style(document_style(game), layout)
    art = draw_panorama(style, game)
    painter = _Painter(Panels(layout, game, spec, problems), min(max(1.0, height / _BASE), _LARGEST))
    picture = painter.draw(game.mat_for(spec), width, height, art.height / art.width if art else 0.0)
    problems.raise_as(LayoutError)
    items, symbols = painter.pen.items, style.shared.symbols
    if art:
        scale = width / art.width
        matrix = scale, 0.0, 0.0, scale, 0.0, picture - art.height * scale
        items.insert(0, Use(PANORAMA, matrix, clip=rectangle(0, 0, width, picture)))
        symbols = {**symbols, **art.style.symbols}
    title = game.language.phrase("{name}: mat", name=f"{game.title}: {spec.title}")
    return Drawing(width, height, 0.0, tuple(items), replace(style.shared, symbols=symbols), title)


class _Painter:
    """Draws the parts of a mat, texts and lines ``unit`` times as large as on A3."""

    def __init__(self, panels: Panels, unit: float) -> None:
        self.look, self.layout, self.deck, self.unit = panels.options, panels.layout, panels.spec.name, unit
        self.pen = self.layout.pen(panels.game, panels.problems, _SMALLEST * unit, tightest=0.0)
        self.card = self.layout.template.width, self.layout.template.height
        self.edge = self.look.edge or self.look.accent

    def draw(self, rows: Mat, width: float, height: float, ratio: float) -> float:
        """Draw rows of parts on their ground; return the height of the picture above, at most ``width * ratio``; raise PressError."""
        pen, gap, margin = self.pen, _GAP * self.unit, _MARGIN * self.unit
        sizes = [[self.cell_size(cell) for cell in row] for row in rows]
        least_width = max(sum(cell for cell, _ in row) + gap * (len(row) - 1) for row in sizes) + 2 * margin
        heights = [max(cell_height for _, cell_height in row) for row in sizes]
        spare = height - sum(heights) - gap * len(rows) - margin
        if least_width > width + 1e-6 or spare < -1e-6:
            size = f"{math.ceil(least_width)} × {math.ceil(height - spare)} mm, and has {width:.0f} × {height:.0f}"
            remedy = "choose a larger paper; --tiled prints it on several sheets"
            raise PressError(Problem("--paper", None, "", f"the mat needs {size}", remedy))
        picture = min(spare, width * ratio)
        grows = [not any(part.cards for cell in row for part in cell) and row[0][0].spots > 0 for row in rows]
        growth = _GROWTH * (spare - picture) / max(1, sum(grows))
        space = (spare - picture - growth * sum(grows)) / len(rows)
        ground, ink = Box(0, picture, width, height - picture), self.look.title_ink
        pen.path(rectangle(*ground), self.look.ground)
        for path in deck_pattern(self.layout, self.deck, ground):
            fill, stroke = (None, ink) if path.stroke else (ink, None)
            pen.items.append(replace(path, fill=fill, stroke=stroke, opacity=_FAINT))
        top = picture + gap + space / 2
        for row, row_sizes, row_height, is_growing in zip(rows, sizes, heights, grows, strict=True):
            box = Box(margin, top, width - 2 * margin, row_height + growth * is_growing)
            self.draw_row(row, [cell for cell, _ in row_sizes], box, gap)
            top = box.bottom + gap + space
        return picture

    def cell_size(self, cell: Sequence[MatPart]) -> tuple[float, float]:
        """Return the least width and height of parts one below the other, in mm."""
        widths, heights = zip(*map(self.part_size, cell), strict=True)
        return max(widths), sum(heights) + _GAP * self.unit * (len(cell) - 1)

    def part_size(self, part: MatPart) -> tuple[float, float]:
        """Return the least width and height of a part in mm."""
        fields, spots, unit = part.fields or (("", ""),), part.spots, self.unit
        if part.cards:
            return self.card[0] + (part.cards - 1) * _EDGE, self.card[1]
        if part.clock:
            return (_CLOCK + _SPINE) * unit, _CLOCK * unit
        if not spots:
            return len(part.fields) * _FIELD * unit or _SIGN * unit, _BAND * unit
        lines = _HEAD * bool(part.fields) + (_LINE + _PAD) * bool(part.text) + 2 * _PAD
        return _SPINE * unit + len(fields) * max(_FIELD * unit, spots * _MARKER * 0.9), _MARKER + lines * unit

    def draw_row(self, row: Sequence[Sequence[MatPart]], widths: Sequence[float], box: Box, gap: float) -> None:
        """Draw a row of cells: fields share the width that is left, by their number; without any it is between cells."""
        weights = [max(len(part.fields) or bool(part.spots) for part in cell) for cell in row]
        spare = box.width - sum(widths) - gap * (len(row) - 1)
        space = 0.0 if any(weights) else spare / max(1, len(row) - 1)
        left = box.x
        for cell, least, weight in zip(row, widths, weights, strict=True):
            width, top = least + spare * weight / max(1, sum(weights)), box.y
            more = (box.height - self.cell_size(cell)[1]) / len(cell)
            for part in cell:
                height = self.part_size(part)[1] + more
                self.pen.card, self.pen.slot = "mat", part.name
                is_panel = part.fields or part.spots or part.clock
                draw = self.draw_places if part.cards else self.draw_panel if is_panel else self.draw_sign
                draw(part, Box(left, top, width, height))
                top += height + gap
            left += width + gap + space

    def draw_places(self, part: MatPart, box: Box) -> None:
        """Draw the outlines of cards, each over the one before it; the last has the deck's emblem, and says what for."""
        pen, look, (width, height) = self.pen, self.look, self.card
        left, top = box.cx - self.part_size(part)[0] / 2, box.cy - height / 2
        for index in range(part.cards):
            place = Box(left + index * _EDGE, top, width, height)
            pen.panel(place, _CORNER, look.ground, look.game_ink, 0.6)
            pen.panel(place.inset(1.3), _CORNER * 0.7, None, look.game_ink, 0.2)
        pen.icon(self.layout.back.emblem, place.cx, top + height * 0.25, width * 0.28, look.rule)
        name = Box(place.x, top + height * 0.4, width, _NAME * 1.2).inset(3.5, 0)
        pen.text(part.title, name, look.title_face, _NAME, look.title_ink)
        lines = wrap([(part.text, "regular")], _TEXT, name.width, pen.fonts, pen.language)
        if len(lines) * _TEXT * 1.25 > place.bottom - name.bottom - 5:
            pen.report_overflow(part.text, _TEXT)
        for number, line in enumerate(lines):
            base = name.bottom + 1 + _TEXT * (1 + 1.25 * number)
            pen.runs(line, name.cx - line.width / 2, base, _TEXT, look.title_ink)

    def draw_sign(self, part: MatPart, box: Box) -> None:
        """Draw what comes between two parts."""
        half = min(box.height * 0.4, 24 * self.unit)
        points = [box.cx, box.cy - half, box.right, box.cy, box.cx, box.cy + half, box.x, box.cy]
        self.pen.path(polygon(points), self.look.head_fill)
        self.write_upward(part.title, box.cx, box.cy, half * 1.2, _TEXT * self.unit)

    def draw_panel(self, part: MatPart, box: Box) -> None:
        """Draw a panel, its title on the spine, which a low band has upright, and in it fields or a clock."""
        pen, look, unit, size = self.pen, self.look, self.unit, _TITLE * self.unit
        is_band = not part.clock and not part.spots
        spine = pen.width(part.title, look.head_face, size) + 6 * unit if is_band else _SPINE * unit
        split_panel(pen, box, _CORNER * unit, spine, look.head_fill, look.fill)
        if is_band:
            pen.text(part.title, box._replace(width=spine), look.head_face, size, look.head_ink)
        else:
            self.write_upward(part.title, box.x + spine / 2, box.cy, box.height - 4 * unit, size)
        body = Box(box.x + spine, box.y, box.width - spine, box.height - (_LINE + _PAD) * unit * bool(part.text))
        foot = Box(body.x, body.bottom, body.width, _LINE * unit).inset(2 * unit, 0)
        pen.text(part.text, foot, "regular", _TEXT * unit, look.ink)
        (self.draw_clock if part.clock else self.draw_fields)(part, body)
        pen.panel(box, _CORNER * unit, None, self.edge, 0.5 * unit)

    def draw_fields(self, part: MatPart, body: Box) -> None:
        """Draw fields side by side: each has its word, beside it what it means, and spots for markers below."""
        pen, look, unit, fields = self.pen, self.look, self.unit, part.fields or (("", ""),)
        width, head = body.width / len(fields), _HEAD * unit * bool(part.fields) if part.spots else body.height
        diameter = min(_MARKER, width / max(1, part.spots) - _PAD)
        for index, (word, meaning) in enumerate(fields):
            field = Box(body.x + index * width, body.y, width, head)
            if part.spots and index:
                pen.rule(field.x, body.y + 2 * unit, field.x, body.bottom - 2 * unit, look.rule, 0.25 * unit)
            elif not part.spots and (len(fields) - index) % 2 == 0:
                pen.path(rectangle(*field), look.zebra)
            fit = pen.text(word, field.inset(2.2 * unit, 0), "black", _WORD * unit, look.ink, 0.0)
            room = Box(field.x + fit.width + 4 * unit, field.y, width - fit.width - 4.6 * unit, head)
            pen.text(meaning, room, "regular", _TEXT * unit, look.ink, 0.0)
            for number in range(part.spots):
                x, y = field.x + (number + 0.5) * width / part.spots, (field.bottom + body.bottom) / 2
                pen.path(ellipse(x, y, diameter / 2), look.zebra, self.edge, 0.3 * unit, dash=(1.6, 1.2), round=False)

    def draw_clock(self, _: MatPart, body: Box) -> None:
        """Draw a clock face of three rings, its 6 marked."""
        pen, look, unit, (x, y) = self.pen, self.look, self.unit, (body.cx, body.cy)
        radius = min(body.width, body.height) / 2 - 6.5 * unit
        for third in (3, 2, 1):
            pen.path(ellipse(x, y, radius * third / 3), look.zebra if third % 2 else look.fill, self.edge, 0.35 * unit)
        for hour in range(1, 13):
            across, down = math.sin(math.tau * hour / 12), -math.cos(math.tau * hour / 12)
            ends = [(x + across * reach, y + down * reach) for reach in (radius / 3, radius, radius + 3.6 * unit)]
            pen.rule(*ends[0], *ends[1], look.rule, 0.2 * unit)
            pen.text(str(hour), Box(*ends[2], 0, 0).inset(-4 * unit, -3 * unit), "black", _TITLE * unit, look.ink)
        tip, half = y + radius * 0.94, 2 * unit
        pen.path(polygon([x - half, tip - 2 * half, x + half, tip - 2 * half, x, tip]), self.edge)

    def write_upward(self, string: str, middle: float, y: float, room: float, size: float) -> None:
        """Draw a line that runs up, about (``middle``, y), in the colors of spines."""
        look, base = self.look, middle + self.pen.cap(self.look.head_face) * size / 2
        self.pen.line(string, base, y, look.head_face, size, look.head_ink, 0.5, room=room, upward=True)
