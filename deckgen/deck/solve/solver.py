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
from itertools import chain, product
from math import ceil, inf
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from deckgen.deck.solve.column import LENGTH, SET, ColumnRequest, ColumnSolution, OpenSums
from deckgen.deck.solve.effort import Effort
from deckgen.deck.solve.programs import Average, Chains, NextDeck, choose_open_cards, nearest_average, next_deck
from deckgen.deck.solve.tails import tail_error
from deckgen.errors import DeckError, Problem
from deckgen.odds import describe, distribution

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from deckgen.deck.cells import Multiset
    from deckgen.deck.solve.request import Request

    FloatArray = NDArray[np.float64]

_RARE = 4
"""The number of decks with roundings that fewer than one deck of a set has."""
_FIRSTS = 4
"""So many sets of open numbers are tried until decks meet their tail limits."""
_SWEEPS = 2
"""How often every deck of a set is improved, given the others."""
_GOOD_ENOUGH = 0.35
"""With a hasty effort, open numbers that cost less are not improved, in cards."""
_MANY = 0.002
"""What each open card costs elsewhere: few suit best."""
_GROUPS = 3
"""Most different sets of open numbers in the decks of a column."""
_GAIN = 0.03
"""By how much another group of decks must lessen the cost, in cards."""
_SPREAD = 0.1
"""Open cards that cost so much more than the best are kept."""
_UNUSUAL = 0.1
"""What each open card costs, in cards, by which their number is not that of the dice."""
_QUICK, _LEAST_QUICK = 0.2, 4
"""Share of the effort with which every number of open cards is tried first, and the least that finds some."""
_LARGEST_COST = 8
"""A larger cost is not looked for, in cards."""
_FARTHEST = 24
"""How far from its size other deck sizes are tried if a deck cannot carry a roll."""


OpenRows = Sequence[Sequence[int]]
"""Open numbers by row, lowest first."""


class _Group(NamedTuple):
    """Decks with the same open numbers: the rows, the average by itself, the limits of its errors by row, and its cost."""

    rows: list[Chains]
    average: Average
    limits: list[float]
    cost: float

    @property
    def open_cards(self) -> int:
        return len(self.rows[0].values)


def solve(
    request: ColumnRequest,
    effort: Effort,
    progress: Callable[[str], None] = lambda _: None,
    starts: Sequence[OpenRows] = (),
) -> ColumnSolution:
    """Return the best solutions found. Raises DeckError if no deck of this size can carry the rolls.

    The search ``starts`` from open numbers of earlier solutions, by row.

    Open cards of single dice show their maximum, or more, if the tail limits can be met so. Rows whose mean may be exact
    over a set only are so, all of them, if limits cannot be met otherwise.
    """
    chosen = request.open_sums or tuple(0 if mode == "set" else None for mode in request.exact)
    best: _Candidate | None = None
    for attempt in dict.fromkeys((_with_highest_open(request), request)):
        if not _is_enough(best, effort):
            settled = request.open_sums is not None or "auto" not in request.exact
            beyond = attempt == request and settled
            best = _better(best, _solve(attempt, chosen, effort, progress, starts, beyond=beyond))
    if request.open_sums is None and "auto" in request.exact and not _is_enough(best, effort):
        chosen = tuple(0 if mode == "auto" else old for mode, old in zip(request.exact, chosen, strict=True))
        best = _better(best, _solve(request, chosen, effort, progress, starts, beyond=True))
    for k in _beside_usual(request, chosen):
        if not _is_enough(best, effort):
            attempt = replace(request, open_cards=k)
            best = _better(best, _solve(attempt, chosen, effort, progress, starts, beyond=True))
    if best is None:
        raise DeckError(_problem(request))
    return best.solution


def _with_highest_open(request: ColumnRequest) -> ColumnRequest:
    """Return the request with open cards that show at least the maximum of a cell's single die, if no least is given."""
    if len(request.rolls) > 1:
        return request
    least = zip(request.rolls, request.open_least, strict=True)
    highest = tuple(
        max(*roll.dice, round(distribution(roll).mean))
        if roll.endless and len(roll.dice) == 1 and given is None
        else given
        for roll, given in least
    )
    return replace(request, open_least=highest)


def _usual_number(request: ColumnRequest) -> float | None:
    """Return how many open cards explode as often as a column's single die; None if it has none."""
    roll = request.rolls[0]
    single = roll.endless and len(roll.dice) == len(request.rolls) == 1
    return request.size / roll.dice[0] if single else None


