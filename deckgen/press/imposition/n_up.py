"""N-up imposition: cells of cards on press or label sheets; fronts and backs match when turned."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from deckgen.draw.drawing import IDENTITY, Matrix
from deckgen.draw.geometry import Box, compose, transform_items, transform_outline
from deckgen.draw.pen import Pen
from deckgen.errors import PressError, Problem
from deckgen.language import Language, gettext_noop
from deckgen.press.imposition import marks
from deckgen.press.imposition.cutters import cutters
from deckgen.press.pages import Page, PlacedFace, cut_face
from deckgen.records import record

if TYPE_CHECKING:
    from deckgen.draw.drawing import Drawing, Item, Segment
    from deckgen.draw.paper import Paper
    from deckgen.press.options import Options
    from deckgen.press.target import Labels, Target

TOLERANCE = 1e-6  # mm, for rounded sums
_LABELS = {
    "both": gettext_noop("sheet {sheet} of {sheets}"),
    "front": gettext_noop("sheet {sheet} of {sheets}, front"),
    "back": gettext_noop("sheet {sheet} of {sheets}, back"),
}


@record
class SheetGrid:
    """Cells of cards on a sheet of ``width`` × ``height`` mm as read: centered, or from ``origin`` on.

    ``gutters``: between cells, across and down. ``bleeds``: how far outer cards may bleed left and right, and
    above and below; ``mark_lengths``: of crop marks there. ``top_strips``: text strips are along the upper
    and lower edge, else along the sides. ``fold``: "level" or "upright", the line to fold along; the cells
    are then those of the fronts, above or left of it, ``fold_gap`` mm away from it.
    """

    width: float
    height: float
    margin: float
    columns: int
    rows: int
    card: tuple[float, float]
    gutters: tuple[float, float]
    top_strips: bool
    bleeds: tuple[float, float]
    mark_lengths: tuple[float, float]
    fold: str = ""
    fold_gap: float = 0.0
    origin: tuple[float, float] | None = None

    @property
    def block(self) -> Box:
        """The box around all cells, in mm of the sheet."""
        width = self.columns * (self.card[0] + self.gutters[0]) - self.gutters[0]
        height = self.rows * (self.card[1] + self.gutters[1]) - self.gutters[1]
        x, y = self.origin or ((self.width - width) / 2, (self.height - height) / 2)
        if self.fold == "level":
            y = self.height / 2 - self.fold_gap - height
        if self.fold == "upright":
            x = self.width / 2 - self.fold_gap - width
        return Box(x, y, width, height)

    @property
    def printed(self) -> Box:
        """The box around everything printed on one side, across a fold too."""
        block = self.block
        if self.fold == "level":
            return block._replace(height=self.height - 2 * block.y)
        if self.fold == "upright":
            return block._replace(width=self.width - 2 * block.x)
        return block

    def cells(self) -> list[Box]:
        """Return the boxes of all cells, row by row, in mm."""
        block, (width, height) = self.block, self.card
        dx, dy = width + self.gutters[0], height + self.gutters[1]
        positions = product(range(self.rows), range(self.columns))
        return [Box(block.x + column * dx, block.y + row * dy, width, height) for row, column in positions]


def grid_for(face: Drawing, target: Target, paper: Paper, options: Options) -> SheetGrid:
    """Return the grid with most cards on the paper, portrait or landscape, with space for marks and text.

    On labels it is one card per label. ``target``: from ``apply_sheet_options``. Raises PressError, which names what
    would fit, if no card fits, or not with the bleed that the options or PDF/X require.
    """
    if target.labels is not None:
        return _label_grid(face, target, target.labels, paper)
    folded, bleed = options.flip == "gutterfold", options.bleed
    if bleed is None and target.pdfx is not None:
        bleed = min(target.bleed, face.bleed)
    best = _best_grid(face, target, paper, folded=folded, bleed=min(bleed or 0.0, target.bleed, face.bleed))
    if best.columns * best.rows == 0:
        best = _best_grid(face, target, paper, folded=folded, bleed=0.0)
    if best.columns * best.rows == 0:
        raise _too_large_error(face, target, paper, folded=folded)
    fitting = min(*best.bleeds, *([best.fold_gap] if folded else []))
    if bleed is not None and fitting < bleed - TOLERANCE:
        cards = f"{best.columns} × {best.rows} cards"
        message = f"a bleed of {bleed:g} mm does not fit around {cards} on {paper.title}"
        art_bleed = f" (the layout's art has {face.bleed:g} mm)" if face.bleed < bleed else ""
        max_bleed = f"{math.floor(fitting * 100) / 100:g} mm"
        remedy = f"use at most {max_bleed}{art_bleed}, a larger paper or a smaller gutter"
        raise PressError(Problem("--bleed", None, "", message, remedy))
    return best


def _best_grid(face: Drawing, target: Target, paper: Paper, *, folded: bool, bleed: float) -> SheetGrid:
    """Return the grid of most cards, maybe none, whose outer sides can bleed ``bleed`` mm; ``folded``: with a fold."""
    grids = [
        _grid(face, target, paper, landscape=landscape, top_strips=top_strips, fold=fold, bleed=bleed)
        for landscape, top_strips in product((False, True), (True, False))
        for fold in (("level", "upright") if folded else ("",))
    ]
    return max(grids, key=lambda sheet_grid: sheet_grid.columns * sheet_grid.rows)  # the first of equals


def _grid(
    face: Drawing, target: Target, paper: Paper, *, landscape: bool, top_strips: bool, fold: str, bleed: float
) -> SheetGrid:
    """Return the grid with as many cards as fit, maybe none, on paper that lies as given; ``fold``: of SheetGrid."""
    size = (paper.height, paper.width) if landscape else (paper.width, paper.height)
    edges = _edge(target, paper, has_strip=not top_strips), _edge(target, paper, has_strip=top_strips)
    gap = min(target.bleed, face.bleed) if fold else 0.0
    free_x, free_y = (length - 2 * edge for length, edge in zip(size, edges, strict=True))
    if fold == "upright":
        free_x = free_x / 2 - gap
    if fold == "level":
        free_y = free_y / 2 - gap
    columns, reach_x, mark_x = _axis(free_x, face.width, face, target, folded=fold == "upright", bleed=bleed)
    rows, reach_y, mark_y = _axis(free_y, face.height, face, target, folded=fold == "level", bleed=bleed)
    card, reach, mark = (face.width, face.height), (reach_x, reach_y), (mark_x, mark_y)
    return SheetGrid(*size, paper.margin, columns, rows, card, (target.gutter,) * 2, top_strips, reach, mark, fold, gap)


def _axis(
    free: float, card: float, face: Drawing, target: Target, *, folded: bool, bleed: float
) -> tuple[int, float, float]:
    """Return, for one axis: number of cards, bleed of the outer ones (>= ``bleed``), crop mark length (or 0); mm."""
    outer_bleed = bleed if folded else 2 * bleed
    count = max(0, math.floor((free - outer_bleed + target.gutter + TOLERANCE) / (card + target.gutter)))
    spare = free - count * (card + target.gutter) + target.gutter
    spare = spare if folded else spare / 2  # free space beyond the cards, at each edge
    reach = max(0.0, min(target.bleed, face.bleed, spare))
    crop = target.crop
    return count, reach, min(crop.longest, crop.shortest + spare - reach) if crop else 0.0


def _edge(target: Target, paper: Paper, *, has_strip: bool) -> float:
    """Return the mm to keep free along an edge, for margin, text strip, and crop or machine marks."""
    if target.registration:
        return cutters()[target.registration].margins[1 if has_strip else 0]
    strip = marks.STRIP_HEIGHT if has_strip and (target.ruler or target.footer) else 0.0
    crop = target.crop.gap + target.crop.shortest if target.crop else 0.0
    return paper.margin + strip + crop


def _too_large_error(face: Drawing, target: Target, paper: Paper, *, folded: bool) -> PressError:
    """Return the error for a card too large for the paper; its remedy names the largest size that fits."""
    edge, strip = _edge(target, paper, has_strip=False), _edge(target, paper, has_strip=True)
    width, height = paper.width - 2 * edge, paper.height - 2 * strip
    message = f"a card of {face.width:g} × {face.height:g} mm does not fit on {paper.title}"
    if folded:
        height = height / 2 - min(target.bleed, face.bleed)
        message += " with front and back side by side"
    remedy = f"cards up to {width:.1f} × {height:.1f} mm fit; use a larger paper or a target with one face per page"
    return PressError(Problem(face.title or "card", None, "", message, remedy))


def _label_grid(face: Drawing, target: Target, labels: Labels, paper: Paper) -> SheetGrid:
    """Return the grid of labels, a card in the middle of each, landscape if needed. Raises PressError if too large."""
    for landscape in (False, True):
        step = -1 if landscape else 1
        size, first, pitch = (pair[::step] for pair in (labels.size, labels.first, labels.pitch))
        if face.width > size[0] + TOLERANCE or face.height > size[1] + TOLERANCE:
            continue
        width, height = (paper.width, paper.height)[::step]
        columns, rows = (labels.columns, labels.rows)[::step]
        gutters = pitch[0] - face.width, pitch[1] - face.height
        origin = first[0] + (size[0] - face.width) / 2, first[1] + (size[1] - face.height) / 2
        bleed_x, bleed_y = (max(0.0, min(target.bleed, face.bleed, gap / 2)) for gap in gutters)
        cells = (columns, rows, (face.width, face.height), gutters)
        return SheetGrid(width, height, 0.0, *cells, True, (bleed_x, bleed_y), (0.0, 0.0), origin=origin)
    raise _no_label_error(face, labels)


def _no_label_error(face: Drawing, labels: Labels) -> PressError:
    """Return the error for a card too large for the labels; its remedy names targets with larger ones, or paper."""
    from deckgen.press.target import load_target, target_names  # noqa: PLC0415 (only for a message)

    message = f"a card of {face.width:g} × {face.height:g} mm does not fit on labels of {labels.size[0]:.1f} × {labels.size[1]:.1f} mm"
    short, long = sorted((face.width, face.height))
    larger = [
        target.name
        for target in map(load_target, target_names())
        if target.labels and min(target.labels.size) >= short and max(target.labels.size) >= long
    ]
    remedy = f"use {' or '.join(larger)}" if larger else "print it on paper, with --target home"
    return PressError(Problem(face.title or "card", None, "", message, remedy))


def back_cell(cell: Box, grid: SheetGrid, flip: str) -> tuple[Box, bool]:
    """Return the cell of a card's back on the second page (or beyond the fold), and whether it is turned by 180°.

    The sheet turns about its upright axis, like a page of a book, or, with backs upside down, about its level axis,
    like one of a wall calendar: so a card that is cut out and turned sideways shows its back upright.
    """
    turns_upright = (flip == "long-edge") == (grid.width <= grid.height)
    if grid.fold == "upright" or (not grid.fold and turns_upright):
        return cell._replace(x=grid.width - cell.right), False
    return cell._replace(y=grid.height - cell.bottom), True


def apply_sheet_options(target: Target, options: Options, outline: tuple[Segment, ...] = ()) -> Target:
    """Return the target with gutter, bleed and registration marks of the options (None, "none": its own).

    At home cards with an ``outline`` have no crop marks: no straight cut parts them.
    """
    if options.gutter is not None:
        target = replace(target, gutter=options.gutter)
    if options.bleed is not None:
        target = replace(target, bleed=options.bleed)
    if options.registration != "none" and target.labels is None:
        return replace(target, registration=options.registration, crop=None, ruler=False, footer=False)
    return replace(target, crop=None) if outline and target.color == "rgb" else target


def cards_by_sheet(card_count: int, cell_count: int, arrange: str) -> list[list[int]]:
    """Return the card indexes of each sheet of ``cell_count`` cells, in the order of the cells.

    ``arrange`` rows: sheet by sheet; stack: cell by cell, so cut piles are in deck order; repeat: one card a sheet.
    """
    if arrange == "repeat":
        return [[card] * cell_count for card in range(card_count)]
    sheet_count = -(-card_count // cell_count)
    if arrange == "stack":
        return [list(range(sheet, card_count, sheet_count)) for sheet in range(sheet_count)]
    return [list(range(sheet * cell_count, min(card_count, (sheet + 1) * cell_count))) for sheet in range(sheet_count)]


def n_up_pages(
    fronts: Sequence[Drawing],
    back: Drawing,
    target: Target,
    paper: Paper,
    options: Options,
    backs: Sequence[Drawing] = (),
) -> list[Page]:
    """Return the pages of all press sheets, in the order of the options. Raises PressError if a card is too large.

    ``target``: from ``apply_sheet_options``. Each front has the shared ``back``, or its own of ``backs``, if any.
    """
    folded = options.flip == "gutterfold"
    pairs = list(zip(fronts, backs or [back] * len(fronts), strict=True))
    widest = max(fronts[0], back, key=lambda face: face.bleed)
    grid = grid_for(widest, target, paper, options)
    sides: tuple[str, ...] = ("front",) if folded or options.flip == "none" else target.order
    numbers_by_sheet = cards_by_sheet(len(fronts), grid.columns * grid.rows, options.arrange)
    sheet_count = len(numbers_by_sheet)
    pages: dict[str, list[Page]] = {side: [] for side in sides}
    for sheet, numbers in enumerate(numbers_by_sheet):
        faces = [pairs[number] for number in numbers]
        for side in sides:
            label = _LABELS["both" if folded else side]
            label = options.language.phrase(label, sheet=sheet + 1, sheets=sheet_count)
            footer_texts = [options.title, label, options.footer] if target.footer else []
            if footer_texts and target.color == "cmyk":
                footer_texts.append(marks.ink_names([fronts[0], back]))
            plate_marks, page_marks = _draw_marks(grid, target, side, footer_texts, options.language)
            if side == "front" and back.outline and not target.registration and target.labels is None:
                plate_marks = [*plate_marks, _cut_lines(grid, len(faces), back.outline, target)]
            pages[side].append(
                Page(
                    grid.width,
                    grid.height,
                    (*_place_faces(faces, grid, target, options.flip, side), *plate_marks),
                    page_marks,
                    Box(0, 0, grid.width, grid.height) if target.pdfx else None,
                    label=f"{sheet + 1} {side}",
                    shift=IDENTITY if side == "front" else back_matrix(grid.width, grid.height, options),
                )
            )
    if options.order == "alternate" or len(sides) == 1:
        return [page for sheet in zip(*pages.values(), strict=True) for page in sheet]
    second = pages["back"][::-1] if options.order.endswith("reversed") else pages["back"]
    return [*pages["front"], *second]


def _draw_marks(
    grid: SheetGrid, target: Target, side: str, footer_texts: list[str], language: Language
) -> tuple[list[PlacedFace], Drawing | None]:
    """Return the marks of a page's ``side``: those for all plates, as placed faces, and the black ones, or None."""
    pen, plates, size = marks.marks_pen(), marks.marks_pen(), (grid.width, grid.height)
    on_plates = target.crop is not None and target.crop.ink == "registration"
    _draw_cut_marks(plates if on_plates else pen, grid, target, side)
    if target.registration and side == "front":
        marks.draw_cutter_marks(pen, *size, cutters()[target.registration])
    pen.items += _strip_items(grid, target, side, footer_texts, language)
    plate_marks = cut_face(marks.marks_drawing(*size, plates.items, "registration"), 0, 0)
    return [plate_marks] * bool(plates.items), marks.marks_drawing(*size, pen.items) if pen.items else None


