"""Pages of a conversion table with a band a card: all that a card says beside each other, a suit on a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deckgen.document.poker_deck import PokerCard, PokerGroup
from deckgen.document.poker_frame import TOP, Frame, Setting, card_words
from deckgen.document.poker_panels import LEADING, CardPanel, Piece, arrange, pieces, readings, types
from deckgen.draw.drawing import Drawing
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen

_NAME = 12.6  # mm, the plate of a card's name
_GAP = 2.0  # beside it
_BETWEEN = 1.5  # mm between bands
_BAR, _DICE = 4.4, 3.3  # mm, heights of the head's lines
_SMALL, _LARGE = 6.5 * PT, 9.0 * PT
_HIGH = 26.0  # mm, of a band at most
_SHELVES = 3


def banded(setting: Setting) -> CardPanel | None:
    """What a card says, in one band as wide as the page: of few shelves, in large type; None if there is no such."""
    width, read = setting.room - _NAME - _GAP, readings(setting, setting.fields)
    for shelves in range(1, _SHELVES + 1):
        for kind in types(_LARGE, max(_SMALL, setting.style.smallest)):
            made = pieces(setting, read, kind, width, titles=shelves > 1)
            panel = arrange(made, kind, width, shelves)
            if panel and fitting(setting, panel) >= _ONCE:
                return panel
    return None


_ONCE = 13
"""Bands that a page has room for, where there are so many cards of a suit."""


def fitting(setting: Setting, panel: CardPanel) -> int:
    """How many bands of a panel a page has room for."""
    page = BandPage(setting, panel, (), 1, 1)
    least = panel.lines * panel.type.size * LEADING
    return int((page.frame.foot - page.top + _BETWEEN) / (least + _BETWEEN))


class BandPage:
    """Page ``number`` of ``of``: bands of the cards of ``blocks``; ``leaf``: which of how many such pages it is, from 0."""

    def __init__(
        self,
        setting: Setting,
        panel: CardPanel,
        blocks: Sequence[PokerGroup],
        number: int,
        of: int,
        leaf: tuple[int, int] = (0, 1),
    ) -> None:
        self.setting, self.panel, self.blocks, self.leaf = setting, panel, blocks, leaf
        self.frame = Frame(setting, {each.piece.section for each in panel.placed}, (), number, of)
        self.head = head_height(panel)
        self.top = TOP + self.head + 0.9
        count = max(1, sum(len(block.rows) for block in blocks))
        self.high = min(_HIGH, (self.frame.foot - self.top + _BETWEEN) / count - _BETWEEN)

    def bands(self) -> Iterator[tuple[PokerGroup, PokerCard, Box]]:
        """Every card and its band."""
        y = self.top
        for block in self.blocks:
            for row in block.rows:
                yield block, row, Box(self.frame.left, y, self.setting.room, self.high)
                y += self.high + _BETWEEN

    def drawing(self) -> Drawing:
        """The whole page."""
        setting, frame = self.setting, self.frame
        pen = setting.style.pen()
        pen.corners = setting.style.theme.corners
        title = " · ".join(block.title for block in self.blocks)
        frame.title(pen, title, setting.icon(self.blocks[0]) if len(self.blocks) == 1 else "")
        draw_head(pen, setting, self.panel, frame.left, TOP)
        for block, row, band in self.bands():
            draw_band(pen, setting, self.panel, block, row, band)
        index, count = self.leaf
        high = (frame.foot - self.top) / count
        frame.tab(pen, self.blocks[0], self.top + index * high, self.top + (index + 1) * high)
        frame.footer(pen)
        paper, named = setting.paper, f"{setting.game.title}: {setting.spec.title}, {title}"
        return Drawing(paper.width, paper.height, 0.0, tuple(pen.items), setting.style.shared, named)


def head_height(panel: CardPanel) -> float:
    """How high the head of a panel of one shelf is; others have titles in every band."""
    if panel.shelves > 1:
        return 0.0
    return _BAR + _DICE * any(_dice(each.piece) for each in panel.placed)


def _dice(piece: Piece) -> list[str]:
    """The dice of a grid's columns, where they are not what the columns are called."""
    if not piece.heads:
        return []
    groups = [field.group.split() for field in piece.rows[0]]
    return [group[-1] for group in groups] if all(len(group) == 2 for group in groups) else []


def draw_head(pen: Pen, setting: Setting, panel: CardPanel, left: float, top: float) -> None:
    """The titles of sections, and the dice of their columns, on a bar over the bands."""
    high = head_height(panel)
    if not high:
        return
    fill, ink = setting.head
    pen.panel(Box(left, top, setting.room, high), 1.0, fill)
    small = setting.style.smallest
    for each in panel.placed:
        if each.line or each.piece.single:
            continue
        piece, x = each.piece, left + _NAME + _GAP + each.x
        box = Box(x, 0, each.width, 1)
        dice = _dice(piece)
        middle = x + (each.width + piece.label) / 2
        base = top + (_BAR + pen.cap("bold") * small) / 2 + (0.0 if dice else (high - _BAR) / 2)
        pen.line(piece.title, middle, base, "bold", small * 1.08, ink, 0.5, room=each.width)
        grid = piece.grid(box, 0.1)
        for j, die in enumerate(dice):
            base = top + high - 1.15
            pen.line(die, grid.column(j).cx, base, "semibold", small, ink, 0.5)


def draw_band(
    pen: Pen, setting: Setting, panel: CardPanel, block: PokerGroup, row: PokerCard, band: Box
) -> None:
    """A card's name on a plate, its results beside it, a line below."""
    plate = Box(band.x, band.y, _NAME, band.height)
    pen.panel(plate, 1.4, setting.suit_ink(block.suit))
    _name(pen, setting, block, row, plate)
    inner = Box(plate.right + _GAP, band.y, band.width - _NAME - _GAP, band.height)
    panel.draw(pen, setting, row.card, inner)
    low = band.bottom + _BETWEEN / 2
    pen.rule(inner.x, low, band.right, low, setting.style.colour("rule"), 0.2)


def _name(pen: Pen, setting: Setting, block: PokerGroup, row: PokerCard, plate: Box) -> None:
    white, icon = setting.style.colour("paper"), setting.icon(block)
    if not block.suit:
        shown = pen.has(icon)
        if shown:
            pen.icon(icon, plate.cx, plate.y + plate.height * 0.34, 5.0, white)
        middle = plate.y + plate.height * (0.74 if shown else 0.5)
        box = Box(plate.x + 0.6, middle - 2.2, plate.width - 1.2, 4.4)
        base = box.cy + pen.cap("bold") * 10 * PT / 2
        pen.line(card_words(row), box.cx, base, "bold", 10 * PT, white, 0.5, room=box.width, slot="card")
        return
    size = min(17 * PT, plate.height * 0.36)
    cap = pen.cap("bold") * size
    suit = cap * 1.05
    gap, number = 1.2, (2.9 if row.number else 0.0)
    top = plate.cy - (cap + gap + suit + number) / 2
    pen.line(row.short, plate.cx, top + cap, "bold", size, white, 0.5, room=plate.width - 1.5, slot="card")
    if pen.has(icon):
        pen.icon(icon, plate.cx, top + cap + gap + suit / 2, suit, white)
    else:
        pen.line(block.suit[:1].upper(), plate.cx, top + cap + gap + suit, "regular", suit, white, 0.5)
    if row.number:
        low = top + cap + gap + suit + number
        pen.line(row.number, plate.cx, low, "semibold", setting.style.smallest, white, 0.5)
