"""The view for fights on the screen: parts of ``fight`` in sheet.yaml, and the drawings cropped for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from deckgen.draw.geometry import Box
from deckgen.press.numbers import format_number
from deckgen.sheet.blocks.drawing import DrawingOptions, filled_slots, find_art
from deckgen.sheet.blocks.parts import Entry, Track, single_field
from deckgen.sheet.model import FieldGroup, FightPart, SheetSpec
from deckgen.sheet.paper.theme import Art, SheetTheme
from deckgen.sheet.web.art import Symbols
from deckgen.sheet.web.model import blocks

_FRAME = 0.14
"""What is seen around a portrait, as a share of its longer side."""


def fight_view(spec: SheetSpec, symbols: Symbols, starts: Mapping[str, Any], rule: Callable[[str], str]) -> list[Any]:
    """Return the parts of the view for fights, for their templates: ``form`` is the template of each."""
    return [{"part": part, **_part(part, spec, symbols, starts, rule)} for part in spec.fight]


def _part(
    part: FightPart, spec: SheetSpec, symbols: Symbols, starts: Mapping[str, Any], rule: Callable[[str], str]
) -> dict[str, Any]:
    groups = [spec.groups[name] for name in part.of]
    if groups[0].kind == "rows":
        return {
            "form": "cards",
            "tiles": [],
            "entries": [Entry(groups[0], "00", groups[0].column(name)) for name in part.values],
        }
    entries = [Entry(group, key, group.columns[0]) for group in groups for key, _ in group.entries()]
    shapes = {entry.name: _shape(spec, entry.name) for entry in entries}
    view: dict[str, Any] = {"form": "counters", "entries": entries, "starts": starts, "shapes": shapes}
    if part.levels:
        levels = [level["name"] for level in spec.levels[part.levels]]
        tracks = [Track(entry, "box", numbered=bool(part.art), levels=levels) for entry in entries]
        beside = {entry.key: _beside(part, spec, entry) for entry in entries}
        view = {"form": "places", "tracks": tracks, "levels": "|".join(levels), "beside": beside, "figure": ""}
    if part.art:
        art, crop = find_art(symbols.theme, part.art), Box(*part.crop)
        points = {
            key: rule(f"left:{(x - crop.x) / crop.width:.1%};top:{(y - crop.y) / crop.height:.1%}")
            for key, (x, y) in part.points.items()
        }
        shape = rule(f"aspect-ratio:{format_number(crop.width, 2)}/{format_number(crop.height, 2)}")
        view |= {"figure": symbols.crop(part.art, art, crop), "points": points, "shape": shape}
    return {**view, "tiles": [single_field(spec, name) for name in part.values]}


def _shape(spec: SheetSpec, name: str) -> str:
    """Return the shape of a track's marks in the drawing that shows it, else box."""
    drawings = [block.options for block in blocks(spec) if isinstance(block.options, DrawingOptions)]
    return next(
        (
            options.shapes.get(name.rpartition(".")[2], options.shape)
            for options in drawings
            if name in options.fields.values()
        ),
        "box",
    )


def _beside(part: FightPart, spec: SheetSpec, entry: Entry) -> list[Entry]:
    """Return what another group says of a place, if it has the same key."""
    group: FieldGroup | None = spec.groups.get(part.beside)
    return [Entry(group, entry.key, column) for column in group.columns] if group and entry.key in group.keys else []


def _height(art: Art, name: str) -> float:
    return art.slots[name].box.height


def poster(spec: SheetSpec, theme: SheetTheme, symbols: Symbols) -> dict[str, Any] | None:
    """Return the first drawing with a portrait, cropped to it, and its largest words; None without a portrait."""
    drawings = [block.options for block in blocks(spec) if isinstance(block.options, DrawingOptions)]
    for options, slot in ((each, slot) for each in drawings for slot in filled_slots(spec, theme, each)):
        if slot.entry.column.type == "picture":
            art, box = find_art(theme, options.art), slot.slot.box
            frame = _FRAME * max(box.width, box.height)
            crop = Box(box.x - frame, box.y - frame, box.width + 2 * frame, box.height + 2 * frame)
            names = [name for name in options.words if (art.slots.get(name) or slot.slot).role == "title"]
            title = max(names, key=partial(_height, art), default="")
            return {
                "name": slot.entry.name,
                "art": symbols.crop(options.art, art, crop),
                "shape": f"aspect-ratio:{format_number(crop.width, 2)}/{format_number(crop.height, 2)}",
                "slot": f"inset:{frame / crop.height:.1%} {frame / crop.width:.1%}",
                "ellipse": slot.slot.shape == "ellipse",
                "title": options.words.get(title, spec.title),
            }
    return None
