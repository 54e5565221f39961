"""Rich text in a box: paragraphs, bold and italic words, symbols, marks and lists."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import replace
from math import ceil
from typing import Any, NamedTuple

from deckgen.card.widgets.base import Painter, Widget, draw_cached
from deckgen.draw.blocks.flow import Strip, column_height, draw_strips, paragraph, point
from deckgen.draw.drawing import Item
from deckgen.draw.fonts import PT, SYMBOL, Fonts
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.shaping import Run
from deckgen.draw.stylesheet import TextStyle
from deckgen.draw.theme import Color, FontFace, Points
from deckgen.game.model import printed_text
from deckgen.game.sections.distribution import WordedSection
from deckgen.game.translation import MARK
from deckgen.language import Language
from deckgen.markup import POINT, plain_text, split_runs
from deckgen.records import record

_STEP = 0.25 * PT
"""Between the sizes that are tried, in mm."""
_GAP, _POINT_GAP = 0.4, 0.15
"""Between paragraphs, and between points of a list, in sizes."""
_COUNTED = re.compile(r"(?<=\d) (?=\{icon-)")
_LONGEST_SHOWN = 60  # letters of a text in a message


@record
class ProseOptions:
    """``size`` is the largest; text that is too long is set smaller, down to the theme's minimum.

    Words in ``**`` and ``*`` are in the theme's bold and italic typefaces. ``align`` is the position of lines:
    0 left, 0.5 center, 1 right, but points of lists are left; ``vertical`` that of the text: 0 above, 1 below. ``leading`` is the height of a
    line, in sizes. Symbols and points of lists have the color ``icon_ink``, by default that of the text.
    """

    size: Points = 8.0
    face: FontFace = "regular"
    ink: Color = "ink"
    icon_ink: Color = "none"
    leading: float = 1.22
    align: float = 0.0
    vertical: float = 0.0


class _Styles(NamedTuple):
    """The style of a text at one size, and pens for its lines."""

    texts: Mapping[str, TextStyle]
    fonts: Fonts
    language: Language
    pen: Callable[[], Pen]


def build_prose(section: WordedSection, box: Box, options: ProseOptions, _: Pen) -> Painter:
    """Return the painter of a text in the largest size that fits; draw nothing now."""

    def paint(pen: Pen, value: Any) -> None:
        text = MARK.sub(lambda match: _mark_words(pen, match[1]), printed_text(section.outcomes, value))
        if not text.strip():
            return
        least = min(pen.minimum, options.size) if pen.minimum else options.size
        steps = ceil((options.size - least) / _STEP - 1e-6)

        def strips_at(step: int) -> list[Strip]:
            return _strips(text, max(options.size - step * _STEP, least), options, pen, box.width)

        # What fits in one size fits in all smaller ones, but for lines that break otherwise.
        best = bisect_left(range(steps), True, key=lambda step: column_height(strips_at(step)) <= box.height)
        strips = strips_at(best)
        height = column_height(strips)
        if height > box.height + 1e-6:
            words = plain_text(text)
            pen.report_overflow(words if len(words) <= _LONGEST_SHOWN else words[:_LONGEST_SHOWN] + "…", least)
        items: list[Item] = []
        draw_strips(strips, box.x, box.y + (box.height - height) * options.vertical, items)
        pen.items += items

    return draw_cached(paint)


def _strips(text: str, size: float, options: ProseOptions, pen: Pen, width: float) -> list[Strip]:
    """Return the lines of a text, ``size`` mm large."""
    gap, point_gap = size * _GAP, size * _POINT_GAP
    plain = TextStyle(options.face, size, options.ink, options.leading, gap, gap, rule="", icon_ink=options.icon_ink)
    listed = replace(plain, before=point_gap, after=point_gap)
    styles = _Styles({"text": replace(plain, align=options.align)}, pen.fonts, pen.language, pen.fresh)
    strips: list[Strip] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        block = paragraph(styles, _runs(line))
        if line.startswith(POINT):
            points = styles._replace(texts={"text": listed})
            block = point(points, _runs(line.removeprefix(POINT)), options.icon_ink or options.ink)
        strips += block(width)
    return strips


def _runs(text: str) -> list[Run]:
    """Return the runs of a line; a symbol stays in the line of the number before it."""
    parts = split_runs(_COUNTED.sub("\u202f", text))
    return [(SYMBOL, style) if style.startswith("icon-") else (part, style) for part, style in parts]


def _mark_words(pen: Pen, name: str) -> str:
    """Return what the layout draws for a mark; "", with a problem, if it draws none, or several things."""
    words = pen.words.get(f"mark.{name}", "")
    if not words:
        message = f'the layout draws no mark "{name}", or draws it in several ways'
        pen.report((pen.slot, name), message, "write {mark.SECTION.MARK}, or reword the text")
    return words


WIDGET = Widget("prose", ProseOptions, build_prose)
