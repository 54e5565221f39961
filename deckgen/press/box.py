"""A tuck box for one deck or several in a row: one sheet, die lines on a plate of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import fsum
from typing import TYPE_CHECKING

from deckgen.draw.drawing import Drawing, Item, Segment
from deckgen.draw.geometry import KAPPA, Box, polygon, transform_items
from deckgen.draw.paper import papers
from deckgen.errors import PressError, Problem
from deckgen.press.imposition import marks
from deckgen.press.pages import Book, Page, PlacedFace, empty_book
from deckgen.records import record

if TYPE_CHECKING:
    from deckgen.draw.paper import Paper
    from deckgen.press.target import Target

STOCK = 0.31
"""Thickness of a card in mm: 300 g/m² playing card stock."""
_CLEARANCE = 1.5  # mm: added to the card's width and height
_DEPTH_CLEARANCE = 1.0  # mm: added to the depth of the stack
_DECK_GAP = 0.5  # mm: for a sheet of card between two decks
_BLEED = 2.0  # mm: how far art reaches over cuts, at home
_FOLD_OVERLAP = 2.0  # mm: how far art reaches over folds, the front's over the sides, the back's over the glue flap
_GLUE, _TUCK, _NOTCH = 11.0, 14.0, 9.0  # mm: glue flap, tuck flap, radius of the thumb notch
_DUST_FLAP = 18.0  # mm: most length of dust flaps
_FLOOR_OVERLAP = 6.0  # mm: how far each half of a glued floor reaches over its middle
_MAX_PAGE = 200 * 25.4  # mm: 14,400 points, the limit of PDF 1.4, and of 1.6 without UserUnit
_SMALLER_BOX = "use thinner stock, or boxes for fewer cards"
_SLANT = 2.5  # mm: how much narrower flaps are at their ends

Reach = tuple[float, float, float, float]
"""How far art is visible beyond a panel: left, above, right, below."""


@record
class NetPanel:
    """A part of the net and the face printed on it, upside down if ``turned``."""

    face: str
    box: Box
    reach: Reach = (0.0, 0.0, 0.0, 0.0)
    turned: bool = False


@record
class Net:
    """The unfolded box, printed side up; lengths are mm from the upper left corner of the whole net.

    From left to right: glue flap, back, left side, front, right side. Above the back is the lid, which tucks in
    behind the front, below it the floor: it tucks in too, or is ``glued`` to a flap of the front, which takes less
    paper for a deep box. Dust flaps are above and below the sides. Art reaches ``bleed`` over cuts.
    """

    front_width: float
    front_height: float
    depth: float
    glued: bool = False
    bleed: float = _BLEED

    @property
    def width(self) -> float:
        """From the glue flap to the right side."""
        return _GLUE + 2 * (self.front_width + self.depth)

    @property
    def height(self) -> float:
        """From the tip of the lid's flap to that of the floor's."""
        return self.lid_length + self.front_height + self.floor_length

    @property
    def fold_xs(self) -> tuple[float, float, float, float]:
        """The x of the left edge of the back, left side, front and right side."""
        back = _GLUE
        return (
            back,
            back + self.front_width,
            back + self.front_width + self.depth,
            back + 2 * self.front_width + self.depth,
        )

    @property
    def lid_length(self) -> float:
        """From the tip of the lid's flap to the upper edge of the panels."""
        return self.depth + _TUCK

    @property
    def floor_depth(self) -> float:
        """How far the floor reaches from the back: if glued, a little more than half of the depth."""
        return min(self.depth - 1, self.depth / 2 + _FLOOR_OVERLAP) if self.glued else self.depth

    @property
    def floor_length(self) -> float:
        """From the lower edge of the panels to the tip of the floor."""
        return self.floor_depth if self.glued else self.depth + _TUCK

    def dust_flap(self, space: float) -> float:
        """Return the length of dust flaps, less than ``space`` (mm) and at most 18 mm; two of them do not meet."""
        return min(self.front_width / 2 - 1, space - 1, _DUST_FLAP)

    def panels(self) -> tuple[NetPanel, ...]:
        """Return all printed panels in painting order, later ones on top; from the front, lid and floor are upright."""
        back, left, front, right = self.fold_xs
        lid_length, bottom, bleed = self.lid_length, self.lid_length + self.front_height, self.bleed
        upper, lower = self.dust_flap(lid_length), self.dust_flap(self.floor_length)
        dust_flaps = [
            NetPanel("dust", Box(x, y, self.depth, length), (bleed, bleed, bleed, bleed), y > lid_length)
            for x in (left, right)
            for y, length in ((lid_length - upper, upper), (bottom, lower))
        ]
        flap = Box(back, bottom + self.floor_depth, self.front_width, _TUCK)
        if self.glued:
            flap = Box(front, bottom, self.front_width, self.floor_depth)
        floor = Box(back, bottom, self.front_width, self.floor_depth)
        front_overlap = _FOLD_OVERLAP if self.glued else bleed
        return (
            *dust_flaps,
            NetPanel("floor", floor, (bleed, 0, bleed, bleed), turned=True),
            NetPanel("flap", flap, (bleed, 0, bleed, bleed)),
            NetPanel("tuck", Box(back, 0, self.front_width, _TUCK), (bleed, bleed, bleed, 0), turned=True),
            NetPanel("lid", Box(back, _TUCK, self.front_width, self.depth), (bleed, 0, bleed, 0), turned=True),
            NetPanel("left", Box(left, lid_length, self.depth, self.front_height)),
            NetPanel("right", Box(right, lid_length, self.depth, self.front_height), (0, 0, bleed, 0)),
            NetPanel("back", Box(back, lid_length, self.front_width, self.front_height), (_FOLD_OVERLAP, 0, 0, 0)),
            NetPanel(
                "front",
                Box(front, lid_length, self.front_width, self.front_height),
                (_FOLD_OVERLAP, bleed, _FOLD_OVERLAP, front_overlap),
            ),
        )

    def sizes(self) -> dict[str, tuple[float, float]]:
        """Return width and height, in mm, of every face, by name; for dust flaps, of the largest."""
        return {panel.face: (panel.box.width, panel.box.height) for panel in reversed(self.panels())}


