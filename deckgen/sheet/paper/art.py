"""The drawings of a sheet's theme: symbols of its file of icons, and the slots in them for fields and words.

A symbol ``art-NAME`` is a drawing; a rectangle in it with the id ``NAME--SLOT`` is not drawn but says where something
goes. Its attributes ``data-align``, ``data-size`` (points), ``data-label``, ``data-label-role``, ``data-label-size``,
``data-role``, ``data-ink``, ``data-shape``, ``data-number`` and ``data-tint`` say how.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import lru_cache
from pathlib import Path

from deckgen.card.svg import parser, shapes
from deckgen.card.svg.compiler import view_box
from deckgen.card.svg.parser import Node
from deckgen.card.template import compile_icons
from deckgen.draw.blocks.table import ALIGN
from deckgen.draw.drawing import Symbol
from deckgen.draw.fonts import PT, Fonts
from deckgen.draw.geometry import Box
from deckgen.draw.theme import Theme
from deckgen.errors import Faults, LayoutError
from deckgen.numbers import finite
from deckgen.reading import SVG, content_of
from deckgen.records import record

PREFIX = "art-"
_LABELS = ("above", "below", "left", "none")
_SHAPES = ("rect", "ellipse")
_LARGEST = 1000  # points
ROLES = ("text", "strong", "term", "name", "label", "note", "mark", "level", "heading", "title")
"""What words may be for."""


@record
class ArtSlot:
    """A place in a drawing, in its units. ``size`` of letters is mm, 0 as usual; ``align`` None as usual for what stands there.

    ``label`` says where the field's label stands: above, below, left or none; it has a role and a size of its own.
    ``role`` and ``ink`` are for words. ``shape`` is the outline of a picture: rect or ellipse. ``number``: marks have
    their numbers in them; ``tint``: a derived value stands on a tinted panel.
    """

    box: Box
    align: float | None
    size: float
    label: str
    role: str
    ink: str
    shape: str
    label_role: str
    label_size: float
    number: bool
    tint: bool


@record
class Art:
    """One drawing: its size in its own units, and its slots by name."""

    width: float
    height: float
    slots: Mapping[str, ArtSlot]

    def marks(self, slot: str) -> list[ArtSlot]:
        """The slots ``slot-1``, ``slot-2`` ... of single marks, as far as they go."""
        found: list[ArtSlot] = []
        while (each := self.slots.get(f"{slot}-{len(found) + 1}")) is not None:
            found.append(each)
        return found


@record
class ArtFile:
    """All drawings of a theme: compiled symbols, and those that have a place on pages by name."""

    symbols: Mapping[str, Symbol] = field(default_factory=dict)
    drawings: Mapping[str, Art] = field(default_factory=dict)


def load_art(theme: Theme) -> ArtFile:
    """What is drawn in the file of icons that a theme of sheets names. Raises LayoutError with every fault."""
    if theme.icons is None:
        return ArtFile()
    content = content_of(theme.icons, LayoutError, SVG)
    inks = tuple((name, ink.screen) for name, ink in theme.inks.items())
    return _art(content, theme.icons, inks, tuple(theme.fonts.files.items()))


@lru_cache(maxsize=4)  # a sheet, its cards and its roster are drawn with one file, on several papers
def _art(
    content: bytes, file: Path, inks: tuple[tuple[str, str], ...], fonts: tuple[tuple[str, str], ...]
) -> ArtFile:
    """What is drawn in a file with that content, by the colours and the fonts of its theme."""
    root, faults, screens = parser.parse(content, file), Faults(), {screen for _, screen in inks}
    symbols = compile_icons(
        root, file, Fonts(dict(fonts)), lambda colour: colour if colour in screens else None
    )

    def report(node: Node, what: str, remedy: str) -> None:
        faults.add(file, node.line, node.id, what, remedy)

    drawings = {}
    for node in root.walk():
        if node.tag == "symbol" and node.id.startswith(PREFIX):
            name, view = node.id.removeprefix(PREFIX), view_box(node)
            if view is None:
                report(node, "the drawing has no viewBox", 'add viewBox="0 0 WIDTH HEIGHT"')
                continue
            slots: dict[str, ArtSlot] = {}
            for inner in node.walk():
                if inner.id.startswith(f"{name}--"):
                    try:
                        slots[inner.id.removeprefix(f"{name}--")] = _slot(inner, view, dict(inks))
                    except ValueError as error:
                        report(inner, str(error), "compare it with the slots of shipped sheets")
            drawings[name] = Art(view.width, view.height, slots)
    faults.raise_as(LayoutError)
    return ArtFile(symbols, drawings)


def _slot(node: Node, view: Box, inks: Mapping[str, str]) -> ArtSlot:
    """What a rectangle says. Raises ValueError."""
    said = node.attributes
    if node.tag != "rect" or "transform" in said:
        raise ValueError("a slot is a rectangle without a transform")
    x, y, width, height = (shapes.length(said.get(key, "0")) for key in ("x", "y", "width", "height"))
    if width <= 0 or height <= 0:
        raise ValueError("the slot has no area")
    align, ink = said.get("data-align"), said.get("data-ink", "")
    if ink and ink not in inks:
        raise ValueError(f"the palette has no colour {ink!r}")
    return ArtSlot(
        Box(x - view.x, y - view.y, width, height),
        None if align is None else ALIGN[_one_of("align", align, ALIGN)],
        _points(said, "data-size"),
        _one_of("label", said.get("data-label", "above"), _LABELS),
        _one_of("role", said.get("data-role", "strong"), ROLES),
        inks[ink] if ink else "",
        _one_of("shape", said.get("data-shape", "rect"), _SHAPES),
        _one_of("label-role", said.get("data-label-role", "label"), ROLES),
        _points(said, "data-label-size"),
        said.get("data-number") != "none",
        said.get("data-tint") != "none",
    )


def _points(said: Mapping[str, str], key: str) -> float:
    """A size in mm, 0 if it is left out. Raises ValueError."""
    size = finite(said.get(key, "0"))
    if not 0 <= size <= _LARGEST:
        raise ValueError(f"{key} is {size:g}, which is no size from 0 to {_LARGEST} points")
    return size * PT


def _one_of(what: str, value: str, known: Mapping[str, float] | tuple[str, ...]) -> str:
    if value not in known:
        raise ValueError(f"data-{what} is {value!r}, which is none of {', '.join(known)}")
    return value
