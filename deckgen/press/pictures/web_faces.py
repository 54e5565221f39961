"""Faces for web pages, built with svgwrite: compact inline SVG, its text in fonts embedded in the page."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from xml.etree.ElementTree import tostring

from svgwrite.base import BaseElement

from deckgen.draw.drawing import IDENTITY, Drawing, Gradient, Item, Matrix, Path, Picture, Style, Symbol, Text, Use
from deckgen.draw.geometry import compose
from deckgen.draw.raster import Raster
from deckgen.draw.shaping import is_shaped
from deckgen.draw.truetype import kerning, make_woff
from deckgen.press.images import WEB_DPI, scale_factor, screen_file
from deckgen.press.numbers import format_number, format_numbers, svg_path_data
from deckgen.press.pages import Page, PlacedFace, cut_face
from deckgen.press.pictures.svg import (
    FACTORY,
    SharedElement,
    clipped,
    gradient_element,
    image_element,
    line_attributes,
    picture_attributes,
)
from deckgen.records import record

_UNITS_PER_MM = 100.0  # whole numbers are fine enough, and letters not too small for any browser
_ICON_UNITS = 2000.0  # units of a symbol that is 1 high
_ICON_EXTENT = 2.0  # largest coordinate in such a symbol
_MIN_SHARED_LENGTH = 60  # characters; longer paths on several faces are shared
_CSS = (
    ".face{font-style:normal;font-weight:400;font-kerning:none;font-variant-ligatures:none;font-stretch:normal;"
    "letter-spacing:0;word-spacing:0;text-anchor:start;text-transform:none;text-shadow:none;direction:ltr;"
    "text-rendering:geometricPrecision;stroke:none}[class^=face-t]{white-space:pre}"
)
"""Resets what faces would inherit from the page, or texts from the browser. Texts have their measured kerning."""

_SHAPED_CSS = ";font-kerning:auto;font-variant-ligatures:normal"
"""Browsers join and move letters themselves, with the same font."""


@record
class WebFaces:
    """Faces as markup.

    Each of ``faces`` is the content of an ``<svg viewBox="0 0 WIDTH HEIGHT">``, in mm of the trimmed card.
    ``defs`` is the content of ``<defs>`` in one ``<svg>`` of the page, for all faces. ``css`` is for the
    page's style. All ids and classes begin with ``face``, and so do the font families.
    """

    faces: tuple[str, ...]
    defs: str
    css: str


def web_faces(drawings: Sequence[Drawing]) -> WebFaces:
    """Return drawings as markup for one page. Raises LayoutError if a font cannot be read."""
    writer = _Writer()
    writer.share(drawings)
    faces = tuple(writer.face(drawing) for drawing in drawings)
    return WebFaces(faces, writer.defs(), writer.css())


class _Writer:
    """The markup of drawings, to ``share`` first; shared parts have ids, text settings have classes."""

    def __init__(self) -> None:
        self.style = Style({}, {}, {})
        self._items: dict[Item, SharedElement] = {}
        self._symbols: dict[Symbol, tuple[str, float]] = {}
        self._paths: dict[Path, SharedElement] = {}
        self._defs: list[BaseElement | SharedElement] = []
        self._images: dict[tuple[Raster, int], str] = {}
        self._classes: dict[str, str] = {}
        self._families: dict[tuple[str, bool], str] = {}
        self._letters: dict[tuple[str, bool], set[str]] = {}

    def share(self, drawings: Iterable[Drawing]) -> None:
        """Build all paths that drawings show outside symbols, and put long ones on several faces into ``defs``."""
        counts = Counter(item for drawing in drawings for item in drawing.items if isinstance(item, Path))
        for path, count in counts.items():
            element = self._path(path, _UNITS_PER_MM)
            if count > 1 and len(element.tostring()) > _MIN_SHARED_LENGTH:
                name = f"face-p{len(self._defs)}"
                element["id"] = name
                self._defs.append(element)
                self._paths[path] = self._reference(name)
            else:
                self._paths[path] = SharedElement(element)

    def face(self, drawing: Drawing) -> str:
        """Return a drawing as a ``<g>`` in mm of the trimmed card."""
        if drawing.style is not self.style:
            self.style, self._items = drawing.style, {}
        group = FACTORY.g(class_="face", transform=f"scale({format_number(1 / _UNITS_PER_MM)})")
        content = FACTORY.g() if drawing.outline else group
        for item in drawing.items:
            content.add(self._item(item))
        if drawing.outline:
            group.add(clipped(content, svg_path_data(drawing.outline, _UNITS_PER_MM)))
        return str(group.tostring())

    def defs(self) -> str:
        return "".join(tostring(element.get_xml(), encoding="unicode") for element in self._defs)

    def css(self) -> str:
        """Return the CSS of all faces so far: their fonts, of the letters in use, and classes."""
        fonts = (
            f"@font-face{{font-family:{family};src:url(data:font/woff;base64,"
            f"{b64encode(make_woff(path, ''.join(sorted(self._letters[path, shaped])), kerned=shaped)).decode()})}}"
            for (path, shaped), family in self._families.items()
        )
        classes = (f".{name}{{{rule}}}" for rule, name in self._classes.items())
        return "".join((*fonts, _CSS, *classes))

    def _item(self, item: Item) -> SharedElement:
        """Return the element of an item, the same one for equal items."""
        if isinstance(item, Path):
            return self._paths[item]
        if item not in self._items:
            self._items[item] = SharedElement(self._element(item, _UNITS_PER_MM))
        return self._items[item]

    def _element(self, item: Item, units: float) -> BaseElement | SharedElement:
        match item:
            case Text():
                return self._text(item, units)
            case Use():
                return self._use(item, units)
            case Path():
                return self._path(item, units)
            case Gradient():
                return gradient_element(item, svg_path_data(item.segments, units), units)
            case Picture():
                name = self._image(item.raster, scale_factor(item, WEB_DPI))
                image = self._reference(name, **picture_attributes(item, units))
                return clipped(image, svg_path_data(item.clip, units))

    def _image(self, raster: Raster, factor: int) -> str:
        """Return the id of a picture, which is added to the definitions at its first use."""
        if (raster, factor) not in self._images:
            name = self._images[raster, factor] = f"face-i{len(self._defs)}"
            image = image_element(screen_file(raster, factor, web=True), id=name)
            self._defs.append(_without_xlink(image))
        return self._images[raster, factor]

    def _reference(self, name: str, **attributes: str | None) -> SharedElement:
        """Return a ``<use>`` of an id, as HTML writes it: shorter than with XLink."""
        return _without_xlink(FACTORY.use(f"#{name}", **attributes))

    def _text(self, text: Text, units: float) -> BaseElement:
        """Return a text's element, and record its letters, font family and class for ``css``."""
        path = self.style.fonts[text.typeface]
        shaped = is_shaped(text.string)
        self._letters.setdefault((path, shaped), set()).update(text.string)
        family = self._families.setdefault((path, shaped), f"face-{len(self._families)}")
        rule = f"font-family:{family};font-size:{format_number(text.size * units, 1)}px;fill:{_color(text.fill)}"
        rule += _SHAPED_CSS if shaped else ""
        if text.spacing:
            rule += f";letter-spacing:{format_number(text.spacing * units, 1)}px"
        text_class = self._classes.setdefault(rule, f"face-t{len(self._classes)}")
        moves = () if shaped else kerning(path, text.string)
        x, y = text.x * units, text.y * units
        kerned = format_numbers((0, *(text.size * units * move for move in moves[:-1])), 1) if moves else None
        transform = f"rotate({format_numbers((text.angle, x, y), 1)})" if text.angle else ""
        if text.stretch != 1:
            transform += f" matrix({format_numbers((text.stretch, 0, 0, 1, x * (1 - text.stretch), 0), 3)})"
        return FACTORY.text(
            text.string,
            class_=text_class,
            x=[format_number(x, 0)],
            y=[format_number(y, 0)],
            dx=kerned and [kerned],
            transform=transform.strip() or None,
        )

    def _use(self, use: Use, units: float) -> BaseElement | SharedElement:
        """Return a reference to a symbol, which is added to the definitions at its first use."""
        name, scale = self._symbol(self.style.symbols[use.symbol])
        matrix = compose((units, 0, 0, units, 0, 0), compose(use.matrix, (1 / scale, 0, 0, 1 / scale, 0, 0)))
        element = self._reference(
            name,
            color=_color(use.fill) if use.fill not in (None, "inherit") else None,
            transform=_matrix(matrix) if matrix != IDENTITY else None,
        )
        return clipped(element, svg_path_data(use.clip, units))

    def _symbol(self, symbol: Symbol) -> tuple[str, float]:
        """Return a symbol's id, and how many units one of its own has: 2000 in icons, else 100. It is built once."""
        if symbol not in self._symbols:
            units = _ICON_UNITS if _is_small(symbol) else _UNITS_PER_MM
            group = FACTORY.g()
            for item in symbol.items:
                group.add(self._element(item, units))
            group["id"] = f"face-s{len(self._defs)}"
            self._symbols[symbol] = group["id"], units
            self._defs.append(group)
        return self._symbols[symbol]

    def _path(self, path: Path, units: float) -> BaseElement:
        """Return a path's element, built each time."""
        return FACTORY.path(
            svg_path_data(path.segments, units),
            fill=_color(path.fill),
            stroke=_color(path.stroke) if path.stroke else None,
            **line_attributes(path, units, (1, 1)),
        )


