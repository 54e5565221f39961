"""Where shipped files are, and writing files so that they appear whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from deckgen.errors import DeckgenError, Problems, wrap_os_error
from deckgen.reading import why_not_regular

_PACKAGE = Path(__file__).resolve().parent


def shipped_path(kind: str) -> Path:
    """The folder of shipped ``data`` or ``layouts``: inside an installed wheel, or at the top of a checkout."""
    installed = _PACKAGE / "shipped" / kind
    return installed if installed.is_dir() else _PACKAGE.parent / kind


def cache_folder() -> Path:
    """The user's cache folder for deckgen (``DECKGEN_CACHE`` overrides it)."""
    if override := os.environ.get("DECKGEN_CACHE"):
        return Path(override)
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".cache") / "deckgen"


_REMEDY = "choose another place with -o"
_FULL = {errno.ENOSPC: "", errno.EDQUOT: "", errno.EFBIG: ", or allow larger files with --limits"}


@contextmanager
def wrap_write_error(path: Path) -> Iterator[None]:
    """Turn an operating system error about what is written into a DeckgenError; of a full disk the remedy is room."""
    try:
        with wrap_os_error(DeckgenError, path, _REMEDY):
            yield
    except DeckgenError as error:
        if isinstance(error.__cause__, OSError) and error.__cause__.errno in _FULL:
            remedy = f"make room, or {_REMEDY}{_FULL[error.__cause__.errno]}"
            problems = [replace(problem, remedy=remedy) for problem in error.problems]
            raise DeckgenError(problems) from error.__cause__
        raise


def write_atomic(path: Path, content: bytes, *, lasting: bool = True, through: bool = False) -> None:
    """Write ``content`` beside ``path`` and put it in its place in one step; see ``whole_file``."""
    with open_atomic(path, lasting=lasting, through=through) as file:
        file.write(content)


@contextmanager
def open_atomic(path: Path, *, lasting: bool = True, through: bool = False) -> Iterator[BinaryIO]:
    """A file that is in its place once all is written, or never; missing folders are made.

    Links are followed, and a file's mode stays. What is ``lasting`` is on the disk by then: a cache need not be.
    ``through``: a pipe, a device, or an open file that has a name such as /dev/stdout, is written itself, as the user
    has named it; otherwise it is refused. Raises DeckgenError if the place cannot be written.
    """
    from deckgen.staging import staged  # noqa: PLC0415 - only when something is written

    if through and _is_stream(path):
        with wrap_write_error(path), path.open("wb") as file:
            yield file
        return
    with new_folder(path.parent), wrap_write_error(path):
        _check_targets(path.parent, [Path(path.name)])
        with staged(path, lasting=lasting) as file:
            yield file


def _is_stream(path: Path) -> bool:
    folder = os.path.realpath(path.parent)
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)) or folder == "/dev" or folder.startswith("/proc/")


@contextmanager
def new_folder(folder: Path) -> Iterator[None]:
    """Make a folder to write into; if nothing was, it and those that were made for it go away again.

    Raises DeckgenError if it cannot be made.
    """
    missing_folders: list[Path] = []
    try:
        with wrap_write_error(folder):
            if not folder.is_dir():
                missing_folders = [path for path in (folder, *folder.parents) if not path.exists()]
                folder.mkdir(parents=True, exist_ok=True)
        yield
    finally:
        for path in missing_folders:  # innermost first; one that holds something stays
            with suppress(OSError):
                path.rmdir()


@contextmanager
def atomic_folder(folder: Path) -> Iterator[Path]:
    """A hidden folder to write into; at the end its files are put into ``folder``, each whole.

    If one cannot be in its place, none is put there. Raises DeckgenError if the place cannot be written.
    """
    from deckgen.staging import staged_set  # noqa: PLC0415 - only when something is written

    with new_folder(folder), wrap_write_error(folder), staged_set(folder) as stage:
        yield stage
        _check_targets(folder, [path.relative_to(stage) for path in stage.rglob("*") if path.is_file()])


def _check_targets(folder: Path, names: Iterable[Path]) -> None:
    """Raise DeckgenError with every file that cannot be in its place: what is there may be a pipe, or a folder."""
    problems = Problems()
    for name in sorted(names):
        target = Path(os.path.realpath(folder / name))
        existing = next(path for path in (target, *target.parents) if os.path.lexists(path))
        if existing == target:
            blocked = why_not_regular(existing.stat().st_mode)
        elif not existing.is_dir():
            blocked = os.strerror(errno.ENOTDIR)
        else:
            blocked = "" if os.access(existing, os.W_OK | os.X_OK) else os.strerror(errno.EACCES)
        if blocked:
            problems.add(folder / name, None, "", blocked, _REMEDY)
    problems.raise_as(DeckgenError)


def write_folder(folder: Path, files: Iterable[tuple[str, bytes]]) -> list[Path]:
    """Write files by their names in ``folder`` once all of them have come; returns their paths."""
    written = []
    with atomic_folder(folder) as stage:
        for name, content in files:
            (stage / name).parent.mkdir(parents=True, exist_ok=True)
            (stage / name).write_bytes(content)
            written.append(folder / name)
    return written


def write_files(out: Path, files: Iterable[tuple[str, bytes]]) -> list[Path]:
    """Write files by their names in the folder ``out``; a lone one without a name is ``out`` itself, be it a pipe."""
    named_files = iter(files)
    first = next(named_files)
    if not first[0]:
        write_atomic(out, first[1], through=True)
        return [out]
    return write_folder(out, chain([first], named_files))
