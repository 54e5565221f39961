from functools import partial

import pytest
from table_decks import shipped

from deckgen.card.faces import draw_faces
from deckgen.card.layout import load_layout
from deckgen.card.rings import rings_of
from deckgen.game.places import places_of


@pytest.mark.parametrize("name", ["rough-magic"])
def test_every_place_that_a_card_shows_has_a_ring_on_plain_cards_and_jokers(name):
    deck, game, spec = shipped(name)
    layout = load_layout(spec.layout)
    fronts = draw_faces(layout, game, spec, deck).fronts
    found = rings_of(fronts, layout, game, spec, deck.cards)
    for card in (deck.cards[0], deck.cards[1]):
        own, boxes = found[card.face.joker], layout.template.boxes_on(joker=card.face.joker)
        for section in filter(lambda each: each.name in boxes, spec.sections):
            places = partial(places_of, section)(card.sections[section.name])
            assert own[section.name].keys() == {(), *places}
            assert all(ring.right <= fronts[0].width and ring.x >= 0 for ring in own[section.name].values())
