"""Flow layout: blocks give strips, which are stacked in the columns of pages.

A block of a document is a function from its width to strips. A strip is never broken: paragraphs and tables
give one strip per line or row, a plot gives one strip.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain, pairwise
from math import fsum
from typing import Protocol

from deckgen.draw.drawing import Item, Text
from deckgen.draw.fonts import Fonts
from deckgen.draw.geometry import Box, transform_items
from deckgen.draw.pen import Pen
from deckgen.draw.shaping import Run, is_right_to_left
from deckgen.draw.stylesheet import TextStyle
from deckgen.draw.text import Line, wrap
from deckgen.errors import LayoutError, Problem
from deckgen.language import Language
from deckgen.records import record

_HAIR = 1e-6  # mm, against rounding of sums
_LAST = 0.2  # of the width: the least length of a paragraph's last line, if possible
_NARROWER = 5  # narrower widths are tried for it
_MUCH_LEFT = 0.4  # of a page's height: room needed to begin a part longer than a page
_MOST_BEFORE = 10.0  # mm, the largest space above a part


@record
class Strip:
    """An unbreakable piece of a column, ``height`` mm high, its items relative to its upper left corner.

    The gap to the strip above is the larger of its ``before`` and the other's ``after``; there is none
    at the top of a column. ``keep``: stays with the next strip. ``head`` is repeated above it where it
    begins a column, as a table's head.
    """

    height: float
    items: Sequence[Item] = ()
    before: float = 0.0
    after: float = 0.0
    keep: bool = False
    head: tuple[Strip, ...] = ()


Flowable = Callable[[float], Sequence[Strip]]
"""Width in mm → strips."""


@record
class Columns:
    """Blocks that run down ``count`` columns of the same width and height, ``gutter`` mm apart."""

    count: int
    blocks: tuple[Flowable, ...]
    gutter: float = 6.0


@record
class KeepTogether:
    """Parts that begin a new page if they fit on one but not on this one, or if little room is left here."""

    parts: tuple[Part, ...]


Part = Flowable | Columns | KeepTogether

PlacedItems = tuple[Sequence[Item], float, float]
"""Items, and their offset to the right and down on a page."""


class TextStyles(Protocol):
    """What paragraphs are set with: fonts, a language for hyphens, styles by kind, and a pen for each line."""

    @property
    def fonts(self) -> Fonts: ...
    @property
    def language(self) -> Language: ...
    @property
    def texts(self) -> Mapping[str, TextStyle]: ...
    def pen(self) -> Pen: ...


def paragraph(style: TextStyles, text: str | Sequence[Run], kind: str = "text", *, keep: bool = False) -> Flowable:
    """Return a block of text of one kind of the style sheet; runs with typeface ``""`` have the kind's.

    Headings, and text to ``keep``, stay with what follows; other text leaves no single line at an end of a page.
    """
    text_style = style.texts[kind]
    runs = (
        [(text, text_style.face)]
        if isinstance(text, str)
        else [(t, typeface or text_style.face) for t, typeface in text]
    )
    keep = keep or kind.endswith("heading")

    def block(width: float) -> list[Strip]:
        cap = style.fonts.cap(text_style.face) * text_style.size
        indent = cap * 1.5 if text_style.mark else 0.0
        lines = _wrap_evenly(runs, text_style.size, width - indent, style)
        height = text_style.size * text_style.leading
        # Capitals are centered in their line.
        base = (height + cap) / 2
        last = len(lines) - 1
        strips = []
        for i, line in enumerate(lines):
            pen = style.pen()
            room = width - indent - line.width
            x = indent + (text_style.align and text_style.align * room - line.indent)
            pen.runs(line, x, base, text_style.size, text_style.ink, text_style.icon_ink)
            if text_style.mark and i == 0:
                pen.icon(text_style.mark, cap / 2, base - cap / 2, cap, text_style.mark_ink)
            if text_style.rule and i == last:
                y = height + cap * 0.25
                pen.rule(0, y, width, y, text_style.rule, text_style.rule_weight)
            before, after = 0.0 if i else text_style.before, text_style.after if i == last else 0.0
            keep_next = keep or (last > 0 and i in {0, last - 1})
            strips.append(Strip(height, pen.items, before, after, keep_next))
        return strips

    return cache(block)


def point(style: TextStyles, runs: Sequence[Run], ink: str) -> Flowable:
    """Return a paragraph as a point of a list, with a mark in ``ink`` before it."""
    size, words = style.texts["text"].size, paragraph(style, runs)

    def block(width: float) -> list[Strip]:
        strips = [shift_strip(strip, size * 0.8) for strip in words(width - size * 0.8)]
        pen = style.pen()
        pen.mark("diamond", size * 0.3, strips[0].height / 2, size * 0.4, ink)
        return [replace(strips[0], items=(*pen.items, *strips[0].items)), *strips[1:]]

    return block


def _wrap_evenly(runs: Sequence[Run], size: float, width: float, style: TextStyles) -> list[Line]:
    """Return a text in as few lines as possible, and a last one of more than a word or two where others can be shorter."""
    lines = wrap(runs, size, width, style.fonts, language=style.language)
    for step in range(1, _NARROWER + 1):
        if len(lines) == 1 or lines[-1].width >= _LAST * width:
            break
        narrow = width * (1 - 0.04 * step)
        narrower = wrap(runs, size, narrow, style.fonts, language=style.language)
        if len(narrower) != len(lines):
            break
        lines = [
            line._replace(indent=line.indent + width - narrow) if is_right_to_left(line.string) else line
            for line in narrower
        ]
    return lines


def stack(*blocks: Flowable) -> Flowable:
    """Return a block of blocks below each other."""
    return lambda width: [strip for block in blocks for strip in block(width)]


def side_by_side(blocks: Sequence[Flowable], gutter: float = 6.0) -> Flowable:
    """Return a block of blocks of equal widths side by side, as one strip, so on one page."""

    def block(width: float) -> list[Strip]:
        block_width = (width - (len(blocks) - 1) * gutter) / len(blocks)
        items: list[Item] = []
        columns = [part(block_width) for part in blocks]
        lows = [draw_strips(s, i * (block_width + gutter), 0.0, items) for i, s in enumerate(columns)]
        before, after = (max(s[end].before if end == 0 else s[end].after for s in columns) for end in (0, -1))
        return [Strip(max(lows), items, before, after)]

    return block


_ColumnRun = tuple[Columns, Sequence[Strip], Sequence[Strip]]
"""Columns, the strips that fill them together, and the strips above them across the page."""


def draw_pages(parts: Iterable[Part], room: Box) -> list[list[Item]]:
    """Return the items of every page that has any. Raises LayoutError for a strip that is higher than ``room``."""
    return [[*page_items(page)] for page in lay_out(parts, room)]


def lay_out(parts: Iterable[Part], room: Box) -> list[list[PlacedItems]]:
    """Return the placed items of every page that has any. Raises LayoutError for a strip higher than ``room``."""
    pages = _Pages(room)
    pages.add(parts)
    return [page for page in pages.pages if page]


def fit_one_page(parts: Iterable[Part], room: Box) -> bool:
    """Return whether all parts fit on one page with that ``room``."""
    try:
        return len(lay_out(parts, room)) <= 1
    except LayoutError:  # a strip that is higher
        return False


def used_height(parts: Iterable[Part], width: float) -> float:
    """Return the height in mm of parts in a column ``width`` mm wide that never ends."""
    pages = _Pages(Box(0.0, 0.0, width, _ENDLESS))
    pages.add(parts)
    return pages.y


_ENDLESS = 4000.0  # mm


def page_items(page: Iterable[PlacedItems]) -> Iterator[Item]:
    """Yield the items of a page, moved to their places."""
    return chain.from_iterable(transform_items(items, (1, 0, 0, 1, x, y)) for items, x, y in page)


class _Pages:
    """Pages being filled; the last one down to ``y``, below which ``after`` mm stay free."""

    def __init__(self, room: Box) -> None:
        self.room, self.pages = room, list[list[PlacedItems]]([[]])
        self.y, self.after = room.y, 0.0

    def add(self, parts: Iterable[Part]) -> None:
        """Place parts; those to keep together begin a new page if they fit on one, or if little room is left."""
        for run in _column_runs(parts, self.room):
            if not isinstance(run, KeepTogether):
                self._fill_columns(*run)
                continue
            room_left = self.room.bottom - self.y
            if not self._has_room(run.parts) and (
                room_left < _MUCH_LEFT * self.room.height or fit_one_page(run.parts, self.room)
            ):
                if self.pages[-1]:
                    self.pages.append([])
                self.y, self.after = self.room.y, 0.0
            self.add(run.parts)

    def _has_room(self, parts: Sequence[Part]) -> bool:
        """Return whether the parts fit below those on the last page, with the largest space above them."""
        top = self.y + (_MOST_BEFORE if self.pages[-1] else 0.0)
        room_left = self.room._replace(y=top, height=self.room.bottom - top)
        return top < self.room.bottom and fit_one_page(parts, room_left)

    def _fill_columns(self, columns: Columns, strips: Sequence[Strip], lead: Sequence[Strip]) -> None:
        """Place ``lead``, and below it strips in balanced columns. Raises LayoutError for one taller than a page."""
        room, start = self.room, 0
        while start < len(strips):
            fresh = self.y == room.y
            top = self.y if fresh else self.y + max(self.after, (*lead, *strips[start:])[0].before)
            above = [*lead, strips[start]]  # the last of them begins at:
            low = top + fsum(strip.height + strip_gap(above, i + 1) for i, strip in enumerate(lead))
            ends = balanced_ends(strips, start, columns.count, room.bottom - low)
            is_complete = ends[-1] == len(strips)
            if ends[-1] > start and (fresh or is_complete or room.bottom - low > room.height / 6):
                self._place_column(lead, room.x, top)
                step = _width(room, columns) + columns.gutter
                self.y = max(
                    self._place_column(strips[first:end], room.x + i * step, low)
                    for i, (first, end) in enumerate(pairwise(ends))
                )
                start, self.after, lead = ends[-1], strips[ends[-1] - 1].after, ()
            elif fresh:
                items, height = strips[start].items, strips[start].height
                words = next((item.string for item in items if isinstance(item, Text)), "")
                message = f"a piece of {height:.0f} mm ({words!r}) does not fit on a page of {room.height:.0f} mm"
                raise LayoutError(Problem("document", None, "", message, "make it smaller or use a larger paper"))
            if start < len(strips):
                self.pages.append([])
                self.y = room.y

    def _place_column(self, strips: Sequence[Strip], x: float, y: float) -> float:
        """Place a column, below its first strip's head, on the last page; return the y of its lower end."""
        *column, (_, end) = _item_positions(strips, y)
        self.pages[-1] += [(items, x, top) for items, top in column if items]
        return end


