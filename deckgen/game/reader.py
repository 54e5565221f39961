"""Reading a game: from the entries of its files to the model, in one of its languages."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from deckgen.errors import GameError, Problem, Problems, suggest
from deckgen.files import shipped_themes
from deckgen.game.checks import CheckContext, read_checks
from deckgen.game.decks import read_box_words, read_decks
from deckgen.game.decode import Readers, decode
from deckgen.game.entries import CASES, RARE, GameEntries, game_folder, read_entries
from deckgen.game.examples import Situation
from deckgen.game.examples.reader import read_situations
from deckgen.game.hero_decks import read_hero_deck
from deckgen.game.lookup import SHEET
from deckgen.game.mat import Mat, read_mats
from deckgen.game.model import AboutWords, CardSet, DeckSpec, Game, Scope, Token
from deckgen.game.panels.reader import read_rules
from deckgen.game.rulings import apply_rulings, check_settings, read_rulings
from deckgen.game.sections.base import Section
from deckgen.game.templates import MapTemplate, read_templates
from deckgen.game.translation import Translation
from deckgen.language import ORIGINAL, Language, load_language
from deckgen.reach import OutOfReachError, resolve_named as path_named
from deckgen.sources import YamlValue, to_fraction

_FIELD = re.compile(r"\{[^{}]*\}")


class _PartialGame(Game):
    """A game that reads its whole folder, and raises its errors, when a rare part of it is used."""

    @cached_property
    def _complete(self) -> Game:
        """The whole game, read when first used. Raises GameError."""
        return read_game(self.folder, rulings=self.changed_rulings)

    @cached_property
    def languages(self) -> tuple[str, ...]:
        return self._complete.languages

    @cached_property
    def marks(self) -> tuple[tuple[str, YamlValue], ...]:
        return self._complete.marks

    @cached_property
    def examples(self) -> tuple[Situation, ...]:
        return self._complete.examples

    @cached_property
    def procedures(self) -> tuple[Situation, ...]:
        return self._complete.procedures

    @cached_property
    def templates(self) -> tuple[MapTemplate, ...]:
        return self._complete.templates

    @cached_property
    def mats(self) -> tuple[tuple[str, Mat], ...]:
        return self._complete.mats


def read_game(
    name_or_path: str | Path,
    code: str | None = None,
    *,
    complete: bool = True,
    rulings: Mapping[str, str] | None = None,
) -> Game:
    """Return a shipped game by name, or the game in a folder, with printed texts in one of its languages.

    ``code`` is the language, None for the original; texts without a translation stay in the original.
    ``rulings`` are choices by the ruling that they decide; of others, the first choice counts. Raises
    GameError with every problem; unless ``complete``, those of translations, examples and procedures are
    raised when one of these is used.
    """
    folder, rulings = game_folder(name_or_path), rulings or {}
    if not complete and (partial := _load_partial(folder, code, rulings)) is not None:
        return partial
    game, entries, _ = _load_original(folder, rulings)
    if code in (None, game.language.code):
        return game
    if code not in game.languages:
        message = f'the game is not translated to "{code}"'
        remedy = suggest(str(code), game.languages, listed=True)
        raise GameError(Problem(str(folder), None, "translations", message, remedy))
    words = Translation(_translations(entries, str(code)), language=load_language(str(code), *entries.folders))
    return _build_game(folder, entries, rulings, words, Problems())


def _load_partial(folder: Path, code: str | None, rulings: Mapping[str, str]) -> Game | None:
    """Return a game without its rare parts; None if it has errors, or ``code`` is not its original language."""
    problems = Problems()
    entries = _read_entries(folder, rulings, problems, RARE)
    original = _read_language(entries, problems)
    if problems or not entries.valid("game") or code not in (None, original.code):
        return None
    game = _build_game(folder, entries, rulings, Translation(language=original), problems, _PartialGame)
    for name in ("languages", "marks", "examples", "procedures", "templates", "mats"):
        vars(game).pop(name, None)  # read when used
    return None if problems else game


def sheet_words(name_or_path: str | Path, code: str | None = None) -> Translation:
    """Return the words of a game's sheet in a language, None for the original, to look up texts. Raises GameError."""
    problems = Problems()
    entries = read_entries(game_folder(name_or_path), problems)
    language = _read_language(entries, problems, code)
    problems.raise_as(GameError)
    return Translation(_translations(entries, str(code)), prefix=SHEET, language=language)


def check_sheet_words(name_or_path: str | Path, words: Translation, problems: Problems) -> None:
    """Add a problem for each translation of a sheet's text that ``words`` did not look up, or with other braces."""
    folder = game_folder(name_or_path)
    _check_translations(folder, read_entries(folder, Problems()), words, problems, of_sheet=True)


