"""Whether the cards of a game's deck can be drawn: all of one deck, and what is made with them, as commands do it."""

from __future__ import annotations

from fractions import Fraction

from deckgen import __version__
from deckgen.card.faces import artist_of, check_layout
from deckgen.card.layout import Layout
from deckgen.deck.audit.summary import AuditSummary
from deckgen.deck.cards import Deck
from deckgen.deck.deal.generator import generate
from deckgen.document.map.card_map import card_map
from deckgen.errors import DeckgenError, Fault
from deckgen.game.model import DeckSpec, Game
from deckgen.press.page_files import pages_pdf

_SEED = "validate"
_SUMMARY = AuditSummary(999, 999, Fraction(99, 100), passed=True)


def check_cards(layout: Layout, game: Game, spec: DeckSpec, *, dealt: bool) -> tuple[Fault, ...]:
    """Draw a deck of ``spec`` in a layout, its back and its reference cards, as a PDF has them.

    Unless it is to be ``dealt``, for which its dice have to be solved, there are no cards of it. Raises DeckgenError with
    all that is wrong. Returns what is only doubtful: sections that no slot shows, and why the card that tells of a deck
    or the map of the game's first deck cannot be drawn, which not everybody prints.
    """
    doubts = list(check_layout(layout, game, spec))
    artist = artist_of(layout, game, spec)
    facts = (f"deckgen {__version__}", game.id, spec.name, spec.sha256, _SEED, 1, 1, spec.draw)
    deck = generate(game, spec, _SEED) if dealt else Deck(*facts, cards=())
    faces = artist.faces(deck)
    drawn = [*faces.fronts, faces.back, *(card for _, card in artist.references)]
    try:
        drawn.append(artist.colophon(deck, _SUMMARY)[1])
        if dealt and spec is game.decks[0]:
            drawn.append(card_map(layout, game, spec, deck))
    except DeckgenError as error:
        doubts += error.faults
    pages_pdf(drawn, title=spec.title)
    return tuple(doubts)
