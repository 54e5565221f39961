"""Print targets, read from YAML: data that describes how faces become pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, replace
from functools import cache
from itertools import chain
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from deckgen.draw.paper import Paper, find_paper, to_mm
from deckgen.errors import PressError, Problem, Problems, suggest
from deckgen.press.profile import Profile, UnfitProfileError, read_profile
from deckgen.reach import OutOfReachError, resolve_named
from deckgen.records import record
from deckgen.sources import YamlFile, check_schema, read_yaml
from deckgen.yaml_dialect import format_path

if TYPE_CHECKING:
    from deckgen.draw.drawing import Drawing

_FOLDER = Path(__file__).parent / "targets"
_SCHEMA = _FOLDER / "target.schema.json"
_CONDITIONS = Path(__file__).parent / "conditions.yaml"
ANY = "any"
"""The entry among a target's papers that allows all others."""
_Issue = tuple[tuple[str | int, ...], str, str]  # key path, message, remedy
_LENGTH = re.compile(r"[0-9]{1,4}(\.[0-9]{1,6})?(mm|in|pt)")
_TEXT_KEYS = ("title", "about", "name", "condition", "icc")
_MAX_LENGTHS = {"": 100, "sizes": 500, "labels": 2000}  # mm
_PIXEL_TOLERANCE = 4  # by which a service's picture may differ from trim and bleed: a third of a mm
_VERSIONS = {"x1a": "1.4", "x4": "1.6"}
SIZE_TOLERANCE = 0.2
"""How far, in mm, a card may differ from a size: less than a cut wanders, or a shuffle shows."""
STANDARDS = {"x1a": "PDF/X-1a:2003", "x4": "PDF/X-4"}
"""The names of the PDF/X standards that deckgen writes."""


@record
class Crop:
    """Crop marks: on which sides, in which ink; lengths in mm. They begin ``gap`` beyond the bleed, as long as fits."""

    sides: tuple[str, ...]
    ink: str
    weight: float
    gap: float
    shortest: float
    longest: float


@record
class Exchange:
    """The PDF/X options of a file: ``standard`` is x1a or x4, ``condition`` the printing condition's name.

    ``about`` describes it for people; ``icc`` is a profile to embed, required for a condition that is not
    ``registered`` with the ICC.
    """

    standard: str
    condition: str
    about: str
    icc: Profile | None = None
    registered: bool = True


@record
class Overprint:
    """Which inks overprint: black text up to ``black_text`` mm, spot inks if ``spots``."""

    black_text: float = 0.0
    spots: bool = False


@record
class Labels:
    """The label cells of a sheet in mm. ``first``: upper left corner; ``pitch``: corner to corner, across and down."""

    columns: int
    rows: int
    first: tuple[float, float]
    pitch: tuple[float, float]
    size: tuple[float, float]


@record
class PrintedSize:
    """A size of trimmed cards, in mm; ``pixels`` (width, height) of a picture with its bleed. ``shape``: rect, round, hex."""

    name: str
    width: float
    height: float
    pixels: tuple[int, int] | None = None
    shape: str = "rect"

    def __str__(self) -> str:
        pixels = f" ({self.pixels[0]} × {self.pixels[1]} px)" if self.pixels else ""
        shape = "" if self.shape == "rect" else f", {self.shape}"
        return f"{self.name} {self.width:g} × {self.height:g} mm{shape}{pixels}"

    def holds(self, card: Drawing, *, turned: bool = False) -> bool:
        """Return whether a card has this shape and size, but for a small tolerance; or once ``turned`` by 90°."""
        sides = (self.height, self.width) if turned else (self.width, self.height)
        fits = max(abs(sides[0] - card.width), abs(sides[1] - card.height)) <= SIZE_TOLERANCE + 1e-6
        return fits and self.shape == card.shape


