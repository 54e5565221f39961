"""Reference cards: rules on cards of the same make as a deck's, with its back, but with nothing dealt."""

from __future__ import annotations

from dataclasses import replace

from deckgen.card.layout import Layout
from deckgen.card.panels import Panels
from deckgen.draw.drawing import Drawing, Style, Symbol, Use
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box, rectangle
from deckgen.errors import Faults, LayoutError
from deckgen.game.model import DeckSpec, Game
from deckgen.game.panels import PanelPage

SMALLEST = 6.0
"""Points, that text has at least; more where the layout's own least size is larger."""
_LARGEST = 1.25  # times the smallest
_ART = "static-reference"
_GUTTER = 1.4  # mm between columns


def draw_references(
    layout: Layout, game: Game, spec: DeckSpec, style: Style | None = None
) -> tuple[tuple[str, Drawing], ...]:
    """Names and faces of all reference cards of a deck, in their order; a card that it has often stands there often.

    ``style`` is that of the deck's other cards, if they go into one file with these. Raises LayoutError with every fault: panels that are too much for a card, a missing glyph or icon.
    """
    wanted = game.references(spec)
    if not wanted:
        return ()
    faults = Faults()
    panels = Panels(layout, game, spec, faults)
    art = layout.template.groups.get(_ART)
    own = replace(panels.style, symbols={**panels.style.symbols, **({_ART: Symbol(art)} if art else {})})
    drawn = {card.name: _face(panels, card, style or own) for card in wanted}
    faults.raise_as(LayoutError)
    return tuple((card.name, drawn[card.name]) for card in wanted)


def _face(panels: Panels, card: PanelPage, style: Style) -> Drawing:
    """One card: its title and the game's on the ground, its panels below."""
    template, options = panels.layout.template, panels.options
    smallest = max(SMALLEST, panels.layout.theme.minimum / PT)
    page = Box(0, 0, template.width, template.height)
    room = page.inset(options.inset)
    pen = panels.pen(smallest * PT)
    pen.slot = f"reference {card.name}"
    pen.path(rectangle(*page.inset(-template.bleed)), options.ground)
    if template.groups.get(_ART):
        pen.items.append(Use(_ART))
    high = smallest * PT * 2.3
    title = pen.fit(card.title, options.title_face, high * 0.72, room.width * 0.66, high)
    if not title.fits:
        card.spot.at("title").blame(panels.faults, "the title is too long for one line", "shorten it")
    pen.text(
        card.title,
        Box(room.x + 0.5, room.y, room.width * 0.66, high),
        options.title_face,
        title.size,
        options.title_ink,
        0.0,
    )
    left = room.width - title.width - 3
    name = Box(room.right - left - 0.5, room.y, left, high)
    pen.text(panels.game.title, name, "semibold", smallest * PT, options.game_ink, 1.0)
    below = Box(room.x, room.y + high + 0.6, room.width, room.height - high - 0.6)
    pen.items += panels.fitted(card, below, card.columns, _GUTTER, (smallest * _LARGEST, smallest)).items
    named = f"{panels.spec.title}, {card.title}"
    return Drawing(page.width, page.height, template.bleed, tuple(pen.items), style, named)
