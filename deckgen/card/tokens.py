"""Tokens: a game's chips and markers as drawings, in the colors and fonts of its layout.

A token has a colored rim, a ring of its back's art, and a light middle with its symbol and text; its back has the same
rim around the art of the layout's group ``static-token``, drawn for a token of 25 mm, with the symbol in the middle.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import attrgetter, truediv

from deckgen.card.layout import Layout
from deckgen.draw import geometry
from deckgen.draw.contrast import first_readable, luminance
from deckgen.draw.drawing import Drawing, Segment, Symbol, Use
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.errors import LayoutError, Problems, suggest
from deckgen.game.model import Game, Token
from deckgen.records import record

BLEED = 1.5
"""How far, in mm, a token's color extends beyond its cut."""
ART = "static-token"
"""The template's art for backs: within 9 mm of (12.5, 12.5), with the middle 4.5 mm free."""
_ART_SIZE = 25.0  # mm, the size of the token for which art is drawn
_SPOTS = 8  # around the rim
_RIM = 0.2  # of a token's reach: its rim
_FINE = 0.15  # the width of thin lines, in mm
_RING = 0.65  # mm, of a token of 25 mm: the ring of the back's art around the middle of the front
_TIGHT = 0.88  # of its size: smaller words are set in two lines


@record
class TokenFaces:
    """All tokens of a size: the front and the back of every copy."""

    fronts: tuple[Drawing, ...]
    backs: tuple[Drawing, ...]


def draw_tokens(layout: Layout, game: Game) -> tuple[TokenFaces, ...]:
    """Return the faces of a game's tokens, the largest first, or (). Raises LayoutError with every problem."""
    problems = Problems()
    theme, icons = layout.theme, layout.template.icons
    for token in game.tokens:
        if token.color not in theme.inks:
            key_path, message = f"tokens.{token.name}.color", f'the palette has no color "{token.color}"'
            problems.add(theme.file, None, key_path, message, suggest(token.color, theme.inks))
    problems.raise_as(LayoutError)
    pen = layout.pen(game, problems)
    art = Symbol(layout.template.groups.get(ART, ()))
    style = theme.style({**icons, ART: art})
    token_faces = []
    # sorting is stable: tokens of one size stay in the game's order
    by_size = sorted(game.tokens, key=attrgetter("size"), reverse=True)
    for size, same_size in groupby(by_size, key=attrgetter("size")):
        fronts: list[Drawing] = []
        backs: list[Drawing] = []
        for token in same_size:
            painter = _TokenPainter(pen, layout, token)
            for faces, draw in ((fronts, painter.draw_front), (backs, painter.draw_back)):
                pen.begin(token.title, token.name)
                draw()
                face = Drawing(size, size, BLEED, tuple(pen.items), style, token.title)
                faces.extend([face] * token.count)
        token_faces.append(TokenFaces(tuple(fronts), tuple(backs)))
    problems.raise_as(LayoutError)
    return tuple(token_faces)


