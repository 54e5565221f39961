"""How close to the dice any deck can come: proven lower bounds on a cell's largest tail error.

Suppose a deck's error is at most some tolerance. Then N·P(total >= t) lies within it of the dice, for every
t, and equals A(t) + sum over open cards v of R(t − v): A(t) counts the plain cards that show t or more, R is
the tail of the chain's rest, drawn from a deck without v. Put v back into that deck at random and the rest's
total changes only if v comes before the first plain card. That happens in (J + 1)/N of all positions, J being
the open cards in the rest, so with D the tail of the whole deck

    (N − 1)·R(x) = N·D(x) − R(x − v) − (something from 0 to the chance-weighted J)

which confines R as D is confined. A and the cumulative counts of the open cards are non-increasing integers
with known sums (the mean); intervals of them are narrowed until none is left, which refutes the tolerance, or
are split in two. All is integer arithmetic in 1/2**32 of a card, rounded outwards: a refutation is a proof,
on every machine the same. The last total stands for all from there on: tolerances of a card or more allow
cards that show any number, so where some do, the counts up to it may sum to less than they should.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import ceil, floor
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from deckgen.deck.cells import Multiset, sum_weights
from deckgen.deck.solve.tails import tail_error

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from deckgen.deck.solve.request import Request

    Ints = NDArray[np.int64]
    _Sums = Sequence[tuple[int, Ints]]

_SHIFT = 32
_CARD = 1 << _SHIFT
_STEPS = 1000
"""Bounds are found to 1 over this of a card."""
_BATCH = 64
"""Largest number of boxes that are narrowed at once."""
TOLERATED_EXCESS = Fraction(1, 10)
"""If no deck can meet a tail limit, this much above what every deck is proven to have passes, in cards."""
CHEAP = 0
PROVING = 1000
"""Budgets: splits for each pair of sums at each tolerance."""


def lower_bound(
    request: Request,
    open_cards: Sequence[int] | None = None,
    *,
    budget: int = CHEAP,
    known_error: Fraction | None = None,
) -> Fraction:
    """Return a proven lower bound on max over t of N·|P(total >= t) − the dice's|, for every deck.

    The decks are those with any of ``open_cards`` (default: every number the request allows), the mean
    exact or, if it cannot be, rounded down or up. ``budget`` is how often intervals may be split: more may
    prove more. ``known_error`` is that of some deck: nothing above it is tried.
    """
    sums = _sums_with_mean(request, open_cards)
    low, high = 0, max(1, ceil((request.size if known_error is None else known_error) * _STEPS))
    while high - low > 1:  # no deck has an error of low or less, save 0; only ``sums`` have one below high
        middle = min((low + high) // 2, max(2 * low, _STEPS))
        unrefuted = _unrefuted(request, Fraction(middle, _STEPS), sums, budget)
        low, high, sums = (low, middle, unrefuted) if unrefuted else (middle, high, sums)
    return Fraction(low, _STEPS)


def is_near(cell: Multiset, request: Request) -> bool:
    """Return whether a cell meets the tail limit, or is within ``TOLERATED_EXCESS`` of what every deck has."""
    error = tail_error([cell], request, None if request.dice.critical_failure else 0)
    tolerance = max(request.tail_limit, error - TOLERATED_EXCESS)
    return error <= request.tail_limit or is_impossible_within(request.any_deck, tolerance)


@lru_cache(maxsize=256)
def is_impossible_within(request: Request, tolerance: Fraction) -> bool:
    """Return whether it is proven that no deck has an error within the tolerance; faster than a bound."""
    return not _unrefuted(request, tolerance, _sums_with_mean(request), PROVING)


def _sums_with_mean(request: Request, open_cards: Sequence[int] | None = None) -> _Sums:
    """Return (number of open cards, all sums of plain and of open numbers that give the mean, or it rounded)."""
    sums = []
    for k in request.open_counts() if open_cards is None else open_cards:
        target = replace(request, open_cards=k).scaled_target
        plain, again = sum_weights(k, request.size, request.draw)
        step = plain if request.over_set else 1  # a rounded mean is less than a step off
        least, most = floor(target) - step + 1, ceil(target) + step - 1
        open_sums = np.arange(k * request.least_open, (most // again if k else 0) + 1, dtype=np.int64)
        first, last = -((again * open_sums - least) // plain), (most - again * open_sums) // plain
        rows = [np.stack([n, open_sums], axis=1)[(n >= 0) & (n <= last)] for n in (first, first + 1)]
        sums.append((k, np.concatenate(rows)))
    return sums


class _Boxes(NamedTuple):
    """Sets of decks, one per row: intervals of the counts of cards that show >= t; 0 plain, 1 open ones."""

    sums: Ints  # (rows, 2)
    low: Ints  # (rows, 2, t)
    high: Ints

    def take(self, rows: NDArray[np.bool_] | Ints | slice) -> _Boxes:
        return _Boxes(self.sums[rows], self.low[rows], self.high[rows])


def _unrefuted(request: Request, tolerance: Fraction, sums: _Sums, budget: int) -> _Sums:
    """Return ``sums`` without those refuted by narrowing, or by splitting before the first that is not refuted."""
    units, left = ceil(tolerance * _CARD), []
    for k, rows in sums:
        narrow = _Narrowing(request, units, k)
        batches = [narrow(narrow.start(rows[i : i + _BATCH])).sums for i in range(0, len(rows), _BATCH)]
        left += [(k, np.concatenate(batches))] if any(map(len, batches)) else []
    for n, (k, rows) in enumerate(left):
        narrow = _Narrowing(request, units, k)
        for i in range(len(rows)):
            if not _refute(narrow, rows[i : i + 1], budget):
                return [(k, rows[i:]), *left[n + 1 :]]
    return []


def _refute(narrow: _Narrowing, sums: Ints, budget: int) -> bool:
    """Return whether the box of these sums, split up to ``budget`` times, is proven to be empty."""
    stack = [narrow.start(sums)]
    while stack:
        boxes = narrow(stack.pop())
        budget -= len(boxes.sums)
        wide = np.asarray((boxes.low < boxes.high).any(axis=(1, 2)))
        if budget < 0 or not all(map(narrow.refutes, boxes.low[~wide])):
            return False
        halves = _split(boxes.take(wide))
        stack += [halves.take(slice(i, i + _BATCH)) for i in range(0, len(halves.sums), _BATCH)]
    return True


def _split(boxes: _Boxes) -> _Boxes:
    """Return both halves of each box, cut where it is widest; open cards first, because all else follows from them."""
    width, rows = boxes.high - boxes.low, np.arange(len(boxes.sums), dtype=np.int64)
    kind = width[:, 1].any(axis=1).astype(np.int64)
    at = (rows, kind, width[rows, kind].argmax(axis=1))
    middle = (boxes.low[at] + boxes.high[at]) // 2
    halves = boxes.take(np.repeat(rows, 2))  # the halves of a box are neighbors
    halves.high[::2][at], halves.low[1::2][at] = middle, middle + 1
    return halves


class _Narrowing:
    """Narrows boxes of decks with so many open cards to those within a tolerance (in units); drops empty boxes."""

    def __init__(self, request: Request, tolerance: int, open_cards: int) -> None:
        self.request, self.tolerance, self.open_cards = request, tolerance, open_cards
        self.size, self.minimum, self.length = request.size, request.dice.minimum, len(request.tails)
        least, most, self.fewest_cards, self.most_cards = _limits(request)
        self.least, self.most = np.maximum(least - tolerance, 0), np.minimum(most + tolerance, self.size * _CARD)
        self.least[: self.minimum + 1] = self.size * _CARD
        # an open card v makes a total of v + minimum certain, so too high a v is more than the dice allow
        allowed, last = int(np.flatnonzero(self.most >= _CARD)[-1]), self.length - 1
        self.first = min(request.least_open, last)
        self.top = last if allowed == last else max(allowed - self.minimum, self.first)
        low, high = self._rests()
        # rests rise with v (the bounds are made to), so more or higher open cards add more
        low, high = np.minimum.accumulate(low[::-1])[::-1], np.maximum.accumulate(high)
        self.added_low, self.added_high = (np.diff(rests, axis=0, prepend=0) for rests in (low, high))

    def _rests(self) -> tuple[Ints, Ints]:
        """Return (least, most) P(rest of a chain after v >= t − v), in units, by v and t."""
        k, t = self.open_cards, np.arange(self.length, dtype=np.int64)
        v = np.arange(self.first, self.top + 1, dtype=np.int64)[:, None]
        after_card, after_two = np.maximum(t - v, 0), np.maximum(t - 2 * v, 0)
        if self.request.draw == "with-replacement":
            low, high = (self.least // self.size)[after_card], -(-self.most // self.size)[after_card]
        else:
            n = max(self.size - 1, 1)
            # in a rest below x, with k − 1 open cards in the deck, the chance-weighted number of them
            drawn = np.maximum(t - 1 - self.minimum, 0) // self.first
            open_chance = _most_open(k, self.size)[np.minimum(drawn, max(k - 1, 0))]
            rest_high = -(-self.most // self.size)
            rest_low = np.where(t <= self.minimum, _CARD, np.maximum((self.least - _CARD - open_chance) // n, 0))
            low = ((self.least - open_chance)[after_card] - rest_high[after_two]) // n
            high = -((rest_low[after_two] - self.most[after_card]) // n)
        low, high = (np.where(after_card <= self.minimum, _CARD, np.clip(rest, 0, _CARD)) for rest in (low, high))
        return low, high

    def refutes(self, at_least: Ints) -> bool:
        """Return whether a deck, given its counts of plain and open cards by t, exceeds the tolerance."""
        numbers, critical = -np.diff(at_least, append=0), self.request.critical or 0
        numbers[0, 1] -= critical
        plain, again = (tuple((v, n) for v, n in enumerate(cards) if n) for cards in numbers.tolist())
        return tail_error([Multiset(critical, plain, again)], self.request) * _CARD > self.tolerance

    def start(self, sums: Ints) -> _Boxes:
        """Return the boxes of all decks with these sums."""
        cards = np.array([[self.size - self.open_cards], [self.open_cards]], dtype=np.int64)
        high = np.tile(cards, (len(sums), 1, self.length))
        high[:, 1, self.top + 1 :] = 0
        low = np.zeros_like(high)
        low[:, 0, : self.minimum + 1], low[:, 1, : self.first + 1] = cards
        return _Boxes(sums, low, high)

    def __call__(self, boxes: _Boxes) -> _Boxes:
        """Return the boxes, narrowed until nothing changes, without those that become empty."""
        extent = None
        while len(boxes.sums) and extent != (extent := (len(boxes.sums), (boxes.high - boxes.low).sum())):
            boxes = self._narrow_once(boxes)
        return boxes

    def _narrow_once(self, boxes: _Boxes) -> _Boxes:
        """Return the boxes, narrowed by every rule once, without those that become empty."""
        low, high, values = boxes.low.copy(), boxes.high.copy(), slice(self.first, self.top + 1)
        # plain cards: the dice's tail without the chains
        chains_low, chains_high = boxes.low[:, 1, values] @ self.added_low, boxes.high[:, 1, values] @ self.added_high
        low[:, 0] = np.maximum(low[:, 0], -((chains_high - self.least) >> _SHIFT))
        high[:, 0] = np.minimum(high[:, 0], (self.most - chains_low) >> _SHIFT)
        # open cards: v makes a total of v + minimum certain
        at = np.minimum(np.arange(self.length, dtype=np.int64) + self.minimum, self.length - 1)
        high[:, 1] = np.minimum(high[:, 1], (self.most[at] >> _SHIFT) - low[:, 0, at])
        # cards shown, and sums
        low, high = np.maximum(low, self.fewest_cards - high[:, ::-1]), np.minimum(high, self.most_cards - low[:, ::-1])
        low, high = _narrow_to_falling(low, high)
        spare = boxes.sums[:, :, None] - low[:, :, 1:].sum(axis=2, keepdims=True)
        short = high[:, :, 1:].sum(axis=2, keepdims=True) - boxes.sums[:, :, None]
        short[high[:, :, -1:] > 0] = _CARD  # cards beyond the last total add any number
        possible = (low <= high).all(axis=(1, 2)) & (np.minimum(spare, short) >= 0).all(axis=(1, 2))
        low[:, :, 1:], high[:, :, 1:] = np.maximum(low, high - short)[:, :, 1:], np.minimum(high, low + spare)[:, :, 1:]
        return _Boxes(boxes.sums, *_narrow_to_falling(low, high)).take(possible)


def _narrow_to_falling(low: Ints, high: Ints) -> tuple[Ints, Ints]:
    """Return intervals (low, high) of sequences along the last axis, cut to what non-increasing ones can reach."""
    low = np.maximum.accumulate(low[..., ::-1], axis=-1)[..., ::-1]
    return low, np.minimum.accumulate(high, axis=-1)


@lru_cache(maxsize=64)
def _limits(request: Request) -> tuple[Ints, Ints, Ints, Ints]:
    """Return by t N·P(total >= t), in units, least and most; and how many cards may show t or more, fewest and most."""
    cards = [tail * request.size * _CARD for tail in request.tails]
    least = np.array([floor(n) + min(floor(n * request.explained), 0) for n in cards], dtype=np.int64)
    most = np.array([ceil(n) + max(ceil(n * request.explained), 0) for n in cards], dtype=np.int64)
    # the number of critical failures is no error: below the first judged total anything is allowed
    unjudged = slice(request.dice.minimum + 1, request.first_judged)
    least[unjudged], most[unjudged] = 0, request.size * _CARD
    shown = [(request.fewest(t), request.most(t)) for t in range(len(cards))]
    return least, most, *np.array(shown, dtype=np.int64).T


@lru_cache(maxsize=1024)
def _most_open(k: int, size: int) -> Ints:
    """Return by j < ``k`` the mean of min(j, open cards before a plain one) if one of ``k`` is out, in units, rounded up."""
    chances = accumulate((Fraction(k - j, size - j) for j in range(1, k)), mul)
    return np.array([ceil(mean * _CARD) for mean in accumulate(chances, initial=Fraction(0))], dtype=np.int64)
