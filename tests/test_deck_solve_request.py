from dataclasses import replace

from deckgen.deck.solve.request import Request
from deckgen.deck.solve.store import Store
from deckgen.game.model import Roll

D6 = Request(Roll((6,), explode="open"), 54, "without-replacement")


def test_the_lower_limit_of_a_request_is_checked():
    cell = Store().find(D6)
    at_least = cell.at_least
    higher = (*at_least[:-1], at_least[-1] + 1)
    assert replace(D6, lower_limit=at_least).accepts(cell)
    assert not replace(D6, lower_limit=higher).accepts(cell)
    assert not replace(D6, open_cards=cell.open_cards + 1).accepts(cell)
