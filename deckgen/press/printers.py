"""Duplex offsets of printers: a sheet to measure them, and the user's file of measured offsets.

The sheet has crosses in front, scales behind. Held to the light, each cross is seen on a scale. The numbers read
there are what the user gives deckgen: the second side moves by them.
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
from deckgen.files import write_atomic
from deckgen.language import gettext_noop
from deckgen.press.imposition import marks
from deckgen.press.imposition.n_up import back_matrix
from deckgen.press.options import DUPLEX, Options
from deckgen.press.pages import Book, Page
from deckgen.reading import SETTINGS, parse_json, read_bytes
from deckgen.records import record

if TYPE_CHECKING:
    from deckgen.draw.paper import Paper

_PRINTER_NAME = re.compile(r"[^\x00-\x1f]{1,80}")
_LIMITS = {"x": 50.0, "y": 50.0, "rotate": 10.0}
_SET_AGAIN = "set it again: deckgen calibrate --printer NAME --set X,Y"
_SCALE_REACH = 5  # mm: half length of a scale
_TICK_START = 9.5  # mm: from the middle of a scale to its ticks; a cross ends before them
_NUMBER_SPREAD = 3.2, 2.3  # distance of numbers in distances of ticks, across and down
_CROSS_OFFSET = 70.0  # mm: from the middle to the outer crosses
_MIN_PAPER_WIDTH = 200.0  # mm
CROSS_SPAN = 2 * _CROSS_OFFSET
"""From the left cross to the right one, in mm."""

_INSTRUCTIONS = (
    gettext_noop("Print both pages on one sheet, at 100 %, turned as you turn cards."),
    gettext_noop("Measure the rulers. If they are not 50 mm and 2 in, the printer scaled the page: switch that off."),
    gettext_noop(
        "Hold the sheet to the light, second side towards you and upright. Each cross shines through a scale."
    ),
    gettext_noop("Read the position of the middle cross: mm right (+) or left (−), down (+) or up (−) of the 0."),
    gettext_noop("Save it:  deckgen calibrate --printer NAME --set RIGHT,DOWN   and print cards with  --printer NAME"),
    gettext_noop(
        "If the outer crosses differ in height, add  --tilt  and the right one’s reading minus the left one’s."
    ),
)
_TURNED = {
    "long-edge": gettext_noop("{paper}, turned over the long edge"),
    "short-edge": gettext_noop("{paper}, turned over the short edge"),
}


@record
class PrinterOffset:
    """The correction that moves a second side into place: mm right and down, degrees clockwise."""

    x: float = 0.0
    y: float = 0.0
    rotate: float = 0.0


def config_path() -> Path:
    """Return the path of printers.json: in DECKGEN_CONFIG, or deckgen/ in XDG_CONFIG_HOME, APPDATA or ~/.config."""
    if config_folder := os.environ.get("DECKGEN_CONFIG"):
        return Path(config_folder) / "printers.json"
    base = os.environ.get("XDG_CONFIG_HOME") or os.environ.get("APPDATA")
    return (Path(base) if base else Path.home() / ".config") / "deckgen" / "printers.json"


def read_printers() -> dict[str, PrinterOffset]:
    """Return the offsets of all saved printers, by name; {} without a file. Raises PressError if it is damaged."""
    path = config_path()
    if not path.exists():
        return {}
    remedy = f"delete it, then {_SET_AGAIN}"
    data = parse_json(read_bytes(path, PressError, SETTINGS, remedy), path, PressError, remedy)
    try:
        return {name: _check_offset(PrinterOffset(**entry)) for name, entry in data.items()}
    except (TypeError, AttributeError) as error:
        raise PressError(Problem(str(path), None, "", f"is damaged ({error})", remedy)) from error


def find_printer(name: str) -> PrinterOffset:
    """Return the offset of a saved printer. Raises PressError if there is none of this name."""
    offsets = read_printers()
    if name not in offsets:
        message = f"there is no saved printer {name!r}"
        remedy = suggest(name, offsets, listed=True, otherwise=_SET_AGAIN) if offsets else _SET_AGAIN
        raise PressError(Problem(str(config_path()), None, "", message, remedy))
    return offsets[name]


def save_printer(name: str, offset: PrinterOffset) -> Path:
    """Save or replace a printer's offset; return the file's path. Raises PressError for a bad name or offset."""
    if not _PRINTER_NAME.fullmatch(name):
        message = f"{name!r} is not a printer name"
        raise PressError(Problem("--printer", None, "", message, "use 1 to 80 characters"))
    entries = {key: asdict(entry) for key, entry in {**read_printers(), name: _check_offset(offset)}.items()}
    content = json.dumps(entries, ensure_ascii=False, indent=2, sort_keys=True) + "\n"
    write_atomic(config_path(), content.encode())
    return config_path()


def _check_offset(offset: PrinterOffset) -> PrinterOffset:
    """Return the offset. Raises PressError if it is implausibly large."""
    for key, limit in _LIMITS.items():
        if not abs(value := getattr(offset, key)) <= limit:  # NaN fails, too
            message = f"an offset of {value:g} is not plausible"
            raise PressError(Problem("--set", None, key, message, f"measure again; at most {limit:g} is allowed"))
    return offset


def tilt_degrees(difference: float) -> float:
    """Return the clockwise turn for the right cross reading ``difference`` mm lower than the left one."""
    return math.degrees(math.atan2(difference, CROSS_SPAN))


def calibration_book(paper: Paper, options: Options) -> Book:
    """Return the two pages of a calibration sheet. Raises PressError for a paper too narrow for its scales and text.

    ``options`` give language, flip, and the offset that shifts the second page: a correct one reads 0.
    """
    if paper.width < _MIN_PAPER_WIDTH:
        message = f"the calibration sheet does not fit on {paper.title}"
        remedy = f"use a paper at least {_MIN_PAPER_WIDTH:g} mm wide: a printer has the same offset on all"
        raise PressError(Problem("--paper", None, "", message, remedy))
    size = (paper.width, paper.height)
    front, back = (
        marks.marks_drawing(*size, pen.items) for pen in (_draw_front(paper, options), _draw_back(paper, options))
    )
    pages = (
        Page(*size, (), front, label="front"),
        Page(*size, (), back, label="back", shift=back_matrix(*size, options)),
    )
    title = options.language.phrase("Printer calibration")
    return Book(pages, title, scaling=False, duplex=DUPLEX.get(options.flip))


def _cross_centers(paper: Paper) -> list[tuple[float, float]]:
    """Return (x, y) in mm of the middle, left and right cross; left and right swap when a sheet is turned."""
    x, y = paper.width / 2, paper.height / 2
    return [(x, y), (x - _CROSS_OFFSET, y), (x + _CROSS_OFFSET, y)]


def _draw_front(paper: Paper, options: Options) -> Pen:
    """Return a pen that has drawn the first page: crosses, instructions for the options' flip, rulers."""
    pen, left, language = marks.marks_pen(options.language), 20.0, options.language
    for x, y in _cross_centers(paper):
        _hairline(pen, x - 9, y, x + 9, y)
        _hairline(pen, x, y - 9, x, y + 9)
        pen.box(x - 1, y - 1, 2, 2, "", marks.MARK_COLOR, marks.HAIRLINE)
    marks.draw_label(pen, left, 26, language.phrase("Printer calibration: first side"), 5.0, "bold")
    marks.draw_label(pen, left, 32, language.phrase(_TURNED[options.flip], paper=paper.title), 3.2)
    y, room = 44.0, paper.width - left - 15.0
    for number, text in enumerate(_INSTRUCTIONS, 1):
        marks.draw_label(pen, left, y, f"{number}.", 3.2)
        for line in wrap([(language.phrase(text), "regular")], 3.2, room - 5.0, pen.fonts, language=language):
            pen.runs(line, left + 5.0, y, 3.2, marks.MARK_COLOR)
            y += 4.4
        y += 1.6
    marks.draw_rulers(pen, left, paper.height - 40)
    return pen


