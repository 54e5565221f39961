"""The search by swaps, on costs that are easy to know."""

import numpy as np
import pytest

from deckgen.deck.deal.swaps import better_order

SIZE = 12


class Line:
    """Numbers that cost the squares of their distances from their places; ``kept`` places may not swap."""

    def __init__(self, numbers, kept=0):
        self.numbers, self.kept = np.array(numbers), kept

    def gains(self):
        n, at = self.numbers, np.arange(SIZE)
        apart = (n - at[:, None]) ** 2  # place and number
        here = apart.diagonal()
        gains = (apart + apart.T - here - here[:, None]).astype(float)
        gains[: self.kept] = gains[:, : self.kept] = 0
        return gains

    def costs(self, orders):
        return ((self.numbers[orders] - np.arange(SIZE)) ** 2).sum(axis=1).astype(float)


@pytest.mark.parametrize("seed", range(8))
def test_swaps_go_on_until_none_gains(seed):
    line = Line(np.random.default_rng(seed).permutation(SIZE))
    last = line.costs(np.arange(SIZE)[None])[0]
    while (order := better_order(line)) is not None:
        assert sorted(order.tolist()) == list(range(SIZE))
        assert (order[order] == np.arange(SIZE)).all()  # no seat is in two swaps
        line.numbers = line.numbers[order]
        cost = line.costs(np.arange(SIZE)[None])[0]
        assert cost < last
        last = cost
    assert line.numbers.tolist() == list(range(SIZE))


def test_what_may_not_swap_stays():
    line = Line(range(SIZE)[::-1], kept=3)
    while (order := better_order(line)) is not None:
        line.numbers = line.numbers[order]
    assert line.numbers[:3].tolist() == [11, 10, 9]
