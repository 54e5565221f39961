"""The plain cards beside given open ones: as near to the dice as possible, or cancelling earlier errors.

Errors are computed in 1/2**10 of a card, so that their squares fit into 64 bits.
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
from deckgen.deck.solve.problem import CARD, SHIFT, narrow_to_falling

if TYPE_CHECKING:
    from deckgen.deck.solve.problem import Ints

_MOVES = 60
"""Largest number of times that two cards are moved to improve one solution."""
_BEST_MOVES = 24
"""How many of the most promising moves are computed exactly."""
_ROUNDS = 4
"""How often plain cards are fitted to chains, and chains to plain cards."""
_FINE = 10
_MARGIN = 4
"""Largest rounding error: the limit is lower by this much."""
_EXCESS = 64
"""Weight of an error beyond the limit, against the sum of errors."""


class PlainCards(NamedTuple):
    """Plain cards, A(t) by t, and their errors by t, in 1/2**10 of a card, 0 where t is not judged."""

    cards: Ints
    errors: Ints


class PlainSearch:
    """The search for plain cards beside one set of open cards."""

    def __init__(self, search: OpenSearch, open_cards: OpenCards, tail_limit: Fraction) -> None:
        problem, request = search.problem, search.request
        self.problem, self.request = problem, request
        self.again = tuple(sorted(Counter(open_cards.values).items()))
        self.limit = (int(tail_limit * CARD) >> _FINE) - _MARGIN
        below, above = problem.explained
        self.lowest_error, self.highest_error = (below >> _FINE) - self.limit, (above >> _FINE) + self.limit
        t = np.arange(len(problem.card_tails))
        # entry s: weight of A(t − s) in N·P(total >= t) of a chain, in units
        chains = chain_weights(self.again, request.size, request.draw, len(t))
        self.weights = np.array([int(w * CARD) for w in chains], dtype=np.int64)
        # chains whose open cards already reach t: any plain card ends them
        later_weights = np.concatenate([np.cumsum(self.weights[::-1])[::-1][1:], [0]])
        self.certain_chains = later_weights * (request.size - request.open_cards)
        lag = t[None, :] - t[:, None]
        # row i: the change of errors if one more card shows i or more
        self.steps = np.where((lag >= 0) & problem.judged, self.weights[np.maximum(lag, 0)], 0) >> _FINE
        self.products = self.steps @ self.steps.T
        self.residual, self.total = search.residual(as_pool(open_cards))[0], search.plain_sum(open_cards)
        tolerance = max(open_cards.tolerance, int(tail_limit * CARD)) + CARD // 4
        self.low, self.high = search.ends(open_cards, tolerance)
        self.lowest, self.highest = self.low, self.high
        plain = self._fit(np.zeros(len(t), dtype=np.int64), self.low, self.high)
        if plain is not None:  # with nearly the same chains
            residual = plain * CARD - (self._all_errors(plain) << _FINE)
            least, most = self._limits(residual)
            self.lowest, self.highest = narrow_to_falling(np.maximum(least, self.low), np.minimum(most, self.high))

    def candidates(self, earlier_errors: Ints, low: Ints, high: Ints) -> Iterator[PlainCards]:
        """Yield plain cards that cancel the earlier errors, the most promising first.

        ``low`` and ``high``: the fewest and the most plain cards that show >= t, by t.
        """
        plain = self._fit(earlier_errors, low, high)
        if plain is None:
            return
        best = self._improve(plain, earlier_errors, low, high)
        if not self._excess(best.errors).any():
            yield best
        up, down = self._moves(best, earlier_errors, low, high)
        for i, j in zip(up.tolist(), down.tolist(), strict=True):
            plain = best.cards.copy()
            plain[i] += 1
            plain[j] -= 1
            errors = self._errors(plain)
            if not self._excess(errors).any():
                yield PlainCards(plain, errors)

    def _fit(self, earlier_errors: Ints, low: Ints, high: Ints) -> Ints | None:
        """Return plain cards whose errors are the opposite of the earlier ones; None if impossible.

        What the chains add depends on the plain cards, and these on the chains, so they are found in turn.
        """
        plain: Ints | None = None
        residual = self.residual
        for _ in range(_ROUNDS):
            least, most = self._limits(residual)
            least, most = narrow_to_falling(np.maximum(least, low), np.minimum(most, high))
            if (least > most).any() or not least[1:].sum() <= self.total <= most[1:].sum():
                if plain is not None:
                    break
                least, most = narrow_to_falling(low, high)
                if (least > most).any() or not least[1:].sum() <= self.total <= most[1:].sum():
                    return None
            target = residual - (np.clip(earlier_errors, -self.limit, self.limit) << _FINE)
            plain = nearest_member(least, most, target, self.total)
            residual = plain * CARD - (self._all_errors(plain) << _FINE)
        return plain

    def _limits(self, residual: Ints) -> tuple[Ints, Ints]:
        """Return the fewest and the most plain cards within the tail limit of a residual, by t."""
        within = np.where(self.problem.judged, self.limit << _FINE, CARD << 6)
        below, above = self.problem.explained
        return -((within - residual - below) >> SHIFT), (residual + above + within) >> SHIFT

    def _excess(self, errors: Ints) -> Ints:
        """Return how far errors are beyond the tail limit, with their sign, by t; 0 within it."""
        return errors - np.clip(errors, self.lowest_error, self.highest_error)

    def multiset(self, plain: Ints) -> Multiset:
        """Return the cell with these plain cards."""
        critical = self.request.critical
        cards = [(v, a - b) for v, (a, b) in enumerate(pairwise([*plain.tolist(), 0])) if a > b]
        return Multiset(critical or 0, tuple((v, n) for v, n in cards if critical is None or v != 1), self.again)

    def _errors(self, plain: Ints) -> Ints:
        """Return the errors of plain cards by t, in 1/2**10 card, 0 where t is not judged."""
        return np.where(self.problem.judged, self._all_errors(plain), 0)

    def _all_errors(self, plain: Ints) -> Ints:
        """Return the errors of plain cards by t, in 1/2**10 card, also where t is not judged."""
        within = np.convolve(self.weights, plain)[: len(self.weights)]
        return np.asarray((within + self.certain_chains - self.problem.card_tails) >> _FINE)

    def _improve(self, plain: Ints, earlier_errors: Ints, low: Ints, high: Ints) -> PlainCards:
        """Return the plain cards after moves of two, one up and one down, as long as these lessen the sum of errors."""
        current = PlainCards(plain, self._errors(plain))
        cost = self._costs(current.errors, earlier_errors)
        for _ in range(_MOVES):
            up, down = self._moves(current, earlier_errors, low, high)
            if not len(up):
                break
            tried = current.errors + self.steps[up] - self.steps[down]
            costs = self._costs(tried, earlier_errors)
            best = int(costs.argmin())
            if costs[best] >= cost:
                break
            plain = current.cards.copy()
            plain[up[best]] += 1
            plain[down[best]] -= 1
            current, cost = PlainCards(plain, tried[best]), costs[best]
        return PlainCards(current.cards, self._errors(current.cards))

    def _moves(self, current: PlainCards, earlier_errors: Ints, low: Ints, high: Ints) -> tuple[Ints, Ints]:
        """Return the most promising moves (i, j): one more card shows >= i, and one less >= j."""
        plain, errors = current
        drop = -np.diff(plain, prepend=plain[:1], append=0)  # A(t − 1) − A(t)
        up = np.flatnonzero((drop[:-1] > 0) & (plain < high))
        down = np.flatnonzero((drop[1:] > 0) & (plain > low))
        excess = self._excess(errors)
        pull = self.steps @ (earlier_errors + errors + _EXCESS * excess)
        squared_norms = self.products.diagonal()
        change = (squared_norms + 2 * pull)[up][:, None] + (squared_norms - 2 * pull)[down]
        change -= 2 * self.products[np.ix_(up, down)]
        i, j = np.repeat(up, len(down)), np.tile(down, len(up))
        fits = (i != j) & ((i != j + 1) | (drop[i] > 1))
        order = np.argsort(change.ravel()[fits], kind="stable")[:_BEST_MOVES]
        return i[fits][order], j[fits][order]

    def _costs(self, errors: Ints, earlier_errors: Ints) -> Ints:
        """Return the squares of all errors, and of those beyond the limit far more, summed over t."""
        excess = self._excess(errors)
        return np.asarray(((earlier_errors + errors) ** 2 + _EXCESS * excess * excess).sum(axis=-1))