@record
class Target:
    """How faces become pages. Lengths are mm; the schema beside the shipped targets explains each key."""

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
    labels: Labels | None = None
    crop: Crop | None = None
    registration: str = ""
    ruler: bool = False
    footer: bool = False
    scaling: bool = True
    version: tuple[int, int] = (1, 4)
    color: Literal["rgb", "cmyk"] = "cmyk"
    pdfx: Exchange | None = None
    ink_limit: float | None = None
    safe: float = 0.0
    hairline: float = 0.0
    overprint: Overprint = Overprint()
    dpi: int = 300
    files: tuple[str, str] = ("card-{number}.png", "back.png")
    grid: tuple[int, int, int] = (10, 7, 4096)
    zip: bool = False
    sizes: tuple[PrintedSize, ...] = ()
    other_sizes: bool = False
    dieline: float | None = None
    vt: bool = False

    @property
    def paper(self) -> str:
        """The default paper of sheets."""
        return self.papers[0] if self.papers else "a4"

    @property
    def is_pdf(self) -> bool:
        return self.imposition in {"sheet", "face"}

    @property
    def is_press(self) -> bool:
        """Whether it is for a print shop or service, which sends back what would print badly."""
        return bool(self.sizes) or (self.is_pdf and self.color == "cmyk")

    def accepts(self, card: Drawing) -> bool:
        """Return whether a card has one of the sizes; always if the target lists none, or takes others."""
        return self._match(card)[0] is not None or self.other_sizes or not self.sizes

    def _match(self, card: Drawing) -> tuple[PrintedSize | None, bool]:
        """Return the listed size of a card, None without one, and whether the card is turned by 90° for it."""
        matches = ((size, turned) for turned in (False, True) for size in self.sizes if size.holds(card, turned=turned))
        return next(matches, (None, False))

    def turns(self, card: Drawing) -> bool:
        """Return whether a card has a listed size only if it is turned by 90°."""
        return self._match(card)[1]

    def size_of(self, card: Drawing) -> PrintedSize | None:
        """Return the listed size of a card, None if another is accepted. Raises PressError if it is not."""
        if not self.accepts(card):
            shape = {"rect": "", "path": " with an outline of their own"}.get(card.shape, f", {card.shape}")
            message = f"{self.title} prints no cards of {card.width:g} × {card.height:g} mm{shape}"
            targets = (load_target(name) for name in target_names())
            target_names_accepting = [
                target.name for target in targets if target.imposition in {"face", "pictures"} and target.accepts(card)
            ]
            remedy = (
                f"it prints {', '.join(map(str, self.sizes))}: choose a layout of such a size with --layout, make one "
                f"with deckgen new-layout, or choose another --target: {_join_or(target_names_accepting)}"
            )
            raise PressError(Problem(card.title or "card", None, "", message, remedy))
        return self._match(card)[0]


def target_names() -> tuple[str, ...]:
    return tuple(sorted(file.stem for file in _FOLDER.glob("*.yaml")))


def load_target(name_or_path: str | Path) -> Target:
    """Return a shipped target by name, or one by its YAML file's path. Raises DeckgenError with all errors in it."""
    text = str(name_or_path)
    if text in target_names():
        path = _FOLDER / f"{text}.yaml"
    elif text.endswith((".yaml", ".yml")):
        path = Path(text)
    else:
        remedy = suggest(text, target_names(), listed=True, otherwise="give the path of a YAML file")
        raise PressError(Problem(text, None, "", "unknown print target", remedy))
    source = read_yaml(path, PressError)
    problems = Problems()
    check_schema(source, _SCHEMA, problems)
    problems.raise_as(PressError)
    _check_values(source, problems)
    problems.raise_as(PressError)
    return _read_target(path, source.data)


def with_condition(target: Target, condition: str, icc: str) -> Target:
    """Return a PDF/X target for another ``condition`` ("": its own) and its profile ``icc``: a path, or a shipped name.

    Raises PressError for another target, an unfit profile, and a condition that needs its profile.
    """
    pdfx, known = target.pdfx, _conditions()
    if pdfx is None:
        message = f"the target {target.name} is no PDF/X, which names a printing condition"
        raise PressError(Problem("--condition", None, "", message, "choose --target press, press-sheet or pdfvt"))
    name = condition or pdfx.condition
    profile, shipped = pdfx.icc if name == pdfx.condition else None, _FOLDER / Path(icc).name
    try:
        if icc:
            path = shipped if icc == shipped.name and shipped.is_file() and not Path(icc).exists() else Path(icc)
            profile = read_profile(path, pdfx.standard)
    except UnfitProfileError as error:
        remedy = "give the path of an ICC profile for CMYK output"
        raise PressError(Problem(icc, None, "", str(error), remedy)) from error
    if profile is None and (name not in known or pdfx.standard == "x4"):
        suggestion = suggest(name, known, otherwise="embed its profile with --icc")
        remedy = "embed it with --icc FILE" if name in known else suggestion
        raise PressError(Problem("--condition", None, "", f"{name} needs its ICC profile here", remedy))
    return replace(target, pdfx=_exchange(pdfx.standard, name, profile))


