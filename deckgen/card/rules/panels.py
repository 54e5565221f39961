"""Panels of rules as drawings, in the look of a card layout: what reference cards and the screen are made of."""

from __future__ import annotations

import contextlib
import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import compress
from math import ceil

from deckgen.card.layout import Layout
from deckgen.card.rules.legend import LegendEntry, legend
from deckgen.draw import theme as themes
from deckgen.draw.blocks.flow import (
    Columns,
    Flowable,
    Part,
    Placed,
    Strip,
    drawn,
    fits,
    paragraph,
    placed,
    shifted,
    stack,
    whole,
)
from deckgen.draw.blocks.table import Entry, TableColumn, table
from deckgen.draw.drawing import Item, Segment
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box, Corners, panel
from deckgen.draw.pen import Pen
from deckgen.draw.stylesheet import PageStyle, PlotStyle, Stylesheet, TableStyle, TextStyle
from deckgen.draw.text import Run, signed, whole_percent
from deckgen.draw.theme import Color, FontFace, Length
from deckgen.errors import LayoutError, Problems, suggest
from deckgen.game.model import (
    AnySection,
    CellSpec,
    DeckSpec,
    Game,
    GridSection,
    RollsSection,
    StackSection,
    word,
)
from deckgen.game.panels import (
    Panel,
    PanelBlock,
    PanelList,
    PanelMarks,
    PanelOdds,
    PanelPage,
    PanelScopes,
    PanelShares,
    PanelTable,
    PanelText,
)
from deckgen.game.sections.distribution import WordedSection
from deckgen.odds import dice_name, distribution
from deckgen.records import record

_STEP = 0.25  # points between the sizes that are tried
_BREAKS = re.compile(r" |(-)")
"""Where a heading may be broken; a hyphen stays."""
_WORDS = re.compile(r"[^\W\d_]{3}")
_HAIR = 1e-6


@record
class PanelsOptions:
    """Reference cards and the screen. ``ground`` is that of a card, ``inset`` how far its panels keep from the trim."""

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


