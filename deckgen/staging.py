"""Staging: what is written lies hidden beside its place until all of it is whole, and moves there in one go.

A file, or the folder of a set of files, is called ``.deckgen-`` and eight digits there, and whoever writes it holds a
lock on it, which the system takes away when the process ends, however it ends. So what has nobody's lock is of the dead:
the next that writes in that folder removes it, and undoes the moves of a set that had not all been made.
"""

from __future__ import annotations

import errno
import json
import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO

from deckgen.errors import DeckgenError
from deckgen.reading import FileLimit, content_of
from deckgen.records import record

_NAME = re.compile(r"\.deckgen-[0-9a-f]{8}")
_OPEN = os.O_RDWR | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_LOOK = _OPEN | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_NEW = _OPEN | os.O_CREAT | os.O_EXCL
_LOCK, _MOVES = "lock", "moves.json"
_FRESH, _OLD = "new", "old"  # folders of a set: of its files, and of the files in whose places they move
_RECORD = FileLimit("a record of moves", 4_000_000)


def lock(handle: int) -> bool | None:
    """Lock an open file for this process; False if another process has it, None where files cannot be locked."""
    if sys.platform == "win32":
        return None
    import fcntl  # noqa: PLC0415 (not on every system)

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # this file system has no locks
        return None
    return True


def is_at(handle: int, path: Path) -> bool:
    """Whether an open file is still what is found at its path."""
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False


def sync_folder(folder: Path) -> None:
    """Let the names in a folder outlast a loss of power, where the file system can do that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _locked(path: Path) -> int | None:
    """A new file, open and locked; None if that name is taken, or another process just took the file for a dead one's."""
    try:
        handle = os.open(path, _NEW, 0o666)
    except FileExistsError:
        return None
    if lock(handle) is not False and is_at(handle, path):
        return handle
    os.close(handle)
    return None


def _names(folder: Path) -> Iterator[Path]:
    while True:
        yield folder / f".deckgen-{os.urandom(4).hex()}"


@contextmanager
def staged(path: Path, *, lasting: bool) -> Iterator[BinaryIO]:
    """A hidden file to write, which at the end moves to ``path``; if it is to be ``lasting``, no loss of power harms it.

    Links are followed. A pipe, a device or an open file that has a name, such as /dev/stdout, is written itself.
    Raises OSError.
    """
    if _is_stream(path):
        with path.open("wb") as file:
            yield file
        return
    place = Path(os.path.realpath(path))
    if place.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    sweep_once(place.parent)
    handle, stage = next(
        (handle, name) for name in _names(place.parent) if (handle := _locked(name)) is not None
    )
    try:
        with os.fdopen(handle, "wb") as file:
            _be_like(place, stage)
            yield file
            file.flush()
            if lasting:
                os.fsync(handle)
            if sys.platform == "win32":  # where an open file cannot move
                file.close()
            stage.replace(place)
    except BaseException:
        stage.unlink(missing_ok=True)
        raise
    if lasting:
        sync_folder(place.parent)


def _is_stream(path: Path) -> bool:
    try:
        found = path.stat().st_mode
    except OSError:
        return False
    folder = os.path.realpath(path.parent)
    return not (stat.S_ISDIR(found) or stat.S_ISREG(found)) or folder == "/dev" or folder.startswith("/proc/")


def _be_like(there: Path, stage: Path) -> None:
    """Give a file the mode of that whose place it takes; otherwise it has that of all new files."""
    with suppress(OSError):
        stage.chmod(stat.S_IMODE(there.stat().st_mode))


@contextmanager
def staged_set(folder: Path) -> Iterator[Path]:
    """A hidden folder to write files into, which at the end move to the same places in ``folder``: all of them, or none.

    Raises OSError.
    """
    sweep(folder)
    stage = _Stage.new(folder)
    try:
        (stage.path / _FRESH).mkdir()
        yield stage.path / _FRESH
        stage.move_all()
    finally:
        stage.remove()


@lru_cache(maxsize=64)
def sweep_once(folder: Path) -> None:
    """Sweep a folder, but only once for this process."""
    sweep(folder)


def sweep(folder: Path) -> None:
    """Remove what dead processes were writing in a folder, and undo moves that they had begun."""
    with suppress(OSError):
        for entry in list(os.scandir(folder)):
            if _NAME.fullmatch(entry.name):
                with suppress(OSError, ValueError):  # what cannot be removed disturbs nobody
                    _sweep(folder / entry.name)


def _sweep(path: Path) -> None:
    found = path.lstat()
    if hasattr(os, "geteuid") and found.st_uid != os.geteuid():
        return
    if stat.S_ISREG(found.st_mode):
        handle = os.open(path, _LOOK)
        try:
            if lock(handle) and is_at(handle, path):
                path.unlink()
        finally:
            os.close(handle)
    elif stat.S_ISDIR(found.st_mode):
        try:
            handle = os.open(path / _LOCK, _LOOK)
        except FileNotFoundError:
            path.rmdir()  # it is empty, or else no stage; a living process that just made it makes another
            return
        if lock(handle) and is_at(handle, path / _LOCK):
            stage = _Stage(path, handle)
            try:
                stage.undo()
            finally:
                stage.remove()
        else:
            os.close(handle)


@record
class _Move:
    """A file of a set, what tells it from others wherever it is, and where it goes."""

    name: str
    inode: int
    size: int
    changed: int  # nanoseconds

    @classmethod
    def of(cls, name: str, path: Path) -> _Move:
        found = path.lstat()
        return cls(name, found.st_ino, found.st_size, found.st_mtime_ns)

    def is_at(self, path: Path) -> bool:
        """Whether that file, and no other nor a later form of it, is there."""
        try:
            return _Move.of(self.name, path) == self and stat.S_ISREG(path.lstat().st_mode)
        except OSError:
            return False