def _exchange(standard: str, condition: str, icc: Profile | None) -> Exchange:
    registered = _conditions()
    return Exchange(standard, condition, registered.get(condition, condition), icc, condition in registered)


def paper_for(name: str, target: Target) -> Paper:
    """Return a paper by name or size ("": the target's first). Raises PressError if unknown, or not the target's."""
    sheet = find_paper(name or target.paper)
    if target.papers and not {sheet.name, ANY} & {*target.papers}:
        message = f"the target {target.name} does not print on paper {sheet.name!r}"
        raise PressError(Problem("--paper", None, "", message, f"choose {_join_or(target.papers)}"))
    return sheet


@cache
def _conditions() -> dict[str, str]:
    """Return the printing conditions registered with the ICC: name → description."""
    data: dict[str, str] = read_yaml(_CONDITIONS).data
    return data


def _check_values(source: YamlFile, problems: Problems) -> None:
    """Add all problems that a schema cannot find to ``problems``."""
    data = source.data
    issues = chain(
        _check_key_conflicts(data),
        _check_lengths(data, ()),
        _check_papers(data),
        _check_labels(data) if "labels" in data else (),
        _check_picture_names(data.get("files")),
        _check_sizes(data),
        _check_crop_marks(data),
        _check_profile(source) if "icc" in data and "pdfx" in data else (),
    )
    for path, message, remedy in issues:
        problems.add(source.path, source.line(path), format_path(path), message, remedy)


def _check_key_conflicts(data: dict[str, Any]) -> Iterator[_Issue]:
    """Yield issues of keys that exclude or require others."""
    imposition, standard, rgb = data["imposition"], data.get("pdfx"), data.get("color") == "rgb"
    version, condition, remedy = _VERSIONS.get(standard or "", ""), data.get("condition"), ""
    if unknown := condition is not None and "icc" not in data and condition not in _conditions():
        remedy = suggest(condition, _conditions(), otherwise="embed its profile with icc:")
    no_color = "is about inks, and color: rgb has none", "delete it, or choose color: cmyk"
    no_pdfx = "is for PDF/X, which this target is not", "add pdfx: x1a, or delete it"
    vt = "PDF/VT-1 needs PDF/X-4 with one face per page", "add pdfx: x4 and imposition: face, or delete vt"
    rules = (
        ("labels", imposition != "sheet" or len(data.get("papers", ())) != 1,
         "labels need press sheets of one paper", "set imposition: sheet and, for example, papers: [a4]"),
        ("imposition", imposition == "pictures" and "files" not in data,
         "pictures need names", 'add files: {front: "fronts/{number}.png", back: back.png}'),
        ("dieline", imposition != "face",
         "a page for the die needs one face per page", "delete it, or choose imposition: face"),
        ("other_sizes", "sizes" not in data, "it needs sizes to differ from", "add sizes, or delete it"),
        ("sizes", imposition not in {"face", "pictures"},
         f"imposition: {imposition} accepts cards of any size", "delete it"),
        *((key, rgb, *no_color) for key in ("pdfx", "ink_limit", "overprint", "dieline")),
        ("vt", data.get("vt") and (standard != "x4" or imposition != "face"), *vt),
        *((key, standard is None, *no_pdfx) for key in ("condition", "icc")),
        ("pdfx", condition is None, "PDF/X must name a printing condition", "add condition: FOGRA39"),
        ("condition", unknown and standard is not None,
         f"the ICC registry has no condition {condition!r}", remedy),
        ("pdfx", imposition not in {"face", "sheet"},
         "PDF/X is a PDF with boxes on every page", "choose imposition: face or sheet"),
        ("version", standard is not None and data.get("version") != version,
         f"{STANDARDS.get(standard or '')} is PDF {version}", "delete version"),
    )  # fmt: skip
    for key, is_wrong, message, remedy in rules:
        if key in data and is_wrong:
            yield (key,), message, remedy


