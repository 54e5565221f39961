"""The solver of a column: numbers for N cards with the means exact and the odds close to the dice.

In a rising column no card's total may fall from a row to the next, whatever is drawn next. So every row has
the same number of open cards (they will be the same cards), and in every deck a row prints at least as
much as the row above, on its plain cards and on its open ones, each in order of size (``deckgen.deck.deal.table``
has the proof).

A set of decks is solved, not a deck: first the open numbers with which eight decks together come nearest to the
dice, for every number of open cards; of these, the mixture of which the average, in fractions of cards, is nearest.
Then whole decks follow one another, each as close to the average as its cards allow, so that the errors of all
decks so far add up to no more than the average's: the decks of a set cancel each other's errors, and the seed
chooses where in the cycle a set begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from deckgen.deck.solve.column import LENGTH, ColumnRequest, ColumnSolution, OpenSums
from deckgen.deck.solve.effort import Effort
from deckgen.deck.solve.programs import Average, Chains, NextDeck, choose_open_cards, nearest_average, next_deck
from deckgen.deck.solve.tails import tail_error
from deckgen.errors import DeckError, Problem
from deckgen.odds import describe, distribution

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from deckgen.deck.solve.cells import Multiset
    from deckgen.deck.solve.request import Request

    FloatArray = NDArray[np.float64]

_SET = 8
"""So many decks are looked at together when open cards are chosen."""
_FIRSTS = 4
"""So many sets of open numbers are tried until decks meet their tail limits."""
_GROUPS = 3
"""Most different sets of open numbers in the decks of a column."""
_GAIN = 0.03
"""By how much another group of decks must lessen the cost, in cards."""
_SPREAD = 0.1
"""Open cards that cost so much more than the best are kept."""
_UNUSUAL = 0.02
"""What each open card costs, in cards, by which their number is not that of the dice."""
_QUICK = 0.2
"""Share of the effort with which every number of open cards is tried first."""
_LARGEST_COST = 4
"""A larger cost is not looked for, in cards."""
_FARTHEST = 24
"""How far from its size other deck sizes are tried if a deck cannot carry a roll."""


class _Group(NamedTuple):
    """Decks with the same open numbers: the rows, the average by itself, the limits of its errors by row, and its cost."""

    rows: list[Chains]
    average: Average
    limits: list[float]
    cost: float

    @property
    def open_cards(self) -> int:
        return len(self.rows[0].values)


def solve(request: ColumnRequest, effort: Effort, progress: Callable[[str], None] = lambda _: None) -> ColumnSolution:
    """Return the best solutions found. Raises DeckError if no deck of this size can carry the rolls.

    Open cards of single dice show their maximum, or more, if the tail limits can be met so. Rows whose mean may be exact
    over a set only are so if limits cannot be met otherwise.
    """
    known = request.open_sums or tuple(0 if mode == "set" else None for mode in request.exact)
    best: ColumnSolution | None = None
    for attempt in dict.fromkeys((_with_highest_open(request), request)):
        if best is None or _excess(request, best):
            best = _better(request, best, _solve(attempt, known, effort, progress))
    if request.open_sums is None and "auto" in request.exact and _excess(request, best):
        errors = best.errors if best else [_LARGEST_COST * 1000] * len(request.rolls)
        rows = zip(request.exact, known, errors, request.tail_limits, strict=True)
        over_set = tuple(0 if mode == "auto" and n > limit * 1000 else old for mode, old, n, limit in rows)
        best = _better(request, best, _solve(request, over_set, effort, progress))
    if best is None:
        raise DeckError(_problem(request))
    return best


def _with_highest_open(request: ColumnRequest) -> ColumnRequest:
    """Return the request with open cards of single dice that show at least the die's maximum, if the game gives no least."""
    least = zip(request.rolls, request.open_least, strict=True)
    highest = tuple(
        roll.dice[0] if roll.endless and len(roll.dice) == 1 and given is None else given for roll, given in least
    )
    return replace(request, open_least=highest)


def _better(request: ColumnRequest, best: ColumnSolution | None, other: ColumnSolution | None) -> ColumnSolution | None:
    """Return the solution that exceeds the limits less; the first of equal ones."""
    return min(filter(None, (best, other)), key=lambda solution: _excess(request, solution), default=None)


def _excess(request: ColumnRequest, solution: ColumnSolution | None) -> Fraction:
    """Return how far the rows are beyond their limits, summed, in cards."""
    if solution is None:
        return Fraction(_LARGEST_COST)
    rows = zip(solution.errors, request.tail_limits, strict=True)
    return sum((max(Fraction(n, 1000) - limit, Fraction(0)) for n, limit in rows), Fraction(0))


