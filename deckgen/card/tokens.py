"""Tokens: a game's chips and markers as drawings, in the colours and fonts of its cards' layout."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter

from deckgen.card.back import draw_pattern, lozenge
from deckgen.card.layout import Layout
from deckgen.draw import geometry
from deckgen.draw.drawing import Drawing, Faces, Segment, Style
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.errors import Faults, LayoutError, nearest
from deckgen.game.model import Game, Token

BLEED = 1.0
"""How far, in mm, a token's colour reaches beyond its cut."""
_SPOTS = 8  # around the rim
_FINE = 0.15  # the width of thin lines, in mm


def tokens(layout: Layout, game: Game) -> tuple[Faces, ...]:
    """The faces of a game's tokens, one ``Faces`` for each size: every copy in ``fronts``, and a back.

    All tokens of a size have the same back, so that they can be drawn blindly. Empty if there are no
    tokens. Raises LayoutError with every colour and icon that the layout lacks and every text that does
    not fit.
    """
    faults = Faults()
    theme = layout.theme
    for token in game.tokens:
        if token.colour not in theme.inks:
            place, what = f"tokens.{token.name}.colour", f'the palette has no colour "{token.colour}"'
            faults.add(theme.file, None, place, what, nearest(token.colour, theme.inks))
    faults.raise_as(LayoutError)
    pen = Pen(theme.fonts, theme.minimum, str(theme.file), faults, icons=layout.template.icons)
    style = Style(theme.fonts.files, theme.by_screen(), layout.template.icons)
    made = []
    # sorting is stable: tokens of one size stay in the game's order
    for size, alike in groupby(
        sorted(game.tokens, key=attrgetter("size"), reverse=True), key=attrgetter("size")
    ):
        fronts: list[Drawing] = []
        for token in alike:
            pen.begin(token.title, None)
            pen.slot = token.name
            _front(pen, layout, token)
            front = Drawing(size, size, BLEED, tuple(pen.items), style, token.title)
            fronts += [front] * token.count
        pen.begin("the back", None)
        _back(pen, layout, game.title, size)
        made.append(Faces(tuple(fronts), Drawing(size, size, BLEED, tuple(pen.items), style, "back")))
    faults.raise_as(LayoutError)
    return tuple(made)


def _front(pen: Pen, layout: Layout, token: Token) -> None:
    ground = layout.theme.colour(token.colour)
    ink = _against(layout, ground)
    half, unit = token.size / 2, token.size / 20
    pen.path(_outline(token, half + BLEED), ground)
    for spot in _spots(token):
        pen.path(spot, ink)
    inner = half - 1.75 * unit
    pen.path(_outline(token, inner), ground, ink, _FINE * 2)
    # where to cut, for tokens are often cut by hand, without a ruler
    # the line is seen on the paper around, so it never has the brighter colour
    pen.path(_outline(token, half), None, min(ground, ink, key=_light), _FINE)
    middle = half - 1.9 * unit
    room = 9.4 * unit
    if token.icon:
        pen.icon(token.icon, half, middle, room, ink)
    if token.mark:
        box = Box(half - room / 2, middle - room / 2, room, room)
        pen.text(token.mark, box, "black", 4.6 * unit, ground if token.icon else ink)
    text = token.text or token.title
    line = max(layout.theme.minimum, 6.2 * PT * unit)
    low = half + 4.6 * unit
    edge = low - half + line * pen.cap("semibold") / 2
    reach = math.sqrt(max(0.0, inner**2 - edge**2)) if token.shape == "round" else inner
    width = 2 * (reach - 0.5 * unit)
    pen.text(text, Box(half - width / 2, low - line / 2, width, line), "semibold", line, ink)


def _outline(token: Token, reach: float) -> tuple[Segment, ...]:
    """The token's shape, reaching so far from its middle."""
    half = token.size / 2
    if token.shape == "round":
        return geometry.ellipse(half, half, reach)
    return geometry.rectangle(half - reach, half - reach, 2 * reach, 2 * reach)


def _spots(token: Token) -> Iterator[tuple[Segment, ...]]:
    """What a chip has around its rim; a square token has a triangle in every corner instead."""
    half, far = token.size / 2, token.size / 2 + BLEED
    if token.shape == "square":
        leg = token.size * 0.22 + BLEED
        for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            corner = (half + x * far, half + y * far)
            yield geometry.polygon([*corner, corner[0] - x * leg, corner[1], corner[0], corner[1] - y * leg])
        return
    wide = math.pi / _SPOTS / 2
    for i in range(_SPOTS):
        angle = 2 * math.pi * (i + 0.5) / _SPOTS
        points: list[float] = []
        for radius, sides in ((half * 0.7, (-1, 1)), (far, (1, 0, -1))):
            for side in sides:
                turn = angle + side * wide
                points += [half + radius * math.cos(turn), half + radius * math.sin(turn)]
        yield geometry.polygon(points)


def _back(pen: Pen, layout: Layout, title: str, size: float) -> None:
    """The pattern of the cards' backs over the whole square: it suits every shape that is cut from it."""
    options, half = layout.back, size / 2
    pen.path(geometry.rectangle(-BLEED, -BLEED, size + 2 * BLEED, size + 2 * BLEED), options.ground)
    draw_pattern(pen, options, Box(0, 0, size, size), Box(half, half, 0, 0).inset(-size * 0.2), title)
    pen.path(geometry.ellipse(half, half, size * 0.19), options.plate, options.plate_edge, 0.4)
    pen.path(lozenge(half, half, size * 0.085, size * 0.085), options.plate_edge)


def _against(layout: Layout, ground: str) -> str:
    """The darkest or the brightest colour of the palette, whichever stands out against ``ground``."""
    screens = sorted((ink.screen for ink in layout.theme.inks.values()), key=_light)
    return max(screens[0], screens[-1], key=lambda screen: abs(_light(screen) - _light(ground)))


def _light(screen: str) -> float:
    """How light a screen colour looks, 0 to 1."""
    red, green, blue = (int(screen[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue
