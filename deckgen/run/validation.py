"""Validation of a game, the layouts of its decks and its sheets, and of single files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from deckgen import __version__
from deckgen.card.faces import cached_artist, check_layout
from deckgen.card.layout import Layout, load_layout
from deckgen.card.legibility import check_fronts
from deckgen.card.rules.mark_names import name_marks
from deckgen.card.tokens import draw_tokens
from deckgen.deck.audit.means import InexactRoll, inexact_rolls
from deckgen.deck.audit.summary import AuditSummary
from deckgen.deck.cards import Deck
from deckgen.deck.deal.generator import generate
from deckgen.deck.solve.plan import is_solved
from deckgen.document.map.card_map import card_map
from deckgen.document.pages import document_style
from deckgen.document.screen import screen_pages
from deckgen.draw.paper import find_paper
from deckgen.errors import DeckgenError, Problem, Problems
from deckgen.game import read_game, untranslated
from deckgen.game.cases import read_cases
from deckgen.game.faces import LARGEST
from deckgen.game.model import DeckSpec, DiceSection, Game, playable_situations
from deckgen.game.reader import sheet_words
from deckgen.library.choices import find_spec, layout_of
from deckgen.library.sheets import Sheet
from deckgen.odds import describe
from deckgen.press.images import check_resolution
from deckgen.press.write import pages_pdf
from deckgen.reach import check_reach, real_path
from deckgen.records import record
from deckgen.run.cases import check_cases, listed
from deckgen.run.solving import report_deck
from deckgen.run.upgrade import old_lines_problem, schema_warnings
from deckgen.sheet import FILE
from deckgen.sheet.cards import deal_cards
from deckgen.sheet.character import Character
from deckgen.sheet.hero import check_hero_deck
from deckgen.sheet.model import SheetSpec
from deckgen.sheet.paper.roster_pages import roster_drawings
from deckgen.sheet.paper.theme import load_sheet_theme, read_sheet_theme
from deckgen.sheet.reader import load_sheet, printed_words, read_sheet, shipped_sheets
from deckgen.sheet.sheet import PAPERS, blank_sheet, card_drawings, check_lengths
from deckgen.sources import read_yaml
from deckgen.table_files import SUFFIXES

_FOLDER = "characters"
_SUFFIXES = (".yaml", ".yml", *SUFFIXES)
_SEED = "validate"
_SUMMARY = AuditSummary(999, 999, Fraction(99, 100), passed=True)


@record
class Validation:
    """Warnings about something without errors, ``notes`` that need no action, and lines about a game's ``cases``."""

    warnings: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()


def validate_game_or_file(
    name: str,
    layout: str | None,
    language: str | None,
    games: Sequence[str] = (),
    rulings: Mapping[str, str] | None = None,
) -> Validation:
    """Return the warnings about a game with its layouts, or another ``layout``, or about a file.

    A NAME.svg is a layout. ``games`` are those that a file's characters may belong to. With a ``language``, which
    may be new to the game, texts of the game without a translation are warnings. ``rulings`` are its choices by ruling. Raises DeckgenError
    with every error.
    """
    if name.endswith(".svg"):
        for deck in load_layout(name).theme.decks:  # and as it is for these
            try:
                load_layout(name, deck=deck)
            except DeckgenError as error:
                raise DeckgenError(
                    replace(p, message=f'for the deck "{deck}" {p.message}') for p in error.problems
                ) from None
        return Validation()
    if is_sheet_file(name):
        check_sheet_file(Path(name), games)
        return Validation()
    try:
        return _validate_game(name, layout, language, rulings)
    except DeckgenError as error:
        raise DeckgenError([*error.problems, *old_lines_problem(Path(name))]) from error


