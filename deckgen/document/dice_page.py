"""The page on playing without cards: the dice of each section as silhouettes, and how to read them."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, fsum, inf, pi, sin

from deckgen.document.dice_rules import TITLE, WORDS, Advice, ShownDice, dice_advice
from deckgen.document.marked_results import failure_text
from deckgen.document.pages import masthead, part_title, with_text_scale
from deckgen.draw.blocks.flow import Columns, Flowable, Part, Strip, merge_strips, paragraph, stack
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import ellipse, polygon, rectangle, transform_outline
from deckgen.draw.pen import Pen
from deckgen.draw.shaping import Run
from deckgen.draw.stylesheet import Stylesheet
from deckgen.draw.text import wrap
from deckgen.game import model
from deckgen.game.model import AnySection, DeckSpec, Game

_SIZE, _GAP = 7.4, 1.3  # mm, of a die, and to the next
DICE_SCALES = 0.7, 1.5
"""The smallest and the largest scale of the page."""
_BETWEEN = 3.4  # mm between rolls


def dice_parts(
    style: Stylesheet, game: Game, spec: DeckSpec, scale: float = 1.0, *, within: bool = False, helps: bool = True
) -> list[Part]:
    """Return a title, smaller ``within`` a document, and in two columns what to roll for each section, rolls first.

    ``scale`` is of type and dice, but not of titles; with ``helps``, a section's help is above its dice.
    """
    phrase, scaled = game.language.phrase, with_text_scale(style, scale)
    if within:
        title = part_title(style, phrase(TITLE), phrase(WORDS))
    else:
        title = masthead(style, f"{game.title} · {spec.title}", phrase(TITLE), phrase(WORDS))
    with_results = (section for section in spec.sections if not isinstance(section, model.ProseSection))
    sections = sorted(with_results, key=lambda s: not isinstance(s, model.GridSection | model.RollsSection))
    blocks = [_section_block(scaled, game, spec, section, scale, helps=helps) for section in sections]
    return [title, Columns(2, tuple(blocks), gutter=8.0 if helps else 6.0)]


def _section_block(
    style: Stylesheet, game: Game, spec: DeckSpec, section: AnySection, scale: float, *, helps: bool
) -> Flowable:
    """Return a section's title, its dice in a row, and how to read them, as one piece."""
    advice = dice_advice(section, spec, failure_text(game), game.language)
    help_text = [paragraph(style, section.help, "small")] if section.help and helps else []
    runs: list[Run] = [] if advice.dice or advice.shown else [(game.language.phrase("No dice") + ". ", "bold")]
    if advice.dice and not advice.shown:
        runs.append((advice.dice + ". ", "bold"))
    runs += [(sentence + " ", "") for sentence in advice.rules]
    for index, (throw, meaning) in enumerate(advice.results):
        runs += [("  ·  " if index else " ", ""), (throw, "bold"), (" " + meaning, "")]
    body = [paragraph(style, runs, "text")] if runs else []
    whole = stack(paragraph(style, section.title, "subheading"), *help_text, _dice_row(style, advice, scale), *body)
    return lambda width: [merge_strips(whole(width))]


def _dice_row(style: Stylesheet, advice: Advice, scale: float) -> Flowable:
    """Return the dice of an advice side by side, each roll with its caption below; nothing without dice."""

    def block(width: float) -> list[Strip]:
        strips: list[Strip] = []
        line: list[tuple[float, ShownDice, list[str]]] = []
        x, size = 0.0, min(_SIZE * scale, *(_largest_die(shown.dice, width) for shown in advice.shown), inf)
        for shown in advice.shown:
            roll_width, lines = _measure(style, shown, size, width)
            if line and x + roll_width > width:
                strips.append(_dice_line(style, line, size))
                line, x = [], 0.0
            line.append((x, shown, lines))
            x += roll_width + _BETWEEN * scale
        return [*strips, _dice_line(style, line, size)] if line else strips

    return block


def _largest_die(dice: Sequence[int], width: float) -> float:
    """Return the size in mm at which a roll's dice side by side are ``width`` mm wide; without dice any."""
    return (width - _GAP * (len(dice) - 1)) / fsum(map(_width, dice)) if dice else inf


def _measure(style: Stylesheet, shown: ShownDice, size: float, width: float) -> tuple[float, list[str]]:
    """Return the width in mm of a roll's dice or its caption, the wider, and the caption's lines."""
    dice_width = fsum(_width(sides) for sides in shown.dice) * size + _GAP * (len(shown.dice) - 1)
    room = max(dice_width, min(width, 26.0))
    lines = wrap([(shown.caption, "semibold")], style.min_text_size, room, style.fonts, language=style.language)
    return max([dice_width, *(line.width for line in lines)]), [line.string for line in lines if line.string]


