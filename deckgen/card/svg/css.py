"""The style of SVG elements: attributes, style attributes and simple CSS rules, inherited as in SVG."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache

from deckgen.card.svg import shapes
from deckgen.card.svg.parser import Node
from deckgen.draw.fonts import DISPLAY

INHERIT = "inherit"
"""The color of a part of an icon that takes the fill of its Use."""

Report = Callable[[Node, str, str], None]
"""Takes a problem: element, message, remedy."""

_MARKERS = ("marker-start", "marker-mid", "marker-end")
_INHERITED = (
    "fill", "stroke", "stroke-width", "fill-rule", "stroke-dasharray", "stroke-linejoin", "stroke-linecap",
    "font-family", "font-weight", "font-style", "font-size", "text-anchor", "letter-spacing", "visibility",
    "fill-opacity", "stroke-opacity", "color", *_MARKERS,
)  # fmt: skip
_NOT_INHERITED = (
    "display", "opacity", "filter", "mask", "clip-path", "mix-blend-mode", "stop-color", "stop-opacity",
)  # fmt: skip
_SUPPORTED = frozenset(_INHERITED) | frozenset(_NOT_INHERITED)
_COMMENT = re.compile(r"(?s)/\*.*?(?:\*/|\Z)")
_SELECTOR = re.compile(r"^([A-Za-z]*|\*)(?:([.#])([\w-]+))?$")
_NAMED = {"black": "#000000", "white": "#ffffff", "red": "#ff0000", "none": "none", "transparent": "none"}
_RGB = re.compile(r"rgb\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*\)$")
_NOT_VECTOR = {
    "filter": ("none", "has a filter", "remove it, or draw its effect as shapes"),
    "mask": ("none", "has a mask", "remove it and cut the shape itself"),
    "clip-path": ("none", "has a clip path", "cut the shape itself (Path > Intersection)"),
    "mix-blend-mode": ("normal", "has a blend mode", "set it to normal and pick the final color"),
    **dict.fromkeys(_MARKERS, ("none", "has a line marker", "turn the marker into a path")),
}

_OPACITIES = ("opacity", "fill-opacity", "stroke-opacity")
_SUSPECT = frozenset({*_NOT_VECTOR, *_OPACITIES})
_PAINTED = shapes.TAGS | {"image"}
_GROUPS = frozenset({"svg", "g", "a"})  # the opacity of fills is inherited by what they hold

Properties = Mapping[str, str]
"""Properties of an element, by name."""

ROOT: Properties = {"fill": "#000000", "font-size": "16px", "text-anchor": "start"}
ICON: Properties = {**ROOT, "fill": INHERIT, "color": INHERIT}


class StyleRules:
    """The CSS rules of a file by the #id, .class or tag of the selector: (specificity, number, tag, properties)."""

    def __init__(self) -> None:
        self.by_name: dict[str, list[tuple[int, int, str, Properties]]] = defaultdict(list)

    def matching(self, node: Node) -> list[Properties]:
        """Return the properties of rules that match ``node``, the least specific and earliest first."""
        if not self.by_name:
            return []
        classes = {f".{name}" for name in node.attributes.get("class", "").split()}
        names = self.by_name.keys() & {"*", node.tag, f"#{node.id}", *classes}
        read_rules = [rule for name in names for rule in self.by_name[name] if rule[2] in ("", "*", node.tag)]
        return [properties for *_, properties in sorted(read_rules)]


def parse_declarations(text: str) -> dict[str, str]:
    """Return the supported properties in ``name: value; ...``, by name; others are ignored."""
    result = {}
    for part in text.split(";"):
        name, colon, value = part.partition(":")
        if colon and name.strip() in _SUPPORTED:
            result[name.strip()] = value.replace("!important", "").strip()
    return result


def read_rules(root: Node, report: Report) -> StyleRules:
    """Return the rules of all style elements; report selectors but tag, class, id and ``*``, and references outside."""
    result, count = StyleRules(), 0
    for node in root.walk():
        if node.tag != "style":
            continue
        text = _COMMENT.sub("", "".join(part for part in node.content if isinstance(part, str)))
        if "@import" in text or "url(" in text.replace("url(#", ""):
            report(node, "the style element refers to something outside the file", "put the rules here")
            continue
        for selector, properties in _selectors(text):
            count += 1
            match = _SELECTOR.match(selector)
            if match is None or not selector:
                message = f"the style rule {selector!r} is not a tag, class or id"
                report(node, message, "set the style on the elements themselves")
                continue
            tag, prefix, name = match.groups(default="")
            weight = {"": 0, ".": 2, "#": 4}[prefix] + (tag not in ("", "*"))
            result.by_name[prefix + name or tag or "*"].append((weight, count, tag, properties))
    return result