def _validate_game(
    name: str, layout: str | None, language: str | None, rulings: Mapping[str, str] | None
) -> Validation:
    """Return warnings and notes about a game, after drawing decks, sheets and screens. Raises with all errors."""
    game = read_game(name, rulings=rulings)
    if language in game.languages:
        game = read_game(name, language, rulings=rulings)
    problems: list[Problem] = []
    warnings: list[Problem] = []
    unsolved: list[str] = []
    notes: list[str] = []
    layouts: list[Layout] = []
    for spec in game.decks:
        try:
            layouts.append(layout_of(game, spec, layout))
            dealt = is_solved(game, spec)
            warnings += check_cards(layouts[-1], game, spec, dealt=dealt)
            if not dealt:
                unsolved.append(
                    f"the dice of {spec.name} are not solved yet, so that no card of it was drawn: run deckgen solve"
                )
            warnings += _digit_dice(game, spec)
            warnings += _inexact_problems(game, spec, inexact_rolls(spec))
            report = report_deck(game, spec)
            warnings += report.warnings
            notes += [*report.notes, *_rounded_dice(spec)]
        except DeckgenError as error:
            problems += error.problems
    main_layout = layouts[0] if len(layouts) == len(game.decks) > 0 else None
    for check in _game_checks(game, main_layout, layout, language):
        try:
            check()
        except DeckgenError as error:
            problems += [problem for problem in error.problems if problem not in problems]
    if problems:
        raise DeckgenError(dict.fromkeys(problems))
    warnings += schema_warnings(game.folder)
    notes = [*dict.fromkeys(notes), *unsolved]
    warnings += _missing_words(game, language)
    return Validation(tuple(dict.fromkeys(warnings)), tuple(notes), () if unsolved else tuple(listed(game)))


def _missing_words(game: Game, language: str | None) -> Iterator[Problem]:
    """Yield a problem for each text that lacks a translation to a language, and one for the program's phrases.

    Without a language only the latter, of all languages of the game. Raises GameError if there is no such language.
    """
    from deckgen.game.phrases import catalog_path, phrase_problems

    if language:
        catalog_path(game, language)
    if language and language != game.languages[0]:
        yield from untranslated(game.folder, language)
        if (game.folder / FILE).is_file():
            yield from untranslated(game.folder, language, printed_words(game.folder))
    for code in [language] if language else game.languages:
        yield from phrase_problems(game, code)


def check_cards(layout: Layout, game: Game, spec: DeckSpec, *, dealt: bool) -> tuple[Problem, ...]:
    """Draw a deck of ``spec`` in a layout with its back and reference cards; return warnings.

    Unless ``dealt``, cards are not drawn, as their dice would have to be solved. Raises DeckgenError with all
    errors. Warnings are sections that no slot shows, slots that overlap, words that nobody can read, and why the
    colophon card or the map of the game's first deck, which not everybody prints, cannot be drawn.
    """
    warnings = list(check_layout(layout, game, spec))
    situations = playable_situations(game.examples + game.procedures, spec)
    name_marks([game.reference_cards_for(spec), situations], layout, game, spec)
    artist = cached_artist(layout, game, spec)
    facts = (f"deckgen {__version__}", game.id, spec.name, spec.sha256, _SEED, 1, 1, spec.draw)
    deck = generate(game, spec, _SEED) if dealt else Deck(*facts, cards=())
    faces = artist.faces(deck)
    cards = [*faces.fronts, faces.back, *(card for _, card in artist.references)]
    drawings = [*cards]
    warnings += check_fronts(artist, deck.cards, faces.fronts)
    try:
        drawings.append(artist.colophon(deck, _SUMMARY)[1])
        if dealt and spec is game.decks[0]:
            drawings.append(card_map(layout, game, spec, deck))
    except DeckgenError as error:
        warnings += error.problems
    pages_pdf(drawings, title=spec.title)
    return (*warnings, *check_resolution(cards))