def _translations(entries: GameEntries, code: str) -> dict[str, str]:
    """Return the translations to a language by key path."""
    return {path: node.value for language, path, node in _all_translations(entries) if language == code}


def printed_texts(name_or_path: str | Path) -> dict[str, str]:
    """Return every printed text of a game by key path: all that can be translated. Raises GameError."""
    _, _, words = _load_original(game_folder(name_or_path), {})
    return dict(sorted(words.originals.items()))


def untranslated(name_or_path: str | Path, code: str, translation: Translation | None = None) -> list[Problem]:
    """Return a problem for each text with letters that a game prints without a translation to ``code``, sorted.

    ``translation``: the texts to check, such as a sheet's; by default the game's. Raises GameError.
    """
    _, entries, words = _load_original(game_folder(name_or_path), {})
    words = translation or words
    translations = _translations(entries, code)
    missing: list[Problem] = []
    for path, text in words.originals.items():
        if path not in translations and any(map(str.isalpha, _FIELD.sub("", text))):
            problems = Problems()  # of which there may be no more than 300
            remedy = f'add {path}: "..." to translations.{code} in a YAML file of the game'
            if words.sources[path].source.path.suffix != ".yaml":
                remedy = f'write it into a column "{words.sources[path].name}:{code}" of the table'
            words.sources[path].report(problems, f'"{text}" is not translated to {code}', remedy)
            missing += problems
    return sorted(missing)


def _load_original(folder: Path, rulings: Mapping[str, str]) -> tuple[Game, GameEntries, Translation]:
    """Return the game in its original language, its entries, and the texts that it prints. Raises GameError."""
    problems = Problems()
    entries = _read_entries(folder, rulings, problems, CASES)
    words = Translation(language=_read_language(entries, problems))
    if entries.valid("game"):
        game = _build_game(folder, entries, rulings, words, problems)
        if not problems:  # a wrong section has not looked up its texts
            check_settings(entries, words, problems)
            _check_translations(folder, entries, words, problems, of_sheet=False)
    else:
        read_decks(entries, words, problems)  # adds their problems
        if not entries.all_of("game"):
            remedy = "add game: {id: ..., title: ...}"
            problems.add(folder, None, "game", "the game has no name", remedy)
    problems.raise_as(GameError)
    return game, entries, words


def _read_entries(
    folder: Path, rulings: Mapping[str, str], problems: Problems, without: Collection[str]
) -> GameEntries:
    """Return the entries of a game, decided by rulings, with its tables of cards. Raises GameError as ``read_entries``."""
    entries = apply_rulings(read_entries(folder, problems, without=without), rulings, folder, problems)
    return entries.with_tables(problems)


def _build_game(
    folder: Path,
    entries: GameEntries,
    choices: Mapping[str, str],
    words: Translation,
    problems: Problems,
    kind: type[Game] = Game,
) -> Game:
    """Return the game, in the language of ``words``, from entries that have a header; adds problems."""
    header = entries.valid("game")["game"]
    rulings = read_rulings(entries, choices, words, problems)
    specs = read_decks(entries, words, problems)
    _check_layouts(entries, folder, problems)
    scopes = {
        name: Scope(
            words.key_text(node),
            tuple((words.key_text(difficulty), difficulty.value) for difficulty in node.items()),
        )
        for name, node in entries.valid("scopes").items()
    }
    margins = tuple((words.key_text(node), node.value) for node in entries.valid("margins").values())
    sections: dict[str, list[Section]] = {}
    for spec in specs:
        for section in spec.sections:
            sections.setdefault(section.name, []).append(section)
    token_readers: Readers = {
        "Printed": words.text,
        "Mark": words.text,
        "float": lambda node: float(to_fraction(node.value)),
    }
    by_deck = {spec.name: {section.name: section for section in spec.sections} for spec in specs}
    rules = read_rules(entries, specs, tuple(scopes.values()), words, problems)
    examples, procedures = (
        read_situations(key, entries, by_deck, rulings, words, problems) for key in ("examples", "procedures")
    )
    if not problems:  # a wrong section may have the mark
        _check_marks(words, specs, problems)
    return kind(
        id=header.value["id"],
        folder=folder,
        decks=specs,
        scopes=tuple(scopes.values()),
        words={name: words.text(node) for name, node in entries.valid("words").items()},
        sets=tuple(
            CardSet(words.key_text(node), str(node.value["seed"]), tuple(map(words.text, node.items("decks"))))
            for node in entries.valid("sets").values()
        ),
        language=words.language,
        languages=(_original_code(entries), *sorted({code for code, _, _ in _all_translations(entries)})),
        catalog_folders=entries.folders,
        tokens=tuple(decode(Token, node, token_readers, name=name) for name, node in entries.valid("tokens").items()),
        margins=margins,
        checks=read_checks(entries, CheckContext(sections, scopes, margins, words, problems)),
        title=words.text(header.at("title")),
        box=read_box_words(words, header),
        about=AboutWords(**{line.name: words.text(line) for line in header.items("about")}),
        look=_read_look(header, problems),
        mats=read_mats(entries, by_deck, words, problems),
        rules=rules,
        examples=examples,
        procedures=procedures,
        marks=tuple((name, node) for (_, name), node in words.marks.items()),
        rulings=rulings,
        templates=read_templates(entries, words, problems),
        hero_deck=read_hero_deck(entries, specs, words, problems),
    )


