"""Whether the data of a game, the layouts of its decks and its sheets are right, and files of sheets that are named alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import Any

from deckgen import __version__
from deckgen.card.faces import cached_artist, check_layout
from deckgen.card.layout import Layout, load_layout
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
from deckgen.game.model import DeckSpec, Game
from deckgen.game.reader import sheet_words
from deckgen.language import CATALOGS, ORIGINAL, catalogs
from deckgen.library.decks import find_spec, layout_of
from deckgen.library.sheets import Sheet
from deckgen.odds import Roll, describe
from deckgen.press.write import pages_pdf
from deckgen.reach import check_reach, real_path
from deckgen.records import record
from deckgen.sheet import FILE
from deckgen.sheet.character import Character
from deckgen.sheet.characters.table_files import SUFFIXES
from deckgen.sheet.model import SheetSpec
from deckgen.sheet.paper.roster_pages import roster_drawings
from deckgen.sheet.paper.theme import load_sheet_theme, read_sheet_theme
from deckgen.sheet.reader import load_sheet, printed_words, read_sheet, shipped_sheets
from deckgen.sheet.sheet import PAPERS, SIZES, blank_sheet, card_drawings, check_lengths
from deckgen.sources import read_yaml

_FOLDER = "characters"
_SUFFIXES = (".yaml", ".yml", *SUFFIXES)
_SEED = "validate"
_SUMMARY = AuditSummary(999, 999, Fraction(99, 100), passed=True)


@record
class Validation:
    """What is not wrong, but ``doubts`` about it, and ``notes`` that call for nothing."""

    doubts: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()


def validated(name: str, layout: str | None, language: str | None, games: Sequence[str] = ()) -> Validation:
    """What is doubtful about a game with its layouts or another ``layout``, or about a file: ``name``.svg is a layout.

    ``games`` are those that characters in a file may be of. In a ``language`` that is asked for, every text of the game that is not translated is doubtful.
    Raises DeckgenError with all that is wrong.
    """
    if name.endswith(".svg"):
        for deck in load_layout(name).theme.decks:  # and as it is for these
            load_layout(name, deck=deck)
        return Validation()
    if is_sheet_file(name):
        check_sheet_file(Path(name), games)
        return Validation()
    return _of_game_named(name, layout, language)


def _of_game_named(name: str, layout: str | None, language: str | None) -> Validation:
    """A game, also as its decks, sheets and screens are drawn."""
    game = read_game(name, language)
    problems: list[Problem] = []
    doubts: list[Problem] = []
    unsolved: list[str] = []
    rounded: list[Roll] = []
    layouts: list[Layout] = []
    for spec in game.decks:
        try:
            layouts.append(layout_of(game, spec, layout))
            dealt = is_solved(game, spec)
            doubts += check_cards(layouts[-1], game, spec, dealt=dealt)
            if not dealt:
                unsolved.append(
                    f"the dice of {spec.name} are not solved yet, so that no card of it was drawn: run deckgen solve"
                )
            inexact = inexact_rolls(spec)
            doubts += _inexact(game, spec, inexact)
            rounded += [each.roll for each in inexact if not each.sizes]
        except DeckgenError as error:
            problems += error.problems
    own = layouts[0] if len(layouts) == len(game.decks) > 0 else None
    for check in _of_game(game, own, layout, language):
        try:
            check()
        except DeckgenError as error:
            problems += [problem for problem in error.problems if problem not in problems]
    if problems:
        raise DeckgenError(dict.fromkeys(problems))
    notes = [*_rounded(list(dict.fromkeys(rounded))), *unsolved]
    if language and language != game.languages[0]:
        doubts += untranslated(name, language)
        if (game.folder / FILE).is_file():
            doubts += untranslated(name, language, printed_words(game.folder))
    if language:
        notes += _phrases(language)
    return Validation(tuple(dict.fromkeys(doubts)), tuple(notes))


def check_cards(layout: Layout, game: Game, spec: DeckSpec, *, dealt: bool) -> tuple[Problem, ...]:
    """Draw a deck of ``spec`` in a layout, its back and its reference cards, as a PDF has them.

    Unless it is to be ``dealt``, for which its dice have to be solved, there are no cards of it. Raises DeckgenError with
    all that is wrong. Returns what is only doubtful: sections that no slot shows, and why the card that tells of a deck
    or the map of the game's first deck cannot be drawn, which not everybody prints.
    """
    doubts = list(check_layout(layout, game, spec))
    artist = cached_artist(layout, game, spec)
    facts = (f"deckgen {__version__}", game.id, spec.name, spec.sha256, _SEED, 1, 1, spec.draw)
    deck = generate(game, spec, _SEED) if dealt else Deck(*facts, cards=())
    faces = artist.faces(deck)
    drawn = [*faces.fronts, faces.back, *(card for _, card in artist.references)]
    try:
        drawn.append(artist.colophon(deck, _SUMMARY)[1])
        if dealt and spec is game.decks[0]:
            drawn.append(card_map(layout, game, spec, deck))
    except DeckgenError as error:
        doubts += error.problems
    pages_pdf(drawn, title=spec.title)
    return tuple(doubts)


def _of_game(
    game: Game, own: Layout | None, layout: str | None, language: str | None
) -> Iterator[Callable[[], object]]:
    """What makes, beside decks, that which is printed of a game: the look of its documents, its sheet, screen and tokens.

    ``own`` is the layout of its first deck, unless that is wrong.
    """
    yield lambda: document_style(game)
    if (game.folder / FILE).is_file():
        yield lambda: check_sheet(game, language)
    if not game.decks and (game.rules.screen or game.tokens):
        yield lambda: find_spec(game, None)  # they are drawn in the layout of a deck
    if own and game.rules.screen:
        yield lambda: pages_pdf(screen_pages(own, game, game.deck()), title=game.title)
    if own and game.tokens and layout is None:  # another layout need not have the tokens' colors
        yield lambda: pages_pdf(
            [face for size in draw_tokens(own, game) for face in (*size.fronts, *size.backs)],
            title=game.title,
        )


def _phrases(code: str) -> list[str]:
    """How many phrases of the program are English in that language."""
    from babel.messages.pofile import read_po

    every: set[str] = set()
    translated: set[str] = set()
    for known in catalogs() if code != ORIGINAL else ():
        with (CATALOGS / f"{known}.po").open("rb") as file:
            own = {str(each.id): each.string or "" for each in read_po(file, locale=known) if each.id}
        every |= own.keys()
        translated |= {text for text, forms in own.items() if known == code and forms and all(forms)}
    missing = len(every - translated)
    what = f"{missing} of the {len(every)} phrases that deckgen prints itself are not translated to {code}"
    return [what] if missing else []


def _rounded(rounded: Sequence[Roll]) -> list[str]:
    if not rounded:
        return []
    some = f"such as {describe(rounded[0])}" if len(rounded) > 1 else describe(rounded[0])
    return [
        (
            f"{len(rounded)} {'rolls' if len(rounded) > 1 else 'roll'} ({some}) can only be come near to by decks of this"
            " size; those of a set cancel each other's remainders"
        )
    ]


def _inexact(game: Game, spec: DeckSpec, found: Sequence[InexactRoll]) -> list[Problem]:
    """A problem for the rolls of a section that are not exact in this size, though they are in others."""
    problems = []
    for (section, sizes), rolls in groupby(found, key=lambda each: (each.cells[0].section, each.sizes)):
        if sizes:
            first, *others = rolls
            more = f" and {len(others)} more rolls have" if others else " has"
            what = f"{describe(first.roll)}{more} no exact mean in {spec.size} cards: {first.reason}"
            nearest = " or ".join(map(str, sizes))
            remedy = f"take {nearest} cards, jokers included, or accept a mean that is rounded"
            problems.append(Problem(str(game.folder), None, f"sections.{section}", what, remedy))
    return problems


# Sheets


def is_sheet_file(name: str) -> bool:
    """Whether a name is of a file of sheets: a character, a table of them, a theme, or a sheet itself."""
    return name.lower().endswith(_SUFFIXES)


def check_sheet(game: Game, language: str | None) -> SheetSpec:
    """Read and draw a game's sheet with all characters in its folder. Raises DeckgenError with every problem."""
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
    _attempt(problems, check_lengths, spec)
    _attempt(problems, _check_drawn, spec, files)
    problems.raise_as(DeckgenError)
    return spec