class _TokenPainter:
    """Draws the two faces of one token."""

    def __init__(self, pen: Pen, layout: Layout, token: Token) -> None:
        self.pen, self.layout, self.token = pen, layout, token
        screens = sorted((ink.screen for ink in layout.theme.inks.values()), key=luminance)
        self.dark, self.bright = screens[0], screens[-1]
        self.color = layout.theme.color(token.color)
        self.spot_color = first_readable(self.color, [self.bright, self.dark], [], 2.0)
        self.half, self.unit = token.size / 2, token.size / _ART_SIZE
        reach = self.half * (math.sqrt(0.75) if token.shape == "hex" else 1.0)
        self.inner = reach * (1 - _RIM)
        self.middle = self.inner - _RING * self.unit

    def draw_front(self) -> None:
        """Draw rim, symbol, and the text (else the title), in two lines if one would be too small."""
        pen, token, unit, half = self.pen, self.token, self.unit, self.half
        self.draw_ground()
        pen.path(geometry.ellipse(half, half, self.middle), self.bright)
        pen.path(geometry.ellipse(half, half, self.middle), None, self.dark, _FINE)
        line = max(self.layout.theme.minimum, 7.6 * PT * unit)
        string = token.text or token.title
        words = string.split()
        lines: tuple[str, ...] = (string,)
        lows: tuple[float, ...] = (5.6 * unit,)
        middle, size = half - 1.9 * unit, 11.6 * unit
        room = self.line_width(lows[0], line)
        if len(words) > 1 and pen.fit(string, "bold", line, room, line).size < _TIGHT * line:
            line = max(self.layout.theme.minimum, 0.94 * line)
            lows = (3.9 * unit, 3.9 * unit + 1.04 * line)
            rooms = [self.line_width(low, line) for low in lows]
            cuts = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
            lines = min(cuts, key=lambda p: max(map(truediv, (pen.width(s, "bold", line) for s in p), rooms)))
            middle, size = half - 3.1 * unit, 9.6 * unit
        self.draw_symbol(middle, size, self.bright)
        for text, low in zip(lines, lows, strict=True):
            width = self.line_width(low, line)
            box = Box(half - width / 2, half + low - line / 2, width, line)
            pen.text(text, box, "bold", line, self.dark)

    def line_width(self, center_offset: float, line_height: float) -> float:
        """Return the width for a line ``center_offset`` (>= 0) mm below the middle; negative at the rim."""
        edge = center_offset + line_height * self.pen.cap("bold") / 2
        reach = self.middle - 0.25 * self.unit
        return 2 * (math.sqrt(max(0.0, reach**2 - edge**2)) - 0.3 * self.unit)

    def draw_back(self) -> None:
        """Draw rim and ground, the layout's art if it has any, and the symbol on a disc in the middle."""
        pen, unit, half = self.pen, self.unit, self.half
        ground = self.draw_ground()
        pen.path(geometry.ellipse(half, half, self.inner * 0.47), self.bright, ground, 0.6 * unit)
        self.draw_symbol(half, self.inner * 0.62, self.bright)

    def draw_ground(self) -> str:
        """Draw rim and ground, and the layout's art if it has any; return the color of the ground."""
        ground = self.layout.theme.color_or("ground", self.layout.back.ground)
        self.draw_rim()
        self.pen.path(geometry.ellipse(self.half, self.half, self.inner), ground)
        if self.layout.template.groups.get(ART):
            scale = self.inner / (_ART_SIZE / 2 * (1 - _RIM))
            offset = self.half - _ART_SIZE / 2 * scale
            self.pen.items.append(Use(ART, (scale, 0.0, 0.0, scale, offset, offset)))
        return ground

    def draw_rim(self) -> None:
        """Draw the color with spots around it, and the line to cut along."""
        pen, token, half = self.pen, self.token, self.half
        pen.path(_outline(token, half + BLEED), self.color)
        for spot in _spots(token):
            pen.path(spot, self.spot_color)
        # tokens are often cut by hand, without a ruler: the line is seen on the paper around
        pen.path(_outline(token, half), None, min(self.color, self.spot_color, key=luminance), _FINE)
        if token.shape == "round":  # an edge of its own for a middle as light as the rim
            pen.path(geometry.ellipse(half, half, self.inner + 0.45 * self.unit), self.color)
        pen.path(geometry.ellipse(half, half, self.inner), None, self.dark, 2 * _FINE)

    def draw_symbol(self, middle: float, size: float, ground: str) -> None:
        """Draw icon and mark, ``size`` mm high, centered at y ``middle``, in a color readable on ``ground``."""
        pen, token, half = self.pen, self.token, self.half
        ink = first_readable(ground, [self.color], [self.dark], 3.0)
        pen.icon(token.icon, half, middle, size, ink)
        if token.mark:
            box = Box(half - 0.3 * size, middle - size / 2, 0.6 * size, size)
            pen.text(token.mark, box, "black", 0.48 * size, ground if token.icon else ink)


def _outline(token: Token, reach: float) -> tuple[Segment, ...]:
    """Return the token's shape with its edge (or a hexagon's corners) ``reach`` mm from the middle."""
    half = token.size / 2
    if token.shape == "round":
        return geometry.ellipse(half, half, reach)
    if token.shape == "hex":
        return geometry.polygon(_corners(half, reach))
    return geometry.rectangle(half - reach, half - reach, 2 * reach, 2 * reach)


def _corners(half: float, radius: float) -> list[float]:
    """Return a hexagon about (half, half) that rests on a side, clockwise from the right corner, as x, y, x, y ..."""
    return _polar_points(half, ((radius, math.pi * i / 3) for i in range(6)))


def _polar_points(half: float, points: Iterable[tuple[float, float]]) -> list[float]:
    """Return points about (half, half), given as radius and angle (radians, clockwise), as x, y, x, y ..."""
    return [part for r, turn in points for part in (half + r * math.cos(turn), half + r * math.sin(turn))]


def _spots(token: Token) -> Iterator[tuple[Segment, ...]]:
    """Yield the spots around a round token's rim, or in every corner of others."""
    half, far = token.size / 2, token.size / 2 + BLEED
    if token.shape == "square":
        leg = token.size * 0.13 + BLEED
        for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            corner = (half + x * far, half + y * far)
            yield geometry.polygon([*corner, corner[0] - x * leg, corner[1], corner[0], corner[1] - y * leg])
        return
    if token.shape == "hex":
        around = _corners(half, far)
        corners = list(zip(around[::2], around[1::2], strict=True))
        share = (token.size * 0.14 + BLEED) / far
        for i, (px, py) in enumerate(corners):
            cuts = [
                px + (ox - px) * share if axis == 0 else py + (oy - py) * share
                for ox, oy in (corners[i - 1], corners[(i + 1) % 6])
                for axis in (0, 1)
            ]
            yield geometry.polygon([px, py, *cuts])
        return
    wide, near = math.pi / _SPOTS / 2.6, half * (1 - _RIM)
    sides = (near, -1), (near, 1), (far, 1), (far, 0), (far, -1)
    for i in range(_SPOTS):
        middle = 2 * math.pi * (i + 0.5) / _SPOTS
        yield geometry.polygon(_polar_points(half, ((r, middle + side * wide) for r, side in sides)))
