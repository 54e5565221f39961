"""Cutting machines and the marks that they look for, read from cutters.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from deckgen.errors import PressError, Problems
from deckgen.records import record
from deckgen.sources import check_schema, read_yaml

_DATA = Path(__file__).with_name("cutters.yaml")


@record
class Cutter:
    """The marks of a machine, in mm; cutters.schema.json beside this file explains each key."""

    title: str
    corners: Mapping[str, str]
    inset: float
    arm: float
    line: float
    margins: tuple[float, float]
    source: str
    date: str
    square: float = 0.0


@cache
def cutters(path: Path = _DATA) -> Mapping[str, Cutter]:
    """Return the machines of a file by name. Raises PressError with all its problems."""
    source, problems = read_yaml(path, PressError), Problems()
    check_schema(source, _DATA.with_name("cutters.schema.json"), problems)
    problems.raise_as(PressError)
    return {name: Cutter(**{**marks, "margins": tuple(marks["margins"])}) for name, marks in source.data.items()}