def _beside_usual(request: ColumnRequest, open_sums: OpenSums) -> list[int]:
    """Return the numbers of open cards, at most three, that are nearest to the usual one without being it."""
    usual = _usual_number(request)
    if usual is None or request.open_cards is not None:
        return []
    return sorted(request.open_counts(open_sums), key=lambda k: abs(k - usual))[1:4]


class _Candidate(NamedTuple):
    """A solution, and how far decks with its open numbers are beyond their limits, summed, in cards."""

    solution: ColumnSolution
    excess: float


def _is_enough(best: _Candidate | None, effort: Effort) -> bool:
    """Return whether there is a solution within the limits, or any once the effort is stopped."""
    return best is not None and (effort.stopped or not best.excess)


def _better(best: _Candidate | None, other: _Candidate | None) -> _Candidate | None:
    """Return the solution that exceeds the limits less; the first of equal ones."""
    return min(filter(None, (best, other)), key=lambda candidate: candidate.excess, default=None)


def _solve(
    request: ColumnRequest,
    open_sums: OpenSums,
    effort: Effort,
    progress: Callable[[str], None],
    starts: Sequence[OpenRows],
    *,
    beyond: bool = False,
) -> _Candidate | None:
    """Return solutions with rows exact over a set where a sum is given, 0 for any; None if there are none.

    Without ``beyond``, there are none either if it is proven that a deck would be beyond every tail limit.
    """
    search = _OpenSearch(request, open_sums, effort, progress, starts)
    search.run(within=True)
    if not search.groups and set(open_sums) != {None}:
        search.run(within=False)
    if request.open_sums is None and set(open_sums) == {None}:
        search.keep_all_roundings()
    groups, (cost, bound) = search.groups, search.proof
    best: _Candidate | None = None
    hopeless = bound > float(max(request.tail_limits))
    firsts = range(0 if hopeless else min(len(groups), _FIRSTS))
    tries = ((groups[first:last], True) for first in firsts for last in (None, first + 1))
    last_groups = chain(groups[:1], search.single_decks()) if beyond else ()
    for tried, within in chain(tries, (([group], False) for group in last_groups)):
        if solution := _solution(request, open_sums, tried, effort, within=within):
            solution = replace(solution, proof=(round(cost * 1000), int(bound * 1000)))
            excess = sum(
                max(n / 1000 - float(limit), 0) for n, limit in zip(solution.errors, request.tail_limits, strict=True)
            )
            best = _better(best, _Candidate(solution, excess + _excess_of_other_roundings(request, solution, effort)))
        if _is_enough(best, effort):
            break
    if best:
        progress(f"{_describe(cost, bound)}; a single deck is up to {max(best.solution.errors) / 1000:.2f} off")
    return best


def _describe(cost: float, bound: float) -> str:
    """Return how far a set of decks is from the dice and its proven minimum, in cards, as words."""
    if cost == inf:
        return f"no set of decks so far, and none nearer than {bound:.2f} card is possible"
    return f"a set of decks is {cost:.2f} card off the dice, and at least {bound:.2f} is proven"


def _solution(
    request: ColumnRequest, open_sums: OpenSums, groups: Sequence[_Group], effort: Effort, *, within: bool
) -> ColumnSolution | None:
    """Return decks of the first group, and of others that bring it nearer to the dice; None if there are none.

    No deck is beyond its tail limits, if ``within``.
    """
    used, average = _mixture(groups, mixed=set(open_sums) == {None} and request.is_exact(groups[0].open_cards))
    rows = used[0].rows
    length = _RARE if _is_rare(request) else SET if effort.hasty else LENGTH
    decks = _decks(used, average, effort, length, within=within)
    if not decks:
        return None
    errors = [max(tail_error([cells[row]], chains.request) for cells in {*decks}) for row, chains in enumerate(rows)]
    return ColumnSolution(
        open_cards=used[0].open_cards,
        open_sums=tuple(None if n is None else sum(c.values) for n, c in zip(open_sums, rows, strict=True)),
        errors=tuple(ceil(error * 1000) for error in errors),
        proof=(0, 0),
        json_solutions=[[cell.to_json() for cell in cells] for cells in _one_period(decks)],
    )


