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
on every machine the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor, perm
from typing import TYPE_CHECKING

import numpy as np

from deckgen.deck.solve.cells import Multiset, sum_weights
from deckgen.deck.solve.problem import SolverProblem, narrow_to_falling
from deckgen.deck.solve.request import explained_share
from deckgen.deck.solve.tails import tail_error

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from deckgen.deck.solve.problem import Ints
    from deckgen.deck.solve.request import Request

_SHIFT = 32
_CARD = 1 << _SHIFT
_STEPS = 1000
"""Bounds are found to 1 over this of a card."""
_BATCH = 64
"""Largest number of boxes that are narrowed at once."""
_CACHED_NUMBERS = 1 << 22
"""Largest number of integers in cached tables. Each number of open cards has two, long ones for large dice."""
TOLERATED_EXCESS = Fraction(1, 10)
"""If no deck can meet a tail limit, this much above the proven minimum passes, in cards."""
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
    exact or, if it cannot be, rounded down or up. ``budget`` is how often intervals may be split: 0 is
    quick, ``PROVING`` takes seconds, more may prove more. ``known_error`` is that of some deck: nothing
    above it is tried.
    """
    counts = request.open_counts() if open_cards is None else open_cards
    rows = [row for k in counts for row in _sums_with_mean(request, k)]
    sums = np.array(rows, dtype=np.int64).reshape(-1, 3)
    most = 1 - request.tails[-1] * request.size  # the error of a card beyond the tails
    low, high = 0, max(1, ceil((most if known_error is None else min(most, known_error)) * _STEPS))
    while high - low > 1:  # no deck has an error of low or less, save 0; only ``sums`` have one below high
        middle = (low + high) // 2
        unrefuted = _unrefuted(_Narrowing(request, ceil(Fraction(middle * _CARD, _STEPS))), sums, budget)
        if len(unrefuted):
            high, sums = middle, unrefuted
        else:
            low = middle
    return Fraction(low, _STEPS)


def is_near(cell: Multiset, request: Request) -> bool:
    """Return whether a cell meets the tail limit, or is within ``TOLERATED_EXCESS`` of a proven minimum."""
    error = tail_error([cell], request)
    tolerance = max(request.tail_limit, error - TOLERATED_EXCESS)
    return error <= request.tail_limit or is_impossible_within(request.any_deck, tolerance)


@lru_cache(maxsize=256)
def is_impossible_within(request: Request, tolerance: Fraction) -> bool:
    """Return whether it is proven that no deck has an error within the tolerance; faster than a bound."""
    sums = np.array(
        [row for k in request.open_counts() for row in _sums_with_mean(request, k)], dtype=np.int64
    ).reshape(-1, 3)
    return not len(_unrefuted(_Narrowing(request, ceil(tolerance * _CARD)), sums, PROVING))


def _sums_with_mean(request: Request, k: int) -> Iterator[tuple[int, int, int]]:
    """Yield (``k`` open cards; their sum; the plain cards' sum) for all sums that give the mean, or it rounded."""
    plain_weight, open_weight = sum_weights(k, request.size, request.draw)
    rounded_requests = [replace(request, open_cards=k, round_up=up) for up in (False, True)]
    totals = {rounded.weighted_sum for rounded in rounded_requests}
    for open_sum in range(k * request.least_open, k * len(request.tails) + 1):
        if request.over_set:
            totals = {replace(rounded, open_sum=open_sum).weighted_sum for rounded in rounded_requests}
        for total in sorted(totals):
            plain_total = total - open_weight * open_sum
            if plain_total >= 0 and plain_total % plain_weight == 0:
                yield k, open_sum, plain_total // plain_weight


@dataclass
class _Boxes:
    """Sets of decks, one per row: intervals of the counts of plain and open cards that show >= t."""

    sums: Ints  # rows of (open cards, their sum, the plain cards' sum)
    low: Ints  # (rows, 2, t): 0 the plain, 1 the open cards
    high: Ints

    def __getitem__(self, rows: NDArray[np.bool_] | Ints | slice) -> _Boxes:
        return _Boxes(self.sums[rows], self.low[rows], self.high[rows])

    @property
    def width(self) -> Ints:
        return self.high - self.low


def _unrefuted(narrow: _Narrowing, sums: Ints, budget: int) -> Ints:
    """Return ``sums`` without those refuted by narrowing, or by splitting before the first that is not refuted."""
    batches = [narrow.start(sums[i : i + _BATCH]) for i in range(0, len(sums), _BATCH)]
    sums = np.concatenate([sums[:0], *(narrow(boxes).sums for boxes in batches)])
    for i in range(len(sums)):
        if not _refute(narrow, sums[i : i + 1], budget):
            return sums[i:]
    return sums[:0]


def _refute(narrow: _Narrowing, sums: Ints, budget: int) -> bool:
    """Return whether the box of these sums, split up to ``budget`` times, is proven to be empty."""
    stack = [narrow.start(sums)]
    while stack:
        boxes = narrow(stack.pop())
        if not len(boxes.sums):
            continue
        budget -= len(boxes.sums)
        wide = np.asarray(boxes.width.any(axis=(1, 2)))
        if budget < 0 or not all(map(narrow.refutes, boxes[~wide].low)):
            return False
        boxes = boxes[wide]
        if not len(boxes.sums):
            continue
        halves = _split(boxes)
        stack += [halves[i : i + _BATCH] for i in range(0, len(halves.sums), _BATCH)]
    return True


def _split(boxes: _Boxes) -> _Boxes:
    """Return both halves of each box, cut where it is widest; open cards first, because all else follows from them."""
    width, rows = boxes.width, np.arange(len(boxes.sums))
    kind = width[:, 1].any(axis=1).astype(np.int64)
    index = width[rows, kind].argmax(axis=1)
    middle = (boxes.low[rows, kind, index] + boxes.high[rows, kind, index]) // 2
    halves = boxes[np.repeat(rows, 2)]  # the halves of a box are neighbors
    halves.high[::2][rows, kind, index] = middle
    halves.low[1::2][rows, kind, index] = middle + 1
    return halves


def _card_counts(at_least: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield (number, how many cards show it), given by t how many show t or more."""
    return ((t, a - b) for t, (a, b) in enumerate(pairwise([*at_least, 0])) if a > b)


class _Narrowing:
    """Narrows boxes to the decks within a tolerance (in units), and drops empty boxes."""

    def __init__(self, request: Request, tolerance: int) -> None:
        self.request, self.problem, self.tolerance = request, SolverProblem(request), tolerance
        self.size, self.first, self.minimum = request.size, request.least_open, request.dice.minimum
        self.lengths = len(request.tails)
        cards = [t * self.size * _CARD for t in request.tails]
        rounding_share = explained_share(request.dice, self.size, request.critical or 0)
        below = [
            floor(min(c * rounding_share, Fraction(0))) for c in cards
        ]  # explained by the rounding of critical failures
        above = [ceil(max(c * rounding_share, Fraction(0))) for c in cards]
        least = [floor(c) + b - tolerance for c, b in zip(cards, below, strict=True)]
        most = [ceil(c) + a + tolerance for c, a in zip(cards, above, strict=True)]
        self.least = np.maximum(np.array(least, dtype=np.int64), 0)
        self.most = np.array(most, dtype=np.int64)
        # the number of critical failures is no error: below the first judged total anything is allowed
        unjudged = slice(self.minimum + 1, request.first_judged)
        self.least[unjudged], self.most[unjudged] = 0, self.size * _CARD
        self.least[: self.minimum + 1] = self.most[: self.minimum + 1] = self.size * _CARD
        # an open card v makes a total of v + minimum certain, so too high a v is more than the dice allow
        allowed = np.flatnonzero(self.most >= _CARD)
        self.top = max(int(allowed[-1]) - self.minimum, self.first)
        t = np.arange(self.lengths)[None, :]
        v = np.arange(self.first, self.top + 1)[:, None]
        self.after_card, self.after_two = np.maximum(t - v, 0), np.maximum(t - 2 * v, 0)
        self._added_cache: dict[int, tuple[Ints, Ints]] = {}

    def refutes(self, cards: Ints) -> bool:
        """Return whether a deck, given its counts of plain and open cards by t, exceeds the tolerance."""
        plain, again = (tuple(_card_counts(counts.tolist())) for counts in cards)
        critical = self.request.critical or 0
        cell = Multiset(
            critical, tuple((v, n - critical * (v == 1)) for v, n in plain if n - critical * (v == 1)), again
        )
        return tail_error([cell], self.request) * _CARD > self.tolerance

    def start(self, sums: Ints) -> _Boxes:
        """Return the boxes of all decks with these sums."""
        k = sums[:, :1]
        high = np.repeat(np.stack([self.size - k, k], axis=1), self.lengths, axis=2)
        low = np.zeros_like(high)
        low[:, 0, : self.minimum + 1] = self.size - k
        low[:, 1, : self.first + 1] = k
        high[:, 1, self.top + 1 :] = 0
        return _Boxes(sums, low, high)

    def __call__(self, boxes: _Boxes) -> _Boxes:
        """Return the boxes, narrowed until nothing changes, without those that become empty."""
        while len(boxes.sums):
            before, boxes = boxes, self._narrow_once(boxes)
            if len(boxes.sums) == len(before.sums) and boxes.width.sum() == before.width.sum():
                break
        return boxes

    def _narrow_once(self, boxes: _Boxes) -> _Boxes:
        """Return the boxes, narrowed by every rule once, without those that become empty."""
        low, high = boxes.low.copy(), boxes.high.copy()
        chains_low, chains_high = self._chains(boxes)
        # plain cards: the dice's tail without the chains
        low[:, 0] = np.maximum(low[:, 0], -((chains_high - self.least) >> _SHIFT))
        high[:, 0] = np.minimum(high[:, 0], (self.most - chains_low) >> _SHIFT)
        # open cards: v makes a total of v + minimum certain
        at = np.minimum(np.arange(self.lengths) + self.minimum, self.lengths - 1)
        high[:, 1] = np.minimum(high[:, 1], (self.most[at] >> _SHIFT) - low[:, 0, at])
        # cards shown, and sums
        fewest, most = self.problem.fewest - high[:, ::-1], self.problem.most - low[:, ::-1]
        low, high = narrow_to_falling(np.maximum(low, fewest), np.minimum(high, most))
        sums = boxes.sums[:, :0:-1]  # plain, open
        spare = (sums - low[:, :, 1:].sum(axis=2))[:, :, None]
        short = (high[:, :, 1:].sum(axis=2) - sums)[:, :, None]
        possible = (low <= high).all(axis=(1, 2)) & (spare >= 0).all(axis=(1, 2)) & (short >= 0).all(axis=(1, 2))
        narrowed_low, narrowed_high = np.maximum(low, high - short), np.minimum(high, low + spare)
        narrowed_low[:, :, 0], narrowed_high[:, :, 0] = low[:, :, 0], high[:, :, 0]
        return _Boxes(boxes.sums, *narrow_to_falling(narrowed_low, narrowed_high))[possible]

    def _chains(self, boxes: _Boxes) -> tuple[Ints, Ints]:
        """Return the least and the most that open cards add to N·P(total >= t), in units, by box and t."""
        open_values = slice(self.first, self.top + 1)
        least, most = np.empty((2, len(boxes.sums), self.lengths), dtype=np.int64)
        for k in set(boxes.sums[:, 0].tolist()):
            rows = boxes.sums[:, 0] == k
            low, high = self._added_by_card(k)
            least[rows] = boxes.low[rows, 1, open_values] @ low
            most[rows] = boxes.high[rows, 1, open_values] @ high
        return least, most

    def _added_by_card(self, k: int) -> tuple[Ints, Ints]:
        """Return (least, most) that one more of ``k`` open cards >= v adds to N·P(total >= t), in units, by v and t."""
        if k not in self._added_cache:
            if 2 * (len(self._added_cache) + 1) * self.after_card.size > _CACHED_NUMBERS:
                self._added_cache.clear()
            low, high = self._rests(k)
            # rests rise with v (the bounds are made to), so more or higher open cards add more
            low = np.minimum.accumulate(low[::-1])[::-1]
            high = np.maximum.accumulate(high)
            self._added_cache[k] = np.diff(low, axis=0, prepend=0), np.diff(high, axis=0, prepend=0)
        return self._added_cache[k]

    def _rests(self, k: int) -> tuple[Ints, Ints]:
        """Return (least, most) P(rest of a chain after v >= t − v) if ``k`` cards are open, in units, by v and t."""
        if self.request.draw == "with-replacement":
            low = (self.least // self.size)[self.after_card]
            high = -(-self.most // self.size)[self.after_card]
        else:
            n = max(self.size - 1, 1)
            # in a rest below x, with k − 1 open cards in the deck, the chance-weighted number of them
            drawn = np.maximum(np.arange(self.lengths) - 1 - self.minimum, 0) // self.first
            open_chance = _most_open(k, self.size)[np.minimum(drawn, max(k - 1, 0))]
            rest_high = np.minimum(-(-self.most // self.size), _CARD)
            certain = np.arange(self.lengths) <= self.minimum
            rest_low = np.where(certain, _CARD, np.maximum((self.least - _CARD - open_chance) // n, 0))
            low = ((self.least - open_chance)[self.after_card] - rest_high[self.after_two]) // n
            high = -((rest_low[self.after_two] - self.most[self.after_card]) // n)
        certain = self.after_card <= self.minimum
        low, high = (np.where(certain, _CARD, np.clip(chance, 0, _CARD)) for chance in (low, high))
        return low, high


@lru_cache(maxsize=1024)
def _most_open(k: int, size: int) -> Ints:
    """Return the mean of min(j, open cards before a plain one), j = 0..k-1, in 1/_CARD card, rounded up.

    The deck has ``size`` - 1 cards, of which k - 1 are open: that is the most, whatever the numbers.
    """
    denominator = chance = perm(size - 1, max(k - 1, 0))  # divisible by all denominators below
    means = [0]
    for j in range(1, k):
        chance = chance // (size - j) * (k - j)
        means.append(means[-1] + chance)
    return np.array([-(-mean * _CARD // denominator) for mean in means], dtype=np.int64)