class Panels:
    """Draws panels of a game's rules as they suit a deck of it; what is wrong is added to ``problems``."""

    def __init__(self, layout: Layout, game: Game, spec: DeckSpec, problems: Problems) -> None:
        self.layout, self.game, self.spec, self.problems = layout, game, spec, problems
        icons, theme = layout.template.icons, layout.theme
        self.options = themes.resolve(PanelsOptions, theme.panels, theme, icons, problems, "panels")
        self.style = theme.style(icons)

    def pen(self, minimum: float = 0.0) -> Pen:
        """A pen with an empty face, whose text is fitted down to ``minimum`` mm."""
        return self.layout.pen(self.game, None, minimum, tightest=0.0)

    def fitted(
        self, page: PanelPage, room: Box, columns: int, gutter: float, sizes: tuple[float, float]
    ) -> Sequence[Item]:
        """The items of a page's panels in columns, in the largest size, from the first to the second in points, in which all fit.

        What is too much even in the second is a problem, and so is a word that no column is wide enough for.
        """
        steps = ceil((sizes[0] - sizes[1]) / _STEP - _HAIR)
        tried: dict[int, tuple[list[list[Placed]], Problems, Sequence[Flowable]]] = {}

        def suits(step: int) -> bool:
            size, told = max(sizes[0] - step * _STEP, sizes[1]) * PT, Problems()
            # Words of tables are divided only where no smaller size is left, and hyphens are slow to read.
            sheet = self._stylesheet(size, divides=step == steps)
            blocks = tuple(self._panel(panel, sheet, size, room.height, told) for panel in page.panels)
            pages: list[list[Placed]] = []
            # A strip may be higher than the room, or a table wider.
            with contextlib.suppress(LayoutError):
                pages = placed([Columns(columns, blocks, gutter)], room)
            tried[step] = pages, told, blocks
            return len(pages) == 1 and not told

        # What fits in one size fits in all smaller ones, but for lines that break otherwise.
        found = bisect_left(range(steps), True, key=suits)
        if found < steps or suits(steps):
            return [*drawn(tried[found][0][0])]
        _, told, blocks = tried[steps]
        self.problems.extend(LayoutError(told))
        if not told:
            over = _over([Columns(columns, tuple(blocks), gutter)], room, room.height * len(blocks) * 2)
            what = f"at {sizes[1]:g} pt its panels are {ceil(over)} mm too high for {columns} columns of {room.height:.0f} mm"
            if columns == 1:
                what = f"at {sizes[1]:g} pt its panels are {ceil(over)} mm higher than the available {room.height:.0f} mm"
            page.spot.report(self.problems, what, "shorten its panels, or move some to another one")
        return ()

    # A panel

    def _panel(
        self, panel: Panel, sheet: Stylesheet, size: float, most: float, problems: Problems
    ) -> Flowable:
        """A panel with its head; one that is higher than ``most`` mm may go on in the next column."""
        pad = size * 0.45
        inner = stack(*(self._block(block, sheet) for block in panel.blocks))

        def block(width: float) -> list[Strip]:
            try:
                head = self._head(panel, size, width)
                strips = inner(width - 2 * pad)
                text = whole(strips) if strips else Strip(0)
                between = size * 0.45
                if head.height + text.height + 2 * pad <= most:
                    body = replace(shifted(text, pad, pad), height=text.height + 2 * pad)
                    return [self.boxed([head, body], width, between)]
                return self._broken(head, strips, width, pad)
            except LayoutError as error:
                for problem in error.problems:
                    panel.spot.report(problems, problem.message, problem.remedy)
                return []

        return block

    def _head(self, panel: Panel, size: float, width: float) -> Strip:
        """The panel's title on its bar, with its icon; what is wrong with them is a problem."""
        if panel.icon and panel.icon not in self.layout.template.icons:
            what, known = f'the layout has no icon "{panel.icon}"', self.layout.template.icons
            panel.spot.at("icon").report(self.problems, what, suggest(panel.icon, known))
        head, fits = self.head(panel.title, panel.icon, size, width)
        if not fits:
            panel.spot.at("title").report(self.problems, "the title is too long for one line", "shorten it")
        return head

    def head(self, title: str, icon: str, size: float, width: float) -> tuple[Strip, bool]:
        """The bar with a panel's title, and whether it has room for it; ``size`` is that of the text below, in mm."""
        options, height = self.options, size * 1.6
        pen, x = self.pen(size * 0.8), size * 0.55
        if icon and pen.has_icon(icon):
            pen.icon(icon, x + size * 0.6, height / 2, size * 1.2, options.head_ink)
            x += size * 1.55
        room = Box(x, 0, width - x - size * 0.5, height)
        fit = pen.text(title, room, options.head_face, size * 1.12, options.head_ink, 0.0)
        return Strip(height, pen.items), fit.fits

    def boxed(self, strips: Sequence[Strip], width: float, after: float) -> Strip:
        """Strips in a panel, the first of them its head."""
        options, box = self.options, Box(0, 0, width, sum(strip.height for strip in strips))
        pen, half = self.pen(), options.edge_width / 2
        pen.panel(box, options.radius, options.fill)
        pen.path(_tab(width, strips[0].height, options.radius, pen.corners), options.head_fill)
        if options.edge:
            pen.panel(
                box.inset(half), max(options.radius - half, 0.0), None, options.edge, options.edge_width
            )
        y = 0.0
        for strip in strips:
            pen.place_items(strip.items, 0, y)
            y += strip.height
        return Strip(box.height, pen.items, after=after)

    def _broken(self, head: Strip, strips: Sequence[Strip], width: float, pad: float) -> list[Strip]:
        """The same in strips that columns may part, each on ground of its own; the head stands above the first of each."""

        def grounded(strip: Strip, above: float, below: float) -> Strip:
            pen, height = self.pen(), above + strip.height + below
            pen.box(0, 0, width, height + 0.02, self.options.fill)  # no hair of ground between two
            pen.place_items(strip.items, pad, above)
            return Strip(height, pen.items, keep=strip.keep)

        pen = self.pen()
        pen.box(0, 0, width, head.height, self.options.head_fill)
        top = Strip(head.height, (*pen.items, *head.items), before=pad, keep=True)
        made, above, last = [top], pad, len(strips) - 1
        for index, strip in enumerate(strips):
            made.append(replace(grounded(strip, above, pad if index == last else 0.0), head=(top,)))
            above = max(strip.after, strips[index + 1].before) if index < last else 0.0
        made[-1] = replace(made[-1], after=pad, keep=False)
        return made

    def _stylesheet(self, size: float, *, divides: bool) -> Stylesheet:
        options, theme = self.options, self.layout.theme
        text = TextStyle("regular", size, options.ink, 1.18, size * 0.2, size * 0.2, rule="")
        note = replace(text, ink=options.accent, before=size * 0.1, after=size * 0.1)
        rows = TableStyle(
            size=size, ink=options.ink, soft=options.ink, alarm=options.ink, row=size * 1.26, pad=size * 0.35,
            zebra=options.zebra, head_size=size, head_ink=options.accent, head_fill="", rule=options.rule, hair=options.rule,
            weight=0.2, before=size * 0.2, after=size * 0.35, divides=divides,
        )  # fmt: skip
        texts = {"text": text, "note": note}
        return Stylesheet(theme, self.style, PageStyle(), texts, rows, PlotStyle(), self.game.language)

    # Its blocks

    def _block(self, block: PanelBlock, sheet: Stylesheet) -> Flowable:
        match block:
            case PanelText(text):
                return paragraph(sheet, _runs(text))
            case PanelList(points):
                return stack(*(self._point(point, sheet) for point in points))
            case PanelTable(heads, rows):
                return _table(sheet, heads, rows)
            case PanelScopes(names):
                return self._scopes(names, sheet)
            case PanelShares(section):
                return self._shares(self._section(section), sheet)
            case PanelOdds():
                return self._odds(block, sheet)
            case PanelMarks(sections):
                return self._marks(sections, sheet)

    def _scopes(self, names: Sequence[str], sheet: Stylesheet) -> Flowable:
        """A row for each difficulty, in the order in which the scopes have them."""
        numbers = [dict(self.game.scope(name).difficulties) for name in names]
        difficulties = dict.fromkeys(name for scope in numbers for name in scope)
        rows = [(name, *(str(scope.get(name, "–")) for scope in numbers)) for name in difficulties]
        phrase = self.game.language.phrase
        heads = names if len(names) > 1 else [phrase("Number")]
        return _table(sheet, [phrase("Difficulty"), *heads], rows)

    def _shares(self, section: AnySection, sheet: Stylesheet) -> Flowable:
        language = self.game.language
        heads = section.title, language.phrase("Cards of {size}", size=self.spec.size)
        rows = [(name, language.number(cards, cards.denominator > 1)) for name, cards in _shares(section)]
        return _table(sheet, heads, rows)

    def _odds(self, block: PanelOdds, sheet: Stylesheet) -> Flowable:
        """Whole per cent: of one roll a row for each difficulty, a column for each bonus; of several a row for each roll."""
        phrase, section = self.game.language.phrase, self._section(block.section)
        assert isinstance(section, GridSection | RollsSection)
        aims = self.game.scope(block.scope).difficulties
        cells = [cell for cell in section.tried() if cell.column in block.rolls and cell.row in block.rows]
        several = len(cells) > 1, len(block.bonuses) > 1

        def chance(cell: CellSpec, bonus: int, number: int) -> str:
            return whole_percent(distribution(cell.roll).tail(number - bonus))

        if several == (False, True):
            heads = [phrase("Difficulty"), phrase("Number"), *map(signed, block.bonuses)]
            rows = [
                [name, str(aim), *(chance(cells[0], bonus, aim) for bonus in block.bonuses)]
                for name, aim in aims
            ]
            told = phrase("Chance of success in per cent, by the bonus")
        else:
            titles = (f"{name} {number}" for name, number in aims)
            heads = [*compress((phrase("Dice"), phrase("Bonus")), several), *titles]
            rows = [
                [
                    *compress((dice_name(cell.roll), signed(bonus)), several),
                    *(chance(cell, bonus, aim) for _, aim in aims),
                ]
                for cell in cells
                for bonus in block.bonuses
            ]
            told = phrase("Chance of success in per cent")
        return stack(paragraph(sheet, told, "note", keep=True), _table(sheet, heads, rows))

    def _marks(self, sections: Sequence[str], sheet: Stylesheet) -> Flowable:
        """Samples of marks as they are drawn, those of one meaning side by side, before what they mean."""
        groups: dict[str, list[LegendEntry]] = {}
        for entry in legend(self.layout, self.game, self.spec, sections or None):
            groups.setdefault(entry.meaning, []).append(entry)
        return stack(*(self._mark(group, sheet) for group in groups.values()))

    def _mark(self, entries: Sequence[LegendEntry], sheet: Stylesheet) -> Flowable:
        """A wide sample takes from the room of its own words, so that all begin at one place where they can."""
        size = sheet.texts["text"].size
        words, gap, high = paragraph(sheet, entries[0].meaning), size * 0.3, size * 1.4
        wide = sum(entry.width + 0.2 for entry in entries) * high
        room = max(size * 3.4, wide + 2 * gap)

        def block(width: float) -> list[Strip]:
            strips = [shifted(strip, room) for strip in words(width - room)]
            pen, x, middle = sheet.pen(), (room - gap - wide) / 2, max(strips[0].height, high) / 2
            for entry in entries:
                entry.draw(pen, Box(x + 0.1 * high, middle - high / 2, entry.width * high, high))
                x += (entry.width + 0.2) * high
            text = whole(strips)
            return [replace(text, height=max(text.height, high), items=(*pen.items, *text.items))]

        return block

    def _section(self, name: str) -> AnySection:
        """The deck's section of that name, else that of the game's first deck that has one."""
        for deck in (self.spec, *self.game.decks):
            for section in deck.sections:
                if section.name == name:
                    return section
        raise KeyError(name)

    def _point(self, text: str, sheet: Stylesheet) -> Flowable:
        """A paragraph with a mark before it."""
        size = sheet.texts["text"].size
        words = paragraph(sheet, _runs(text))

        def block(width: float) -> list[Strip]:
            strips = [shifted(strip, size * 0.8) for strip in words(width - size * 0.8)]
            pen = sheet.pen()
            pen.mark("diamond", size * 0.3, strips[0].height / 2, size * 0.4, self.options.accent)
            return [replace(strips[0], items=(*pen.items, *strips[0].items)), *strips[1:]]

        return block