def _column_runs(parts: Iterable[Part], room: Box) -> Iterator[_ColumnRun | KeepTogether]:
    """Yield (columns, strips, lead) of Columns, with the lead kept above, or of blocks as one; or a KeepTogether."""
    strips: list[Strip] = []
    for part in (*parts, None):
        if part is not None and not isinstance(part, Columns | KeepTogether):
            strips += part(room.width)
            continue
        cut = len(strips)
        while isinstance(part, Columns) and cut and strips[cut - 1].keep:
            cut -= 1
        yield Columns(1, ()), strips[:cut], ()
        if isinstance(part, Columns):
            below = [strip for block in part.blocks for strip in block(_width(room, part))]
            yield part, below, strips[cut:]
        elif part is not None:
            yield part
        strips = []


def _width(room: Box, columns: Columns) -> float:
    return (room.width - (columns.count - 1) * columns.gutter) / columns.count


def balanced_ends(strips: Sequence[Strip], start: int, count: int, room: float) -> list[int]:
    """Return ``start`` and each column's end index, evened out if all strips fit; else the last end is before some."""
    ends = _column_ends(strips, start, count, room)
    if ends[-1] < len(strips) or count == 1:
        return ends
    low, high = 0.0, room
    for _ in range(16):
        middle = (low + high) / 2
        attempt = _column_ends(strips, start, count, middle)
        if attempt[-1] == len(strips):
            ends, high = attempt, middle
        else:
            low = middle
    return ends


