"""Reading a game: from the named things in its files to the model, in the language that is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from deckgen.errors import GameError, Problem, Problems, suggest
from deckgen.files import shipped_path
from deckgen.game.checks import CheckContext, read_checks
from deckgen.game.decks import read_box_words, read_decks
from deckgen.game.decode import Readers, decode
from deckgen.game.examples import Situation
from deckgen.game.examples.reader import read_situations
from deckgen.game.lookup import SHEET
from deckgen.game.model import CardSet, Game, Scope, Token
from deckgen.game.panels.reader import read_rules
from deckgen.game.parts import GameEntries, game_folder, read_entries
from deckgen.game.sections.base import Section
from deckgen.game.translation import Translation
from deckgen.language import ORIGINAL, Language, load_language
from deckgen.reach import OutOfReachError, resolve_named as path_named
from deckgen.sources import YamlValue, to_fraction

_FIELD = re.compile(r"\{[^{}]*\}")


class _PartialGame(Game):
    """A game that reads its whole folder when a rare part of it is used. Errors there are raised then."""

    @cached_property
    def _complete(self) -> Game:
        return read_game(self.folder)

    @cached_property
    def languages(self) -> tuple[str, ...]:
        return self._complete.languages

    @cached_property
    def examples(self) -> tuple[Situation, ...]:
        return self._complete.examples

    @cached_property
    def procedures(self) -> tuple[Situation, ...]:
        return self._complete.procedures


def read_game(name_or_path: str | Path, code: str | None = None, *, complete: bool = True) -> Game:
    """Read a shipped game by name, or the game in a folder; its printed words in one of its languages.

    ``code`` is of a language, None for the one that it was written in. What a translation leaves out stays in that one.
    Raises GameError with every problem found; unless it is ``whole``, those of translations, examples and procedures when
    one of them is asked for.
    """
    folder = game_folder(name_or_path)
    if not complete and (partial := _load_partial(folder, code)) is not None:
        return partial
    game, parts, _ = _load_original(folder)
    if code in (None, game.language.code):
        return game
    if code not in game.languages:
        what = f'the game is not translated to "{code}"'
        remedy = suggest(str(code), game.languages, listed=True)
        raise GameError(Problem(str(folder), None, "translations", what, remedy))
    words = Translation(_translations(parts, str(code)), language=load_language(str(code)))
    return _build_game(folder, parts, words, Problems())


def _load_partial(folder: Path, code: str | None) -> Game | None:
    """Read a game without its rare parts, in the language it was written in; None for another one and if there are errors."""
    problems = Problems()
    parts = read_entries(folder, problems, whole=False)
    original = _original_language(parts)
    if problems or not parts.valid("game") or code not in (None, original.code):
        return None
    game = _build_game(folder, parts, Translation(language=original), problems, _PartialGame)
    for name in ("languages", "examples", "procedures"):
        vars(game).pop(name, None)  # read when used
    return None if problems else game


def sheet_words(name_or_path: str | Path, code: str | None = None) -> Translation:
    """The words of a game's sheet in that language; their places begin with ``sheet.``.

    Raises GameError as ``load``.
    """
    problems = Problems()
    parts = read_entries(game_folder(name_or_path), problems)
    problems.raise_as(GameError)
    return Translation(_translations(parts, str(code)), prefix=SHEET)


def check_sheet_words(name_or_path: str | Path, words: Translation, problems: Problems) -> None:
    """Add a problem for every translation of a sheet's text that the sheet did not ask for.

    Raises GameError as ``load``.
    """
    folder = game_folder(name_or_path)
    _check_translations(folder, read_entries(folder, Problems()), words, problems, of_sheet=True)


def _translations(parts: GameEntries, code: str) -> dict[str, str]:
    return {place: spot.value for known, place, spot in _all_translations(parts) if known == code}


def printed_texts(name_or_path: str | Path) -> dict[str, str]:
    """Every printed text of a game by its place: what a translation can give. Raises GameError as ``load``."""
    _, _, words = _load_original(game_folder(name_or_path))
    return dict(sorted(words.originals.items()))


def untranslated(
    name_or_path: str | Path, code: str, translation: Translation | None = None
) -> list[Problem]:
    """What a game prints in its original language though that one is asked for, place by place.

    ``of``: among what was asked of that translation, such as a sheet's. Raises GameError as ``load``.
    """
    _, parts, words = _load_original(game_folder(name_or_path))
    words = translation or words
    found, known = Problems(), _translations(parts, code)
    for place, text in words.originals.items():
        if place not in known and any(map(str.isalpha, _FIELD.sub("", text))):
            remedy = f'add {place}: "..." to translations.{code} in a YAML file of the game'
            words.sources[place].report(found, f'"{text}" is not translated to {code}', remedy)
    return sorted(found)


def _load_original(folder: Path) -> tuple[Game, GameEntries, Translation]:
    """The game in the language that it was written in, its parts, and its printed words as they were asked for."""
    problems = Problems()
    parts = read_entries(folder, problems)
    words = Translation(language=_original_language(parts))
    if parts.valid("game"):
        game = _build_game(folder, parts, words, problems)
        if not problems:  # a section that is wrong has not asked for its words
            _check_translations(folder, parts, words, problems, of_sheet=False)
    else:
        read_decks(parts, words, problems)  # for their problems
        if not parts.all_of("game"):
            remedy = "add game: {id: ..., title: ...}"
            problems.add(folder, None, "game", "no file says what the game is called", remedy)
    problems.raise_as(GameError)
    return game, parts, words


def _build_game(
    folder: Path, parts: GameEntries, words: Translation, problems: Problems, kind: type[Game] = Game
) -> Game:
    """The game with its words as they are given, of parts that say what it is called."""
    named = parts.valid("game")["game"]
    original = _original_language(parts)
    specs = read_decks(parts, words, problems)
    _check_layouts(parts, folder, problems)
    scopes = {
        name: Scope(words.key_text(spot), tuple((words.key_text(each), each.value) for each in spot.items()))
        for name, spot in parts.valid("scopes").items()
    }
    margins = tuple((words.key_text(spot), spot.value) for spot in parts.valid("margins").values())
    sections: dict[str, list[Section]] = {}
    for spec in specs:
        for section in spec.sections:
            sections.setdefault(section.name, []).append(section)
    token_readers: Readers = {
        "Printed": words.text,
        "Mark": words.text,
        "float": lambda spot: float(to_fraction(spot.value)),
    }
    by_deck = {spec.name: {each.name: each for each in spec.sections} for spec in specs}
    return kind(
        id=named.value["id"],
        folder=folder,
        decks=specs,
        scopes=tuple(scopes.values()),
        words={name: words.text(spot) for name, spot in parts.valid("words").items()},
        sets=tuple(
            CardSet(
                words.key_text(spot), str(spot.value["seed"]), tuple(map(words.text, spot.items("decks")))
            )
            for spot in parts.valid("sets").values()
        ),
        language=words.language,
        languages=(original.code, *sorted({code for code, _, _ in _all_translations(parts)})),
        tokens=tuple(
            decode(Token, spot, token_readers, name=name) for name, spot in parts.valid("tokens").items()
        ),
        margins=margins,
        checks=read_checks(parts, CheckContext(sections, scopes, margins, words, problems)),
        title=words.text(named.at("title")),
        box=read_box_words(words, named),
        look=_read_look(named, problems),
        rules=read_rules(parts, specs, tuple(scopes.values()), words, problems),
        examples=read_situations("examples", parts, by_deck, words, problems),
        procedures=read_situations("procedures", parts, by_deck, words, problems),
    )


def _original_language(parts: GameEntries) -> Language:
    """The language of the words in the game's files."""
    named = parts.valid("game").get("game")
    return load_language(str(named.get("language", ORIGINAL)) if named else ORIGINAL)


