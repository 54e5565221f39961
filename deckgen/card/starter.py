"""A layout to start from: a copy of another, with guide layers that never print."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

from deckgen.card.layout import Layout
from deckgen.card.svg import parser
from deckgen.card.svg.parser import INKSCAPE, SVG
from deckgen.draw.geometry import Box

_SODIPODI = "http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]*")
_COLOR = re.compile(r"#[0-9A-Fa-f]{6}\b")
_GUIDES = "guides"


def is_valid_name(name: str) -> bool:
    """Return whether ``name`` can name a layout and its files: small letters, digits, ``-``, ``_``, dots."""
    return _NAME.fullmatch(name) is not None


def starter_files(layout: Layout, name: str) -> tuple[bytes, bytes]:
    """Return SVG and theme of a new layout ``name`` that looks like ``layout``.

    The SVG is self-contained: shared icons and pictures become its own symbols, and guide layers show trim, bleed, safe
    zone and the names of slots. Raises LayoutError if the template cannot be read.
    """
    return _starter_svg(layout), _starter_theme(layout, name).encode()


def _starter_svg(layout: Layout) -> bytes:
    """Return the template in the layout's colors, with its icons and new guides; art in ``static-...`` is hidden."""
    for prefix, space in (("", SVG), ("inkscape", INKSCAPE), ("sodipodi", _SODIPODI)):
        ET.register_namespace(prefix, space)
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
    view = root.get("viewBox", "0 0 0 0").replace(",", " ").split()
    units = float(view[2]) / (layout.template.width + 2 * layout.template.bleed)  # in a mm
    root.append(_guides(layout, units))
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


def _guides(layout: Layout, scale: float) -> ET.Element:
    """Return Inkscape layers of zones and slot names, which never print; ``scale``: units of the drawing in a mm."""
    template, safe = layout.template, layout.theme.safe
    guides = _layer(_GUIDES, _GUIDES)
    zones = (("bleed", -template.bleed, "#0070c0"), ("trim", 0.0, "#ff00ff"), ("safe", safe, "#00a000"))
    for name, inset, color in zones:
        layer = ET.SubElement(guides, f"{{{SVG}}}g", _layer(f"guide-{name}", name).attrib)
        box = Box(0, 0, template.width, template.height).inset(inset)
        _add_rect(layer, box, scale, color)
    names = ET.SubElement(guides, f"{{{SVG}}}g", _layer("guide-names", "names of slots").attrib)
    for name, slot_box in template.boxes.items():
        _add_rect(names, slot_box, scale, "#ff0000")
        position = {"x": f"{(slot_box.x + 0.3) * scale:g}", "y": f"{(slot_box.y + 1.4) * scale:g}"}
        size = f"{min(1.4, 1.7 * slot_box.width / len(name)) * scale:.4g}"
        style = {"fill": "#ff0000", "stroke": "none", "font-size": size, "font-family": "sans-serif"}
        ET.SubElement(names, f"{{{SVG}}}text", {**position, **style}).text = name
    return guides


def _layer(identity: str, label: str) -> ET.Element:
    inkscape = {f"{{{INKSCAPE}}}groupmode": "layer", f"{{{INKSCAPE}}}label": label}
    locked = {f"{{{_SODIPODI}}}insensitive": "true"}
    return ET.Element(f"{{{SVG}}}g", {"id": identity, **inkscape, **locked})


def _add_rect(layer: ET.Element, box: Box, scale: float, color: str) -> None:
    sides = dict(zip(("x", "y", "width", "height"), (f"{side * scale:.6g}" for side in box), strict=True))
    style = {"fill": "none", "stroke": color, "stroke-width": f"{0.15 * scale:g}"}
    ET.SubElement(layer, f"{{{SVG}}}rect", {**sides, **style})


def _starter_theme(layout: Layout, name: str) -> str:
    """Return the theme as YAML: it extends that of ``layout``, repeats its palette, and explains the options."""
    base = layout.name if layout.is_shipped else str(layout.theme.file.stem)
    lines = [
        f"# The look of {name}.svg. All else is as in the layout that it extends.",
        f"extends: {base}",
        "",
        "# Every color of the drawing and of the widgets: on a screen, and in print (CMYK in per cent).",
        "palette:",
    ]
    for ink in layout.theme.inks.values():
        mixes = {"cmyk": ink.cmyk, "small": ink.small}
        parts = [f'screen: "{ink.screen}"']
        parts += [f"{key}: {[round(100 * share, 2) for share in mix]}" for key, mix in mixes.items() if mix]
        parts += [f'spot: "{ink.spot}"'] if ink.spot else []
        lines.append(f"  {ink.name}: {{{', '.join(parts)}}}")
    lines += [
        "",
        "# Sizes in points, lengths in mm, colors, faces and icons of widgets, slot by slot; for example:",
        "# slots:",
        *(f"#   {slot}: {{size: 9}}" for slot in list(layout.template.boxes)[:3]),
        "#",
        "# A font of your own, beside this file (TrueType):",
        "# fonts: {regular: My-Regular.ttf, bold: My-Bold.ttf}",
    ]
    return "\n".join(lines) + "\n"
