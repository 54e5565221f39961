"""Panels of rules as drawings, in the look of a card layout: for reference cards and screens."""

from __future__ import annotations

import contextlib
import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, product
from math import ceil, fsum, inf
from typing import NamedTuple

from deckgen.card.layout import Layout
from deckgen.card.rules.legend import LegendEntry
from deckgen.card.rules.panel_tables import RulesTable, group_marks, table_of
from deckgen.draw import theme as themes
from deckgen.draw.blocks.flow import (
    Flowable,
    Strip,
    balanced_ends,
    column_height,
    draw_strips,
    merge_strips,
    paragraph,
    point,
    shift_strip,
    stack,
    strip_gap,
)
from deckgen.draw.blocks.table import Entry, TableColumn, table
from deckgen.draw.drawing import Item, Segment
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box, Corners, panel
from deckgen.draw.pen import Pen
from deckgen.draw.stylesheet import PageStyle, PlotStyle, Stylesheet, TableStyle, TextStyle
from deckgen.draw.theme import Color, FontFace, Length
from deckgen.errors import LayoutError, Problems, suggest
from deckgen.game.model import DeckSpec, Game
from deckgen.game.panels import Panel, PanelBlock, PanelList, PanelMarks, PanelPage, PanelText
from deckgen.markup import split_runs
from deckgen.records import record

_STEP = 0.25  # points between the sizes that are tried
_BREAKS = re.compile(r" |(-)")
"""Where a heading may be broken; a hyphen stays."""
_HAIR = 1e-6
_AIR = 0.3  # the most by which lines are further apart, where a column is short
_MIN_HEAD = 0.82  # times the size of text: that of their headings
_ICON, _MIN_WORDS = 4.0, 6 * PT  # mm: the least height of a sample of a mark, unless it is wide; the least type
_PLATE = 2.0  # times its height: a mark that is wider
_SAMPLES = 0.26  # of the width: samples that have their meaning beside them
_SHORT = 0.5  # of its height: a column with less is not filled
_TIGHT = 0.5  # times the space beside columns: that of tables that are too wide
_APART = 2.5  # times the size of text: the most that is added between its panels


@record
class PanelsOptions:
    """Reference cards and the screen. ``inset``: the distance of panels from the trim."""

    ground: Color = "edge"
    inset: Length = 3.0
    title_face: FontFace = "bold"
    title_ink: Color = "bright"
    game_ink: Color = "pale"
    fill: Color = "paper"
    edge: Color = "accent"
    edge_width: Length = 0.25
    radius: Length = 1.2
    head_fill: Color = "accent"
    head_ink: Color = "paper"
    head_face: FontFace = "bold"
    ink: Color = "ink"
    accent: Color = "accent"
    zebra: Color = "zebra"
    rule: Color = "accent"


class _Sample(NamedTuple):
    """Marks side by side, in mm, their upper left corner the origin."""

    width: float
    height: float
    items: Sequence[Item]


