"""Reading a game: from the named things in its files to the model, in the language that is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from deckgen.errors import Fault, Faults, GameError, nearest
from deckgen.game.decks import decks
from deckgen.game.model import DeckSpec, Game, Scope, Token
from deckgen.game.parts import SCHEMA, Parts, folder_of, read, shipped_games
from deckgen.game.translation import Translation
from deckgen.sources import Spot, exact


def load(where: str | Path, language: str | None = None) -> Game:
    """Read a shipped game by name, or the game in a folder; its printed words in one of its languages.

    ``language`` None is the one that it was written in. What a translation leaves out stays in that one.
    Raises GameError with every fault found.
    """
    folder = folder_of(where)
    found = _found(folder)
    if language in (None, found.original):
        return _game(folder, found, found.original, found.words, found.decks)
    if language not in found.languages:
        what = f'the game is not translated to "{language}"'
        remedy = f"choose from {', '.join(found.languages)}"
        raise GameError(Fault(str(folder), None, "translations", what, remedy))
    words = Translation(found.translations[language])
    return _game(folder, found, language, words, decks(found.parts, words, Faults()))


def printed_texts(where: str | Path) -> dict[str, str]:
    """Every printed text of a game by its place: what a translation can give. Raises GameError as ``load``."""
    return dict(sorted(_found(folder_of(where)).words.asked.items()))


@dataclass(frozen=True)
class _Found:
    """A game that was read and found right, in its original language."""

    parts: Parts
    named: Spot
    words: Translation
    decks: tuple[DeckSpec, ...]
    translations: dict[str, dict[str, str]]

    @property
    def original(self) -> str:
        return str(self.named.get("language", "en"))

    @property
    def languages(self) -> tuple[str, ...]:
        """The original language, then the others."""
        return (self.original, *sorted(self.translations))


def _found(folder: Path) -> _Found:
    faults = Faults()
    parts = read(folder, faults)
    named = parts.of("game").get("game")
    if named is None and ("game", "game") not in parts.broken:
        faults.add(
            folder, None, "game", "no file says what the game is called", "add game: {id: ..., title: ...}"
        )
    words = Translation()
    made = decks(parts, words, faults)
    if named is not None:
        _outer(parts, named, words)
    if not faults:  # a section that is wrong has not asked for its words
        _check_translations(folder, parts, words, faults)
    faults.raise_as(GameError)
    if named is None:
        raise AssertionError(folder)
    return _Found(parts, named, words, made, _translations(parts))


def _game(folder: Path, found: _Found, language: str, words: Translation, made: tuple[DeckSpec, ...]) -> Game:
    title, scopes, others, sets, tokens = _outer(found.parts, found.named, words)
    return Game(
        id=found.named.value["id"],
        title=title,
        folder=folder,
        decks=made,
        scopes=scopes,
        words=others,
        sets=sets,
        language=language,
        languages=found.languages,
        tokens=tokens,
    )


_Outer = tuple[str, tuple[Scope, ...], dict[str, str], tuple[tuple[str, str], ...], tuple[Token, ...]]


def _outer(parts: Parts, named: Spot, words: Translation) -> _Outer:
    """The title, scopes, words, sets and tokens: what is printed beside the decks."""
    scopes = tuple(
        Scope(words.key(spot), tuple((words.key(each), each.value) for each in spot.items()))
        for spot in parts.of("scopes").values()
    )
    others = {name: words.of(spot) for name, spot in parts.of("words").items()}
    sets = tuple((words.key(spot), str(spot.value)) for spot in parts.of("sets").values())
    tokens = tuple(_token(spot, words) for spot in parts.of("tokens").values())
    return words.of(named.at("title")), scopes, others, sets, tokens


def _token(spot: Spot, words: Translation) -> Token:
    def printed(key: str) -> str:
        return words.of(spot.at(key)) if key in spot.value else ""

    return Token(
        name=str(spot.path[-1]),
        title=printed("title"),
        count=spot.get("count"),
        colour=spot.get("colour"),
        icon=spot.get("icon", ""),
        mark=printed("mark"),
        text=printed("text"),
        shape=spot.get("shape", "round"),
        size=float(exact(spot.get("size", 20))),
    )


def _texts(parts: Parts) -> Iterator[tuple[str, str, Spot]]:
    """Language, place and text of every translation."""
    for spot in parts.of("translations").values():
        _, language, place = spot.path
        yield str(language), str(place), spot


def _translations(parts: Parts) -> dict[str, dict[str, str]]:
    made: dict[str, dict[str, str]] = {}
    for language, place, spot in _texts(parts):
        made.setdefault(language, {})[place] = spot.value
    return made


def _check_translations(folder: Path, parts: Parts, words: Translation, faults: Faults) -> None:
    """Every translation must be of a text that is printed; those of a game that is extended were checked there."""
    for _, place, spot in _texts(parts):
        if place not in words.asked and spot.source.path.parent == folder:
            spot.blame(faults, f'no text that is printed stands at "{place}"', nearest(place, words.asked))


__all__ = ["SCHEMA", "load", "printed_texts", "shipped_games"]