def _check_lengths(data: Any, key_path: tuple[str | int, ...]) -> Iterator[_Issue]:
    """Yield issues of lengths with a unit beyond the limits, in all of ``data``, found at ``key_path``."""
    if isinstance(data, str) and key_path[-1] not in _TEXT_KEYS and _LENGTH.fullmatch(data):
        max_length = _MAX_LENGTHS.get(str(key_path[0]), _MAX_LENGTHS[""])
        if to_mm(data) > max_length:
            yield key_path, f"{data} is more than {max_length} mm", "measure it again"
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inner:
        yield from _check_lengths(value, (*key_path, key))


def _check_papers(data: dict[str, Any]) -> Iterator[_Issue]:
    """Yield issues: unknown papers, or ``any`` as the default, which is the first."""
    for index, name in enumerate(data.get("papers", ())):
        if (index, name) == (0, ANY):
            message = "the first paper is the default, so it must be a real one"
            yield ("papers", 0), message, "name one before any: [a4, any]"
        try:
            _paper_or_any(name)
        except PressError as error:
            yield ("papers", index), error.problems[0].message, error.problems[0].remedy


def _check_labels(data: dict[str, Any]) -> Iterator[_Issue]:
    """Yield issues: labels beyond the edge of the target's only paper, or overlapping."""
    if len(data.get("papers", ())) != 1:
        return
    labels = _read_labels(data["labels"])
    try:
        sheet = find_paper(data["papers"][0])
    except PressError:
        return  # reported by _check_papers
    for axis, count, length in ((0, labels.columns, sheet.width), (1, labels.rows, sheet.height)):
        end = labels.first[axis] + (count - 1) * labels.pitch[axis] + labels.size[axis]
        if end > length + 0.01:
            message = f"the last label ends {end - length:.2f} mm beyond the {'width' if axis == 0 else 'height'} of the paper"
            yield ("labels", "pitch"), message, "measure first, pitch and size again"
        if count > 1 and labels.pitch[axis] < labels.size[axis] - 0.01:
            message = "labels overlap: their size is larger than their pitch"
            yield ("labels", "size"), message, "pitch is from one label's edge to the next one's"


def _check_picture_names(files: dict[str, str] | None) -> Iterator[_Issue]:
    """Yield issues: names of fronts without a number, or the same name for fronts and backs; none for no ``files``."""
    if files is None:
        return
    if "{number}" not in files["front"]:
        yield ("files", "front"), "all fronts would have the same name", "add {number}"
    if files["front"] == files["back"]:
        yield ("files", "back"), "fronts and backs have the same name", "give backs another name"


def _check_sizes(data: dict[str, Any]) -> Iterator[_Issue]:
    """Yield issues: duplicate names, and pixels that a PDF has not or that do not fit trim and bleed."""
    seen: set[str] = set()
    for index, size in enumerate(data.get("sizes", ())):
        if size["name"] in seen:
            yield ("sizes", index, "name"), f"duplicate size {size['name']}", "name each size once"
        seen.add(size["name"])
        if "pixels" not in size:
            continue
        path = ("sizes", index, "pixels")
        if data["imposition"] != "pictures":
            yield path, "a PDF has no pixels", "delete pixels"
            continue
        sides = (to_mm(side) + 2 * to_mm(data["bleed"]) for side in size["trim"])
        pixels = [round(side / 25.4 * data.get("dpi", Target.dpi)) for side in sides]
        if any(
            abs(stated - computed) > _PIXEL_TOLERANCE for stated, computed in zip(size["pixels"], pixels, strict=True)
        ):
            message = f"trim and bleed are {pixels[0]} × {pixels[1]} pixels"
            yield path, message, "correct pixels, trim or bleed: pictures would be scaled"


