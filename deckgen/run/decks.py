"""The decks that commands work on: found in a game by their name, dealt, or read back with their game."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckgen.errors import DeckError, GameError, Problem, suggest
from deckgen.game import load, shipped_games
from deckgen.game.model import DeckSpec, Game
from deckgen.records import record

if TYPE_CHECKING:
    from deckgen.card.layout import Layout
    from deckgen.deck.audit.summary import AuditSummary
    from deckgen.deck.cards import Deck, DeckFile
    from deckgen.draw.drawing import Faces

Progress = Callable[[str], None]
"""Is told what is being done, often; says it seldom."""

_PLAIN = re.compile(r"[a-z0-9][a-z0-9._-]{0,30}[a-z0-9]|[a-z0-9]")


@record
class DealtDeck:
    """A deck with the game and the spec that it was dealt by."""

    game: Game
    spec: DeckSpec
    deck: Deck

    @property
    def title(self) -> str:
        """What documents about the deck are called."""
        return f"{self.game.title}: {self.spec.title}"

    @property
    def stem(self) -> str:
        """What the names of all files of the deck begin with."""
        deck = self.deck
        return f"{set_stem(deck.game, deck.deck, deck.seed)}-{deck.number}"

    def layout(self, chosen: str | None = None) -> Layout:
        return layout_of(self.game, self.spec, chosen)

    def faces(
        self, layout: Layout, *, references: bool = True, colophon: AuditSummary | None = None
    ) -> Faces:
        """All cards drawn, with the reference cards if they are wanted, and the card that tells of the deck if its audit is given.

        Raises LayoutError if the layout does not fit the game.
        """
        from deckgen.card.faces import artist_of

        artist = artist_of(layout, self.game, self.spec)
        faces = artist.faces(self.deck)
        last = [artist.colophon(self.deck, colophon)] if colophon else []
        return replace(faces, references=(*(artist.references if references else ()), *last))


@record
class SetPart:
    """Decks of the set of ``of`` decks that a seed deals: all, or those of the ``numbers``."""

    seed: str
    of: int = 1
    numbers: Sequence[int] = ()


def slug(seed: str) -> str:
    """A name for ``seed`` that every file system takes.

    A plain seed stays as it is. Of any other what is plain is kept, and a short hash of the whole
    keeps it apart from others: ``A/B`` and ``a b`` differ even where case does not count.
    """
    if _PLAIN.fullmatch(seed):
        return seed
    kept = re.sub(r"[^a-z0-9]+", "-", seed.lower()).strip("-")[:24].rstrip("-") or "seed"
    return f"{kept}-{hashlib.sha256(seed.encode()).hexdigest()[:8]}"


def set_stem(game: str, deck: str, seed: str) -> str:
    """What the names of all files of one set of decks begin with."""
    return f"{game}-{deck}-{slug(seed)}"


def spec_named(game: Game, name: str | None) -> DeckSpec:
    """The game's deck of that name, or its first. Raises GameError if it has no such deck."""
    try:
        return game.deck(name)
    except KeyError:
        what, remedy = f"no deck is called {name!r}", "add one under decks: in its files"
        if not game.decks:
            what = "the game has no decks"
        elif name is not None:
            remedy = suggest(name, [spec.name for spec in game.decks], listed=True)
        raise GameError(Problem(str(game.folder), None, "decks", what, remedy)) from None


def specs_named(game: Game, names: Sequence[str]) -> tuple[DeckSpec, ...]:
    """The game's decks of these names in the game's order, all if there are none; raises as ``spec_named``."""
    wanted = [spec_named(game, name).name for name in names]
    return tuple(spec for spec in game.decks if not wanted or spec.name in wanted)


def set_named(game: Game, name: str) -> SetPart:
    """The game's set of that name, or its one deck that is called so, in the game's language or in its original.

    Raises GameError if there is no such set.
    """
    sets = [*game.sets, *(load(game.folder).sets if game.language.code != game.languages[0] else ())]
    known = {
        title: SetPart(each.seed, len(each.decks), (number,))
        for each in sets
        for number, title in enumerate(each.decks, 1)
    } | {each.name: SetPart(each.seed, len(each.decks)) for each in sets}
    if name not in known:
        remedy = suggest(name, known, listed=True) if known else "give a --seed"
        raise GameError(Problem(str(game.folder), None, "sets", f"no set is called {name!r}", remedy))
    return known[name]


