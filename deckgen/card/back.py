"""Card backs, which look the same after half a turn: the template's art, or the titles of game and deck."""

from __future__ import annotations

from deckgen.card.template import Template
from deckgen.draw import geometry
from deckgen.draw.drawing import Matrix, Use
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.draw.theme import Color, Icon
from deckgen.records import record

ART = "static-back"
"""The template's group of art; one half of it is enough."""
_SAME_POINT = 0.05  # mm: an emblem in the middle is drawn once
_INSET = 7.0  # mm, of titles from the trim


@record
class BackOptions:
    """``emblem`` is the deck's; it is in the slot ``emblem`` of the back, and in ``front-emblem``."""

    ground: Color = "edge"
    emblem: Icon = ""
    emblem_ink: Color = "open"


def draw_back(pen: Pen, options: BackOptions, template: Template, titles: tuple[str, str], ink: str) -> None:
    """Draw the template's art, or the (game, deck) ``titles`` in ``ink``, then the emblem; all again half a turn on."""
    page = Box(0, 0, template.width, template.height)
    pen.path(geometry.rectangle(*page.inset(-template.bleed)), options.ground)
    if template.groups.get(ART):
        pen.items += [Use(ART), Use(ART, _half_turn(page))]
    else:
        _draw_titles(pen, page, titles, ink)
    box = template.boxes.get("emblem")
    if options.emblem and box is not None:
        side = min(box.width, box.height)
        pen.icon(options.emblem, box.cx, box.cy, side, options.emblem_ink)
        if options.emblem_ink and abs(box.cx - page.cx) + abs(box.cy - page.cy) > _SAME_POINT:
            turned = (-side, 0.0, 0.0, -side, page.width - box.cx, page.height - box.cy)
            pen.items.append(Use(options.emblem, turned, options.emblem_ink))


def _half_turn(page: Box) -> Matrix:
    return (-1.0, 0.0, 0.0, -1.0, page.width, page.height)


def _draw_titles(pen: Pen, page: Box, titles: tuple[str, str], ink: str) -> None:
    """Draw the titles of game and deck above the middle, and again after half a turn."""
    start = len(pen.items)
    room = Box(page.x + _INSET, page.cy - 14, page.width - 2 * _INSET, 4)
    pen.text(titles[0], room, "semibold", 7.5 * PT, ink)
    pen.text(titles[1], room._replace(y=room.bottom, height=7.5), "bold", 15 * PT, ink)
    pen.items += list(geometry.transform_items(pen.items[start:], _half_turn(page)))
