"""Which files data may name: those in the folder of the file that names them, those that ship, and what the user allows.

The folder is that of the file on the command line, of a game the game's; links are followed before it is looked where a
file lies. Everything else is read only if the user allows its folder: ``deckgen --may-read FOLDER ...``.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from deckgen.errors import DeckgenError, Problem
from deckgen.files import shipped_path

MAY_READ = "DECKGEN_MAY_READ"
"""The variable of the environment that holds the folders that the user allows, with ``os.pathsep`` between them."""
_LONGEST = 1000  # letters of a path
_REMEDY = "put it there, or allow its folder: deckgen --may-read FOLDER ..."


class OutOfReachError(ValueError):
    """A path that data may not name: ``what`` is wrong with it, and the ``remedy``."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message)
        self.message, self.remedy = message, remedy


def resolve_named(name: str, base: Path, within: Path | None = None) -> Path:
    """The path that a file in the folder ``beside`` names, whether anything is there or not.

    ``within`` is the folder that it must lie in, such as a game's, if that is a larger one. Raises OutOfReachError.
    """
    if not name or len(name) > _LONGEST or not _is_valid_name(name):
        raise OutOfReachError("no file can have this name", "write the path of a file from here")
    path = base / name
    if not may_be_read(path, within or base):
        raise OutOfReachError(f"{name} does not lie in the folder {within or base}", _REMEDY)
    return path


def real_path(path: Path) -> Path:
    """Where it lies once links are followed.

    Those in a circle lead to themselves, and whoever opens them is told; ``Path.resolve`` raises RuntimeError for
    them before Python 3.13.
    """
    return Path(os.path.realpath(path))


def may_be_read(path: Path, folder: Path) -> bool:
    """Whether a path lies, once links are followed, in that folder, among what ships, or where the user allows it."""
    try:
        target = real_path(path)
        return any(
            target.is_relative_to(real_path(root))
            for root in (folder, *_shipped_folders(), *_allowed_folders())
        )
    except (OSError, ValueError):  # a name that no file can have
        return False


def check_reach(path: Path, folder: Path, kind: type[DeckgenError]) -> None:
    """Raise ``kind`` for a file that was found in that folder, and is a link to one that may not be read."""
    if not may_be_read(path, folder):
        raise kind(Problem(str(path), None, "", "this is a link to a file in another folder", _REMEDY))


@contextmanager
def allow_reading(folders: Iterable[str]) -> Iterator[None]:
    """Let data name what lies in these folders, too, as long as this lasts; in processes that are started, too."""
    before = os.environ.get(MAY_READ)
    os.environ[MAY_READ] = os.pathsep.join([*filter(None, [before]), *folders])
    try:
        yield
    finally:
        if before is None:
            del os.environ[MAY_READ]
        else:
            os.environ[MAY_READ] = before


def _is_valid_name(name: str) -> bool:
    try:
        return b"\0" not in os.fsencode(name)
    except UnicodeEncodeError:
        return False


def _shipped_folders() -> tuple[Path, ...]:
    return shipped_path("data"), shipped_path("layouts"), Path(__file__).parent


def _allowed_folders() -> list[Path]:
    return [Path(folder) for folder in os.environ.get(MAY_READ, "").split(os.pathsep) if folder]
