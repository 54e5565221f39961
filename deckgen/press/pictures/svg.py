"""Builds drawings as svgwrite documents: lengths in mm, letters as outlines, canonical bytes.

So a drawing looks the same on every machine, whatever fonts it has. Each letter's shape is written once; its
text is in the description, for search and screen readers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from io import StringIO
from xml.etree.ElementTree import Element as XmlElement

import svgwrite
from svgwrite.base import BaseElement

from deckgen.draw.drawing import IDENTITY, Drawing, Gradient, Item, Path, Picture, Segment, Style, Symbol, Text, Use
from deckgen.draw.geometry import compose
from deckgen.draw.raster import data_url
from deckgen.draw.truetype import Letter, read_font
from deckgen.press.images import scale_factor, screen_file
from deckgen.press.numbers import format_number, format_numbers, outline_data, svg_path_data

# Rounding to pixels changes the aspect ratio, so pictures must not be letter-boxed.
# svgwrite need not validate our own elements.
_ROOT = {"preserveAspectRatio": "none", "role": "img", "debug": False}
_EM = 1000  # units in which letters are drawn
FACTORY = svgwrite.Drawing(debug=False)
"""Makes elements, of which it keeps none."""


def svg(drawing: Drawing, *, bleed: float | None = None) -> str:
    """Return a drawing as SVG in mm, up to ``bleed`` mm beyond the trim (None: all). Raises LayoutError: bad font."""
    return next(svgs([drawing], bleed=bleed))


def svgs(drawings: Iterable[Drawing], *, bleed: float | None = None) -> Iterator[str]:
    """Yield drawings as SVG documents, in order; content they share is built once."""
    writer = None
    for drawing in drawings:
        if writer is None or writer.style is not drawing.style:
            writer = _Writer(drawing.style)
        yield writer.document(drawing, drawing.bleed if bleed is None else min(bleed, drawing.bleed))


def symbols_used(items: Iterable[Item], style: Style) -> dict[str, Symbol]:
    """Return the symbols that items place, and those that these place, by name, innermost first."""
    symbols: dict[str, Symbol] = {}
    for item in items:
        if isinstance(item, Use) and item.symbol not in symbols:
            symbol = style.symbols[item.symbol]
            symbols.update(symbols_used(symbol.items, style))
            symbols[item.symbol] = symbol
    return symbols


def texts_by_slot(items: Iterable[Item], symbols: Mapping[str, Symbol]) -> Iterator[tuple[str, str]]:
    """Yield all texts of items as (slot, string), also those in the symbols they place."""
    for item in items:
        if isinstance(item, Text):
            yield item.slot, item.string
        elif isinstance(item, Use):
            yield from texts_by_slot(symbols[item.symbol].items, symbols)


class SharedElement:
    """An svgwrite element whose XML is built once for all documents; ``end`` is the text after it."""

    def __init__(self, element: BaseElement, end: str = "") -> None:
        self._xml: XmlElement = element.get_xml()
        self._xml.tail = end

    def get_xml(self) -> XmlElement:
        """Return the XML, as svgwrite asks every element of a document for it."""
        return self._xml


class _Writer:
    """Writes drawings of one style, and caches the elements of every item, symbol and letter."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self._element, self._symbol = cache(self._make_element), cache(self._make_symbol)
        self._glyph, self._letter = cache(self._make_glyph), cache(self._make_letter)
        self._prefixes = {face: f"f{index}-" for index, face in enumerate(style.fonts)}

    def document(self, drawing: Drawing, margin: float) -> str:
        """Return a drawing's SVG document, with ``margin`` mm beyond the trim, and its texts in the description."""
        width, height = drawing.width + 2 * margin, drawing.height + 2 * margin
        size = (f"{format_number(width)}mm", f"{format_number(height)}mm")
        root = svgwrite.Drawing(size=size, viewBox=format_numbers((-margin, -margin, width, height)), **_ROOT)
        symbols = symbols_used(drawing.items, self.style)
        root.set_desc(title=drawing.title or None, desc=self._describe(drawing.items) or None)
        for glyph in self._glyphs_of([drawing.items, *(symbol.items for symbol in symbols.values())]):
            root.defs.add(glyph)
        for name in symbols:
            root.defs.add(self._symbol(name))
        is_clipped = drawing.outline and not margin
        group = FACTORY.g() if is_clipped else root
        for item in drawing.items:
            group.add(self._element(item))
        if is_clipped:
            root.add(clipped(group, outline_data(drawing.outline)))
        file = StringIO()
        root.write(file)
        return f"{file.getvalue()}\n"

    def _describe(self, items: Iterable[Item]) -> str:
        """Return the texts of a drawing, a line per slot, in the order in which slots are painted."""
        texts: dict[str, list[str]] = {}
        for slot, string in texts_by_slot(items, self.style.symbols):
            texts.setdefault(slot, []).append(string)
        return "\n".join(map(" ".join, texts.values()))

    def _glyphs_of(self, groups: Iterable[Iterable[Item]]) -> list[SharedElement]:
        texts = {(item.typeface, item.string) for items in groups for item in items if isinstance(item, Text)}
        fonts = self.style.fonts
        glyph_keys = {(face, key) for face, string in texts for key, *_ in read_font(fonts[face]).advances(string)}
        glyphs = (self._glyph(*key) for key in sorted(glyph_keys, key=lambda key: (key[0], str(key[1]))))
        return [glyph for glyph in glyphs if glyph]

    def _make_glyph(self, face: str, letter: Letter) -> SharedElement | None:
        """Return a letter's shape, without a line that a symbol's Use could color; None for a space."""
        name, font = self._glyph_id(face, letter), read_font(self.style.fonts[face])
        shape = _glyph_path(font.outline(letter), is_cubic=font.is_cubic)
        return SharedElement(FACTORY.path(shape, id=name, stroke="none"), "\n") if shape else None

    def _glyph_id(self, face: str, letter: Letter) -> str:
        return f"{self._prefixes[face]}{f'g{letter}' if isinstance(letter, int) else f'{ord(letter):x}'}"

    def _make_symbol(self, name: str) -> SharedElement:
        """Return the group of a symbol's items for the definitions."""
        group = FACTORY.g(id=f"symbol-{name}")
        for item in self.style.symbols[name].items:
            group.add(self._element(item))
        return SharedElement(group, "\n")

    def _make_element(self, item: Item) -> SharedElement:
        """Return the element of an item."""
        match item:
            case Text():
                element = self._text(item)
            case Use():
                element = self._use(item)
            case Path():
                element = self._path(item)
            case Gradient():
                element = gradient_element(item, outline_data(item.segments), 1)
            case Picture():
                content = screen_file(item.raster, scale_factor(item))
                image = image_element(content, **picture_attributes(item, 1))
                element = clipped(image, outline_data(item.clip))
        return SharedElement(element, "\n")

    def _text(self, text: Text) -> BaseElement:
        """Return a group that refers to a text's glyphs, spaced and kerned."""
        font, spacing = read_font(self.style.fonts[text.typeface]), text.spacing / text.size
        group = FACTORY.g(fill=_paint_attribute(text.fill), transform=_text_transform(text))
        x = 0.0
        for letter, advance, dx, dy in font.advances(text.string):
            if self._glyph(text.typeface, letter):
                name = self._glyph_id(text.typeface, letter)
                group.add(self._letter(name, round((x + dx) * _EM), round(-dy * _EM)))
            x += advance + spacing
        return group

    def _make_letter(self, name: str, x: int, y: int) -> SharedElement:
        """Return a reference to a glyph, (x, y) units from the text's start."""
        return SharedElement(FACTORY.use(f"#{name}", x=x or None, y=y or None), "\n")

    def _use(self, use: Use) -> BaseElement:
        matrix = f"matrix({format_numbers(use.matrix, digits=5)})" if use.matrix != IDENTITY else None
        element = FACTORY.use(f"#symbol-{use.symbol}", transform=matrix, fill=use.fill, stroke=use.fill)
        return clipped(element, outline_data(use.clip))

    def _path(self, path: Path) -> BaseElement:
        # The stroke is always there, or a path in a symbol would take that of the symbol's Use.
        """Return a path's element, with its colors."""
        return FACTORY.path(
            outline_data(path.segments),
            fill=_paint_attribute(path.fill),
            stroke=_paint_attribute(path.stroke),
            **line_attributes(path, 1, (4, 3)),
        )