class Panels:
    """Draws panels of a game's rules for one of its decks; adds problems to ``problems``."""

    def __init__(self, layout: Layout, game: Game, spec: DeckSpec, problems: Problems) -> None:
        self.layout, self.game, self.spec, self.problems = layout, game, spec, problems
        icons, theme = layout.template.icons, layout.theme
        self.options = themes.read_options(PanelsOptions, theme.panels, theme, icons, problems, "panels")
        self.style = theme.style(icons)

    def pen(self, minimum: float = 0.0) -> Pen:
        """Return a pen with an empty face, whose text is fitted down to ``minimum`` mm."""
        return self.layout.pen(self.game, None, minimum, tightest=0.0)

    def fit_panels(
        self, page: PanelPage, room: Box, columns: int, gutter: float, sizes: tuple[float, float]
    ) -> Sequence[Item]:
        """Return the items of a page's panels in columns, ``gutter`` mm apart, in the largest size at which all fit.

        ``sizes``: the largest and the smallest, in points. If they do not even fit in the smallest, or a word is too
        wide for a column, that is a problem, and the result is empty.
        """
        steps = ceil((sizes[0] - sizes[1]) / _STEP - _HAIR)
        width = (room.width - (columns - 1) * gutter) / columns
        attempts: dict[int, tuple[float, Sequence[Strip], Sequence[int], Problems]] = {}

        def fits_at(step: int) -> bool:
            size, size_problems = max(sizes[0] - step * _STEP, sizes[1]) * PT, Problems()
            # Words of tables are divided only where no smaller size is left, and hyphens are slow to read.
            sheet = self._stylesheet(size, divides=step == steps)
            panels = (self._panel(panel, sheet, size, room.height, size_problems) for panel in page.panels)
            strips = [strip for panel in panels for strip in panel(width)]
            ends = balanced_ends(strips, 0, columns, room.height)
            attempts[step] = size, strips, ends, size_problems
            return ends[-1] == len(strips) and not size_problems

        # What fits in one size fits in all smaller ones, but for lines that break otherwise.
        best_step = bisect_left(range(steps), True, key=fits_at)
        if best_step < steps or fits_at(steps):
            size, strips, ends, _ = attempts[best_step]
            items: list[Item] = []
            for number, (first, end) in enumerate(pairwise(ends)):
                column = room._replace(x=room.x + number * (width + gutter), width=width)
                panels = page.panels[first:end] if len(strips) == len(page.panels) else ()
                items += self._fill_column(strips[first:end], panels, column, size, divides=best_step == steps)
            return items
        _, strips, _, last_problems = attempts[steps]
        self.problems.extend(LayoutError(last_problems))
        if not last_problems:
            excess = _missing_height(strips, columns, room.height)
            message = f"at {sizes[1]:g} pt its panels are {ceil(excess)} mm too high for {columns} columns of {room.height:.0f} mm"
            if columns == 1:
                message = f"at {sizes[1]:g} pt its panels are {ceil(excess)} mm higher than the available {room.height:.0f} mm"
            page.spot.report(self.problems, message, "shorten its panels, or move some to another one")
        return ()

    def _fill_column(
        self, strips: Sequence[Strip], panels: Sequence[Panel], column: Box, size: float, *, divides: bool
    ) -> Sequence[Item]:
        """Return a column's items, its lines and then its panels further apart so that it ends where the page does.

        ``panels`` are those of the ``strips``, () if one of them is broken. A column that is half empty stays so.
        """

        def loose_strips(air: float) -> Sequence[Strip]:
            sheet, problems = self._stylesheet(size, divides=divides, air=air), Problems()
            blocks = [self._panel(panel, sheet, size, inf, problems, air) for panel in panels]
            return [strip for block in blocks for strip in block(column.width)]

        items: list[Item] = []
        height = column_height(strips)
        if height < _SHORT * column.height:
            draw_strips(strips, column.x, column.y, items)
            return items
        if panels and height < column.height:
            most = column_height(loose_strips(_AIR)) - height
            strips = loose_strips(_AIR * min(1.0, (column.height - height) / most))
        free = max(0.0, column.height - column_height(strips)) / max(1, len(strips) - 1)
        apart = min(free, _APART * size)
        gaps = (strip_gap(strips, index) for index in range(1, len(strips)))
        spread = [replace(strip, after=gap + apart) for strip, gap in zip(strips[:-1], gaps, strict=True)]
        draw_strips([*spread, *strips[-1:]], column.x, column.y, items)
        return items

    # A panel

    def _panel(
        self, panel: Panel, sheet: Stylesheet, size: float, max_height: float, problems: Problems, air: float = 0.0
    ) -> Flowable:
        """Return a panel with head, broken if higher than ``max_height`` mm; adds what is too wide to ``problems``.

        ``air`` is the share by which lines are further apart than usual.
        """
        pad = size * 0.45
        inner = stack(*(self._block(block, sheet) for block in panel.blocks))

        def block(width: float) -> list[Strip]:
            try:
                head = self._head(panel, size, width)
                strips = inner(width - 2 * pad)
                text = merge_strips(strips) if strips else Strip(0)
                between = size * 0.45 * (1 + 2 * air)
                around = pad * (1 + air)
                if head.height + text.height + 2 * around <= max_height:
                    body = replace(shift_strip(text, pad, around), height=text.height + 2 * around)
                    return [self.frame([head, body], width, between)]
                return self._break_panel(head, strips, width, pad)
            except LayoutError as error:
                for problem in error.problems:
                    panel.spot.report(problems, problem.message, problem.remedy)
                return []

        return block

    def _head(self, panel: Panel, size: float, width: float) -> Strip:
        """Return the panel's title on its bar, with its icon; adds a problem if one does not fit or exist."""
        if panel.icon and panel.icon not in self.layout.template.icons:
            message, icons = f'the layout has no icon "{panel.icon}"', self.layout.template.icons
            panel.spot.at("icon").report(self.problems, message, suggest(panel.icon, icons))
        head, has_room = self.head(panel.title, panel.icon, size, width)
        if not has_room:
            panel.spot.at("title").report(self.problems, "the title is too long for one line", "shorten it")
        return head

    def head(self, title: str, icon: str, size: float, width: float) -> tuple[Strip, bool]:
        """Return the bar with a panel's title, and whether it fits; ``size``: of the text below, in mm."""
        options, height = self.options, size * 1.6
        pen, x = self.pen(size * 0.8), size * 0.55
        if icon and pen.has_icon(icon):
            pen.icon(icon, x + size * 0.6, height / 2, size * 1.2, options.head_ink)
            x += size * 1.55
        room = Box(x, 0, width - x - size * 0.5, height)
        fit = pen.text(title, room, options.head_face, size * 1.12, options.head_ink, 0.0)
        return Strip(height, pen.items), fit.fits

    def frame(self, strips: Sequence[Strip], width: float, after: float) -> Strip:
        """Return strips, the first of them the head, in a panel's frame, with ``after`` mm of space below."""
        options, box = self.options, Box(0, 0, width, fsum(strip.height for strip in strips))
        pen, half = self.pen(), options.edge_width / 2
        pen.panel(box, options.radius, options.fill)
        pen.path(_head_outline(width, strips[0].height, options.radius, pen.corners), options.head_fill)
        if options.edge:
            pen.panel(box.inset(half), max(options.radius - half, 0.0), None, options.edge, options.edge_width)
        y = 0.0
        for strip in strips:
            pen.place_items(strip.items, 0, y)
            y += strip.height
        return Strip(box.height, pen.items, after=after)

    def _break_panel(self, head: Strip, strips: Sequence[Strip], width: float, pad: float) -> list[Strip]:
        """Return the panel as strips that columns may separate, the head repeated; ``pad`` mm are around the text."""

        def grounded(strip: Strip, above: float, below: float) -> Strip:
            pen, height = self.pen(), above + strip.height + below
            pen.box(0, 0, width, height + 0.02, self.options.fill)  # no hair of ground between two
            pen.place_items(strip.items, pad, above)
            return Strip(height, pen.items, keep=strip.keep)

        pen = self.pen()
        pen.box(0, 0, width, head.height, self.options.head_fill)
        top = Strip(head.height, (*pen.items, *head.items), before=pad, keep=True)
        broken, above, last = [top], pad, len(strips) - 1
        for index, strip in enumerate(strips):
            broken.append(replace(grounded(strip, above, pad if index == last else 0.0), head=(top,)))
            above = max(strip.after, strips[index + 1].before) if index < last else 0.0
        broken[-1] = replace(broken[-1], after=pad, keep=False)
        return broken

    def _stylesheet(self, size: float, *, divides: bool, air: float = 0.0) -> Stylesheet:
        """Return the style of text and tables of ``size`` mm; ``divides``: words of tables may be hyphenated."""
        options, theme, loose = self.options, self.layout.theme, 1 + air
        between = size * 0.2 * (1 + 2 * air)
        text = TextStyle("regular", size, options.ink, 1.18 * loose, between, between, rule="")
        note = replace(text, ink=options.accent, before=between / 2, after=between / 2)
        rows = TableStyle(
            size=size, ink=options.ink, soft=options.ink, alarm=options.ink, row=size * 1.26 * loose, pad=size * 0.35,
            zebra=options.zebra, head_size=size, head_ink=options.accent, head_fill="", rule=options.rule, hair=options.rule,
            weight=0.2, before=size * 0.2, after=size * 0.35, divides=divides,
        )  # fmt: skip
        texts = {"text": text, "note": note}
        return Stylesheet(theme, self.style, PageStyle(), texts, rows, PlotStyle(), self.game.language)

    # Its blocks

    def _block(self, block: PanelBlock, sheet: Stylesheet) -> Flowable:
        """Return the content of a block of a panel, laid out by its kind."""
        match block:
            case PanelText(text):
                return paragraph(sheet, [*split_runs(text)])
            case PanelList(points):
                return stack(*(point(sheet, [*split_runs(text)], self.options.accent) for text in points))
            case PanelMarks(sections):
                return self._marks([*group_marks(self.layout, self.game, self.spec, sections)], sheet)
            case _:
                content = table_of(block, self.game, self.spec)
                caption = [paragraph(sheet, content.caption, "note", keep=True)] if content.caption else []
                return stack(*caption, _draw_table(sheet, content))

    def _marks(self, groups: Sequence[Sequence[LegendEntry]], sheet: Stylesheet) -> Flowable:
        """Return samples of marks, each group before the meaning it shares; texts are aligned unless samples are wide."""
        size = sheet.texts["text"].size
        gap = size * 0.5

        def block(width: float) -> list[Strip]:
            samples = [self._sample(entries, size) for entries in groups]
            narrow = [sample.width for sample in samples if sample.width <= _SAMPLES * width]
            column = max(narrow, default=0.0) + gap
            strips: list[Strip] = []
            for entries, sample in zip(groups, samples, strict=True):
                left = max(column, sample.width + gap)
                words = paragraph(sheet, entries[0].meaning)(width - left)
                pen, text = self.pen(), merge_strips(words)
                height = max(sample.height, text.height)
                # a sample and the first line are centered to each other
                below = (words[0].height if len(words) > 1 else text.height) - sample.height
                pen.place_items(sample.items, (left - gap - sample.width) / 2, max(0.0, below) / 2)
                pen.place_items(text.items, left, max(0.0, -below) / 2 if len(words) == 1 else 0.0)
                strips.append(replace(text, height=height, items=pen.items))
            return strips

        return block

    def _sample(self, entries: Sequence[LegendEntry], size: float) -> _Sample:
        """Return samples of marks side by side, high enough for icons to be seen and for their words to be read."""
        pen = self.pen()
        least = [size * 1.3 if entry.width > _PLATE else max(size * 1.3, _ICON) for entry in entries]
        heights = [entry.readable_height(pen, h, _MIN_WORDS) for entry, h in zip(entries, least, strict=True)]
        x, height = 0.0, max(heights)
        for entry, entry_height in zip(entries, heights, strict=True):
            entry.draw(pen, Box(x, (height - entry_height) / 2, entry.width * entry_height, entry_height))
            x += entry.width * entry_height + 0.2 * height
        return _Sample(x - 0.2 * height, height, pen.items)


