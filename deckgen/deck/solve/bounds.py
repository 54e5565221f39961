"""How close to the dice any deck can come: proven lower bounds on a cell's largest tail error.

Suppose a deck's error is at most some tolerance. Then N·P(total >= T) lies within it of the dice, for
every T, and equals A(T) + sum over open cards v of R(T − v): A(T) counts the plain cards that show T or
more, R is the tail of the chain's rest, drawn from a deck without v. Put v back into that deck at
random and the rest's total changes only if v comes before the first plain card. That happens in
(J + 1)/N of all places, J being the open cards in the rest, so with D the tail of the whole deck

    (N − 1)·R(x) = N·D(x) − R(x − v) − (something from 0 to the chance-weighted J)

which confines R as D is confined. A and the cumulative counts of the open cards are non-increasing
whole numbers with known sums (the mean); intervals of them are narrowed until none is left, which
refutes the tolerance, or are split in two. All is integer arithmetic in 1/2**32 of a card, rounded outwards:
a refutation is a proof, on every machine the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from deckgen.deck.solve.problem import Problem

    Ints = NDArray[np.int64]

_SHIFT = 32
_CARD = 1 << _SHIFT
_STEPS = 1000
"""Bounds are found to 1 over this of a card."""
_BATCH = 64
_CELLS = 1 << 20
"""Numbers in the largest table of a batch; longer problems take smaller batches."""
CHEAP = 0
PROVING = 1000
"""Budgets: splits for each pair of sums at each tolerance."""


@dataclass(frozen=True)
class Bound:
    """No deck's largest tail error is below ``value`` cards; ``how`` is the argument in one line."""

    value: Fraction
    how: str


def lower_bound(
    problem: Problem,
    open_cards: Sequence[int] | None = None,
    *,
    up: int | None = None,
    budget: int = CHEAP,
    reached: Fraction | None = None,
) -> Bound:
    """A proven lower bound on max over T of N·|P(total >= T) − the dice's|, for every deck.

    The decks are those with any of ``open_cards`` (default: every number the problem allows), the mean
    exact or, where it cannot be, rounded down or up (``up`` 0 or 1; None: either). ``budget`` is how
    often intervals may be split: 0 is quick, ``PROVING`` takes seconds, more may prove more.
    ``reached`` is what some deck reaches: nothing above it is tried.
    """
    counts = open_cards
    if counts is None:
        counts = [k for group in problem.open_counts() for k in group]
    dice = _Dice(problem)
    cases: Sequence[_Case] = [case for k in counts for case in _cases(problem, k, up)]
    pairs = len(cases)
    most = 1 - problem.tails[-1] * problem.size  # a card beyond the tails would be that far off
    low, high = 0, max(1, ceil((most if reached is None else min(most, reached)) * _STEPS))
    while high - low > 1:  # no deck has an error of low or less, save 0; only ``cases`` have one below high
        middle = (low + high) // 2
        left = _left(dice, cases, middle, budget)
        if left:
            high, cases = middle, left
        else:
            low = middle
    how = f"{pairs} pairs of sums of plain and open cards, " + (
        f"intervals split up to {budget} times each" if budget else "intervals narrowed"
    )
    return Bound(Fraction(low, _STEPS), how)


@dataclass(frozen=True)
class _Case:
    """Decks with so many open cards, of which the printed values sum so."""

    open_cards: int
    open_sum: int
    plain_sum: int


