"""Imposition: cards side by side on sheets of paper, fronts and backs to meet when the sheet is turned."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from deckgen.draw.drawing import IDENTITY, Matrix
from deckgen.draw.geometry import Box, moved, multiply
from deckgen.draw.pen import Pen
from deckgen.language import Language, gettext_noop
from deckgen.press.imposition import marks
from deckgen.press.imposition.sheet_grid import HAIR, SheetGrid, sheet_grid
from deckgen.press.pages import Page, Placed

if TYPE_CHECKING:
    from deckgen.draw.drawing import Drawing, Item
    from deckgen.draw.paper import Paper
    from deckgen.press.options import Options
    from deckgen.press.target import Target

_LABELS = {
    "both": gettext_noop("sheet {sheet} of {sheets}"),
    "front": gettext_noop("sheet {sheet} of {sheets}, front"),
    "back": gettext_noop("sheet {sheet} of {sheets}, back"),
}


def behind(cell: Box, grid: SheetGrid, flip: str) -> tuple[Box, bool]:
    """Where the back of a card lies on the second page, and whether it is turned by 180°.

    The sheet turns about its upright axis, like a page of a book, or about its level axis, like a
    page of a wall calendar. In the second case backs stand on their heads, so that a card
    that is cut out and turned sideways shows its back upright. A fold does the same on one page.
    """
    turns_upright = (flip == "long-edge") == (grid.width <= grid.height)
    if grid.fold == "upright" or (not grid.fold and turns_upright):
        return cell._replace(x=grid.width - cell.right), False
    return cell._replace(y=grid.height - cell.bottom), True


def on_sheets(target: Target, options: Options) -> Target:
    """The target with what the options ask for in its stead: gutter, bleed, marks of a machine instead of its own."""
    if options.gutter is not None:
        target = replace(target, gutter=options.gutter)
    if options.bleed is not None:
        target = replace(target, bleed=options.bleed)
    if options.registration != "none" and target.labels is None:
        target = replace(target, registration=True, crop=None, ruler=False, footer=False)
    return target


def grid_for(face: Drawing, target: Target, paper: Paper, options: Options) -> SheetGrid:
    """Where cards lie on a sheet for a target ``on_sheets``. Raises PressError if a card is too large."""
    folded = options.flip == "gutterfold"
    kept = options.bleed
    if kept is None and target.pdfx is not None:
        kept = min(target.bleed, face.bleed)
    return sheet_grid(face, target, paper, folded=folded, bleed=kept)


def sheets(cards: int, size: int, arrange: str) -> list[list[int]]:
    """Which cards, by their numbers from 0, lie on each sheet of ``size`` places, in the order of its places.

    ``stack``: the cards of a place follow each other from sheet to sheet, so that the pile that is cut out there has them in order.
    """
    if arrange == "repeat":
        return [[card] * size for card in range(cards)]
    count = -(-cards // size)
    if arrange == "stack":
        return [list(range(sheet, cards, count)) for sheet in range(count)]
    return [list(range(sheet * size, min(cards, (sheet + 1) * size))) for sheet in range(count)]


def n_up_pages(
    fronts: Sequence[Drawing],
    back: Drawing,
    target: Target,
    paper: Paper,
    options: Options,
    backs: Sequence[Drawing] = (),
) -> list[Page]:
    """The pages of all sheets, each front with the back that all share, or its own of ``backs``, in the order that was chosen, for a target ``on_sheets``.

    Raises PressError if a card is too large.
    """
    folded = options.flip == "gutterfold"
    pairs = list(zip(fronts, backs or [back] * len(fronts), strict=True))
    widest = max(fronts[0], back, key=lambda face: face.bleed)
    grid = grid_for(widest, target, paper, options)
    sides: tuple[str, ...] = ("front",) if folded or options.flip == "none" else target.order
    filled_with = sheets(len(fronts), grid.columns * grid.rows, options.arrange)
    count = len(filled_with)
    pages: dict[str, list[Page]] = {side: [] for side in sides}
    for sheet, numbers in enumerate(filled_with):
        faces = [pairs[number] for number in numbers]
        for side in sides:
            label = _LABELS["both" if folded else side]
            label = options.language.phrase(label, sheet=sheet + 1, sheets=count)
            words = [options.title, label, options.footer] if target.footer else []
            page = Page(grid.width, grid.height, _filled(faces, grid, target, options.flip, side))
            pages[side].append(
                replace(
                    _marked(page, grid, target, side, words, options.language),
                    label=f"{sheet + 1} {side}",
                    shift=IDENTITY if side == "front" else shift(grid.width, grid.height, options),
                    trim=Box(0, 0, grid.width, grid.height) if target.pdfx else None,
                )
            )
    if options.order == "alternate" or len(sides) == 1:
        return [page for sheet in zip(*pages.values(), strict=True) for page in sheet]
    second = pages["back"][::-1] if options.order.endswith("reversed") else pages["back"]
    return [*pages["front"], *second]


def _marked(
    page: Page, grid: SheetGrid, target: Target, side: str, words: list[str], language: Language
) -> Page:
    """The page with its marks: those on all plates are a drawing of their own, as words are black."""
    pen, plates = marks.marks_pen(), marks.marks_pen()
    on_plates = target.crop is not None and target.crop.ink == "registration"
    _crop(plates if on_plates else pen, grid, target, side)
    if target.registration and side == "front":
        marks.silhouette_marks(pen, grid.width, grid.height)
    pen.items += _words(grid, target, side, words, language)
    if plates.items:
        drawn = marks.drawing(page.width, page.height, plates.items, "registration")
        whole = Placed(drawn, 0, 0, Box(0, 0, page.width, page.height))
        page = replace(page, placed=(*page.placed, whole))
    return replace(page, marks=marks.drawing(page.width, page.height, pen.items) if pen.items else None)


def _filled(
    faces: Sequence[tuple[Drawing, Drawing]], grid: SheetGrid, target: Target, flip: str, side: str
) -> tuple[Placed, ...]:
    cells = list(zip(faces, grid.cells(), strict=False))
    fronts = tuple(_placed(front, cell, grid.block, grid, target) for (front, _), cell in cells)
    if side == "front" and not grid.fold:
        return fronts
    block, turned = behind(grid.block, grid, flip)
    behinds = ((back, behind(cell, grid, flip)[0]) for (_, back), cell in cells)
    backs = tuple(_placed(back, cell, block, grid, target, turned=turned) for back, cell in behinds)
    return (*fronts, *backs) if grid.fold else backs


def shift(width: float, height: float, options: Options) -> Matrix:
    """What makes up for a printer's second side: a turn about the middle of the page, then a move."""
    if not options.back_rotate and options.back_offset == (0.0, 0.0):
        return IDENTITY
    turn = math.radians(options.back_rotate)
    cos, sin = math.cos(turn), math.sin(turn)
    dx, dy = options.back_offset
    moved: Matrix = (1.0, 0.0, 0.0, 1.0, width / 2 + dx, height / 2 + dy)
    return multiply(multiply(moved, (cos, sin, -sin, cos, 0, 0)), (1, 0, 0, 1, -width / 2, -height / 2))


