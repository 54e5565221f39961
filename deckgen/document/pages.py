"""Documents: parts flowed onto pages that have margins, a running head and a foot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from deckgen.draw import shapes
from deckgen.draw.drawing import Drawing, Item
from deckgen.draw.flow import Part, flow
from deckgen.draw.geometry import Box
from deckgen.draw.paper import paper_named
from deckgen.draw.stylesheet import Stylesheet
from deckgen.draw.text import Line, set_line


@dataclass(frozen=True)
class Running:
    """What stands on every page: ``head`` left and right (not on the first page), ``foot`` left and middle.

    The foot ends with "page n of m". A text that is too long for its place is cut with "…".
    """

    head: tuple[str, str] = ("", "")
    foot: tuple[str, str] = ("", "")


def document(
    look: Stylesheet,
    parts: Iterable[Part],
    running: Running,
    *,
    paper: str = "a4",
    title: str = "",
    lying: bool = False,
    before: int = 0,
) -> tuple[Drawing, ...]:
    """The pages. ``paper`` is a name in draw/papers.yaml; ``lying``: turned, wider than high.

    ``before`` pages of another make come first and are counted in the foot. Raises PressError for an unknown paper, LayoutError for what does not fit on it.
    """
    sheet, page = paper_named(paper), look.page
    width, height = (sheet.height, sheet.width) if lying else (sheet.width, sheet.height)
    room = Box(page.left, page.top, width - page.left - page.right, height - page.top - page.bottom)
    pages = flow(parts, room)
    drawings = []
    for number, items in enumerate(pages, 1):
        last = f"page {number + before} of {len(pages) + before}"
        head = running.head if number > 1 else ("", "")
        frame = _frame(look, width, height, head, (*running.foot, last))
        drawings.append(Drawing(width, height, 0.0, (*frame, *items), look.style, title or "document"))
    return tuple(drawings)


def _frame(
    look: Stylesheet, width: float, height: float, head: tuple[str, str], foot: tuple[str, str, str]
) -> Iterator[Item]:
    page = look.page
    left, right = page.left, width - page.right
    if any(head):
        yield shapes.line(left, page.head + 2, right, page.head + 2, page.rule, page.weight)
        yield from _line(look, (head[0], "", head[1]), left, right, page.head, page.strong)
    y = height - page.head
    yield shapes.line(left, y - 4.2, right, y - 4.2, page.rule, page.weight)
    yield from _line(look, foot, left, right, y, page.face)


def _line(
    look: Stylesheet, words: Sequence[str], left: float, right: float, y: float, face: str
) -> Iterator[Item]:
    """Words at the left, in the middle and at the right, each in at most its third if the middle is taken."""
    room = (right - left) / (3 if words[1] else 2) - 2
    for word, align in zip(words, (0.0, 0.5, 1.0), strict=True):
        text = cut(look, word, face, look.page.size, room)
        wide = look.fonts.width(text, face, look.page.size)
        line = Line(((text, face),), wide)
        x = left + align * (right - left - wide)
        if text:
            yield from set_line(line, x, y, look.page.size, look.page.ink, look.fonts, slot="page")


def cut(look: Stylesheet, text: str, face: str, size: float, room: float) -> str:
    """Text in one line no wider than ``room`` mm: its end gives way to "…"."""
    while len(text) > 1 and look.fonts.width(text, face, size) > room:
        text = text.rstrip("…")[:-1] + "…"
    return text
