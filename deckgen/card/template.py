"""Templates: a layout's SVG, compiled to drawing items, slots and icons.

The page has ``width`` and ``height`` with a unit; its ``viewBox`` covers the trimmed face *and* its bleed,
with the origin at the corner of the trimmed face. A poker card with 1/8 in bleed has ``-3.175 -3.175 69.85
95.25``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Literal

from deckgen.card.svg import css, shapes
from deckgen.card.svg.compiler import Compiler, check_reach, view_box
from deckgen.card.svg.parser import Node
from deckgen.draw import geometry
from deckgen.draw.drawing import Item, Matrix, Segment, Symbol, Use
from deckgen.draw.fonts import Fonts
from deckgen.draw.geometry import Box
from deckgen.draw.outline import outline_flaw
from deckgen.draw.raster import read_picture
from deckgen.errors import LayoutError, Problems
from deckgen.game.faces import PlayingCard
from deckgen.records import record

Anchor = Literal["start", "middle", "end"]
OUTLINE = "outline"
"""The id of the shape along which cards are cut."""
STATIC, CARDS, JOKERS = "static", "static-cards", "static-jokers"
"""Groups of art: for all cards, for all but jokers, for jokers."""
SLOT, JOKER_SLOT = "slot-", "joker-slot-"
_IGNORED = frozenset({"", "defs", "style", "title", "desc", "metadata", "symbol"})
ART_WIDTH = 100.0
"""The width of symbols that are pictures, in their units."""
_MIN_SIDE, _MAX_SIDE = 10.0, 500.0
"""Least and greatest sides of a page in mm, with its bleed."""


@record
class TextSlot:
    """Where a string goes: anchored at x on the baseline y; ``size`` and ``width`` (None: to the safe zone) in mm.

    ``upward`` text reads up, anchored along y. ``lines``: at most so many; ``spacing``: of letters, in mm.
    """

    x: float
    y: float
    anchor: Anchor
    face: str
    size: float
    fill: str
    width: float | None
    upward: bool = False
    lines: int = 1
    spacing: float = 0.0
    card: str = ""


@record
class Template:
    """A compiled SVG. ``groups``: the art of ``static`` and of every ``static-NAME``, in mm.

    ``icons`` are normalized: the longer side of a symbol's viewBox is 1, its center the origin.
    ``joker_boxes`` and ``joker_texts`` are the slots of jokers: those of all cards, with the drawing's
    changes for jokers; a rect without width removes a slot. ``outline``: where cards are cut, from an element of
    that id; () without one.
    """

    file: Path
    width: float
    height: float
    bleed: float
    groups: Mapping[str, tuple[Item, ...]]
    icons: Mapping[str, Symbol]
    boxes: Mapping[str, Box]
    texts: Mapping[str, TextSlot]
    joker_boxes: Mapping[str, Box]
    joker_texts: Mapping[str, TextSlot]
    outline: tuple[Segment, ...] = ()

    def boxes_for(self, *, joker: bool) -> Mapping[str, Box]:
        return self.joker_boxes if joker else self.boxes

    def texts_for(self, *, joker: bool) -> Mapping[str, TextSlot]:
        return self.joker_texts if joker else self.texts

    def art_for(self, *, joker: bool) -> tuple[Item, ...]:
        return (*self.groups.get(STATIC, ()), *self.groups.get(JOKERS if joker else CARDS, ()))

    def art_groups(self, card: PlayingCard) -> tuple[str, ...]:
        """Return the names of the groups of art on a card, in drawing order: all cards', then its own on top."""
        kinds = [JOKERS] if card.is_joker else [CARDS, card.suit or "", card.name.partition(" ")[0]]
        names = ["static-" + kind.replace(" ", "-").removeprefix("static-") for kind in [*kinds, card.name]]
        return tuple(name for name in dict.fromkeys([STATIC, *names]) if name in self.groups)


def compile_template(
    root: Node,
    file: Path,
    fonts: Fonts,
    ink: Callable[[str], str | None],
    pictures: Node | None = None,
    within: Path | None = None,
) -> Template:
    """Return the template in ``root``, which may place symbols of ``pictures``.

    ``ink`` maps a color of the file to the one to print, None: not in the theme. ``within``: the folder of the files
    that its images may refer to, by default its own.

    Raises LayoutError with every problem: file, line, element id, remedy.
    """
    problems = Problems()
    report = _reporter(file, problems)
    width, height, bleed, scale = _page_size(root, report)
    read_image = partial(read_picture, folder=file.parent, within=within)
    reader = _Reader(Compiler(root, fonts, ink, report, pictures, read_image), report)
    style = reader.art.style(root, css.ROOT)
    for node in root.children:
        reader.read(node, style, (scale, 0, 0, scale, 0, 0))
    icons = reader.art.compile_icons()
    reader.check_outline(root, width, height)
    problems.raise_as(LayoutError)
    boxes, texts = reader.boxes, reader.texts
    joker_boxes = {name: box for name, box in {**boxes, **reader.joker_boxes}.items() if box.width}
    jokers = joker_boxes, {**texts, **reader.joker_texts}
    return Template(file, width, height, bleed, reader.groups, icons, boxes, texts, *jokers, reader.outline)


