"""The last page: what was printed, from what, and with which choices, for whoever finds it years later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from deckgen import __version__
from deckgen.draw.drawing import Text
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
    facts = [*options.colophon, *_choices(paper, target, options)]
    items = [
        Text(_LEFT, 30.0, marks.footer([options.title], paper.width - 2 * _LEFT), "bold", 6.0, marks.SCREEN)
    ]
    y = 42.0
    for name, value in facts:
        for index, line in enumerate(_lines(value, paper.width - 2 * _LEFT - _COLUMN)):
            if index == 0:
                items.append(Text(_LEFT, y, marks.known(name), "semibold", _SIZE, marks.SCREEN))
            items.append(Text(_LEFT + _COLUMN, y, line, "regular", _SIZE, marks.SCREEN))
            y += _LINE
    return Page(
        paper.width, paper.height, (), marks.drawing(paper.width, paper.height, items), label="colophon"
    )


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


def _lines(string: str, room: float) -> Sequence[str]:
    """The string in as many lines as it takes, broken between any two letters: it holds codes."""
    lines, line = [], ""
    for character in marks.known(string):
        if marks.width(line + character, _SIZE) > room:
            lines.append(line)
            line = ""
        line += character
    return [*lines, line]
