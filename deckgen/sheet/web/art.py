"""Drawings of a sheet's theme on the screen: inline SVG, and the positions of a drawing's slots on it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from itertools import pairwise
from pathlib import Path
from typing import Any

from deckgen.draw.contrast import contrast
from deckgen.draw.drawing import IDENTITY, Drawing, Use
from deckgen.draw.geometry import Box
from deckgen.press.numbers import format_number, format_numbers
from deckgen.press.pictures.svg import svg
from deckgen.records import record
from deckgen.sheet.blocks.base import beside, divide_rows, divide_width
from deckgen.sheet.blocks.drawing import DrawingOptions, FilledSlot, filled_slots, find_art, find_slot
from deckgen.sheet.blocks.parts import Track
from deckgen.sheet.model import SheetSpec
from deckgen.sheet.paper.theme import PREFIX, ROLES, Art, SheetTheme
from deckgen.web.page import minify, mix_until

_SEEN = 2.2  # least contrast of art on a dark page
_COLOR = re.compile(r"#[0-9a-f]{6}\b")


@record(frozen=False)
class Symbols:
    """The symbols of a theme that a page shows."""

    theme: SheetTheme
    _names: dict[str, None] = field(default_factory=dict)

    def icon(self, name: str, width: float = 1.0, height: float = 1.0) -> str:
        """Return the SVG of a symbol, cropped to ``width``:``height``, and note that the page shows it."""
        self._names[name] = None
        box = format_numbers((-width / 2, -height / 2, width, height), digits=4)
        return f'<svg viewBox="{box}" aria-hidden="true"><use href="#symbol-{name}"/></svg>'

    def art(self, name: str) -> str:
        """Return the SVG of a drawing, as wide as its container."""
        art = self.theme.art.drawings[name]
        size = max(art.width, art.height)
        return self.icon(PREFIX + name, art.width / size, art.height / size)

    def crop(self, name: str, art: Art, box: Box) -> str:
        """Return the SVG of a part of a drawing."""
        self._names[PREFIX + name] = None
        size = max(art.width, art.height)
        left, top = (box.x - art.width / 2) / size, (box.y - art.height / 2) / size
        view = format_numbers((left, top, box.width / size, box.height / size), digits=4)
        return f'<svg viewBox="{view}" aria-hidden="true"><use href="#symbol-{PREFIX}{name}"/></svg>'

    def _svg_and_colors(self) -> tuple[str, dict[str, str]]:
        """Return the SVG definitions of all shown symbols, and {color: name of its CSS variable}."""
        items = tuple(Use(name, IDENTITY, "inherit") for name in self._names)
        document = svg(Drawing(1, 1, 0, items, self.theme.drawing))
        drawn = document.partition("<defs>")[2].partition("</defs>")[0]
        return drawn, {color: f"i{i}" for i, color in enumerate(dict.fromkeys(_COLOR.findall(drawn)))}

    def definitions(self) -> str:
        """Return the SVG definitions of all shown symbols; their colors are CSS variables."""
        drawn, names = self._svg_and_colors()
        return _COLOR.sub(lambda match: f"var(--{names[match[0]]})", drawn)

    def colors(self, paper: str) -> tuple[Mapping[str, str], Mapping[str, str]]:
        """Return {CSS variable: color} of shown symbols by day, and lighter ones to be seen on a dark ``paper``."""
        day = {name: color for color, name in self._svg_and_colors()[1].items()}
        seen = {
            name: mix_until(color, "#ffffff", 0.08, lambda seen: contrast(seen, paper) >= _SEEN)
            for name, color in day.items()
        }
        return day, seen


@record
class DrawnSlots:
    """A page's slots of drawings; ``rule`` returns a class for CSS, ``least`` collects widths in px they need."""

    spec: SheetSpec
    theme: SheetTheme
    rule: Callable[[str], str]
    least: set[int] = field(default_factory=set)

    def drawing_view(self, options: DrawingOptions) -> dict[str, Any]:
        """Return a drawing for its template: {class, slots, words}; add the width in px that it needs to ``least``."""
        art, style = find_art(self.theme, options.art), self.theme.style
        filled = [(slot, _mark_boxes(slot)) for slot in filled_slots(self.spec, self.theme, options)]
        types = [filled_slot.entry.column.type for filled_slot, _ in filled]
        tracks = [boxes for track_slot, boxes in filled if track_slot.entry.column.type == "track"]
        values = [
            value_slot.slot.box for value_slot, _ in filled if value_slot.entry.column.type not in ("track", "picture")
        ]
        least = least_width(art, values, tracks)
        if filled:
            self.least.add(least)
        wide = options.height * art.width / art.height * _PX if options.height else 0
        names = (
            f"at-{least}",
            self.rule(f"max-width:{format_number(max(wide, least))}px") if wide else "",
            self.rule(f"--usual:{font_size_css(art, style.value_size)}"),
            "when-wide" if types and "picture" not in types else "",
        )
        slots = [self._slot(art, options, *slot_and_boxes) for slot_and_boxes in filled]
        words = [self._words(art, options, *name_and_text) for name_and_text in options.words.items()]
        return {"class": " ".join(names), "slots": slots, "words": words}

    def _slot(self, art: Art, options: DrawingOptions, filled: FilledSlot, boxes: Sequence[Box]) -> dict[str, Any]:
        """Return {entry, class, track} of a slot; ``boxes`` are of a track's marks, without them ``track`` is None."""
        slot, entry = filled.slot, filled.entry
        names = (
            self.rule(position_css(art, slot.box, slot.size, slot.align)),
            slot.shape,
            f"label-{slot.label if options.labels else 'none'}",
            "" if slot.tint else "plain",
            f"is-{entry.column.type}",
            "is-broad" if entry.column.type == "text" and entry.column.most > _BROAD else "",
        )
        places = [self.rule(position_css(art, box)) for box in boxes]
        numbered = slot.number or filled.counts
        track = Track(entry, filled.shape, numbered, counts=filled.counts, mark_classes=places) if boxes else None
        return {"entry": entry, "class": " ".join(names), "track": track}

    def _words(self, art: Art, options: DrawingOptions, slot_name: str, text: str) -> tuple[str, str]:
        """Return words in a slot, and their classes."""
        slot = find_slot(self.theme, options.art, slot_name)
        size = slot.size or getattr(self.theme.style, ROLES[slot.role][1])
        rule = position_css(art, slot.box, size, 0.5 if slot.align is None else slot.align, slot.ink)
        return text, f"{self.rule(rule)} role-{slot.role}"