def _over(parts: Sequence[Part], room: Box, most: float) -> float:
    """How much higher the room must be for everything to fit, in mm."""
    low, high = 0.0, most
    for _ in range(16):
        middle = (low + high) / 2
        enough = fits(parts, room._replace(height=room.height + middle))
        low, high = (low, middle) if enough else (middle, high)
    return high


def _tab(width: float, height: float, radius: float, corners: Corners) -> tuple[Segment, ...]:
    whole = panel(0.0, 0.0, width, 2 * (height + radius), radius, corners)
    return tuple(
        (command, *[min(n, height) if i % 2 else n for i, n in enumerate(points)])
        for command, *points in whole
    )


def _runs(text: str) -> list[Run]:
    """A text with what stands between ``**`` in bold."""
    return [(part, "bold" if index % 2 else "") for index, part in enumerate(text.split("**")) if part]


def _table(sheet: Stylesheet, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Flowable:
    """A table whose columns of words are left and broken, and of numbers in the middle.

    Where it is else too wide, headings are broken into two lines, or at all of their spaces and hyphens.
    """
    wordy = [any(_WORDS.search(row[index]) for row in rows) for index in range(len(heads))]
    cells = [
        [Entry(cell.replace("**", ""), "strong" if "**" in cell else "") for cell in row] for row in rows
    ]

    def made(titles: Sequence[str]) -> Flowable:
        columns = [
            TableColumn(title, "left" if words else "center", wraps=words, grows=words)
            for title, words in zip(titles, wordy, strict=True)
        ]
        return table(sheet, columns, cells)

    def block(width: float) -> Sequence[Strip]:
        for titles in (heads, [_halved(head) for head in heads]):
            with contextlib.suppress(LayoutError):
                return made(titles)(width)
        return made([_BREAKS.sub(r"\1" "\n", head) for head in heads])(width)

    return block


def _halved(text: str) -> str:
    """The text in two lines, parted as near to its middle as can be."""
    places = [match for match in _BREAKS.finditer(text) if 0 < match.end() < len(text)]
    if not places:
        return text
    place = min(places, key=lambda match: abs(match.end() - len(text) / 2))
    return text[: place.start()] + (place[1] or "") + "\n" + text[place.end() :]


def _shares(section: AnySection) -> list[tuple[str, Fraction]]:
    """What a section prints, and on how many cards; what prints nothing is left out."""
    if isinstance(section, StackSection):
        return [(section.word(place.name), place.cards) for place in reversed(section.places())]
    if isinstance(section, WordedSection):
        named = [(word(section.outcomes, each.value), each.cards) for each in section.outcomes]
        return [(name, cards) for name, cards in named if name]
    return []
