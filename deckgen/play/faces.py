"""The faces of a deck for its page: markup of every card, and where on cards each result stands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from deckgen.card.crop import Crops
from deckgen.draw.drawing import Drawing, Faces, Text
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
    return {
        "width": faces.back.width,
        "height": faces.back.height,
        "defs": made.defs,
        "fronts": fronts,
        "back": back,
        "css": made.css,
        "rings": _rings(faces, layout, game, spec, deck),
    }


def _rings(
    faces: Faces, layout: Layout, game: Game, spec: DeckSpec, deck: Deck
) -> dict[str, dict[str, dict[str, list[float]]]]:
    crops, found = Crops(layout, game), dict[str, dict[str, dict[str, list[float]]]]()
    plain, jokers = (layout.template.boxes_on(joker=joker) for joker in (False, True))
    alike = {name for name, box in jokers.items() if box == plain.get(name)}
    for joker, kind in _KINDS.items():
        own = [card for card in deck.cards if card.face.joker == joker]
        fronts = [faces.fronts[card.impulse] for card in own]
        found[kind] = {}
        for section in spec.sections if own else ():
            if joker and section.name in alike & found["plain"].keys():
                found[kind][section.name] = found["plain"][section.name]
                continue
            rings = crops.rings(section, own[0], deck.cards)
            if rings := rings or _said(crops, layout, fronts, section.name, joker=joker):
                found[kind][section.name] = _written(rings)
    return found


def _said(
    crops: Crops, layout: Layout, fronts: Iterable[Drawing], section: str, *, joker: bool
) -> dict[Place, Box]:
    """The place of a section that no widget draws, but text slots say: around all that they say on any of the fronts."""
    theme, field = layout.theme, f"{{{section}}}"
    slots = {
        name
        for name in layout.template.texts_on(joker=joker)
        if field in ((joker and theme.jokers.get(name)) or theme.strings.get(name, ""))
    }
    texts = {
        item for front in fronts for item in front.items if isinstance(item, Text) and item.slot in slots
    }
    ring = crops.around(texts) if slots else None
    return {(): ring} if ring else {}


def _written(rings: dict[Place, Box]) -> dict[str, list[float]]:
    return {"/".join(map(str, place)): [round(side, 2) for side in ring] for place, ring in rings.items()}