def _cut_lines(grid: SheetGrid, count: int, outline: tuple[Segment, ...], target: Target) -> PlacedFace:
    """Return the outlines of the first ``count`` cards of a sheet, on the plate of the die, or light and dark for scissors."""
    pen, size = marks.marks_pen(), (grid.width, grid.height)
    plate, lines = "black", [(marks.PAPER_COLOR, 4 * marks.HAIRLINE), (marks.MARK_COLOR, marks.HAIRLINE)]
    if target.color == "cmyk":
        plate, lines = "die lines", [(marks.DIE_COLOR, marks.DIE_WEIGHT)]
    for cell in grid.cells()[:count]:
        for ink, weight in lines:
            pen.path(transform_outline(outline, (1, 0, 0, 1, cell.x, cell.y)), None, ink, weight)
    return cut_face(marks.marks_drawing(*size, pen.items, plate), 0, 0)


def _place_faces(
    faces: Sequence[tuple[Drawing, Drawing]], grid: SheetGrid, target: Target, flip: str, side: str
) -> tuple[PlacedFace, ...]:
    """Return the fronts or the backs of (front, back) pairs in their cells, by ``side``; both on a sheet to fold."""
    cells = list(zip(faces, grid.cells(), strict=False))
    fronts = tuple(_place_face(front, cell, grid.block, grid, target) for (front, _), cell in cells)
    if side == "front" and not grid.fold:
        return fronts
    block, turned = back_cell(grid.block, grid, flip)
    back_cells = ((back, back_cell(cell, grid, flip)[0]) for (_, back), cell in cells)
    backs = tuple(_place_face(back, cell, block, grid, target, turned=turned) for back, cell in back_cells)
    return (*fronts, *backs) if grid.fold else backs


