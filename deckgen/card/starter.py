"""A layout to start from: a copy of another, or slots on white, with guide layers that never print."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any
from xml.etree import ElementTree as ET

from deckgen.card.code import CodeOptions
from deckgen.card.layout import PATTERN, BackOptions, Layout
from deckgen.card.patterns import options_of
from deckgen.card.rules.panels import PanelsOptions
from deckgen.card.strings import BOX
from deckgen.card.svg import parser
from deckgen.card.svg.parser import INKSCAPE, SVG
from deckgen.card.widgets import WIDGETS
from deckgen.draw.drawing import FINISHES
from deckgen.draw.fonts import PT, packaged_file, packaged_typefaces
from deckgen.draw.geometry import Box
from deckgen.draw.theme import SCHEMA, Theme, raw_option, settable_fields
from deckgen.files import shipped_path
from deckgen.sources import YamlValue

BASE = "base/1"
"""The look that new layouts extend: it never changes."""

RECT, TEXT = f"{{{SVG}}}rect", f"{{{SVG}}}text"
_SODIPODI = "http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]*")
_COLOR = re.compile(r"#[0-9A-Fa-f]{6}\b")
_GUIDES = "guides"
_PLAIN = re.compile(r"[A-Za-z]([\w ./-]*\w)?")


def is_valid_name(name: str) -> bool:
    """Return whether ``name`` can name a layout and its files: small letters, digits, ``-``, ``_``, dots."""
    return _NAME.fullmatch(name) is not None


def name_files(name: str, svg: bytes, theme: bytes) -> dict[str, bytes]:
    """Return the files of a layout by name, with the schema of themes, which the theme names for editors."""
    line = f"# yaml-language-server: $schema={SCHEMA.name}\n".encode()
    return {f"{name}.svg": svg, f"{name}.yaml": line + theme, SCHEMA.name: SCHEMA.read_bytes()}


def starter_files(layout: Layout, name: str, folder: Path) -> tuple[bytes, bytes]:
    """Return SVG and theme of a new layout ``name`` in a folder that looks like ``layout``.

    The SVG is self-contained: shared icons and pictures become its own symbols, and guide layers show trim, bleed, safe
    zone and the names of slots. Raises LayoutError if the template cannot be read.
    """
    return _starter_svg(layout), _starter_theme(layout, name, folder)


def _starter_svg(layout: Layout) -> bytes:
    """Return the template in the layout's colors, with its icons and new guides; art in ``static-...`` is hidden."""
    root = _parse(layout.template.file)
    for parent in list(root.iter()):
        for child in list(parent):
            if _GUIDES in (child.get("id"), child.get(f"{{{INKSCAPE}}}label")):
                parent.remove(child)
    for shared in (layout.theme.icons, layout.theme.pictures):
        if shared is not None:
            _copy_symbols(root, shared)
    for element in root.iter():
        if (element.get("id") or "").startswith("static-"):
            element.set("style", "display:none")  # art of some cards only covers the art of all
        for name, value in element.items():
            element.set(name, _COLOR.sub(lambda m: layout.theme.recolor.get(m[0].lower(), m[0]), value))
    view, template = root.get("viewBox", "0 0 0 0").replace(",", " ").split(), layout.template
    units = float(view[2]) / (template.width + 2 * template.bleed)  # in a mm
    card = Box(0, 0, template.width, template.height)
    add_guides(root, card, template.bleed, layout.theme.safe, template.boxes, units)
    return to_bytes(root)


def to_bytes(root: ET.Element) -> bytes:
    """Return an SVG's bytes, indented."""
    for prefix, space in (("", SVG), ("inkscape", INKSCAPE), ("sodipodi", _SODIPODI)):
        ET.register_namespace(prefix, space)
    ET.indent(root)
    svg: str = ET.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{svg}\n'.encode()


def _parse(file: Path) -> ET.Element:
    parser.read_svg(file)  # refuses entities and all else that is no plain drawing
    return ET.parse(file).getroot()  # noqa: S314 (has just been read as harmless)


