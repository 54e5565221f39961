"""Drawings of a sheet's theme on the screen: SVG in the page itself, and where the slots of a drawing stand on it."""

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
from deckgen.web.page import shaded, short

_SEEN = 2.2  # contrast of art on a dark ground, at least
_COLOR = re.compile(r"#[0-9a-f]{6}\b")


@record(frozen=False)
class Symbols:
    """The symbols of a theme that a page shows."""

    theme: SheetTheme
    _shown: dict[str, None] = field(default_factory=dict)

    def icon(self, name: str, width: float = 1.0, height: float = 1.0) -> str:
        """A symbol that is as high and wide as its place, or as wide and cut to this ratio."""
        self._shown[name] = None
        box = format_numbers((-width / 2, -height / 2, width, height), digits=4)
        return f'<svg viewBox="{box}" aria-hidden="true"><use href="#symbol-{name}"/></svg>'

    def art(self, name: str) -> str:
        """A drawing, as wide as its place."""
        art = self.theme.art.drawings[name]
        size = max(art.width, art.height)
        return self.icon(PREFIX + name, art.width / size, art.height / size)

    def _drawn(self) -> tuple[str, dict[str, str]]:
        """All that was shown as SVG, and the variables of its colors."""
        items = tuple(Use(name, IDENTITY, "inherit") for name in self._shown)
        document = svg(Drawing(1, 1, 0, items, self.theme.drawing))
        drawn = document.partition("<defs>")[2].partition("</defs>")[0]
        return drawn, {color: f"i{i}" for i, color in enumerate(dict.fromkeys(_COLOR.findall(drawn)))}

    def definitions(self) -> str:
        """What all that was shown refers to, for the definitions of an SVG; its colors are variables."""
        drawn, names = self._drawn()
        return _COLOR.sub(lambda found: f"var(--{names[found[0]]})", drawn)

    def colors(self, paper: str) -> tuple[Mapping[str, str], Mapping[str, str]]:
        """The colors of what was shown by their variables, by day and on a dark ``paper``."""
        day = {name: color for color, name in self._drawn()[1].items()}
        seen = {
            name: shaded(color, "#ffffff", 0.08, lambda seen: contrast(seen, paper) >= _SEEN)
            for name, color in day.items()
        }
        return day, seen


@record
class DrawnSlots:
    """The slots of drawings on a page; ``rule`` tells the class of declarations, ``least`` are the widths that slots need."""

    spec: SheetSpec
    theme: SheetTheme
    rule: Callable[[str], str]
    least: set[int] = field(default_factory=set)

    def drawn(self, options: DrawingOptions) -> dict[str, Any]:
        """A drawing with its slots and words, each with the class that says its place."""
        art, style = find_art(self.theme, options.art), self.theme.style
        filled = [(each, _boxes(each)) for each in filled_slots(self.spec, self.theme, options)]
        types = [each.entry.column.type for each, _ in filled]
        tracks = [boxes for each, boxes in filled if each.entry.column.type == "track"]
        values = [each.slot.box for each, _ in filled if each.entry.column.type not in ("track", "picture")]
        least = least_width(art, values, tracks)
        if filled:
            self.least.add(least)
        wide = options.height * art.width / art.height * _PX if options.height else 0
        names = (
            f"at-{least}",
            self.rule(f"max-width:{format_number(wide)}px") if wide else "",
            self.rule(f"--usual:{letters(art, style.value_size)}"),
            "when-wide" if types and "picture" not in types else "",
        )
        slots = [self._slot(art, options, *each) for each in filled]
        words = [self._words(art, options, *each) for each in options.words.items()]
        return {"class": " ".join(names), "slots": slots, "words": words}

    def _slot(
        self, art: Art, options: DrawingOptions, filled: FilledSlot, boxes: Sequence[Box]
    ) -> dict[str, Any]:
        slot, entry = filled.slot, filled.entry
        names = (
            self.rule(place(art, slot.box, slot.size, slot.align)),
            slot.shape,
            f"label-{slot.label if options.labels else 'none'}",
            "" if slot.tint else "plain",
            f"is-{entry.column.type}",
        )
        places = [self.rule(place(art, box)) for box in boxes]
        numbered = slot.number or filled.counts
        track = (
            Track(entry, filled.shape, numbered, counts=filled.counts, mark_classes=places) if boxes else None
        )
        return {"entry": entry, "class": " ".join(names), "track": track}

    def _words(self, art: Art, options: DrawingOptions, slot_name: str, text: str) -> tuple[str, str]:
        """Words in a slot, and their classes."""
        slot = find_slot(self.theme, options.art, slot_name)
        size = slot.size or getattr(self.theme.style, ROLES[slot.role][1])
        rule = place(art, slot.box, size, 0.5 if slot.align is None else slot.align, slot.ink)
        return text, f"{self.rule(rule)} role-{slot.role}"


def _boxes(filled: FilledSlot) -> Sequence[Box]:
    """Where the marks of a track are; those that share one slot divide its longer side."""
    column = filled.entry.column
    return filled.marks or (row(filled.slot.box, column.most) if column.type == "track" else ())


_PX = 6.2
"""What a mm of paper is on the screen: a page 190 mm wide is about 1180 px."""
_PLACED = Path(__file__).with_name("placed.css")
_FINE = 5 / 6  # what is pointed at with a mouse may be a little smaller


def placed_css(least: Iterable[int]) -> str:
    """The rules that put slots onto drawings, each where it has its least width, and all on paper."""
    css = short(_PLACED.read_text(encoding="utf-8"))
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


def place(art: Art, box: Box, size: float = 0.0, align: float | None = None, ink: str = "") -> str:
    """Where a box of a drawing stands, in per cent, as variables that are used where there is room.

    And how what is in it is set: the ``size`` of letters, 0 as usual, ``align`` 0 left, 1 right, None as usual.
    """
    across, down = 100 / art.width, 100 / art.height
    values = {
        "x": f"{format_number(box.x * across, 1)}%",
        "y": f"{format_number(box.y * down, 1)}%",
        "w": f"{format_number(box.width * across, 1)}%",
        "h": f"{format_number(box.height * down, 1)}%",
        "f": letters(art, size) if size else "",
        "a": "" if align is None else ("left", "center", "right")[round(align * 2)],
        "c": ink,
    }
    return ";".join(f"--{name}:{value}" for name, value in values.items() if value)


def letters(art: Art, size: float) -> str:
    """How large letters are that are ``size`` high in units of the drawing."""
    return f"{format_number(size / art.width * 100, 2)}cqw"


_TAPPED = 24.0  # px from one mark to the next: the least that can be tapped
_READ = 19.0  # px: the least height of a value


def least_width(art: Art, values: Sequence[Box], tracks: Sequence[Sequence[Box]]) -> int:
    """How wide, in px, a drawing must be for its values to be read and for the marks of its tracks to be tapped."""
    apart = [
        math.hypot(one.cx - other.cx, one.cy - other.cy) for marks in tracks for one, other in pairwise(marks)
    ]
    scale = max(
        _TAPPED / min(apart, default=art.width),
        _READ / min((box.height for box in values), default=art.width),
    )
    return math.ceil(scale * art.width / _STEP) * _STEP


_STEP = 80  # px: so that several drawings share their rules


def row(box: Box, count: int) -> list[Box]:
    """The places of marks that share one slot, along its longer side."""
    if box.height > box.width:
        return divide_rows(box, count)
    return [beside(box, *part) for part in divide_width([1.0] * count, box.width)]
