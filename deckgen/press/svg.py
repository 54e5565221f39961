"""Writes a drawing as SVG: lengths in mm, real text, canonical bytes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape, quoteattr

from deckgen.draw.drawing import IDENTITY, Drawing, Item, Path, Style, Symbol, Text, Use
from deckgen.press.numbers import number, numbers
from deckgen.press.truetype import TrueType, truetype

# Texts are measured by advances alone, so no viewer may kern or join letters; and a whole number of
# pixels is rarely the exact shape, so no picture of it may be letter-boxed.
_ROOT = (
    'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1" '
    'preserveAspectRatio="none" style="font-kerning:none;font-variant-ligatures:none"'
)


def svg(
    drawing: Drawing,
    with_bleed: bool = True,
    embed_fonts: bool = False,
    *,
    outlines: bool = False,
    bleed: float | None = None,
) -> str:
    """The drawing as an SVG document, in mm, with or without what lies beyond the trim.

    Text stays text, in the family, weight and slant that the font's own file names;
    ``embed_fonts`` puts the files of the faces used into the document, ``outlines`` draws the
    letters' shapes instead. ``bleed`` (mm) keeps less of the bleed than the drawing has.
    Raises PressError if a font cannot be read.
    """
    reach = reach_of(drawing, with_bleed=with_bleed, bleed=bleed)
    width, height = number(drawing.width + 2 * reach), number(drawing.height + 2 * reach)
    box = numbers((-reach, -reach, drawing.width + 2 * reach, drawing.height + 2 * reach))
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg {_ROOT} width="{width}mm" height="{height}mm" viewBox="{box}">',
    ]
    if drawing.title:
        lines.append(f"<title>{escape(drawing.title)}</title>")
    lines += _definitions(drawing, embed_fonts=embed_fonts and not outlines, outlines=outlines)
    lines += [_item(item, drawing.style, outlines=outlines) for item in drawing.items]
    lines.append("</svg>\n")
    return "\n".join(lines)


def reach_of(drawing: Drawing, *, with_bleed: bool, bleed: float | None) -> float:
    """How far beyond the trim a picture of the drawing reaches, in mm."""
    if not with_bleed:
        return 0.0
    return drawing.bleed if bleed is None else min(bleed, drawing.bleed)


def symbols_used(items: Iterable[Item], style: Style) -> dict[str, Symbol]:
    """The symbols that items place, and those that these place, innermost first."""
    found: dict[str, Symbol] = {}
    for item in items:
        if isinstance(item, Use) and item.symbol not in found:
            symbol = style.symbols[item.symbol]
            found.update(symbols_used(symbol.items, style))
            found[item.symbol] = symbol
    return found


def _definitions(drawing: Drawing, *, embed_fonts: bool, outlines: bool) -> Iterator[str]:
    symbols = symbols_used(drawing.items, drawing.style)
    every = [*drawing.items, *(item for symbol in symbols.values() for item in symbol.items)]
    faces = sorted({item.face for item in every if isinstance(item, Text)}) if embed_fonts else []
    if not symbols and not faces:
        return
    yield "<defs>"
    if faces:
        yield "<style>"
        yield from (_font_rule(drawing.style.fonts[face]) for face in faces)
        yield "</style>"
    for name, symbol in symbols.items():
        yield f"<g id={quoteattr(f'symbol-{name}')}>"
        yield from (_item(item, drawing.style, outlines=outlines) for item in symbol.items)
        yield "</g>"
    yield "</defs>"


def _font_rule(path: str) -> str:
    font = truetype(path)
    return (
        f"@font-face{{font-family:{_name(font)};font-weight:{font.weight};"
        f"font-style:{'italic' if font.italic else 'normal'};"
        f"src:url(data:font/ttf;base64,{font.base64()}) format('truetype')}}"
    )


def _item(item: Item, style: Style, *, outlines: bool) -> str:
    if isinstance(item, Text):
        return _outlined(item, style) if outlines else _text(item, style)
    if isinstance(item, Use):
        return _use(item)
    return _path(item)


def _text(text: Text, style: Style) -> str:
    font = truetype(style.fonts[text.face])
    attributes = [
        f'x="{number(text.x)}" y="{number(text.y)}"',
        f'font-family={quoteattr(_family(font))} font-size="{number(text.size)}"',
    ]
    if font.weight != 400:
        attributes.append(f'font-weight="{font.weight}"')
    if font.italic:
        attributes.append('font-style="italic"')
    if text.spacing:
        attributes.append(f'letter-spacing="{number(text.spacing)}"')
    if text.angle:
        attributes.append(f'transform="rotate({numbers((text.angle, text.x, text.y))})"')
    if text.fill != "inherit":
        attributes.append(f'fill="{text.fill}"')
    if "  " in text.string or text.string != text.string.strip():
        attributes.append('xml:space="preserve"')
    return f"<text {' '.join(attributes)}>{escape(text.string)}</text>"


def _family(font: TrueType) -> str:
    """The face's family, and what may stand for it where it is not installed."""
    return f"{_name(font)},sans-serif"


def _name(font: TrueType) -> str:
    return "'" + font.family.replace("'", "") + "'"


def _outlined(text: Text, style: Style) -> str:
    """The text's letters as one path. Their shapes are filled by the non-zero rule, SVG's own."""
    font = truetype(style.fonts[text.face])
    turn = math.radians(text.angle)
    cos, sin = math.cos(turn) * text.size, math.sin(turn) * text.size
    pieces, x, y = [], text.x, text.y
    for character in text.string:
        for kind, *ems in font.outline(character):
            points = zip(ems[::2], ems[1::2], strict=True)
            mm = [value for h, v in points for value in (x + cos * h + sin * v, y + sin * h - cos * v)]
            pieces.append(kind + numbers(mm, places=4))
        advance = font.advance(character) + text.spacing / text.size
        x, y = x + cos * advance, y + sin * advance
    fill = "" if text.fill == "inherit" else f' fill="{text.fill}"'
    return f'<path d="{"".join(pieces)}"{fill} stroke="none"/>'


def _use(use: Use) -> str:
    attributes = [f"xlink:href={quoteattr(f'#symbol-{use.symbol}')}"]
    if use.matrix != IDENTITY:
        attributes.append(f'transform="matrix({numbers(use.matrix, places=5)})"')
    if use.fill is not None:
        attributes.append(f'fill="{use.fill}" stroke="{use.fill}"')
    return f"<use {' '.join(attributes)}/>"


def _path(path: Path) -> str:
    outline = "".join(s[0] + numbers(s[1:], places=4) for s in path.segments)
    attributes = [f'd="{outline}"']
    if path.fill != "inherit":
        attributes.append(f'fill="{path.fill or "none"}"')
    if path.fill and path.even_odd:
        attributes.append('fill-rule="evenodd"')
    if path.stroke != "inherit":
        # Always said, or a path in a symbol would take the stroke of the symbol's Use.
        attributes.append(f'stroke="{path.stroke or "none"}"')
    if path.stroke:
        attributes.append(f'stroke-width="{number(path.stroke_width, places=4)}"')
        if path.dash:
            attributes.append(f'stroke-dasharray="{numbers(path.dash)}"')
        if path.round:
            attributes.append('stroke-linecap="round" stroke-linejoin="round"')
    return f"<path {' '.join(attributes)}/>"
