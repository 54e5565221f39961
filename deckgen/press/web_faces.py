"""Faces for web pages: compact SVG that stands in the page itself, its text in faces that the page brings along."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape

from deckgen.draw.drawing import IDENTITY, Drawing, Item, Matrix, Path, Style, Symbol, Text, Use
from deckgen.draw.fonts import kerning
from deckgen.draw.geometry import multiply
from deckgen.draw.web_font import woff
from deckgen.press.numbers import number, numbers, outline

_UNITS = 100.0  # a mm: whole numbers are fine enough, and no browser takes letters for too small
_FINE = 2000.0  # units of a symbol that is 1 high
_SMALL = 2.0  # what such a symbol keeps within
_WORTH = 60  # characters of a path that is told once if several faces show it
_CSS = (
    ".face{font-style:normal;font-weight:400;font-kerning:none;font-variant-ligatures:none;font-stretch:normal;"
    "letter-spacing:0;word-spacing:0;text-anchor:start;text-transform:none;text-shadow:none;direction:ltr;"
    "white-space:pre;text-rendering:geometricPrecision;stroke:none}"
)
"""What faces would else take from the page around them. Texts are kerned as they were measured, by no browser."""


@dataclass(frozen=True)
class WebFaces:
    """Faces as markup.

    Each of ``faces`` is what an ``<svg viewBox="0 0 WIDTH HEIGHT">`` holds, in mm of the trimmed card. ``defs`` is what an
    ``<svg>`` of the page holds within ``<defs>``, once for all faces. ``css`` belongs into the page's style. All ids
    and classes begin with ``face``, and so do the families of fonts.
    """

    faces: tuple[str, ...]
    defs: str
    css: str


def web_faces(drawings: Sequence[Drawing]) -> WebFaces:
    """Drawings as markup for one page. Raises LayoutError if a font cannot be read."""
    writer = _Writer()
    writer.share(drawings)
    faces = tuple(writer.face(drawing) for drawing in drawings)
    return WebFaces(faces, writer.defs(), writer.css())


@dataclass
class _Writer:
    """The markup of drawings, and of the ``style`` at hand: what they share has ids, how texts are set has classes."""

    style: Style = field(default_factory=lambda: Style({}, {}, {}))
    _items: dict[tuple[int, Item], str] = field(default_factory=dict)
    _symbols: dict[Symbol, tuple[str, float]] = field(default_factory=dict)
    _paths: dict[Path, str] = field(default_factory=dict)
    _defs: list[str] = field(default_factory=list)
    _classes: dict[str, str] = field(default_factory=dict)
    _families: dict[str, str] = field(default_factory=dict)
    _letters: dict[str, set[str]] = field(default_factory=dict)

    def share(self, drawings: Iterable[Drawing]) -> None:
        """See to it that long paths on several faces are told once."""
        often = Counter(item for drawing in drawings for item in drawing.items if isinstance(item, Path))
        for path, count in often.items():
            drawn = self._path(path, _UNITS)
            if count > 1 and len(drawn) > _WORTH:
                name = f"face-p{len(self._defs)}"
                self._defs.append(drawn.replace("<path", f'<path id="{name}"', 1))
                drawn = f'<use href="#{name}"/>'
            self._paths[path] = drawn

    def face(self, drawing: Drawing) -> str:
        """What is on one face."""
        self.style = drawing.style
        drawn = "".join(map(self._item, drawing.items))
        return f'<g class="face" transform="scale({number(1 / _UNITS)})">{drawn}</g>'

    def defs(self) -> str:
        """What faces refer to."""
        return "".join(self._defs)

    def css(self) -> str:
        """The fonts with the letters that are shown, and the classes of texts."""
        fonts = (
            f"@font-face{{font-family:{family};src:url(data:font/woff;base64,"
            f"{b64encode(woff(path, ''.join(sorted(self._letters[path])), kerned=False)).decode()})}}"
            for path, family in self._families.items()
        )
        classes = (f".{name}{{{rule}}}" for rule, name in self._classes.items())
        return "".join((*fonts, _CSS, *classes))

    def _item(self, item: Item) -> str:
        key = (id(self.style), item)
        drawn = self._items.get(key)
        if drawn is None:
            drawn = self._paths[item] if isinstance(item, Path) else self._drawn(item, _UNITS)
            self._items[key] = drawn
        return drawn

    def _drawn(self, item: Item, units: float) -> str:
        """An item in a place that has so many units to one of its own."""
        if isinstance(item, Text):
            return self._text(item, units)
        return self._use(item, units) if isinstance(item, Use) else self._path(item, units)

    def _text(self, text: Text, units: float) -> str:
        path = self.style.fonts[text.face]
        self._letters.setdefault(path, set()).update(text.string)
        family = self._families.setdefault(path, f"face-{len(self._families)}")
        rule = f"font-family:{family};font-size:{number(text.size * units, 1)}px;fill:{_colour(text.fill)}"
        if text.spacing:
            rule += f";letter-spacing:{number(text.spacing * units, 1)}px"
        set_as = self._classes.setdefault(rule, f"face-t{len(self._classes)}")
        moves = kerning(path, text.string)
        x, y = text.x * units, text.y * units
        kerned = (
            f' dx="{numbers((0, *(text.size * units * move for move in moves[:-1])), 1)}"' if moves else ""
        )
        turn = f"rotate({numbers((text.angle, x, y), 1)})" if text.angle else ""
        if text.stretch != 1:
            turn += f" matrix({numbers((text.stretch, 0, 0, 1, x * (1 - text.stretch), 0), 3)})"
        turned = f' transform="{turn.strip()}"' if turn else ""
        at = f'x="{number(x, 0)}" y="{number(y, 0)}"'
        return f'<text class="{set_as}" {at}{kerned}{turned}>{escape(text.string, quote=False)}</text>'

    def _use(self, use: Use, units: float) -> str:
        name, own = self._symbol(self.style.symbols[use.symbol])
        matrix = multiply((units, 0, 0, units, 0, 0), multiply(use.matrix, (1 / own, 0, 0, 1 / own, 0, 0)))
        moved = f' transform="{_matrix(matrix)}"' if matrix != IDENTITY else ""
        colour = f' color="{_colour(use.fill)}"' if use.fill not in (None, "inherit") else ""
        return f'<use href="#{name}"{colour}{moved}/>'

    def _symbol(self, symbol: Symbol) -> tuple[str, float]:
        """The id of a symbol, and how many units it has to one of its own."""
        if symbol not in self._symbols:
            units = _FINE if _is_small(symbol) else _UNITS
            drawn = "".join(self._drawn(item, units) for item in symbol.items)
            name = f"face-s{len(self._defs)}"
            self._symbols[symbol] = name, units
            self._defs.append(f'<g id="{name}">{drawn}</g>')
        return self._symbols[symbol]

    def _path(self, path: Path, units: float) -> str:
        paint = f' fill="{_colour(path.fill)}"'
        if path.fill and path.even_odd:
            paint += ' fill-rule="evenodd"'
        if path.stroke:
            paint += f' stroke="{_colour(path.stroke)}" stroke-width="{number(path.stroke_width * units, 1)}"'
            if path.dash:
                paint += f' stroke-dasharray="{numbers((each * units for each in path.dash), 1)}"'
            if path.round:
                paint += ' stroke-linecap="round" stroke-linejoin="round"'
        return f'<path d="{outline(path.segments, units)}"{paint}/>'


def _is_small(symbol: Symbol) -> bool:
    """Whether a symbol is drawn around the origin and about 1 high, as icons are."""
    return all(
        max(map(abs, values), default=0) <= _SMALL
        for item in symbol.items
        if isinstance(item, Path)
        for _, *values in item.segments
    ) and not any(isinstance(item, Text) for item in symbol.items)


def _matrix(matrix: Matrix) -> str:
    a, b, c, d, e, f = matrix
    if b == c == 0 and a == d:
        moved = f"translate({numbers((e, f), 1)})" if e or f else ""
        return moved + (f"scale({number(a, 5)})" if a != 1 else "")
    return f"matrix({numbers((a, b, c, d), 5)} {numbers((e, f), 1)})"


def _colour(colour: str | None) -> str:
    """A colour in CSS; one that is inherited is the colour of what places the symbol."""
    return "currentColor" if colour == "inherit" else colour or "none"
