"""Runs the operators of a page, form or pattern, as a viewer does, and shows an eye what is painted."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import pikepdf

from deckgen.draw.drawing import IDENTITY, Matrix
from deckgen.draw.geometry import apply, multiply
from deckgen.preflight.colour import Space, space_of
from deckgen.preflight.fonts import Font, font_findings
from deckgen.preflight.report import SENSELESS

_DEEPEST = 20  # forms in forms
_GRAY, _RGB, _CMYK = Space("gray", "DeviceGray"), Space("rgb", "DeviceRGB"), Space("cmyk", "DeviceCMYK")
_DIRECT = {"g": _GRAY, "rg": _RGB, "k": _CMYK}
_STROKES = {"S", "s", "B", "B*", "b", "b*"}
_FILLS = {"f", "F", "f*", "B", "B*", "b", "b*"}
_SHOWS = {"Tj", "TJ", "'", '"'}


@dataclass
class State:
    """The graphics state; matrices are in points, ``width`` in the units of the content."""

    matrix: Matrix = IDENTITY
    fill: tuple[Space, tuple[float, ...]] = (_GRAY, (0.0,))
    stroke: tuple[Space, tuple[float, ...]] = (_GRAY, (0.0,))
    width: float = 1.0
    font: Font | None = None
    size: float = 0.0
    spacing: float = 0.0
    words: float = 0.0
    stretch: float = 1.0
    leading: float = 0.0
    rise: float = 0.0
    render: int = 0


class Eye(Protocol):
    """What looks at the things that are painted."""

    trim: tuple[float, ...] | None

    def find(self, check: str, what: str, remedy: str) -> None:
        """Note what is wrong."""

    def content(self, stream: Any, resources: Any, state: State, depth: int = 0) -> None:
        """Look into a form or pattern."""

    def font(self, dictionary: Any) -> Font:
        """The font, read once."""

    def once(self, key: Any) -> bool:
        """Whether it is the first time."""

    def colour(self, space: Space) -> None:
        """A colour space that is used."""

    def ink(self, space: Space, values: tuple[float, ...]) -> None:
        """A colour that is painted with."""

    def line(self, state: State) -> None:
        """A line that is drawn."""

    def text(self, state: State, corners: list[tuple[float, float]]) -> None:
        """A string that is shown."""

    def image(self, image: Any, resources: Any, state: State) -> None:
        """An image that is placed."""

    def group(self, thing: Any) -> None:
        """A form that is placed."""


@dataclass
class Reader:
    """Runs one stream of operators."""

    surface: Eye
    resources: Any
    state: State
    depth: int
    _stack: list[State] = field(default_factory=list)
    _line: Matrix = IDENTITY
    _at: Matrix = IDENTITY

    def read(self, steps: list[Any]) -> None:
        for step in steps:
            try:
                if isinstance(step, pikepdf.ContentStreamInlineImage):
                    self._inline(step.iimage)
                else:
                    self._step(str(step.operator), step.operands)
            except SENSELESS:
                what = f"values of the operator {step.operator} make no sense: the file is damaged"
                self.surface.find("version", what, "write the file again")

    def _step(self, name: str, values: Any) -> None:
        if name in _STROKES:
            self.surface.line(self.state)
            self._paint(self.state.stroke)
        if name in _FILLS:
            self._paint(self.state.fill)
        if name in _SHOWS:
            self._show(name, values)
        elif method := _OPERATORS.get(name):
            method(self, name, values)

    def _paint(self, colour: tuple[Space, tuple[float, ...]]) -> None:
        self.surface.colour(colour[0])
        self.surface.ink(*colour)

    def save_(self, _: str, __: Any) -> None:
        self._stack.append(copy.copy(self.state))

    def restore_(self, _: str, __: Any) -> None:
        if self._stack:
            self.state = self._stack.pop()

    def concatenate_(self, _: str, values: Any) -> None:
        self.state.matrix = multiply(self.state.matrix, matrix_of(values))

    def direct_(self, name: str, values: Any) -> None:
        colour = (_DIRECT[name.lower()], tuple(map(float, values)))
        setattr(self.state, "fill" if name.islower() else "stroke", colour)

    def space_(self, name: str, values: Any) -> None:
        space = space_of(values[0], self.resources)
        start = {"cmyk": (0.0, 0.0, 0.0, 1.0), "gray": (0.0,)}.get(space.kind, ())
        setattr(self.state, "fill" if name.islower() else "stroke", (space, start))

    def values_(self, name: str, values: Any) -> None:
        kind = "fill" if name.islower() else "stroke"
        space = getattr(self.state, kind)[0]
        numbers = tuple(float(v) for v in values if not isinstance(v, pikepdf.Name))
        setattr(self.state, kind, (space, numbers))
        if values and isinstance(values[-1], pikepdf.Name):
            self._pattern(values[-1])

    def _pattern(self, name: pikepdf.Name) -> None:
        pattern = self.resources.get("/Pattern", {}).get(name) if self.resources is not None else None
        if isinstance(pattern, pikepdf.Stream) and self.depth < _DEEPEST:
            self.surface.content(pattern, pattern.get("/Resources"), State(), self.depth + 1)
        elif pattern is not None and "/Shading" in pattern:
            self.surface.colour(space_of(pattern.Shading.ColorSpace, self.resources))

    def shade_(self, _: str, values: Any) -> None:
        shading = self.resources.get("/Shading", {}).get(values[0])
        if shading is not None:
            self.surface.colour(space_of(shading.ColorSpace, self.resources))

    def number_(self, name: str, values: Any) -> None:
        key, scale = _NUMBERS[name]
        setattr(self.state, key, float(values[0]) * scale)

    def render_(self, _: str, values: Any) -> None:
        self.state.render = int(values[0])

    def state_(self, _: str, values: Any) -> None:
        chosen = self.resources.get("/ExtGState", {}).get(values[0]) if self.resources is not None else None
        if chosen is not None and "/LW" in chosen:
            self.state.width = float(chosen.LW)
        if chosen is not None and "/Font" in chosen:
            self.state.font, self.state.size = self.surface.font(chosen.Font[0]), float(chosen.Font[1])

    def font_(self, _: str, values: Any) -> None:
        fonts = self.resources.get("/Font", {}) if self.resources is not None else {}
        found = fonts.get(values[0])
        self.state.font = None if found is None else self.surface.font(found)
        self.state.size = float(values[1])

    def begin_(self, _: str, __: Any) -> None:
        self._line = self._at = IDENTITY

    def place_(self, _: str, values: Any) -> None:
        self._line = self._at = matrix_of(values)

    def next_(self, name: str, values: Any) -> None:
        x, y = (0.0, -self.state.leading) if name == "T*" else map(float, values)
        if name == "TD":
            self.state.leading = -y
        self._line = self._at = multiply(self._line, (1, 0, 0, 1, x, y))

    def _show(self, name: str, values: Any) -> None:
        if name in {"'", '"'}:
            self.next_("T*", ())
        parts = values[0] if name == "TJ" else [values[-1]]
        for part in parts:
            if isinstance(part, pikepdf.String):
                self._string(bytes(part))
            else:
                self._advance(-float(part) / 1000 * self.state.size * self.state.stretch)

    def _advance(self, width: float) -> None:
        self._at = multiply(self._at, (1, 0, 0, 1, width, 0))

    def _string(self, codes: bytes) -> None:
        state, font = self.state, self.state.font
        if font is None:
            self.surface.find("fonts", "text is set without a font", "write the file again")
            return
        for what, remedy in font_findings(font):
            self.surface.find("fonts", what, remedy)
        if state.render != 3:
            self._paint(state.fill if state.render in {0, 2, 4, 6} else state.stroke)
        width = font.width(codes) * state.size + state.spacing * font.count(codes)
        width = (width + state.words * codes.count(b" ")) * state.stretch
        if codes.strip():
            place = multiply(state.matrix, self._at)
            high = state.rise + font.height * state.size
            end = width - state.spacing * state.stretch
            corners = [apply(place, x, y) for x in (0.0, end) for y in (state.rise, high)]
            self.surface.text(state, corners)
        self._advance(width)

    def do_(self, _: str, values: Any) -> None:
        drawn: Any = self.resources.get("/XObject", {}).get(values[0]) if self.resources is not None else None
        kind = str(drawn.get("/Subtype", "")) if drawn is not None else ""
        if kind == "/Image":
            self.surface.image(drawn, self.resources, self.state)
        elif kind == "/Form" and self.depth < _DEEPEST:
            self.surface.group(drawn)
            matrix = multiply(self.state.matrix, matrix_of(drawn.get("/Matrix", IDENTITY)))
            state = replace(self.state, matrix=matrix)
            place = tuple(round(value, 3) for value in matrix)
            if self.surface.once((drawn.objgen, place, state.fill, state.stroke, self.surface.trim)):
                self.surface.content(drawn, drawn.get("/Resources", self.resources), state, self.depth + 1)
        elif kind == "/PS":
            self.surface.find("version", "it holds PostScript", "write it again as plain PDF")

    def _inline(self, image: Any) -> None:
        self.surface.colour(
            space_of(
                image.obj.get("/CS", image.obj.get("/ColorSpace", pikepdf.Name.DeviceGray)), self.resources
            )
        )


_NUMBERS = {
    "w": ("width", 1.0),
    "Tc": ("spacing", 1.0),
    "Tw": ("words", 1.0),
    "Tz": ("stretch", 0.01),
    "TL": ("leading", 1.0),
    "Ts": ("rise", 1.0),
}
_OPERATORS = {
    "q": Reader.save_,
    "Q": Reader.restore_,
    "cm": Reader.concatenate_,
    "gs": Reader.state_,
    "Do": Reader.do_,
    "sh": Reader.shade_,
    "Tf": Reader.font_,
    "Tr": Reader.render_,
    "BT": Reader.begin_,
    "Tm": Reader.place_,
    **dict.fromkeys(("g", "rg", "k", "G", "RG", "K"), Reader.direct_),
    **dict.fromkeys(("cs", "CS"), Reader.space_),
    **dict.fromkeys(("sc", "scn", "SC", "SCN"), Reader.values_),
    **dict.fromkeys(("Td", "TD", "T*"), Reader.next_),
    **dict.fromkeys(_NUMBERS, Reader.number_),
}


def matrix_of(values: Any) -> Matrix:
    """Six numbers of an operator or an array."""
    a, b, c, d, e, f = map(float, values)
    return a, b, c, d, e, f
