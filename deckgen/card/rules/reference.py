"""Reference cards: rules on cards of the same make as a deck's, with its back, but with nothing dealt."""

from __future__ import annotations

from collections.abc import Sequence

from deckgen.card.layout import Layout
from deckgen.card.rules.panels import Panels
from deckgen.draw.drawing import Drawing, Item, Style, Symbol, Use
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box, rectangle
from deckgen.draw.pen import Pen
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
    one = style or own_style(panels)
    drawn = {card.name: _face(panels, card, one) for card in wanted}
    faults.raise_as(LayoutError)
    return tuple((card.name, drawn[card.name]) for card in wanted)


def _face(panels: Panels, card: PanelPage, style: Style) -> Drawing:
    """One card: its title and the game's on the ground, its panels below."""
    pen, below, fits = begin(panels, card.title, f"reference {card.name}")
    if not fits:
        card.spot.at("title").blame(panels.faults, "the title is too long for one line", "shorten it")
    smallest = least(panels.layout)
    pen.items += panels.fitted(card, below, card.columns, _GUTTER, (smallest * _LARGEST, smallest)).items
    return finish(panels, pen.items, card.title, style)


def least(layout: Layout) -> float:
    """Points, that text has at least on such cards."""
    return max(SMALLEST, layout.theme.minimum / PT)


def begin(panels: Panels, title: str, slot: str) -> tuple[Pen, Box, bool]:
    """Ground, art and the titles of the card and the game; the pen that drew them, the room below, and whether they fit."""
    template, options = panels.layout.template, panels.options
    size = least(panels.layout) * PT
    page = Box(0, 0, template.width, template.height)
    room = page.inset(options.inset)
    pen = panels.pen(size)
    pen.slot = slot
    pen.path(rectangle(*page.inset(-template.bleed)), options.ground)
    if template.groups.get(_ART):
        pen.items.append(Use(_ART))
    high = size * 2.3
    place = Box(room.x + 0.5, room.y, room.width * 0.66, high)
    fit = pen.fit(title, options.title_face, high * 0.72, place.width, high)
    pen.text(title, place, options.title_face, fit.size, options.title_ink, 0.0)
    left = room.width - fit.width - 3
    name = Box(room.right - left - 0.5, room.y, left, high)
    pen.text(panels.game.title, name, "semibold", size, options.game_ink, 1.0)
    below = Box(room.x, room.y + high + 0.6, room.width, room.height - high - 0.6)
    return pen, below, fit.fits


def own_style(panels: Panels) -> Style:
    """The style of such cards alone."""
    art, style = panels.layout.template.groups.get(_ART, ()), panels.style
    return Style(style.fonts, style.inks, {**style.symbols, **({_ART: Symbol(art)} if art else {})})


def finish(panels: Panels, items: Sequence[Item], title: str, style: Style) -> Drawing:
    """The card of those items."""
    template = panels.layout.template
    name = f"{panels.spec.title}, {title}"
    return Drawing(template.width, template.height, template.bleed, tuple(items), style, name)