def _check_crop_marks(data: dict[str, Any]) -> Iterator[_Issue]:
    """Yield issues of crop marks: lengths swapped, too long for the slug, or on plates in a file without inks."""
    if "crop" not in data:
        return
    crop = data["crop"]
    shortest, longest = map(to_mm, crop["length"])
    if shortest > longest:
        yield ("crop", "length"), "the shortest is longer than the longest", "swap them"
    if data["imposition"] == "face" and to_mm(data.get("slug", 0)) < to_mm(crop["gap"]) + shortest:
        remedy = "make it at least crop.gap + the shortest crop.length"
        yield ("slug",), "crop marks do not fit in the slug", remedy
    if data.get("color") == "rgb" and crop["ink"] == "registration":
        yield ("crop", "ink"), "color: rgb has no plates to mark", "choose black, or color: cmyk"


def _check_profile(source: YamlFile) -> Iterator[_Issue]:
    """Yield an issue if the ICC profile is out of reach, unreadable, or unfit for the PDF/X standard."""
    try:
        path = _profile_path(source.path.parent, source.data["icc"])
        read_profile(path, source.data["pdfx"])
    except OutOfReachError as error:
        yield ("icc",), error.message, error.remedy
    except UnfitProfileError as error:
        yield ("icc",), f"{path} {error}", "give the path of an ICC profile for CMYK output"


def _profile_path(folder: Path, name: str) -> Path:
    """Return the path of a profile: beside the target, else shipped (maybe none there). Raises OutOfReachError."""
    beside, shipped = resolve_named(name, folder), _FOLDER / Path(name).name
    return shipped if not beside.exists() and shipped.is_file() and name == shipped.name else beside


def _paper_or_any(name: str) -> str:
    """Return the name of a paper, a size in its usual spelling, or ``any``. Raises PressError."""
    return ANY if name == ANY else find_paper(name).name


def _read_crop(data: dict[str, Any]) -> Crop:
    sides = tuple(data.get("sides", ("front", "back")))
    return Crop(sides, data["ink"], to_mm(data["weight"]), to_mm(data["gap"]), *map(to_mm, data["length"]))


def _read_size(data: dict[str, Any]) -> PrintedSize:
    width, height = (round(to_mm(side), 3) for side in data["trim"])
    pixels = tuple(data["pixels"]) if "pixels" in data else None
    return PrintedSize(data["name"], width, height, pixels, data.get("shape", "rect"))


def _read_labels(data: dict[str, Any]) -> Labels:
    first, pitch, size = ((to_mm(data[key][0]), to_mm(data[key][1])) for key in ("first", "pitch", "size"))
    return Labels(data["columns"], data["rows"], first, pitch, size)


_DECODERS: Mapping[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("bleed", "slug", "gutter", "safe", "hairline"), to_mm),
    "papers": lambda names: tuple(map(_paper_or_any, names)),
    "order": tuple,
    "version": lambda text: tuple(map(int, text.split("."))),
    "crop": _read_crop,
    "labels": _read_labels,
    "ink_limit": float,
    "dpi": int,
    "overprint": lambda data: Overprint(to_mm(data.get("black_text", 0)), data.get("spots", False)),
    "dieline": lambda data: to_mm(data["corner"]),
    "sizes": lambda data: tuple(map(_read_size, data)),
    "files": itemgetter("front", "back"),
    "grid": itemgetter("columns", "rows", "pixels"),
}
"""How values of a file are converted; other keys keep their value."""


def _read_target(path: Path, data: dict[str, Any]) -> Target:
    """Return the target of a file's data, which must be checked already; its name is the file's."""
    if standard := data.get("pdfx"):
        icc = read_profile(_profile_path(path.parent, data["icc"]), standard) if "icc" in data else None
        data = {**data, "pdfx": _exchange(standard, data["condition"], icc), "version": _VERSIONS[standard]}
    present_keys = [field.name for field in fields(Target) if field.name in data]
    values = {key: _DECODERS[key](data[key]) if key in _DECODERS else data[key] for key in present_keys}
    return Target(path.stem, **values)


def _join_or(names: Iterable[str]) -> str:
    return " or ".join(names)
