"""Writes drawings as SVG with svgwrite: lengths in mm, letters as their outlines, canonical bytes.

So a drawing looks the same wherever it is shown, whatever fonts are there. Each letter's shape is told once; what it says
stands in the description, for those who search for it or have it read to them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import svgwrite

from deckgen.draw.drawing import IDENTITY, Drawing, Item, Path, Segment, Style, Symbol, Text, Use
from deckgen.press.numbers import number, numbers, outline
from deckgen.press.truetype import truetype

# A whole number of pixels is rarely the exact shape, so no picture of it may be letter-boxed.
# svgwrite need not check what is made here.
_ROOT = {"preserveAspectRatio": "none", "role": "img", "debug": False}
_EM = 1000  # units in which letters are drawn


def svg(drawing: Drawing, *, bleed: float | None = None) -> str:
    """The drawing as an SVG document, in mm, with up to ``bleed`` mm beyond the trim (None: all it has).

    Raises LayoutError if a font cannot be read.
    """
    return next(svgs([drawing], bleed=bleed))


def svgs(drawings: Iterable[Drawing], *, bleed: float | None = None) -> Iterator[str]:
    """The same for many drawings, in order: what several show alike is made into XML once."""
    writers: dict[int, _Writer] = {}
    for drawing in drawings:
        writer = writers.setdefault(id(drawing.style), _Writer(drawing.style))
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


def words(items: Iterable[Item], symbols: Mapping[str, Symbol]) -> Iterator[tuple[str, str]]:
    """All that items say, with the slot that it is said in."""
    for item in items:
        if isinstance(item, Text):
            yield item.slot, item.string
        elif isinstance(item, Use):
            yield from words(symbols[item.symbol].items, symbols)


class _Writer:
    """Writes drawings of one style, and keeps the XML of every item, symbol and letter."""

    def __init__(self, style: Style) -> None:
        self._style = style
        self._svg = svgwrite.Drawing(debug=False)
        self._items: dict[Item, str] = {}
        self._symbols: dict[str, str] = {}
        self._glyphs: dict[str, str] = {}
        self._prefixes = {face: f"f{index}-" for index, face in enumerate(style.fonts)}

    def document(self, drawing: Drawing, reach: float) -> str:
        """The document that shows ``reach`` mm beyond the trim."""
        width, height = drawing.width + 2 * reach, drawing.height + 2 * reach
        size = (f"{number(width)}mm", f"{number(height)}mm")
        root = svgwrite.Drawing(size=size, viewBox=numbers((-reach, -reach, width, height)), **_ROOT)
        symbols = symbols_used(drawing.items, self._style)
        root.set_desc(title=drawing.title or None, desc=self._words(drawing.items) or None)
        begin, _, end = root.tostring().partition("<defs />")
        lines = ['<?xml version="1.0" encoding="UTF-8"?>', begin]
        defs = [
            *self._letters([drawing.items, *(symbol.items for symbol in symbols.values())]),
            *(self._symbol(name, symbol) for name, symbol in symbols.items()),
        ]
        if defs:
            lines += ["<defs>", *defs, "</defs>"]
        lines += [self._xml(item) for item in drawing.items]
        return "\n".join([*lines, end, ""])

    def _words(self, items: Iterable[Item]) -> str:
        """What a drawing says: a line for each slot, with the words that all cards have there first."""
        said: dict[str, list[str]] = {}
        for slot, string in words(items, self._style.symbols):
            said.setdefault(slot, []).append(string)
        return "\n".join(map(" ".join, said.values()))

    def _letters(self, drawn: Iterable[Iterable[Item]]) -> list[str]:
        """The shapes of all letters that are drawn, each once."""
        texts = {(item.face, item.string) for items in drawn for item in items if isinstance(item, Text)}
        wanted = sorted({(face, letter) for face, string in texts for letter in string})
        return [glyph for glyph in (self._glyph(*each) for each in wanted) if glyph]

    def _glyph(self, face: str, letter: str) -> str:
        """The shape of a letter, ``_EM`` units an em; empty for a space.

        It has no line of its own, or in a symbol it would take the stroke of the symbol's Use.
        """
        name = self._name(face, letter)
        if name not in self._glyphs:
            shape = _drawn(truetype(self._style.fonts[face]).outline(letter))
            self._glyphs[name] = f'<path id="{name}" stroke="none" d="{shape}" />' if shape else ""
        return self._glyphs[name]

    def _name(self, face: str, letter: str) -> str:
        return f"{self._prefixes[face]}{ord(letter):x}"

    def _symbol(self, name: str, symbol: Symbol) -> str:
        if name not in self._symbols:
            begin, _, _ = self._svg.g(id=f"symbol-{name}").tostring().partition(" />")
            self._symbols[name] = "\n".join([f"{begin}>", *map(self._xml, symbol.items), "</g>"])
        return self._symbols[name]

    def _xml(self, item: Item) -> str:
        if item not in self._items:
            if isinstance(item, Text):
                self._items[item] = self._text(item)
            else:
                self._items[item] = self._use(item) if isinstance(item, Use) else self._path(item)
        return self._items[item]

    def _text(self, text: Text) -> str:
        """A line of text: its letters, kerned. Thousands differ from card to card, and svgwrite takes five times as long for one."""
        font, apart = truetype(self._style.fonts[text.face]), text.spacing / text.size
        uses, x = [], 0.0
        for letter, advance in font.advances(text.string):
            if self._glyph(text.face, letter):
                at = f' x="{round(x * _EM)}"' if round(x * _EM) else ""
                uses.append(f'<use{at} xlink:href="#{self._name(text.face, letter)}" />')
            x += advance + apart
        look = f' fill="{text.fill}"' if text.fill != "inherit" else ""
        return f'<g{look} transform="{_placed(text)}">{"".join(uses)}</g>'

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


def _placed(text: Text) -> str:
    """How a text's letters come to their size and place."""
    size = text.size / _EM
    turned = f"rotate({number(text.angle)})" if text.angle else ""
    wide = f"{number(size * text.stretch, 8)} " if text.stretch != 1 else ""
    return f"translate({numbers((text.x, text.y))}){turned}scale({wide}{number(size, 8)})"


def _drawn(segments: Iterable[Segment]) -> str:
    """A letter's shape, which is filled by the non-zero rule, SVG's own. Its curves are TrueType's, of one handle."""
    made: list[Segment] = []
    x = y = 0.0
    for kind, *values in segments:
        points = [value if i % 2 == 0 else -value for i, value in enumerate(values)]
        if kind == "C":
            points[:4] = [(3 * points[0] - x) / 2, (3 * points[1] - y) / 2]
        made.append(("Q" if kind == "C" else kind, *points))
        x, y = points[-2:] or (x, y)
    return outline(made, _EM)


def _own(colour: str | None) -> str | None:
    """A colour as an attribute: "none" for no paint, no attribute where it is inherited."""
    return None if colour == "inherit" else colour or "none"