@record
class _Stage:
    """The hidden folder of a set of files, and its lock.

    Moves are recorded before the first is made. Until the record is gone, they count as not made. A move never passes
    through a link: files behind links are written one by one after all moves, and are not undone.
    """

    path: Path
    handle: int

    @classmethod
    def new(cls, folder: Path) -> _Stage:
        for path in _names(folder):
            try:
                path.mkdir(0o700)
            except FileExistsError:
                continue
            try:
                if (handle := _locked(path / _LOCK)) is not None:
                    return cls(path, handle)
            except FileNotFoundError:
                pass  # another process just took the folder for a dead one's
            except OSError:
                path.rmdir()
                raise
        raise AssertionError  # names do not end

    @property
    def folder(self) -> Path:
        return self.path.parent

    def target(self, name: str) -> Path:
        """Where a file goes: where a link leads that is there."""
        return Path(os.path.realpath(self.folder / name))

    def move_all(self) -> None:
        fresh = self.path / _FRESH
        files = sorted(path for path in fresh.rglob("*") if path.is_file())
        names = [path.relative_to(fresh).as_posix() for path in files]
        through = {name for name in names if self._is_written_there(name)}
        for file in files:
            _sync(file)
        made = [name for name in self._folders(names) if not (self.folder / name).exists()]
        moves = [_Move.of(name, fresh / name) for name in names if name not in through]
        self._keep_old(move.name for move in moves)
        self._record(made, moves)
        try:
            for name in made:
                (self.folder / name).mkdir(exist_ok=True)
            for move in moves:
                (fresh / move.name).replace(self.target(move.name))
            for folder in {self.folder, *(self.target(name).parent for name in names)}:
                sync_folder(folder)
            for name in sorted(through):
                with staged(self.target(name), lasting=True) as place:
                    place.write((fresh / name).read_bytes())
        except BaseException:
            self.undo()
            raise
        self._forget()

    def _is_written_there(self, name: str) -> bool:
        """Whether a file cannot move to its place but is written there: through a link, into a pipe, on another file system."""
        place = self.target(name)
        if place != self.target(".") / name:
            return True
        while not place.exists():
            place = place.parent
        found = place.stat()
        return (_is_stream(place) and not place.is_dir()) or found.st_dev != self.path.stat().st_dev

    @staticmethod
    def _folders(names: list[str]) -> list[str]:
        """The folders in which files of these names lie, outer ones first."""
        parents = {parent.as_posix() for name in names for parent in Path(name).parents}
        return sorted(parents - {"."})

    def _record(self, made: list[str], moves: list[_Move]) -> None:
        said = {"folders": made, "files": [[m.name, m.inode, m.size, m.changed] for m in moves]}
        handle = os.open(self.path / _MOVES, _NEW, 0o600)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            json.dump(said, file)
            file.flush()
            os.fsync(handle)
        for folder in (self.path / _FRESH, self.path, self.folder):
            sync_folder(folder)

    def _keep_old(self, names: Iterable[str]) -> None:
        """Keep the files in whose places others move; on the disk, as the record is before the first of them moves."""
        folders: dict[Path, None] = {}
        for name in names:
            target, old = self.target(name), self.path / _OLD / name
            if target.exists():
                old.parent.mkdir(parents=True, exist_ok=True)
                _keep(target, old)
                _be_like(target, self.path / _FRESH / name)
                folders |= dict.fromkeys(place for place in old.parents if self.path in place.parents)
        for folder in folders:
            sync_folder(folder)

    def undo(self) -> None:
        """Take back the moves that are recorded; what somebody has changed since stays.

        The record may be forged, as a stage can come with a stranger's folder. So only files are touched whose folders
        this stage holds in ``new``, below the folder of the stage, and through no link: each file has one name then,
        and whoever forges a record has one guess of its inode.
        """
        created, moves = self._recorded()
        parents = [*self._folders([move.name for move in moves]), "."]
        linkless = {name for name in parents if self._is_linkless(name)}
        for move in moves:
            target, old = self.folder / move.name, self.path / _OLD / move.name
            if Path(move.name).parent.as_posix() not in linkless or not move.is_at(target):
                continue
            if (
                Path(os.path.realpath(old)) == Path(os.path.realpath(self.path)) / _OLD / move.name
                and old.is_file()
            ):
                old.replace(target)
            else:
                target.unlink()
        for name in reversed(created):
            if self._is_linkless(name):
                with suppress(OSError):  # others may have put something there
                    (self.folder / name).rmdir()
        self._forget()

    def _is_linkless(self, name: str) -> bool:
        """Whether a folder below that of the stage, and its twin in ``new``, are reached through no link."""
        pairs = ((self.folder, self.folder / name), (self.path, self.path / _FRESH / name))
        return all(
            Path(os.path.realpath(place)) == Path(os.path.realpath(top)) / place.relative_to(top)
            and place.is_dir()
            for top, place in pairs
        )

    def _recorded(self) -> tuple[list[str], list[_Move]]:
        """The folders and files of the record; none if there is none, or it was not finished: then nothing was moved."""
        try:
            said: dict[str, Any] = json.loads(content_of(self.path / _MOVES, DeckgenError, _RECORD))
            made = [str(name) for name in said["folders"]]
            moves = [_Move(str(name), *rest) for name, *rest in said["files"]]
        except (ValueError, KeyError, TypeError, RecursionError):
            return [], []
        once = len({Path(move.name) for move in moves}) == len(moves)
        if once and all(_is_below(name) for name in (*made, *(move.name for move in moves))):
            return made, moves
        return [], []

    def _forget(self) -> None:
        """All moves are made, or none."""
        (self.path / _MOVES).unlink(missing_ok=True)
        sync_folder(self.path)

    def remove(self) -> None:
        """Take the hidden folder away, its lock last; but not while moves are neither made nor undone."""
        import shutil  # noqa: PLC0415 - slow to import

        if not (self.path / _MOVES).exists():
            for name in (_FRESH, _OLD):
                place = self.path / name
                if place.is_dir() and not place.is_symlink():
                    shutil.rmtree(place, ignore_errors=True)
                else:  # a stranger's pipe or link, which rmtree would open
                    with suppress(OSError):
                        place.unlink()
            with suppress(OSError):
                (self.path / _LOCK).unlink()
                self.path.rmdir()
        os.close(self.handle)


def _is_below(name: str) -> bool:
    """Whether a name is of something in a folder or below it."""
    return not Path(name).is_absolute() and ".." not in Path(name).parts and "\0" not in name


def _keep(file: Path, copy: Path) -> None:
    """Let a file have another name, too; where that cannot be, copy it."""
    try:
        os.link(file, copy)
    except OSError:
        import shutil  # noqa: PLC0415 - slow to import

        shutil.copy2(file, copy)
        _sync(copy)


def _sync(file: Path) -> None:
    handle = os.open(file, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