def back_matrix(width: float, height: float, options: Options) -> Matrix:
    """Return the matrix that corrects second sides, in mm: a turn about the page's middle, then a move."""
    if not options.back_rotate and options.back_offset == (0.0, 0.0):
        return IDENTITY
    turn = math.radians(options.back_rotate)
    cos, sin = math.cos(turn), math.sin(turn)
    dx, dy = options.back_offset
    moved: Matrix = (1.0, 0.0, 0.0, 1.0, width / 2 + dx, height / 2 + dy)
    return compose(compose(moved, (cos, sin, -sin, cos, 0, 0)), (1, 0, 0, 1, -width / 2, -height / 2))


def _place_face(
    face: Drawing, cell: Box, block: Box, grid: SheetGrid, target: Target, *, turned: bool = False
) -> PlacedFace:
    """Return a face in its cell: it bleeds at the edges of ``block`` (all cells), and into half of a gutter."""
    across, down = (max(0.0, min(target.bleed, face.bleed, gutter / 2)) for gutter in grid.gutters)
    outer_x, outer_y = (min(reach, face.bleed) for reach in grid.bleeds)
    left = outer_x if abs(cell.x - block.x) < TOLERANCE else across
    right = outer_x if abs(cell.right - block.right) < TOLERANCE else across
    above = outer_y if abs(cell.y - block.y) < TOLERANCE else down
    below = outer_y if abs(cell.bottom - block.bottom) < TOLERANCE else down
    if turned:
        left, right, above, below = right, left, below, above
    window = Box(-left, -above, left + face.width + right, above + face.height + below)
    return PlacedFace(face, cell.x, cell.y, window, turned)


