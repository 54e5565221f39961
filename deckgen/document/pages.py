"""Documents: parts flowed onto pages that have margins, a running head and a foot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from deckgen import __version__
from deckgen.draw.blocks.flow import Part, flow
from deckgen.draw.drawing import Drawing
from deckgen.draw.geometry import Box
from deckgen.draw.paper import paper_named
from deckgen.draw.pen import Pen
from deckgen.draw.stylesheet import Stylesheet
from deckgen.draw.text import known, shorten
from deckgen.records import record

if TYPE_CHECKING:
    from deckgen.deck.cards import Deck
    from deckgen.language import Language


@record
class Running:
    """What stands on every page: ``head`` left and right (not on the first page), ``foot`` left and middle.

    The foot ends with "page n of m". A text that is too long for its place is cut with "…".
    """

    head: tuple[str, str] = ("", "")
    foot: tuple[str, str] = ("", "")


def document(
    style: Stylesheet,
    parts: Iterable[Part],
    running: Running,
    *,
    paper: str = "a4",
    title: str = "",
    before: int = 0,
    more: int = 0,
) -> tuple[Drawing, ...]:
    """The pages. ``paper`` is a name in draw/papers.yaml.

    ``before`` pages of another make come first, ``more`` come after, and are counted in the foot. Raises PressError for an unknown
    paper, LayoutError for what does not fit on it.
    """
    sheet = paper_named(paper)
    width, height = sheet.width, sheet.height
    pages = flow(parts, room_of(style, width, height))
    drawings = []
    for number, items in enumerate(pages, 1):
        last = style.language.phrase(
            "page {number} of {pages}", number=number + before, pages=len(pages) + before + more
        )
        head = running.head if number > 1 else ("", "")
        pen = _frame(style, width, height, head, (*running.foot, last))
        pen.items += items
        drawings.append(Drawing(width, height, 0.0, tuple(pen.items), style.shared, title or "document"))
    return tuple(drawings)


def room_of(style: Stylesheet, width: float, height: float) -> Box:
    """What lies between the margins of a page of that size."""
    page = style.page
    return Box(page.left, page.top, width - page.left - page.right, height - page.top - page.bottom)


def _frame(
    style: Stylesheet, width: float, height: float, head: tuple[str, str], foot: tuple[str, str, str]
) -> Pen:
    page, pen = style.page, style.pen("page")
    left, right, y = page.left, width - page.right, height - page.head
    if any(head):
        pen.rule(left, page.head + 2, right, page.head + 2, page.rule, page.weight)
        _line(pen, style, (head[0], "", head[1]), left, right, page.head, page.strong)
    pen.rule(left, y - 4.2, right, y - 4.2, page.rule, page.weight)
    _line(pen, style, foot, left, right, y, page.face)
    return pen


def _line(
    pen: Pen, style: Stylesheet, words: Sequence[str], left: float, right: float, y: float, face: str
) -> None:
    """Words at the left, in the middle and at the right, each in at most its third if the middle is taken."""
    page = style.page
    room = (right - left) / (3 if words[1] else 2) - 2
    for word, align in zip(words, (0.0, 0.5, 1.0), strict=True):
        text = shorten(word, face, page.size, room, style.fonts)
        pen.line(text, left + align * (right - left), y, face, page.size, page.ink, align)


def deck_line(deck: Deck, style: Stylesheet) -> str:
    """Which deck it is and what dealt it, in one line that the style's fonts can show."""
    return deck_words(deck, known(deck.seed, "regular", style.fonts), style.language)


def deck_words(deck: Deck, seed: str, language: Language) -> str:
    """The same with the seed as it is given."""
    return language.phrase(
        "seed {seed} · deck {number} of {of} · {id} · deckgen {version}",
        seed=seed,
        number=deck.number,
        of=deck.of,
        id=deck.short_id,
        version=__version__,
    )