def _without_xlink(element: BaseElement) -> SharedElement:
    """Return an element whose reference is as HTML writes it."""
    shared = SharedElement(element)
    xml = shared.get_xml()
    xml.set("href", xml.attrib.pop("xlink:href"))
    return shared


def _is_small(symbol: Symbol) -> bool:
    """Return whether a symbol has no text and no coordinate above 2, as icons, which are about 1 high."""
    return all(
        max(map(abs, values), default=0) <= _ICON_EXTENT
        for item in symbol.items
        if isinstance(item, Path)
        for _, *values in item.segments
    ) and not any(isinstance(item, Text) for item in symbol.items)


def _matrix(matrix: Matrix) -> str:
    """Return a matrix as an SVG ``transform``, in its shortest form."""
    a, b, c, d, e, f = matrix
    if b == c == 0 and a == d:
        translation = f"translate({format_numbers((e, f), 1)})" if e or f else ""
        return translation + (f"scale({format_number(a, 5)})" if a != 1 else "")
    return f"matrix({format_numbers((a, b, c, d), 5)} {format_numbers((e, f), 1)})"


def _color(color: str | None) -> str:
    """Return a color as CSS; an inherited one is the color of the element that places the symbol."""
    return "currentColor" if color == "inherit" else color or "none"


def drawing_svg(drawing: Drawing) -> str:
    """Return a drawing, without its bleed, as an SVG of its own."""
    return page_svg(Page(drawing.width, drawing.height, (cut_face(drawing, 0, 0),)))