def _selectors(text: str) -> Iterator[tuple[str, Properties]]:
    """Yield every selector with the properties in its braces."""
    for rule in text.split("}")[:-1]:
        before, brace, body = rule.rpartition("{")
        if brace:
            properties = parse_declarations(body)
            for selector in before.rpartition("{")[2].split(","):
                yield selector.strip(), properties


def cascade(node: Node, parent: Properties, matching: Iterable[Properties]) -> dict[str, str]:
    """Return the properties of ``node``, later ones win: inherited, attributes, ``matching`` rules, style attribute."""
    style = {name: value for name, value in parent.items() if name not in _NOT_INHERITED}
    own_properties = {name: value for name, value in node.attributes.items() if name in _SUPPORTED}
    for properties in matching:
        own_properties |= properties
    own_properties |= parse_declarations(node.attributes.get("style", ""))
    style |= {name: value for name, value in own_properties.items() if value != "inherit"}
    return style


def is_hidden(style: Properties) -> bool:
    is_visible = style.get("visibility", "visible") == "visible"
    return not is_visible or style.get("display") == "none" or style.get("opacity") == "0"


def report_unprintable(node: Node, style: Properties, report: Report) -> None:
    """Report properties that cannot be printed as plain vectors."""
    if style.keys().isdisjoint(_SUSPECT):
        return
    for name, (harmless, message, remedy) in _NOT_VECTOR.items():
        if style.get(name, harmless) != harmless:
            report(node, message, remedy)
    for name in () if node.tag in _PAINTED else ("opacity",) if node.tag in _GROUPS else _OPACITIES:
        paint = style.get({"fill-opacity": "fill", "stroke-opacity": "stroke"}.get(name, ""), "")
        if paint != "none" and style.get(name, "1") not in ("1", "1.0", "100%"):
            report(node, f"has {name} {style[name]}", "make it 1, or set fill-opacity on shapes")


def parse_opacity(style: Properties, name: str) -> float:
    """Return the opacity of an element's "fill", "stroke", or "" of both, from 0 to 1. Raises ValueError."""
    opacity = 1.0
    for key in ("opacity", f"{name}-opacity"):
        text = style.get(key, "1").strip()
        try:
            number = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
        except ValueError as error:
            raise ValueError(f"has the {key} {text!r}") from error
        opacity *= min(1.0, max(0.0, number))
    return opacity


@lru_cache(maxsize=256)
def parse_color(value: str) -> str | None:
    """Return ``#rrggbb``, None for no paint, or ``inherit``. Raises ValueError for all else."""
    value = value.partition("icc-color")[0].strip()
    if value in ("currentColor", "context-fill", INHERIT):
        return INHERIT
    lower = value.lower()
    if lower in _NAMED:
        return None if _NAMED[lower] == "none" else _NAMED[lower]
    if re.fullmatch(r"#[0-9a-f]{6}", lower):
        return lower
    if re.fullmatch(r"#[0-9a-f]{3}", lower):
        return "#" + "".join(2 * digit for digit in lower[1:])
    if match := _RGB.match(lower):
        return "#" + "".join(f"{min(255, int(part)):02x}" for part in match.groups())
    kind = "gradient or pattern" if lower.startswith("url(") else "color"
    raise ValueError(f"has the {kind} {value}")


def typeface_of(style: Properties) -> str:
    """Return the theme's typeface for a font weight and style; of families only ``display`` matters."""
    if style.get("font-family", "").strip("'\" ") == DISPLAY:
        return DISPLAY
    weight = style.get("font-weight", "400")
    weight_number = 700 if weight == "bold" else int(weight) if weight.isdigit() else 400
    if style.get("font-style", "normal") != "normal":
        return "bold-italic" if weight_number >= 600 else "italic"
    upright = ((900, "black"), (700, "bold"), (600, "semibold"))
    return next((typeface for min_weight, typeface in upright if weight_number >= min_weight), "regular")