def _missing_height(strips: Sequence[Strip], columns: int, height: float) -> float:
    """Return how many mm higher columns of ``height`` mm must be for all strips to fit."""
    low, high = 0.0, column_height(strips)
    for _ in range(16):
        middle = (low + high) / 2
        is_enough = balanced_ends(strips, 0, columns, height + middle)[-1] == len(strips)
        low, high = (low, middle) if is_enough else (middle, high)
    return high


def _head_outline(width: float, height: float, radius: float, corners: Corners) -> tuple[Segment, ...]:
    """Return the outline of a panel's head: special corners above, a straight lower edge."""
    outline = panel(0.0, 0.0, width, 2 * (height + radius), radius, corners)
    return tuple(
        (command, *[min(n, height) if i % 2 else n for i, n in enumerate(points)]) for command, *points in outline
    )


def _draw_table(sheet: Stylesheet, content: RulesTable) -> Flowable:
    """Return a table, words left, numbers centered, cells with ``**`` bold; if it is too wide, headings are broken, then smaller."""
    cells = [[Entry(c.replace("**", ""), "strong" if "**" in c else "") for c in row] for row in content.rows]

    look = sheet.table
    head_size = max(_MIN_HEAD * look.size, min(look.size, max(_MIN_WORDS, sheet.min_text_size)))
    tight_sheet = replace(sheet, table=replace(look, pad=look.pad * _TIGHT, head_size=head_size))
    heads = content.heads, [_halve(head) for head in content.heads], [_BREAKS.sub(r"\1" "\n", h) for h in content.heads]

    def build_table(head_texts: Sequence[str], style: Stylesheet) -> Flowable:
        columns = [
            TableColumn(title, "left" if words else "center", wraps=words, grows=words)
            for title, words in zip(head_texts, content.has_words, strict=True)
        ]
        return table(style, columns, cells)

    def block(width: float) -> Sequence[Strip]:
        for style, titles in product((sheet, tight_sheet), heads):
            with contextlib.suppress(LayoutError):
                return build_table(titles, style)(width)
        return build_table(heads[-1], tight_sheet)(width)

    return block


def _halve(text: str) -> str:
    """Return the text in two lines, broken as near to its middle as possible; unchanged if it cannot be broken."""
    breaks = [match for match in _BREAKS.finditer(text) if 0 < match.end() < len(text)]
    if not breaks:
        return text
    middle_break = min(breaks, key=lambda match: abs(match.end() - len(text) / 2))
    return text[: middle_break.start()] + (middle_break[1] or "") + "\n" + text[middle_break.end() :]
