"""deckgen: games described in YAML become cards, tables and character sheets.

``deckgen.load_game("rough-magic").deal(seed="42")`` deals a deck; see docs/library.md.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deckgen import odds as odds
    from deckgen.errors import DeckgenError as DeckgenError
    from deckgen.library.audits import Audit as Audit
    from deckgen.library.decks import Card as Card, Deck as Deck, load_deck as load_deck
    from deckgen.library.documents import Document as Document
    from deckgen.library.expressions import compare_rolls as compare_rolls
    from deckgen.library.games import Game as Game, games as games, load_game as load_game
    from deckgen.library.rolls import DiceOdds as DiceOdds, roll as roll
    from deckgen.library.sheets import Sheet as Sheet
    from deckgen.reach import allow_reading as allow_reading

__version__ = "0.3.0"

_MODULES = {
    "Audit": "library.audits", "Card": "library.decks", "Deck": "library.decks", "DeckgenError": "errors",
    "DiceOdds": "library.rolls", "Document": "library.documents", "Game": "library.games", "Sheet": "library.sheets",
    "allow_reading": "reach", "compare_rolls": "library.expressions", "games": "library.games", "load_deck": "library.decks",
    "load_game": "library.games", "roll": "library.rolls",
}  # fmt: skip
"""The names of the library, and their modules: each is imported when it is used."""

__all__ = [*_MODULES, "odds"]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    if name == "odds":
        return import_module("deckgen.odds")
    if name in _MODULES:
        return getattr(import_module(f"deckgen.{_MODULES[name]}"), name)
    raise AttributeError(f"module 'deckgen' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
