"""Results stored between runs in the user's cache folder.

Cached files are not trusted: each carries the SHA-256 of its kind, name and content, a solution is proved
again before it is used, and nothing that could be executed is stored. Taken as they are: that a file fits its
schema, that this program proved a solution, and the odds it computed of pools. A folder that everybody can
write to is not used at all.
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
    """Return what is cached of a ``kind`` as ``name``, a SHA-256; None if nothing, or, with a warning, if damaged."""
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
    """Cache the content of a ``kind`` as ``name``, a SHA-256; do nothing if the cache folder cannot be written."""
    path = cache_path(kind, name)
    if path is not None:
        with contextlib.suppress(DeckgenError):
            write_atomic(path, _digest(kind, name, content) + b"\n" + content, lasting=False)


def warn_unusable(kind: str, name: str, message: str = "the cached file is damaged") -> None:
    """Warn once that a cached file is ignored and will be rebuilt; ``message`` says why."""
    warn_once(Problem(str(cache_path(kind, name)), None, "", f"{message}, and is ignored", "it will be rebuilt"))


def cache_path(kind: str, name: str) -> Path | None:
    """Return the path of a cached file, which may be missing; None without home folder or if others can write there."""
    try:
        folder = cache_folder()
    except RuntimeError:  # no home folder
        return None
    return folder / kind / name if _is_private(folder) else None


@lru_cache(maxsize=8)
def program_digest(*packages: str) -> bytes:
    """Return the SHA-256 of deckgen's version and the modules of packages such as "deck/solve", for cache names."""
    modules = (path for package in packages for path in sorted(_ROOT.joinpath(package).rglob("*.py")))
    content = (path.relative_to(_ROOT).as_posix().encode() + b"\n" + path.read_bytes() for path in modules)
    return hashlib.sha256(b"\0".join([__version__.encode(), *content])).digest()


@lru_cache(maxsize=8)
def _is_private(folder: Path) -> bool:
    """Return whether a folder is this user's and not writable for all, or missing; if not, warn. Cached."""
    try:
        status = folder.stat()
    except (OSError, ValueError):
        return True  # there is none yet, or it cannot be read
    if not stat.S_ISDIR(status.st_mode):
        message = "the cache path is not a folder"
    elif os.name == "nt" or (status.st_uid == os.geteuid() and not status.st_mode & _OTHERS_WRITE):
        return True
    else:
        message = "the cache folder is ignored because other users can write to it"
    warn_once(
        Problem(
            str(folder),
            None,
            "",
            message,
            "set DECKGEN_CACHE to a folder of your own",
        )
    )
    return False


def _digest(kind: str, name: str, content: bytes) -> bytes:
    """Return the checksum at the start of a cached file: 64 hex digits."""
    return hashlib.sha256(f"{kind}/{name}\n".encode() + content).hexdigest().encode()
