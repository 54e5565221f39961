"""What commands read: games, decks, and the game that a deck was dealt by."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from deckgen.errors import DeckError, Fault, GameError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deckgen.deck.cards import Deck, DeckFile
    from deckgen.game.model import DeckSpec, Game


def spec_of(game: Game, name: str | None) -> DeckSpec:
    """The game's deck of that name, or its first. Raises GameError if it has no such deck."""
    try:
        return game.deck(name)
    except KeyError:
        known = ", ".join(spec.name for spec in game.decks)
        fault = Fault(str(game.folder), None, "decks", f"no deck is called {name!r}", f"it has: {known}")
        raise GameError(fault) from None


def specs_of(game: Game, names: Sequence[str]) -> tuple[DeckSpec, ...]:
    """The game's decks of these names in the game's order, all if there are none; raises as ``spec_of``."""
    wanted = [spec_of(game, name).name for name in names]
    return tuple(spec for spec in game.decks if not wanted or spec.name in wanted)


def seed_of(game: Game, seed: str | None, set_name: str | None) -> str:
    """The seed, or that of the game's set of that name, in the game's language or in its original.

    Raises click's UsageError if not one of the two is given, GameError if there is no such set.
    """
    if seed is not None and set_name is not None:
        raise click.UsageError("--seed and --set both say which deck; leave out one")
    if set_name is None:
        if seed is None:
            raise click.UsageError("Missing option '--seed', or '--set' for a set that the game names.")
        return seed
    known = dict(game.sets)
    if game.language != game.languages[0]:
        from deckgen.game import load  # noqa: PLC0415

        known |= load(game.folder).sets
    if set_name not in known:
        remedy = f"it has: {', '.join(known)}" if known else "give a --seed"
        raise GameError(Fault(str(game.folder), None, "sets", f"no set is called {set_name!r}", remedy))
    return known[set_name]


def game_of(deck: DeckFile, path: Path, folder: str | None, language: str | None = None) -> Game:
    """The game in ``folder``, or else the shipped game that the deck at ``path`` names, in that language.

    Raises DeckError if the game is not shipped or is another one, GameError if it is wrong.
    """
    from deckgen.game import load, shipped_games  # noqa: PLC0415  only commands that read games wait for YAML

    if folder is None and deck.game not in shipped_games():
        what = f"its game {deck.game!r} is not one of the shipped games"
        raise DeckError(Fault(str(path), None, "game", what, "give the game's folder with --game PATH"))
    game = load(folder or deck.game, language)
    if game.id != deck.game:
        what = f"it is a deck of {deck.game!r}, and {folder} is the game {game.id!r}"
        raise DeckError(
            Fault(str(path), None, "game", what, "give the folder of its own game with --game PATH")
        )
    return game


def read_decks(
    paths: Sequence[Path], folder: str | None, language: str | None = None
) -> tuple[list[Deck], Game]:
    """The decks and their game. Raises DeckError if they are not all decks of one game, as it is now."""
    from deckgen.deck.audit.verification import deck_of  # noqa: PLC0415

    files, game = read_files(paths, folder, language)
    return [deck_of(file, game) for file in files], game


def read_files(
    paths: Sequence[Path], folder: str | None, language: str | None = None
) -> tuple[list[DeckFile], Game]:
    """The files of decks and their game. Raises DeckError if they are not all decks of one game."""
    from deckgen.deck.cards import read_deck  # noqa: PLC0415

    decks = [read_deck(path) for path in paths]
    first = decks[0]
    faults = [
        Fault(str(path), None, "deck", f"is {deck.game}/{deck.deck}, not {first.game}/{first.deck} as {paths[0]}",
              "audit the decks of one set together, others apart")
        for path, deck in zip(paths, decks, strict=True)
        if (deck.game, deck.deck) != (first.game, first.deck)
    ]  # fmt: skip
    if faults:
        raise DeckError(faults)
    return decks, game_of(first, paths[0], folder, language)


def layout_of(game: Game, spec: DeckSpec) -> str | Path:
    """The layout that the game chose: a shipped name, or a file beside the game's own."""
    return game.folder / spec.layout if spec.layout.endswith((".svg", ".yaml")) else spec.layout
