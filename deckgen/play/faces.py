"""The faces of a deck for its page: markup of every card, and where on cards each result stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deckgen.card.rings import rings_of
from deckgen.draw.drawing import Faces
from deckgen.draw.geometry import Box
from deckgen.game.places import Place
from deckgen.press.web_faces import web_faces

if TYPE_CHECKING:
    from deckgen.card.layout import Layout
    from deckgen.deck.cards import Deck
    from deckgen.game.model import DeckSpec, Game

_KINDS = {False: "plain", True: "joker"}


def play_faces(faces: Faces, layout: Layout, game: Game, spec: DeckSpec, deck: Deck) -> dict[str, Any]:
    """All that the page shows of cards.

    ``width`` and ``height`` are mm of the trimmed card. Each of ``fronts`` (by impulse) and ``back`` is what an
    ``<svg viewBox="0 0 WIDTH HEIGHT">`` holds, ``defs`` what one ``<defs>`` of the page holds, ``css`` a part of the page's
    style. ``rings`` has a rectangle [x, y, width, height] in mm for every place of each section that cards show, for
    ``plain`` cards and for those of a ``joker``: around all that a card of the deck may show there. A place is
    written as its parts with "/" between them, "" is the whole section.
    Raises LayoutError for a section that its widget cannot draw, or a font that cannot be read.
    """
    made = web_faces([*faces.fronts, faces.back])
    *fronts, back = made.faces
    rings = rings_of(faces.fronts, layout, game, spec, deck.cards)
    return {
        "width": faces.back.width,
        "height": faces.back.height,
        "defs": made.defs,
        "fronts": fronts,
        "back": back,
        "css": made.css,
        "rings": {
            _KINDS[joker]: {section: _written(own) for section, own in sections.items()}
            for joker, sections in rings.items()
        },
    }


def _written(rings: dict[Place, Box]) -> dict[str, list[float]]:
    return {"/".join(map(str, place)): [round(side, 2) for side in ring] for place, ring in rings.items()}
