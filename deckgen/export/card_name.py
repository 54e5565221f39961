"""What a card is called where programs list it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deckgen.deck.cards import Deck


def name_of(deck: Deck, index: int) -> str:
    """The name of the card at that place of the deck; places beyond its cards are blank cards."""
    if index >= deck.size:
        return "Blank"
    card = deck.cards[index]
    return f"{card.impulse}: {card.face.name}"
