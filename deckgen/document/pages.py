"""Pages of documents: style, title band, margins, running heads and feet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from deckgen import __version__
from deckgen.card.svg import parser
from deckgen.card.template import compile_icons
from deckgen.draw.blocks.flow import Flowable, Part, Strip, draw_pages, paragraph, stack
from deckgen.draw.drawing import Drawing, Symbol
from deckgen.draw.geometry import Box, panel, rectangle
from deckgen.draw.paper import find_paper
from deckgen.draw.pen import Pen
from deckgen.draw.stylesheet import MastheadStyle, Stylesheet, load_stylesheet
from deckgen.draw.text import replace_missing, shorten
from deckgen.draw.theme import Theme
from deckgen.game.model import Game
from deckgen.records import record

if TYPE_CHECKING:
    from deckgen.deck.cards import Deck
    from deckgen.language import Language


@record
class RunningHeads:
    """Texts at the top and bottom of pages: ``head`` left and right, ``foot`` left and middle.

    The first page has no head. The foot ends with "page n of m". Texts that are too long end in "…".
    """

    head: tuple[str, str] = ("", "")
    foot: tuple[str, str] = ("", "")


def document(
    style: Stylesheet,
    parts: Iterable[Part],
    running: RunningHeads,
    *,
    paper: str = "a4",
    title: str = "",
    pages_before: int = 0,
    pages_after: int = 0,
) -> tuple[Drawing, ...]:
    """Return the pages on which ``parts`` flow; ``paper`` is a name in draw/papers.yaml.

    Page numbers count ``pages_before`` and ``pages_after`` made elsewhere. ``title``: of the drawings, not printed.
    Raises PressError for an unknown paper, LayoutError if a part fits on no page.
    """
    sheet = find_paper(paper)
    width, height = sheet.width, sheet.height
    pages = draw_pages(parts, content_box(style, width, height))
    drawings = []
    for number, items in enumerate(pages, 1):
        last = style.language.phrase(
            "page {number} of {pages}", number=number + pages_before, pages=len(pages) + pages_before + pages_after
        )
        head = running.head if number > 1 else ("", "")
        pen = _frame(style, width, height, head, (*running.foot, last))
        pen.items += items
        drawings.append(Drawing(width, height, 0.0, tuple(pen.items), style.shared, title or "document"))
    return tuple(drawings)


def content_box(style: Stylesheet, width: float, height: float) -> Box:
    """Return the box inside the margins of a page of ``width`` x ``height`` mm."""
    page = style.page
    return Box(page.left, page.top, width - page.left - page.right, height - page.top - page.bottom)


def _frame(style: Stylesheet, width: float, height: float, head: tuple[str, str], foot: tuple[str, str, str]) -> Pen:
    """Return a pen with running texts and rules: head left, right (no rule if empty), foot left, middle, right."""
    page, pen = style.page, style.pen("page")
    left, right, y = page.left, width - page.right, height - page.head
    if any(head):
        pen.rule(left, page.head + 2, right, page.head + 2, page.rule, page.weight)
        _draw_texts(pen, style, (head[0], "", head[1]), left, right, page.head, "semibold")
    pen.rule(left, y - 4.2, right, y - 4.2, page.rule, page.weight)
    _draw_texts(pen, style, foot, left, right, y, "regular")
    return pen


def _draw_texts(
    pen: Pen, style: Stylesheet, words: Sequence[str], left: float, right: float, y: float, face: str
) -> None:
    """Draw texts left, middle, right on baseline ``y``, each cut to a third of the width, to half without a middle."""
    page = style.page
    room = (right - left) / (3 if words[1] else 2) - 2
    for word, align in zip(words, (0.0, 0.5, 1.0), strict=True):
        text = shorten(word, face, page.size, room, style.fonts)
        pen.line(text, left + align * (right - left), y, face, page.size, page.ink, align)


def deck_line(deck: Deck, style: Stylesheet) -> str:
    """Return a line with the deck's seed, number, id and version, in characters that the fonts have."""
    return deck_words(deck, replace_missing(deck.seed, "regular", style.fonts), style.language)


def deck_words(deck: Deck, seed: str, language: Language) -> str:
    """Return the line of a deck: its seed as given here, its number, id and version."""
    return language.phrase(
        "seed {seed} · deck {number} of {of} · {id} · deckgen {version}",
        seed=seed,
        number=deck.number,
        of=deck.of,
        id=deck.short_id,
        version=__version__,
    )


_BAND = 9.5  # mm, the height of the band of a part
_BAND_GAP = 4.5  # mm between the band and what follows


def masthead(style: Stylesheet, kicker: str, title: str, lead: str = "") -> Flowable:
    """Return the first page's head: ``kicker``, small, over the title, in the style's band if any; ``lead`` below."""
    below = [paragraph(style, lead, "lead")] if lead else []
    if not style.masthead.height:
        return stack(paragraph(style, kicker, "kicker"), paragraph(style, title, "title"), *below)
    return stack(
        _band(style, kicker, title, Strip(style.masthead.height - style.masthead.rise, after=_BAND_GAP)), *below
    )


def part_title(style: Stylesheet, title: str, words: str) -> Flowable:
    """Return the title of a part of a document and its text, in a low band if the masthead has a band."""
    body = paragraph(style, words, "text", keep=True)
    if not style.masthead.height:
        return stack(paragraph(style, title, "title"), body)
    lower_style = with_band_height(style, _BAND, size=_BAND * 0.52, bare=True)
    return stack(_band(lower_style, "", title, Strip(_BAND, before=9.0, after=3.0, keep=True)), body)


