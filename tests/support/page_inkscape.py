"""A template as Inkscape would save it: styles, tspans, transforms, clones and its own elements."""

from __future__ import annotations

from xml.etree import ElementTree as ET

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
SODIPODI = "http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"
INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"
PRESENTATION = ("fill", "stroke", "stroke-width", "font-size", "font-weight", "text-anchor", "fill-rule",
                "stroke-linecap", "font-family", "letter-spacing")  # fmt: skip


def resaved(drawing: bytes) -> bytes:
    root = ET.fromstring(drawing)  # noqa: S314 (our own file)
    root.insert(0, ET.Element(f"{{{SODIPODI}}}namedview", {"id": "namedview1", "pagecolor": "#ffffff"}))
    root.insert(1, ET.Element(f"{{{SVG}}}metadata"))
    for element in root.iter():
        _style(element)
    for element in list(root.iter(f"{{{SVG}}}text")):
        _line(element)
    for layer in root.findall(f"{{{SVG}}}g"):
        _shift(layer)
    _clone(root)
    return ET.tostring(root)


def _style(element):
    """Inkscape keeps the look of an element in its style attribute."""
    found = {name: element.attrib.pop(name) for name in PRESENTATION if name in element.attrib}
    if found:
        found.setdefault("font-family", "'Some Font'")
        element.set("style", ";".join(f"{name}:{value}" for name, value in found.items()))


def _line(element):
    """It puts every line of text into a tspan that says again where the line is."""
    place = {axis: element.get(axis, "0") for axis in ("x", "y")}
    span = ET.SubElement(
        element, f"{{{SVG}}}tspan", {f"{{{SODIPODI}}}role": "line", "id": f"t-{element.get('id')}", **place}
    )
    span.text, element.text = element.text, None


def _shift(layer):
    """A layer that was moved there and back: a transform on it, and another on all it holds."""
    layer.set("transform", "translate(5,-7)")
    for child in layer:
        child.set("transform", "matrix(1,0,0,1,-5,7) " + child.get("transform", ""))


def _clone(root):
    """The first thing that is drawn becomes a clone of an element in defs."""
    static = next(g for g in root.findall(f"{{{SVG}}}g") if g.get("id") == "static")
    original = static[0]
    defs = root.find(f"{{{SVG}}}defs")
    if defs is None:
        defs = ET.Element(f"{{{SVG}}}defs")
        root.insert(0, defs)
    static.remove(original)
    transform = original.attrib.pop("transform")
    defs.append(original)
    static.insert(
        0,
        ET.Element(
            f"{{{SVG}}}use",
            {f"{{{XLINK}}}href": "#" + original.get("id"), "transform": transform, "id": "use1"},
        ),
    )
