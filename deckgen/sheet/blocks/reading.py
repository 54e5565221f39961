"""Blocks to read: tables, remarks, and the banner at the top of a page."""

from __future__ import annotations

from deckgen.draw import geometry
from deckgen.draw.geometry import Box
from deckgen.sheet.blocks.base import LABEL, Kind, heading, heading_height, shares
from deckgen.sheet.canvas import Canvas, corners, mark
from deckgen.sheet.model import Block

_LINE = 3.35  # a line of a table's text
_GAP = 1.0
_NARROW = 120  # a banner of a card has only the name


def _cells(
    canvas: Canvas, block: Block, width: float
) -> tuple[list[tuple[float, float]], list[list[list[str]]]]:
    """Places of the columns, and the wrapped lines of each cell; the head is the first row."""
    look = canvas.look
    rows = [[str(getattr(v, "text", v)) for v in row] for row in block.options.get("rows", [])]
    head = block.options.get("head")
    count = max(len(row) for row in [*rows, head or []])
    widths = [float(w) for w in block.options.get("widths", [1] * count)]
    places = shares(widths, width, 1.5)
    wrapped = []
    for number, row in enumerate([head, *rows] if head else rows):
        bold = bool(head) and number == 0
        faces = [look.strong if bold or i == 0 else look.face for i in range(len(row))]
        size = look.label_size if bold else look.text_size * 0.96
        wrapped.append([canvas.wrap(text, faces[i], size, places[i][1] - 0.8) for i, text in enumerate(row)])
    return places, wrapped


def _table_height(canvas: Canvas, block: Block, width: float) -> float:
    _, rows = _cells(canvas, block, width)
    return heading_height(canvas, block) + sum(max(map(len, row)) * _LINE + _GAP for row in rows)


def _table(canvas: Canvas, block: Block, box: Box) -> None:
    inner, look = heading(canvas, block, box), canvas.look
    places, rows = _cells(canvas, block, inner.width)
    natural = sum(max(map(len, row)) * _LINE + _GAP for row in rows)
    spare = min(1.6, max(0.0, inner.height - natural) / len(rows))
    head = "head" in block.options
    y = inner.y
    align = block.options.get("align", {})
    for number, row in enumerate(rows):
        height = max(map(len, row)) * _LINE + _GAP + spare
        bold = head and number == 0
        if not bold and number % 2 == (1 if head else 0):
            canvas.panel(Box(inner.x, y, inner.width, height), look.tint, radius=min(look.radius, 0.5))
        for i, ((x, width), lines) in enumerate(zip(places, row, strict=False)):
            top = y + (height - len(lines) * _LINE) / 2
            side = {"centre": 0.5, "right": 1.0}.get(align.get(str(i + 1), "left"), 0.0)
            for j, line in enumerate(lines):
                place = Box(inner.x + x + 0.8, top + j * _LINE, width - 0.8, _LINE)
                if bold:
                    canvas.label(line, place, look.accent, side)
                else:
                    canvas.words(
                        line,
                        place,
                        look.strong if i == 0 else look.face,
                        look.text_size * 0.96,
                        look.ink,
                        side,
                    )
        y += height
        if bold:
            canvas.line(inner.x, y, inner.right, y, 0.3, look.accent)


def _remarks(canvas: Canvas, block: Block, width: float) -> list[tuple[str, str, bool]]:
    """(bold start, rest, first line of a remark) of every line; ``Term | rest`` begins bold."""
    look = canvas.look
    said = block.options.get("text", [])
    lines: list[tuple[str, str, bool]] = []
    for remark in [said] if isinstance(said, str) else said:
        term, _, rest = remark.partition(" | ") if " | " in remark else ("", "", remark)
        indent = canvas.pen.width(f"{term} ", look.strong, look.text_size) + 0.8 if term else 0.0
        words = rest.split()
        first = ""
        while (
            words
            and canvas.pen.width(f"{first} {words[0]}".strip(), look.face, look.text_size) <= width - indent
        ):
            first = f"{first} {words.pop(0)}".strip()
        lines.append((term, first, True))
        lines += [
            ("", line, False)
            for line in canvas.wrap(" ".join(words), look.face, look.text_size, width)
            if line
        ]
    return lines


def _text_height(canvas: Canvas, block: Block, width: float) -> float:
    lines = _remarks(canvas, block, width)
    return heading_height(canvas, block) + 3.5 * len(lines) + 0.9 * sum(first for *_, first in lines)


