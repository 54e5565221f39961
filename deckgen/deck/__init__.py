"""Decks: solving cells, dealing them, and proving what was dealt. Importing this costs little."""

from typing import TYPE_CHECKING, Any

from deckgen.deck.model import Card, Deck, read

if TYPE_CHECKING:
    from deckgen.deck.auditing import Audit, audit
    from deckgen.deck.generator import generate
    from deckgen.deck.solutions import lock
    from deckgen.deck.verification import spec_of, verify

__all__ = ["Audit", "Card", "Deck", "audit", "generate", "lock", "read", "spec_of", "verify"]

_HOMES = {
    "Audit": "auditing",
    "audit": "auditing",
    "generate": "generator",
    "lock": "solutions",
    "spec_of": "verification",
    "verify": "verification",
}


def __getattr__(name: str) -> Any:
    """Import what needs numpy only when it is asked for."""
    if name in _HOMES:
        from importlib import import_module  # noqa: PLC0415

        return getattr(import_module(f"deckgen.deck.{_HOMES[name]}"), name)
    raise AttributeError(name)
