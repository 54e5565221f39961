"""The conversion table in print: what each card of an ordinary deck says, on pages for the game table."""

from __future__ import annotations

from collections.abc import Sequence

from deckgen import __version__
from deckgen.deck.model import Deck
from deckgen.errors import Fault, LayoutError
from deckgen.game.model import DeckSpec, Game
from deckgen.page.drawing import Drawing
from deckgen.page.layout import Layout
from deckgen.press.documents import paper_named
from deckgen.table.brush import Brush, card_looks, suit_icons, with_card
from deckgen.table.cardpage import CardPage, Setting
from deckgen.table.carrier import Block, carrier
from deckgen.table.columns import Panel, measure, pages
from deckgen.table.dicepage import TITLE, dice_parts
from deckgen.table.document import Running, document
from deckgen.table.look import load_look
from deckgen.table.results import fields


def conversion(
    deck: Deck, game: Game, spec: DeckSpec, layout: Layout, *, paper: str = "a4"
) -> tuple[Drawing, ...]:
    """The pages of the table of one deck, all cards on each, and one about dice; odd ones are right-hand pages.

    Raises PressError for an unknown paper, LayoutError for what fits on no page.
    """
    look = with_card(load_look(), layout)
    setting = Setting(
        deck,
        game,
        spec,
        paper_named(paper),
        look,
        card_looks(layout, spec, look),
        suit_icons(layout),
        carrier(deck.cards, spec.faces),
    )
    panels = measure(fields(spec, game.words), deck.cards, setting.looks, Brush(look))
    plans = [(page, blocks) for page in pages(panels, setting.room) for blocks in _chunks(setting, page)]
    dice = _dice(setting, paper, len(plans))
    count = len(plans) + len(dice)
    return (*(CardPage(setting, *plan, n, count).drawing() for n, plan in enumerate(plans, 1)), *dice)


def _chunks(setting: Setting, page: Sequence[Panel]) -> list[list[Block]]:
    """The blocks of each page, all on one if rows can be that low."""
    empty = CardPage(setting, page, setting.carrier.blocks, 1, 1)
    chunks: list[list[Block]] = [[]]
    for block in setting.carrier.blocks:
        if chunks[-1] and not empty.fits([*chunks[-1], block]):
            chunks.append([])
        chunks[-1].append(block)
        if not empty.fits([block]):
            what = f"{len(block.rows)} cards of one suit do not fit on a page"
            raise LayoutError(Fault("table", None, block.title, what, "take a larger paper"))
    return chunks


def _dice(setting: Setting, paper: str, before: int) -> tuple[Drawing, ...]:
    name = f"{setting.game.title} · {setting.spec.title}"
    running = Running((name, TITLE), (name, f"deckgen {__version__}"))
    for dense in (False, True):
        parts = dice_parts(setting.look, setting.game, setting.spec, dense=dense)
        drawn = document(setting.look, parts, running, paper=paper, title=TITLE, before=before)
        if len(drawn) == 1:
            break
    return drawn