def _solve(
    request: ColumnRequest, open_sums: OpenSums, effort: Effort, progress: Callable[[str], None]
) -> ColumnSolution | None:
    """Return solutions with rows exact over a set where a sum is given, 0 for any; None if there are none."""
    groups, cost, bound = _open_groups(request, open_sums, effort, progress, within=True)
    if not groups and set(open_sums) != {None}:
        groups, cost, bound = _open_groups(request, open_sums, effort, progress, within=False)
    best: ColumnSolution | None = None
    for first in range(min(len(groups), _FIRSTS)):
        if best is None or _excess(request, best):
            found = _solution(request, open_sums, groups[first:], effort)
            best = _better(request, best, found and replace(found, proof=(round(cost * 1000), int(bound * 1000))))
    if best:
        progress(f"{cost:.2f} card off as a set, at least {bound:.2f}; a deck up to {max(best.errors) / 1000:.2f}")
    return best


def _solution(
    request: ColumnRequest, open_sums: OpenSums, groups: Sequence[_Group], effort: Effort
) -> ColumnSolution | None:
    """Return decks of the first group, and of others that bring it nearer to the dice; None if there are none."""
    used, average = _mixture(groups, mixed=set(open_sums) == {None} and request.is_exact(groups[0].open_cards))
    rows = used[0].rows
    decks = [*_decks(used, average, effort)]
    if not decks:
        return None
    errors = [max(tail_error([cells[row]], chains.request) for cells in {*decks}) for row, chains in enumerate(rows)]
    return ColumnSolution(
        open_cards=used[0].open_cards,
        open_sums=tuple(None if n is None else sum(c.values) for n, c in zip(open_sums, rows, strict=True)),
        errors=tuple(ceil(error * 1000) for error in errors),
        proof=(0, 0),
        json_solutions=[[cell.to_json() for cell in cells] for cells in decks],
    )


def _open_groups(
    request: ColumnRequest, open_sums: OpenSums, effort: Effort, progress: Callable[[str], None], *, within: bool
) -> tuple[list[_Group], float, float]:
    """Return groups of decks with different open numbers, the nearest first, its cost and a proven minimum of it.

    If ``within``, rows whose mean is exact over a set have decks of both roundings within their tail limits.

    All numbers of open cards are tried, and the best two again, with more effort; then open numbers that cancel
    the errors of the best. Numbers like those of the dice are preferred.
    """
    usual = _usual_count(request)

    def unusual(k: int) -> float:
        return _UNUSUAL * abs(k - usual) if usual else 0

    none = [np.zeros(len(row.tails)) for row in request.row_requests(1, open_sums)]
    groups: list[_Group] = []
    costs: dict[int, tuple[float, float]] = {}

    def try_count(k: int, earlier: Sequence[FloatArray], most: float, share: float) -> None:
        rows = request.row_requests(k, open_sums)
        choice = choose_open_cards(rows, _SET, earlier, effort, most, share, within=within)
        if earlier is none:
            old_cost, old_bound = costs.get(k, (_LARGEST_COST, 0))
            cost, bound = (choice.cost, choice.bound) if choice else (_LARGEST_COST, 0 if effort.stopped else most)
            costs[k] = min(old_cost, cost), max(old_bound, bound)
            progress(f"{k} open cards: {costs[k][0]:.2f} card off as a set, at least {costs[k][1]:.2f}")
        if choice:
            settled = [
                replace(row, open_sum=sum(values)) if row.over_set else row
                for row, values in zip(rows, choice.rows, strict=True)
            ]
            chains = [Chains(row, values) for row, values in zip(settled, choice.rows, strict=True)]
            average = nearest_average([chains], [[_LARGEST_COST] * len(rows)])
            if average:
                near = [c.near(mean) for c, mean in zip(chains, average.plain[0], strict=True)]
                if nearer := nearest_average([near], [[_LARGEST_COST] * len(rows)]):
                    chains, average = near, nearer
                limits = [
                    max(float(row.tail_limit) / 2, error + _GAIN)
                    for row, error in zip(rows, average.errors, strict=True)
                ]
                groups.append(_Group(chains, average, limits, average.cost + unusual(k)))

    counts = request.open_counts(open_sums)
    best = float(_LARGEST_COST)
    for k in sorted(counts, key=lambda k: abs(k - usual)):
        most = best + _SPREAD - unusual(k)
        if most > 0:
            try_count(k, none, min(most, _LARGEST_COST), _QUICK)
            best = min(best, costs[k][0] + unusual(k))
    for k in sorted(costs, key=lambda k: costs[k][0] + unusual(k))[:2]:
        if costs[k][1] < costs[k][0] - _GAIN:
            try_count(k, none, _LARGEST_COST, 1)
    groups.sort(key=lambda group: group.cost)
    if groups and groups[0].average.cost > 2 * _GAIN and any(counts) and set(open_sums) == {None}:
        first = groups[0]
        earlier = [
            _SET * chains.errors(mean) for chains, mean in zip(first.rows, first.average.plain[0], strict=True)
        ]  # fmt: skip
        for k in sorted({group.open_cards for group in groups[:2]}):
            try_count(k, earlier, _LARGEST_COST, _QUICK)
    if not groups:
        return groups, 0, 0
    cost = costs[groups[0].open_cards][0]
    return groups, cost, min(cost, *(bound + unusual(k) for k, (_, bound) in costs.items()))


