"""Runs the operators of pages, forms and patterns as a viewer does, and has what they paint checked."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import pikepdf

from deckgen import guard
from deckgen.draw.drawing import IDENTITY, Matrix
from deckgen.draw.geometry import apply_matrix, compose, mean_scale
from deckgen.draw.outline import Point
from deckgen.preflight.report import DAMAGE, Finding, damage_finding
from deckgen.preflight.resources import COLORS, color_of, content_key, resource, space_of
from deckgen.preflight.rules import Rules
from deckgen.preflight.surface import INLINE, MAX_CACHED, PATHS, State, Steps, Surface, clipped

_DEEPEST = 20  # forms in forms
_MAX_FORM_AREAS = 1000  # remembered for the next time that a form is painted
_STROKES = {"S", "s", "B", "B*", "b", "b*"}
_FILLS = {"f", "F", "f*", "B", "B*", "b", "b*"}
_ENDS = _STROKES | _FILLS | {"n"}
_SHOW_TEXT = {"Tj", "TJ", "'", '"'}


@dataclass
class Interpreter:
    """Runs one stream of operators; every method whose name ends with an underscore runs one kind."""

    surface: Surface
    resources: Any
    state: State
    depth: int
    _stack: list[State] = field(default_factory=list)
    _line_matrix: Matrix = IDENTITY
    _text_matrix: Matrix = IDENTITY
    _outlines: list[list[Point]] = field(default_factory=list)
    _clips: bool = False

    def run(self, steps: Steps) -> None:
        """Run (name, values) of operators; those with invalid values are reported as damage and skipped."""
        for name, values in steps:
            try:
                self._step(name, values)
            except DAMAGE:
                message = f"invalid values of the operator {name}: the file is damaged"
                self.surface.add_finding("version.readable", message, "write the file again")

    def _step(self, name: str, values: Any) -> None:
        """Check what an operator paints, and run it; those in no table have no effect."""
        if name in _STROKES:
            self.surface.check_line(self.state)
            self.surface.check_paint(self.state.stroke)
        if name in _FILLS:
            self.surface.check_paint(self.state.fill)
            space, numbers = self.state.fill
            self.surface.add_area(self._outlines, space.plates(numbers), even_odd="*" in name, state=self.state)
        if name in _ENDS:
            self._end_path()
        if name in _SHOW_TEXT:
            self._show(name, values)
        elif method := _OPERATORS.get(name):
            method(self, name, values)

    def path_(self, name: str, values: Any) -> None:
        """Add to the current path; a curve becomes two lines."""
        *handles, x, y = numbers = [float(value) for value in values]
        if name == "re":
            left, bottom, right, top = numbers[0], numbers[1], numbers[0] + x, numbers[1] + y
            points = [(left, bottom), (right, bottom), (right, top), (left, top)]
        elif len(handles) == 4:
            points = [
                ((3 * handles[0] + 3 * handles[2] + 2 * x) / 8, (3 * handles[1] + 3 * handles[3] + 2 * y) / 8),
                (x, y),
            ]
        else:
            points = [(x, y)]
        points = [apply_matrix(self.state.matrix, *point) for point in points]
        if name in {"m", "re"} or not self._outlines:
            self._outlines.append(points)
        else:
            self._outlines[-1] += points

    def clip_(self, _: str, __: Any) -> None:
        self._clips = True

    def _end_path(self) -> None:
        """End the current path, and clip to the box around it if it is a clipping path."""
        points = [point for outline in self._outlines for point in outline]
        if self._clips and points:
            self.state.clip = clipped(points, self.state.clip)
        self._outlines, self._clips = [], False

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
        """Check what a tiling pattern paints, once per page, or the color space of a shading pattern."""
        pattern = resource(self.resources, "/Pattern", name)
        if isinstance(pattern, pikepdf.Stream):
            if self.depth < _DEEPEST and self.surface.is_first((pattern.objgen, self.surface.page)):
                _run(self.surface, pattern, pattern.get("/Resources"), State(), self.depth + 1)
        elif pattern is not None and "/Shading" in pattern:
            self.surface.check_color_space(space_of(pattern.Shading.ColorSpace, self.resources))

    def shade_(self, _: str, values: Any) -> None:
        """Check the color space of a shading."""
        if (shading := resource(self.resources, "/Shading", values[0])) is not None:
            self.surface.check_color_space(space_of(shading.ColorSpace, self.resources))

    def number_(self, name: str, values: Any) -> None:
        """Set a number of the state, such as line width or letter spacing."""
        setattr(self.state, _NUMBERS[name], float(values[0]) * (0.01 if name == "Tz" else 1.0))  # Tz: per cent

    def render_(self, _: str, values: Any) -> None:
        self.state.render = int(values[0])

    def state_(self, _: str, values: Any) -> None:
        """Set line width, overprint and font from a graphics state resource, if it has them."""
        settings = resource(self.resources, "/ExtGState", values[0])
        if settings is None:
            return
        if "/LW" in settings:
            self.state.width = float(settings.LW)
        if "/op" in settings or "/OP" in settings:
            self.state.overprints = bool(settings.get("/op", settings.get("/OP")))
        if "/Font" in settings:
            self.state.font, self.state.size = self.surface.load_font(settings.Font[0]), float(settings.Font[1])

    def font_(self, _: str, values: Any) -> None:
        dictionary = resource(self.resources, "/Font", values[0])
        self.state.font = None if dictionary is None else self.surface.load_font(dictionary)
        self.state.size = float(values[1])

    def begin_(self, _: str, __: Any) -> None:
        self._line_matrix = self._text_matrix = IDENTITY

    def set_matrix_(self, _: str, values: Any) -> None:
        self._line_matrix = self._text_matrix = matrix_of(values)

    def next_line_(self, name: str, values: Any) -> None:
        x, y = (0.0, -self.state.leading) if name == "T*" else map(float, values)
        if name == "TD":
            self.state.leading = -y
        self._line_matrix = self._text_matrix = compose(self._line_matrix, (1.0, 0.0, 0.0, 1.0, x, y))

    def _show(self, name: str, values: Any) -> None:
        """Show one string, on a new line for ' and ", or strings with moves between them (TJ)."""
        if name in {"'", '"'}:
            self.next_line_("T*", ())
        if name != "TJ":
            self._string(bytes(values[-1]))
            return
        for part in values[0]:
            if isinstance(part, pikepdf.String):
                self._string(bytes(part))
            else:
                self._advance(-float(part) / 1000 * self.state.size * self.state.stretch)

    def _advance(self, width: float) -> None:
        self._text_matrix = compose(self._text_matrix, (1.0, 0.0, 0.0, 1.0, width, 0.0))

    def _string(self, codes: bytes) -> None:
        """Check text in the current font, and move on by its width; a finding and no move without a font."""
        state, font = self.state, self.state.font
        if font is None:
            self.surface.add_finding("fonts.named", "text is set without a font", "write the file again")
            return
        for finding in font.findings:
            self.surface.add_finding(*finding)
        if state.render != 3:
            self.surface.check_paint(state.fill if state.render in {0, 2, 4, 6} else state.stroke)
        width = font.width(codes) * state.size + state.spacing * font.count(codes)
        if state.words:
            width += state.words * codes.count(b" ")
        width *= state.stretch
        if state.render != 3 and codes.strip():
            text_matrix = compose(state.matrix, self._text_matrix)
            top = state.rise + font.height * state.size
            end = width - state.spacing * state.stretch
            corners = [apply_matrix(text_matrix, x, y) for x in (0.0, end) for y in (state.rise, top)]
            self.surface.check_text(corners)
            middle = sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4
            self.surface.check_small_text(state, state.size * mean_scale(text_matrix), middle)
        self._advance(width)

    def do_(self, _: str, values: Any) -> None:
        """Check an image, or run a form if it is new in this position, colors and trim box."""
        xobject = resource(self.resources, "/XObject", values[0])
        subtype = str(xobject.get("/Subtype", "")) if xobject is not None else ""
        if subtype == "/Image":
            self.surface.check_image(xobject, self.resources, self.state)
            corners = [apply_matrix(self.state.matrix, x, y) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]
            plates = dict.fromkeys("K" if xobject.get("/ColorSpace") == "/DeviceGray" else "CMYK", 1.0)
            if not bool(xobject.get("/ImageMask", False)):
                self.surface.add_area([corners], plates, even_odd=False, state=self.state)
        elif subtype == "/Form" and self.depth < _DEEPEST:
            self.surface.check_group(xobject)
            state = self.state
            matrix = compose(state.matrix, matrix_of(xobject.get("/Matrix", IDENTITY)))
            position = tuple([round(value, 3) for value in matrix])
            key = (xobject.objgen, position, state.fill, state.stroke, self.surface.trim)
            areas = self.surface.areas
            if self.surface.is_first(key):
                before, resources = len(areas), xobject.get("/Resources", self.resources)
                _run(self.surface, xobject, resources, replace(state, matrix=matrix), self.depth + 1)
                self.surface.areas_by_form[key] = areas[before:][:_MAX_FORM_AREAS]
            else:
                areas += self.surface.areas_by_form.get(key, ())
        elif subtype == "/PS":
            self.surface.add_finding("version.postscript", "it contains PostScript", "write it as plain PDF")

    def inline_(self, _: str, image: Any) -> None:
        space = image.obj.get("/CS", image.obj.get("/ColorSpace", pikepdf.Name.DeviceGray))
        self.surface.check_color_space(space_of(space, self.resources))


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
    "Tm": Interpreter.set_matrix_,
    **dict.fromkeys(COLORS, Interpreter.color_),
    **dict.fromkeys(PATHS, Interpreter.path_),
    **dict.fromkeys(("W", "W*"), Interpreter.clip_),
    **dict.fromkeys(("Td", "TD", "T*"), Interpreter.next_line_),
    **dict.fromkeys(_NUMBERS, Interpreter.number_),
}
_IMAGES = {"BI", "ID", "EI"}  # together one image
OPERATOR_NAMES = " ".join(sorted((_ENDS | _SHOW_TEXT | _IMAGES | _OPERATORS.keys()) - {INLINE}))
"""Operators that matter here."""


