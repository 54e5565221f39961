"""A picture in a slot: a PNG, JPEG or WebP file, or an SVG in the theme's colors, cropped or whole."""

from __future__ import annotations

from typing import Any, Literal

from deckgen.card.svg.art import square_onto
from deckgen.card.template import ART_WIDTH
from deckgen.card.widgets.base import Painter, Widget, draw_cached
from deckgen.draw.drawing import Picture, Use
from deckgen.draw.geometry import Box, fit_box, panel
from deckgen.draw.pen import Pen
from deckgen.draw.raster import PictureError, read_picture
from deckgen.draw.theme import Color, Length
from deckgen.game.model import PictureSection
from deckgen.records import record

_AT_EDGE = 0.05  # mm


@record
class PictureOptions:
    """``cover`` crops a picture to its slot, ``contain`` shows all of it.

    ``align`` and ``rise``: the share of what is too much, or empty, that is left of the picture and above it.
    """

    fit: Literal["cover", "contain"] = "cover"
    align: float = 0.5
    rise: float = 0.5
    radius: Length = 0
    edge: Color = "none"
    line: Length = 0.25


def build_picture(section: PictureSection, box: Box, options: PictureOptions, pen: Pen) -> Painter:
    """Return the painter of a card's picture; a slot that reaches an edge of the card is filled up to its bleed."""
    room = _with_bleed(box, pen)

    def paint(pen: Pen, name: Any) -> None:
        if not name:
            return
        art, cover = pen.art.get(str(section.file_of(name))), options.fit == "cover"
        try:
            raster = None if art else read_picture(name, section.folder)
        except PictureError as error:
            pen.report((pen.slot, name), f"{name}: {error}", error.remedy)
            return
        width, height = (raster.width, raster.height) if raster else (ART_WIDTH, art[1] if art else 0.0)
        place = fit_box(width, height, room, (options.align, options.rise), cover=cover)
        outline, scale = panel(*(room if cover else place), options.radius, pen.corners), place.width / width
        if raster:
            pen.items.append(Picture(raster, square_onto(place), outline))
        elif art:
            pen.items.append(Use(art[0], (scale, 0.0, 0.0, scale, place.x, place.y), clip=outline))
        pen.path(outline, None, options.edge, options.line, round=False)

    return draw_cached(paint)


def _with_bleed(box: Box, pen: Pen) -> Box:
    """Return a slot's box, extended to the bleed at every edge of the card that it reaches."""
    trim, bleed = pen.trim, pen.bleed
    if trim is None:
        return box
    left = bleed if box.x < trim.x + _AT_EDGE else 0.0
    top = bleed if box.y < trim.y + _AT_EDGE else 0.0
    right = bleed if box.right > trim.right - _AT_EDGE else 0.0
    bottom = bleed if box.bottom > trim.bottom - _AT_EDGE else 0.0
    return Box(box.x - left, box.y - top, box.width + left + right, box.height + top + bottom)


WIDGET = Widget("picture", PictureOptions, build_picture)
