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
from deckgen.document.poker.bands import BandPage, banded, draw_band, draw_head, fitting, head_height
from deckgen.document.poker.deck import PokerGroup
from deckgen.document.poker.frame import BINDING, OUTER, Setting, setting_of
from deckgen.document.poker.panels import CardPanel
from deckgen.draw.blocks.flow import Columns, Flowable, Part, Strip, paragraph
from deckgen.draw.drawing import Drawing
from deckgen.draw.geometry import Box
from deckgen.draw.stylesheet import Stylesheet
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

    If all that a card says fits on a line, all cards are on one page. Else every card is a band, a suit on a page, and the
    first page tells how to read them and has the jokers. Raises PressError for an unknown paper, LayoutError for what
    fits on no page.
    """
    setting = setting_of(deck, game, spec, layout, paper)
    panel = banded(setting)
    jokers = [] if panel.flat else [block for block in setting.held.blocks if block.jokers]
    most = fitting(setting, panel)
    leaves: list[list[PokerGroup]] = [[]]
    for block in (each for each in setting.held.blocks if each not in jokers):
        for start in range(0, len(block.rows), most):
            part = replace(block, rows=block.rows[start : start + most])
            if sum(len(each.rows) for each in leaves[-1]) + len(part.rows) > most:
                leaves.append([])
            leaves[-1].append(part)
    before = 0 if panel.flat else 1
    dice = _dice(setting, paper, before + len(leaves))
    count = before + len(leaves) + len(dice)
    first = () if panel.flat else _first(setting, panel, jokers, paper, count)
    drawn = [
        BandPage(setting, panel, leaf, n + before + 1, count, (n, len(leaves))).drawing()
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
    """The bands of jokers, the first below a head."""
    high = max(_JOKERS, panel.least)

    def strips(width: float) -> Iterator[Strip]:
        for index, row in enumerate(block.rows):
            pen = setting.style.pen()
            pen.corners = setting.style.theme.corners
            y = 0.0
            if not index:
                draw_head(pen, setting, panel, 0.0, 0.0)
                y = head_height(setting, panel) + 0.9
            draw_band(pen, setting, panel, block, row, Box(0.0, y, width, high))
            yield Strip(y + high + 1.5, pen.items, after=0.0 if row is not block.rows[-1] else 2.0)

    return lambda width: list(strips(width))


def _legend(setting: Setting, style: Stylesheet) -> Flowable:
    def strips(width: float) -> list[Strip]:
        block = legend_block(style, setting.legend, style.texts["text"].size, width, across=2)
        parts = [(replace(block, entries=row), style.pen()) for row in block.rows]
        for part, pen in parts:
            part.draw(pen, 0.0, 0.0, style.colour("ink"))
        return [Strip(part.height, pen.items) for part, pen in parts]

    return strips


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
