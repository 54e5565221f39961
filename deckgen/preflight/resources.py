"""Resources of PDF pages: color spaces, which may be inks, and fonts, which should be embedded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pikepdf

from deckgen.records import record

_DEVICE = {"/DeviceGray": "gray", "/DeviceCMYK": "cmyk", "/DeviceRGB": "rgb", "/G": "gray", "/CMYK": "cmyk",
           "/RGB": "rgb"}  # fmt: skip
_FILES = ("/FontFile", "/FontFile2", "/FontFile3")
_EMBED = "embed all fonts when exporting, including standard ones"
_CODES = range(0x10000)
_DEEPEST = 8  # color spaces based on others
_INDEPENDENT = {"/CalGray", "/CalRGB", "/Lab", "/ICCBased"}


@record
class ColorSpace:
    """A color space: its ``kind``, ``names`` of spot inks (as "/All"), and ``base``, its alternate space.

    ``kind``: gray, cmyk, rgb, independent, spots, indexed or pattern.
    """

    kind: str
    title: str
    names: tuple[str, ...] = ()
    base: ColorSpace | None = None

    def ink_percent(self, values: Sequence[float]) -> float:
        """Return the percent of all plates together; 0 for registration, which aligns all plates, and for no inks."""
        if self.kind == "gray" and values:
            return 100 * (1 - values[0])
        if self.kind == "cmyk" or (self.kind == "spots" and "/All" not in self.names):
            return 100 * sum(values)
        return 0.0

    def plates(self, values: Sequence[float]) -> dict[str, float]:
        """Return the share of each ink in a color; {} for colors that are no inks, and for registration."""
        if self.kind == "gray" and values:
            return {"K": 1 - values[0]}
        if self.kind == "cmyk":
            return dict(zip("CMYK", values, strict=False))
        names = [name[1:] for name in self.names]
        return {} if "All" in names else dict(zip(names, values, strict=False))

    def problems(self) -> list[str]:
        """Return why a shop that prints inks would reject it or its base; [] if it would not."""
        if self.kind in {"rgb", "independent"}:
            return [f"{self.title} is not an ink"]
        return self.base.problems() if self.base else []


def space_of(value: Any, resources: Any, depth: int = 0) -> ColorSpace:
    """Return the color space of a name (maybe a resource's) or array. Raises ValueError if it is based on itself."""
    if depth > _DEEPEST:
        raise ValueError("a color space is based on itself")
    if isinstance(value, pikepdf.Name):
        return _named_space(value, resources, depth)
    if not isinstance(value, pikepdf.Array) or not len(value):
        return ColorSpace("independent", "an unknown color space")
    kind = str(value[0])
    if kind in _INDEPENDENT:
        return ColorSpace("independent", kind[1:])
    if kind in {"/Separation", "/DeviceN"}:
        names = (str(value[1]),) if kind == "/Separation" else tuple(map(str, value[1]))
        return ColorSpace("spots", kind[1:], names, space_of(value[2], resources, depth + 1))
    if kind in {"/Indexed", "/I"}:
        return ColorSpace("indexed", "Indexed", (), space_of(value[1], resources, depth + 1))
    if kind == "/Pattern":
        base = space_of(value[1], resources, depth + 1) if len(value) > 1 else None
        return ColorSpace("pattern", "Pattern", (), base)
    return ColorSpace(_DEVICE.get(kind, "independent"), kind[1:])


def _named_space(name: pikepdf.Name, resources: Any, depth: int) -> ColorSpace:
    """Return a color space by name: the resource's, unless the name is a device's own."""
    spaces = resources.get("/ColorSpace", {}) if resources is not None else {}
    if str(name) not in _DEVICE and name in spaces:
        return space_of(spaces[name], None, depth + 1)
    if name == "/Pattern":
        return ColorSpace("pattern", "Pattern")
    return ColorSpace(_DEVICE.get(str(name), "independent"), str(name)[1:])


def resource(resources: Any, kind: str, name: Any) -> Any:
    """Return a named resource of a kind; None if it is missing."""
    return None if resources is None else resources.get(kind, {}).get(name)


_DIRECT = {
    "g": ColorSpace("gray", "DeviceGray"),
    "rg": ColorSpace("rgb", "DeviceRGB"),
    "k": ColorSpace("cmyk", "DeviceCMYK"),
}
_INITIAL_VALUES = {"cmyk": (0.0, 0.0, 0.0, 1.0), "gray": (0.0,), "spots": (1.0,)}  # the colors before any is set
COLORS = {"g", "G", "rg", "RG", "k", "K", "cs", "CS", "sc", "SC", "scn", "SCN"}
"""Operators that set colors; those in capitals are for strokes."""


def color_of(before: ColorSpace, operator: str, values: Any, resources: Any) -> tuple[ColorSpace, tuple[float, ...]]:
    """Return the (space, values) that a color operator sets; ``before``: the current space. ``cs`` resets values."""
    numbers = tuple(float(value) for value in values if not isinstance(value, pikepdf.Name))
    name = operator.lower()
    if name in _DIRECT:
        return _DIRECT[name], numbers
    if name != "cs":
        return before, numbers
    space = space_of(values[0], resources)
    return space, _INITIAL_VALUES.get(space.kind, ()) * (len(space.names) or 1)


class Font:
    """One font of a file; ``height`` is that of capitals, as a share of its size."""

    def __init__(self, dictionary: Any) -> None:
        descriptor: Any
        self.kind = str(dictionary.get("/Subtype", ""))
        self.name = str(dictionary.get("/BaseFont", "/a font"))[1:]
        inner = dictionary.DescendantFonts[0] if self.kind == "/Type0" else dictionary
        descriptor = inner.get("/FontDescriptor")
        self.embedded = descriptor is not None and any(name in descriptor for name in _FILES)
        # The flags are serif, 2, and force-bold, 1 << 18.
        flags = int(descriptor.get("/Flags", 0)) if descriptor is not None else 0
        self.thin_serif = bool(flags & 2) and not flags & 1 << 18
        self.height = float(descriptor.get("/CapHeight", 700)) / 1000 if descriptor is not None else 0.7
        self._code_size = 2 if self.kind == "/Type0" else 1
        self._default = float(inner.get("/DW", 1000)) if self._code_size == 2 else 0.0
        self._widths = (_cid_widths if self._code_size == 2 else _widths)(inner)
        self._width_cache: dict[bytes, float] = {}
        self.findings = tuple(font_findings(self))

    def count(self, codes: bytes) -> int:
        """Return the number of characters in ``codes``."""
        return len(codes) // self._code_size

    def width(self, codes: bytes) -> float:
        """Return the width of text in ems, without extra spacing; cached by ``codes``."""
        cached = self._width_cache.get(codes)
        if cached is None:
            step = self._code_size
            letters = (int.from_bytes(codes[i : i + step], "big") for i in range(0, len(codes), step))
            cached = sum(self._widths.get(letter, self._default) for letter in letters) / 1000
            self._width_cache[codes] = cached
        return cached


def _widths(dictionary: Any) -> dict[int, float]:
    """Return widths by code, in thousandths of an em; codes that are missing have none."""
    first, widths = int(dictionary.get("/FirstChar", 0)), dictionary.get("/Widths", ())
    return {first + index: float(width) for index, width in enumerate(widths)}


def _cid_widths(dictionary: Any) -> dict[int, float]:
    """Return widths (1/1000 em) by code from a W array: ``first [widths]`` or ``first last width``, repeated."""
    entries = iter(dictionary.get("/W", ()))
    widths: dict[int, float] = {}
    for entry in entries:
        first, second = int(entry), next(entries)
        if hasattr(second, "objgen"):
            widths.update({first + i: float(width) for i, width in enumerate(second)})
        else:
            codes = _CODES[max(first, 0) : max(int(second) + 1, 0)]
            widths.update(dict.fromkeys(codes, float(next(entries))))
    return widths


def font_findings(font: Font) -> Iterator[tuple[str, str, str]]:
    """Yield (rule, message, remedy) for each rule that a used font violates, none if it is embedded outlines."""
    if font.kind == "/Type3":
        yield "fonts.outlines", "text uses a Type 3 font", "use a TrueType or OpenType font"
    elif not font.embedded:
        yield "fonts.embedded", f"the font {font.name} is not embedded", _EMBED


def content_key(page: Any) -> Any:
    """Return the object ids of a page's content and resources, which pages that look alike share; None without."""
    contents, resources = page.get("/Contents"), page.get("/Resources")
    if not isinstance(contents, pikepdf.Stream) or not isinstance(resources, pikepdf.Dictionary):
        return None
    object_ids = contents.objgen, resources.objgen
    return None if (0, 0) in object_ids else object_ids