def page_svg(page: Page) -> str:
    """Return a page of faces and marks as an SVG of its own, as it is printed: for a picture in a web page."""
    placed = [face for face in page.placed if isinstance(face, PlacedFace)]
    faces = (replace(item.face, outline=item.clip) if item.face.outline else item.face for item in placed)
    web = web_faces([*faces, *([page.marks] if page.marks else ())])
    pictures = "".join(_placed_picture(face, picture) for face, picture in zip(placed, web.faces, strict=False))
    marks = web.faces[-1] if page.marks else ""
    width, height = format_number(page.width), format_number(page.height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">'
        f"<style>{web.css}</style><defs>{web.defs}</defs>"
        f'<rect width="{width}" height="{height}" fill="#fff"/>'
        f'<g transform="{_matrix(page.shift) or "translate(0)"}">{pictures}{marks}</g></svg>'
    )


def _placed_picture(placed: PlacedFace, picture: str) -> str:
    """Return a face's picture in its place on a page, cut off at its window."""
    window, scale, face = placed.window, placed.scale, placed.face
    x, y = placed.x + window.x * scale, placed.y + window.y * scale
    box = format_numbers((window.x, window.y, window.width, window.height))
    sides = f'width="{format_number(window.width * scale)}" height="{format_number(window.height * scale)}"'
    svg = f'<svg x="{format_number(x)}" y="{format_number(y)}" {sides} viewBox="{box}">{picture}</svg>'
    if not placed.turned:
        return svg
    middle = format_numbers((180, placed.x + face.width * scale / 2, placed.y + face.height * scale / 2))
    return f'<g transform="rotate({middle})">{svg}</g>'