def line_attributes(path: Path, units: float, digits: tuple[int, int]) -> dict[str, str | None]:
    """Return a path's fill rule and stroke, ``units`` per mm, without colors; ``digits``: of width, and of dashes."""
    has_stroke = bool(path.stroke)
    ends = "round" if has_stroke and path.round else None
    dashes = format_numbers((length * units for length in path.dash), digits[1])
    return {
        "fill_rule": "evenodd" if path.fill and path.even_odd else None,
        "stroke_width": format_number(path.stroke_width * units, digits[0]) if has_stroke else None,
        "stroke_dasharray": dashes if has_stroke and dashes else None,
        "stroke_linecap": ends,
        "stroke_linejoin": ends,
        "opacity": None if path.opacity == 1 else format_number(path.opacity),
    }


def clipped(element: BaseElement | SharedElement, outline: str) -> BaseElement | SharedElement:
    """Return a group that shows an element within an outline, which is path data; the element itself for ""."""
    if not outline:
        return element
    name = _art_name(outline)
    group, clip = FACTORY.g(clip_path=f"url(#{name})"), FACTORY.clipPath(id=name)
    clip.add(FACTORY.path(outline))
    group.add(clip)
    group.add(element)
    return group


def gradient_element(gradient: Gradient, outline: str, units: float) -> BaseElement:
    """Return a gradient, ``units`` per mm, that fills an outline, which is path data in units."""
    axis, stops = gradient.axis, gradient.stops
    name = _art_name(repr((axis, stops, gradient.matrix)))
    matrix = format_numbers(compose((units, 0, 0, units, 0, 0), gradient.matrix), 5)
    options = {"id": name, "gradientUnits": "userSpaceOnUse", "gradientTransform": f"matrix({matrix})"}
    if len(axis) == 4:
        paint = FACTORY.linearGradient(axis[:2], axis[2:], **options)
    else:
        paint = FACTORY.radialGradient(axis[3:5], axis[5], axis[:2], **options)
    for offset, color in stops:
        paint.add_stop_color(offset, color)
    group = FACTORY.g()
    group.add(paint)
    rule = "evenodd" if gradient.even_odd else None
    group.add(FACTORY.path(outline, fill=f"url(#{name})", stroke="none", fill_rule=rule))
    return group


