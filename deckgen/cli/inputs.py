"""What commands read: games, decks, and the game that a deck was dealt by."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from deckgen.errors import DeckError, Fault, GameError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deckgen.deck.model import Deck
    from deckgen.game.model import DeckSpec, Game


def spec_of(game: Game, name: str | None) -> DeckSpec:
    """The game's deck of that name, or its first. Raises GameError if it has no such deck."""
    try:
        return game.deck(name)
    except KeyError:
        known = ", ".join(spec.name for spec in game.decks)
        fault = Fault(str(game.folder), None, "decks", f"no deck is called {name!r}", f"it has: {known}")
        raise GameError(fault) from None


def game_of(deck: Deck, path: Path, folder: str | None) -> Game:
    """The game in ``folder``, or else the shipped game that the deck at ``path`` names.

    Raises DeckError if the game is not shipped or is another one, GameError if it is wrong.
    """
    from deckgen.game import load, shipped_games  # noqa: PLC0415  only commands that read games wait for YAML

    if folder is None and deck.game not in shipped_games():
        what = f"its game {deck.game!r} is not one of the shipped games"
        raise DeckError(Fault(str(path), None, "game", what, "give the game's folder with --game PATH"))
    game = load(folder or deck.game)
    if game.id != deck.game:
        what = f"it is a deck of {deck.game!r}, and {folder} is the game {game.id!r}"
        raise DeckError(
            Fault(str(path), None, "game", what, "give the folder of its own game with --game PATH")
        )
    return game


def read_decks(paths: Sequence[Path], folder: str | None) -> tuple[list[Deck], Game]:
    """The decks and their game. Raises DeckError if they are not all decks of one game."""
    from deckgen.deck import read  # noqa: PLC0415

    decks = [read(path) for path in paths]
    first = decks[0]
    faults = [
        Fault(str(path), None, "deck", f"is {deck.game}/{deck.deck}, not {first.game}/{first.deck} as {paths[0]}",
              "audit the decks of one set together, others apart")
        for path, deck in zip(paths, decks, strict=True)
        if (deck.game, deck.deck) != (first.game, first.deck)
    ]  # fmt: skip
    if faults:
        raise DeckError(faults)
    return decks, game_of(first, paths[0], folder)


def layout_of(game: Game, spec: DeckSpec) -> str | Path:
    """The layout that the game chose: a shipped name, or a file beside the game's own."""
    return game.folder / spec.layout if spec.layout.endswith((".svg", ".yaml")) else spec.layout
