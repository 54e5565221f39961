"""Print targets and papers, read from YAML: how faces are put on pages is data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deckgen.errors import Fault, Faults, PressError
from deckgen.sources import Source, check, read_yaml

_FOLDER = Path(__file__).parent / "targets"
_SCHEMA = _FOLDER / "target.schema.json"
_PAPERS = Path(__file__).parent / "papers.yaml"
_UNITS = {"mm": 1.0, "in": 25.4, "pt": 25.4 / 72}


@dataclass(frozen=True)
class Paper:
    """A sheet, upright, in mm; ``margin`` is what a printer cannot reach along each edge."""

    name: str
    title: str
    width: float
    height: float
    margin: float


@dataclass(frozen=True)
class Crop:
    """Crop marks: on which sides, in which ink; lengths in mm. They begin ``gap`` beyond the bleed."""

    sides: tuple[str, ...]
    ink: str
    weight: float
    gap: float
    shortest: float
    longest: float


@dataclass(frozen=True)
class Target:
    """How faces are put on pages. Lengths are mm; the schema beside the shipped targets explains each key."""

    name: str
    title: str
    about: str
    imposition: str
    papers: tuple[str, ...]
    order: tuple[str, ...]
    backs: str
    bleed: float
    slug: float
    gutter: float
    crop: Crop | None
    ruler: bool
    footer: bool
    scaling: bool
    version: tuple[int, int]


def target_names() -> tuple[str, ...]:
    """The names of the shipped targets."""
    return tuple(sorted(file.stem for file in _FOLDER.glob("*.yaml")))


def load_target(name_or_path: str | Path) -> Target:
    """A shipped target by its name, or a user's own by the path of its YAML file.

    Raises DeckgenError if the file cannot be read, PressError with all that is wrong in it.
    """
    text = str(name_or_path)
    if text in target_names():
        path = _FOLDER / f"{text}.yaml"
    elif text.endswith((".yaml", ".yml")):
        path = Path(text)
    else:
        remedy = f"choose {_either(target_names())}, or give the path of a YAML file"
        raise PressError(Fault(text, None, "", "there is no print target of this name", remedy))
    source = read_yaml(path, PressError)
    faults = Faults()
    check(source, _SCHEMA, faults)
    faults.raise_as(PressError)
    _check_sense(source, faults)
    faults.raise_as(PressError)
    return _target(path.stem, source.data)


def paper(name: str, target: Target) -> Paper:
    """A paper by name. Raises PressError if there is none, or the target does not print on it."""
    known = _papers()
    if name not in known or name not in target.papers:
        what = f"the target {target.name} does not print on paper {name!r}"
        raise PressError(Fault("--paper", None, "", what, f"choose {_either(target.papers)}"))
    return known[name]


def _papers() -> dict[str, Paper]:
    data = read_yaml(_PAPERS).data
    return {
        name: Paper(name, entry["title"], *(_mm(entry[key]) for key in ("width", "height", "margin")))
        for name, entry in data.items()
    }


def _check_sense(source: Source, faults: Faults) -> None:
    """What a schema cannot say."""
    data = source.data
    if data["imposition"] == "sheet" and "papers" not in data:
        line, remedy = source.line(("imposition",)), f"add papers: [{', '.join(_papers())}]"
        faults.add(source.path, line, "imposition", "sheets of cards need papers to lie on", remedy)
    for index, name in enumerate(data.get("papers", ())):
        if name not in _papers():
            line = source.line(("papers", index))
            faults.add(
                source.path,
                line,
                f"papers[{index}]",
                f"there is no paper {name}",
                f"use {_either(_papers())}",
            )
    if crop := data.get("crop"):
        shortest, longest = map(_mm, crop["length"])
        if shortest > longest:
            line = source.line(("crop", "length"))
            faults.add(
                source.path, line, "crop.length", "the shortest is longer than the longest", "swap them"
            )
        if data["imposition"] == "face" and _mm(data.get("slug", 0)) < _mm(crop["gap"]) + shortest:
            line, what = source.line(("slug",)), "crop marks do not fit in the slug"
            faults.add(
                source.path, line, "slug", what, "make it at least crop.gap + the shortest crop.length"
            )


def _target(name: str, data: dict[str, Any]) -> Target:
    major, minor = data.get("version", "1.4").split(".")
    return Target(
        name=name,
        title=data["title"],
        about=data.get("about", ""),
        imposition=data["imposition"],
        papers=tuple(data.get("papers", ())),
        order=tuple(data.get("order", ("front", "back"))),
        backs=data.get("backs", "each"),
        bleed=_mm(data["bleed"]),
        slug=_mm(data.get("slug", 0)),
        gutter=_mm(data.get("gutter", 0)),
        crop=_crop(data["crop"]) if "crop" in data else None,
        ruler=data.get("ruler", False),
        footer=data.get("footer", False),
        scaling=data.get("scaling", True),
        version=(int(major), int(minor)),
    )


def _crop(data: dict[str, Any]) -> Crop:
    shortest, longest = map(_mm, data["length"])
    sides = tuple(data.get("sides", ("front", "back")))
    return Crop(sides, data["ink"], _mm(data["weight"]), _mm(data["gap"]), shortest, longest)


def _mm(length: float | str) -> float:
    """A length in mm: a number is mm already, a text ends with its unit."""
    return float(length[:-2]) * _UNITS[length[-2:]] if isinstance(length, str) else float(length)


def _either(names: Iterable[str]) -> str:
    return " or ".join(names)