def _excess_of_other_roundings(request: ColumnRequest, solution: ColumnSolution, effort: Effort) -> float:
    """Return how far decks with a solution's open numbers and other roundings of a single row are beyond its limits."""
    cell, *more_rows = solution.solutions[0]
    if more_rows or solution.open_sums == (None,):
        return 0  # these have open numbers of their own, or there are too many
    excess = 0.0
    for rounding in request.all_roundings(0, cell.open_cards, solution.open_sums):
        other = replace(request, roundings=(rounding,))
        if other == request:
            continue
        rows = [Chains(other.row_requests(cell.open_cards, solution.open_sums)[0], cell.open_values)]
        average = nearest_average([rows], [[float(_LARGEST_COST)]])
        due = [np.zeros(len(rows[0].request.tails))]
        deck = average and _best_deck([(rows, average.plain[0])], due, effort, 0, within=False)
        excess += deck.excess if deck else _LARGEST_COST
    return excess


class _OpenSearch:
    """The search for open numbers: groups of decks with different ones, the least cost, and a proven minimum of it."""

    def __init__(
        self,
        request: ColumnRequest,
        open_sums: OpenSums,
        effort: Effort,
        progress: Callable[[str], None],
        starts: Sequence[OpenRows],
    ) -> None:
        self.request, self.open_sums, self.effort, self.progress = request, open_sums, effort, progress
        self.starts = starts
        self.groups: list[_Group] = []
        self.within = True
        self.costs: dict[int, tuple[float, float]] = {}  # by number of open cards: the cost, and its bound
        self.usual = _usual_number(request)
        self.hasty = effort.hasty or _is_rare(request)
        self._no_errors = _no_errors(request, open_sums)

    def run(self, *, within: bool) -> None:
        """Try all numbers of open cards, the best two with more effort, then open numbers that cancel their errors.

        If ``within``, rows whose mean is exact over a set have decks of both roundings within their tail limits.
        """
        self.within, self.costs = within, {}
        counts = self.request.open_counts(self.open_sums)
        quick = 1 / 3 if self.effort.hasty else max(_QUICK, min(_LEAST_QUICK / self.effort.most, 1))
        self._add_starts(counts)
        for k in sorted(counts, key=lambda k: abs(k - (self.usual or 0))):
            best = min(map(self._rated_cost, self.costs), default=inf)
            most = min(best + _SPREAD, _LARGEST_COST) - self._unusual(k)
            if self.groups and (self.effort.stopped or (self.hasty and self._good_enough)):
                self.costs.setdefault(k, (inf, 0))  # nothing is proven
            elif most > 0:
                self._try(k, self._no_errors, most, quick)
        limit = float(max(self.request.tail_limits))  # above it no deck can be near enough, with any effort
        best_two = sorted(self.costs, key=self._rated_cost)[:2]
        patient = not self.effort.stopped and not self.hasty
        for k in best_two if patient or not self.groups else ():
            if self.costs[k][1] < min(self.costs[k][0] - _GAIN, limit):
                self._try(k, self._no_errors, _LARGEST_COST, 1)
        self.groups.sort(key=lambda group: group.cost)
        if (
            self.groups
            and any(counts)
            and not self.effort.stopped
            and not self.effort.hasty
            and set(self.open_sums) == {None}
        ):
            self._cancel_errors(quick)

    @property
    def _good_enough(self) -> bool:
        return min(group.average.cost for group in self.groups) < _GOOD_ENOUGH

    def _add_starts(self, counts: Sequence[int]) -> None:
        """Add groups with the open numbers that the search starts from, as far as they suit."""
        for rows in self.starts:
            if len(rows[0]) in counts:
                self._add(self.request.row_requests(len(rows[0]), self.open_sums), rows)
        for group in self.groups:
            self.costs[group.open_cards] = min(self.costs.get(group.open_cards, (inf, 0)), (group.average.cost, 0))

    def _cancel_errors(self, share: float) -> None:
        """Look for open numbers that cancel the errors of the best ones, if these are large."""
        best = self.groups[0]
        if best.average.cost > 2 * _GAIN:
            earlier = [SET * chains.errors(mean) for chains, mean in zip(best.rows, best.average.plain[0], strict=True)]
            for k in sorted({group.open_cards for group in self.groups[:2]}):
                self._try(k, earlier, _LARGEST_COST, share, cancels=True)

    def keep_all_roundings(self) -> None:
        """Drop groups whose number of open cards does not suit the roundings that other decks of a set need."""
        for k in {group.open_cards for group in self.groups if not self.request.is_exact(group.open_cards)}:
            by_row = (self.request.all_roundings(row, k, self.open_sums) for row in range(len(self.request.rolls)))
            requests = (replace(self.request, roundings=roundings) for roundings in product(*by_row))
            rows = (request.row_requests(k, self.open_sums) for request in requests if request != self.request)
            if not all(choose_open_cards(row, 1, self._no_errors, self.effort, _LARGEST_COST).rows for row in rows):
                self.groups = [group for group in self.groups if group.open_cards != k]

    def single_decks(self) -> Iterator[_Group]:
        """Yield groups with open numbers with which a single deck is nearest to the dice."""
        first = len(self.groups)
        for k in sorted({group.open_cards for group in self.groups[:_FIRSTS]}):
            self._try(k, self._no_errors, _LARGEST_COST, 1, decks=1)
        yield from self.groups[first:]

    @property
    def proof(self) -> tuple[float, float]:
        """The cost of the best number of open cards, and its bound: none that is as usual for the die costs less."""
        best = min(self.costs, key=self._rated_cost)
        bound = min(bound + self._unusual(k) for k, (_, bound) in self.costs.items()) - self._unusual(best)
        return self.costs[best][0], max(min(self.costs[best][0], bound), 0)

    def _rated_cost(self, k: int) -> float:
        """Return the cost of so many open cards, and what it costs that they are so many."""
        return self.costs[k][0] + self._unusual(k)

    def _unusual(self, k: int) -> float:
        return _UNUSUAL * abs(k - self.usual) if self.usual else _MANY * k

    def _try(
        self,
        k: int,
        earlier: Sequence[FloatArray],
        most: float,
        share: float,
        *,
        cancels: bool = False,
        decks: int = SET,
    ) -> None:
        """Look for open numbers on ``k`` cards; add a group with them."""
        requests = self.request.row_requests(k, self.open_sums)
        choice = choose_open_cards(requests, decks, earlier, self.effort, most, share, within=self.within)
        if not cancels and decks == SET:
            cost, bound = self.costs.get(k, (inf, 0))
            self.costs[k] = min(cost, choice.cost), max(bound, choice.bound)
            self.progress(f"with {k} open {'card' if k == 1 else 'cards'} {_describe(choice.cost, choice.bound)}")
        if choice.rows is not None:
            self._add(requests, choice.rows)

    def _add(self, requests: Sequence[Request], rows: Sequence[Sequence[int]]) -> None:
        """Add a group with these open numbers, if any decks have them."""
        k = len(rows[0])
        sums = (sum(values) if request.over_set else 0 for request, values in zip(requests, rows, strict=True))
        requests = [replace(request, open_sum=open_sum) for request, open_sum in zip(requests, sums, strict=True)]
        chains = [Chains(request, values) for request, values in zip(requests, rows, strict=True)]
        no_limits = [[float(_LARGEST_COST)] * len(chains)]
        average = nearest_average([chains], no_limits)
        if average:
            near = [c.near(mean) for c, mean in zip(chains, average.plain[0], strict=True)]
            if nearer := nearest_average([near], no_limits):
                chains, average = near, nearer
            limits = (float(request.tail_limit) / 2 for request in requests)
            limits_kept = [max(limit, error + _GAIN) for limit, error in zip(limits, average.errors, strict=True)]
            self.groups.append(_Group(chains, average, limits_kept, average.cost + self._unusual(k)))