def _column_ends(strips: Sequence[Strip], start: int, count: int, room: float) -> list[int]:
    ends = [start]
    for _ in range(count):
        ends.append(_column_end(strips, ends[-1], room))
    return ends


def _column_end(strips: Sequence[Strip], start: int, room: float) -> int:
    """Return the index after the last strip that fits in height ``room`` and need not stay with the next one."""
    used, end = 0.0, start
    while end < len(strips):
        used += fsum(strip.height for strip in strips[end].head) if end == start else 0.0
        used += strip_gap(strips, end) if end > start else 0.0
        used += strips[end].height
        if used > room + _HAIR:
            break
        end += 1
    if end < len(strips):
        while end > start and strips[end - 1].keep:
            end -= 1
    return end


def strip_gap(strips: Sequence[Strip], index: int) -> float:
    """Return the space in mm between the strip at ``index`` and the one above it."""
    return max(strips[index - 1].after, strips[index].before)


def column_height(strips: Sequence[Strip]) -> float:
    """Return the height in mm of a column of strips, with the head of its first."""
    *_, (_, height) = _item_positions(strips, 0.0)
    return height


def shift_strip(strip: Strip, x: float, y: float = 0.0) -> Strip:
    """Return the strip with its items moved right and down in it; its height stays."""
    return replace(strip, items=(*page_items([(strip.items, x, y)]),))


def merge_strips(strips: Sequence[Strip]) -> Strip:
    """Return one or more strips as one, which no page breaks."""
    items: list[Item] = []
    height = draw_strips(strips, 0.0, 0.0, items)
    return Strip(height, items, strips[0].before, strips[-1].after)


def draw_strips(strips: Sequence[Strip], x: float, y: float, items: list[Item]) -> float:
    """Append the items of a column at (x, y), its first strip's head above, to ``items``; return y of its lower end."""
    *column, (_, end) = _item_positions(strips, y)
    items += page_items((strip_items, x, top) for strip_items, top in column)
    return end


def _item_positions(strips: Sequence[Strip], y: float) -> Iterator[tuple[Sequence[Item], float]]:
    """Yield (items, upper edge) of stacked strips from ``y``, the first's head before it; last, ((), lower edge)."""
    head = strips[0].head if strips else ()
    column = [*head, *strips]
    for index, strip in enumerate(column):
        y += strip_gap(column, index) if index > len(head) else 0.0
        yield strip.items, y
        y += strip.height
    yield (), y