def _run(surface: Surface, stream: Any, resources: Any, state: State, depth: int = 0) -> None:
    surface.check_states(resources)
    Interpreter(surface, resources, state, depth).run(surface.operators(stream, OPERATOR_NAMES))


def check_pages(document: pikepdf.Pdf, rules: Rules) -> Iterator[Finding]:
    """Yield findings in painted content, page by page. Equal pages are run once; a form's are for its first page."""
    surface, findings_by_content = Surface(rules), dict[Any, list[Finding]]()
    for number, page in enumerate(document.pages, 1):
        guard.step()
        surface.page, surface.findings, surface.areas = number, {}, []
        try:
            trim = page.obj.get("/TrimBox")
            surface.trim = None if trim is None else tuple(float(value) for value in trim)
            surface.check_group(page.obj)
            key = content_key(page.obj), surface.trim
            if len(findings_by_content) > MAX_CACHED:
                findings_by_content.clear()
            if key not in findings_by_content or key[0] is None:
                _run(surface, page, page.obj.get("/Resources"), State())
                findings_by_content[key] = list(surface.findings)
            for finding in findings_by_content[key]:
                surface.add_finding(finding.rule, finding.message, finding.remedy)
        except DAMAGE:
            surface.findings[damage_finding(number)] = None
        yield from surface.findings


def matrix_of(values: Any) -> Matrix:
    a, b, c, d, e, f = map(float, values)
    return a, b, c, d, e, f