def page_size(root: Node, file: Path) -> tuple[float, float]:
    """Return width and height in mm of the trimmed card in ``root``. Raises LayoutError if they are invalid."""
    problems = Problems()
    width, height, _, _ = _page_size(root, _reporter(file, problems))
    problems.raise_as(LayoutError)
    return round(width, 3), round(height, 3)


def compile_icons(root: Node, file: Path, fonts: Fonts, ink: Callable[[str], str | None]) -> dict[str, Symbol]:
    """Return the symbols in ``root``; ``ink`` and errors as in ``compile_template``."""
    problems = Problems()
    icons = Compiler(root, fonts, ink, _reporter(file, problems)).compile_icons()
    problems.raise_as(LayoutError)
    return icons


def compile_art(root: Node, file: Path, fonts: Fonts, ink: Callable[[str], str | None]) -> tuple[Symbol, float]:
    """Return a whole drawing as a symbol that is 100 wide, and its height; ``ink`` and errors as ``compile_template``."""
    problems = Problems()
    report = _reporter(file, problems)
    compiler, view = Compiler(root, fonts, ink, report), view_box(root)
    if view is None:
        report(root, "the picture has no viewBox", 'give it one, such as viewBox="0 0 200 100"')
        problems.raise_as(LayoutError)
        raise AssertionError
    style, scale = compiler.style(root, css.ROOT), ART_WIDTH / view.width
    matrix: Matrix = (scale, 0, 0, scale, -view.x * scale, -view.y * scale)
    items = tuple(
        item for child in root.children for item in compiler.compile(child, compiler.style(child, style), matrix)
    )
    if any(isinstance(item, Use) for item in items):
        report(root, "a picture cannot place symbols", "unlink the clones of symbols")
    problems.raise_as(LayoutError)
    return Symbol(items), view.height * scale


def _reporter(file: Path, problems: Problems) -> css.Report:
    return lambda n, message, remedy: problems.add(file, n.line, n.id or f"<{n.tag}>", message, remedy)


def _page_size(root: Node, report: css.Report) -> tuple[float, float, float, float]:
    """Return trimmed width, height, bleed in mm, and mm per unit; usable ones, with a problem, if they are invalid."""
    fallback = (1.0, 1.0, 0.0, 1.0)
    remedy = 'give width and height in mm and a viewBox, such as viewBox="-3.175 -3.175 69.85 95.25"'
    try:
        width = shapes.parse_page_length(root.attributes.get("width", ""))
        height = shapes.parse_page_length(root.attributes.get("height", ""))
        view = geometry.parse_numbers(root.attributes.get("viewBox", ""))
        check_reach(*view)
    except ValueError as error:
        report(root, f"the page {error}", remedy)
        return fallback
    if len(view) != 4 or min(view[2:]) <= 0:
        report(root, "the page has no viewBox", remedy)
        return fallback
    if not (min(width, height) >= _MIN_SIDE and max(width, height) <= _MAX_SIDE):
        message = f"the page is {width:g} × {height:g} mm large"
        report(root, message, f"draw one with sides of {_MIN_SIDE:g} to {_MAX_SIDE:g} mm")
        return fallback
    scale = width / view[2]
    if abs(height / view[3] - scale) > 1e-3 * scale:
        report(root, "the viewBox has other proportions than the page", remedy)
    bleed = -view[0] * scale
    if abs(view[0] - view[1]) * scale > 0.01 or not -0.01 < bleed < min(width, height) / 2:
        report(root, "the bleed differs between the sides", "begin the viewBox at -BLEED -BLEED")
    bleed = max(0.0, bleed)
    return width - 2 * bleed, height - 2 * bleed, bleed, scale