def picture_attributes(picture: Picture, units: float) -> dict[str, str]:
    """Return the attributes that put an image of 1 × 1 into its place, ``units`` per mm."""
    matrix = format_numbers(compose((units, 0, 0, units, 0, 0), picture.matrix), 5)
    opacity = {} if picture.opacity == 1 else {"opacity": format_number(picture.opacity)}
    return {"transform": f"matrix({matrix})", **opacity}


def image_element(content: bytes, **attributes: str) -> BaseElement:
    """Return an image of 1 × 1 that holds a picture's file."""
    image = FACTORY.image(data_url(content), size=(1, 1), **attributes)
    image["preserveAspectRatio"] = "none"
    return image


def _art_name(content: str) -> str:
    """Return an id that is the same for equal content."""
    return f"face-{sha256(content.encode()).hexdigest()[:10]}"


def _text_transform(text: Text) -> str:
    """Return the ``transform`` that moves, turns and scales a text's letters, drawn ``_EM`` units an em."""
    size = text.size / _EM
    rotation = f"rotate({format_number(text.angle)})" if text.angle else ""
    x_scale = f"{format_number(size * text.stretch, 8)} " if text.stretch != 1 else ""
    return f"translate({format_numbers((text.x, text.y))}){rotation}scale({x_scale}{format_number(size, 8)})"


def _glyph_path(segments: Iterable[Segment], *, is_cubic: bool) -> str:
    """Return a letter's path data from ems, y upwards, in ``_EM`` units, y downwards.

    Curves have one control point unless ``is_cubic``.
    """
    quadratic: list[Segment] = []
    x = y = 0.0
    for kind, *values in segments:
        points = [value if i % 2 == 0 else -value for i, value in enumerate(values)]
        is_curve = kind == "C" and not is_cubic
        if is_curve:
            points[:4] = [(3 * points[0] - x) / 2, (3 * points[1] - y) / 2]
        quadratic.append(("Q" if is_curve else kind, *points))
        x, y = points[-2:] or (x, y)
    return svg_path_data(quadratic, _EM)


def _paint_attribute(color: str | None) -> str | None:
    """Return a color as an attribute: "none" for no paint, None (no attribute) if it is inherited."""
    return None if color == "inherit" else color or "none"