_WITH_MARKS = ("panels", "reference_cards", "screen", "examples", "procedures")
"""The parts of a game whose texts are printed beside cards, so that a layout can name the marks in them.

So it can in texts on cards: those of sections, and those of tables.
"""


def _check_marks(words: Translation, specs: Sequence[DeckSpec], problems: Problems) -> None:
    """Add a problem for each mark that a text names and no deck has, or that no layout could name."""
    possible = {
        name: None
        for spec in specs
        for section in spec.sections
        for mark in section.possible_marks(spec.playing_cards)
        for name in (mark, f"{section.name}.{mark}")
    }
    for (_, name), node in words.marks.items():
        is_text = node.source.path.suffix != ".yaml" or (node.path[0] == "sections" and "texts" in node.path[2:])
        if is_text or str(node.path[0]) in _WITH_MARKS:
            node.check_name(possible, problems, "no deck has a mark", name)
        else:
            remedy = f"name marks in {', '.join(_WITH_MARKS)} and in the sheet"
            node.report(problems, f'the mark "{name}" cannot be named here', remedy)


def _original_code(entries: GameEntries) -> str:
    """Return the code of the language of the texts in the game's files."""
    header = entries.valid("game").get("game")
    return str(header.get("language", ORIGINAL)) if header else ORIGINAL


def _read_language(entries: GameEntries, problems: Problems, code: str | None = None) -> Language:
    """Return a language, by default the original, with the game's catalogs of it; add a problem for each of their faults."""
    code = code or _original_code(entries)
    try:
        return load_language(code, *entries.folders)
    except GameError as error:
        problems.extend(error)
        return load_language(code)


def _read_look(game: YamlValue, problems: Problems) -> str | Path:
    """Return a style sheet's shipped name or path; add a problem if it does not exist."""
    name, names = str(game.get("look", Game.look)), shipped_themes("document")
    if name in names:
        return name
    node = game.at("look")
    file = node.resolve_file(problems) if name.endswith(".yaml") else None
    if file is None or not file.is_file():
        otherwise = "give the path of a style sheet from the game's folder"
        remedy = suggest(name, names, otherwise=otherwise)
        node.report(problems, f'there is no style sheet "{name}"', remedy)
    return file or name


def _check_layouts(entries: GameEntries, folder: Path, problems: Problems) -> None:
    """Add a problem for each layout file named by a deck that may not be read."""
    for deck in entries.valid("decks").values():
        name = str(deck.get("layout", ""))
        if name.endswith((".svg", ".yaml")):
            try:
                path_named(name, folder)
            except OutOfReachError as error:
                deck.at("layout").report(problems, error.message, error.remedy)


def _all_translations(entries: GameEntries) -> Iterator[tuple[str, str, YamlValue]]:
    """Yield language, key path and text of every translation."""
    for node in entries.valid("translations").values():
        _, code, path = node.path
        yield str(code), str(path), node


def _check_translations(
    folder: Path, entries: GameEntries, words: Translation, problems: Problems, *, of_sheet: bool
) -> None:
    """Add a problem for each translation of a text that is not printed, or with other fields in braces.

    Inherited ones were checked with their game. ``of_sheet``: check those of the sheet, else only the others.
    Adds one, too, for each printed text that names an unknown ruling.
    """
    for source, ruling in words.unknown_rulings():
        source.report(problems, f'no ruling has a text "{ruling}"', suggest(ruling, words.rulings))
    for _, path, node in _all_translations(entries):
        file = node.source.path
        if (file.suffix == ".yaml" and file.parent != folder) or path.startswith(SHEET) != of_sheet:
            continue
        if not node.check_name(words.originals, problems, "there is no printed text at", path):
            continue
        fields = _FIELD.findall(words.originals[path])
        if set(_FIELD.findall(node.value)) != set(fields):
            remedy = f"keep these as they are: {', '.join(dict.fromkeys(fields)) or 'none'}"
            node.report(problems, "the text in braces differs from the original", remedy)