def _draw_back(paper: Paper, options: Options) -> Pen:
    """Return a pen that has drawn the second page: a scale where each cross is, with its name above."""
    pen, language = marks.marks_pen(options.language), options.language
    for x, y in _cross_centers(paper):
        _draw_scale(pen, x, y)
    marks.draw_label(pen, 20, 26, language.phrase("Printer calibration: second side"), 5.0, "bold")
    text = language.phrase("Read the positions of the first side’s crosses here, in mm.")
    marks.draw_label(pen, 20, 32, text, 3.2)
    names = (
        language.phrase("middle cross: right, down"),
        language.phrase("left cross: down"),
        language.phrase("right cross: down"),
    )
    for (x, y), name in zip(_cross_centers(paper), names, strict=True):
        marks.draw_label(pen, x - pen.width(name, "regular", 3.2) / 2, y - 26, name, 3.2, "semibold")
    return pen


def _hairline(pen: Pen, x1: float, y1: float, x2: float, y2: float) -> None:
    pen.rule(x1, y1, x2, y2, marks.MARK_COLOR, marks.HAIRLINE)


def _draw_scale(pen: Pen, x: float, y: float) -> None:
    """Draw ticks every half mm, 5 mm to each side of a cross's place (x, y); lines lead from each mm to its number."""
    for step in range(-2 * _SCALE_REACH, 2 * _SCALE_REACH + 1):
        offset, is_whole_mm = step / 2, step % 2 == 0
        end = _TICK_START + (2.2 if is_whole_mm else 1.2)
        for side in (-1, 1):
            _hairline(pen, x + offset, y + side * _TICK_START, x + offset, y + side * end)
            _hairline(pen, x + side * _TICK_START, y + offset, x + side * end, y + offset)
        if is_whole_mm:
            far, wide, high = end + 3.5, offset * _NUMBER_SPREAD[0], offset * _NUMBER_SPREAD[1]
            _hairline(pen, x + offset, y - end, x + wide, y - far)
            _hairline(pen, x + end, y + offset, x + far, y + high)
            name = f"{offset:+.0f}".replace("-", "−") if step else "0"
            marks.draw_label(pen, x + wide, y - far - 1, name, 2.4, align=0.5)
            marks.draw_label(pen, x + far + 1, y + high + 0.8, name, 2.4)
