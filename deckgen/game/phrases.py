"""deckgen's own phrases in the languages of a game: what is missing, and catalogs to translate them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog

from deckgen.catalogs import find_locale, phrase_of, read_catalog, translated, updated
from deckgen.errors import GameError, Problem
from deckgen.game.model import Game
from deckgen.language import CATALOGS, ORIGINAL, catalog_paths, catalogs

_COMMENT = """\
# deckgen's own phrases. Fields in braces stay as they are. What is empty is printed as deckgen has it.
# deckgen new-language GAME CODE brings this file up to date."""


def phrase_problems(game: Game, code: str) -> Iterator[Problem]:
    """Yield a problem for each phrase of a game's catalogs that deckgen lacks, and one if phrases stay English.

    Raises GameError with the faults of the catalogs.
    """
    paths = catalog_paths(code, game.catalog_folders)
    if code == ORIGINAL and not paths:
        return
    phrases = translated(_shipped_phrases())
    known: set[str] = set()
    for path in paths:
        catalog = read_catalog(path)
        known |= translated(catalog).keys()
        for message in catalog if path.parent != CATALOGS else ():
            phrase = phrase_of(message)
            if phrase and (phrase not in phrases or phrases[phrase].id != message.id or message.context):
                what = f'deckgen prints nothing of the kind: "{phrase}"'
                yield Problem(str(path), message.lineno, "", what, "delete it; deckgen new-language does so")
    if code != ORIGINAL and (missing := len(phrases.keys() - known)):
        what = f"{missing} of the {len(phrases)} phrases that deckgen prints itself are English in {code}"
        remedy = f"translate them in the file that deckgen new-language {game.folder} {code} writes"
        yield Problem(str(game.folder), None, "language", what, remedy)


def catalog_path(game: Game, code: str) -> Path:
    """Return the path of a game's catalog of a language. Raises GameError if no language has this code."""
    if not code.replace("-", "").isalnum() or find_locale(code) is None:
        raise GameError(Problem(code, None, "", "no language has this code", "write one such as es or pt-BR"))
    return game.folder / CATALOGS.name / f"{code}.po"


def catalog_content(game: Game, code: str) -> bytes:
    """Return a game's catalog of a language, with all phrases. Raises GameError."""
    template = _shipped_phrases()
    for message in template:
        message.string = ("",) if message.pluralizable else ""
    return updated(catalog_path(game, code), template, _COMMENT)


def _shipped_phrases() -> Catalog:
    """Return a shipped catalog; each of them has all phrases that deckgen prints."""
    return read_catalog(CATALOGS / f"{catalogs()[0]}.po")
