"""Checks of painted content: colors, ink, lines, text, images, transparency."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pikepdf
from pikepdf import ContentStreamInstruction as Instruction

from deckgen.draw.drawing import IDENTITY, Matrix
from deckgen.draw.geometry import mean_scale
from deckgen.draw.outline import Point, depth_inside
from deckgen.preflight.report import Finding
from deckgen.preflight.resources import ColorSpace, Font, space_of
from deckgen.preflight.rules import Rules
from deckgen.preflight.small_text import Area, ground_at, small_text_findings

_MM = 25.4 / 72
_SLACK = 0.02  # mm
_ROUNDING = 1e-6  # of numbers in files: 0.9999999 is opaque
INLINE = "INLINE IMAGE"
Color = tuple[ColorSpace, tuple[float, ...]]
Steps = list[tuple[str, Any]]
"""Operators and their values; those of ``INLINE`` are the image."""
PATHS = ("m", "l", "c", "v", "y", "re")
"""Operators that build paths."""
_MAX_PATHS = 1 << 20  # bytes of a stream whose paths are looked at: those of larger ones would take a GB of memory
_MAX_EFFORT = 10_000_000  # areas looked at below text, in a file: a second or two
_MAX_CACHED_OPERATORS = 200_000  # cached for forms that are placed again
MAX_CACHED = 10_000
"""Most form placements, and pages, to remember, so that files of any size take little memory."""
_BLACK = (ColorSpace("gray", "DeviceGray"), (0.0,))
_FLATTEN = "flatten transparency when exporting"
_RESOLUTION = 200  # least pixels per inch of an image


@dataclass
class State:
    """The graphics state; matrices are in points, ``width`` in the units of the content."""

    matrix: Matrix = IDENTITY
    fill: Color = _BLACK
    stroke: Color = _BLACK
    width: float = 1.0
    font: Font | None = None
    size: float = 0.0
    spacing: float = 0.0
    words: float = 0.0
    stretch: float = 1.0
    leading: float = 0.0
    rise: float = 0.0
    render: int = 0
    overprints: bool = False
    clip: tuple[float, float, float, float] = (-math.inf, -math.inf, math.inf, math.inf)


@dataclass
class Surface:
    """Checks what is painted in one document. A form placed twice in the same position is checked once."""

    rules: Rules
    findings: dict[Finding, None] = field(default_factory=dict)
    page: int = 0
    trim: tuple[float, ...] | None = None
    areas: list[Area] = field(default_factory=list)
    """What is painted on the page so far."""
    areas_by_form: dict[Any, list[Area]] = field(default_factory=dict)
    _fonts: dict[tuple[int, int], Font] = field(default_factory=dict)
    _steps: dict[tuple[int, int], Steps] = field(default_factory=dict)
    _cached_count: int = 0
    _effort: int = 0
    _valid_colors: set[Color] = field(default_factory=set)
    _seen: set[Any] = field(default_factory=set)

    def add_finding(self, rule: str, message: str, remedy: str) -> None:
        self.findings[Finding(rule, self.page, message, remedy)] = None

    def operators(self, stream: Any, operator_names: str) -> Steps:
        """Return the operators of a stream that are among ``operator_names``; cached for reusable streams."""
        if isinstance(stream, pikepdf.Page):
            return self._read(stream, operator_names)
        key = stream.objgen
        if key == (0, 0) or key not in self._steps:
            if self._cached_count > _MAX_CACHED_OPERATORS:
                self._steps.clear()
                self._cached_count = 0
            self._steps[key] = self._read(stream, operator_names)
            self._cached_count += len(self._steps[key]) + 10
        return self._steps[key]

    def _read(self, stream: Any, operator_names: str) -> Steps:
        """Return the operators of a stream; none, with a finding, if it is damaged."""
        try:
            content: Any = stream.obj.get("/Contents", ()) if isinstance(stream, pikepdf.Page) else stream
            parts = content if isinstance(content, pikepdf.Array) else [content]
            if sum(len(part.read_bytes()) for part in parts) > _MAX_PATHS:
                operator_names = " ".join(name for name in operator_names.split() if name not in PATHS)
            return [
                (str(step.operator), step.operands if isinstance(step, Instruction) else step.iimage)
                for step in pikepdf.parse_content_stream(stream, operator_names)
            ]
        except pikepdf.PdfError as error:
            message = f"its operators cannot be read ({error})"
            self.add_finding("version.readable", message, "write the file again")
            return []

    def check_states(self, resources: Any) -> None:
        """Check graphics states where they are declared, used or not."""
        states = {} if resources is None else resources.get("/ExtGState", {})
        for state in states.values():
            self._transparency(state)
            for name in ("/TR", "/TR2", "/HTP"):
                if name in state and str(state[name]) != "/Default":
                    message = f"a graphics state has a transfer function ({name[1:]})"
                    self.add_finding("color.transfer", message, "remove it")

    def _transparency(self, state: Any) -> None:
        """Check a graphics state for opacity, soft mask and blend mode, unless the rules allow transparency."""
        if self.rules.transparency:
            return
        remedy = "flatten transparency when exporting, or use plain tints"
        for name in ("/CA", "/ca"):
            opacity = float(state.get(name, 1))
            if abs(opacity - 1) > _ROUNDING:
                message = f"an item is {100 * opacity:.6g}% opaque"
                self.add_finding("transparency.opacity", message, remedy)
        if isinstance(state.get("/SMask"), pikepdf.Dictionary):
            self.add_finding("transparency.soft-mask", "an item has a soft mask", remedy)
        mode = state.get("/BM", pikepdf.Name.Normal)
        first = str(mode if isinstance(mode, pikepdf.Name) else mode[0])
        if first not in ("/Normal", "/Compatible"):
            self.add_finding("transparency.blending", f"an item has a blend mode ({first[1:]})", remedy)

    def check_group(self, content: Any) -> None:
        """Check a page or form for a transparency group."""
        if not self.rules.transparency and str(content.get("/Group", {}).get("/S", "")) == "/Transparency":
            self.add_finding("transparency.group", "a part is a transparency group", _FLATTEN)

    def load_font(self, dictionary: Any) -> Font:
        """Return the font of a PDF dictionary, read once per object."""
        key = dictionary.objgen
        if key == (0, 0) or key not in self._fonts:
            self._fonts[key] = Font(dictionary)
        return self._fonts[key]

    def is_first(self, key: Any) -> bool:
        """Return whether a key is new; findings of the first time count for all. Forgets all keys above MAX_CACHED."""
        if len(self._seen) > MAX_CACHED:
            self._seen.clear()
            self.areas_by_form.clear()
        before = len(self._seen)
        self._seen.add(key)
        return len(self._seen) > before

    def check_paint(self, color: Color) -> None:
        """Check space and ink of the color that something is painted with; valid colors are checked once."""
        if color not in self._valid_colors:
            before = len(self.findings)
            self.check_color_space(color[0])
            self.check_ink_limit(*color)
            if len(self.findings) == before:
                self._valid_colors.add(color)

    def check_color_space(self, space: ColorSpace) -> None:
        """Check a color space in use, where only inks are allowed."""
        if self.rules.color == "rgb":
            return
        for message in space.problems():
            remedy = "use CMYK or a spot ink in the program that made it; with deckgen, use --target press"
            self.add_finding("color.inks", message, remedy)

    def check_ink_limit(self, space: ColorSpace, values: tuple[float, ...]) -> None:
        """Check that a color needs no more ink than the rules' limit (None: any)."""
        limit, ink_percent = self.rules.ink_limit, space.ink_percent(values)
        if limit is not None and ink_percent > limit + 0.5:
            cmyk = " ".join(f"{100 * value:.0f}" for value in values)
            message = f"the color {cmyk} needs {ink_percent:.0f} % of ink, the limit is {limit:g} %"
            self.add_finding("ink.limit", message, "replace part of cyan, magenta and yellow by black")

    def check_line(self, state: State) -> None:
        """Check that a line is not thinner than the rules' hairline."""
        width = state.width * mean_scale(state.matrix) * _MM
        if width < self.rules.hairline - 0.002:
            message = f"a line is {width / _MM:.2f} pt wide, and may break up"
            self.add_finding("lines.hairline", message, f"use at least {self.rules.hairline / _MM:.2g} pt")

    def add_area(
        self, outlines: list[list[Point]], plates: Mapping[str, float], *, even_odd: bool, state: State
    ) -> None:
        """Remember a filled area, for text on it; outlines in points of the page."""
        points = [point for outline in outlines for point in outline]
        if len(self.areas) > MAX_CACHED:
            del self.areas[: MAX_CACHED // 2]  # the lowest, which others cover
        if points and self.rules.color != "rgb":
            self.areas.append(Area(outlines, plates, even_odd, clipped(points, state.clip)))

    def check_small_text(self, state: State, size: float, middle: Point) -> None:
        """Check inks and ground of text of ``size`` points, its middle in points of the page, unless it is trimmed off."""
        self._effort += len(self.areas)
        if self.rules.color == "rgb" or state.font is None or self._effort > _MAX_EFFORT:
            return
        left, bottom, right, top = self.trim or State.clip
        if not (left < middle[0] < right and bottom < middle[1] < top):
            return
        space, values = state.fill
        options = {"thin_serif": state.font.thin_serif, "overprints": state.overprints}
        ground = ground_at(self.areas, *middle)
        for finding in small_text_findings(size, space.plates(values), ground, **options):
            self.add_finding(*finding)

    def check_text(self, corners: list[tuple[float, float]]) -> None:
        """Check that text, unless it is outside the trim, is far enough inside for inexact cuts; corners in points."""
        if self.trim is None:
            return
        left, bottom, right, top = self.trim
        xs, ys = zip(*corners, strict=True)
        first, last, low, high = min(xs), max(xs), min(ys), max(ys)
        if last < left or first > right or high < bottom or low > top:
            return  # outside the trim, like the footer
        gap = min(first - left, right - last, low - bottom, top - high) * _MM
        if self.rules.outline:
            gap = min(depth_inside(self.rules.outline, x, y) for x, y in corners) * _MM
        if gap < self.rules.safe - _SLACK:
            message = f"text is within {self.rules.safe:g} mm of the trim"
            self.add_finding("safe.text", message, "move it inwards: cuts are not exact")

    def check_image(self, image: Any, resources: Any, state: State) -> None:
        """Check an image: colors, transparency, pixels per inch at its printed size."""
        if "/SMask" in image and not self.rules.transparency:
            self.add_finding("transparency.image", "an image has a soft mask", _FLATTEN)
        if "/Alternates" in image or "/OPI" in image:
            self.add_finding("images.here", "an image refers to a missing one", "embed the image itself")
        if not bool(image.get("/ImageMask", False)) and "/ColorSpace" in image:
            self.check_color_space(space_of(image["/ColorSpace"], resources))
        a, b, c, d, _, _ = state.matrix
        for pixels, size in (
            (image.get("/Width", 0), math.hypot(a, b)),
            (image.get("/Height", 0), math.hypot(c, d)),
        ):
            if size > 0 and int(pixels) / (size / 72) < _RESOLUTION:
                message = f"an image has {int(pixels) / (size / 72):.0f} pixels per inch"
                self.add_finding("images.resolution", message, "use 300 pixels per inch at its printed size")
                return


def clipped(points: Sequence[Point], clip: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """Return the part inside ``clip`` of the box around points: left, bottom, right, top."""
    xs, ys = zip(*points, strict=True)
    return max(min(xs), clip[0]), max(min(ys), clip[1]), min(max(xs), clip[2]), min(max(ys), clip[3])
