"""The user's file of printers: how far each puts second sides off."""

from __future__ import annotations

import json
import os
import re
from dataclasses import asdict
from pathlib import Path

from deckgen.errors import Fault, PressError, nearest
from deckgen.files import write_whole
from deckgen.reading import SETTINGS, content_of, json_of
from deckgen.records import record

_NAME = re.compile(r"[^\x00-\x1f]{1,80}")
_MOST = {"x": 50.0, "y": 50.0, "rotate": 10.0}
_AGAIN = "set it anew with deckgen calibrate --printer NAME --set X,Y"


@record
class Printer:
    """What moves a second side to where it should be: mm right and down, degrees clockwise."""

    x: float = 0.0
    y: float = 0.0
    rotate: float = 0.0


def file() -> Path:
    """The user's file of printers; ``DECKGEN_CONFIG`` names another folder for it."""
    if chosen := os.environ.get("DECKGEN_CONFIG"):
        return Path(chosen) / "printers.json"
    base = os.environ.get("XDG_CONFIG_HOME") or os.environ.get("APPDATA")
    return (Path(base) if base else Path.home() / ".config") / "deckgen" / "printers.json"


def printers() -> dict[str, Printer]:
    """All that are known, by name. Raises PressError if the file is damaged."""
    path = file()
    if not path.exists():
        return {}
    remedy = f"delete it, then {_AGAIN}"
    data = json_of(content_of(path, PressError, SETTINGS, remedy), path, PressError, remedy)
    try:
        return {name: _checked(Printer(**entry)) for name, entry in data.items()}
    except (TypeError, AttributeError) as error:
        raise PressError(Fault(str(path), None, "", f"is damaged ({error})", remedy)) from error


def printer(name: str) -> Printer:
    """One by its name. Raises PressError if it is not known."""
    known = printers()
    if name not in known:
        what = f"no printer is called {name!r}"
        remedy = nearest(name, known, listed=True, otherwise=_AGAIN) if known else _AGAIN
        raise PressError(Fault(str(file()), None, "", what, remedy))
    return known[name]


def keep(name: str, found: Printer) -> Path:
    """Keep what was found for a printer, in place of what was known; the file. Raises PressError."""
    if not _NAME.fullmatch(name):
        what = f"{name!r} is no name for a printer"
        raise PressError(Fault("--printer", None, "", what, "give it up to 80 letters"))
    known = {known: asdict(one) for known, one in {**printers(), name: _checked(found)}.items()}
    content = json.dumps(known, ensure_ascii=False, indent=2, sort_keys=True) + "\n"
    write_whole(file(), content.encode())
    return file()


def _checked(found: Printer) -> Printer:
    for key, most in _MOST.items():
        if not abs(value := getattr(found, key)) <= most:  # not a number fails, too
            what = f"{value:g} is no likely error of a printer"
            raise PressError(Fault("--set", None, key, what, f"measure again; up to {most:g} is taken"))
    return found