def _check_drawn(spec: SheetSpec, files: Sequence[Path]) -> None:
    """Draw a sheet, its small cards and its roster with the characters of files, on every paper."""
    problems = Problems()
    found = [_attempt(problems, Sheet(spec).read_files, [file]) or [] for file in files]
    people: list[Character] = [person for each in found for person in each]
    for paper in map(find_paper, PAPERS):
        sheet = _attempt(problems, blank_sheet, spec, paper)
        for person in people if sheet else ():
            _attempt(problems, sheet.drawings, person)
        for size in SIZES if sheet and spec.npc else ():
            _attempt(problems, card_drawings, sheet, people or (None,), size)
        if sheet and spec.roster:
            _attempt(problems, roster_drawings, spec, load_sheet_theme(spec), paper, people)
    problems.raise_as(DeckgenError)


def _attempt(problems: Problems, call: Callable[..., Any], *values: object) -> Any:
    """What a call gives, None if it raises DeckgenError, whose problems are kept."""
    try:
        return call(*values)
    except DeckgenError as error:
        problems.extend(error)
        return None


# Files that are named alone


def check_sheet_file(path: Path, games: Sequence[str]) -> None:
    """Check a character, a table of characters, a theme of sheets or a sheet, by what is in the file.

    Characters are those of their game, of the game in whose folder they lie, or of one of ``games``. Raises DeckgenError
    with every problem.
    """
    if path.suffix.lower() in SUFFIXES:
        _check_drawn(_sheet_of(path, "", games), [path])
        return
    data = read_yaml(path).data
    keys = data if isinstance(data, dict) else {}
    if "pages" in keys or "roster" in keys:
        check_sheet(read_game(path.parent.parent), None)
    elif isinstance(keys.get("game"), str):
        _check_drawn(_sheet_of(path, keys["game"], games), [path])
    elif keys.keys() & {"slots", "palette", "extends", "fonts"}:
        _check_theme(path)
    else:
        what = "this is no character, no sheet and no theme of sheets"
        raise DeckgenError(
            Problem(str(path), 1, "", what, "name a game by its folder, and a layout by its .svg")
        )


def _sheet_of(path: Path, game: str, games: Sequence[str]) -> SheetSpec:
    """The sheet of the game that characters are of. Raises DeckgenError if it is not known which."""
    around = real_path(path).parent.parent
    if (around / FILE).is_file():
        return load_sheet(around)
    if game in shipped_sheets():
        return load_sheet(game)
    found = [load_sheet(each) for each in games]
    for spec in found:
        if game in ("", spec.game):
            return spec
    what = f'there is no game "{game}" here' if game else "it is not known which game these characters are of"
    raise DeckgenError(Problem(str(path), None, "", what, f"name the game before {path.name}, too"))


def _check_theme(path: Path) -> None:
    theme = read_sheet_theme(path)
    if "sheet" not in theme.base.slots:
        what, remedy = "this is no theme of sheets", "let it extend sheet; or name the .svg of a layout"
        raise DeckgenError(Problem(str(path), 1, "", what, remedy))
    read_sheet_theme(path, small=True)
