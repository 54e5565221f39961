"""Paper sizes: those of papers.yaml beside this file, and sizes such as 320x450mm."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from deckgen.errors import DeckgenError, PressError, Problem, suggest
from deckgen.records import record
from deckgen.sources import read_yaml

_UNITS = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72}
_MARGIN = 4.2  # mm along the edges of a paper given as a size
_SUBJECTS = {"--paper": "paper", "--size": "card"}
_MIN_CARD, _MAX_CARD = 25.0, 300.0  # mm: sides of a blank card
_MIN_SIDE, _MAX_SIDE = 50.0, 2000.0  # mm: too small for a card; wider than any roll
_SIZE = re.compile(r"(?:[-+.\d]|nan|inf).*?[x×*].*", re.DOTALL)  # begins like a size, valid or not
_SIDE = re.compile(r"(\d{1,6}(?:[.,]\d{1,6})?|[.,]\d{1,6})\s*([a-z\"″]*)")
_INCHES = {'"': "in", "″": "in", "inch": "in", "inches": "in"}
_SIZE_REMEDY = "write its width and height with one unit, such as 320x450mm or 12x18in"


@record
class Paper:
    """A sheet of paper, upright, in mm; a printer cannot print on ``margin`` along each edge."""

    name: str
    title: str
    width: float
    height: float
    margin: float


@cache
def papers() -> dict[str, Paper]:
    """Return all named papers, by name."""
    return {
        name: Paper(name, entry["title"], *(to_mm(entry[key]) for key in ("width", "height", "margin")))
        for name, entry in read_yaml(Path(__file__).with_name("papers.yaml")).data.items()
    }


def find_paper(name: str) -> Paper:
    """Return the paper with a name, or of a size: ``320x450mm``, ``12x18in``, or ``320x450`` (mm).

    Every spelling gives the same ``name``, which can be part of a file name. Raises PressError if there is none.
    """
    key, papers_by_name = name.strip().lower(), papers()
    if key in papers_by_name:
        return papers_by_name[key]
    if _SIZE.fullmatch(key):
        return _parse_size(key)
    remedy = suggest(key, papers_by_name, listed=True, otherwise=_SIZE_REMEDY)
    raise PressError(Problem("--paper", None, "", f"there is no paper {name!r}", remedy))


def parse_sides(size: str, option: str) -> tuple[float, float, str]:
    """Return the two numbers of a size, in the order and the unit in which they are written. Raises PressError."""
    sides = [_SIDE.fullmatch(side.strip()) for side in re.split("[x×*]", size.lower())]
    first, second = sides if len(sides) == 2 else (None, None)
    if first is None or second is None:
        raise _size_error(option, size, f"is not a {_SUBJECTS[option]} size", _SIZE_REMEDY)
    names = [_INCHES.get(side[2], side[2]) for side in (first, second)]
    units = {unit for unit in names if unit}
    if unknown := sorted(units - _UNITS.keys()):
        raise _size_error(option, size, f"has the unknown unit {unknown[0]!r}", f"use {', '.join(_UNITS)}")
    if len(units) > 1:
        raise _size_error(option, size, f"has two units, {names[0]} and {names[1]}", _SIZE_REMEDY)
    width, height = (round(float(side[1].replace(",", ".")), 3) for side in (first, second))
    return width, height, units.pop() if units else "mm"


def card_size(size: str) -> tuple[float, float]:
    """Return width and height of a card in mm, from a text such as ``44x67mm``. Raises PressError."""
    *sides, unit = parse_sides(size, "--size")
    width, height = (side * _UNITS[unit] for side in sides)
    if not _MIN_CARD <= min(width, height) <= max(width, height) <= _MAX_CARD:
        remedy = f"its sides must be {_MIN_CARD:g} to {_MAX_CARD:g} mm; did you mean another unit?"
        raise _size_error("--size", size, f"is a card of {width:g} × {height:g} mm", remedy)
    return width, height


def _parse_size(size: str) -> Paper:
    """Return the paper of a size, upright, whatever the order of its sides. Raises PressError if it is invalid."""
    *sides, unit = parse_sides(size, "--paper")
    short, long = sorted(sides)
    width, height = (side * _UNITS[unit] for side in (short, long))
    if not _MIN_SIDE <= width <= height <= _MAX_SIDE:
        message = f"is a paper of {width:g} × {height:g} mm"
        remedy = f"its sides must be {_MIN_SIDE:g} to {_MAX_SIDE:g} mm; did you mean another unit?"
        raise _size_error("--paper", size, message, remedy)
    short_text, long_text = (f"{side:.3f}".rstrip("0").rstrip(".") for side in (short, long))
    return Paper(f"{short_text}x{long_text}{unit}", f"{short_text} × {long_text} {unit}", width, height, _MARGIN)


def _size_error(option: str, size: str, message: str, remedy: str) -> PressError:
    return PressError(Problem(option, None, "", f"{size[:40]!r} {message}", remedy))


def check_paper_size(name: str, subject: str) -> None:
    """Raise PressError, which names ``subject``, if a paper is smaller than the area that A4 and Letter share."""
    paper, smallest = find_paper(name), papers()["universal"]
    if paper.width < smallest.width or paper.height < smallest.height:
        message = f"{subject} does not fit on {paper.title}"
        remedy = f"use a4, letter or a paper of at least {smallest.width:g} × {smallest.height:g} mm"
        raise PressError(Problem("--paper", None, "", message, remedy))


@contextmanager
def report_small_paper(name: str, subject: str) -> Iterator[None]:
    """Turn errors of drawing ``subject`` into a PressError if the paper ``name`` is too small; else pass them on."""
    try:
        yield
    except PressError:
        raise
    except DeckgenError:
        check_paper_size(name, subject)
        raise


def to_mm(length: float | str) -> float:
    """Return a length in mm: ``length`` is in mm, or a string that ends with mm, cm, in or pt."""
    return float(length[:-2]) * _UNITS[length[-2:]] if isinstance(length, str) else float(length)
