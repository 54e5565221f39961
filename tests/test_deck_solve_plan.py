from itertools import pairwise

from deck_games import game

from deckgen.deck.solve.plan import plans
from deckgen.deck.solve.store import Store


def test_rows_of_a_rising_column_fit_whatever_the_seed_rounds():
    """No row's lowest variant falls below the highest of the row above."""
    store = Store()
    rows = [[store.find(asked).at_least for asked in plan.variants()] for plan in plans(game().deck(), store)]
    for upper, lower in pairwise(rows):
        for above in upper:
            for below in lower:
                assert all(b >= a for a, b in zip(above, below, strict=False))
                assert len(below) >= len(above)
