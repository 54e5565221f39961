"""The plain cards beside given open ones: as near to the dice as whole cards can be, or off to the other side.

Errors are reckoned in 1/2**10 of a card, so that their squares fit into whole numbers of 64 bits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from deckgen.deck.solve.cells import Multiset, chain_weights
from deckgen.deck.solve.open_cards import OpenCards, OpenSearch, as_pool, nearest_member
from deckgen.deck.solve.problem import CARD, SHIFT, falling

if TYPE_CHECKING:
    from deckgen.deck.solve.problem import Ints

_MOVES = 60
"""The most times that two cards are moved to improve one solution."""
_LOOKED_AT = 24
"""Of all moves, how many of the most promising are reckoned out."""
_TURNS = 4
"""How often plain cards are fitted to chains, and chains to plain cards."""
_FINE = 10
_MARGIN = 4
"""What whole numbers may hide of an error: so much less than the bar is allowed."""
_EXCESS = 64
"""How much an error beyond the bar counts against the sum of errors."""


class PlainCards(NamedTuple):
    """Plain cards, A(T) by T, and their errors by T, in 1/2**10 of a card, 0 where T is not judged."""

    cards: Ints
    errors: Ints


class PlainSearch:
    """The search for plain cards beside one set of open cards."""

    def __init__(self, search: OpenSearch, chosen: OpenCards, bar: Fraction) -> None:
        problem, request = search.problem, search.request
        self.problem, self.request = problem, request
        self.again = tuple(sorted(Counter(chosen.values).items()))
        self.limit = (int(bar * CARD) >> _FINE) - _MARGIN
        below, above = problem.explained
        self.lowest_error, self.highest_error = (below >> _FINE) - self.limit, (above >> _FINE) + self.limit
        t = np.arange(len(problem.card_tails))
        # entry s: how much plain cards T − s count towards N·P(total >= T) in a chain, in units
        chains = chain_weights(self.again, request.size, request.draw, len(t))
        self.weights = np.array([int(w * CARD) for w in chains], dtype=np.int64)
        # what is drawn with a total below 0 left to reach, which any plain card does
        rest = np.concatenate([np.cumsum(self.weights[::-1])[::-1][1:], [0]])
        self.over = rest * (request.size - request.open_cards)
        lag = t[None, :] - t[:, None]
        # row i: what errors gain if one more card shows i or more
        self.steps = np.where((lag >= 0) & problem.judged, self.weights[np.maximum(lag, 0)], 0) >> _FINE
        self.products = self.steps @ self.steps.T
        self.residual, self.total = search.residual(as_pool(chosen))[0], search.plain_sum(chosen)
        self.low, self.high = search.ends(chosen, max(chosen.tolerance, int(bar * CARD)) + CARD // 4)
        self.lowest, self.highest = self.low, self.high
        plain = self._aimed(np.zeros(len(t), dtype=np.int64), self.low, self.high)
        if plain is not None:  # with the chains as they are, nearly
            residual = plain * CARD - (self._every_error(plain) << _FINE)
            least, most = self._within(residual)
            self.lowest, self.highest = falling(np.maximum(least, self.low), np.minimum(most, self.high))

    def candidates(self, before: Ints, low: Ints, high: Ints) -> Iterator[PlainCards]:
        """Plain cards between two limits that answer the errors before: the best found, then those beside it."""
        plain = self._aimed(before, low, high)
        if plain is None:
            return
        found = self._settled(plain, before, low, high)
        if not self._beyond(found.errors).any():
            yield found
        up, down = self._moves(found, before, low, high)
        for i, j in zip(up.tolist(), down.tolist(), strict=True):
            plain = found.cards.copy()
            plain[i] += 1
            plain[j] -= 1
            errors = self._errors(plain)
            if not self._beyond(errors).any():
                yield PlainCards(plain, errors)

    def _aimed(self, before: Ints, low: Ints, high: Ints) -> Ints | None:
        """Plain cards as far off the dice as the errors before, the other way round; None if none have the sum.

        What the chains add depends on the plain cards, and these on the chains, so they are found in turn.
        """
        plain: Ints | None = None
        residual = self.residual
        for _ in range(_TURNS):
            least, most = self._within(residual)
            least, most = falling(np.maximum(least, low), np.minimum(most, high))
            if (least > most).any() or not least[1:].sum() <= self.total <= most[1:].sum():
                if plain is not None:
                    break
                least, most = falling(low, high)
                if (least > most).any() or not least[1:].sum() <= self.total <= most[1:].sum():
                    return None
            wanted = residual - (np.clip(before, -self.limit, self.limit) << _FINE)
            plain = nearest_member(least, most, wanted, self.total)
            residual = plain * CARD - (self._every_error(plain) << _FINE)
        return plain

    def _within(self, residual: Ints) -> tuple[Ints, Ints]:
        """The fewest and the most plain cards within the bar of a residual."""
        within = np.where(self.problem.judged, self.limit << _FINE, CARD << 6)
        below, above = self.problem.explained
        return -((within - residual - below) >> SHIFT), (residual + above + within) >> SHIFT

    def _beyond(self, errors: Ints) -> Ints:
        """What of errors is beyond the bar."""
        return errors - np.clip(errors, self.lowest_error, self.highest_error)

    def multiset(self, plain: Ints) -> Multiset:
        """The cell with these plain cards."""
        critical = self.request.critical
        cards = [(v, a - b) for v, (a, b) in enumerate(pairwise([*plain.tolist(), 0])) if a > b]
        return Multiset(
            critical or 0, tuple((v, n) for v, n in cards if critical is None or v != 1), self.again
        )

    def _errors(self, plain: Ints) -> Ints:
        return np.where(self.problem.judged, self._every_error(plain), 0)

    def _every_error(self, plain: Ints) -> Ints:
        within = np.convolve(self.weights, plain)[: len(self.weights)]
        return np.asarray((within + self.over - self.problem.card_tails) >> _FINE)

    def _settled(self, plain: Ints, before: Ints, low: Ints, high: Ints) -> PlainCards:
        """Plain cards moved two at a time, one up and one down, while that lessens the sum of errors."""
        found = PlainCards(plain, self._errors(plain))
        cost = self._costs(found.errors, before)
        for _ in range(_MOVES):
            up, down = self._moves(found, before, low, high)
            if not len(up):
                break
            tried = found.errors + self.steps[up] - self.steps[down]
            costs = self._costs(tried, before)
            best = int(costs.argmin())
            if costs[best] >= cost:
                break
            plain = found.cards.copy()
            plain[up[best]] += 1
            plain[down[best]] -= 1
            found, cost = PlainCards(plain, tried[best]), costs[best]
        return PlainCards(found.cards, self._errors(found.cards))

    def _moves(self, found: PlainCards, before: Ints, low: Ints, high: Ints) -> tuple[Ints, Ints]:
        """The most promising moves: one more card shows i or more, and one less j or more; i and j of each."""
        plain, errors = found
        drop = -np.diff(plain, prepend=plain[:1], append=0)  # A(T − 1) − A(T)
        up = np.flatnonzero((drop[:-1] > 0) & (plain < high))
        down = np.flatnonzero((drop[1:] > 0) & (plain > low))
        over = self._beyond(errors)
        pull = self.steps @ (before + errors + _EXCESS * over)
        own = self.products.diagonal()
        change = (own + 2 * pull)[up][:, None] + (own - 2 * pull)[down] - 2 * self.products[np.ix_(up, down)]
        i, j = np.repeat(up, len(down)), np.tile(down, len(up))
        fits = (i != j) & ((i != j + 1) | (drop[i] > 1))
        order = np.argsort(change.ravel()[fits], kind="stable")[:_LOOKED_AT]
        return i[fits][order], j[fits][order]

    def _costs(self, errors: Ints, before: Ints) -> Ints:
        over = self._beyond(errors)
        return np.asarray(((before + errors) ** 2 + _EXCESS * over * over).sum(axis=-1))
