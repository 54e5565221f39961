"""The lines of a PDF page in mm from its upper left corner, as a viewer draws them."""

from __future__ import annotations

from typing import NamedTuple

import pikepdf

MM = 25.4 / 72


class Line(NamedTuple):
    """A stroked path: its width, the points that its segments end at, and points along its curves, too."""

    width: float
    points: list[tuple[float, float]]
    along: list[tuple[float, float]]

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom."""
        xs, ys = zip(*self.along, strict=True)
        return min(xs), min(ys), max(xs), max(ys)


def lines(page: pikepdf.Page) -> list[Line]:
    """Every stroked path of a page, in the order in which they are drawn."""
    height = float(page.mediabox[3])

    def in_mm(points):
        return [(float(x) * MM, (height - float(y)) * MM) for x, y in points]

    return [Line(width, in_mm(points), in_mm(along)) for width, points, along in _lines(page, pikepdf.Matrix())]


def _lines(page, matrix):
    """Yield width in mm and points of each stroked path of a page or form, in points from the lower left corner."""
    stack, width, points, along = [], 0.0, [], []
    for operands, operator in pikepdf.parse_content_stream(page):
        name = str(operator)
        if name == "q":
            stack.append((matrix, width))
        elif name == "Q":
            matrix, width = stack.pop()
        elif name == "cm":
            matrix = pikepdf.Matrix(*map(float, operands)) @ matrix
        elif name == "w":
            width = float(operands[0]) * abs(matrix.a) * MM
        elif name in {"m", "l", "c", "re"}:
            _add_points(name, operands, matrix, points, along)
        elif name in {"S", "s", "B", "b", "B*", "b*"}:
            yield width, points, along
            points, along = [], []
        elif name in {"f", "f*", "n"}:
            points, along = [], []
        elif name == "Do" and (form := page.Resources.XObject[str(operands[0])]).Subtype == "/Form":
            yield from _lines(form, pikepdf.Matrix(form.get("/Matrix", pikepdf.Matrix())) @ matrix)


def _add_points(name, operands, matrix, points, along):
    """Add the ends of a segment, and what is along it."""
    numbers = [*map(float, operands)]
    if name == "re":
        x, y, wide, high = numbers
        numbers = [x, y, x + wide, y, x + wide, y + high, x, y + high]
    new = [matrix.transform(pair) for pair in zip(numbers[::2], numbers[1::2], strict=True)]
    if name == "c":
        along += [_on_curve(points[-1], *new, step / 8) for step in range(1, 8)]
        new = new[-1:]
    points += new
    along += new


def _on_curve(a, b, c, d, t):
    """Return the point of a cubic curve at ``t`` from 0 to 1."""
    shares = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
    return tuple(
        sum(share * float(point[axis]) for share, point in zip(shares, (a, b, c, d), strict=True)) for axis in (0, 1)
    )
