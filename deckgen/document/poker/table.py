"""The conversion table in print: what each card of an ordinary deck means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from deckgen import __version__
from deckgen.card.layout import Layout
from deckgen.deck.cards import Deck
from deckgen.document.dice_page import DICE_SCALES, dice_parts
from deckgen.document.dice_rules import TITLE, section_note
from deckgen.document.filled import fill_pages
from deckgen.document.pages import RunningHeads, content_box, deck_line, document, masthead, with_text_scale
from deckgen.document.poker.bands import BandPage, Bands, fit_bands
from deckgen.document.poker.deck import PokerGroup
from deckgen.document.poker.frame import BINDING, OUTER, TableContext, legend_block, table_context
from deckgen.draw.blocks.flow import Columns, Flowable, Part, Strip, paragraph
from deckgen.draw.drawing import Drawing
from deckgen.draw.geometry import Box
from deckgen.draw.stylesheet import Stylesheet
from deckgen.game.model import DeckSpec, Game

_JOKERS = 22.0  # mm, height of a band on the first page
_SIZES = (1.24, 1.16, 1.08, 1.0, 0.93, 0.86, 0.8, 0.74)  # of usual sizes of text, until it fits on a page


def conversion(deck: Deck, game: Game, spec: DeckSpec, layout: Layout, *, paper: str = "a4") -> tuple[Drawing, ...]:
    """Return the pages of a deck's table, then one about dice; odd pages are right-hand ones.

    If a card's results fit on a line, all cards are on one page. Else every card is a band, each page has one
    suit, and the first page explains bands and has the jokers. Raises PressError for an unknown paper,
    LayoutError if a card's results fit on no page.
    """
    context = table_context(deck, game, spec, layout, paper)
    bands = fit_bands(context)
    jokers = [] if bands.panel.flat else [block for block in context.poker.blocks if block.jokers]
    bands_per_page = bands.fitting
    leaves: list[list[PokerGroup]] = [[]]
    for block in (block for block in context.poker.blocks if block not in jokers):
        for start in range(0, len(block.rows), bands_per_page):
            part = replace(block, rows=block.rows[start : start + bands_per_page])
            if sum(len(group.rows) for group in leaves[-1]) + len(part.rows) > bands_per_page:
                leaves.append([])
            leaves[-1].append(part)
    pages_before = 0 if bands.panel.flat else 1
    name, phrase = f"{game.title} · {spec.title}", game.language.phrase
    title, dice_title = phrase("With an ordinary poker deck"), phrase(TITLE)
    running = RunningHeads((name, dice_title), (name, f"deckgen {__version__}"))
    style = replace(context.style, page=replace(context.style.page, left=BINDING, right=OUTER))

    sheet = context.paper
    room = content_box(style, sheet.width, sheet.height)
    rules = [partial(dice_parts, style, game, spec)]
    parts_of_dice = fill_pages(rules, room, smallest=DICE_SCALES[0], largest=DICE_SCALES[1])
    dice = document(
        style, parts_of_dice, running, paper=paper, title=dice_title, pages_before=pages_before + len(leaves)
    )
    count = pages_before + len(leaves) + len(dice)
    first: tuple[Drawing, ...] = ()
    if pages_before:
        foot, first_title = RunningHeads(foot=(deck_line(deck, style), "")), f"{name}, {title}"
        for size in _SIZES:  # the largest type in which it is one page, else the smallest
            parts = _first_page(with_text_scale(style, size), bands, jokers)
            first = document(style, parts, foot, paper=paper, title=first_title, pages_after=count - 1)
            if len(first) == 1:
                break
    pages = [
        BandPage(bands, leaf, n + pages_before + 1, count, (n, len(leaves))).drawing() for n, leaf in enumerate(leaves)
    ]
    return (*first, *pages, *dice)


def _first_page(style: Stylesheet, bands: Bands, jokers: Sequence[PokerGroup]) -> Iterator[Part]:
    """Yield the parts of the page that explains bands, shows those of ``jokers``, the legend and sections' help."""
    context, phrase = bands.context, bands.context.game.language.phrase
    lead = phrase("Draw a card, turn to the page of its suit and find its rank: its results are beside it.")
    name = f"{context.game.title} · {context.spec.title}"
    yield masthead(style, name, phrase("With an ordinary poker deck"), lead)
    if context.poker.note:
        yield paragraph(style, [(context.poker.note, "bold")])
    for block in jokers:
        yield from (paragraph(style, block.title, "heading"), _joker_bands(bands, block))
    if context.legend:
        yield from (paragraph(style, phrase("What marks mean"), "heading"), _legend(context, style))
    yield paragraph(style, phrase("What the results are for"), "heading")
    uses = [paragraph(style, [(f"{s.title}  ", "bold"), (section_note(s), "")]) for s in context.spec.sections]
    yield Columns(2, tuple(uses), gutter=8.0)


def _joker_bands(bands: Bands, block: PokerGroup) -> Flowable:
    """Return the bands of jokers, the first below a head."""
    height, style = max(_JOKERS, bands.panel.least), bands.context.style

    def strips(width: float) -> Iterator[Strip]:
        for index, row in enumerate(block.rows):
            pen = style.pen()
            pen.corners = style.theme.corners
            y = 0.0
            if not index:
                bands.draw_head(pen, 0.0, 0.0)
                y = bands.head_height + 0.9
            bands.draw(pen, block, row, Box(0.0, y, width, height))
            yield Strip(y + height + 1.5, pen.items, after=0.0 if row is not block.rows[-1] else 2.0)

    return lambda width: list(strips(width))


def _legend(context: TableContext, style: Stylesheet) -> Flowable:
    """Return the legend, two entries side by side, in type as large as the text of ``style``."""

    def strips(width: float) -> list[Strip]:
        block = legend_block(style, context.legend, style.texts["text"].size, width, across=2)
        parts = [(replace(block, entries=row), style.pen()) for row in block.rows]
        for part, pen in parts:
            part.draw(pen, 0.0, 0.0, style.color("ink"))
        return [Strip(part.height, pen.items) for part, pen in parts]

    return strips
