"""Whether the sheet of a game can be drawn with its characters, and whether files of sheets that are named alone are right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from deckgen.draw.paper import paper_named
from deckgen.errors import DeckgenError, Fault, Faults
from deckgen.game import load
from deckgen.game.model import Game
from deckgen.game.reader import sheet_words
from deckgen.reach import check_reach, real
from deckgen.run.sheets import read_characters
from deckgen.sheet import FILE
from deckgen.sheet.character import Character
from deckgen.sheet.characters.table_files import SUFFIXES
from deckgen.sheet.model import SheetSpec
from deckgen.sheet.paper.roster_pages import roster_drawings
from deckgen.sheet.paper.theme import load_sheet_theme, read_sheet_theme
from deckgen.sheet.reader import load_sheet, read_sheet, shipped_sheets
from deckgen.sheet.sheet import PAPERS, SIZES, blank_sheet, card_drawings, check_lengths
from deckgen.sources import read_yaml

_FOLDER = "characters"
_SUFFIXES = (".yaml", ".yml", *SUFFIXES)


def is_sheet_file(name: str) -> bool:
    """Whether a name is of a file of sheets: a character, a table of them, a theme, or a sheet itself."""
    return name.lower().endswith(_SUFFIXES)


def check_sheet(game: Game, language: str | None) -> SheetSpec:
    """Read and draw a game's sheet with all characters in its folder. Raises DeckgenError with every fault."""
    spec = read_sheet(game, sheet_words(game.folder, language))
    files, faults = [], Faults()
    for path in sorted((game.folder / _FOLDER).glob("*")):
        if not is_sheet_file(path.name):
            continue
        try:
            check_reach(path, game.folder, DeckgenError)
            files.append(path)
        except DeckgenError as error:
            faults.take(error)
    _attempt(faults, check_lengths, spec)
    _attempt(faults, _check_drawn, spec, files)
    faults.raise_as(DeckgenError)
    return spec


def _check_drawn(spec: SheetSpec, files: Sequence[Path]) -> None:
    """Draw a sheet, its small cards and its roster with the characters of files, on every paper."""
    faults = Faults()
    found = [_attempt(faults, read_characters, spec, [file], []) or [] for file in files]
    people: list[Character] = [person for each in found for person in each]
    for paper in map(paper_named, PAPERS):
        sheet = _attempt(faults, blank_sheet, spec, paper)
        for person in people if sheet else ():
            _attempt(faults, sheet.drawings, person)
        for size in SIZES if sheet and spec.npc else ():
            _attempt(faults, card_drawings, sheet, people or (None,), size)
        if sheet and spec.roster:
            _attempt(faults, roster_drawings, spec, load_sheet_theme(spec), paper, people)
    faults.raise_as(DeckgenError)


def _attempt(faults: Faults, call: Callable[..., Any], *values: object) -> Any:
    """What a call gives, None if it raises DeckgenError, whose faults are kept."""
    try:
        return call(*values)
    except DeckgenError as error:
        faults.take(error)
        return None


# Files that are named alone


def check_sheet_file(path: Path, games: Sequence[str]) -> None:
    """Check a character, a table of characters, a theme of sheets or a sheet, by what is in the file.

    Characters are those of their game, of the game in whose folder they lie, or of one of ``games``. Raises DeckgenError
    with every fault.
    """
    if path.suffix.lower() in SUFFIXES:
        _check_drawn(_sheet_of(path, "", games), [path])
        return
    data = read_yaml(path).data
    keys = data if isinstance(data, dict) else {}
    if "pages" in keys or "roster" in keys:
        check_sheet(load(path.parent.parent), None)
    elif isinstance(keys.get("game"), str):
        _check_drawn(_sheet_of(path, keys["game"], games), [path])
    elif keys.keys() & {"slots", "palette", "extends", "fonts"}:
        _check_theme(path)
    else:
        what = "this is no character, no sheet and no theme of sheets"
        raise DeckgenError(
            Fault(str(path), 1, "", what, "name a game by its folder, and a layout by its .svg")
        )


def _sheet_of(path: Path, game: str, games: Sequence[str]) -> SheetSpec:
    """The sheet of the game that characters are of. Raises DeckgenError if it is not known which."""
    around = real(path).parent.parent
    if (around / FILE).is_file():
        return load_sheet(around)
    if game in shipped_sheets():
        return load_sheet(game)
    found = [load_sheet(each) for each in games]
    for spec in found:
        if game in ("", spec.game):
            return spec
    what = f'there is no game "{game}" here' if game else "it is not known which game these characters are of"
    raise DeckgenError(Fault(str(path), None, "", what, f"name the game before {path.name}, too"))


def _check_theme(path: Path) -> None:
    theme = read_sheet_theme(path)
    if "sheet" not in theme.base.slots:
        what, remedy = "this is no theme of sheets", "let it extend sheet; or name the .svg of a layout"
        raise DeckgenError(Fault(str(path), 1, "", what, remedy))
    read_sheet_theme(path, small=True)
