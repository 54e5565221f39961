"""Dealing: which card gets which of a cell's numbers, so that cells are independent and no card is bad.

Cells that lie on the cards together (a column whose rows rise, or are read as pools) are a block: they are
joined once, and then dealt as a whole. A block's order on the cards is chosen against all others, block
after block and a few times over, so that correlations between cells come near zero and every card's mean
percentile near the middle.

Cards are dealt to as seats, the jokers' first. Which joker and which other card has which seat is chosen by
chance at the end, and dealing treats no seat but the jokers' otherwise than others: so every card is as likely as
every other to get an item. All numbers are whole, and small enough for floating point to hold exactly: so
every machine deals the same, in whatever order it adds them up.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from math import ceil, floor, isqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from deckgen.deck.deal.pools import Pools, arrange
from deckgen.game.model import Cell
from deckgen.records import record

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from deckgen.deck.deal.random_stream import RandomStream

    Ints = NDArray[np.int64]
    Mask = NDArray[np.bool_]
    Whole = NDArray[np.float64]

UNIT = 32
"""A standard deviation, in the whole numbers that correlations are reckoned in."""
_EVEN = 10
"""How far a card's mean percentile may be from 50 before that counts against an order."""
_ROUNDS = 3
"""How often the order of every block is chosen."""
_STEPS = np.array([[1.0], [2], [4], [6], [10], [16]])
"""How far an order is moved away from what makes it worse, in twentieths: the best of all is taken."""
_STEP_PLACES = np.arange(len(_STEPS))[:, None]
_MIXING = 6
"""How often seats are paired by chance in every row of a rising group, to swap its items: at first all that may."""
_SHUFFLES = 25
"""How often seats are paired by chance to swap all that they have of a column of pools."""
_TRIES = 24
"""How often places are picked for the jokers at most, until they are average in all rows."""
ANY = 1 << 40
"""More than any sum of numbers on cards."""


@record
class Pile:
    """What one cell shows, in ascending order, to be dealt: ``items[i]`` goes to one card.

    ``values`` are numbers to correlate; ``target`` is the cell's mean if jokers are to be average in it
    (then only items that are ``plain`` may lie on a joker); ``weighed`` says whether the cell counts
    when cards are compared as good or bad. ``on_jokers`` are the items that lie on the jokers, where that
    is settled beforehand: one for each.
    """

    items: tuple[Any, ...]
    values: tuple[int, ...]
    plain: tuple[bool, ...]
    target: Fraction | None = None
    weighed: bool = False
    on_jokers: tuple[int, ...] | None = None

    @cached_property
    def facts(self) -> Whole:
        """By item: its value, 1 where it is open, its score and its rank (see ``Table``)."""
        return _facts(self.values, self.plain, self.weighed)


@record
class PileGroup:
    """Rows that are dealt together; in a ``rising`` block no card's total falls from row to row.

    For that, on every card values rise and below an open item there are only open ones. Then no total falls
    from a row to the next, whatever is drawn on. By induction over the cards that are left: a card that is
    plain in the upper row totals its number, and the lower row prints at least as much, whatever is added
    to it (numbers on cards are not negative). A card that is open in the upper row is open in the lower one
    too; there it prints at least as much, and the next card, which both go on with, adds at least as much.

    ``pools``: the rows are read together as pools of those odds; their items are cells. ``arranged`` are such
    rows' items from a library, by row and place, the jokers' first.
    """

    rows: tuple[Pile, ...]
    rising: bool = False
    pools: Pools | None = None
    arranged: Ints | None = None

    @cached_property
    def nested(self) -> Ints | None:
        """By row its items, plain ones first and both in ascending order: place by place rows rise, open items too.

        None if they do not, because rows have fewer open items than those above, or lower numbers on them.
        """
        if not self.rising:
            return None
        values, again = np.array([pile.facts[:2] for pile in self.rows]).transpose(1, 0, 2)
        orders = np.lexsort((values, again))
        steps = (np.diff(np.take_along_axis(fact, orders, axis=1), axis=0) for fact in (values, again))
        return orders if all((step >= 0).all() for step in steps) else None