def _no_errors(request: ColumnRequest, open_sums: OpenSums) -> list[FloatArray]:
    """Return the summed errors of no decks, by row and t."""
    return [np.zeros(len(row.tails)) for row in request.row_requests(1, open_sums)]


def _is_rare(request: ColumnRequest) -> bool:
    """Return whether fewer than one deck of a set has the roundings of a column, whose open cards are settled."""
    if request.open_cards is None or request.open_sums is None:
        return False
    return request.share(request.open_cards, request.open_sums) < Fraction(1, SET)


def _mixture(groups: Sequence[_Group], *, mixed: bool) -> tuple[list[_Group], Average]:
    """Return the groups that are dealt, and their average: the best one, and others that bring it nearer to the dice.

    If not ``mixed``, all have as many open cards.
    """
    used, average = [groups[0]], groups[0].average
    suitable = [group for group in groups[1:] if mixed or group.open_cards == groups[0].open_cards]
    while len(used) < _GROUPS:
        trials = [([*used, group], nearest_average([g.rows for g in (*used, group)], [g.limits for g in (*used, group)]))
                  for group in suitable if group not in used]  # fmt: skip
        better = [(trial.cost, i) for i, (_, trial) in enumerate(trials) if trial and trial.cost < average.cost - _GAIN]
        if not better:
            break
        used, nearer = trials[min(better)[1]]
        assert nearer is not None  # as it is better
        average = nearer
    return used, average


