"""Where shipped files are, and writing files so that they appear whole or not at all."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from deckgen.errors import DeckgenError, told_as

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


def write_whole(path: Path, content: bytes) -> None:
    """Write ``content`` beside ``path`` and put it in its place in one step; make missing folders.

    What is there and no file, such as a pipe or /dev/null, is written through, not replaced; links are followed.
    Raises DeckgenError if the place cannot be written.
    """
    with whole_file(path) as file:
        file.write(content)


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """The same for what is written piece by piece: the file is in its place once all is written, or never.

    Raises DeckgenError if the place cannot be written.
    """
    with told(path):
        if path.exists() and not path.is_file() and not path.is_dir():
            with path.open("wb") as stream:
                yield stream
            return
        path = path.resolve()
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                yield file
            Path(name).chmod(0o644)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise


@contextmanager
def new_folder(folder: Path) -> Iterator[None]:
    """Make a folder to write into; if nothing was, it and those that were made for it go away again.

    Raises DeckgenError if it cannot be made.
    """
    made = [place for place in (folder, *folder.parents) if not place.exists()]
    try:
        with told(folder):
            folder.mkdir(parents=True, exist_ok=True)
        yield
    finally:
        for place in made:  # innermost first; one that holds something stays
            with suppress(OSError):
                place.rmdir()


@contextmanager
def whole_folder(folder: Path) -> Iterator[Path]:
    """A hidden folder to write into; what is in it moves to ``folder`` at the end, or not at all.

    Raises DeckgenError if the place cannot be written.
    """
    import shutil  # noqa: PLC0415 - slow to import

    with new_folder(folder):
        with told(folder):
            stage = Path(tempfile.mkdtemp(prefix=".deckgen-", dir=folder))
        try:
            yield stage
            with told(folder):
                for file in sorted(file for file in stage.rglob("*") if file.is_file()):
                    target = folder / file.relative_to(stage)
                    target.parent.mkdir(parents=True, exist_ok=True)
                    file.replace(target)
        finally:
            shutil.rmtree(stage, ignore_errors=True)


def write_folder(folder: Path, files: Iterable[tuple[str, bytes]]) -> list[Path]:
    """Write files by their names in ``folder``, all or none, as they come; returns their paths."""
    written = []
    with whole_folder(folder) as stage:
        for name, content in files:
            (stage / name).parent.mkdir(parents=True, exist_ok=True)
            (stage / name).write_bytes(content)
            written.append(folder / name)
    return written
