"""A tuck box for a deck: one sheet to print, cut and fold, its lines on a plate that is not printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from deckgen.draw.drawing import Drawing, Ink, Item, Path, Segment, Style, Text
from deckgen.draw.fonts import packaged
from deckgen.draw.geometry import KAPPA, Box, moved, polygon
from deckgen.draw.pen import Pen
from deckgen.draw.text import known
from deckgen.errors import Fault, PressError
from deckgen.language import ENGLISH, Language
from deckgen.press import marks
from deckgen.press.pages import Book, Page, Placed
from deckgen.press.target import Overprint

if TYPE_CHECKING:
    from deckgen.draw.paper import Paper

STOCK = 0.31
"""How thick a card is, in mm: 300 g/m² playing card stock."""
_ROOM = 1.5  # mm more than the cards, across and along
_DEEP = 1.0  # mm more than the stack
_BLEED = 2.0  # mm that art reaches over folds and cuts
_GLUE, _TUCK, _NOTCH = 11.0, 14.0, 9.0  # mm: glue flap, tuck flap, radius of the thumb notch
_SLANTED = 2.5  # mm that flaps are narrower at their ends
_LINES = "#00aeef"
_DIE = Ink("die lines", _LINES, (1, 0, 0, 0), spot="Dieline")


@dataclass(frozen=True)
class Net:
    """The unfolded box; lengths are mm, (0, 0) is the upper left corner of all of it.

    From left to right: glue flap, back, side, front, side; flaps to tuck in are above and below the back,
    dust flaps above and below the sides.
    """

    wide: float
    high: float
    deep: float

    @property
    def width(self) -> float:
        """From the glue flap to the other side."""
        return _GLUE + 2 * (self.wide + self.deep)

    @property
    def height(self) -> float:
        """From the tip of the lid's flap to that of the floor's."""
        return self.high + 2 * (self.deep + _TUCK)

    @property
    def folds_across(self) -> tuple[float, float, float, float]:
        """Where it is folded, from left to right: glue flap, back, side, front."""
        back = _GLUE
        return back, back + self.wide, back + self.wide + self.deep, back + 2 * self.wide + self.deep

    @property
    def top(self) -> float:
        """The upper edge of the panels."""
        return self.deep + _TUCK

    def panels(self) -> dict[str, Box]:
        """What is printed on."""
        back, side, front, other = self.folds_across
        top = self.top
        return {
            "back": Box(back, top, self.wide, self.high),
            "side": Box(side, top, self.deep, self.high),
            "front": Box(front, top, self.wide, self.high),
            "other side": Box(other, top, self.deep, self.high),
            "lid": Box(back, 0, self.wide, top),
            "floor": Box(back, top + self.high, self.wide, top),
        }

    @property
    def dust(self) -> float:
        """How far dust flaps reach: two of them do not meet."""
        return min(self.wide / 2 - 1, self.top - 1, 18.0)


def net_of(card: Drawing, count: int, stock: float = STOCK) -> Net:
    """The box that holds ``count`` cards, each ``stock`` mm thick."""
    return Net(card.width + _ROOM, card.height + _ROOM, round(count * stock + _DEEP, 2))


def box(
    back: Drawing,
    count: int,
    paper: Paper,
    *,
    stock: float = STOCK,
    title: str = "",
    language: Language = ENGLISH,
) -> Book:
    """One page with the box in the middle of the paper, lying if need be; the deck's back is its art.

    Raises PressError if it does not fit, saying what would.
    """
    net = net_of(back, count, stock)
    sizes = ((paper.width, paper.height), (paper.height, paper.width))
    fitting = [
        size
        for size in sizes
        if net.width <= size[0] - 2 * paper.margin and net.height <= size[1] - 2 * paper.margin
    ]
    if not fitting:
        what = f"the box is {net.width:.0f} × {net.height:.0f} mm unfolded and does not fit on {paper.title}"
        remedy = "take a larger paper, thinner stock, or a box for fewer cards"
        raise PressError(Fault("box", None, "", what, remedy))
    width, height = fitting[0]
    at = ((width - net.width) / 2, (height - net.height) / 2)
    items = tuple(_ground(net, back, title, language.plural("{count} card", "{count} cards", count)))
    ground = replace(back, width=net.width, height=net.height, bleed=_BLEED, items=items)
    whole = Box(-_BLEED, -_BLEED, net.width + 2 * _BLEED, net.height + 2 * _BLEED)
    style = Style({"regular": packaged("regular")}, {_LINES: _DIE}, {})
    lines = Drawing(width, height, 0, tuple(moved(_lines(net), (1, 0, 0, 1, *at))), style)
    faces = [_face(back, panel, at) for name, panel in net.panels().items() if name in {"back", "front"}]
    page = Page(width, height, (Placed(ground, *at, whole), *faces), lines, Box(*at, net.width, net.height))
    return Book((page,), title or language.phrase("Box"), scaling=False, overprint=Overprint(spots=True))


def _face(back: Drawing, panel: Box, at: tuple[float, float]) -> Placed:
    """The card's back in the middle of a panel, as far as its bleed fills it."""
    x, y = (panel.width - back.width) / 2, (panel.height - back.height) / 2
    reach = min(back.bleed, x), min(back.bleed, y)
    window = Box(-reach[0], -reach[1], back.width + 2 * reach[0], back.height + 2 * reach[1])
    return Placed(back, at[0] + panel.x + x, at[1] + panel.y + y, window)