def _copy_symbols(root: ET.Element, shared: Path) -> None:
    """Copy the symbols of the shared file that the drawing lacks."""
    present_ids = {element.get("id") for element in root.iter()}
    defs = root.find(f"{{{SVG}}}defs")
    if defs is None:
        defs = ET.Element(f"{{{SVG}}}defs")
        root.insert(0, defs)
    defs.extend(s for s in _parse(shared).iter(f"{{{SVG}}}symbol") if s.get("id") not in present_ids)


def add_guides(
    root: ET.Element, card: Box, bleed: float, safe: float, boxes: Mapping[str, Box], scale: float = 1.0
) -> None:
    """Add Inkscape layers of zones and slot names, which never print; ``scale``: units of the drawing in a mm."""
    guides = add_layer(root, _GUIDES, _GUIDES)
    for name, inset, color in (("bleed", -bleed, "#0070c0"), ("trim", 0.0, "#ff00ff"), ("safe", safe, "#00a000")):
        style = {"fill": "none", "stroke": color, "stroke-width": f"{0.15 * scale:g}"}
        ET.SubElement(add_layer(guides, f"guide-{name}", name), RECT, sides_of(card.inset(inset), scale) | style)
    names = add_layer(guides, "guide-names", "names of slots")
    for name, box in boxes.items():
        style = {"fill": "none", "stroke": "#ff0000", "stroke-width": f"{0.15 * scale:g}"}
        ET.SubElement(names, RECT, sides_of(box, scale) | style)
        position = {"x": f"{(box.x + 0.3) * scale:g}", "y": f"{(box.y + 1.4) * scale:g}"}
        size = f"{min(1.4, 1.7 * box.width / len(name)) * scale:.4g}"
        style = {"fill": "#ff0000", "stroke": "none", "font-size": size, "font-family": "sans-serif"}
        ET.SubElement(names, TEXT, position | style).text = name


def add_layer(parent: ET.Element, identity: str, label: str, *, locked: bool = True) -> ET.Element:
    """Add an empty layer of Inkscape, and return it."""
    inkscape = {f"{{{INKSCAPE}}}groupmode": "layer", f"{{{INKSCAPE}}}label": label}
    insensitive = {f"{{{_SODIPODI}}}insensitive": "true"} if locked else {}
    return ET.SubElement(parent, f"{{{SVG}}}g", {"id": identity, **inkscape, **insensitive})


def sides_of(box: Box, scale: float = 1.0) -> dict[str, str]:
    """Return the attributes of a rect."""
    return dict(zip(("x", "y", "width", "height"), (f"{side * scale:.6g}" for side in box), strict=True))


def _starter_theme(layout: Layout, name: str, folder: Path) -> bytes:
    """Return the theme as YAML: all that ``layout`` says or leaves to its widgets, so that no change of these shows."""
    theme, template = layout.theme, layout.template
    boxes, texts = {**template.boxes, **template.joker_boxes}, {**template.texts, **template.joker_texts}
    settings = {
        "corners": theme.corners,
        "minimum": round(theme.minimum / PT, 6),
        "safe": theme.safe,
        "enlarge": theme.enlarge,
        "shape": theme.shape,
        "corner": theme.corner,
        "without": sorted(theme.without),
        **{f: [ink.name for ink in theme.inks.values() if ink.finish == f] for f in FINISHES},
        "fonts": {face: _font_name(file, folder) for face, file in theme.fonts.named_files.items()},
        "fallbacks": [_font_name(file, folder) for file in theme.fonts.fallback_files],
    }
    back: dict[str, Any] = _options(BackOptions, {n: v for n, v in theme.back.items() if n != PATTERN}, theme)
    if PATTERN in theme.back:
        kind = theme.back[PATTERN].get("kind")
        spots = {value.name: value for value in theme.back[PATTERN].items() if value.name != "kind"}
        back[PATTERN] = {"kind": kind, **_options(options_of(kind), spots, theme)}
    parts: dict[str, Mapping[str, Any]] = {
        # a slot without a string stays empty, but on a box, which has words for it
        "strings": {
            slot: _words(slot, theme.strings.get(slot, ""), theme)
            for slot in texts
            if slot in theme.strings or not slot.startswith(BOX)
        },
        "jokers": {slot: _words(slot, words, theme) for slot, words in theme.jokers.items() if slot in texts},
        "widgets": {n: _options(w.options, theme.widgets.get(n, {}), theme) for n, w in WIDGETS.items()},
        "slots": {
            slot: _nested({option: value.value for option, value in options.items()})
            for slot, options in theme.slots.items()
            if slot in boxes
        },
        "back": back,
        "panels": _options(PanelsOptions, theme.panels, theme),
        "code": _options(CodeOptions, theme.code, theme),
        # one with a drawing of its own is another layout
        "decks": {
            deck: _deck_options(layers, boxes)
            for deck, layers in theme.deck_options.items()
            if not any("template" in layer.value for layer in layers)
        },
    }
    comment = f"The look of {name}.svg, complete: nothing that deckgen ships later changes it."
    return theme_bytes(comment, theme, parts, settings)