def _game_checks(
    game: Game, main_layout: Layout | None, layout: str | None, language: str | None
) -> Iterator[Callable[[], object]]:
    """Yield functions that check a game's look, choices that set values, sheet, cases, screen and tokens.

    They raise DeckgenError. ``main_layout`` is its first deck's; without it screen and tokens are not checked, nor
    tokens with ``layout``.
    """
    yield lambda: document_style(game)
    for ruling in game.rulings:
        for choice in (choice for choice in ruling.choices if choice.sets and choice is not ruling.choice):
            yield partial(read_game, game.folder, rulings={**game.changed_rulings, ruling.name: choice.name})
    if (game.folder / FILE).is_file():
        yield lambda: check_sheet(game, language)
    dealt = all(is_solved(game, spec) for spec in game.decks)
    yield partial(check_cases if dealt else read_cases, game)
    if not game.decks and (game.rules.screen or game.tokens):
        yield lambda: find_spec(game, None)  # they are drawn in the layout of a deck
    if main_layout and game.rules.screen:
        yield lambda: pages_pdf(screen_pages(main_layout, game, game.deck()), title=game.title)
    if main_layout and game.tokens and layout is None:  # another layout need not have the tokens' colors
        yield lambda: pages_pdf(
            [face for size in draw_tokens(main_layout, game) for face in (*size.fronts, *size.backs)],
            title=game.title,
        )


def _digit_dice(game: Game, spec: DeckSpec) -> Iterator[Problem]:
    """Yield a warning for each section with a d66 or d666, which elsewhere are dice whose digits are read one by one."""
    for section in spec.sections:
        for sides in sorted({66, 666} & {sides for cell in section.cells() for sides in cell.roll.dice}):
            message = f"d{sides} is a die of {sides} sides here, not {len(str(sides))} d6 that are read as digits"
            remedy = "for digits, write {roll: d66}, or of more digits a roll of d6 for each; or ignore this"
            yield Problem(str(game.folder), None, f"sections.{section.name}", message, remedy)


def _rounded_dice(spec: DeckSpec) -> Iterator[str]:
    """Yield a note on the rolls of several parts whose results are on no whole numbers of cards, with sizes that cure it."""
    names: dict[tuple[int, ...], list[str]] = {}
    for section in spec.sections:
        for label, roll in section.rolls if isinstance(section, DiceSection) else ():
            names.setdefault(roll.exact_sizes(spec.size), []).append(f"{section.name} {label}")
    rounded = [f"{', '.join(rolls)} ({_exact_in(sizes)})" for sizes, rolls in names.items() if spec.size not in sizes]
    if rounded:
        yield (
            f"{spec.name}: results that each deck of {spec.size} cards rounds up or down, less than a card off over a set,"
            f" exact over all seeds: {'; '.join(rounded)}"
        )


def _exact_in(sizes: Sequence[int]) -> str:
    if sizes:
        return f"exact in {' or '.join(map(str, sizes))} cards"
    return f"as in any deck of at most {LARGEST} cards"


def _inexact_problems(game: Game, spec: DeckSpec, inexact: Sequence[InexactRoll]) -> list[Problem]:
    """Return a problem per section and better deck sizes, for its inexact rolls; those without better are left out."""
    problems = []
    for (section, sizes), rolls in groupby(
        inexact, key=lambda inexact_roll: (inexact_roll.cells[0].section, inexact_roll.sizes)
    ):
        if sizes:
            first, *other_rolls = rolls
            more = f" and {len(other_rolls)} more rolls have" if other_rolls else " has"
            message = f"{describe(first.roll)}{more} no exact mean in {spec.size} cards: {first.reason}"
            nearest = " or ".join(map(str, sizes))
            remedy = f"take {nearest} cards, jokers included, or accept a mean that is exact over a set of decks only"
            problems.append(Problem(str(game.folder), None, f"sections.{section}", message, remedy))
    return problems


# Sheets


def is_sheet_file(name: str) -> bool:
    """Return whether a name ends like a file of sheets: a character, a table of them, a sheet or its theme."""
    return name.lower().endswith(_SUFFIXES)


