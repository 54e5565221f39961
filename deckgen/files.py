"""Where shipped files are, and writing files so that they appear whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

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


def write_whole(path: Path, content: bytes) -> None:
    """Write ``content`` beside ``path`` and put it in its place in one step; make missing folders.

    Raises DeckgenError if the place cannot be written.
    """
    with told_as(DeckgenError, path, "choose another place with -o"):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            Path(name).chmod(0o644)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
