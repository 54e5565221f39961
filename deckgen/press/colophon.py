"""The last page: what was printed, from what, and with which choices, for whoever finds it years later."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from deckgen import __version__
from deckgen.draw.text import anywhere, known, wrap
from deckgen.press import marks
from deckgen.press.pages import Page

if TYPE_CHECKING:
    from deckgen.draw.paper import Paper
    from deckgen.press.options import Options
    from deckgen.press.target import Target

_LEFT, _COLUMN, _LINE = 20.0, 34.0, 6.5  # mm
_SIZE = 3.4


def colophon(paper: Paper, target: Target, options: Options) -> Page:
    """A page of facts about the deck, and the choices that were made for printing it."""
    pen, room = marks.marks_pen(), paper.width - 2 * _LEFT
    marks.word(pen, _LEFT, 30.0, marks.footer(pen, [options.title], room), 6.0, "bold")
    y = 42.0
    for fact in [*options.colophon, *_choices(paper, target, options)]:
        name, value = (known(text, "regular", pen.fonts, "?") for text in fact)
        marks.word(pen, _LEFT, y, name, _SIZE, "semibold")
        # Broken between any two letters: values hold codes.
        for line in wrap([(value, "regular")], _SIZE, room - _COLUMN, pen.fonts, anywhere):
            pen.runs(line, _LEFT + _COLUMN, y, _SIZE, marks.SCREEN)
            y += _LINE
    drawn = marks.drawing(paper.width, paper.height, pen.items)
    return Page(paper.width, paper.height, (), drawn, label="colophon")


def _choices(paper: Paper, target: Target, options: Options) -> Iterator[tuple[str, str]]:
    yield "printed by", f"deckgen {__version__}"
    yield "target", f"{target.title}, {paper.title}"
    yield "flip", options.flip
    yield "order", options.order
    x, y = options.back_offset
    yield "backs moved", f"{x:g} mm right, {y:g} mm down, turned by {options.back_rotate:g}°"
    yield "gutter", f"{target.gutter:g} mm"
    yield "ink", options.ink
    yield "blank cards", str(options.blanks)