def _cases(problem: Problem, k: int, up: int | None) -> Iterator[_Case]:
    """The sums of open and of plain cards that give the mean."""
    m = problem.size - k
    scaled = problem.scaled_target(k)
    totals = [floor(scaled)]
    if scaled.denominator != 1:
        totals = [floor(scaled) + u for u in ((0, 1) if up is None else (up,))]
    chained = problem.draw == "without-replacement" and k > 0
    plain_weight, open_weight = (m + 1, m) if chained else (1, 1)
    least = k * _lowest_open(problem)
    for total in totals:
        for open_sum in range(least, k * len(problem.tails) + 1):
            rest = total - open_weight * open_sum
            if rest >= 0 and rest % plain_weight == 0:
                yield _Case(k, open_sum, rest // plain_weight)


def _lowest_open(problem: Problem) -> int:
    return max(problem.minimum, 1 if problem.critical is None else 2)


@dataclass
class _Boxes:
    """Many sets of decks at once, a row each: intervals of A(T) and of the open cards' counts, by T."""

    facts: Ints  # rows of (open cards, their sum, the plain cards' sum)
    low: Ints  # (rows, 2, T): 0 the plain, 1 the open cards
    high: Ints

    def take(self, rows: NDArray[np.bool_] | Ints) -> _Boxes:
        return _Boxes(self.facts[rows], self.low[rows], self.high[rows])


def _left(dice: _Dice, cases: Sequence[_Case], steps: int, budget: int) -> Sequence[_Case]:
    """The cases of which it is not proven that no deck has an error of at most ``steps``/_STEPS.

    They are tried in turn up to the first that resists.
    """
    narrow = _Narrowing(dice, ceil(Fraction(steps * _CARD, _STEPS)))
    left: list[_Case] = []
    for i in range(0, len(cases), narrow.batch):
        facts = narrow(narrow.start(cases[i : i + narrow.batch])).facts.tolist()
        left += [_Case(*row) for row in facts]
    for i, case in enumerate(left):
        if not _refuted(narrow, case, budget):
            return left[i:]
    return []


def _refuted(narrow: _Narrowing, case: _Case, budget: int) -> bool:
    """Whether the case's box, split as often as ``budget`` allows, is left with nothing in it."""
    stack = [narrow.start([case])]
    while stack:
        boxes = narrow(stack.pop())
        if not len(boxes.facts):
            continue
        width = boxes.high - boxes.low
        budget -= len(width)
        if budget < 0 or not width.any(axis=(1, 2)).all():
            return False
        halves = _split(boxes, width)
        rows = np.arange(len(halves.facts))
        stack += [halves.take(rows[i : i + narrow.batch]) for i in range(0, len(rows), narrow.batch)]
    return True


def _split(boxes: _Boxes, width: Ints) -> _Boxes:
    """Each box cut in two where it is widest; open cards first, for all else follows from them."""
    rows = np.arange(len(width))
    kind = width[:, 1].any(axis=1).astype(np.int64)
    place = width[rows, kind].argmax(axis=1)
    middle = (boxes.low[rows, kind, place] + boxes.high[rows, kind, place]) // 2
    high, low = boxes.high.copy(), boxes.low.copy()
    high[rows, kind, place] = middle
    low[rows, kind, place] = middle + 1
    order = np.argsort(np.concatenate([rows, rows]), kind="stable")  # both halves beside each other
    both = _Boxes(
        np.concatenate([boxes.facts, boxes.facts]),
        np.concatenate([boxes.low, low]),
        np.concatenate([high, boxes.high]),
    )
    return both.take(order)


class _Dice:
    """What narrowing needs of a problem, in units."""

    def __init__(self, problem: Problem) -> None:
        self.p = problem
        cards = [t * problem.size * _CARD for t in problem.tails]
        self.least = np.array([floor(c) for c in cards], dtype=np.int64)
        self.most = np.array([ceil(c) for c in cards], dtype=np.int64)
        self.first = _lowest_open(problem)
        self.more = np.array([self._more_open(k) for k in range(problem.size + 1)], dtype=np.int64)

    def _more_open(self, k: int) -> list[int]:
        """By x: the chance-weighted number of open cards in a rest below x, at most, k − 1 being left."""
        chance, sums = Fraction(1), [Fraction(0)]
        for j in range(1, k):
            chance *= Fraction(k - j, self.p.size - j)
            sums.append(sums[-1] + chance)
        units = [ceil(s * _CARD) for s in sums]
        cards = [max(0, x - 1 - self.p.minimum) // self.first for x in range(len(self.p.tails))]
        return [units[min(j, len(units) - 1)] for j in cards]


class _Narrowing:
    """Narrows boxes to what a tolerance (in units) leaves, and drops those in which nothing is left."""

    def __init__(self, dice: _Dice, tolerance: int) -> None:
        self.p, self.n, self.first, self.more = dice.p, dice.p.size, dice.first, dice.more
        self.least = np.maximum(dice.least - tolerance, 0)
        self.most = dice.most + tolerance
        self.least[: self.p.minimum + 1] = self.most[: self.p.minimum + 1] = self.n * _CARD
        self.lengths = len(self.least)
        # an open card v makes a total of v + minimum certain, so too high a v is more than the dice allow
        allowed = np.flatnonzero(self.most >= _CARD)
        self.top = max(int(allowed[-1]) - self.p.minimum, self.first)
        t = np.arange(self.lengths)[:, None]
        v = np.arange(self.first, self.top + 1)[None, :]
        self.once, self.twice = np.maximum(t - v, 0), np.maximum(t - 2 * v, 0)
        self.batch = max(1, min(_BATCH, _CELLS // self.once.size))

    def start(self, cases: Sequence[_Case]) -> _Boxes:
        facts = np.array([(c.open_cards, c.open_sum, c.plain_sum) for c in cases], dtype=np.int64)
        k = facts[:, :1]
        high = np.repeat(np.stack([self.n - k, k], axis=1), self.lengths, axis=2)
        low = np.zeros_like(high)
        low[:, 0, : self.p.minimum + 1] = self.n - k
        low[:, 1, : self.first + 1] = k
        high[:, 1, self.top + 1 :] = 0
        return _Boxes(facts, low, high)

    def __call__(self, boxes: _Boxes) -> _Boxes:
        while len(boxes.facts):
            before = boxes.low.sum() - boxes.high.sum()
            rows = len(boxes.facts)
            boxes = self._once(boxes)
            if len(boxes.facts) == rows and boxes.low.sum() - boxes.high.sum() == before:
                break
        return boxes

    def _once(self, boxes: _Boxes) -> _Boxes:
        low, high = boxes.low.copy(), boxes.high.copy()
        chains_low, chains_high = self._chains(boxes)
        # plain cards: what the dice leave
        low[:, 0] = np.maximum(low[:, 0], -((chains_high - self.least) >> _SHIFT))
        high[:, 0] = np.minimum(high[:, 0], (self.most - chains_low) >> _SHIFT)
        # open cards: v makes a total of v + minimum certain
        at = np.minimum(np.arange(self.lengths) + self.p.minimum, self.lengths - 1)
        room = (self.most[at] >> _SHIFT) - low[:, 0, at]
        high[:, 1] = np.minimum(high[:, 1], room)
        # cards shown, and sums
        other_low, other_high = low[:, ::-1].copy(), high[:, ::-1].copy()
        low = np.maximum(low, self.p.lowest - other_high)
        high = np.minimum(high, self.p.highest - other_low)
        low, high = _falling(low, high)
        sums = boxes.facts[:, :0:-1]  # plain, open
        spare = (sums - low[:, :, 1:].sum(axis=2))[:, :, None]
        short = (high[:, :, 1:].sum(axis=2) - sums)[:, :, None]
        left = (low <= high).all(axis=(1, 2)) & (spare >= 0).all(axis=(1, 2)) & (short >= 0).all(axis=(1, 2))
        narrowed_low, narrowed_high = np.maximum(low, high - short), np.minimum(high, low + spare)
        narrowed_low[:, :, 0], narrowed_high[:, :, 0] = low[:, :, 0], high[:, :, 0]
        return _Boxes(boxes.facts, *_falling(narrowed_low, narrowed_high)).take(left)

    def _chains(self, boxes: _Boxes) -> tuple[Ints, Ints]:
        """The least and the most that open cards add to N·P(total >= T), in units, by T."""
        low, high = self._rests(boxes.facts[:, 0])
        # rests rise with v (the bounds are made to), so more or higher open cards add more
        low = np.minimum.accumulate(low[:, :, ::-1], axis=2)[:, :, ::-1]
        high = np.maximum.accumulate(high, axis=2)
        low[:, :, 1:] -= low[:, :, :-1].copy()
        high[:, :, 1:] -= high[:, :, :-1].copy()
        shown = slice(self.first, self.top + 1)
        least = np.einsum("btv,bv->bt", low, boxes.low[:, 1, shown])
        most = np.einsum("btv,bv->bt", high, boxes.high[:, 1, shown])
        return least, most

    def _rests(self, k: Ints) -> tuple[Ints, Ints]:
        """Bounds on the chance that a rest after v is T − v or more, in units, by T and v."""
        more = self.more[k]
        d_low, d_high = self.least[None, :], self.most[None, :]
        if self.p.draw == "with-replacement":
            low, high = d_low // self.n, -(-d_high // self.n)
            low, high = low[:, self.once], high[:, self.once]
        else:
            n = max(self.n - 1, 1)
            rest_high = np.minimum(-(-d_high // self.n), _CARD)
            rest_low = np.maximum((d_low - _CARD - more) // n, 0)
            certain = np.arange(self.lengths) <= self.p.minimum
            rest_low = np.where(certain, _CARD, rest_low)
            low = (np.broadcast_to(d_low - more, more.shape)[:, self.once] - rest_high[:, self.twice]) // n
            high = -((rest_low[:, self.twice] - d_high[:, self.once]) // n)
        certain = self.once <= self.p.minimum
        low = np.where(certain, _CARD, np.clip(low, 0, _CARD))
        high = np.where(certain, _CARD, np.clip(high, 0, _CARD))
        shape = (len(k), *self.once.shape)
        return np.broadcast_to(low, shape).copy(), np.broadcast_to(high, shape).copy()


def _falling(low: Ints, high: Ints) -> tuple[Ints, Ints]:
    """The intervals of a sequence that never rises."""
    low = np.maximum.accumulate(low[:, :, ::-1], axis=2)[:, :, ::-1]
    return low, np.minimum.accumulate(high, axis=2)
