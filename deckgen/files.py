"""Where shipped files are, and writing files so that they appear whole or not at all."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from deckgen.errors import DeckgenError, Faults, told_as

_PACKAGE = Path(__file__).resolve().parent


def shipped(kind: str) -> Path:
    """The folder of shipped ``data`` or ``layouts``: inside an installed wheel, or at the top of a checkout."""
    installed = _PACKAGE / "shipped" / kind
    return installed if installed.is_dir() else _PACKAGE.parent / kind


def cache_folder() -> Path:
    """The user's cache folder for deckgen (``DECKGEN_CACHE`` overrides it)."""
    if chosen := os.environ.get("DECKGEN_CACHE"):
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".cache") / "deckgen"


_REMEDY = "choose another place with -o"
_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn an operating system error about what is written into a DeckgenError; of a full disk the remedy is room."""
    try:
        with told_as(DeckgenError, path, _REMEDY):
            yield
    except DeckgenError as error:
        if isinstance(error.__cause__, OSError) and error.__cause__.errno in _FULL:
            faults = [replace(fault, remedy=f"make room, or {_REMEDY}") for fault in error.faults]
            raise DeckgenError(faults) from error.__cause__
        raise


def write_whole(path: Path, content: bytes, *, lasting: bool = True) -> None:
    """Write ``content`` beside ``path`` and put it in its place in one step; make missing folders.

    What is there and no file, such as a pipe or /dev/null, is written through, not replaced; links are followed, and a
    file's mode stays. What is ``lasting`` is on the disk by then: a cache need not be. Raises DeckgenError if the place cannot be written.
    """
    with whole_file(path, lasting=lasting) as file:
        file.write(content)


@contextmanager
def whole_file(path: Path, *, lasting: bool = True) -> Iterator[BinaryIO]:
    """The same for what is written piece by piece: the file is in its place once all is written, or never.

    Raises DeckgenError if the place cannot be written.
    """
    from deckgen.staging import staged  # noqa: PLC0415 - only when something is written

    with new_folder(path.parent), told(path), staged(path, lasting=lasting) as file:
        yield file


@contextmanager
def new_folder(folder: Path) -> Iterator[None]:
    """Make a folder to write into; if nothing was, it and those that were made for it go away again.

    Raises DeckgenError if it cannot be made.
    """
    made: list[Path] = []
    try:
        with told(folder):
            if not folder.is_dir():
                made = [place for place in (folder, *folder.parents) if not place.exists()]
                folder.mkdir(parents=True, exist_ok=True)
        yield
    finally:
        for place in made:  # innermost first; one that holds something stays
            with suppress(OSError):
                place.rmdir()


@contextmanager
def whole_folder(folder: Path) -> Iterator[Path]:
    """A hidden folder to write into; what is in it moves to ``folder`` at the end: all, or nothing.

    If the program is killed meanwhile, the next that writes into the folder takes back what had moved.
    Raises DeckgenError if the place cannot be written.
    """
    from deckgen.staging import staged_set  # noqa: PLC0415 - only when something is written

    with new_folder(folder), told(folder), staged_set(folder) as stage:
        yield stage
        _check_places(folder, [path.relative_to(stage) for path in stage.rglob("*") if path.is_file()])


def _check_places(folder: Path, names: Iterable[Path]) -> None:
    """Raise DeckgenError with every file that cannot be in its place, before any is moved there."""
    faults = Faults()
    for name in sorted(names):
        target = Path(os.path.realpath(folder / name))
        there = next(place for place in (target, *target.parents) if os.path.lexists(place))
        if there == target:
            blocked = errno.EISDIR if there.is_dir() else 0
        elif not there.is_dir():
            blocked = errno.ENOTDIR
        else:
            blocked = 0 if os.access(there, os.W_OK | os.X_OK) else errno.EACCES
        if blocked:
            faults.add(folder / name, None, "", os.strerror(blocked), _REMEDY)
    faults.raise_as(DeckgenError)


def write_folder(folder: Path, files: Iterable[tuple[str, bytes]]) -> list[Path]:
    """Write files by their names in ``folder``, all or none, as they come; returns their paths."""
    written = []
    with whole_folder(folder) as stage:
        for name, content in files:
            (stage / name).parent.mkdir(parents=True, exist_ok=True)
            (stage / name).write_bytes(content)
            written.append(folder / name)
    return written


def write_files(out: Path, files: Iterable[tuple[str, bytes]]) -> list[Path]:
    """Write files by their names in the folder ``out``, all or none; a lone one without a name is ``out`` itself."""
    rest = iter(files)
    first = next(rest)
    if not first[0]:
        write_whole(out, first[1])
        return [out]
    return write_folder(out, chain([first], rest))
