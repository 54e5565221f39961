"""What is chosen by name: decks and sets of a game, layouts, the game of a deck's file."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckgen.errors import DeckError, GameError, LayoutError, Problem, suggest
from deckgen.game import read_game, shipped_games
from deckgen.game.hero_decks import with_hero
from deckgen.game.model import DeckSpec, Game
from deckgen.reach import real_path
from deckgen.reading import YAML, read_bytes
from deckgen.records import record

if TYPE_CHECKING:
    from deckgen.card.layout import Layout


@record
class DeckSelection:
    """Decks of the set of ``of`` decks that a seed deals: all, or those of the ``numbers``."""

    seed: str
    of: int = 1
    numbers: Sequence[int] = ()

    @property
    def count(self) -> int:
        """How many decks these are."""
        return len(self.numbers) or self.of


def find_spec(game: Game, name: str | None) -> DeckSpec:
    """Return the game's deck of that name, or for None its first. Raises GameError if there is none."""
    try:
        return game.deck(name)
    except KeyError:
        message, remedy = f"no deck is called {name!r}", "add one under decks: in its files"
        if not game.decks:
            message = "the game has no decks"
        elif name is not None:
            remedy = suggest(name, [spec.name for spec in game.decks], listed=True)
        raise GameError(Problem(str(game.folder), None, "decks", message, remedy)) from None


def find_specs(game: Game, names: Sequence[str]) -> tuple[DeckSpec, ...]:
    """Return the decks of these names, in the game's order; for none its first, for "all" all. Raises GameError."""
    if not names:
        return (find_spec(game, None),)
    chosen_names = {find_spec(game, name).name for name in names if name != "all"}
    return tuple(spec for spec in game.decks if spec.name in chosen_names or "all" in names)


def find_set(game: Game, name: str) -> DeckSelection:
    """Return the game's set, or the one deck of a set, of that name, in its language or original. Raises GameError."""
    sets = [*game.sets, *(read_game(game.folder).sets if game.language.code != game.languages[0] else ())]
    selections = {
        title: DeckSelection(card_set.seed, len(card_set.decks), (number,))
        for card_set in sets
        for number, title in enumerate(card_set.decks, 1)
    } | {card_set.name: DeckSelection(card_set.seed, len(card_set.decks)) for card_set in sets}
    printed = game.language.set_quotes(name)
    if printed not in selections:
        remedy = suggest(name, selections, listed=True) if selections else "give a --seed"
        raise GameError(Problem(str(game.folder), None, "sets", f"no set is called {name!r}", remedy))
    return selections[printed]


def layout_of(game: Game, spec: DeckSpec, requested: str | Path | Layout | None = None) -> Layout:
    """Return the ``requested`` layout, or the one of that name or path, else the game's, cached. Raises LayoutError."""
    from deckgen.card.layout import art_files, game_layout, load_layout

    if requested and isinstance(requested, str | Path):
        return load_layout(requested, spec.name, art_files=art_files(spec))
    return game_layout(game, spec) if not requested or isinstance(requested, str | Path) else requested


def fitting_layout(game: Game, spec: DeckSpec, requested: str | Path | Layout | None) -> Layout:
    """Return the layout as ``layout_of`` does. Raises LayoutError if one given by name cannot draw the cards.

    If it is a shipped layout of another game, the error names the game's own.
    """
    layout = layout_of(game, spec, requested)
    if not isinstance(requested, str | Path):
        return layout
    from deckgen.card.faces import cached_artist
    from deckgen.card.layout import layout_names

    try:
        cached_artist(layout, game, spec)
    except LayoutError as error:
        owners = {read_game(name).decks[0].layout: name for name in shipped_games()}
        family = layout.name.partition("-")[0]
        owner, names = owners.get(family, game.id), layout_names()
        if owner == game.id or layout.name not in names:
            raise
        variant = spec.layout + layout.name.removeprefix(family)
        remedy = f"for {game.id} use {variant if variant in names else spec.layout}"
        raise LayoutError(Problem("--layout", None, "", f"{layout.name} is for {owner}", remedy)) from error
    return layout


def _folder_near(name: str, path: Path) -> str | None:
    """Return the folder of the game of a name: one of those around a file, up to three, or the current one.

    Or one in these that has the game's name. None if none is that game's.
    """
    if not re.fullmatch("[a-z][a-z0-9-]{0,59}", name):
        return None
    around = [*real_path(path).parents[:3], Path.cwd()]
    header = re.compile(rf"^(game:\s*\{{)?\s*(.*,\s*)?id:\s*[\"']?{re.escape(name)}[\"']?\s*([,#}}].*)?$", re.MULTILINE)
    for folder in (candidate for near in around for candidate in (near, near / name)):
        for file in sorted(folder.glob("*.yaml")):
            with suppress(GameError):
                if header.search(read_bytes(file, GameError, YAML).decode("utf-8", "replace")):
                    return str(folder)
    return None


def game_called(
    name: str,
    path: Path,
    folder: str | None,
    language: str | None = None,
    rulings: Mapping[str, str] | None = None,
    hero: Mapping[str, Any] | None = None,
) -> Game:
    """Return the game in ``folder``, else the shipped game, or one near, of the name that the file at ``path`` gives.

    It is decided by the ``rulings`` of that file, and has the own deck of its ``hero``. Raises DeckError if there is none
    or ``folder`` has another one, GameError if it is wrong.
    """
    if folder is None and name not in shipped_games():
        folder = _folder_near(name, path)
    if folder is None and name not in shipped_games():
        message = f"its game {name!r} is not one of the shipped games, and not in a folder above or beside it"
        raise DeckError(Problem(str(path), None, "game", message, "give the game's folder with --game PATH"))
    try:
        game = read_game(folder or name, language, complete=False, rulings=rulings)
    except GameError as error:
        if rulings and all(problem.path.startswith("rulings") and problem.line is None for problem in error.problems):
            remedy = "the game has changed since: generate the deck again"
            changed = (Problem(str(path), None, problem.path, problem.message, remedy) for problem in error.problems)
            raise DeckError(changed) from None
        raise
    if game.id != name:
        message = f"it is a deck of {name!r}, and {folder} is the game {game.id!r}"
        remedy = "give the folder of the deck's game with --game PATH"
        raise DeckError(Problem(str(path), None, "game", message, remedy))
    return with_hero(game, hero, path) if hero else game
