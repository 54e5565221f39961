"""Staging: files are written in a hidden folder beside their targets, then moved there one by one.

The hidden folder is called ``.deckgen-`` and eight hexadecimal digits. The process that writes in it holds a
lock on it, which the system releases when the process ends. An unlocked one is left over from a killed
process: the next process that writes there removes it by its name alone and uses nothing in it.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

from deckgen.guard import note_folder

_NAME = re.compile(r"\.deckgen-[0-9a-f]{8}")
_OPEN = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


def try_lock(handle: int) -> bool | None:
    """Return True if an open file or folder is now locked, False if another process holds it, None where locks fail."""
    if sys.platform in {"win32", "emscripten"}:
        return None
    import fcntl  # noqa: PLC0415 (not on every system)

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # this file system has no such locks
        return None
    return True


def is_same_file(handle: int, path: Path) -> bool:
    """Return whether an open file is still the one at its path."""
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False


@contextmanager
def open_staged(path: Path, *, lasting: bool) -> Iterator[BinaryIO]:
    """Yield a hidden file that at the end replaces ``path``, or a link's target. ``lasting``: sync. Raises OSError."""
    place = Path(os.path.realpath(path))
    with _stage(place.parent) as stage:
        with (stage / "new").open("wb") as file:
            yield file
            file.flush()
            if lasting:
                os.fsync(file.fileno())
        _move(stage / "new", place)
    if lasting:
        _sync(place.parent)


@contextmanager
def stage_folder(folder: Path) -> Iterator[Path]:
    """Yield a hidden folder; at the end its files, synced, replace those in ``folder``, one by one. Raises OSError."""
    folder = Path(os.path.realpath(folder))
    with _stage(folder) as stage:
        yield stage
        files = sorted(path for path in stage.rglob("*") if path.is_file())
        places = [Path(os.path.realpath(folder / file.relative_to(stage))) for file in files]
        for file in files:
            with _open_handle(file) as handle:
                os.fsync(handle)
        with _hold_lock(folder):
            for file, place in zip(files, places, strict=True):
                place.parent.mkdir(parents=True, exist_ok=True)
                _move(file, place)
        for parent in {folder, *(place.parent for place in places)}:
            _sync(parent)


def _move(file: Path, target: Path) -> None:
    """Move a file over its target, whose mode it takes if there is one; copy it if that is in another file system."""
    with suppress(OSError):
        file.chmod(stat.S_IMODE(target.stat().st_mode))
    try:
        file.replace(target)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        with open_staged(target, lasting=True) as copy:  # a link leads to another file system
            copy.write(file.read_bytes())


@contextmanager
def _stage(folder: Path) -> Iterator[Path]:
    """Yield a new locked hidden folder in ``folder``, once swept; at the end remove it with everything still in it."""
    sweep_once(folder)
    note_folder(folder)
    path, handle = _make_locked(folder)
    try:
        yield path
    finally:
        _remove(path)
        os.close(handle)


def _make_locked(folder: Path) -> tuple[Path, int]:
    """Return the path of a new hidden folder, and an open handle that keeps it locked where locks work."""
    while True:
        path = folder / f".deckgen-{os.urandom(4).hex()}"
        path.mkdir(0o700)
        with suppress(FileNotFoundError):  # another process just took it for one that was left over
            handle = os.open(os.devnull if sys.platform == "win32" else path, _OPEN)
            if (locked := try_lock(handle)) is None or (locked and is_same_file(handle, path)):
                return path, handle
            os.close(handle)


@contextmanager
def _hold_lock(folder: Path) -> Iterator[None]:
    """Hold a folder's lock for the block; after ten seconds, or if it cannot be opened, go on without it."""
    with ExitStack() as stack:
        with suppress(OSError):  # it may be written but not read
            handle = stack.enter_context(_open_handle(folder))
            for _ in range(100):
                if try_lock(handle) is not False:
                    break
                time.sleep(0.1)
        yield


def sweep(folder: Path) -> None:
    """Remove hidden files and folders that no process locks any more, left in a folder by killed ones of this user."""
    with suppress(OSError):
        for entry in list(os.scandir(folder)):
            if _NAME.fullmatch(entry.name) and not entry.is_symlink() and (entry.is_file() or entry.is_dir()):
                with (
                    suppress(OSError),
                    _open_handle(entry.path) as handle,
                ):  # what cannot be removed harms nobody
                    unused = try_lock(handle) and is_same_file(handle, Path(entry.path))
                    if unused and os.fstat(handle).st_uid == os.geteuid():
                        _remove(Path(entry.path))


sweep_once = lru_cache(maxsize=64)(sweep)
"""``sweep``, but only once for each folder and process."""


def _remove(path: Path) -> None:
    """Remove a file, or a folder with its content; links in it are not followed."""
    try:
        path.rmdir()
    except NotADirectoryError:
        path.unlink()
    except OSError:
        import shutil  # noqa: PLC0415 - slow to import

        shutil.rmtree(path, ignore_errors=True)


@contextmanager
def _open_handle(path: Path | str) -> Iterator[int]:
    """Yield the handle of a file or folder opened for reading; a link is not followed. Raises OSError."""
    handle = os.open(path, _OPEN)
    try:
        yield handle
    finally:
        os.close(handle)


def _sync(folder: Path) -> None:
    """Sync the names in a folder to the disk, where the system can."""
    with suppress(OSError), _open_handle(folder) as handle:
        os.fsync(handle)