class Table:
    """The rows of all groups on the cards, in arrays by row and seat.

    ``items`` are the piles' items, ``shown`` their values, ``again`` says whether they are open; ``score`` is
    the values with mean 0 and the standard deviation ``UNIT``, ``rank`` their mid-ranks, 0 in rows that are not
    weighed. ``alike`` is, for any two seats, the sum over rows of their scores multiplied; ``luck`` the sum of
    a seat's ranks. The first seats are those of the ``jokers``. ``owner`` is the group of a row, ``blocks``
    are the rows of that group.
    """

    def __init__(self, groups: list[PileGroup], size: int, jokers: int, bits: RandomStream) -> None:
        self.size, self.jokers = size, jokers
        piles = [pile for group in groups for pile in group.rows]
        self.owner: Ints = np.repeat(np.arange(len(groups)), [len(group.rows) for group in groups])
        self.weighed: Mask = np.array([pile.weighed for pile in piles], dtype=np.bool_)
        self.average: Ints = np.array([_average(pile.target, jokers) for pile in piles], dtype=np.int64)
        facts = np.array([pile.facts for pile in piles]).transpose(1, 0, 2)
        values, again = facts[:2].astype(np.int64)
        rising = np.array([group.rising for group in groups])[self.owner]
        self.nested: Mask = np.array([group.nested is not None for group in groups])[self.owner]
        self.fixed: Mask = ~self.weighed | np.array([group.pools is not None for group in groups])[self.owner]
        # the rows beside each in a rising group, or one of numbers that stop nothing
        joined, every = np.diff(self.owner) == 0, np.arange(len(piles))
        self.above = np.where(rising & np.insert(joined, 0, False), every - 1, len(piles))
        self.below = np.where(rising & np.append(joined, False), every + 1, len(piles) + 1)
        ends = np.cumsum([0, *(len(group.rows) for group in groups)]).tolist()
        blocks = [slice(*rows) for rows in pairwise(ends)]
        joined_rows = (
            _joined(group, values[own], again[own], self.average[own], jokers, bits)
            for group, own in zip(groups, blocks, strict=True)
        )
        items = np.concatenate(list(joined_rows))
        # and two rows beside which every row rises
        self._facts: Whole = np.zeros((len(facts) + 1, len(piles) + 2, size))
        self._facts[0, :-2] = items
        self._facts[1:, :-2] = facts[:, np.arange(len(piles))[:, None], items]
        self._beside = self._facts[1]
        self._beside[-2:] = [[-ANY], [ANY]]
        self.items, self.shown, self.again, self.score, self.rank = self._facts[:, :-2]
        self.alike: Whole = np.zeros((size, size))
        self.luck: Whole = np.zeros(size)
        limit = _EVEN * 2 * size * int(self.weighed.sum()) // 100
        self.blocks = [blocks[group] for group in self.owner]
        self._deal(blocks, bits.orders(len(blocks), size - jokers) + jokers, limit)
        for group, own in zip(groups, blocks, strict=True):
            if group.rising:
                self._mix(own, _MIXING, limit, bits, rising=True)
        for group, own in zip(groups * 2, blocks * 2, strict=True):
            if group.pools:
                self._mix(own, _SHUFFLES, limit, bits, rising=False)
        self._average_jokers()

    def _average_jokers(self) -> None:
        """Swaps of jokers' items in the rows of rising groups in which no places were average."""
        for row in np.flatnonzero(self.missed()).tolist():
            fits = self.allowed(row)[: self.jokers, self.jokers :]
            if fits.any():
                joker, other = divmod(int(fits.argmax()), fits.shape[1])
                self.swap(slice(row, row + 1), joker, self.jokers + other)

    def missed(self) -> Mask:
        """By row: whether the jokers' average is farther from the mean than it should be."""
        sums = self.shown[:, : self.jokers].sum(axis=1)
        return np.asarray((sums < self.average[:, 0]) | (sums > self.average[:, 1]))

    def swap(self, rows: slice, a: int, b: int) -> None:
        """Swap two seats' items of a row, or of all rows of a group."""
        score, rank = self.score[rows], self.rank[rows].sum(axis=0)
        step, more = (score[:, b] - score[:, a]) @ score, rank[b] - rank[a]
        both, rise = self.alike[a, b], (score[:, b] ** 2).sum() - (score[:, a] ** 2).sum()
        own, other = self.alike[a, a] + rise, self.alike[b, b] - rise
        for seat, change in ((a, step), (b, -step)):
            self.alike[seat] += change
            self.alike[:, seat] += change
        self.alike[a, a], self.alike[b, b] = own, other
        self.alike[a, b] = self.alike[b, a] = both
        self.luck[a] += more
        self.luck[b] -= more
        self._facts[:, rows, [a, b]] = self._facts[:, rows, [b, a]]

    def allowed(self, row: int) -> Mask:
        """Which seats may swap their items of a row with which.

        Rows still rise, open items stay nested, and jokers plain and average. What is read as a pool stays.
        """
        shown, again, wild = self.shown[row], self.again[row], slice(None, self.jokers)
        if self.fixed[row]:
            return np.zeros((self.size, self.size), dtype=np.bool_)
        low, high = self._beside[self.above[row]], self._beside[self.below[row]]
        fits = (shown >= low[:, None]) & (shown <= high[:, None])
        fits &= fits.T.copy()
        if self.nested[row]:
            fits &= again == again[:, None]
        sums = shown[wild].sum() + shown[self.jokers :] - shown[wild, None]
        average = (sums >= self.average[row, 0]) & (sums <= self.average[row, 1])
        average &= again[wild, None] + again[self.jokers :] == 0
        fits[wild, self.jokers :] &= average
        fits[self.jokers :, wild] &= average.T
        return np.asarray(fits)

    def allowed_for(self, card: int) -> Mask:
        """The same for one seat in every row: with which it may swap."""
        shown, again, wild = self.shown, self.again, slice(None, self.jokers)
        own, low, high = shown[:, [card]], self._beside[self.above], self._beside[self.below]
        fits = (shown >= low[:, [card]]) & (shown <= high[:, [card]]) & (own >= low) & (own <= high)
        fits &= ~self.fixed[:, None]
        fits &= ~(self.nested[:, None] & (again != again[:, [card]]))
        # those of the jokers, and those of the others that may come to them
        others = slice(self.jokers, None) if card < self.jokers else wild
        change = shown[:, others] - own if card < self.jokers else own - shown[:, others]
        sums = shown[:, wild].sum(axis=1, keepdims=True) + change
        average = (sums >= self.average[:, :1]) & (sums <= self.average[:, 1:])
        fits[:, others] &= average & (again[:, others] + again[:, [card]] == 0)
        return np.asarray(fits)

    def _count(self, score: Whole, rank: Whole, sign: int) -> None:
        self.alike += (sign * score).T * score if len(score) == 1 else (sign * score).T @ score
        self.luck += sign * rank

    def _deal(self, blocks: list[slice], orders: Ints, limit: int) -> None:
        """Choose which seat has which place of each group: beginning with these orders, a few times over."""
        parts = [(self.score[own], self.rank[own].sum(axis=0)) for own in blocks]
        places = [np.append(np.arange(self.jokers), order) for order in orders]
        for turn in range(_ROUNDS):
            for group, (score, rank) in enumerate(parts):
                if turn and not rank.any():  # what is not weighed is not audited either: once will do
                    continue
                at = places[group]
                if turn:
                    self._count(score[:, at], rank[at], -1)
                places[group] = at = self._best(score, rank, at, limit)
                self._count(score[:, at], rank[at], 1)
        for own, at in zip(blocks, places, strict=True):
            self._facts[:, own] = self._facts[:, own][:, :, at]

    def _best(self, score: Whole, rank: Whole, at: Ints, limit: int) -> Ints:
        """The best of a few orders of a block on the cards: ``at``, ones moved away from what others have, other jokers.

        ``score`` and ``rank`` are by place, lowest first after the jokers'; ``at`` is a place for each seat.
        Bad are the squares of correlations, summed, and those of how far cards are from even beyond the ``limit``.
        """
        own = score.take(at, axis=1).sum(axis=0) if len(score) > 1 else score[0].take(at)
        push = own @ self.alike + len(score) * UNIT**3 * _beyond(self.luck + rank.take(at), limit)
        keys = 20 * self.size * UNIT**2 * own - _STEPS * push
        order = keys[:, self.jokers :].argsort(axis=1, kind="stable")
        order += self.jokers
        tried = at[None].repeat(len(_STEPS) + 2, axis=0)
        tried[-1, : self.jokers] = at[: self.jokers][::-1]
        tried[_STEP_PLACES, order] = np.arange(self.jokers, self.size)
        if len(score) > 1:
            scores = score.take(tried, axis=1)
            bad = np.vecdot(scores @ self.alike, scores).sum(axis=0)
        else:
            scores = score[0].take(tried)
            bad = np.vecdot(scores @ self.alike, scores)
        if rank.any():  # else all are alike uneven
            uneven = _beyond(self.luck + rank.take(tried), limit)
            bad += UNIT**4 // self.size * np.vecdot(uneven, uneven)
        return np.asarray(tried[bad.argmin()])

    def _mix(self, own: slice, turns: int, limit: int, bits: RandomStream, *, rising: bool) -> None:
        """Swap what random pairs of seats have in a group, where that makes the whole better.

        Where it is rising each row is swapped by itself, all pairs at first; else the rows go together.
        """
        self.alike -= self.score[own].T @ self.score[own]
        moved = [slice(row, row + 1) for row in range(own.start, own.stop)] if rising else [own]
        seats, every = np.arange(self.size), self.alike.diagonal()
        paired = self._pairs(turns * len(moved), bits)
        squares = every + every[paired] - 2 * self.alike[seats, paired]
        for turn, (pairs, square) in enumerate(zip(paired, squares, strict=True)):
            rows = moved[turn % len(moved)]
            rank = self.rank[rows.start] if rising else self.rank[rows].sum(axis=0)
            moves = rank.take(pairs) - rank
            if rising:
                taken = self._rises(rows.start, pairs)
                taken &= taken.take(pairs)
            if not rising or turn >= len(moved):
                score = self.score[rows]
                push, step = score @ self.alike, score.take(pairs, axis=1) - score
                gain = step * (2 * (push - push.take(pairs, axis=1)) + step * square)
                total = gain[0] if rising else gain.sum(axis=0)
                uneven = _beyond(self.luck, limit)
                if uneven.any():
                    total += UNIT**4 // self.size * moves * (uneven - uneven.take(pairs))
                taken = taken & (total < 0) if rising else total < 0
            self.luck += moves * taken
            self._facts[:, rows] = self._facts[:, rows].take(np.where(taken, pairs, seats), axis=2)
        self.alike += self.score[own].T @ self.score[own]

    def _pairs(self, count: int, bits: RandomStream) -> Ints:
        """Seats in random pairs, so many times: each seat's partner, which for a joker's is itself."""
        half = (self.size - self.jokers) // 2
        orders = bits.orders(count, self.size - self.jokers) + self.jokers
        pairs = np.arange(self.size)[None].repeat(count, axis=0)
        for one, other in ((0, half), (half, 0)):
            np.put_along_axis(pairs, orders[:, one : one + half], orders[:, other : other + half], axis=1)
        return pairs

    def _rises(self, row: int, order: Ints) -> Mask:
        """By seat: whether a row of a rising group still rises and is nested there, once it has what ``order`` says."""
        shown, again = self.shown[row][order], self.again[row]
        fits = (self._beside[self.above[row]] <= shown) & (shown <= self._beside[self.below[row]])
        return np.asarray(fits & (again == again[order]) if self.nested[row] else fits)