def _width(sides: int) -> float:
    return 1.75 if sides == 100 else 1.0


def _dice_line(style: Stylesheet, line: Sequence[tuple[float, ShownDice, list[str]]], size: float) -> Strip:
    pen, small = style.pen(), style.min_text_size
    for x, shown, lines in line:
        left = x
        for sides in shown.dice:
            draw_die(
                pen, sides, left + _width(sides) * size / 2, size / 2, size, style.color("accent"), style.color("paper")
            )
            left += _width(sides) * size + _GAP
        for i, words in enumerate(lines):
            pen.line(words, x, size + 0.6 + small * (0.95 + 1.15 * i), "semibold", small, style.color("soft"))
    rows = max(len(lines) for _, _, lines in line)
    return Strip(size + rows * small * 1.15 + 0.6, pen.items, before=1.0, after=1.2, keep=True)


def draw_die(pen: Pen, sides: int, cx: float, cy: float, size: float, fill: str, ink: str) -> None:
    """Draw a die's silhouette with its number, ``size`` mm high about (cx, cy); a d100 as two d10."""
    if sides == 100:
        draw_die(pen, 10, cx - 0.375 * size, cy, size, fill, ink)
        _draw_die(pen, 10, cx + 0.375 * size, cy, size, fill, ink, "00", outline=True)
        return
    _draw_die(pen, sides, cx, cy, size, fill, ink, str(sides))


def _draw_die(
    pen: Pen, sides: int, cx: float, cy: float, size: float, fill: str, ink: str, number: str, *, outline: bool = False
) -> None:
    r = size / 2
    hull, facets, middle, largest = _SHAPES.get(sides, _SHAPES[6])
    matrix = (r, 0.0, 0.0, r, cx, cy)
    shape = rectangle(-0.84, -0.84, 1.68, 1.68, 0.26) if not hull else polygon([n for p in hull for n in p])
    pen.path(transform_outline(shape, matrix), fill, ink if outline else None, size * 0.04)
    for facet in facets:
        lines = polygon([n for p in facet for n in p], closed=False)
        pen.path(transform_outline(lines, matrix), None, ink, size * 0.022)
    if facets:  # no line through the number
        pen.path(ellipse(cx, cy + middle * r, 0.62 * r, 0.4 * r), fill)
    type_size = max(size * largest, 6.5 * PT)
    base = cy + middle * r + pen.cap("bold") * type_size / 2
    pen.line(number, cx, base, "bold", type_size, ink, 0.5, slot="die")


_Points = tuple[tuple[float, float], ...]


def _ring(count: int, radius: float) -> _Points:
    """Return the corners of a regular polygon about (0, 0), the first one up."""
    angles = [2 * pi * i / count - pi / 2 for i in range(count)]
    return tuple((radius * cos(a), radius * sin(a)) for a in angles)


_HEXAGON, _FACE = _ring(6, 1.0), _ring(3, 0.62)
_PENTAGON = _ring(5, 0.6)
_SHAPES: dict[int, tuple[_Points, tuple[_Points, ...], float, float]] = {
    4: (((0.0, -0.92), (1.0, 0.8), (-1.0, 0.8)), (), 0.3, 0.46),
    6: ((), (), 0.0, 0.6),
    8: (((0.0, -1.0), (0.88, 0.0), (0.0, 1.0), (-0.88, 0.0)), (((-0.88, 0.0), (0.0, 0.52), (0.88, 0.0)),), -0.12, 0.5),
    10: (
        ((0.0, -1.0), (0.92, -0.12), (0.92, 0.16), (0.0, 1.0), (-0.92, 0.16), (-0.92, -0.12)),
        (((0.0, -1.0), (0.62, 0.22), (0.0, 0.56), (-0.62, 0.22), (0.0, -1.0)), ((0.62, 0.22), (0.92, 0.16)),
         ((-0.62, 0.22), (-0.92, 0.16)), ((0.0, 0.56), (0.0, 1.0))),
        0.06, 0.42,
    ),
    12: (_ring(10, 1.0), ((*_PENTAGON, _PENTAGON[0]), *zip(_ring(5, 1.0), _PENTAGON, strict=True)), 0.02, 0.44),
    20: (_HEXAGON, ((*_FACE, _FACE[0]), (_HEXAGON[0], _FACE[0]), (_HEXAGON[2], _FACE[1]), (_HEXAGON[4], _FACE[2]),
                    (_HEXAGON[1], _FACE[0]), (_HEXAGON[1], _FACE[1]), (_HEXAGON[3], _FACE[1]), (_HEXAGON[3], _FACE[2]),
                    (_HEXAGON[5], _FACE[2]), (_HEXAGON[5], _FACE[0])), 0.06, 0.38),
}  # fmt: skip
"""By sides: silhouette (none: a rounded square), lines on it, the number's middle, its size as a share of the die's."""
