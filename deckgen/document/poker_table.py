"""The conversion table in print: what each card of an ordinary deck says, on pages for the game table."""

from __future__ import annotations

from collections.abc import Sequence

from deckgen import __version__
from deckgen.card.layout import Layout
from deckgen.deck.cards import Deck
from deckgen.document.dice_rules import TITLE, dice_parts
from deckgen.document.pages import Running, document
from deckgen.document.poker_columns import SectionColumns, measure, pages
from deckgen.document.poker_deck import PokerGroup
from deckgen.document.poker_page import CardPage, Setting, setting_of
from deckgen.draw.drawing import Drawing
from deckgen.errors import Fault, LayoutError
from deckgen.game.model import DeckSpec, Game


def conversion(
    deck: Deck, game: Game, spec: DeckSpec, layout: Layout, *, paper: str = "a4"
) -> tuple[Drawing, ...]:
    """The pages of the table of one deck, all cards on each, and one about dice; odd ones are right-hand pages.

    Raises PressError for an unknown paper, LayoutError for what fits on no page.
    """
    setting = setting_of(deck, game, spec, layout, paper)
    panels = measure(setting.fields, deck.cards, setting.marks, setting.style)
    plans = [(page, blocks) for page in pages(panels, setting.room) for blocks in _chunks(setting, page)]
    dice = _dice(setting, paper, len(plans))
    count = len(plans) + len(dice)
    return (*(CardPage(setting, *plan, n, count).drawing() for n, plan in enumerate(plans, 1)), *dice)


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
    for dense in (False, True):
        parts = dice_parts(setting.style, setting.game, setting.spec, dense=dense)
        drawn = document(setting.style, parts, running, paper=paper, title=title, before=before)
        if len(drawn) == 1:
            break
    return drawn