def theme_bytes(
    comment: str,
    theme: Theme,
    parts: Mapping[str, Mapping[str, Any]],
    settings: Mapping[str, Any] = MappingProxyType({}),
) -> bytes:
    """Return YAML with ``settings``, the colors of a theme, and ``parts``, each entry of which is a line."""
    lines = [f"# {comment}", f"extends: {BASE}"]
    lines += [f"{key}: {_flow(value)}" for key, value in settings.items() if value not in ([], {})]
    lines.append(
        "palette: # every color of the drawing and of the widgets: on a screen, and in print (CMYK in per cent)"
    )
    for ink in theme.inks.values():
        mixes = {"cmyk": ink.cmyk, "small": ink.small}
        color: dict[str, Any] = {"screen": ink.screen}
        color |= {key: [round(100 * share, 2) for share in mix] for key, mix in mixes.items() if mix}
        color |= {"spot": ink.spot} if ink.spot else {}
        lines.append(f"  {_flow(ink.name)}: {_flow(color)}")
    for key, entries in parts.items():
        if entries:
            lines += [f"{key}:", *(f"  {_flow(entry)}: {_flow(value)}" for entry, value in entries.items())]
    return ("\n".join(lines) + "\n").encode()


def _deck_options(layers: Iterable[YamlValue], boxes: Mapping[str, Box]) -> dict[str, Any]:
    """Return the options of a deck from all themes, for the slots in ``boxes``."""
    options: dict[str, Any] = {}
    for layer in layers:
        for key, part in layer.value.items():
            options[key] = {**options.get(key, {}), **part} if isinstance(part, Mapping) else part
    return options | {"slots": {n: part for n, part in options.get("slots", {}).items() if n in boxes}}


def _options(options_type: type[Any], options: Mapping[str, YamlValue], theme: Theme) -> dict[str, Any]:
    """Return all options of a type that a theme can set, as the theme has them, else their defaults."""
    fields = settable_fields(options_type).items()
    return _nested({name: raw_option(options.get(name), kind, default, theme) for name, (kind, default) in fields})


def _nested(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return options with those of a mark, such as ``open.fill``, in a mapping under its name."""
    nested: dict[str, Any] = {}
    for name, value in options.items():
        mark, _, part = name.rpartition(".")
        (nested.setdefault(mark, {}) if mark else nested)[part] = value if value != "" or not mark else "none"
    return nested


def _words(slot: str, first: str, theme: Theme) -> str | list[str]:
    """Return a string of a text slot with its shorter ones."""
    shorter = theme.shorter.get((slot, first), ())
    return [first, *shorter] if shorter else first


def _font_name(file: str, folder: Path) -> str:
    """Return the name that a theme in ``folder`` has for a font file: a packaged typeface, a shipped file, or a path."""
    for packaged in packaged_typefaces():
        if file == packaged_file(packaged):
            return packaged
    path = Path(file)
    return path.name if path.parent == shipped_path("layouts") / "fonts" else os.path.relpath(file, folder)


def _flow(value: object) -> str:
    """Return a value as YAML on one line."""
    match value:
        case Mapping():
            return f"{{{', '.join(f'{_flow(name)}: {_flow(part)}' for name, part in value.items())}}}"
        case list() | tuple():
            return f"[{', '.join(map(_flow, value))}]"
        case bool() | None:
            return json.dumps(value)
        case int() | float():
            return f"{value:.12g}"
    plain = _PLAIN.fullmatch(str(value)) and value not in ("true", "false", "null")
    return str(value) if plain else json.dumps(value, ensure_ascii=False)