def _mark_boxes(filled: FilledSlot) -> Sequence[Box]:
    """Return the boxes of a track's marks, () for other fields; marks that share a slot divide its longer side."""
    column = filled.entry.column
    return filled.marks or (split_marks(filled.slot.box, column.most) if column.type == "track" else ())


_BROAD = 40  # letters: a text that may be longer has a line of its own on a phone
_PX = 6.2
"""Pixels per mm of paper: a page 190 mm wide is about 1180 px."""
_PLACED = Path(__file__).with_name("placed.css")
_FINE = 5 / 6  # for a mouse, marks may be a little closer, and the areas that are clicked overlap


def placed_css(least: Iterable[int]) -> str:
    """Return the rules that position slots on drawings of at least these widths in px, and on paper."""
    css = minify(_PLACED.read_text(encoding="utf-8"))
    rules = []
    for width in sorted(least):
        placed = re.sub(r"\.at\b", f".at-{width}", css)
        for pointer, enough in (
            ("not all and (pointer:fine)", width),
            ("(pointer:fine)", round(width * _FINE)),
        ):
            rules.append(f"@media {pointer}{{@container (min-width:{enough}px){{{placed}}}}}")
    paper = re.sub(r"\.at\b", ".canvas", css)
    return "".join((*rules, f"@media print{{{paper}}}" if rules else ""))


def position_css(art: Art, box: Box, size: float = 0.0, align: float | None = None, ink: str = "") -> str:
    """Return CSS variables: a box's position in percent, ``size`` of letters (0: default), ``align`` 0 to 1 or None."""
    across, down = 100 / art.width, 100 / art.height
    values = {
        "x": f"{format_number(box.x * across, 1)}%",
        "y": f"{format_number(box.y * down, 1)}%",
        "w": f"{format_number(box.width * across, 1)}%",
        "h": f"{format_number(box.height * down, 1)}%",
        "f": font_size_css(art, size) if size else "",
        "a": "" if align is None else ("left", "center", "right")[round(align * 2)],
        "c": ink,
    }
    return ";".join(f"--{name}:{value}" for name, value in values.items() if value)


def font_size_css(art: Art, size: float) -> str:
    """Return the CSS size of letters that are ``size`` high in units of the drawing."""
    return f"{format_number(size / art.width * 100, 2)}cqw"


_TAPPED = 24.0  # px from one mark to the next: the least that can be tapped
_READ = 19.0  # px: the least height of a value


def least_width(art: Art, values: Sequence[Box], tracks: Sequence[Sequence[Box]]) -> int:
    """Return the px, a multiple of 80, from which a drawing's values can be read and its tracks' marks tapped."""
    apart = [
        math.hypot(first.cx - second.cx, first.cy - second.cy) for marks in tracks for first, second in pairwise(marks)
    ]
    scale = max(
        _TAPPED / min(apart, default=art.width),
        _READ / min((box.height for box in values), default=art.width),
    )
    return math.ceil(scale * art.width / _STEP) * _STEP


_STEP = 80  # px: so that several drawings share their rules


def split_marks(box: Box, count: int) -> list[Box]:
    """Return the boxes of marks that share one slot, along its longer side."""
    if box.height > box.width:
        return divide_rows(box, count)
    return [beside(box, *part) for part in divide_width([1.0] * count, box.width)]
