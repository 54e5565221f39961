"""Imposition: cards side by side on sheets of paper, fronts and backs to meet when the sheet is turned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import floor
from typing import TYPE_CHECKING

from deckgen.errors import Fault, PressError
from deckgen.page.geometry import Box
from deckgen.press import marks
from deckgen.press.pages import Page, Placed

if TYPE_CHECKING:
    from deckgen.page.drawing import Drawing, Item
    from deckgen.press.target import Paper, Target

_HAIR = 1e-6  # mm, against rounding of sums


@dataclass(frozen=True)
class Grid:
    """Cells of cards, centred on a sheet of ``width`` × ``height`` mm as the page is read.

    ``reach`` is how far outer cards may bleed left and right, above and below; ``mark`` how long
    crop marks are there. ``across``: strips for words lie along the upper and lower edge, not the sides.
    """

    width: float
    height: float
    margin: float
    columns: int
    rows: int
    card: tuple[float, float]
    gutter: float
    across: bool
    reach: tuple[float, float]
    mark: tuple[float, float]

    @property
    def block(self) -> Box:
        """The box around all cells."""
        width, height = (
            count * (size + self.gutter) - self.gutter
            for count, size in zip((self.columns, self.rows), self.card, strict=True)
        )
        return Box((self.width - width) / 2, (self.height - height) / 2, width, height)

    def cells(self) -> list[Box]:
        """The cells, row by row."""
        block, (width, height) = self.block, self.card
        return [
            Box(
                block.x + column * (width + self.gutter),
                block.y + row * (height + self.gutter),
                width,
                height,
            )
            for row, column in product(range(self.rows), range(self.columns))
        ]


def grid(face: Drawing, target: Target, paper: Paper) -> Grid:
    """As many cards as fit on the paper, upright or lying, with room for marks and for words.

    Raises PressError if not even one fits, saying what would.
    """
    grids = [
        _grid(face, target, paper, lying=lying, across=across)
        for lying, across in product((False, True), (True, False))
    ]
    best = max(grids, key=lambda grid: grid.columns * grid.rows)  # the first of equals
    if best.columns * best.rows == 0:
        raise _too_large(face, target, paper)
    return best


def _grid(face: Drawing, target: Target, paper: Paper, *, lying: bool, across: bool) -> Grid:
    size = (paper.height, paper.width) if lying else (paper.width, paper.height)
    columns, reach_x, mark_x = _axis(
        size[0], face.width, face, target, _room(target, paper, words=not across)
    )
    rows, reach_y, mark_y = _axis(size[1], face.height, face, target, _room(target, paper, words=across))
    return Grid(
        *size,
        paper.margin,
        columns,
        rows,
        card=(face.width, face.height),
        gutter=target.gutter,
        across=across,
        reach=(reach_x, reach_y),
        mark=(mark_x, mark_y),
    )


def _axis(size: float, card: float, face: Drawing, target: Target, room: float) -> tuple[int, float, float]:
    """How many cards fit one way, how far the outer ones may bleed, how long crop marks are."""
    free = size - 2 * room
    count = max(0, floor((free + target.gutter + _HAIR) / (card + target.gutter)))
    spare = (free - count * (card + target.gutter) + target.gutter) / 2
    reach = max(0.0, min(target.bleed, face.bleed, spare))
    crop = target.crop
    return count, reach, min(crop.longest, crop.shortest + spare - reach) if crop else 0.0


def _room(target: Target, paper: Paper, *, words: bool) -> float:
    """What must stay free along an edge: unprintable margin, strip for words, shortest crop mark."""
    strip = marks.BAND if words and (target.ruler or target.footer) else 0.0
    crop = target.crop.gap + target.crop.shortest if target.crop else 0.0
    return paper.margin + strip + crop


def _too_large(face: Drawing, target: Target, paper: Paper) -> PressError:
    edge, strip = _room(target, paper, words=False), _room(target, paper, words=True)
    width, height = paper.width - 2 * edge, paper.height - 2 * strip
    what = f"a card of {face.width:g} × {face.height:g} mm does not fit on {paper.title}"
    remedy = f"cards up to {width:.1f} × {height:.1f} mm fit; take a larger paper or a target that puts one face on a page"
    return PressError(Fault(face.title or "card", None, "", what, remedy))


@dataclass(frozen=True)
class Turn:
    """How the printer turns a sheet, and how far its second side is off, in mm to the right and down."""

    flip: str = "long-edge"
    offset: tuple[float, float] = (0.0, 0.0)

    def back(self, cell: Box, grid: Grid) -> tuple[Box, bool]:
        """Where the back of a card lies on the second page, and whether it is turned by 180°.

        The sheet turns about its upright axis, like a page of a book, or about its level axis, like a
        page of a wall calendar. In the second case backs stand on their heads, so that a card
        that is cut out and turned sideways shows its back upright.
        """
        upright = grid.width <= grid.height
        if (self.flip == "long-edge") == upright:
            return cell._replace(x=grid.width - cell.right), False
        return cell._replace(y=grid.height - cell.bottom), True


def sheets(
    fronts: Sequence[Drawing],
    back: Drawing,
    target: Target,
    paper: Paper,
    turn: Turn,
    *,
    title: str,
    footer: str,
) -> Iterator[Page]:
    """The pages of all sheets, each front side with its back side. Raises PressError if a card is too large."""
    plan = grid(max(fronts[0], back, key=lambda face: face.bleed), target, paper)
    cells = plan.cells()
    count = -(-len(fronts) // len(cells))
    for sheet in range(count):
        faces = fronts[sheet * len(cells) : (sheet + 1) * len(cells)]
        for side in target.order:
            label = f"sheet {sheet + 1} of {count}, {side}"
            words = [title, label, footer] if target.footer else []
            placed = [_placed(face, cell, plan, target) for face, cell in zip(faces, cells, strict=False)]
            if side == "back":
                placed = [_backed(front, back, plan, target, turn) for front in placed]
            offset = turn.offset if side == "back" else (0.0, 0.0)
            items = [*_crop(plan, target, side, offset), *_words(plan, target, side, words)]
            yield Page(
                plan.width,
                plan.height,
                tuple(placed),
                marks.drawing(plan.width, plan.height, items) if items else None,
                label=f"{sheet + 1} {side}",
            )


def _placed(face: Drawing, cell: Box, grid: Grid, target: Target, *, turned: bool = False) -> Placed:
    """A face in its cell: it bleeds at the block's outer edges, and into half of a gutter."""
    block, inner = grid.block, min(target.bleed, face.bleed, grid.gutter / 2)
    beside, over = (min(reach, face.bleed) for reach in grid.reach)
    left = beside if abs(cell.x - block.x) < _HAIR else inner
    right = beside if abs(cell.right - block.right) < _HAIR else inner
    above = over if abs(cell.y - block.y) < _HAIR else inner
    below = over if abs(cell.bottom - block.bottom) < _HAIR else inner
    if turned:
        left, right, above, below = right, left, below, above
    window = Box(-left, -above, left + face.width + right, above + face.height + below)
    return Placed(face, cell.x, cell.y, window, turned)