def _beyond(luck: Whole, limit: int) -> Whole:
    """How far sums of ranks are above the limit, or below minus that."""
    return np.asarray(luck - np.minimum(np.maximum(luck, -limit), limit))


def arrangement(group: PileGroup, jokers: int, bits: RandomStream) -> Ints:
    """The items of a group by itself, by row and place: the jokers' places first."""
    values, again = np.array([pile.facts[:2] for pile in group.rows]).transpose(1, 0, 2).astype(np.int64)
    average = np.array([_average(pile.target, jokers) for pile in group.rows], dtype=np.int64)
    return _joined(group, values, again, average, jokers, bits)


def _joined(
    group: PileGroup, values: Ints, again: Ints, average: Ints, jokers: int, bits: RandomStream
) -> Ints:
    """A group's items by row and place: the jokers' places first, then from low to high numbers."""
    ascending = np.arange(values.shape[1])
    if group.rising or group.arranged is not None:
        items = group.arranged if group.nested is None else group.nested
        if items is None:
            items = ascending[None].repeat(len(values), axis=0)
        shown, plain = (np.take_along_axis(fact, items, axis=1) for fact in (values, 1 - again))
        first = _picked(shown, np.flatnonzero(plain.all(axis=0)), average, jokers, bits)
        sums = shown[:, first].sum(axis=1)
        if group.arranged is not None and ((sums < average[:, 0]) | (sums > average[:, 1])).any():
            first = ascending[:jokers]
        items = items[:, _first(first, ascending)]
    else:
        rows = []
        for row, pile in enumerate(group.rows):
            if pile.on_jokers is None:
                plain = np.flatnonzero(again[row] == 0)
                first = _picked(values[[row]], plain, average[[row]], jokers, bits, _failing(pile))
            else:
                first = np.array(bits.shuffled(pile.on_jokers), dtype=np.int64)
            rows.append(_first(first, ascending))
        if group.pools:
            for order in rows:
                order[jokers:] = order[jokers:][bits.orders(1, len(order) - jokers)[0]]
            rows = arrange([pile.items for pile in group.rows], group.pools, rows, range(jokers), bits)
        items = np.array(rows)
    if len(items) > 1:
        total = np.take_along_axis(values, items, axis=1)[:, jokers:].sum(axis=0)
        items[:, jokers:] = items[:, jokers:][:, total.argsort(kind="stable")]
    return items


