"""Which files data may name: those in its own folder, those that ship, and those the user allows.

Its own folder is that of the file on the command line; for a game, the game's. Links are followed before this
check. Other folders need ``deckgen --may-read FOLDER ...``.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from deckgen.errors import DeckgenError, Problem
from deckgen.files import shipped_path

MAY_READ = "DECKGEN_MAY_READ"
"""The environment variable with the folders that the user allows, separated by ``os.pathsep``."""
ALLOWED_FOLDERS: ContextVar[tuple[str, ...]] = ContextVar("allowed_folders", default=())
"""The folders that ``allow_reading`` allows in this thread."""
_LONGEST = 1000  # letters of a path
_REMEDY = "copy it there, or allow its folder: deckgen --may-read FOLDER ..."


class OutOfReachError(ValueError):
    """A path that data may not name: a ``message`` and its ``remedy``."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message)
        self.message, self.remedy = message, remedy


def resolve_named(name: str, base: Path, within: Path | None = None) -> Path:
    """Return the path of a name written in a file in the folder ``base``; it need not exist.

    ``within``: the folder that it must be in unless it is shipped or the user allows it, by default ``base``.
    Raises OutOfReachError.
    """
    if not name or len(name) > _LONGEST or not _is_valid_name(name):
        raise OutOfReachError("no file can have this name", "write a path relative to this file")
    path = base / name
    if not may_be_read(path, within or base):
        raise OutOfReachError(f"{name} is outside the folder {within or base}", _REMEDY)
    return path


def real_path(path: Path) -> Path:
    """Return a path with its links followed, on all Pythons without RuntimeError for a circle of links."""
    return Path(os.path.realpath(path))


def may_be_read(path: Path, folder: Path) -> bool:
    """Return whether a path, with links followed, is in ``folder``, shipped, or allowed by the user."""
    try:
        target = real_path(path)
        return any(
            target.is_relative_to(real_path(root)) for root in (folder, *_shipped_folders(), *_allowed_folders())
        )
    except (OSError, ValueError):  # a name that no file can have
        return False


def check_reach(path: Path, folder: Path, kind: type[DeckgenError]) -> None:
    """Raise ``kind`` if a file found in ``folder`` is a link to one that may not be read."""
    if not may_be_read(path, folder):
        raise kind(Problem(str(path), None, "", "the link points outside its folder", _REMEDY))


@contextmanager
def allow_reading(*folders: str | Path) -> Iterator[None]:
    """Let games, layouts and characters name files in these folders, too, within the block, in this thread."""
    token = ALLOWED_FOLDERS.set((*ALLOWED_FOLDERS.get(), *map(str, folders)))
    try:
        yield
    finally:
        ALLOWED_FOLDERS.reset(token)


def _is_valid_name(name: str) -> bool:
    """Return whether the file system can hold a name: encodable, without NUL."""
    try:
        return b"\0" not in os.fsencode(name)
    except UnicodeEncodeError:
        return False


def _shipped_folders() -> tuple[Path, ...]:
    return shipped_path("data"), shipped_path("layouts"), Path(__file__).parent


def _allowed_folders() -> list[Path]:
    folders = (*ALLOWED_FOLDERS.get(), *os.environ.get(MAY_READ, "").split(os.pathsep))
    return [Path(folder) for folder in folders if folder]