class _Reader:
    """Reads top-level elements: skips guides, compiles art, measures slots, reports all others."""

    def __init__(self, art: Compiler, report: css.Report) -> None:
        self.art, self._report = art, report
        self.groups: dict[str, tuple[Item, ...]] = {}
        self.boxes: dict[str, Box] = {}
        self.texts: dict[str, TextSlot] = {}
        self.joker_boxes: dict[str, Box] = {}
        self.joker_texts: dict[str, TextSlot] = {}
        self.outline: tuple[Segment, ...] = ()

    def read(self, node: Node, parent: css.Properties, matrix: Matrix) -> None:
        """Read art and slots in an element whose parent has that style and matrix; skip guides, report all else."""
        if node.tag in _IGNORED or node.has_name("guides"):
            return
        style = self.art.style(node, parent)
        static = _art_group(node)
        if node.id == OUTLINE and node.tag in shapes.TAGS:
            self._outline(node, matrix)
        elif node.id.startswith((SLOT, JOKER_SLOT)):
            self._slot(node, style, matrix)
        elif static:
            if static != "static":  # variants may be hidden while another is edited
                style["display"] = "inline"
            self.groups[static] = self.art.compile(node, style, matrix)
        elif node.tag == "g":
            if any(map(_art_group, node.walk())):
                css.report_unprintable(node, style, self._report)
            inner = self.art.matrix_of(node, matrix)
            for child in node.children:
                self.read(child, style, inner)
        elif not css.is_hidden(style):
            message = "is outside the group static and would not be printed"
            self._report(node, message, "move it into static or guides")

    def _outline(self, node: Node, matrix: Matrix) -> None:
        """Keep the outline along which cards are cut; report one that cannot be read."""
        try:
            segments = geometry.transform_outline(shapes.shape_outline(node), self.art.matrix_of(node, matrix))
            check_reach(*[n for _, *numbers in segments for n in numbers])
            self.outline = segments
        except (ValueError, ArithmeticError) as error:
            self._report(node, str(error), "redraw the outline")

    def check_outline(self, root: Node, width: float, height: float) -> None:
        """Report an outline that cannot be cut out of a card of this size in mm, or is where it is not read."""
        node = next((node for node in root.walk() if node.id == OUTLINE), None)
        if node is not None and not self.outline:
            self._report(node, "is no shape in a layer of its own", "draw a path outside static, guides and slots")
        elif node is not None and (flaw := outline_flaw(self.outline, width, height)):
            self._report(node, f"the outline {flaw[0]}", flaw[1])

    def _slot(self, node: Node, style: css.Properties, matrix: Matrix) -> None:
        """Add a rect or text as a slot of all cards, or of jokers; report what is wrong with it."""
        is_for_all = node.id.startswith(SLOT)
        name = node.id.removeprefix(SLOT if is_for_all else JOKER_SLOT)
        boxes, texts = (self.boxes, self.texts) if is_for_all else (self.joker_boxes, self.joker_texts)
        if name in boxes or name in texts:
            self._report(node, "there are two slots of this id", "rename one")
        slot_matrix = self.art.matrix_of(node, matrix)
        try:
            if node.tag == "rect":
                boxes[name] = _slot_box(node, slot_matrix)
                if is_for_all and not boxes[name].width * boxes[name].height:
                    self._report(node, "a slot has no area", "give it a width and a height")
            elif node.tag == "text":
                texts[name] = self._text(node, style, slot_matrix)
            else:
                self._report(node, f"a slot cannot be a {node.tag}", "use a rect (widget) or a text (string)")
        except ValueError as error:
            self._report(node, str(error), "redraw the slot")

    def _text(self, node: Node, style: css.Properties, matrix: Matrix) -> TextSlot:
        """Return a text slot; a wrong angle or color is reported. Raises ValueError for invalid lengths."""
        inner, position = style, node
        for child in node.children:
            if child.tag == "tspan":  # Inkscape writes the place and the style of a line here
                inner = self.art.style(child, style)
                position = child if "x" in child.attributes else node
                break
        x, y = (shapes.parse_length(position.attributes.get(axis, "0")) for axis in ("x", "y"))
        angle, scale = geometry.rotation_and_scale(matrix)
        upward = abs(angle + 90) < 1e-6
        if abs(angle) > 1e-6 and not upward:
            self._report(node, "a text slot is turned", "draw it upright, or turned by −90° to read upward")
        room = node.attributes.get("data-width")
        fill = self.art.print_color(node, inner.get("fill", ""))
        anchor = inner.get("text-anchor", "start")
        spacing = inner.get("letter-spacing", "0")
        slot = TextSlot(
            *geometry.apply_matrix(matrix, x, y),
            anchor if anchor in ("middle", "end") else "start",  # type: ignore[arg-type]
            self.art.typeface(node, inner),
            self.art.size(inner) * scale,
            fill or "#000000",
            shapes.parse_length(room) * scale if room else None,
            upward,
            _parse_lines(node.attributes.get("data-lines", "1")),
            shapes.parse_length("0" if spacing == "normal" else spacing) * scale,
            node.attributes.get("data-card", ""),
        )
        check_reach(slot.x, slot.y, slot.size, slot.spacing, slot.width or 0.0)
        if slot.width is not None and slot.width <= 0:
            raise ValueError(f"has the data-width {room!r}")
        return slot


def _slot_box(node: Node, matrix: Matrix) -> Box:
    """Return a rect's box in mm. Raises ValueError if it is turned, skewed, mirrored, or far too large."""
    if abs(matrix[1]) > 1e-6 or abs(matrix[2]) > 1e-6 or matrix[0] <= 0 or matrix[3] <= 0:
        raise ValueError("a slot is turned, skewed or mirrored")
    box = geometry.bounding_box(geometry.transform_outline(shapes.shape_outline(node), matrix))
    check_reach(*box)
    return box


def _parse_lines(text: str) -> int:
    """Return the number of lines of a text slot. Raises ValueError unless it is 1 to 100."""
    if not re.fullmatch("[1-9][0-9]?|100", text):
        raise ValueError(f"has data-lines {text!r}, which is no number from 1 to 100")
    return int(text)


def _art_group(node: Node) -> str:
    """Return the name of a group of static art, or ""."""
    for name in (node.id, node.label):
        if name == STATIC or name.startswith(f"{STATIC}-"):
            return name
    return ""