def _first(chosen: Ints, every: Ints) -> Ints:
    """All numbers, the chosen ones first."""
    others = np.ones(len(every), dtype=np.bool_)
    others[chosen] = False
    return np.append(chosen, every[others])


def _failing(pile: Pile) -> Ints:
    """By item, 1 where it is a critical failure."""
    return np.array([isinstance(item, Cell) and item.critical_failure for item in pile.items], dtype=np.int64)


def _picked(
    shown: Ints, plain: Ints, average: Ints, jokers: int, bits: RandomStream, failing: Ints | None = None
) -> Ints:
    """Places for the jokers, of the ``plain`` ones: their sums are ``average``, or as near as is found.

    ``shown`` are values by row and place. All jokers but the last have any place, and that one the best. Of
    critical failures (``failing`` is 1) they have their share, rounded up, at most: so these stay within half a
    card in the long run.
    """
    if len(plain) < jokers:
        plain = np.arange(shown.shape[1])
    if not jokers:
        return plain[:0]
    found: list[tuple[int, Ints]] = []
    while len(found) < _TRIES and not (found and found[-1][0] == 0):
        order = plain[bits.orders(1, len(plain))[0]]
        first, others = order[: jokers - 1], order[jokers - 1 :]
        sums = shown[:, others] + shown[:, first].sum(axis=1, keepdims=True)
        misses = np.maximum(0, np.maximum(average[:, :1] - sums, sums - average[:, 1:])).sum(axis=0)
        if failing is not None:
            share = -(-jokers * int(failing.sum()) // len(failing))
            misses = misses + ANY * (failing[others] + failing[first].sum() > share)
        last = int(misses.argmin())
        found.append((int(misses[last]), np.append(first, others[last])))
    return min(found, key=lambda each: each[0])[1]


@lru_cache(maxsize=8192)
def _facts(values: tuple[int, ...], plain: tuple[bool, ...], weighed: bool) -> Whole:
    row = np.array([values], dtype=np.int64)
    ranks = _ranks(row) if weighed else 0 * row
    facts = np.concatenate([row, [[not each for each in plain]], _standard(row), ranks], dtype=np.float64)
    facts.flags.writeable = False  # shared by many decks
    return facts


@lru_cache(maxsize=8192)
def _average(target: Fraction | None, jokers: int) -> tuple[int, int]:
    """The least and the largest sum of the jokers' values whose average is within 1/2 of the target."""
    if target is None:
        return -ANY, ANY
    middle, half = jokers * target, Fraction(jokers, 2)
    return ceil(middle - half), floor(middle + half)


def _standard(values: Ints) -> Whole:
    """Rows of values with mean 0 and standard deviation ``UNIT``, in whole numbers; 0 where all are alike."""
    size = values.shape[1]
    centred = size * values - values.sum(axis=1, keepdims=True)
    scale = [isqrt(int(squares) * 1024 * 1024 // size) or 1 for squares in (centred**2).sum(axis=1)]
    return np.asarray(UNIT * 1024 * centred // np.array(scale)[:, None], dtype=np.float64)


def _ranks(values: Ints) -> Whole:
    """Mid-ranks by row, twice and centred, so that they are whole and sum to 0."""
    below = values[:, None, :] < values[:, :, None]
    return np.asarray(below.sum(axis=2) - below.sum(axis=1), dtype=np.float64)
