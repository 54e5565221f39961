"""Foil and varnish: plates of their own, for the colors that a theme names so."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from deckgen.draw.drawing import Drawing, Ink, Item, Path, Style, Symbol, Text, Use
from deckgen.errors import PressError, Problem

_VARNISH = "varnish"  # stands for the color of the plate, and in the names of symbols


def add_finishes(drawings: Iterable[Drawing], finishes: Collection[str]) -> Iterator[Drawing]:
    """Yield drawings with plates named Foil and Varnish, as far as they are among the ``finishes``.

    Foil replaces the inks of its colors; varnish lies over the inks of its own, and over all else that is there.
    Styles stay shared. Raises PressError if no color of a drawing's theme is for one of the finishes.
    """
    styles: dict[Style, tuple[Style, frozenset[str]]] = {}
    for drawing in drawings:
        if drawing.style not in styles:
            styles[drawing.style] = _finished_style(drawing, finishes)
        style, varnished = styles[drawing.style]
        coated = _coat(drawing.items, varnished, style.symbols) if varnished else ()
        yield replace(drawing, items=(*drawing.items, *coated), style=style)


def _finished_style(drawing: Drawing, finishes: Collection[str]) -> tuple[Style, frozenset[str]]:
    """Return a style with the inks of the finishes, and symbols of what is varnished; and the varnished colors."""
    style = drawing.style
    for finish in finishes:
        if finish not in {ink.finish for ink in style.inks.values()}:
            message = f"no color of the layout's theme is for {finish}"
            remedy = f"name one in the theme, such as {finish}: gold, or print without --finish {finish}"
            raise PressError(Problem(drawing.title or "card", None, "", message, remedy))
    inks = {
        color: replace(ink, spot=ink.spot or "Foil") if ink.finish == "foil" and "foil" in finishes else ink
        for color, ink in style.inks.items()
    }
    varnished = frozenset(color for color, ink in inks.items() if ink.finish == _VARNISH and _VARNISH in finishes)
    symbols = dict(style.symbols)
    if varnished:
        inks[_VARNISH] = Ink(_VARNISH, "#e5f2ff", (0.1, 0.0, 0.0, 0.0), "Varnish")
        for name, symbol in style.symbols.items():
            for prefix, colors in ((_VARNISH, varnished), (f"{_VARNISH}-icon", varnished | {"inherit"})):
                symbols[f"{prefix} {name}"] = Symbol(_coat(symbol.items, colors, style.symbols))
    return replace(style, inks=inks, symbols=symbols), varnished


def _coat(items: Iterable[Item], colors: frozenset[str], symbols: Mapping[str, Symbol]) -> tuple[Item, ...]:
    """Return the items in one of the colors again, in varnish; ``inherit`` among them stays, for the symbol's user."""
    coated: list[Item] = []

    def coat(color: str | None) -> str | None:
        return (color if color == "inherit" else _VARNISH) if color in colors else None

    for item in items:
        if isinstance(item, Use):
            fill = coat(item.fill)
            name = f"{_VARNISH}-icon {item.symbol}" if fill else f"{_VARNISH} {item.symbol}"
            if item.symbol in symbols:
                coated.append(replace(item, symbol=name, fill=fill))
        elif isinstance(item, Path):
            fill, stroke = coat(item.fill), coat(item.stroke)
            if fill or stroke:
                coated.append(
                    replace(item, fill=fill, stroke=stroke, stroke_width=item.stroke_width if stroke else 0.0)
                )
        elif isinstance(item, Text) and item.fill in colors:
            coated.append(replace(item, fill=_VARNISH))
    return tuple(coated)
