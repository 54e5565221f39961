"""Sheets of paper, read from papers.yaml beside this file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from deckgen.errors import Fault, PressError, nearest
from deckgen.sources import read_yaml

_UNITS = {"mm": 1.0, "in": 25.4, "pt": 25.4 / 72}


@dataclass(frozen=True)
class Paper:
    """A sheet, upright, in mm; ``margin`` is what a printer cannot reach along each edge."""

    name: str
    title: str
    width: float
    height: float
    margin: float


def papers() -> dict[str, Paper]:
    """Every paper there is, by name."""
    return {
        name: Paper(name, entry["title"], *(mm(entry[key]) for key in ("width", "height", "margin")))
        for name, entry in read_yaml(Path(__file__).with_name("papers.yaml")).data.items()
    }


def paper_named(name: str) -> Paper:
    """A paper by name. Raises PressError if there is none."""
    known = papers()
    if name not in known:
        remedy = nearest(name, known, listed=True)
        raise PressError(Fault("--paper", None, "", f"there is no paper {name!r}", remedy))
    return known[name]


def mm(length: float | str) -> float:
    """A length as data files have it, in mm: a number of mm, or a string that ends with mm, in or pt."""
    return float(length[:-2]) * _UNITS[length[-2:]] if isinstance(length, str) else float(length)