def _text(canvas: Canvas, block: Block, box: Box) -> None:
    inner, look = heading(canvas, block, box), canvas.look
    lines = _remarks(canvas, block, inner.width)
    spare = inner.height - 3.5 * len(lines) - 0.9 * sum(first for *_, first in lines)
    gap = 0.9 + min(1.5, max(0.0, spare) / max(1, sum(first for *_, first in lines)))
    y = inner.y
    for number, (term, rest, first) in enumerate(lines):
        y += gap if first and number else 0
        x = inner.x
        if term:
            canvas.words(term, Box(x, y, inner.width, 3.5), look.strong, look.text_size, look.accent)
            x += canvas.pen.width(f"{term} ", look.strong, look.text_size) + 0.8
        if rest:
            canvas.words(rest, Box(x, y, inner.right - x, 3.5))
        y += 3.5


def _banner_height(canvas: Canvas, block: Block, width: float) -> float:  # noqa: ARG001
    return float(block.options.get("height", 17))


def _banner(canvas: Canvas, block: Block, box: Box) -> None:
    """The game's name on its colour, and the character's name beside it."""
    look, spec = canvas.look, canvas.spec
    canvas.panel(box, look.banner, radius=look.radius * 2)
    if look.frame == "double":
        canvas.path(corners(box.inset(1), look.corner, look.radius * 1.6), None, look.banner_ink, 0.25)
    name = str(block.options.get("of", ""))
    if name and box.width < _NARROW:
        room = box.inset(1.2)
        canvas.panel(room, look.paper)
        canvas.entry(
            name, spec.groups[name].columns[0], room, spec.groups[name].label, look.heading_size * 1.2
        )
        return
    split = box.width * 0.42
    title = spec.title.upper() if look.capitals else spec.title
    sub = block.title or spec.name
    left = Box(box.x + 5, box.y + 2, split - 20, box.height - 4)
    if name:
        upper = Box(left.x, left.y, left.width, left.height * 0.62)
        canvas.words(title, upper, look.title_face, look.title_size, look.banner_ink)
        lower = Box(left.x, upper.bottom, left.width, left.height - upper.height)
        canvas.words(sub, lower, look.strong, look.text_size * 1.1, look.banner_ink)
    else:
        canvas.words(title, left, look.title_face, look.title_size * 0.7, look.banner_ink)
        right = Box(box.x + split + 2, box.y, box.width - split - 7, box.height)
        canvas.words(sub, right, look.strong, look.heading_size * 1.15, look.banner_ink, 1.0)
    _ornament(canvas, Box(box.x + split - 12, box.y, 12, box.height))
    if name:
        group = spec.groups[name]
        field = Box(box.x + split + 3, box.y + 2.6 + LABEL, box.width - split - 7, box.height - 5.6 - LABEL)
        canvas.panel(Box(field.x - 1, box.y + 2, field.width + 2, box.height - 4), look.paper)
        canvas.label(group.label, Box(field.x, box.y + 2.6, field.width, LABEL))
        canvas.entry(name, group.columns[0], field, group.label, look.heading_size * 1.6)


def _ornament(canvas: Canvas, box: Box) -> None:
    look = canvas.look
    match look.ornament:
        case "chevrons":
            for i in range(3):
                x = box.x + i * 3
                s = box.height * 0.3
                points = [
                    x,
                    box.cy - s,
                    x + 1.4,
                    box.cy - s,
                    x + 1.4 + s * 0.6,
                    box.cy,
                    x + 1.4,
                    box.cy + s,
                    x,
                    box.cy + s,
                    x + s * 0.6,
                    box.cy,
                ]
                canvas.path(geometry.polygon(points), look.second)
        case "diamonds":
            for i in range(3):
                size = (2.2, 3.6, 2.2)[i]
                cy = box.y + box.height * (0.22, 0.5, 0.78)[i]
                canvas.path(
                    mark("diamond", Box(box.cx + 1 - size / 2, cy - size / 2, size, size)), look.second
                )
        case "hatch":
            for i in range(4):
                x = box.x + i * 2.6
                h = box.height
                canvas.path(
                    geometry.polygon(
                        [x + h * 0.3, box.y, x + 1.4 + h * 0.3, box.y, x + 1.4, box.bottom, x, box.bottom]
                    ),
                    look.second,
                )
        case "stars":
            for x, y, size in ((0.3, 0.3, 5.2), (0.72, 0.62, 3.6), (0.28, 0.78, 2.4)):
                canvas.path(
                    mark(
                        "star",
                        Box(box.x + box.width * x - size / 2, box.y + box.height * y - size / 2, size, size),
                    ),
                    look.second,
                )


TABLE = Kind(_table_height, _table)
TEXT = Kind(_text_height, _text)
BANNER = Kind(_banner_height, _banner)
