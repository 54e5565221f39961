"""What is kept between runs in the user's cache folder, so that it need not be found again.

Little there is believed: every file carries the SHA-256 of what it is and holds, a solution is proved before it is used,
and nothing is kept that could be run. That a file fits its schema, that this program proved a solution, and the odds that
it computed of pools are taken from here as they stand. A folder that everybody can write to is not used at all.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
from functools import lru_cache
from pathlib import Path

from deckgen import __version__
from deckgen.errors import DeckgenError, Problem, warn_once
from deckgen.files import cache_folder, write_atomic
from deckgen.reading import LOCK, read_bytes

_OTHERS_WRITE = 0o002
_ROOT = Path(__file__).resolve().parent


def read_cached(kind: str, name: str) -> bytes | None:
    """What is kept under a name, a SHA-256; None if there is nothing, or, which is told, not what was kept."""
    path = cache_path(kind, name)
    if path is None or not os.path.lexists(path):
        return None
    try:
        digest, _, content = read_bytes(path, DeckgenError, LOCK).partition(b"\n")
    except DeckgenError as error:
        warn_unusable(kind, name, error.problems[0].message)
        return None
    if digest != _digest(kind, name, content):
        warn_unusable(kind, name)
        return None
    return content


def write_cached(kind: str, name: str, content: bytes) -> None:
    """Keep it under a name, if there is a place: a cache that cannot be written is only slower."""
    path = cache_path(kind, name)
    if path is not None:
        with contextlib.suppress(DeckgenError):
            write_atomic(path, _digest(kind, name, content) + b"\n" + content, lasting=False)


def warn_unusable(kind: str, name: str, message: str = "is not what was kept there") -> None:
    warn_once(
        Problem(str(cache_path(kind, name)), None, "", f"{message}, and is not used", "it is made anew")
    )


def cache_path(kind: str, name: str) -> Path | None:
    """The file of a name; None if there is no cache folder, or none that is the user's alone."""
    try:
        folder = cache_folder()
    except RuntimeError:  # no home folder
        return None
    return folder / kind / name if _is_private(folder) else None


@lru_cache(maxsize=8)
def program_digest(*packages: str) -> bytes:
    """Return the SHA-256 of deckgen's version and the modules of some of its packages, such as "deck/solve".

    What is kept under a name that it is part of is computed again after any change of the program.
    """
    modules = (path for package in packages for path in sorted(_ROOT.joinpath(package).rglob("*.py")))
    content = (path.relative_to(_ROOT).as_posix().encode() + b"\n" + path.read_bytes() for path in modules)
    return hashlib.sha256(b"\0".join([__version__.encode(), *content])).digest()


@lru_cache(maxsize=8)
def _is_private(folder: Path) -> bool:
    try:
        status = folder.stat()
    except (OSError, ValueError):
        return True  # there is none yet, or it cannot be read
    if not stat.S_ISDIR(status.st_mode):
        message = "this is no folder, and cannot be the cache"
    elif os.name == "nt" or (status.st_uid == os.geteuid() and not status.st_mode & _OTHERS_WRITE):
        return True
    else:
        message = "others can write to this cache folder, and it is not used"
    warn_once(Problem(str(folder), None, "", message, "make it your own, or name another in DECKGEN_CACHE"))
    return False


def _digest(kind: str, name: str, content: bytes) -> bytes:
    return hashlib.sha256(f"{kind}/{name}\n".encode() + content).hexdigest().encode()