def _band(style: Stylesheet, kicker: str, title: str, strip: Strip) -> Flowable:
    """Return the style's band as a block of one strip, whose lower edge is that of ``strip``, which has its spacing."""

    def band(width: float) -> list[Strip]:
        pen, height = style.pen("masthead"), style.masthead.height
        draw_band(pen, style, Box(0, strip.height - height, width, height), kicker, title)
        return [replace(strip, items=pen.items)]

    return band


def with_band_height(style: Stylesheet, height: float, *, size: float = 0.0, bare: bool = False) -> Stylesheet:
    """Return the style, its band ``height`` mm high, title ``size`` mm (0: scaled); ``bare``: no art, inner edge."""
    masthead = style.masthead
    ratio = height / masthead.height
    lower = replace(
        masthead,
        height=height,
        size=size or masthead.size * ratio,
        kicker_size=masthead.kicker_size * max(ratio, 0.85),
        corner=masthead.corner * ratio,
        inner_gap=masthead.inner_gap * ratio,
        art="" if bare else masthead.art,
        art_size=masthead.art_size * ratio,
        art_inset=masthead.art_inset * ratio,
        corner_art="" if bare else masthead.corner_art,
        corner_size=masthead.corner_size * ratio,
        inner="" if bare else masthead.inner,
    )
    return replace(style, masthead=lower)


def with_text_scale(style: Stylesheet, size: float) -> Stylesheet:
    """Return the style sheet with texts and their spacing times ``size``, no text below its smallest size."""
    texts = {
        name: replace(
            text, size=max(style.min_text_size, text.size * size), before=text.before * size, after=text.after * size
        )
        for name, text in style.texts.items()
    }
    return replace(style, texts=texts)


def draw_band(pen: Pen, style: Stylesheet, box: Box, kicker: str, title: str, aside: str = "") -> None:
    """Draw the style sheet's title band in ``box``, ``aside`` at its right end; titles shrink to fit, "" is skipped."""
    band = style.masthead
    split_panel(pen, box, band.corner, band.spine_width if band.spine else 0.0, band.spine, band.fill)
    if band.edge:
        pen.panel(box.inset(band.edge_width / 2), band.corner, None, band.edge, band.edge_width)
    if band.inner:
        pen.panel(box.inset(band.edge_width + band.inner_gap), band.corner, None, band.inner, 0.18)
    art = band.art_size + band.art_inset if band.art else 0.0
    if band.art:
        pen.icon(band.art, box.right - art + band.art_size / 2, box.cy, band.art_size, band.ink)
    if band.corner_art:
        inset, size = band.corner_size * 0.42, band.corner_size
        for x, y in ((box.x, box.y), (box.right, box.y), (box.x, box.bottom), (box.right, box.bottom)):
            dx, dy = (inset if x == box.x else -inset), (inset if y == box.y else -inset)
            pen.icon(band.corner_art, x + dx, y + dy, size, band.ink)
    left, right = box.x + band.pad + (band.spine_width if band.spine else 0.0), box.right - band.pad - art
    small = pen.cap(band.kicker_face) * band.kicker_size
    if aside:
        pen.line(aside, right, box.cy + small / 2, band.kicker_face, band.kicker_size, band.kicker_ink, 1.0)
        right -= pen.width(aside, band.kicker_face, band.kicker_size) + band.pad
    _draw_titles(pen, band, Box(left, box.y, right - left, box.height), kicker, title)


def _draw_titles(pen: Pen, band: MastheadStyle, room: Box, kicker: str, title: str) -> None:
    """Draw the kicker, if any, over the title, both centered vertically in ``room``."""
    cap, small = pen.cap("display") * band.size, pen.cap(band.kicker_face) * band.kicker_size
    top = room.cy - cap / 2
    if kicker:
        top -= (cap * 0.5 + small) / 2
        pen.line(kicker, room.x, top + small, band.kicker_face, band.kicker_size, band.kicker_ink, room=room.width)
        top += small + cap * 0.5
    fit = pen.fit(title, "display", band.size, room.width, band.size)
    base = top + (cap + pen.cap("display") * fit.size) / 2
    pen.line(title, room.x, base, "display", band.size, band.ink, room=room.width)


def split_panel(pen: Pen, box: Box, corner: float, left: float, dark: str, fill: str) -> None:
    """Draw a panel with rounded corners, filled ``dark`` in its first ``left`` mm, then ``fill``; all ``fill`` if 0."""
    if left <= 0:
        pen.panel(box, corner, fill)
        return
    first, second = box._replace(width=left), box._replace(x=box.x + left, width=box.width - left)
    inner = min(corner, left / 2)  # where the two meet they have no corners
    ends = (rectangle(second.x - inner, box.y, inner, box.height), rectangle(second.x, box.y, corner, box.height))
    pen.path((*panel(*first, corner, pen.corners), *ends[0]), dark)
    pen.path((*panel(*second, corner, pen.corners), *ends[1]), fill)


@lru_cache(maxsize=2)  # all documents of a game have one look
def document_style(game: Game) -> Stylesheet:
    """Return the style sheet of a game's documents, cached by game. Raises LayoutError with all its problems."""
    return load_stylesheet(game.look, game.language, _symbols, game.folder)


def _symbols(theme: Theme) -> Mapping[str, Symbol]:
    """Return a theme's icons by name, compiled; {} if it has no file of icons."""
    if theme.icons is None:
        return {}
    screens = theme.inks_by_screen()

    def ink(color: str) -> str | None:
        return color if color in screens else None

    return compile_icons(parser.read_svg(theme.icons), theme.icons, theme.fonts, ink)