def _placed(
    face: Drawing, cell: Box, block: Box, grid: SheetGrid, target: Target, *, turned: bool = False
) -> Placed:
    """A face in its cell: it bleeds at the block's outer edges, and into half of a gutter."""
    across, down = (max(0.0, min(target.bleed, face.bleed, gutter / 2)) for gutter in grid.gutters)
    beside, over = (min(reach, face.bleed) for reach in grid.reach)
    left = beside if abs(cell.x - block.x) < HAIR else across
    right = beside if abs(cell.right - block.right) < HAIR else across
    above = over if abs(cell.y - block.y) < HAIR else down
    below = over if abs(cell.bottom - block.bottom) < HAIR else down
    if turned:
        left, right, above, below = right, left, below, above
    window = Box(-left, -above, left + face.width + right, above + face.height + below)
    return Placed(face, cell.x, cell.y, window, turned)


def _crop(pen: Pen, grid: SheetGrid, target: Target, side: str) -> None:
    """Cuts, and the line to fold along: in the gap between fronts and backs and out to what prints."""
    x, y, margin = grid.width / 2, grid.height / 2, grid.margin
    if grid.fold == "level":
        pen.rule(margin, y, grid.width - margin, y, marks.SCREEN, 0.25, (2.0, 1.5))
    if grid.fold == "upright":
        pen.rule(x, margin, x, grid.height - margin, marks.SCREEN, 0.25, (2.0, 1.5))
    crop = target.crop
    if crop is None or side not in crop.sides:
        return
    cells = grid.cells()
    if grid.fold:
        cells += [behind(cell, grid, "")[0] for cell in cells]
    # Neighbours without a gutter share a cut.
    xs = sorted({round(x, 6) for cell in cells for x in (cell.x, cell.right)})
    ys = sorted({round(y, 6) for cell in cells for y in (cell.y, cell.bottom)})
    starts = (grid.reach[0] + crop.gap, grid.reach[1] + crop.gap)
    marks.crop_marks(pen, grid.printed, xs, ys, starts=starts, lengths=grid.mark, weight=crop.weight)
    if crop.ink == "registration":
        far = (starts[0] + grid.mark[0], starts[1] + grid.mark[1])
        edge = margin + (marks.BAND if target.ruler or target.footer else 0.0)
        marks.register_marks(pen, grid.printed, far, edge, (grid.width, grid.height))


def _words(
    grid: SheetGrid, target: Target, side: str, words: list[str], language: Language
) -> Iterable[Item]:
    """Rulers on the front in one strip, the footer in the strip opposite, both at the edge of what prints."""
    length, depth = (grid.width, grid.height) if grid.across else (grid.height, grid.width)
    start = grid.printed.x if grid.across else grid.height - grid.printed.bottom
    pen = marks.marks_pen(language)
    if target.ruler and side == "front":
        marks.rulers(pen, start, grid.margin)
    if words:
        line = marks.footer(pen, words, length - start - grid.margin)
        marks.word(pen, start, depth - grid.margin - 0.5, line)
    # Drawn along the top; down the left side, what was right is up: (x, y) goes to (y, height - x).
    return pen.items if grid.across else moved(pen.items, (0, -1, 1, 0, 0, grid.height))
