"""The conversion table in print: what each card of an ordinary deck says, on pages for the game table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from deckgen import __version__
from deckgen.card.layout import Layout
from deckgen.deck.cards import Deck
from deckgen.document.dice_rules import TITLE, dice_parts, told
from deckgen.document.legend_block import legend_block
from deckgen.document.masthead import masthead
from deckgen.document.pages import Running, deck_line, document
from deckgen.document.poker_bands import BandPage, banded, draw_band, draw_head, fitting, head_height
from deckgen.document.poker_columns import SectionColumns, measure, pages
from deckgen.document.poker_deck import PokerGroup
from deckgen.document.poker_frame import BINDING, OUTER, Setting, setting_of
from deckgen.document.poker_page import CardPage, column_room
from deckgen.document.poker_panels import CardPanel
from deckgen.draw.drawing import Drawing
from deckgen.draw.flow import Columns, Flowable, Part, Strip, paragraph
from deckgen.draw.geometry import Box
from deckgen.draw.stylesheet import Stylesheet
from deckgen.errors import Fault, LayoutError
from deckgen.game.model import DeckSpec, Game

_JOKERS = 22.0  # mm, height of a band on the first page
_SIZES = (
    1.24,
    1.16,
    1.08,
    1.0,
    0.93,
    0.86,
    0.8,
    0.74,
)  # of the usual sizes of text, until it fits on one page


def conversion(
    deck: Deck, game: Game, spec: DeckSpec, layout: Layout, *, paper: str = "a4"
) -> tuple[Drawing, ...]:
    """The pages of the table of one deck, and one about dice; odd ones are right-hand pages.

    If all sections fit beside each other, every card is a row of one page. Else every card is a band with all it says, a suit
    on a page, and the first page tells how to read them and has the jokers. Raises PressError for an unknown paper,
    LayoutError for what fits on no page.
    """
    setting = setting_of(deck, game, spec, layout, paper)
    room = column_room(setting)
    for even in (True, False):
        sections = measure(setting.fields, deck.cards, setting.marks, setting.style, even=even)
        planned = pages(sections, room)
        if len(planned) == 1:
            break
    panel = banded(setting) if len(planned) > 1 else None
    if panel:
        return _bands(setting, panel, paper)
    plans = [(page, blocks) for page in planned for blocks in _chunks(setting, page)]
    dice = _dice(setting, paper, len(plans))
    count = len(plans) + len(dice)
    return (*(CardPage(setting, *plan, n, count).drawing() for n, plan in enumerate(plans, 1)), *dice)


def _bands(setting: Setting, panel: CardPanel, paper: str) -> tuple[Drawing, ...]:
    """The first page, a page for every suit, and the dice."""
    most = fitting(setting, panel)
    jokers = [block for block in setting.held.blocks if block.jokers]
    leaves: list[list[PokerGroup]] = [[]]
    for block in (each for each in setting.held.blocks if not each.jokers):
        for start in range(0, len(block.rows), most):
            part = replace(block, rows=block.rows[start : start + most])
            if sum(len(each.rows) for each in leaves[-1]) + len(part.rows) > most:
                leaves.append([])
            leaves[-1].append(part)
    dice = _dice(setting, paper, len(leaves) + 1)
    count = len(leaves) + 1 + len(dice)
    first = _first(setting, panel, jokers, paper, count)
    drawn = [
        BandPage(setting, panel, leaf, n + 2, count, (n, len(leaves))).drawing()
        for n, leaf in enumerate(leaves)
    ]
    return (*first, *drawn, *dice)


def _first(
    setting: Setting, panel: CardPanel, jokers: Sequence[PokerGroup], paper: str, count: int
) -> tuple[Drawing, ...]:
    """The page that tells how to read bands, with those of jokers."""
    style, phrase = _filed(setting), setting.game.language.phrase
    name = f"{setting.game.title} · {setting.spec.title}"
    title = phrase("With an ordinary poker deck")
    running = Running(foot=(deck_line(setting.deck, style), ""))
    for size in _SIZES:
        parts = _first_parts(setting, scaled(style, size), panel, jokers)
        drawn = document(style, parts, running, paper=paper, title=f"{name}, {title}", more=count - 1)
        if len(drawn) == 1:
            break
    return drawn


def _first_parts(
    setting: Setting, style: Stylesheet, panel: CardPanel, jokers: Sequence[PokerGroup]
) -> Iterator[Part]:
    phrase = setting.game.language.phrase
    lead = phrase("Draw a card, turn to the page of its suit, find its rank: all it says stands beside it.")
    name = f"{setting.game.title} · {setting.spec.title}"
    yield masthead(style, name, phrase("With an ordinary poker deck"), lead)
    if setting.held.note:
        yield paragraph(style, [(setting.held.note, "bold")])
    for block in jokers:
        yield from (paragraph(style, block.title, "heading"), _joker_bands(setting, panel, block))
    if setting.legend:
        yield from (paragraph(style, phrase("What marks mean"), "heading"), _legend(setting, style))
    yield paragraph(style, phrase("What the results are for"), "heading")
    said = [paragraph(style, [(f"{s.title}  ", "bold"), (told(s), "")]) for s in setting.spec.sections]
    yield Columns(2, tuple(said), gutter=8.0)


def scaled(style: Stylesheet, size: float) -> Stylesheet:
    """The style sheet with smaller text, no smaller than its smallest."""
    texts = {
        name: replace(
            text,
            size=max(style.smallest, text.size * size),
            before=text.before * size,
            after=text.after * size,
        )
        for name, text in style.texts.items()
    }
    return replace(style, texts=texts)


def _filed(setting: Setting) -> Stylesheet:
    """The style sheet with the margins of the table."""
    return replace(setting.style, page=replace(setting.style.page, left=BINDING, right=OUTER))


def _joker_bands(setting: Setting, panel: CardPanel, block: PokerGroup) -> Flowable:
    """The bands of jokers below a head, as one piece."""

    def strips(width: float) -> list[Strip]:
        pen = setting.style.pen()
        pen.corners = setting.style.theme.corners
        draw_head(pen, setting, panel, 0.0, 0.0)
        y = head_height(panel) + 0.9
        for row in block.rows:
            draw_band(pen, setting, panel, block, row, Box(0.0, y, width, _JOKERS))
            y += _JOKERS + 1.5
        return [Strip(y, pen.items, after=2.0)]

    return strips


def _legend(setting: Setting, style: Stylesheet) -> Flowable:
    def strips(width: float) -> list[Strip]:
        pen = style.pen()
        block = legend_block(style, setting.legend, style.texts["text"].size, width, across=2)
        block.draw(pen, 0.0, 0.0, style.colour("ink"))
        return [Strip(block.height, pen.items, after=1.0)]

    return strips


def _chunks(setting: Setting, page: Sequence[SectionColumns]) -> list[list[PokerGroup]]:
    """The blocks of each page, all on one if rows can be that low."""
    empty = CardPage(setting, page, setting.held.blocks, 1, 1)
    chunks: list[list[PokerGroup]] = [[]]
    for block in setting.held.blocks:
        if chunks[-1] and not empty.fits([*chunks[-1], block]):
            chunks.append([])
        chunks[-1].append(block)
        if not empty.fits([block]):
            what = f"{len(block.rows)} cards of one suit do not fit on a page"
            raise LayoutError(Fault("table", None, block.title, what, "take a larger paper"))
    return chunks


def _dice(setting: Setting, paper: str, before: int) -> tuple[Drawing, ...]:
    name = f"{setting.game.title} · {setting.spec.title}"
    title = setting.game.language.phrase(TITLE)
    running = Running((name, title), (name, f"deckgen {__version__}"))
    for size in _SIZES:
        parts = dice_parts(scaled(_filed(setting), size), setting.game, setting.spec)
        drawn = document(_filed(setting), parts, running, paper=paper, title=title, before=before)
        if len(drawn) == 1:
            break
    return drawn