def layout_name(game: Game, spec: DeckSpec) -> str | Path:
    """The layout that the game chose: a shipped name, or a file beside the game's own."""
    return game.folder / spec.layout if spec.layout.endswith((".svg", ".yaml")) else spec.layout


def layout_of(game: Game, spec: DeckSpec, chosen: str | None = None) -> Layout:
    """The layout that was chosen, else the game's choice, which is read once. Raises LayoutError if it is wrong."""
    from deckgen.card.layout import load_layout

    return load_layout(chosen, deck=spec.name) if chosen else _own_layout(game, spec)


@lru_cache(maxsize=4)
def _own_layout(game: Game, spec: DeckSpec) -> Layout:
    from deckgen.card.layout import load_layout

    return load_layout(layout_name(game, spec), deck=spec.name, within=game.folder)


def deal(game: Game, spec: DeckSpec, part: SetPart, progress: Progress) -> list[DealtDeck]:
    """Those decks of one set, which differ in their number."""
    from deckgen.deck.deal.generator import generate

    decks = []
    for number in part.numbers or range(1, part.of + 1):
        progress(f"dealing deck {number} of {part.of}")
        decks.append(DealtDeck(game, spec, generate(game, spec, part.seed, number, part.of, progress)))
    return decks


def game_of(deck: DeckFile, path: Path, folder: str | None, language: str | None = None) -> Game:
    """The game of the deck at ``path``; see ``game_called``."""
    return game_called(deck.game, path, folder, language)


def game_called(name: str, path: Path, folder: str | None, language: str | None = None) -> Game:
    """The game in ``folder``, or else the shipped game of that name, which the file at ``path`` says, in that language.

    Raises DeckError if the game is not shipped or is another one, GameError if it is wrong.
    """
    if folder is None and name not in shipped_games():
        what = f"its game {name!r} is not one of the shipped games"
        raise DeckError(Problem(str(path), None, "game", what, "give the game's folder with --game PATH"))
    game = load(folder or name, language, whole=False)
    if game.id != name:
        what = f"it is a deck of {name!r}, and {folder} is the game {game.id!r}"
        remedy = "give the folder of its own game with --game PATH"
        raise DeckError(Problem(str(path), None, "game", what, remedy))
    return game


def read_decks(
    paths: Sequence[Path], folder: str | None, language: str | None = None, **kinds: Any
) -> list[DealtDeck]:
    """Read decks with their game; ``kinds`` as for ``read_files``.

    Raises DeckError as that does, and for a deck that is not dealt from the game as it is now.
    """
    from deckgen.deck.audit.verification import deck_of

    files, game = read_files(paths, folder, language, **kinds)
    return [DealtDeck(game, game.deck(file.deck), deck_of(file, game)) for file in files]


def read_files(
    paths: Sequence[Path],
    folder: str | None,
    language: str | None = None,
    *,
    many_kinds: bool = False,
    remedy: str = "audit the decks of one set together, others apart",
) -> tuple[list[DeckFile], Game]:
    """Read the files of decks, and their game.

    Raises DeckError with the ``remedy`` if they are not all decks of one game and, unless there may be ``many_kinds``, of one kind.
    """
    from deckgen.deck.cards import read_deck

    files = [read_deck(path) for path in paths]
    kinds = [file.game if many_kinds else f"{file.game}/{file.deck}" for file in files]
    problems = [
        Problem(str(path), None, "deck", f"is a deck of {kind}, not of {kinds[0]} as {paths[0]}", remedy)
        for path, kind in zip(paths, kinds, strict=True)
        if kind != kinds[0]
    ]
    if problems:
        raise DeckError(problems)
    return files, game_of(files[0], paths[0], folder, language)
