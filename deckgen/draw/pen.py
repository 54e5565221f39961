"""The pen: fits text into boxes and collects the items of one face or page."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from copy import copy

from deckgen.draw import geometry, text
from deckgen.draw.drawing import Item, Path, Segment, Text, Use
from deckgen.draw.fonts import PT, SYMBOL, Fonts
from deckgen.draw.geometry import Box, Corners
from deckgen.draw.shaping import count_gaps, is_right_to_left
from deckgen.draw.text import TIGHTEST, Fit, Line
from deckgen.errors import LayoutError, Problems
from deckgen.language import Language

MARKS = ("disc", "ring", "cross", "diamond")
"""Marks of legends and tables; they differ in shape, not only in color."""
_SYMBOL_SIZE = 0.86
"""The longer side of a symbol in running text, in sizes."""


class Pen:
    """Draws one face or page at a time; ``card`` and ``slot`` are its location in messages.

    Text is no smaller than ``minimum`` mm, and is first set closer, by ``tightest`` em, before it shrinks.
    ``trim`` is the card and ``bleed`` the mm of art around it, ``art`` the symbol of each SVG file that is a picture
    and its height, 100 wide. ``corners`` are those of panels, ``words`` the game's printed words that belong to no section, ``icons`` the
    names of all symbols (None: not checked). An empty color paints nothing. Text that overflows is a problem, unless ``allow_overflow``, and is drawn at the smallest
    size. Without ``problems`` nothing is reported, and a missing glyph raises LayoutError. ``problem_count``
    counts every problem, repeated ones too.
    """

    def __init__(
        self,
        fonts: Fonts,
        minimum: float = 0.0,
        file: str = "",
        problems: Problems | None = None,
        *,
        tightest: float = TIGHTEST,
        allow_overflow: bool = False,
        icons: Collection[str] | None = None,
    ) -> None:
        self.items: list[Item] = []
        self.fonts = fonts
        self.card, self.slot = "", ""
        self.corners: Corners = "round"
        self.trim: Box | None = None
        self.bleed = 0.0
        self.art: Mapping[str, tuple[str, float]] = {}
        self.words: Mapping[str, str] = {}
        self.language = Language()
        self.problem_count = 0
        self.minimum, self._tightest, self._file = minimum, tightest, file
        self._problems, self._overflow, self._icons = problems, allow_overflow, icons
        self._reported: set[tuple[str, str]] = set()

    def begin(self, card: str, slot: str = "") -> None:
        """Begin an empty face; ``card`` and ``slot`` are its location in messages."""
        self.items, self.card, self.slot = [], card, slot

    def fresh(self) -> Pen:
        """Return a pen like this one with an empty face, which reports its problems with this one's."""
        pen = copy(self)
        pen.items = []
        return pen

    # Text

    def width(self, string: str, typeface: str, size: float) -> float:
        return self.fonts.em_width(string, typeface) * size

    def cap(self, typeface: str) -> float:
        """Return the height of capitals as a share of the font size."""
        return self.fonts.cap(typeface)

    def fit(self, string: str, typeface: str, size: float, width: float, height: float) -> Fit:
        """Return the largest setting of ``string`` in a box, in mm; for a missing glyph, a problem and width 0."""
        try:
            return text.fit(string, typeface, self.fonts, size, width, height, self.minimum, self._tightest)
        except LayoutError as error:  # a missing glyph
            if self._problems is None:
                raise
            for problem in error.problems:
                self.report((self.slot, string), problem.message, problem.remedy)
            return Fit(size, 0.0, 0.0, fits=True)

    def text(self, string: str, box: Box, typeface: str, size: float, fill: str, align: float = 0.5) -> Fit:
        """Draw a line fitted into ``box``, centered vertically; return how it is set.

        ``align`` 0: where the line's script begins, on the left or the right; 1: on the right.
        """
        align = align or float(is_right_to_left(string))
        fit = self.fit(string, typeface, size, box.width, box.height)
        y = box.y + (box.height + self.fonts.cap(typeface) * fit.size) / 2
        self._add_text(string, fit, box.x + (box.width - fit.width) * align, y, typeface, fill, 0.0, None)
        return fit

    def line(
        self,
        string: str,
        x: float,
        y: float,
        typeface: str,
        size: float,
        fill: str,
        align: float = 0.0,
        *,
        room: float | None = None,
        upward: bool = False,
        spacing: float = 0.0,
        slot: str | None = None,
    ) -> Fit:
        """Draw a line on the baseline ``y``; return how it is set.

        ``x`` is its left end (``align`` 0), middle (0.5) or right end (1). It is fitted into ``room`` mm if given.
        ``upward``: it runs up from (x, y), and ``align`` is along y. ``spacing`` mm are added between letters if
        there is room. ``slot`` is the text's slot, by default the pen's.
        """
        fit = Fit(size, 0.0, self.width(string, typeface, size), fits=True)
        if room is not None:
            fit = self.fit(string, typeface, size, room, size)
        extra = spacing * count_gaps(string)
        if extra and fit.spacing == 0 and (room is None or fit.width + extra <= room):
            fit = fit._replace(spacing=spacing, width=fit.width + extra)
        offset = fit.width * align
        start = (x, y + offset) if upward else (x - offset, y)
        self._add_text(string, fit, *start, typeface, fill, -90.0 if upward else 0.0, slot)
        return fit

    def runs(self, line: Line, x: float, y: float, size: float, fill: str, icon_fill: str = "") -> None:
        """Draw a line's runs from ``x`` on the baseline ``y``, ``size`` mm large whatever the room.

        Symbols among them are centered on capitals, in the color ``icon_fill``, by default that of the text.
        """
        parts = self.fonts.line_runs(line.runs)
        x += line.indent
        for string, typeface in parts:
            advance = self.width(string, typeface, size) if len(parts) > 1 or string[:1] == SYMBOL else 0.0
            if string[:1] == SYMBOL:
                middle, step = y - self.cap("regular") * size / 2, advance / len(string)
                for index in range(len(string)):
                    self.icon(typeface, x + (index + 0.5) * step, middle, size * _SYMBOL_SIZE, icon_fill or fill)
            else:
                self._add_run(Text(x, y, string, typeface, size, fill, slot=self.slot))
            x += advance

    def _add_text(
        self,
        string: str,
        fit: Fit,
        x: float,
        y: float,
        typeface: str,
        fill: str,
        angle: float,
        slot: str | None,
    ) -> None:
        """Add the runs of a fitted line from (x, y), ``angle`` degrees clockwise; report it if it does not fit."""
        if not fit.fits:
            self.report_overflow(string, fit.size)
        if string and fill:
            slot_name = self.slot if slot is None else slot
            runs, radians = self.fonts.runs(string, typeface), math.radians(angle)
            for part, substitute in runs:
                self._add_run(Text(x, y, part, substitute, fit.size, fill, fit.spacing, angle, slot_name))
                if len(runs) > 1:
                    advance = self.width(part, substitute, fit.size) + len(part) * fit.spacing
                    x, y = x + math.cos(radians) * advance, y + math.sin(radians) * advance

    def report_overflow(self, string: str, size: float) -> None:
        """Report a text that does not fit at the smallest ``size``, in mm, unless it is empty or may overflow."""
        if string and not self._overflow:
            message = f"{string!r} does not fit at {size / PT:.4g} pt"
            self.report((self.slot, string), message, "enlarge the slot, or shorten the text")

    def _add_run(self, text: Text) -> None:
        """Add a text in one font: as it is, or the pictures of its letters."""
        if self.fonts.is_colored(text.typeface):
            from deckgen.draw.emoji import draw_emoji  # noqa: PLC0415 (few texts have emoji)

            self.items += draw_emoji(text, self.fonts.files[text.typeface])
        else:
            self.items.append(text)

    def report(self, key: tuple[str, str], message: str, remedy: str) -> None:
        """Report a problem of the card and slot, once per ``key``: slot and string, or "" and icon."""
        if self._problems is None:
            return
        self.problem_count += 1
        if key not in self._reported:
            self._reported.add(key)
            location = ", ".join(part for part in (self.card, f"slot {self.slot}") if part)
            self._problems.add(self._file, None, location, message, remedy)

    # Lines and areas

    def path(
        self,
        segments: tuple[Segment, ...],
        fill: str | None = None,
        stroke: str | None = None,
        width: float = 0.0,
        *,
        even_odd: bool = False,
        dash: tuple[float, ...] = (),
        round: bool = True,  # noqa: A002 (as in Path)
    ) -> None:
        """Draw an outline, unless it has neither ``fill`` nor ``stroke``; lines end and join round by default."""
        if segments and (fill or stroke):
            width = width if stroke else 0.0
            self.items.append(Path(segments, fill or None, stroke or None, width, even_odd, dash, round))

    def rule(
        self, x1: float, y1: float, x2: float, y2: float, ink: str, width: float, dash: tuple[float, ...] = ()
    ) -> None:
        """Draw a straight line with square ends."""
        self.path((("M", x1, y1), ("L", x2, y2)), None, ink, width, dash=dash, round=False)

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str = "",
        stroke: str = "",
        weight: float = 0.0,
        radius: float = 0.0,
    ) -> None:
        """Draw a rectangle whose lines join square."""
        self.path(geometry.rectangle(x, y, width, height, radius), fill, stroke, weight, round=False)

    def panel(
        self, box: Box, radius: float, fill: str | None = None, stroke: str | None = None, width: float = 0.0
    ) -> None:
        """Draw a rectangle with the theme's corners, ``radius`` mm large."""
        self.path(geometry.panel(*box, radius, self.corners), fill, stroke, width)

    # Marks and symbols

    def mark(self, kind: str, cx: float, cy: float, size: float, ink: str) -> None:
        """Draw one of MARKS, a check or a half disc (for another name a disc), ``size`` mm high, about (cx, cy)."""
        r = size / 2
        match kind:
            case "ring":
                self.path(geometry.ellipse(cx, cy, r * 0.84), None, ink, size * 0.16, round=False)
            case "cross":
                falling, rising = ([cx - r, cy + d, cx + r, cy - d] for d in (-r, r))
                ends = geometry.polygon(falling, closed=False) + geometry.polygon(rising, closed=False)
                self.path(ends, None, ink, size * 0.26, round=False)
            case "check":
                corners = [cx - r, cy + 0.1 * r, cx - 0.3 * r, cy + 0.75 * r, cx + r, cy - 0.75 * r]
                self.path(geometry.polygon(corners, closed=False), None, ink, size * 0.26, round=False)
            case "half":
                self.mark("ring", cx, cy, size, ink)
                self.path((("M", cx, cy + r), *geometry.ellipse(cx, cy, r)[2:4], ("Z",)), ink)
            case "diamond":
                self.path(geometry.polygon([cx, cy - r, cx + r, cy, cx, cy + r, cx - r, cy]), ink)
            case _:
                self.path(geometry.ellipse(cx, cy, r), ink)

    def icon(self, name: str, cx: float, cy: float, size: float, fill: str) -> None:
        """Draw a symbol, longer side ``size`` mm, about (cx, cy); "" draws nothing, an unknown name is a problem."""
        if not name:
            return
        if self._icons is None or name in self._icons:
            if fill and size > 0:
                self.items.append(Use(name, (size, 0.0, 0.0, size, cx, cy), fill))
        else:
            remedy = f'draw a symbol with the id "{name}" in the template or in the theme\'s icons'
            self.report(("", name), f'there is no icon "{name}"', remedy)

    def has_icon(self, name: str) -> bool:
        """Return whether there is a symbol of that name; False if icons are not checked."""
        return self._icons is not None and name in self._icons

    def place_items(self, items: Iterable[Item], dx: float, dy: float) -> None:
        """Draw finished items, moved by (dx, dy)."""
        self.items += geometry.transform_items(items, (1, 0, 0, 1, dx, dy))
