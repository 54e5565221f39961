"""Printers put second sides off: a sheet that shows how far, and the user's file of what was measured.

The sheet has crosses in front and scales behind. Held to the light, each cross is seen on the scale of the other side. The
numbers read there are those that deckgen is given: the second side moves by them.
"""

from __future__ import annotations

import json
import math
import os
import re
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from deckgen.draw.pen import Pen
from deckgen.draw.text import wrap
from deckgen.errors import PressError, Problem, suggest
from deckgen.files import write_whole
from deckgen.language import gettext_noop
from deckgen.press.imposition import marks
from deckgen.press.imposition.n_up import shift
from deckgen.press.options import DUPLEX, Options
from deckgen.press.pages import Book, Page
from deckgen.reading import SETTINGS, content_of, json_of
from deckgen.records import record

if TYPE_CHECKING:
    from deckgen.draw.paper import Paper

_NAME = re.compile(r"[^\x00-\x1f]{1,80}")
_MOST = {"x": 50.0, "y": 50.0, "rotate": 10.0}
_AGAIN = "set it anew with deckgen calibrate --printer NAME --set X,Y"
_REACH = 5  # mm that a scale shows each way
_NEAR = 9.5  # mm from the middle of a scale to its ticks: a cross ends before them
_FAN = 3.2, 2.3  # times as far apart as ticks are their numbers, across and down
_SIDE = 70.0  # mm from the middle to the outer crosses
_LEAST = 200.0  # mm that a paper must be wide
SPAN = 2 * _SIDE
"""From the left cross to the right one, in mm."""

_FRONT = (
    gettext_noop("Print both pages on one sheet, at 100 %, turned as you turn cards."),
    gettext_noop(
        "Measure the rulers. If they are not 50 mm and 2 in, the printer scaled the page: switch that off."
    ),
    gettext_noop(
        "Look at the second side, its words upright, with a light behind the sheet. Each cross shines through a scale."
    ),
    gettext_noop(
        "Read where the middle cross stands: how many mm right (+) or left (−), down (+) or up (−) of the 0."
    ),
    gettext_noop(
        "Keep it:  deckgen calibrate --printer NAME --set RIGHT,DOWN   and print cards with  --printer NAME"
    ),
    gettext_noop(
        "If the outer crosses stand at other heights, add  --tilt  the right one's reading less the left one's."
    ),
)
_TURNED = {
    "long-edge": gettext_noop("{paper}, turned over the long edge"),
    "short-edge": gettext_noop("{paper}, turned over the short edge"),
}


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
        raise PressError(Problem(str(path), None, "", f"is damaged ({error})", remedy)) from error


def printer(name: str) -> Printer:
    """One by its name. Raises PressError if it is not known."""
    known = printers()
    if name not in known:
        what = f"no printer is called {name!r}"
        remedy = suggest(name, known, listed=True, otherwise=_AGAIN) if known else _AGAIN
        raise PressError(Problem(str(file()), None, "", what, remedy))
    return known[name]


def keep(name: str, found: Printer) -> Path:
    """Keep what was found for a printer, in place of what was known; the file. Raises PressError."""
    if not _NAME.fullmatch(name):
        what = f"{name!r} is no name for a printer"
        raise PressError(Problem("--printer", None, "", what, "give it up to 80 letters"))
    known = {known: asdict(one) for known, one in {**printers(), name: _checked(found)}.items()}
    content = json.dumps(known, ensure_ascii=False, indent=2, sort_keys=True) + "\n"
    write_whole(file(), content.encode())
    return file()


def _checked(found: Printer) -> Printer:
    for key, most in _MOST.items():
        if not abs(value := getattr(found, key)) <= most:  # not a number fails, too
            what = f"{value:g} is no likely error of a printer"
            raise PressError(Problem("--set", None, key, what, f"measure again; up to {most:g} is taken"))
    return found


def tilt(difference: float) -> float:
    """Degrees clockwise from what the right cross reads lower than the left one, in mm."""
    return math.degrees(math.atan2(difference, SPAN))


