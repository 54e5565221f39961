"""How many cards lie on a sheet of paper or labels, and where."""

from __future__ import annotations

from itertools import product
from math import floor
from typing import TYPE_CHECKING

from deckgen.draw.geometry import Box
from deckgen.errors import Fault, PressError
from deckgen.press.imposition import marks
from deckgen.records import record

if TYPE_CHECKING:
    from deckgen.draw.drawing import Drawing
    from deckgen.draw.paper import Paper
    from deckgen.press.target import Labels, Target

HAIR = 1e-6  # mm, against rounding of sums


@record
class SheetGrid:
    """Cells of cards on a sheet of ``width`` × ``height`` mm as the page is read, in its middle or ``at`` a place, ``gutters`` between them across and down.

    ``reach`` is how far outer cards may bleed left and right, above and below; ``mark`` how long
    crop marks are there. ``across``: strips for words lie along the upper and lower edge, not the sides.
    ``fold``: along which line the sheet is folded, ``level`` or ``upright``; the cells are then those of the
    fronts, above or left of it, and ``inner`` is the gap that they keep.
    """

    width: float
    height: float
    margin: float
    columns: int
    rows: int
    card: tuple[float, float]
    gutters: tuple[float, float]
    across: bool
    reach: tuple[float, float]
    mark: tuple[float, float]
    fold: str = ""
    inner: float = 0.0
    at: tuple[float, float] | None = None

    @property
    def block(self) -> Box:
        width = self.columns * (self.card[0] + self.gutters[0]) - self.gutters[0]
        height = self.rows * (self.card[1] + self.gutters[1]) - self.gutters[1]
        x, y = self.at or ((self.width - width) / 2, (self.height - height) / 2)
        if self.fold == "level":
            y = self.height / 2 - self.inner - height
        if self.fold == "upright":
            x = self.width / 2 - self.inner - width
        return Box(x, y, width, height)

    @property
    def printed(self) -> Box:
        """The box around all that is printed on one side: on both sides of a fold."""
        block = self.block
        if self.fold == "level":
            return block._replace(height=self.height - 2 * block.y)
        if self.fold == "upright":
            return block._replace(width=self.width - 2 * block.x)
        return block

    def cells(self) -> list[Box]:
        block, (width, height) = self.block, self.card
        dx, dy = width + self.gutters[0], height + self.gutters[1]
        places = product(range(self.rows), range(self.columns))
        return [Box(block.x + column * dx, block.y + row * dy, width, height) for row, column in places]


def sheet_grid(
    face: Drawing, target: Target, paper: Paper, *, folded: bool = False, bleed: float | None = None
) -> SheetGrid:
    """As many cards as fit on the paper, upright or lying, with room for marks, words and a ``bleed`` that was asked for; on labels one on each.

    Raises PressError if not even one fits, or if it cannot have that bleed, saying what would.
    """
    if target.labels is not None:
        return _on_labels(face, target, target.labels, paper)
    best = _best(face, target, paper, folded=folded, bleed=min(bleed or 0.0, target.bleed, face.bleed))
    if best.columns * best.rows == 0:
        best = _best(face, target, paper, folded=folded, bleed=0.0)
    if best.columns * best.rows == 0:
        raise _too_large(face, target, paper, folded=folded)
    if bleed is not None and (short := min(*best.reach, *([best.inner] if folded else []))) < bleed - HAIR:
        cards = f"{best.columns} × {best.rows} cards"
        what = f"a bleed of {bleed:g} mm does not fit around {cards} on {paper.title}"
        have = f", and the layout's art has {face.bleed:g} mm" if face.bleed < bleed else ""
        most = f"{floor(short * 100) / 100:g} mm"
        remedy = f"up to {most} fits{have}; or take a larger paper or a smaller gutter"
        raise PressError(Fault("--bleed", None, "", what, remedy))
    return best


def _best(face: Drawing, target: Target, paper: Paper, *, folded: bool, bleed: float) -> SheetGrid:
    """The grid with most cards, each side of which can bleed so far."""
    grids = [
        _grid(face, target, paper, lying=lying, across=across, fold=fold, bleed=bleed)
        for lying, across in product((False, True), (True, False))
        for fold in (("level", "upright") if folded else ("",))
    ]
    return max(grids, key=lambda sheet_grid: sheet_grid.columns * sheet_grid.rows)  # the first of equals


