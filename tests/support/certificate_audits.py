"""Audits that several tests of the certificate read."""

from functools import cache

from cli_fixtures import GAME

from deckgen.deck.audit.auditor import Audit, audit
from deckgen.deck.deal.generator import generate
from deckgen.draw.blocks.flow import draw_pages
from deckgen.draw.drawing import Text
from deckgen.draw.geometry import Box
from deckgen.game import read_game


@cache
def audit_of(decks: int = 1) -> Audit:
    """The audit of so many decks of a small game."""
    game = read_game(GAME)
    spec = game.decks[0]
    return audit([generate(game, spec, "7", n, decks) for n in range(1, decks + 1)], game)


def said(parts) -> list[str]:
    """All words of parts of a document, line by line."""
    pages = draw_pages(parts, Box(0, 0, 176, 1e6))
    return [item.string for page in pages for item in page if isinstance(item, Text)]
