"""Ink saving: what covers much paper becomes an outline, and every letter black.

It works on any drawing, by how much ink a colour lays. A layout made to save ink looks better; this
is for those that have none. Marks keep their shapes, so that nothing is lost.
"""

from __future__ import annotations

from dataclasses import replace

from deckgen.draw.drawing import Drawing, Ink, Item, Path, Style, Symbol, Text, Use

_HEAVY = 0.5  # ink a fill may lay and stay: tints do, and yellow marks do not
_LINE = 0.3  # mm: the outline of what was filled
_ICON_LINE = 0.05  # of an icon's size
_WHITE, _BLACK = "#ffffff", "#000000"
_INKS = {_WHITE: Ink("white", _WHITE, (0, 0, 0, 0)), _BLACK: Ink("black", _BLACK, (0, 0, 0, 1))}


class InkSaver:
    """Makes drawings light; what they share is changed once, and stays shared."""

    def __init__(self) -> None:
        self._styles: dict[Style, Style] = {}

    def drawing(self, drawing: Drawing) -> Drawing:
        """The drawing, in little ink."""
        style = drawing.style
        if style not in self._styles:
            symbols = {
                name: Symbol(tuple(_item(item, style, _icon_line(symbol)) for item in symbol.items))
                for name, symbol in style.symbols.items()
            }
            self._styles[style] = replace(style, inks={**style.inks, **_INKS}, symbols=symbols)
        items = tuple(_item(item, style, _LINE) for item in drawing.items)
        return replace(drawing, items=items, style=self._styles[style])


def _icon_line(symbol: Symbol) -> float:
    """Icons are drawn at size 1 and placed larger; other symbols are art in mm."""
    inherits = any(isinstance(item, Path) and "inherit" in (item.fill, item.stroke) for item in symbol.items)
    return _ICON_LINE if inherits else _LINE


def _item(item: Item, style: Style, line: float) -> Item:
    if isinstance(item, Text):
        return replace(item, fill=_BLACK)
    if isinstance(item, Use):
        return item if item.fill is None else replace(item, fill=_BLACK)
    if item.fill is None:
        return item if item.stroke in {None, "inherit"} else replace(item, stroke=_BLACK)
    if item.solid:
        return replace(item, fill=_BLACK)
    if item.fill == "inherit":
        return replace(item, fill=_WHITE, stroke="inherit", stroke_width=line, dash=(), round=True)
    stroke = None if item.stroke is None else _BLACK
    if not _heavy(item.fill, style):
        return replace(item, stroke=stroke)
    width = max(line, item.stroke_width if stroke else 0)
    return replace(item, fill=_WHITE, stroke=_BLACK, stroke_width=width, round=True)


def _heavy(colour: str, style: Style) -> bool:
    ink = style.inks.get(colour)
    return ink is not None and (sum(ink.cmyk) > _HEAVY or ink.spot is not None)