def _decks(
    groups: Sequence[_Group], average: Average, effort: Effort, length: int, *, within: bool
) -> list[tuple[Multiset, ...]]:
    """Return up to ``length`` decks, one after another, whose errors add up to nearly as many times the average's.

    In a column of several rows every eight decks are then improved as a set, one after the other.
    """
    shared = [
        (group.rows, mean)
        for group, mean, share in zip(groups, average.plain, average.shares, strict=True)
        if share > 1 / LENGTH
    ]
    target = [np.zeros(len(chains.request.tails)) for chains in groups[0].rows]
    for group, mean, share in zip(groups, average.plain, average.shares, strict=True):
        target = [a + share * c.errors(m) for a, c, m in zip(target, group.rows, mean, strict=True)]
    due = [np.zeros(len(row)) for row in target]
    decks: list[NextDeck] = []
    for number in range(length):
        due = [a + b for a, b in zip(due, target, strict=True)]
        deck = _best_deck(shared, due, effort, number, within=within)
        if deck is None:
            return [deck.cells for deck in decks]
        # what decks cannot make up for is forgotten, or it would hide all other errors
        due = [np.clip(a - b, -1, 1) for a, b in zip(due, deck.errors, strict=True)]
        decks.append(deck)
    if len(target) > 1:
        for sweep, number in product(range(0 if effort.hasty else _SWEEPS), range(length)):
            first = number - number % SET
            errors = [deck.errors for i, deck in enumerate(decks[first : first + SET], first) if i != number]
            rest = [sum(rows) for rows in zip(*errors, strict=True)]
            deck = _best_deck(shared, [-row for row in rest], effort, number + sweep, within=within)
            if deck and _set_cost(rest, deck) < _set_cost(rest, decks[number]):
                decks[number] = deck
    return [deck.cells for deck in decks]


def _best_deck(
    shared: Sequence[tuple[list[Chains], list[FloatArray]]],
    due: Sequence[FloatArray],
    effort: Effort,
    number: int,
    *,
    within: bool,
) -> NextDeck | None:
    """Return the best deck of any group whose errors are near those due; less near the average if there is no other."""
    for wide in (False, True) if within else (True,):
        tried = (next_deck(rows, mean, due, effort, number, wide=wide, within=within) for rows, mean in shared)
        if best := min(filter(None, tried), key=lambda deck: deck[:2], default=None):
            return best
    return None


def _set_cost(rest: Sequence[FloatArray], deck: NextDeck) -> tuple[float, float]:
    """Return how far a deck is beyond its limits, and the cost of a set: other decks with these errors, and the deck."""
    errors = [float(np.abs(a + b).max()) for a, b in zip(rest, deck.errors, strict=True)]
    return deck.excess, max(errors) + sum(errors) / len(errors)


def _one_period(decks: list[tuple[Multiset, ...]]) -> list[tuple[Multiset, ...]]:
    """Return the first decks, which all others repeat."""
    periods = (n for n in range(1, len(decks) + 1) if len(decks) % n == 0)
    return decks[: next(n for n in periods if decks == decks[:n] * (len(decks) // n))]


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
    if request.open_least != (None,) * len(request.rolls):
        remedy += ", or lower numbers in open"
    return Problem(describe(roll), None, "", message, remedy)


def _sizes_beside(size: int) -> Iterator[int]:
    """Yield the deck sizes up to 24 away, nearest first, the larger one before the smaller."""
    for off in range(1, _FARTHEST + 1):
        yield from (n for n in (size + off, size - off) if n > 1)


def _is_solvable(request: ColumnRequest) -> bool:
    """Return whether open cards are quickly found for every row."""
    sums: OpenSums = tuple(0 if mode == "set" else None for mode in request.exact)
    none = _no_errors(request, sums)
    return any(
        choose_open_cards(request.row_requests(k, sums), 1, none, Effort(1), _LARGEST_COST).rows
        for k in request.open_counts(sums)
    )
