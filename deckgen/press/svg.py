"""Writes drawings as SVG with svgwrite: lengths in mm, real text, canonical bytes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape, quoteattr

import svgwrite

from deckgen.draw.drawing import IDENTITY, Drawing, Item, Path, Style, Symbol, Text, Use
from deckgen.draw.fonts import kerning
from deckgen.press.numbers import number, numbers
from deckgen.press.truetype import truetype

# Texts are kerned as they were measured, so no viewer may do it or join letters; and a whole number of
# pixels is rarely the exact shape, so no picture of it may be letter-boxed.
_ROOT = {
    "preserveAspectRatio": "none",
    "style": "font-kerning:none;font-variant-ligatures:none",
    "debug": False,  # svgwrite need not check what is made here
}


def svg(drawing: Drawing, *, outlines: bool = False, bleed: float | None = None) -> str:
    """The drawing as an SVG document, in mm, with up to ``bleed`` mm beyond the trim (None: all it has).

    Text stays text, in the family, weight and slant that the font's own file names; ``outlines`` draws the
    letters' shapes instead. Raises PressError if a font cannot be read.
    """
    return next(svgs([drawing], outlines=outlines, bleed=bleed))


def svgs(drawings: Iterable[Drawing], *, outlines: bool = False, bleed: float | None = None) -> Iterator[str]:
    """The same for many drawings, in order: what several show alike is made into XML once."""
    writers: dict[int, _Writer] = {}
    for drawing in drawings:
        writer = writers.setdefault(id(drawing.style), _Writer(drawing.style, outlines=outlines))
        yield writer.document(drawing, drawing.bleed if bleed is None else min(bleed, drawing.bleed))


def symbols_used(items: Iterable[Item], style: Style) -> dict[str, Symbol]:
    """The symbols that items place, and those that these place, innermost first."""
    found: dict[str, Symbol] = {}
    for item in items:
        if isinstance(item, Use) and item.symbol not in found:
            symbol = style.symbols[item.symbol]
            found.update(symbols_used(symbol.items, style))
            found[item.symbol] = symbol
    return found


class _Writer:
    """Writes drawings of one style, and keeps the XML of every item and symbol."""

    def __init__(self, style: Style, *, outlines: bool) -> None:
        self._style, self._outlines = style, outlines
        self._svg = svgwrite.Drawing(debug=False)
        self._items: dict[Item, str] = {}
        self._symbols: dict[str, str] = {}

    def document(self, drawing: Drawing, reach: float) -> str:
        """The document that shows ``reach`` mm beyond the trim."""
        width, height = drawing.width + 2 * reach, drawing.height + 2 * reach
        size = (f"{number(width)}mm", f"{number(height)}mm")
        root = svgwrite.Drawing(size=size, viewBox=numbers((-reach, -reach, width, height)), **_ROOT)
        root.set_desc(title=drawing.title or None)
        begin, _, end = root.tostring().partition("<defs />")
        symbols = symbols_used(drawing.items, self._style)
        lines = ['<?xml version="1.0" encoding="UTF-8"?>', begin]
        if symbols:
            lines += ["<defs>", *(self._symbol(name, symbol) for name, symbol in symbols.items()), "</defs>"]
        lines += [self._xml(item) for item in drawing.items]
        return "\n".join([*lines, end, ""])

    def _symbol(self, name: str, symbol: Symbol) -> str:
        if name not in self._symbols:
            begin, _, _ = self._svg.g(id=f"symbol-{name}").tostring().partition(" />")
            self._symbols[name] = "\n".join([f"{begin}>", *map(self._xml, symbol.items), "</g>"])
        return self._symbols[name]

    def _xml(self, item: Item) -> str:
        xml = self._items.get(item)
        if xml is None:
            if isinstance(item, Text):
                xml = self._outlined(item) if self._outlines else self._text(item)
            else:
                xml = self._use(item) if isinstance(item, Use) else self._path(item)
            self._items[item] = xml
        return xml

    def _text(self, text: Text) -> str:
        """A line of text. Thousands differ from card to card, and svgwrite takes five times as long for one."""
        font = truetype(self._style.fonts[text.face])
        family = "'" + font.family.replace("'", "") + "',sans-serif"
        padded = "  " in text.string or text.string != text.string.strip()
        moves = kerning(self._style.fonts[text.face], text.string)
        attributes = (
            f'x="{number(text.x)}" y="{number(text.y)}"',
            f'font-family={quoteattr(family)} font-size="{number(text.size)}"',
            f'font-weight="{font.weight}"' if font.weight != 400 else "",
            'font-style="italic"' if font.italic else "",
            f'dx="{numbers((0, *(text.size * move for move in moves[:-1])))}"' if moves else "",
            f'letter-spacing="{number(text.spacing)}"' if text.spacing else "",
            f'transform="{turned}"' if (turned := _turned(text)) else "",
            f'fill="{text.fill}"' if text.fill != "inherit" else "",
            'xml:space="preserve"' if padded else "",
        )
        return f"<text {' '.join(filter(None, attributes))}>{escape(text.string)}</text>"

    def _outlined(self, text: Text) -> str:
        """The text's letters as one path. Their shapes are filled by the non-zero rule, SVG's own."""
        font = truetype(self._style.fonts[text.face])
        turn = math.radians(text.angle)
        cos, sin = math.cos(turn) * text.size, math.sin(turn) * text.size
        along, across = cos * text.stretch, sin * text.stretch
        pieces, x, y = [], text.x, text.y
        for character, advance in font.advances(text.string):
            for kind, *ems in font.outline(character):
                points = zip(ems[::2], ems[1::2], strict=True)
                mm = [
                    value for h, v in points for value in (x + along * h + sin * v, y + across * h - cos * v)
                ]
                pieces.append(kind + numbers(mm, places=4))
            far = advance + text.spacing / text.size
            x, y = x + along * far, y + across * far
        return str(self._svg.path("".join(pieces), fill=_own(text.fill), stroke="none").tostring())

    def _use(self, use: Use) -> str:
        matrix = f"matrix({numbers(use.matrix, places=5)})" if use.matrix != IDENTITY else None
        element = self._svg.use(f"#symbol-{use.symbol}", transform=matrix, fill=use.fill, stroke=use.fill)
        return str(element.tostring())

    def _path(self, path: Path) -> str:
        lined = bool(path.stroke)
        element = self._svg.path(
            "".join(s[0] + numbers(s[1:], places=4) for s in path.segments),
            fill=_own(path.fill),
            fill_rule="evenodd" if path.fill and path.even_odd else None,
            # Always said, or a path in a symbol would take the stroke of the symbol's Use.
            stroke=_own(path.stroke),
            stroke_width=number(path.stroke_width, places=4) if lined else None,
            stroke_dasharray=numbers(path.dash) if lined and path.dash else None,
            stroke_linecap="round" if lined and path.round else None,
            stroke_linejoin="round" if lined and path.round else None,
        )
        return str(element.tostring())


def _turned(text: Text) -> str:
    """How a text is turned and condensed about the point where it begins."""
    turned = f"rotate({numbers((text.angle, text.x, text.y))})" if text.angle else ""
    if text.stretch != 1:
        turned += f" matrix({numbers((text.stretch, 0, 0, 1, text.x * (1 - text.stretch), 0), 5)})"
    return turned.strip()


def _own(colour: str | None) -> str | None:
    """A colour as an attribute: "none" for no paint, no attribute where it is inherited."""
    return None if colour == "inherit" else colour or "none"
