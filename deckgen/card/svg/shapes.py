"""SVG elements that are outlines, path data, and lengths with units."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache

from deckgen.card.svg.parser import Node
from deckgen.draw import geometry
from deckgen.draw.drawing import Matrix, Segment
from deckgen.draw.geometry import NUMBER, apply_matrix, parse_numbers

MM = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72, "pc": 25.4 / 6, "px": 25.4 / 96, "": 25.4 / 96}
_LENGTH = re.compile(rf"({NUMBER.pattern})\s*([a-z]*)")
_COMMAND = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])([^MmLlHhVvCcSsQqTtAaZz]*)")
_ARITY = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_N = NUMBER.pattern
_NUMBERS = re.compile(rf"(?>(?>{_N})|[, \t\r\n]+)*")
_ARC = re.compile("".join(rf"(?>({part}))(?>[\s,]*)" for part in (_N, _N, _N, "[01]", "[01]", _N, _N)))
_PLAIN = frozenset("0123456789.-+eE, \t\r\n")
FAR = 1_000_000.0
"""Greatest length, in units of the drawing."""
TAGS = frozenset({"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"})


@lru_cache(maxsize=256)
def parse_page_length(text: str) -> float:
    """Return a page's width or height in mm; a bare number is px. Raises ValueError for %, unknown units, huge ones."""
    match = _LENGTH.fullmatch(text.strip())
    if match is None or match[2] not in MM or not abs(number := float(match[1])) <= FAR:
        raise ValueError(f"has the length {text!r}")
    return number * MM[match[2]]


def parse_length(text: str) -> float:
    """Return a length in units of the drawing (px). Raises ValueError for percentages and font-relative units."""
    return parse_page_length(text) / MM["px"]


def shape_outline(node: Node) -> tuple[Segment, ...]:
    """Return a shape's outline in its own coordinates; missing attributes are 0. Raises ValueError for wrong ones."""

    def get(name: str) -> float:
        return parse_length(node.attributes.get(name, "0"))

    match node.tag:
        case "path":
            return parse_path(node.attributes.get("d", ""))
        case "rect":
            rx, ry = node.attributes.get("rx"), node.attributes.get("ry")
            radius, second = parse_length(rx or ry or "0"), parse_length(ry or rx or "0")
            return geometry.rectangle(get("x"), get("y"), get("width"), get("height"), radius, ry=second)
        case "circle":
            return geometry.ellipse(get("cx"), get("cy"), get("r"))
        case "ellipse":
            return geometry.ellipse(get("cx"), get("cy"), get("rx"), get("ry"))
        case "line":
            return geometry.polygon([get("x1"), get("y1"), get("x2"), get("y2")], closed=False)
    points = geometry.parse_numbers(node.attributes.get("points", ""))
    if len(points) < 4 or len(points) % 2:
        raise ValueError("has no pairs of points")
    return geometry.polygon(points, closed=node.tag == "polygon")


def parse_path(data: str) -> tuple[Segment, ...]:
    """Return SVG path data as absolute segments, arcs as cubics. Raises ValueError if it is invalid."""
    if not data.lstrip().startswith(("M", "m")):
        raise ValueError("path data does not begin with a move")
    pen = _PathPen()
    try:
        for letter, text in _COMMAND.findall(data):
            pen.command(letter.upper(), text, relative=letter.islower())
    except ArithmeticError as error:
        raise ValueError("path data reaches impossibly far") from error
    return tuple(pen.segments)