def _grid(
    face: Drawing, target: Target, paper: Paper, *, lying: bool, across: bool, fold: str, bleed: float
) -> SheetGrid:
    size = (paper.height, paper.width) if lying else (paper.width, paper.height)
    edges = (_room(target, paper, words=not across), _room(target, paper, words=across))
    inner = min(target.bleed, face.bleed) if fold else 0.0
    free_x, free_y = (length - 2 * edge for length, edge in zip(size, edges, strict=True))
    if fold == "upright":
        free_x = free_x / 2 - inner
    if fold == "level":
        free_y = free_y / 2 - inner
    columns, reach_x, mark_x = _axis(free_x, face.width, face, target, half=fold == "upright", bleed=bleed)
    rows, reach_y, mark_y = _axis(free_y, face.height, face, target, half=fold == "level", bleed=bleed)
    card, reach, mark = (face.width, face.height), (reach_x, reach_y), (mark_x, mark_y)
    return SheetGrid(
        *size, paper.margin, columns, rows, card, (target.gutter,) * 2, across, reach, mark, fold, inner
    )


def _axis(
    free: float, card: float, face: Drawing, target: Target, *, half: bool, bleed: float
) -> tuple[int, float, float]:
    """How many cards fit one way, how far the outer ones may bleed (``bleed`` at least), how long crop marks are."""
    kept = bleed if half else 2 * bleed
    count = max(0, floor((free - kept + target.gutter + HAIR) / (card + target.gutter)))
    spare = free - count * (card + target.gutter) + target.gutter
    spare = spare if half else spare / 2  # beyond the cards, at each edge
    reach = max(0.0, min(target.bleed, face.bleed, spare))
    crop = target.crop
    return count, reach, min(crop.longest, crop.shortest + spare - reach) if crop else 0.0


def _room(target: Target, paper: Paper, *, words: bool) -> float:
    """What must stay free along an edge: unprintable margin, strip for words, shortest crop mark, or marks of a machine."""
    if target.registration:
        return marks.REGISTERED[1 if words else 0]
    strip = marks.BAND if words and (target.ruler or target.footer) else 0.0
    crop = target.crop.gap + target.crop.shortest if target.crop else 0.0
    return paper.margin + strip + crop


def _too_large(face: Drawing, target: Target, paper: Paper, *, folded: bool) -> PressError:
    edge, strip = _room(target, paper, words=False), _room(target, paper, words=True)
    width, height = paper.width - 2 * edge, paper.height - 2 * strip
    what = f"a card of {face.width:g} × {face.height:g} mm does not fit on {paper.title}"
    if folded:
        height = height / 2 - min(target.bleed, face.bleed)
        what += ", front and back beside each other"
    remedy = f"cards up to {width:.1f} × {height:.1f} mm fit; take a larger paper or a target that puts one face on a page"
    return PressError(Fault(face.title or "card", None, "", what, remedy))


def _on_labels(face: Drawing, target: Target, labels: Labels, paper: Paper) -> SheetGrid:
    """A card in the middle of each label: the sheet upright, or lying if the card is wider than labels are."""
    for lying in (False, True):
        turn = -1 if lying else 1
        size, first, pitch = (each[::turn] for each in (labels.size, labels.first, labels.pitch))
        if face.width > size[0] + HAIR or face.height > size[1] + HAIR:
            continue
        width, height = (paper.width, paper.height)[::turn]
        columns, rows = (labels.columns, labels.rows)[::turn]
        gutters = pitch[0] - face.width, pitch[1] - face.height
        at = first[0] + (size[0] - face.width) / 2, first[1] + (size[1] - face.height) / 2
        reach = tuple(max(0.0, min(target.bleed, face.bleed, gap / 2)) for gap in gutters)
        card = (face.width, face.height)
        return SheetGrid(
            width, height, 0.0, columns, rows, card, gutters, True, (reach[0], reach[1]), (0.0, 0.0), at=at
        )
    raise _no_label(face, labels)


def _no_label(face: Drawing, labels: Labels) -> PressError:
    from deckgen.press.target import load_target, target_names  # noqa: PLC0415 (only for a message)

    what = f"a card of {face.width:g} × {face.height:g} mm does not fit on labels of {labels.size[0]:.1f} × {labels.size[1]:.1f} mm"
    short, long = sorted((face.width, face.height))
    larger = [
        target.name
        for target in map(load_target, target_names())
        if target.labels and min(target.labels.size) >= short and max(target.labels.size) >= long
    ]
    remedy = f"take {' or '.join(larger)}" if larger else "print it on paper, with --target home"
    return PressError(Fault(face.title or "card", None, "", what, remedy))