def _draw_cut_marks(pen: Pen, grid: SheetGrid, target: Target, side: str) -> None:
    """Draw crop marks if ``side`` has any, and the fold line between fronts and backs, out to the printable edge."""
    x, y, margin = grid.width / 2, grid.height / 2, grid.margin
    if grid.fold == "level":
        pen.rule(margin, y, grid.width - margin, y, marks.MARK_COLOR, 0.25, (2.0, 1.5))
    if grid.fold == "upright":
        pen.rule(x, margin, x, grid.height - margin, marks.MARK_COLOR, 0.25, (2.0, 1.5))
    crop = target.crop
    if crop is None or side not in crop.sides:
        return
    cells = grid.cells()
    if grid.fold:
        cells += [back_cell(cell, grid, "")[0] for cell in cells]
    # Neighbors without a gutter share a cut.
    xs = sorted({round(x, 6) for cell in cells for x in (cell.x, cell.right)})
    ys = sorted({round(y, 6) for cell in cells for y in (cell.y, cell.bottom)})
    starts = (grid.bleeds[0] + crop.gap, grid.bleeds[1] + crop.gap)
    marks.draw_crop_marks(pen, grid.printed, xs, ys, starts=starts, lengths=grid.mark_lengths, weight=crop.weight)
    if crop.ink == "registration":
        distance = (starts[0] + grid.mark_lengths[0], starts[1] + grid.mark_lengths[1])
        edge = margin + (marks.STRIP_HEIGHT if target.ruler or target.footer else 0.0)
        marks.draw_register_marks(pen, grid.printed, distance, edge, (grid.width, grid.height))


def _strip_items(
    grid: SheetGrid, target: Target, side: str, footer_texts: list[str], language: Language
) -> Iterable[Item]:
    """Return the rulers (fronts only) in one strip and the footer, if there are texts, in the opposite one."""
    length, depth = (grid.width, grid.height) if grid.top_strips else (grid.height, grid.width)
    start = grid.printed.x if grid.top_strips else grid.height - grid.printed.bottom
    pen = marks.marks_pen(language)
    if target.ruler and side == "front":
        marks.draw_rulers(pen, start, grid.margin)
    if footer_texts:
        line = marks.fit_footer(pen, footer_texts, length - start - grid.margin)
        marks.draw_label(pen, start, depth - grid.margin - 0.5, line)
    # Drawn along the top, then turned to the left side: (x, y) becomes (y, height - x).
    return pen.items if grid.top_strips else transform_items(pen.items, (0, -1, 1, 0, 0, grid.height))
