"""A request in the integers of the solver: 1/2**20 of a card, by total t."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from deckgen.deck.solve.request import explained_share
from deckgen.records import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from deckgen.deck.solve.request import Request

    Ints = NDArray[np.int64]

SHIFT = 20
CARD = 1 << SHIFT
"""A card, in units."""


@record
class SolverProblem:
    """Arrays derived from a request; those "by t" have an entry for each of its tails, t = 0, 1, ..."""

    request: Request

    @cached_property
    def card_tails(self) -> Ints:
        """The dice's N·P(total >= t), by t, in units, rounded down."""
        return np.array([int(t * self.request.size * CARD) for t in self.request.tails], dtype=np.int64)

    @cached_property
    def judged(self) -> NDArray[np.bool_]:
        """Whether the odds of t are compared, by t."""
        return np.arange(len(self.request.tails)) >= self.request.first_judged

    @cached_property
    def explained(self) -> tuple[Ints, Ints]:
        """Errors that the rounding of critical failures explains, below and above 0, in units, by t."""
        request = self.request
        rounding_share = explained_share(request.dice, request.size, request.critical or 0)
        cards = [int(t * request.size * CARD * rounding_share) for t in request.tails]
        errors = np.where(self.judged, np.array(cards, dtype=np.int64), 0)
        return np.minimum(errors, 0), np.maximum(errors, 0)

    @cached_property
    def fewest(self) -> Ints:
        """The least number of cards, plain or open, that may print t or more, by t."""
        request = self.request
        fewest = self._pad(())
        fewest[: request.dice.minimum + 1] = request.size
        if request.critical is not None:
            safe = slice(2, request.dice.least_safe + 1)  # no dice give a total between a failure and this
            fewest[safe] = np.maximum(fewest[safe], request.size - request.critical)
        for t, least, _ in request.limits:
            fewest[t] = max(fewest[t], least)
        return fewest

    @cached_property
    def most(self) -> Ints:
        """The largest number of cards, plain or open, that may print t or more, by t."""
        most = np.full(len(self.request.tails), self.request.size, dtype=np.int64)
        most[2:] -= self.request.critical or 0
        for t, _, limit in self.request.limits:
            most[t] = min(most[t], limit)
        return most

    @cached_property
    def plain_floor(self) -> Ints:
        """The least number of plain cards that may print t or more, by t; 0 unless a row above sets it."""
        return self._pad(self.request.above.plain if self.request.above else ())

    @cached_property
    def open_floor(self) -> Ints:
        """The least numbers on the open cards, lowest first."""
        request = self.request
        least = request.above.open if request.above else (0,) * request.open_cards
        return np.maximum(np.array(least, dtype=np.int64), request.least_open)

    @cached_property
    def continuations(self) -> Ints:
        """Row v: what one open card that shows v adds to N·P(total >= t), in units.

        That is R(t − v), the odds of the rest of the chain, which is drawn from the deck without this card;
        with replacement R(x) = D(x) = P(total >= x). Put the card back on top of the deck in one of N cases:
        N·D(x) = (N − 1)·R(x) + R(x − v). (If it comes later, but before a plain card, it changes the total
        too: that is neglected.) So R(x) is nearly (N·D(x) − D(x − v))/(N − 1), with the dice's odds for D.
        """
        t = np.arange(len(self.request.tails))
        n = self.request.size
        rows = []
        for value in range(self.top_open + 1):
            after_card, after_two = (self.card_tails[np.maximum(t - s, 0)] for s in (value, 2 * value))
            if self.request.draw == "with-replacement":
                rows.append(after_card // n)
            else:
                rows.append((n * after_card - after_two) // (n * (n - 1)))
        return np.array(rows)

    @cached_property
    def top_open(self) -> int:
        """The highest number an open card may show: the last with a tail of 1/4 card, or what the row above has."""
        above = self.request.above.open if self.request.above else ()
        return max([int(np.flatnonzero(self.card_tails >= CARD // 4)[-1]), *above])

    def _pad(self, numbers: Sequence[int]) -> Ints:
        """Return the numbers, cut or padded with zeros to one for each t."""
        length = len(self.request.tails)
        return np.array([*numbers, *[0] * length][:length], dtype=np.int64)


def narrow_to_falling(low: Ints, high: Ints) -> tuple[Ints, Ints]:
    """Return intervals (low, high) of sequences along the last axis, cut to what non-increasing ones can reach."""
    low = np.maximum.accumulate(low[..., ::-1], axis=-1)[..., ::-1]
    return low, np.minimum.accumulate(high, axis=-1)