def _backed(front: Placed, back: Drawing, grid: Grid, target: Target, turn: Turn) -> Placed:
    cell, turned = turn.back(Box(front.x, front.y, front.face.width, front.face.height), grid)
    placed = _placed(back, cell, grid, target, turned=turned)
    return replace(placed, x=placed.x + turn.offset[0], y=placed.y + turn.offset[1])


def _crop(grid: Grid, target: Target, side: str, offset: tuple[float, float]) -> Iterator[Item]:
    crop = target.crop
    if crop is None or side not in crop.sides:
        return
    block = grid.block._replace(x=grid.block.x + offset[0], y=grid.block.y + offset[1])
    cells = grid.cells()
    # Neighbours without a gutter share a cut.
    xs = sorted({round(x + offset[0], 6) for cell in cells for x in (cell.x, cell.right)})
    ys = sorted({round(y + offset[1], 6) for cell in cells for y in (cell.y, cell.bottom)})
    starts = (grid.reach[0] + crop.gap, grid.reach[1] + crop.gap)
    yield from marks.crop_marks(block, xs, ys, starts=starts, lengths=grid.mark, weight=crop.weight)


def _words(grid: Grid, target: Target, side: str, words: list[str]) -> Iterator[Item]:
    """Rulers on the front in one strip, the footer in the strip opposite, both at the edge of what prints."""
    length, depth = (grid.width, grid.height) if grid.across else (grid.height, grid.width)
    start = grid.block.x if grid.across else grid.height - grid.block.bottom
    items: list[Item] = []
    if target.ruler and side == "front":
        items += marks.moved(marks.rulers(0.25 * 25.4 / 72), start, grid.margin)
    if words:
        line = marks.footer(words, length - start - grid.margin)
        items.append(marks.text(start, depth - grid.margin - 0.5, line))
    yield from items if grid.across else marks.turned(items, grid.height)
