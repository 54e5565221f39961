"""The folders of shipped files, and writing files that appear complete or not at all."""

from __future__ import annotations

import errno
import os
import re
import stat
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from deckgen.errors import DeckgenError, Problems, wrap_os_error
from deckgen.reading import why_not_regular

_PACKAGE = Path(__file__).resolve().parent


def unique_names(names: Iterable[str]) -> Iterator[str]:
    """Yield each name; one that was there before gets -2, -3 and so on, so that no two are equal."""
    used: set[str] = set()
    counts: Counter[str] = Counter()
    for name in names:
        unique = name
        while unique in used:
            counts[name] += 1
            unique = f"{name}-{counts[name] + 1}"
        used.add(unique)
        yield unique


def plain_name(text: str) -> str:
    """Return a text in small plain letters and digits with hyphens between words, at most 40; "" if it has none."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].rstrip("-")


def shipped_path(kind: str) -> Path:
    """Return the folder of shipped ``data`` or ``layouts``, in an installed wheel or a checkout."""
    installed = _PACKAGE / "shipped" / kind
    return installed if installed.is_dir() else _PACKAGE.parent / kind


def shipped_themes(kind: str) -> dict[str, Path]:
    """Return the shipped themes of a kind (card, document, sheet) by name: files in its folder, and its lasting bases."""
    folder = shipped_path("layouts") / kind
    files = sorted((*folder.glob("*.yaml"), *folder.glob("base/*.yaml")))
    return {file.relative_to(folder).with_suffix("").as_posix(): file for file in files}


def cache_folder() -> Path:
    """Return ``DECKGEN_CACHE``, or deckgen's folder in the user's cache. Raises RuntimeError without a home folder."""
    if override := os.environ.get("DECKGEN_CACHE"):
        return Path(override)
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".cache") / "deckgen"


_REMEDY = "choose another path with -o"
_FULL = {errno.ENOSPC: "", errno.EDQUOT: "", errno.EFBIG: ", or allow larger files with --limits"}


@contextmanager
def wrap_write_error(path: Path) -> Iterator[None]:
    """Turn an OSError about a written path into a DeckgenError; the remedy for a full disk is to free space."""
    try:
        with wrap_os_error(DeckgenError, path, _REMEDY):
            yield
    except DeckgenError as error:
        if isinstance(error.__cause__, OSError) and error.__cause__.errno in _FULL:
            remedy = f"free some space, or {_REMEDY}{_FULL[error.__cause__.errno]}"
            problems = [replace(problem, remedy=remedy) for problem in error.problems]
            raise DeckgenError(problems) from error.__cause__
        raise


def write_atomic(path: Path, content: bytes, *, lasting: bool = True, through: bool = False) -> None:
    """Write a file completely or not at all; for options and errors see ``open_atomic``."""
    with open_atomic(path, lasting=lasting, through=through) as file:
        file.write(content)


@contextmanager
def open_atomic(path: Path, *, lasting: bool = True, through: bool = False) -> Iterator[BinaryIO]:
    """Yield a binary file that replaces ``path`` at the end; after an error ``path`` stays as it was.

    Missing folders are created, links followed, a file's mode stays. ``lasting``: sync to the disk.
    ``through``: a pipe, a device or a path such as /dev/stdout is written directly, otherwise refused. Raises
    DeckgenError if it cannot be written.
    """
    from deckgen.staging import open_staged  # noqa: PLC0415 - only when something is written

    if through and _is_stream(path):
        with wrap_write_error(path), path.open("wb") as file:
            yield file
        return
    with new_folder(path.parent), wrap_write_error(path):
        _check_targets(path.parent, [Path(path.name)])
        with open_staged(path, lasting=lasting) as file:
            yield file


def _is_stream(path: Path) -> bool:
    """Return whether a path is a pipe or device, or anything existing in /dev or /proc."""
    folder = os.path.realpath(path.parent)
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)) or folder == "/dev" or folder.startswith("/proc/")


@contextmanager
def new_folder(folder: Path) -> Iterator[None]:
    """Create a folder and its parents for the block; remove new ones that stay empty. Raises DeckgenError."""
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
    """Yield a hidden folder to write into; at the end its files are moved into ``folder``, each in one step.

    If one of them cannot be written, none is moved, and DeckgenError is raised.
    """
    from deckgen.staging import stage_folder  # noqa: PLC0415 - only when something is written

    with new_folder(folder), wrap_write_error(folder), stage_folder(folder) as stage:
        yield stage
        _check_targets(folder, [path.relative_to(stage) for path in stage.rglob("*") if path.is_file()])


def _check_targets(folder: Path, names: Iterable[Path]) -> None:
    """Raise DeckgenError with every one of the ``names`` in ``folder`` that is no regular file or cannot be written."""
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
    """Write files given as (name, content) into ``folder``, all or none; return their paths. Raises DeckgenError."""
    written = []
    with atomic_folder(folder) as stage:
        for name, content in files:
            (stage / name).parent.mkdir(parents=True, exist_ok=True)
            (stage / name).write_bytes(content)
            written.append(folder / name)
    return written


def write_files(out: Path, files: Iterable[tuple[str, bytes]]) -> list[Path]:
    """Write files given as (name, content) into the folder ``out``, all or none; return their paths.

    There must be one. If the first has an empty name, it alone is written, to ``out`` itself, which may be a pipe.
    """
    named_files = iter(files)
    first = next(named_files)
    if not first[0]:
        write_atomic(out, first[1], through=True)
        return [out]
    return write_folder(out, chain([first], named_files))