def _ground(net: Net, back: Drawing, title: str, lid: str) -> list[Item]:
    """Colour on all panels, and words on the sides, the lid and the floor."""
    fills = [item.fill for item in back.items if isinstance(item, Path) and item.fill in back.style.inks]
    if not fills:
        return []
    pen, panels = marks.marks_pen(), net.panels()
    for panel in panels.values():
        pen.box(*panel.inset(-_BLEED), fills[0] or "")
    ink = _readable(fills[0] or "", back.style)
    face = "bold" if "bold" in back.style.fonts else next(iter(back.style.fonts))
    for name, string in {"side": title, "other side": title, "lid": lid, "floor": title}.items():
        _text(pen, string, panels[name], face, ink, net)
    return pen.items


def _readable(ground: str, style: Style) -> str:
    """The colour of the palette whose ink differs most from the ground's."""
    laid = {colour: sum(ink.cmyk) for colour, ink in style.inks.items() if ink.spot is None}
    return max(laid, key=lambda colour: (abs(laid[colour] - laid.get(ground, 0.0)), colour))


def _text(pen: Pen, string: str, panel: Box, face: str, ink: str, net: Net) -> None:
    """Words in the middle of a panel, along its longer side; none if there is no room for letters of 2 mm."""
    upright = panel.height > 1.5 * panel.width
    if not upright:  # the part of lid or floor that is seen, not the flap that is tucked in
        y = panel.y + _TUCK if panel.y < net.top else panel.y
        panel = panel._replace(y=y, height=net.deep)
    long, short = (panel.height, panel.width) if upright else (panel.width, panel.height)
    string = known(string, "regular", pen.fonts, "?")
    wide = pen.width(string, "regular", 1.0)
    size = min(short * 0.45, 6.0, 0.8 * long / max(1e-9, wide * 1.1))
    if size < 2:
        return
    half, down = wide * size * 1.05 / 2, size * 0.33
    x, y = (panel.cx + down, panel.cy + half) if upright else (panel.cx - half, panel.cy + down)
    pen.items.append(Text(x, y, string, face, size, ink, angle=-90.0 if upright else 0.0))


def _lines(net: Net) -> list[Item]:
    """Cuts are whole lines, folds are dashed."""
    pen = marks.marks_pen()
    pen.path(tuple(_outline(net)), None, _LINES, 0.25, round=False)
    back, side, front, other = net.folds_across
    top, bottom, right = net.top, net.top + net.high, net.width
    folds = [(x, top, x, bottom) for x in (back, side, front, other)]
    for y, outwards in ((top, -net.deep), (bottom, net.deep)):
        folds += [(back, y, side, y), (back, y + outwards, side, y + outwards)]
        folds += [(side, y, front, y), (other, y, right, y)]
    for fold in folds:
        pen.rule(*fold, _LINES, 0.25, (2.0, 1.0))
    return pen.items


def _outline(net: Net) -> Sequence[Segment]:
    """All cuts, clockwise from the glue flap."""
    back, side, front, other = net.folds_across
    top, bottom, right = net.top, net.top + net.high, net.width
    middle, handle, low = (front + other) / 2, _NOTCH * KAPPA, top + _NOTCH
    return [
        *polygon([0, bottom - 5, 0, top + 5, back, top], closed=False),
        *_tuck(back, side, 0, _TUCK),
        *_dust(net, side, front, top, top - net.dust),
        ("L", middle - _NOTCH, top),
        ("C", middle - _NOTCH, top + handle, middle - handle, low, middle, low),
        ("C", middle + handle, low, middle + _NOTCH, top + handle, middle + _NOTCH, top),
        *_dust(net, other, right, top, top - net.dust),
        *_dust(net, right, other, bottom, bottom + net.dust),
        *_dust(net, front, side, bottom, bottom + net.dust),
        *_tuck(side, back, net.height, net.height - _TUCK),
        ("L", back, bottom),
        ("Z",),
    ]


def _dust(net: Net, start: float, end: float, fold: float, tip: float) -> list[Segment]:
    """Around a dust flap from x ``start`` to ``end``, narrower at its tip."""
    sign = 1 if end > start else -1
    near, slant = 0.5 * sign, min(_SLANTED, net.deep / 4) * sign
    points = [(start, fold), (start + near, fold), (start + slant, tip)]
    points += [(end - slant, tip), (end - near, fold), (end, fold)]
    return [("L", x, y) for x, y in points]


def _tuck(start: float, end: float, tip: float, fold: float) -> list[Segment]:
    """Round a flap from x ``start`` to ``end``: up its side to the fold, and round its corners to the tip."""
    inwards = 1 if end > start else -1
    near, far = start + 0.5 * inwards, end - 0.5 * inwards
    radius = 8.0
    down = radius if fold > tip else -radius
    keep = 1 - KAPPA
    return [
        ("L", start, fold),
        ("L", near, fold),
        ("L", near, tip + down),
        ("C", near, tip + down * keep, near + inwards * radius * keep, tip, near + inwards * radius, tip),
        ("L", far - inwards * radius, tip),
        ("C", far - inwards * radius * keep, tip, far, tip + down * keep, far, tip + down),
        ("L", far, fold),
        ("L", end, fold),
    ]