def calibration(paper: Paper, options: Options) -> Book:
    """Two pages. The second is shifted as the options say, so that a shift that is right reads 0.

    Raises PressError for a paper that its scales and words do not fit on.
    """
    if paper.width < _LEAST:
        what = f"the sheet to measure with does not fit on {paper.title}"
        remedy = f"take one that is at least {_LEAST:g} mm wide: a printer is off alike on all"
        raise PressError(Problem("--paper", None, "", what, remedy))
    size = (paper.width, paper.height)
    front, back = (marks.drawing(*size, pen.items) for pen in (_front(paper, options), _back(paper, options)))
    pages = (
        Page(*size, (), front, label="front"),
        Page(*size, (), back, label="back", shift=shift(*size, options)),
    )
    title = options.language.phrase("Printer calibration")
    return Book(pages, title, scaling=False, duplex=DUPLEX.get(options.flip))


def _centers(paper: Paper) -> list[tuple[float, float]]:
    """The middle, and a place on each side: they change places when a sheet is turned."""
    x, y = paper.width / 2, paper.height / 2
    return [(x, y), (x - _SIDE, y), (x + _SIDE, y)]


def _front(paper: Paper, options: Options) -> Pen:
    pen, left, language = marks.marks_pen(options.language), 20.0, options.language
    for x, y in _centers(paper):
        _hair(pen, x - 9, y, x + 9, y)
        _hair(pen, x, y - 9, x, y + 9)
        pen.box(x - 1, y - 1, 2, 2, "", marks.SCREEN, marks.HAIR)
    marks.word(pen, left, 26, language.phrase("Printer calibration: first side"), 5.0, "bold")
    marks.word(pen, left, 32, language.phrase(_TURNED[options.flip], paper=paper.title), 3.2)
    y, room = 44.0, paper.width - left - 15.0
    for number, text in enumerate(_FRONT, 1):
        marks.word(pen, left, y, f"{number}.", 3.2)
        for line in wrap([(language.phrase(text), "regular")], 3.2, room - 5.0, pen.fonts, language=language):
            pen.runs(line, left + 5.0, y, 3.2, marks.SCREEN)
            y += 4.4
        y += 1.6
    marks.rulers(pen, left, paper.height - 40)
    return pen


def _back(paper: Paper, options: Options) -> Pen:
    pen, language = marks.marks_pen(options.language), options.language
    for x, y in _centers(paper):
        _scale(pen, x, y)
    marks.word(pen, 20, 26, language.phrase("Printer calibration: second side"), 5.0, "bold")
    text = language.phrase("Read here where the crosses of the first side stand, in mm.")
    marks.word(pen, 20, 32, text, 3.2)
    names = (
        language.phrase("middle cross: right, down"),
        language.phrase("left cross: down"),
        language.phrase("right cross: down"),
    )
    for (x, y), name in zip(_centers(paper), names, strict=True):
        marks.word(pen, x - pen.width(name, "regular", 3.2) / 2, y - 26, name, 3.2, "semibold")
    return pen


def _hair(pen: Pen, x1: float, y1: float, x2: float, y2: float) -> None:
    pen.rule(x1, y1, x2, y2, marks.SCREEN, marks.HAIR)


def _scale(pen: Pen, x: float, y: float) -> None:
    """Ticks each half mm above, below and beside the place of a cross; lines lead from each mm to its number."""
    for step in range(-2 * _REACH, 2 * _REACH + 1):
        at, whole = step / 2, step % 2 == 0
        end = _NEAR + (2.2 if whole else 1.2)
        for side in (-1, 1):
            _hair(pen, x + at, y + side * _NEAR, x + at, y + side * end)
            _hair(pen, x + side * _NEAR, y + at, x + side * end, y + at)
        if whole:
            far, wide, high = end + 3.5, at * _FAN[0], at * _FAN[1]
            _hair(pen, x + at, y - end, x + wide, y - far)
            _hair(pen, x + end, y + at, x + far, y + high)
            name = f"{at:+.0f}".replace("-", "−") if step else "0"
            marks.word(pen, x + wide, y - far - 1, name, 2.4, align=0.5)
            marks.word(pen, x + far + 1, y + high + 0.8, name, 2.4)