class _PathPen:
    """The state while path data is read: segments so far, current point, start point, last handle."""

    def __init__(self) -> None:
        self.segments: list[Segment] = []
        self.x = self.y = self.start_x = self.start_y = 0.0
        self.handle: tuple[str, float, float] = ("", 0.0, 0.0)

    def command(self, letter: str, text: str, *, relative: bool) -> None:
        """Add segments of a path command, a capital, with all its numbers. Raises ValueError for a wrong count."""
        if letter == "Z":
            self.x, self.y, self.handle = self.start_x, self.start_y, ("", 0, 0)
            self.segments.append(("Z",))
            return
        arity = _ARITY[letter]
        values = [*_arcs(text)] if letter == "A" else _numbers(text)
        if not values or len(values) % arity:
            raise ValueError(f"path command {letter} has the wrong numbers {text.strip()!r}")
        if letter == "C":
            self._curves(values, relative)
        elif letter in "MLHV":
            self._lines(letter, values, relative)
        else:
            for i in range(0, len(values), arity):
                self.segments += self._step(letter, values[i : i + arity], relative)

    def _curves(self, values: list[float], relative: bool) -> None:
        """Add the segments of a command C; move the pen to their end."""
        x, y, append = self.x, self.y, self.segments.append
        for i in range(0, len(values), 6):
            a, b, c, d, e, f = values[i : i + 6]
            curve = (x + a, y + b, x + c, y + d, x + e, y + f) if relative else (a, b, c, d, e, f)
            append(("C", *curve))
            x, y = curve[4:]
        self._move_to("C", x, y, *curve[2:4])

    def _lines(self, command: str, values: list[float], relative: bool) -> None:
        """Add the segments of a move or of lines (M, L, H or V); move the pen to their end."""
        x, y, append = self.x, self.y, self.segments.append
        if command == "H":
            for value in values:
                x = value + x if relative else value
                append(("L", x, y))
        elif command == "V":
            for value in values:
                y = value + y if relative else value
                append(("L", x, y))
        else:
            for i in range(0, len(values), 2):
                x, y = (values[i] + x, values[i + 1] + y) if relative else (values[i], values[i + 1])
                append(("L" if i else command, x, y))
                if command == "M" and not i:
                    self.start_x, self.start_y = x, y
        self._move_to(command, x, y, x, y)

    def _step(self, command: str, n: list[float], relative: bool) -> Iterator[Segment]:
        """Yield the segments of a command (A, S, Q or T) with one set of its numbers; move the pen to their end."""
        dx, dy = (self.x, self.y) if relative else (0.0, 0.0)
        if command == "A":
            end = (n[5] + dx, n[6] + dy)
            yield from arc_curves(self.x, self.y, n[0], n[1], n[2], bool(n[3]), bool(n[4]), *end)
            self._move_to("A", *end, *end)
        else:
            yield self._curve(command, [value + (dy if i % 2 else dx) for i, value in enumerate(n)])

    def _curve(self, command: str, n: list[float]) -> Segment:
        """Return a curve (S, Q or T) as one cubic; move the pen to its end."""
        kind, hx, hy = self.handle
        if command in "ST":
            continues = kind == ("C" if command == "S" else "Q")
            n = [*((2 * self.x - hx, 2 * self.y - hy) if continues else (self.x, self.y)), *n]
        x0, y0 = self.x, self.y
        if len(n) == 6:
            self._move_to("C", n[4], n[5], n[2], n[3])
            return ("C", *n)
        qx, qy, x, y = n
        self._move_to("Q", x, y, qx, qy)
        return ("C", (x0 + 2 * qx) / 3, (y0 + 2 * qy) / 3, (x + 2 * qx) / 3, (y + 2 * qy) / 3, x, y)

    def _move_to(self, kind: str, x: float, y: float, hx: float, hy: float) -> None:
        """Set the current point, and the last handle (hx, hy) of a command's ``kind``."""
        self.x, self.y, self.handle = x, y, (kind, hx, hy)


def _numbers(text: str) -> list[float]:
    """Return the numbers of a command, or none if it has anything else."""
    if _PLAIN.issuperset(text):
        with suppress(ValueError):  # numbers that only their signs and points part
            return [*map(float, text.replace(",", " ").split())]
    return parse_numbers(text) if _NUMBERS.fullmatch(text) else []


def _arcs(text: str) -> Iterator[float]:
    """Yield 7 numbers for each arc; its flags need no space between them. Raises ValueError if they are invalid."""
    text, position = text.strip(", \t\r\n"), 0
    while position < len(text):
        match = _ARC.match(text, position)
        if match is None:
            raise ValueError(f"arc {text!r} cannot be read")
        yield from map(float, match.groups())
        position = match.end()


def arc_curves(
    x0: float, y0: float, rx: float, ry: float, turn: float, large: bool, sweep: bool, x: float, y: float
) -> Iterator[Segment]:
    """Yield cubics (a line for radius 0) of an SVG arc to (x, y), ``turn`` in degrees (SVG 1.1, appendix F.6.5)."""
    rx, ry = abs(rx), abs(ry)
    if rx == 0 or ry == 0 or (x0, y0) == (x, y):
        yield ("L", x, y)
        return
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    ux, uy = (x0 - x) / 2, (y0 - y) / 2
    px, py = cos * ux + sin * uy, -sin * ux + cos * uy
    grow = math.sqrt(max(1.0, (px / rx) ** 2 + (py / ry) ** 2))
    rx, ry = rx * grow, ry * grow
    under = (rx * py) ** 2 + (ry * px) ** 2
    root = math.sqrt(max(0.0, (rx * ry) ** 2 - under) / under) * (-1 if large == sweep else 1)
    qx, qy = root * rx * py / ry, -root * ry * px / rx
    cx, cy = cos * qx - sin * qy + (x0 + x) / 2, sin * qx + cos * qy + (y0 + y) / 2
    begin = math.atan2((py - qy) / ry, (px - qx) / rx)
    span = math.atan2((-py - qy) / ry, (-px - qx) / rx) - begin
    if sweep and span < 0:
        span += 2 * math.pi
    elif not sweep and span > 0:
        span -= 2 * math.pi
    matrix: Matrix = (cos * rx, sin * rx, -sin * ry, cos * ry, cx, cy)
    parts = max(1, math.ceil(abs(span) / (math.pi / 2) - 1e-9))
    for i in range(parts):
        curve = _unit_arc(begin + span * i / parts, span / parts)
        points = [value for p in curve for value in apply_matrix(matrix, *p)]
        if i == parts - 1:
            points[4:] = [x, y]  # the end is exact, so that outlines close
        yield ("C", *points)


def _unit_arc(start: float, span: float) -> tuple[tuple[float, float], ...]:
    """Return handles and end of a cubic along the unit circle, from angle ``start`` over ``span``, in radians."""
    handle = 4 / 3 * math.tan(span / 4)
    c0, s0, c1, s1 = math.cos(start), math.sin(start), math.cos(start + span), math.sin(start + span)
    return (c0 - handle * s0, s0 + handle * c0), (c1 + handle * s1, s1 - handle * c1), (c1, s1)
