"""Card backs, which look the same after half a turn: a pattern that follows from the deck's seed, and art.

Without art there are the titles of game and deck.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from deckgen.card.layout import CARTOUCHE, PATTERN, Layout
from deckgen.card.patterns import draw_pattern
from deckgen.card.strings import ALIGN
from deckgen.card.template import Template
from deckgen.draw import geometry
from deckgen.draw.contrast import first_readable
from deckgen.draw.drawing import Item, Matrix, Path, Use
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box, bounding_box
from deckgen.draw.pen import Pen
from deckgen.draw.text import replace_missing, shorten

if TYPE_CHECKING:
    from deckgen.deck.cards import Deck

ART = "static-back"
"""The template's group of art; one half of it is enough."""
FACE, NAME = "hero-face", "hero-name"
"""The slots of a hero on the back of the hero's own deck: a box for the face, and a text."""
_BEHIND, _BEFORE = "static-portrait", "static-ribbon"
"""The groups of art behind and before a hero's face, which cover what the back of other decks has there."""
HeroBack = tuple[str, Sequence[Item]]
"""A hero's name, and the items of the face in its slot."""
_SAME_POINT = 0.05  # mm: an emblem in the middle is drawn once
_INSET = 7.0  # mm, of titles from the trim
_AROUND = 1.0  # mm, of what is drawn over the pattern
_SMALL, _LARGE = 4.0, 0.5  # mm² and share of the card: smaller and larger areas of the art hide nothing single
_LIFT = 0.09  # em, of a seed with letters that hang below the line
_DESCENDERS = frozenset("gjpqy,;()[]{}")
_SMALLEST_SEED = 6 * PT


def back_text(deck: Deck, *, own: bool = False) -> str:
    """Return the text that the pattern of a deck's back follows from: the same for all decks of a set, unless ``own``."""
    return "/".join([deck.deck, deck.seed, *([f"{deck.number}"] if own else [])])


def deck_pattern(layout: Layout, text: str, box: Box | None = None) -> tuple[Path, ...]:
    """Return the pattern that follows from a ``back_text``; empty if the layout has none.

    ``box``: where it goes, such as a side of the deck's box, by default where it is on the back. Lines may reach
    beyond the box.
    """
    if layout.pattern is None:
        return ()
    template = layout.template
    room = box or template.boxes.get(PATTERN, Box(0, 0, template.width, template.height).inset(-template.bleed))
    return draw_pattern(layout.pattern, text, room, layout.back.ground, () if box else _covered(template))


def _covered(template: Template) -> tuple[Box, ...]:
    """Return boxes around what is drawn over the pattern: slots, and areas of the art unless they are large."""
    boxes = [template.boxes[name].inset(-_AROUND) for name in (CARTOUCHE, "emblem") if name in template.boxes]
    largest = _LARGE * template.width * template.height
    for item in template.groups.get(ART, ()):
        if isinstance(item, Path) and item.fill:
            area = bounding_box(item.segments)
            boxes += [area.inset(-_AROUND)] * (_SMALL < area.width * area.height < largest)
    return tuple(boxes)


def draw_back(
    pen: Pen,
    layout: Layout,
    titles: tuple[str, str],
    ink: str,
    text: str = "",
    seeds: Iterable[str] = (),
    hero: HeroBack | None = None,
) -> None:
    """Draw the pattern that follows from ``text``, then the template's art or the (game, deck) ``titles`` in ``ink``.

    Then come the emblem, the ``hero`` and the first of ``seeds``, which are ever shorter, with room in the cartouche.
    All of it is drawn again half a turn on.
    """
    options, template = layout.back, layout.template
    page = Box(0, 0, template.width, template.height)
    pen.path(geometry.rectangle(*page.inset(-template.bleed)), options.ground)
    pen.items += deck_pattern(layout, text)
    if template.groups.get(ART):
        pen.items += [Use(ART), Use(ART, _half_turn(page))]
    elif layout.pattern is None:
        _draw_titles(pen, page, titles, ink)
    box = template.boxes.get("emblem")
    if options.emblem and box is not None:
        side = min(box.width, box.height)
        pen.icon(options.emblem, box.cx, box.cy, side, options.emblem_ink)
        if options.emblem_ink and abs(box.cx - page.cx) + abs(box.cy - page.cy) > _SAME_POINT:
            turned = (-side, 0.0, 0.0, -side, page.width - box.cx, page.height - box.cy)
            pen.items.append(Use(options.emblem, turned, options.emblem_ink))
    if hero:
        _draw_hero(pen, page, template, hero)
    box = template.boxes.get(CARTOUCHE)
    if box is not None:
        _draw_cartouche(pen, page, box, layout, seeds)


def _draw_hero(pen: Pen, page: Box, template: Template, hero: HeroBack) -> None:
    """Draw a hero's face and name between the art behind and before them, and again after half a turn."""
    start = len(pen.items)
    for art, items in ((_BEHIND, hero[1]), (_BEFORE, ())):
        pen.items += [*[Use(art)] * (art in template.groups), *items]
    if slot := template.texts.get(NAME):
        pen.slot, room = NAME, slot.width or page.width - 2 * _INSET
        name = shorten(replace_missing(hero[0], slot.face, pen.fonts, "?"), slot.face, pen.minimum, room, pen.fonts)
        pen.line(name, slot.x, slot.y, slot.face, slot.size, slot.fill, ALIGN[slot.anchor], room=room)
    pen.items += list(geometry.transform_items(pen.items[start:], _half_turn(page)))


def _half_turn(page: Box) -> Matrix:
    return (-1.0, 0.0, 0.0, -1.0, page.width, page.height)


def _draw_titles(pen: Pen, page: Box, titles: tuple[str, str], ink: str) -> None:
    """Draw the titles of game and deck above the middle, and again after half a turn."""
    start = len(pen.items)
    room = Box(page.x + _INSET, page.cy - 14, page.width - 2 * _INSET, 4)
    pen.text(titles[0], room, "semibold", 7.5 * PT, ink)
    pen.text(titles[1], room._replace(y=room.bottom, height=7.5), "bold", 15 * PT, ink)
    pen.items += list(geometry.transform_items(pen.items[start:], _half_turn(page)))


def _draw_cartouche(pen: Pen, page: Box, box: Box, layout: Layout, seeds: Iterable[str]) -> None:
    """Draw the longest seed with room in the cartouche, at 6 pt at least, and again after half a turn."""
    options, inks = layout.back, list(layout.theme.inks_by_screen())
    start, pen.slot, face = len(pen.items), CARTOUCHE, options.cartouche_face
    ink = first_readable(options.cartouche_fill or options.ground or "#ffffff", [options.cartouche_ink], inks)
    pen.panel(box, options.cartouche_radius, options.cartouche_fill, options.cartouche_edge, options.cartouche_line)
    room = box.inset(min(1.0, box.width / 10), 0.2)
    for seed in seeds:
        fit = pen.fit(seed, face, options.cartouche_size, room.width, room.height)
        if fit.fits and fit.size >= _SMALLEST_SEED - 1e-9:
            lift = _LIFT * fit.size if _DESCENDERS & {*seed} else 0.0
            pen.text(seed, room._replace(y=room.y - lift), face, options.cartouche_size, ink)
            break
    pen.items += list(geometry.transform_items(pen.items[start:], _half_turn(page)))
