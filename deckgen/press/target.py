"""Print targets and papers, read from YAML: how faces are put on pages is data."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deckgen.draw.paper import Paper, mm, papers
from deckgen.errors import Fault, Faults, PressError
from deckgen.sources import Source, check, read_yaml
from deckgen.yaml_dialect import dotted

_FOLDER = Path(__file__).parent / "targets"
_SCHEMA = _FOLDER / "target.schema.json"
_CONDITIONS = Path(__file__).parent / "conditions.yaml"
_AS_WRITTEN = ("title", "imposition", "about", "backs", "ruler", "footer", "scaling", "zip")
_LENGTHS = ("bleed", "slug", "gutter", "safe", "hairline")
_Blame = Callable[[tuple[str | int, ...], str, str], None]
_VERSIONS = {"x1a": "1.4", "x4": "1.6"}
STANDARDS = {"x1a": "PDF/X-1a:2003", "x4": "PDF/X-4"}
"""The names of the standards of PDF/X that are written here."""


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
class Exchange:
    """What PDF/X asks of a file: ``standard`` is x1a or x4, ``condition`` the registry's name of how it is printed.

    ``about`` says the same for people; ``icc`` is the file of a profile to embed.
    """

    standard: str
    condition: str
    about: str
    icc: Path | None = None


@dataclass(frozen=True)
class Overprint:
    """What prints over its ground: black text up to ``black_text`` mm, spot inks if ``spots``."""

    black_text: float = 0.0
    spots: bool = False


@dataclass(frozen=True)
class Target:
    """How faces are put on pages. Lengths are mm; the schema beside the shipped targets explains each key."""

    name: str
    title: str
    imposition: str
    bleed: float
    about: str = ""
    papers: tuple[str, ...] = ()
    order: tuple[str, ...] = ("front", "back")
    backs: str = "each"
    slug: float = 0.0
    gutter: float = 0.0
    crop: Crop | None = None
    ruler: bool = False
    footer: bool = False
    scaling: bool = True
    version: tuple[int, int] = (1, 4)
    pdfx: Exchange | None = None
    ink_limit: float | None = None
    safe: float = 0.0
    hairline: float = 0.0
    overprint: Overprint = Overprint()
    dpi: int = 300
    files: tuple[str, str] = ("card-{number}.png", "back.png")
    grid: tuple[int, int, int] = (10, 7, 4096)
    zip: bool = False

    @property
    def is_pdf(self) -> bool:
        """Whether it is a PDF, not pictures."""
        return self.imposition in {"sheet", "face"}


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
    return _target(path, source.data)


def paper(name: str, target: Target) -> Paper:
    """A paper by name. Raises PressError if there is none, or the target does not print on it."""
    known = papers()
    if name not in known or name not in target.papers:
        what = f"the target {target.name} does not print on paper {name!r}"
        raise PressError(Fault("--paper", None, "", what, f"choose {_either(target.papers)}"))
    return known[name]


def _conditions() -> dict[str, str]:
    data: dict[str, str] = read_yaml(_CONDITIONS).data
    return data


def _check_sense(source: Source, faults: Faults) -> None:
    """What a schema cannot say."""
    data = source.data

    def blame(path: tuple[str | int, ...], what: str, remedy: str) -> None:
        faults.add(source.path, source.line(path), dotted(path), what, remedy)

    if data["imposition"] == "sheet" and "papers" not in data:
        remedy = f"add papers: [{', '.join(papers())}]"
        blame(("imposition",), "sheets of cards need papers to lie on", remedy)
    for index, name in enumerate(data.get("papers", ())):
        if name not in papers():
            blame(("papers", index), f"there is no paper {name}", f"use {_either(papers())}")
    _check_pictures(data, blame)
    _check_crop(data, blame)
    _check_exchange(source, blame)


def _check_pictures(data: dict[str, Any], blame: _Blame) -> None:
    if data["imposition"] == "pictures" and "files" not in data:
        remedy = 'add files: {front: "fronts/{number}.png", back: back.png}'
        blame(("imposition",), "pictures need names", remedy)
    if files := data.get("files"):
        if "{number}" not in files["front"]:
            blame(("files", "front"), "every front needs a name of its own", "add {number}")
        if files["front"] == files["back"]:
            blame(("files", "back"), "fronts and backs have the same names", "give backs another")


def _check_crop(data: dict[str, Any], blame: _Blame) -> None:
    if crop := data.get("crop"):
        shortest, longest = map(mm, crop["length"])
        if shortest > longest:
            blame(("crop", "length"), "the shortest is longer than the longest", "swap them")
        if data["imposition"] == "face" and mm(data.get("slug", 0)) < mm(crop["gap"]) + shortest:
            remedy = "make it at least crop.gap + the shortest crop.length"
            blame(("slug",), "crop marks do not fit in the slug", remedy)


def _check_exchange(source: Source, blame: _Blame) -> None:
    data = source.data
    standard = data.get("pdfx")
    if standard is None:
        for key in {"condition", "icc"} & data.keys():
            blame((key,), "is a matter of PDF/X, which this target is not", "add pdfx: x1a, or take it out")
        return
    known = _conditions()
    if "condition" not in data:
        blame(("pdfx",), "PDF/X must name a printing condition", "add condition: FOGRA39")
    elif data["condition"] not in known and "icc" not in data:
        remedy = f"use {_either(known)}, or embed its profile with icc:"
        blame(("condition",), f"{data['condition']!r} is not a condition that is known here", remedy)
    if data["imposition"] != "face":
        blame(("pdfx",), "PDF/X has a face a page, with its boxes", "choose imposition: face")
    if data.get("version", _VERSIONS[standard]) != _VERSIONS[standard]:
        blame(("version",), f"{STANDARDS[standard]} is PDF {_VERSIONS[standard]}", "take the version out")
    if "icc" in data:
        if standard != "x4":
            what = "PDF/X-1a names its condition and embeds no profile"
            blame(("icc",), what, "take it out, or choose pdfx: x4")
        elif fault := _profile_fault(source.path.parent / data["icc"]):
            blame(("icc",), fault, "give the path of an ICC profile for CMYK output")


def _profile_fault(path: Path) -> str:
    """What is wrong with a file that should be a CMYK output profile; empty if nothing is."""
    try:
        head = path.read_bytes()[:40]
    except OSError as error:
        return f"{path} cannot be read ({error.strerror or error})"
    if len(head) < 40 or head[36:40] != b"acsp":
        return f"{path} is not an ICC profile"
    if head[12:20] != b"prtrCMYK":
        return f"{path} is a profile of {head[16:20].decode('latin-1').strip()}, not for printing in CMYK"
    return ""


def _target(path: Path, data: dict[str, Any]) -> Target:
    values = {key: data[key] for key in _AS_WRITTEN if key in data}
    values |= {key: tuple(data[key]) for key in ("papers", "order") if key in data}
    values |= {key: mm(data[key]) for key in _LENGTHS if key in data}
    version = data.get("version", "1.4")
    if standard := data.get("pdfx"):
        condition, version = data["condition"], _VERSIONS[standard]
        icc = path.parent / data["icc"] if "icc" in data else None
        values["pdfx"] = Exchange(standard, condition, _conditions().get(condition, condition), icc)
    if "crop" in data:
        values["crop"] = _crop(data["crop"])
    if "ink_limit" in data:
        values["ink_limit"] = float(data["ink_limit"])
    if "dpi" in data:
        values["dpi"] = int(data["dpi"])
    if overprint := data.get("overprint"):
        values["overprint"] = Overprint(mm(overprint.get("black_text", 0)), overprint.get("spots", False))
    if files := data.get("files"):
        values["files"] = (files["front"], files["back"])
    if grid := data.get("grid"):
        values["grid"] = (grid["columns"], grid["rows"], grid["pixels"])
    major, minor = map(int, version.split("."))
    return Target(path.stem, version=(major, minor), **values)


def _crop(data: dict[str, Any]) -> Crop:
    shortest, longest = map(mm, data["length"])
    sides = tuple(data.get("sides", ("front", "back")))
    return Crop(sides, data["ink"], mm(data["weight"]), mm(data["gap"]), shortest, longest)


def _either(names: Iterable[str]) -> str:
    return " or ".join(names)