def _read_look(game: YamlValue, problems: Problems) -> str | Path:
    """The style sheet of a game's documents, which must be there."""
    name, shelf = str(game.get("look", "plain")), shipped_path("layouts") / "document"
    known = sorted(path.stem for path in shelf.glob("*.yaml"))
    if name in known:
        return name
    spot = game.at("look")
    own = spot.resolve_file(problems) if name.endswith(".yaml") else None
    if own is None or not own.is_file():
        otherwise = "give the path of a style sheet from the game's folder"
        remedy = suggest(name, known, otherwise=otherwise)
        spot.report(problems, f'there is no style sheet "{name}"', remedy)
    return own or name


def _check_layouts(parts: GameEntries, folder: Path, problems: Problems) -> None:
    """The files of layouts that decks name must be ones that may be read."""
    for deck in parts.valid("decks").values():
        name = str(deck.get("layout", ""))
        if name.endswith((".svg", ".yaml")):
            try:
                path_named(name, folder)
            except OutOfReachError as error:
                deck.at("layout").report(problems, error.message, error.remedy)


def _all_translations(parts: GameEntries) -> Iterator[tuple[str, str, YamlValue]]:
    """Language, place and text of every translation."""
    for spot in parts.valid("translations").values():
        _, code, place = spot.path
        yield str(code), str(place), spot


def _check_translations(
    folder: Path, parts: GameEntries, words: Translation, problems: Problems, *, of_sheet: bool
) -> None:
    """Every translation must be of a text that is printed; those of a game that is extended were checked there.

    Those of the sheet are checked by who reads it.
    """
    for _, place, spot in _all_translations(parts):
        if spot.source.path.parent != folder or place.startswith(SHEET) != of_sheet:
            continue
        if not spot.check_name(words.originals, problems, "no text that is printed stands at", place):
            continue
        fields = _FIELD.findall(words.originals[place])
        if set(_FIELD.findall(spot.value)) != set(fields):
            remedy = f"write these as they are: {', '.join(dict.fromkeys(fields)) or 'none'}"
            spot.report(problems, "what stands in braces is not that of the original", remedy)
