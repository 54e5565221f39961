"""Someone's own game in a zip: unpacked within limits, and nothing outside its folder."""

from __future__ import annotations

import shutil
import stat
import zipfile
import zlib
from pathlib import Path, PurePosixPath

from deckgen.errors import DeckgenError, GameError, Problem, Problems

MOST_FILES = 2000
MOST_BYTES = 20_000_000
"""Of all files together, unpacked."""


def last_change(folder: Path) -> int:
    """Return when something in a folder was last changed, in ns; what is hidden does not count, and 0 is for nothing."""
    return max((path.stat().st_mtime_ns for path in folder.rglob("*") if path.name[:1] != "."), default=0)


def unpack_game(file: Path, folder: Path) -> None:
    """Unpack a zip into ``folder``, which it replaces; hidden files, and a folder around all, are left out.

    Raises DeckgenError, and unpacks nothing, if it is no zip, has names that lead out of it, links, or too much in it.
    """
    problems = Problems()
    try:
        with zipfile.ZipFile(file) as archive:
            members = [info for info in archive.infolist() if not info.is_dir() and not _is_hidden(info.filename)]
            for info in members:
                _check(info, problems)
            if len(members) > MOST_FILES:
                _complain(
                    problems, "", f"it has {len(members):,} files", f"leave at most {MOST_FILES:,}: those of the game"
                )
            problems.raise_as(GameError)
            contents = _read(archive, members)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError) as error:
        if isinstance(error, DeckgenError):
            raise
        message, remedy = (
            f"this is no zip that can be read ({error})",
            "pack the game's folder again, without a password",
        )
        raise GameError(Problem(file.name, None, "", message, remedy)) from None
    shutil.rmtree(folder, ignore_errors=True)
    around = _folder_around(list(contents))
    for name, content in contents.items():
        path = folder / name.removeprefix(around)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _is_hidden(name: str) -> bool:
    return any((part.startswith(".") and part != "..") or part == "__MACOSX" for part in PurePosixPath(name).parts)


def _check(info: zipfile.ZipInfo, problems: Problems) -> None:
    """Report a member that leads out of the folder, or is a link."""
    name = info.filename
    if name.startswith("/") or "\\" in name or ":" in name or ".." in PurePosixPath(name).parts:
        _complain(problems, name, "the name leads out of the zip", "pack the game's folder again")
    elif (mode := info.external_attr >> 16) and stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        _complain(problems, name, "this is a link, not a file", "pack the file itself")


def _complain(problems: Problems, name: str, message: str, remedy: str) -> None:
    problems.add(name or "the zip", None, "", message, remedy)


def _folder_around(names: list[str]) -> str:
    """Return the path of the folder that all names begin with, with a slash, or ""."""
    folders = {PurePosixPath(name).parts[:-1] for name in names}
    common: tuple[str, ...] = min(folders, key=len, default=())
    return "/".join((*common, "")) if all(parts[: len(common)] == common for parts in folders) else ""


def _read(archive: zipfile.ZipFile, members: list[zipfile.ZipInfo]) -> dict[str, bytes]:
    """Return the contents of members, up to MOST_BYTES of all, whatever sizes they state. Raises GameError for more."""
    contents: dict[str, bytes] = {}
    room = MOST_BYTES
    for info in members:
        with archive.open(info) as source:
            contents[info.filename] = source.read(room + 1)
        room -= len(contents[info.filename])
        if room < 0:
            message = f"it has more than {MOST_BYTES // 10**6} MB in it"
            raise GameError(Problem("the zip", None, "", message, "leave only the files of the game"))
    return contents