def _usual_count(request: ColumnRequest) -> float:
    """Return on how many cards the die of the first row would explode; 0 if it is a pool, which few open cards suit."""
    roll = request.rolls[0]
    return request.size / roll.dice[0] if roll.endless and len(roll.dice) == 1 else 0


def _mixture(groups: Sequence[_Group], *, mixed: bool) -> tuple[list[_Group], Average]:
    """Return the groups that are dealt, and their average: the best one, and others that bring it nearer to the dice.

    If not ``mixed``, all have as many open cards.
    """
    used, average = [groups[0]], groups[0].average
    others = [group for group in groups[1:] if mixed or group.open_cards == groups[0].open_cards]
    while len(used) < _GROUPS:
        trials = [([*used, group], nearest_average([g.rows for g in (*used, group)], [g.limits for g in (*used, group)]))
                  for group in others if group not in used]  # fmt: skip
        better = [(trial.cost, i) for i, (_, trial) in enumerate(trials) if trial and trial.cost < average.cost - _GAIN]
        if not better:
            break
        used, found = trials[min(better)[1]]
        assert found is not None  # as it is better
        average = found
    return used, average


def _decks(groups: Sequence[_Group], average: Average, effort: Effort) -> Iterator[tuple[Multiset, ...]]:
    """Yield decks, one after another, whose errors add up to nearly as many times the average's."""
    shared = [group for group in zip(groups, average.plain, average.shares, strict=True) if group[2] > 1 / LENGTH]
    target = [np.zeros(len(chains.request.tails)) for chains in groups[0].rows]
    for group, mean, share in zip(groups, average.plain, average.shares, strict=True):
        target = [a + share * c.errors(m) for a, c, m in zip(target, group.rows, mean, strict=True)]
    due = [np.zeros(len(row)) for row in target]
    for number in range(LENGTH):
        due = [a + b for a, b in zip(due, target, strict=True)]
        deck: NextDeck | None = None
        for within in (True, False):
            if deck is None:
                tried = [next_deck(group.rows, mean, due, effort, number, within=within) for group, mean, _ in shared]
                deck = min(filter(None, tried), key=lambda deck: deck[:2], default=None)
        if deck is None:
            return
        # what decks cannot make up for is forgotten, or it would hide all other errors
        due = [np.clip(a - b, -1, 1) for a, b in zip(due, deck.errors, strict=True)]
        yield deck.cells


def _problem(request: ColumnRequest) -> Problem:
    """Return the problem that no deck carries the rolls; the remedy names the nearest deck size that can."""
    roll = request.rolls[-1]
    mean = distribution(roll).mean
    message = f"no deck of {request.size} cards has its mean, {mean}, and odds near those of the dice"
    size = next((size for size in _sizes_beside(request.size) if _is_solvable(request.with_size(size))), None)
    remedy = "use smaller dice, fewer dice or a larger deck"
    if size is not None:
        remedy = f"use {size} cards, or smaller or fewer dice"
    if len(request.rolls) > 1:
        message += " in a column whose totals never fall"
        remedy += ", or write rising: false"
    return Problem(describe(roll), None, "", message, remedy)


def _sizes_beside(size: int) -> Iterator[int]:
    """Yield the deck sizes up to 24 away, nearest first, the larger one before the smaller."""
    for off in range(1, _FARTHEST + 1):
        yield from (n for n in (size + off, size - off) if n > 1)


def _is_solvable(request: ColumnRequest) -> bool:
    """Return whether open cards are quickly found for every row."""
    sums: OpenSums = tuple(0 if mode == "set" else None for mode in request.exact)
    none = [np.zeros(len(row.tails)) for row in request.row_requests(1, sums)]
    return any(
        choose_open_cards(request.row_requests(k, sums), 1, none, Effort(1), _LARGEST_COST)
        for k in request.open_counts(sums)
    )
