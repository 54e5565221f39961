"""Runs the operators of pages, forms and patterns as a viewer does, and has what they paint looked at."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import pikepdf

from deckgen import guard
from deckgen.draw.drawing import IDENTITY, Matrix
from deckgen.draw.geometry import apply_matrix, compose
from deckgen.preflight.report import DAMAGE, Finding, damaged
from deckgen.preflight.resources import COLORS, color_of, contents_of, space_of
from deckgen.preflight.rules import Rules
from deckgen.preflight.surface import INLINE, KEPT, State, Steps, Surface

_DEEPEST = 20  # forms in forms
_STROKES = {"S", "s", "B", "B*", "b", "b*"}
_FILLS = {"f", "F", "f*", "B", "B*", "b", "b*"}
_SHOWS = {"Tj", "TJ", "'", '"'}


@dataclass
class Interpreter:
    """Runs one stream of operators; every method whose name ends with an underscore runs one kind."""

    surface: Surface
    resources: Any
    state: State
    depth: int
    _stack: list[State] = field(default_factory=list)
    _line: Matrix = IDENTITY
    _at: Matrix = IDENTITY

    def run(self, steps: Steps) -> None:
        """Run operators; those whose values make no sense are found damaged and left out."""
        for name, values in steps:
            try:
                self._step(name, values)
            except DAMAGE:
                what = f"values of the operator {name} make no sense: the file is damaged"
                self.surface.find("version.readable", what, "write the file again")

    def _step(self, name: str, values: Any) -> None:
        if name in _STROKES:
            self.surface.line(self.state)
            self.surface.paint(self.state.stroke)
        if name in _FILLS:
            self.surface.paint(self.state.fill)
        if name in _SHOWS:
            self._show(name, values)
        elif method := _OPERATORS.get(name):
            method(self, name, values)

    def save_(self, _: str, __: Any) -> None:
        self._stack.append(copy.copy(self.state))

    def restore_(self, _: str, __: Any) -> None:
        if self._stack:
            self.state = self._stack.pop()

    def concatenate_(self, _: str, values: Any) -> None:
        self.state.matrix = compose(self.state.matrix, matrix_of(values))

    def color_(self, name: str, values: Any) -> None:
        side = "fill" if name.islower() else "stroke"
        setattr(self.state, side, color_of(getattr(self.state, side)[0], name, values, self.resources))
        if name.lower() in {"sc", "scn"} and values and isinstance(values[-1], pikepdf.Name):
            self._pattern(values[-1])

    def _pattern(self, name: pikepdf.Name) -> None:
        pattern = self._named("/Pattern", name)
        if isinstance(pattern, pikepdf.Stream):
            if self.depth < _DEEPEST and self.surface.once((pattern.objgen, self.surface.page)):
                _run(self.surface, pattern, pattern.get("/Resources"), State(), self.depth + 1)
        elif pattern is not None and "/Shading" in pattern:
            self.surface.color(space_of(pattern.Shading.ColorSpace, self.resources))

    def shade_(self, _: str, values: Any) -> None:
        shading = self.resources.get("/Shading", {}).get(values[0])
        if shading is not None:
            self.surface.color(space_of(shading.ColorSpace, self.resources))

    def number_(self, name: str, values: Any) -> None:
        setattr(
            self.state, _NUMBERS[name], float(values[0]) * (0.01 if name == "Tz" else 1.0)
        )  # Tz: per cent

    def render_(self, _: str, values: Any) -> None:
        self.state.render = int(values[0])

    def state_(self, _: str, values: Any) -> None:
        found = self._named("/ExtGState", values[0])
        chosen = pikepdf.Dictionary() if found is None else found
        if "/LW" in chosen:
            self.state.width = float(chosen.LW)
        if "/Font" in chosen:
            self.state.font, self.state.size = self.surface.font(chosen.Font[0]), float(chosen.Font[1])

    def font_(self, _: str, values: Any) -> None:
        found = self._named("/Font", values[0])
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
        self._line = self._at = compose(self._line, (1.0, 0.0, 0.0, 1.0, x, y))

    def _show(self, name: str, values: Any) -> None:
        if name in {"'", '"'}:
            self.next_("T*", ())
        if name != "TJ":
            self._string(bytes(values[-1]))
            return
        for part in values[0]:
            if isinstance(part, pikepdf.String):
                self._string(bytes(part))
            else:
                self._advance(-float(part) / 1000 * self.state.size * self.state.stretch)

    def _advance(self, width: float) -> None:
        self._at = compose(self._at, (1.0, 0.0, 0.0, 1.0, width, 0.0))

    def _string(self, codes: bytes) -> None:
        state, font = self.state, self.state.font
        if font is None:
            self.surface.find("fonts.named", "text is set without a font", "write the file again")
            return
        for finding in font.findings:
            self.surface.find(*finding)
        if state.render != 3:
            self.surface.paint(state.fill if state.render in {0, 2, 4, 6} else state.stroke)
        width = font.width(codes) * state.size + state.spacing * font.count(codes)
        if state.words:
            width += state.words * codes.count(b" ")
        width *= state.stretch
        if self.surface.trim is not None and state.render != 3 and codes.strip():
            place = compose(state.matrix, self._at)
            high = state.rise + font.height * state.size
            end = width - state.spacing * state.stretch
            corners = [apply_matrix(place, x, y) for x in (0.0, end) for y in (state.rise, high)]
            self.surface.text(corners)
        self._advance(width)

    def do_(self, _: str, values: Any) -> None:
        drawn = self._named("/XObject", values[0])
        kind = str(drawn.get("/Subtype", "")) if drawn is not None else ""
        if kind == "/Image":
            self.surface.image(drawn, self.resources, self.state)
        elif kind == "/Form" and self.depth < _DEEPEST:
            self.surface.group(drawn)
            state = self.state
            matrix = compose(state.matrix, matrix_of(drawn.get("/Matrix", IDENTITY)))
            place = tuple([round(value, 3) for value in matrix])
            if self.surface.once((drawn.objgen, place, state.fill, state.stroke, self.surface.trim)):
                resources = drawn.get("/Resources", self.resources)
                _run(self.surface, drawn, resources, replace(state, matrix=matrix), self.depth + 1)
        elif kind == "/PS":
            self.surface.find("version.postscript", "it holds PostScript", "write it again as plain PDF")

    def inline_(self, _: str, image: Any) -> None:
        space = image.obj.get("/CS", image.obj.get("/ColorSpace", pikepdf.Name.DeviceGray))
        self.surface.color(space_of(space, self.resources))

    def _named(self, kind: str, name: Any) -> Any:
        return None if self.resources is None else self.resources.get(kind, {}).get(name)


_NUMBERS = {"w": "width", "Tc": "spacing", "Tw": "words", "Tz": "stretch", "TL": "leading", "Ts": "rise"}
_OPERATORS = {
    "q": Interpreter.save_,
    "Q": Interpreter.restore_,
    "cm": Interpreter.concatenate_,
    "gs": Interpreter.state_,
    "Do": Interpreter.do_,
    "sh": Interpreter.shade_,
    "Tf": Interpreter.font_,
    "Tr": Interpreter.render_,
    INLINE: Interpreter.inline_,
    "BT": Interpreter.begin_,
    "Tm": Interpreter.place_,
    **dict.fromkeys(COLORS, Interpreter.color_),
    **dict.fromkeys(("Td", "TD", "T*"), Interpreter.next_),
    **dict.fromkeys(_NUMBERS, Interpreter.number_),
}
_IMAGES = {"BI", "ID", "EI"}  # which make one image
KNOWN = " ".join(sorted((_STROKES | _FILLS | _SHOWS | _IMAGES | _OPERATORS.keys()) - {INLINE}))
"""Operators that matter; most others build paths."""


def _run(surface: Surface, stream: Any, resources: Any, state: State, depth: int = 0) -> None:
    surface.declared(resources)
    Interpreter(surface, resources, state, depth).run(surface.operators(stream, KNOWN))


def look_at_pages(document: pikepdf.Pdf, rules: Rules) -> Iterator[Finding]:
    """Findings in what is painted; those in forms that many pages share are for the first of them.

    Pages of the same contents, such as backs, are looked at once; what is found is wrong on each.
    """
    surface, known = Surface(rules), dict[Any, list[Finding]]()
    for number, page in enumerate(document.pages, 1):
        guard.step()
        surface.page, surface.found = number, {}
        try:
            trim = page.obj.get("/TrimBox")
            surface.trim = None if trim is None else tuple(float(value) for value in trim)
            surface.group(page.obj)
            key = contents_of(page.obj), surface.trim
            if len(known) > KEPT:
                known.clear()
            if key not in known or key[0] is None:
                _run(surface, page, page.obj.get("/Resources"), State())
                known[key] = list(surface.found)
            for finding in known[key]:
                surface.find(finding.rule, finding.what, finding.remedy)
        except DAMAGE:
            surface.found[damaged(number)] = None
        yield from surface.found


def matrix_of(values: Any) -> Matrix:
    a, b, c, d, e, f = map(float, values)
    return a, b, c, d, e, f