def largest_card(cards: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return width and height in mm that hold every card, lying as the first: others are turned to lie like it."""
    upright = cards[0][0] <= cards[0][1]
    short, long = (max(side(card) for card in cards) for side in (min, max))
    return (short, long) if upright else (long, short)


def net_for(
    card: tuple[float, float],
    stacks: Sequence[int],
    stock: float = STOCK,
    *,
    glued: bool = False,
    bleed: float = _BLEED,
) -> Net:
    """Return the net for ``stacks`` (card counts) one behind the other; ``card``: size, ``stock``: thickness, in mm."""
    depth = round(fsum(stacks) * stock + _DEPTH_CLEARANCE + _DECK_GAP * (len(stacks) - 1), 2)
    return Net(card[0] + _CLEARANCE, card[1] + _CLEARANCE, depth, glued, bleed)


def fitting_net(card: tuple[float, float], stacks: Sequence[int], paper: Paper, stock: float = STOCK) -> Net:
    """Return the first net that fits the paper in either orientation: tucked, then glued floor. PressError for none."""
    nets = [net_for(card, stacks, stock, glued=glued) for glued in (False, True)]
    for net in nets:
        if _page_size(net, paper):
            return net
    net = nets[-1]
    message = f"the box is {net.width:.0f} × {net.height:.0f} mm unfolded, too large for {paper.title}"
    larger = sorted((sheet.width * sheet.height, name) for name, sheet in papers().items() if _page_size(net, sheet))
    paper_names = [name for _, name in larger[:4]]
    remedy = _SMALLER_BOX
    if paper_names:
        remedy = f"use a larger paper (--paper {' or '.join(paper_names)}), thinner stock, or a box for fewer cards"
    raise PressError(Problem("box", None, "", message, remedy))


def _page_size(net: Net, paper: Paper) -> tuple[float, float] | None:
    """Return the paper's (width, height) in the orientation that holds the net within its margins, or None."""
    sizes = ((paper.width, paper.height), (paper.height, paper.width))
    room = 2 * paper.margin
    return next((s for s in sizes if net.width <= s[0] - room and net.height <= s[1] - room), None)


def box_book(faces: Mapping[str, Drawing], net: Net, target: Target, paper: Paper | None = None, *, title: str) -> Book:
    """Return one page with the box in the middle of the paper, which must hold it.

    ``faces``: drawings by the names in ``net.sizes()``. Without a paper the page is the net with its bleed and the
    target's slug, and has a bleed box. ``target``: colors and standard; with inks, die lines have their own plate.
    """
    margins = 2 * (net.bleed + target.slug)
    width, height = net.width + margins, net.height + margins
    if paper is not None:
        width, height = _page_size(net, paper) or (paper.width, paper.height)
    elif max(width, height) > _MAX_PAGE:
        message = f"the box is {net.width:.0f} × {net.height:.0f} mm unfolded, larger than a PDF page can be"
        raise PressError(Problem("box", None, "", message, _SMALLER_BOX))
    origin = ((width - net.width) / 2, (height - net.height) / 2)
    trim = Box(*origin, net.width, net.height)
    lines = marks.marks_drawing(width, height, transform_items(_die_lines(net), (1, 0, 0, 1, *origin)), "die lines")
    placed = tuple(_place_panel(panel, faces[panel.face], origin) for panel in net.panels())
    page = Page(width, height, placed, lines, trim, None if paper else trim.inset(-net.bleed))
    overprint = replace(target.overprint, spots=True)  # or die lines would be cut out of the art
    return replace(empty_book(target, title), pages=(page,), scaling=False, overprint=overprint)


def _place_panel(panel: NetPanel, face: Drawing, origin: tuple[float, float]) -> PlacedFace:
    """Return a panel's face on the page; ``origin``: (x, y) of the net's upper left corner on it."""
    left, above, right, below = panel.reach
    if panel.turned:  # the window is in the face's own orientation
        left, above, right, below = right, below, left, above
    window = Box(-left, -above, left + face.width + right, above + face.height + below)
    return PlacedFace(face, origin[0] + panel.box.x, origin[1] + panel.box.y, window, panel.turned)


def _die_lines(net: Net) -> list[Item]:
    """Return the die lines in mm of the net: cuts are solid, folds dashed."""
    pen = marks.marks_pen()
    pen.path(tuple(_cut_outline(net)), None, marks.DIE_COLOR, marks.DIE_WEIGHT, round=False)
    back, left, front, right = net.fold_xs
    top, bottom, end = net.lid_length, net.lid_length + net.front_height, net.width
    folds = [(x, top, x, bottom) for x in (back, left, front, right)]
    for y in (top, bottom):
        folds += [(back, y, left, y), (left, y, front, y), (right, y, end, y)]
    folds.append((back, _TUCK, left, _TUCK))
    folds.append((front, bottom, right, bottom) if net.glued else (back, bottom + net.depth, left, bottom + net.depth))
    for fold in folds:
        pen.rule(*fold, marks.DIE_COLOR, marks.DIE_WEIGHT, (2.0, 1.0))
    return pen.items


def _cut_outline(net: Net) -> Sequence[Segment]:
    """Return all cuts as one closed path in mm of the net, clockwise from the glue flap."""
    back, left, front, right = net.fold_xs
    top, bottom, end = net.lid_length, net.lid_length + net.front_height, net.width
    middle, handle, low = (front + right) / 2, _NOTCH * KAPPA, top + _NOTCH
    upper, lower, slant = net.dust_flap(top), net.dust_flap(net.floor_length), min(_SLANT, net.depth / 4)
    floor = _tuck_outline(left, back, net.height, net.height - _TUCK)
    front_flap: list[Segment] = []
    if net.glued:
        floor = _flap_outline(left, back, bottom, net.height)
        front_flap = _flap_outline(right, front, bottom, net.height)
    return [
        *polygon([0, bottom - 5, 0, top + 5, back, top], closed=False),
        *_tuck_outline(back, left, 0, _TUCK),
        *_flap_outline(left, front, top, top - upper, slant),
        ("L", middle - _NOTCH, top),
        ("C", middle - _NOTCH, top + handle, middle - handle, low, middle, low),
        ("C", middle + handle, low, middle + _NOTCH, top + handle, middle + _NOTCH, top),
        *_flap_outline(right, end, top, top - upper, slant),
        *_flap_outline(end, right, bottom, bottom + lower, slant),
        *front_flap,
        *_flap_outline(front, left, bottom, bottom + lower, slant),
        *floor,
        ("L", back, bottom),
        ("Z",),
    ]


def _flap_outline(start: float, end: float, fold: float, tip: float, slant: float = 0.5) -> list[Segment]:
    """Return a flap's outline from x ``start`` to ``end``, ``slant`` mm narrower per side at its ``tip`` (y)."""
    near, slant = (0.5, slant) if end > start else (-0.5, -slant)
    points = [(start, fold), (start + near, fold), (start + slant, tip)]
    points += [(end - slant, tip), (end - near, fold), (end, fold)]
    return [("L", x, y) for x, y in points]


def _tuck_outline(start: float, end: float, tip: float, fold: float) -> list[Segment]:
    """Return the outline of a tuck flap with round corners, from x ``start`` to ``end``, y ``fold`` to ``tip``."""
    inwards = 1 if end > start else -1
    near, far = start + 0.5 * inwards, end - 0.5 * inwards
    radius = 8.0
    down = radius if fold > tip else -radius
    handle = 1 - KAPPA
    return [
        ("L", start, fold),
        ("L", near, fold),
        ("L", near, tip + down),
        ("C", near, tip + down * handle, near + inwards * radius * handle, tip, near + inwards * radius, tip),
        ("L", far - inwards * radius, tip),
        ("C", far - inwards * radius * handle, tip, far, tip + down * handle, far, tip + down),
        ("L", far, fold),
        ("L", end, fold),
    ]
