"""All that one may type for a card: its names in the game's language and in deck.json, short ones, its impulse."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deckgen.deck.cards import Card
from deckgen.document.poker.deck import COURTS, PokerCard, PokerGroup, poker_deck
from deckgen.game.model import Face
from deckgen.language import ENGLISH, Language, gettext_noop

SIGNS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}

_SPOKEN = {
    "2": gettext_noop("two"),
    "3": gettext_noop("three"),
    "4": gettext_noop("four"),
    "5": gettext_noop("five"),
    "6": gettext_noop("six"),
    "7": gettext_noop("seven"),
    "8": gettext_noop("eight"),
    "9": gettext_noop("nine"),
    "10": gettext_noop("ten"),
    **COURTS,
}


def card_names(
    cards: Sequence[Card], faces: Sequence[Face], language: Language = ENGLISH
) -> tuple[tuple[str, ...], ...]:
    """For each card, in their order, what ``findCards`` of ``lookup.js`` finds it by; ``#27`` is an impulse.

    ``faces`` are the game's, with their printed names. Plain numbers are found by the ordinary cards that carry them too.
    """
    carried = {
        row.card.impulse: (row, block)
        for block in poker_deck(cards, faces, language).blocks
        for row in block.rows
    }
    return tuple(
        _names(card, face, *carried[card.impulse], language) for card, face in zip(cards, faces, strict=True)
    )


def _names(card: Card, face: Face, row: PokerCard, block: PokerGroup, language: Language) -> tuple[str, ...]:
    names = [f"#{card.impulse}", row.key, row.name, face.word, face.name]
    if block.suit:
        names += _ordinary(row.short, block.suit, str(block.pack + 1) if block.pack else "", language)
    return tuple(dict.fromkeys(" ".join(name.lower().split()) for name in names))


def _ordinary(rank: str, suit: str, pack: str, language: Language) -> Iterator[str]:
    """Names of a card of a suit: by the sign, by first letters, in full."""
    if suit in SIGNS:
        yield f"{rank}{SIGNS[suit]}{pack}"
    for each in (language, ENGLISH):
        spoken, word = each.phrase(_SPOKEN.get(rank, rank)), each.phrase(suit)
        first = rank if rank.isdigit() else spoken[:1]
        yield f"{first}{word[:1]}{pack}"
        yield f"{rank}{word[:1]}{pack}"
        yield each.phrase("{rank} of {suit}", rank=f"{pack} {spoken}", suit=word)
