"""Where on the cards of a deck each result stands: for plain cards and for jokers, section by section."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from deckgen.card.crop import Crops
from deckgen.draw.drawing import Drawing, Text
from deckgen.draw.geometry import Box
from deckgen.game.places import Place

if TYPE_CHECKING:
    from deckgen.card.layout import Layout
    from deckgen.deck.cards import Card
    from deckgen.game.model import DeckSpec, Game

Rings = dict[bool, dict[str, dict[Place, Box]]]
"""By whether a card is a joker, by section, by place: a box around all that any card shows there."""


def rings_of(
    fronts: Sequence[Drawing], layout: Layout, game: Game, spec: DeckSpec, cards: Sequence[Card]
) -> Rings:
    """A box in mm for every place of each section that cards show; the place ``()`` is the whole section.

    ``fronts`` are the faces of the cards. Raises LayoutError for a section that its widget cannot draw.
    """
    crops, found = Crops(layout, game), Rings()
    plain, jokers = (layout.template.boxes_on(joker=joker) for joker in (False, True))
    alike = {name for name, box in jokers.items() if box == plain.get(name)}
    for joker in (False, True):
        own = [card for card in cards if card.face.joker == joker]
        faces = [front for card, front in zip(cards, fronts, strict=True) if card.face.joker == joker]
        found[joker] = {}
        for section in spec.sections if own else ():
            if joker and section.name in alike & found[False].keys():
                found[joker][section.name] = found[False][section.name]
                continue
            rings = crops.rings(section, own[0], cards)
            if rings := rings or _said(crops, layout, faces, section.name, joker=joker):
                found[joker][section.name] = rings
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
