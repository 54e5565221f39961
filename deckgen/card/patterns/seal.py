"""Seals: a round ornament that follows from a deck's id, so that no other deck has it."""

from __future__ import annotations

import math
from dataclasses import replace

from deckgen.card.patterns.curves import area, circle, lines, placed, stroke
from deckgen.card.patterns.guilloche import Band
from deckgen.card.patterns.stream import Stream
from deckgen.draw.drawing import Path
from deckgen.draw.geometry import transform_outline

CENTER = 0.36
"""Radius of the disc in the middle of a seal, which may take the deck's emblem, as a share of the seal's."""
_THINNEST = 0.1  # mm, of lines
_TINY, _SMALL, _LARGE = 2.0, 9.0, 18.0  # mm of radius: a small seal has fewer lines, a tiny one is a large one shrunk


def seal(deck_id: str, ink: str, second_ink: str, ground: str, radius: float = 1.0) -> tuple[Path, ...]:
    """Return a deck's seal about (0, 0), in screen colors on a ``ground``: edge, two bands, a star with an empty middle.

    All seals of an id have one shape; a small one has fewer lines, none thinner than 0.1 mm. It can be read from a
    radius of 6 mm on. With the radius 1 it is that of 18 mm shrunk, lines too, for a symbol that is placed enlarged.
    """
    if radius < _TINY:
        return tuple(_shrunk(path, radius / _LARGE) for path in seal(deck_id, ink, second_ink, ground, _LARGE))
    stream = Stream(f"seal {deck_id}")
    width, few = max(_THINNEST, 0.006 * radius), radius < _SMALL
    points = stream.pick((5, 6, 7, 8, 9, 10, 12))
    teeth, waves, inner_waves = 2 * stream.whole(14, 24), 2 * stream.whole(7, 14), 2 * stream.whole(4, 9)
    beats, inner_beats = 2 * stream.whole(2, 6), 2 * stream.whole(1, 4)
    depths = [stream.number(0.25, 0.8) for _ in range(2)]
    phases = [stream.number(0, math.tau) for _ in range(3)]
    border, middle = stream.number(0.66, 0.74), CENTER + 0.06
    edge = Band(radius, radius, 0.94, 1.0, teeth, 2, 0.0, 1, phases[0])
    outer = Band(radius, radius, border, 0.93, waves, beats, depths[0], 4 if few else 8, phases[1])
    inner = Band(radius, radius, middle, border, inner_waves, inner_beats, depths[1], 3 if few else 6, phases[2])
    star = []
    for i in range(2 * points):
        reach, angle = radius * (0.68 if i % 2 else 1.0) * CENTER, math.pi * i / points
        star.append((reach * math.sin(angle), -reach * math.cos(angle)))
    paths = (
        *area(edge.segments(), ground),
        *stroke(edge.segments(), ink, 2.2 * width),
        *stroke(outer.segments(), ink, width),
        *stroke(inner.segments(), second_ink, width),
        *stroke(circle(0, 0, radius * border), ink, 1.4 * width),
        *area(lines(star, closed=True), ink),
        *area(circle(0, 0, radius * CENTER * 0.6), ground),
    )
    return tuple(placed(paths, 0, 0))


def _shrunk(path: Path, factor: float) -> Path:
    segments = transform_outline(path.segments, (factor, 0.0, 0.0, factor, 0.0, 0.0))
    return replace(path, segments=segments, stroke_width=path.stroke_width * factor)