def check_sheet(game: Game, language: str | None) -> SheetSpec:
    """Return a game's sheet, once it is drawn with all characters in its folder. Raises with all errors."""
    spec = read_sheet(game, sheet_words(game.folder, language))
    files, problems = [], Problems()
    for path in sorted((game.folder / _FOLDER).glob("*")):
        if not is_sheet_file(path.name):
            continue
        try:
            check_reach(path, game.folder, DeckgenError)
            files.append(path)
        except DeckgenError as error:
            problems.extend(error)
    check_hero_deck(spec, game, problems)
    _attempt(problems, check_lengths, spec)
    _attempt(problems, _check_drawings, spec, files)
    problems.raise_as(DeckgenError)
    return spec


def _check_drawings(spec: SheetSpec, files: Sequence[Path]) -> None:
    """Draw a sheet, its small cards and roster with the characters of files, on all papers. Raises DeckgenError."""
    problems = Problems()
    people_by_file = [_attempt(problems, Sheet(spec).read_files, [file]) or [] for file in files]
    people: list[Character] = [person for file_people in people_by_file for person in file_people]
    for paper in map(find_paper, PAPERS):
        sheet = _attempt(problems, blank_sheet, spec, paper)
        for person in people if sheet else ():
            _attempt(problems, sheet.drawings, person)
        kinds = [*(["large", "poker"] if spec.npc else []), *spec.cards]
        for kind in kinds if sheet else ():
            _attempt(problems, card_drawings, sheet, deal_cards(spec, people, kind, 1), kind)
        if sheet and spec.roster:
            _attempt(problems, roster_drawings, spec, load_sheet_theme(spec), paper, people)
    problems.raise_as(DeckgenError)


def _attempt(problems: Problems, call: Callable[..., Any], *values: object) -> Any:
    """Return the result of a call, or None after a DeckgenError, whose problems are added."""
    try:
        return call(*values)
    except DeckgenError as error:
        problems.extend(error)
        return None


# Files that are named alone


def check_sheet_file(path: Path, games: Sequence[str]) -> None:
    """Check a character, a table of characters, a sheet or a sheet theme, by the file's content.

    Characters belong to their game, to the game in whose folder they are, or to one of ``games``. Raises
    DeckgenError with every problem.
    """
    if path.suffix.lower() in SUFFIXES:
        _check_drawings(_sheet_of(path, "", games), [path])
        return
    data = read_yaml(path).data
    keys = data if isinstance(data, dict) else {}
    if "pages" in keys or "roster" in keys:
        check_sheet(read_game(path.parent.parent), None)
    elif isinstance(keys.get("game"), str):
        _check_drawings(_sheet_of(path, keys["game"], games), [path])
    elif keys.keys() & {"slots", "palette", "extends", "fonts"}:
        _check_theme(path)
    else:
        message = "this is no character, no sheet and no theme of sheets"
        raise DeckgenError(Problem(str(path), 1, "", message, "name a game by its folder, and a layout by its .svg"))


def _sheet_of(path: Path, game: str, games: Sequence[str]) -> SheetSpec:
    """Return the sheet of the game around a file, else of the shipped ``game``, else of one of ``games``.

    Of these the first of that name, or for "" the first. Raises DeckgenError if there is none.
    """
    around = real_path(path).parent.parent
    if (around / FILE).is_file():
        return load_sheet(around)
    if game in shipped_sheets():
        return load_sheet(game)
    specs = [load_sheet(name) for name in games]
    for spec in specs:
        if game in ("", spec.game):
            return spec
    message = f'there is no game "{game}" here' if game else "it is not known which game these characters are of"
    raise DeckgenError(Problem(str(path), None, "", message, f"name the game before {path.name}, too"))


def _check_theme(path: Path) -> None:
    """Raise DeckgenError if a file is no valid theme of sheets."""
    theme = read_sheet_theme(path)
    if "sheet" not in theme.base.slots:
        message, remedy = "this is no theme of sheets", "let it extend sheet; or name the .svg of a layout"
        raise DeckgenError(Problem(str(path), 1, "", message, remedy))
    read_sheet_theme(path, small=True)
