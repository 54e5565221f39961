"""Integer programs for a column of cells, solved by CP-SAT (the extra ``solve``).

Variables are A(t) and B(t), the numbers of plain and of open cards that show t or more. Given the open cards, the
odds of chains are linear in A. When open cards are chosen too, the rest of a chain is taken to have the dice's odds:
then all is linear in A and B, and nearly right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import ceil, floor
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from deckgen.deck.solve.cells import Multiset, chain_weights, sum_weights
from deckgen.errors import DeckError, Problem

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from deckgen.deck.solve.request import Request

    Ints = NDArray[np.int64]

_COARSE, _FINE = 1 << 10, 1 << 12
"""A card, in the units of errors: while open cards are chosen, and afterwards."""
_MOST_ERROR = 4
_LEAST_TAIL = 20
"""Totals are looked at up to the last with a tail of one over this of a card."""
_MARGIN = _FINE >> 7
"""Tail limits are lower by this much, for rounding."""
_BEYOND = 64
"""Weight of errors beyond the tail limit."""


class Outcome(NamedTuple):
    """What a program found: numbers by row, its cost and a proven lower bound on it, in cards, and its effort."""

    rows: list[Any]
    cost: float
    bound: float
    effort: float


def choose_open_cards(
    requests: Sequence[Request], decks: int, earlier: Sequence[Ints], effort: float, most_cost: float | None = None
) -> Outcome | None:
    """Return the open numbers of each row that bring a set of so many decks nearest to the dice; None if there are none.

    ``requests`` are the rows', with their number of open cards; ``earlier`` are the summed errors of other decks, by
    row and t. The cost is the mean of the worst row's largest error and of the mean row's, per deck.
    """
    program = _Program(_COARSE, decks)
    plain_rows: list[Any] = []
    open_rows: list[Any] = []
    for request, sums in zip(requests, earlier, strict=True):
        m, k = request.size - request.open_cards, request.open_cards
        length = _modeled_length(request)
        plain = program.falling(length, decks * m)
        again = program.falling(length, k)
        program.rise(plain_rows, plain)
        program.rise(open_rows, again)
        for t in range(1, length):
            if t <= request.least_open:
                program.model.add(again[t] == k)
            fewest, most = request.fewest(t), request.most(t)
            program.model.add(plain[t] + decks * again[t] >= decks * fewest)
            program.model.add(plain[t] + decks * again[t] <= decks * most)
        plain_weight, open_weight = sum_weights(k, request.size, request.draw)
        open_sum = sum(again[1:])
        if request.over_set:
            total = plain_weight * sum(plain[1:]) + decks * open_weight * open_sum
            target = int(decks * request.scaled_target)
            program.model.add(total - target >= -(plain_weight // 2))
            program.model.add(total - target <= plain_weight - plain_weight // 2)
        else:
            one_sum = program.model.new_int_var(0, m * length, "")
            program.model.add(plain_weight * one_sum + open_weight * open_sum == request.weighted_sum)
            program.model.add(sum(plain[1:]) == decks * one_sum)
        added = np.diff(_continuations(request, length), axis=0)  # by open number and t
        for t in range(request.first_judged, length):
            chains = [(int(round(_COARSE * decks * added[v - 1, t])), again[v]) for v in range(1, length)]
            terms = [(_COARSE, plain[t]), *((weight, var) for weight, var in chains if weight)]
            program.error(request, t, terms, decks, int(sums[t] * _COARSE))
        program.end_row()
    outcome = program.solve(effort, decks, most_cost)
    if outcome is None:
        return None
    value, cost, bound, used = outcome
    rows = [[sum(value(x) > i for x in row[1:]) for i in range(request.open_cards)][::-1]
            for row, request in zip(open_rows, requests, strict=True)]
    return Outcome(rows, cost, bound, used)


class Chains:
    """The odds of one row's chains, given its open numbers: linear in the plain cards."""

    def __init__(self, request: Request, values: Sequence[int]) -> None:
        self.request, self.values = request, sorted(values)
        self.again = tuple(sorted(Counter(values).items()))
        self.length, self.plain_cards = _modeled_length(request), request.size - len(values)
        plain_weight, open_weight = sum_weights(len(values), request.size, request.draw)
        self.plain_sum = (request.weighted_sum - open_weight * sum(values)) // plain_weight
        weights = [*map(float, chain_weights(self.again, request.size, request.draw, len(request.tails)))]
        self.weights = np.array(weights)
        """Entry s: N times the chance that open cards with the sum s come first, then a given plain card."""
        self.certain = (np.cumsum(self.weights[::-1])[::-1] - self.weights) * self.plain_cards
        """By t: N times the chance that open cards alone reach t."""

    def terms(self, plain: Sequence[Any], t: int, unit: int, decks: int) -> tuple[list[tuple[int, Any]], int]:
        """Return N·P(total >= t) of so many decks, summed, in units: (weight, variable) and a constant."""
        weights = [round(unit * w) for w in self.weights[: t + 1]]
        terms = [(weights[t - x], plain[x]) for x in range(1, min(t + 1, len(plain))) if weights[t - x]]
        return terms, decks * round(unit * (self.plain_cards * self.weights[t] + self.certain[t]))

    def bounds(self, t: int) -> tuple[int, int]:
        """Return the fewest and the most plain cards that may show t or more."""
        opened = sum(value >= t for value in self.values)
        fewest, most = self.request.fewest(t) - opened, self.request.most(t) - opened
        return max(fewest, 0), min(most, self.plain_cards)


class Average(NamedTuple):
    """The plain cards of groups of decks on average, by group, row and t; the groups' shares; the largest error by row."""

    plain: list[list[NDArray[np.float64]]]
    shares: list[float]
    errors: list[float]

    @property
    def cost(self) -> float:
        return (max(self.errors) + sum(self.errors) / len(self.errors)) / 2


def average(groups: Sequence[Sequence[Chains]], limits: Sequence[Sequence[float]]) -> Average | None:
    """Return the average of decks, whole or not, that is nearest to the dice; no group's is beyond its ``limits`` by row.

    The rows of all ``groups`` have the same rolls, and other open numbers. It is a linear program.
    """
    from ortools.linear_solver import pywraplp  # noqa: PLC0415  an extra

    solver = pywraplp.Solver.CreateSolver("GLOP")
    infinity = solver.infinity()
    shares = [solver.NumVar(0, 1, "") for _ in groups]
    solver.Add(solver.Sum(shares) == 1)
    plain: list[list[list[Any]]] = [[] for _ in groups]
    worst, errors = solver.NumVar(0, infinity, ""), [solver.NumVar(0, infinity, "") for _ in groups[0]]
    for row, error in enumerate(errors):
        solver.Add(error <= worst)
        request = groups[0][row].request
        sums: dict[int, list[Any]] = {t: [] for t in range(request.first_judged, max(group[row].length for group in groups))}
        for share, group, rows, most in zip(shares, groups, plain, limits, strict=True):
            chains = group[row]
            numbers = [None, *(solver.NumVar(0, infinity, "") for _ in range(1, chains.length))]
            for t in range(1, chains.length):
                fewest, largest = chains.bounds(t)
                solver.Add(numbers[t] >= fewest * share)
                solver.Add(numbers[t] <= largest * share)
            for x, y in pairwise(numbers[1:]):
                solver.Add(x >= y)
            for above, x in zip(rows[-1][1:] if rows else (), [*numbers[1:], *[0] * len(rows[-1] if rows else ())], strict=False):
                solver.Add(above <= x)
            solver.Add(solver.Sum(numbers[1:]) == share * chains.plain_sum)
            rows.append(numbers)
            for t, terms in sums.items():
                known = float(chains.plain_cards * chains.weights[t] + chains.certain[t])
                part = [share * (known - float(request.tails[t] * request.size))]
                part += [float(chains.weights[t - x]) * numbers[x] for x in range(1, min(t + 1, chains.length)) if chains.weights[t - x]]
                terms.append(solver.Sum(part))
                low, high = request.explained_errors(t)
                solver.Add(terms[-1] <= (most[row] + high) * share)
                solver.Add(terms[-1] >= (low - most[row]) * share)
        for t, terms in sums.items():
            low, high = request.explained_errors(t)
            solver.Add(solver.Sum(terms) <= error + high)
            solver.Add(solver.Sum(terms) >= low - error)
    solver.Minimize(len(errors) * worst + solver.Sum(errors))
    if solver.Solve() != pywraplp.Solver.OPTIMAL:
        return None
    values = [[np.array([0, *(x.solution_value() for x in numbers[1:])]) for numbers in rows] for rows in plain]
    found = [share.solution_value() for share in shares]
    means = [[row / max(share, 1e-9) for row in rows] for rows, share in zip(values, found, strict=True)]
    return Average(means, found, [error.solution_value() for error in errors])


def next_deck(
    group: Sequence[Chains], mean: Sequence[Any], earlier: Sequence[Any], allowed: Sequence[float], effort: float
) -> tuple[float, tuple[Multiset, ...], list[Any]] | None:
    """Return a deck's cost, cells and errors, by row and t: its errors and the earlier ones add up to no more than allowed.

    Its plain cards are near the ``mean``.
    """
    program = _Program(_FINE, 16)
    plain_rows: list[Any] = []
    for chains, near, sums, most in zip(group, mean, earlier, allowed, strict=True):
        request, excess = chains.request, program.model.new_int_var(0, 4 * _FINE, "")
        plain = program.falling(chains.length, chains.plain_cards)
        for t in range(1, chains.length):
            fewest, largest = chains.bounds(t)
            low, high = max(fewest, floor(near[t] - WIDE)), min(largest, ceil(near[t] + WIDE))
            program.model.add_linear_constraint(plain[t], min(low, high), max(low, high))
            program.model.add_hint(plain[t], round(float(near[t])))
        program.rise(plain_rows, plain)
        program.model.add(sum(plain[1:]) == chains.plain_sum)
        limit = int(request.tail_limit * _FINE) - _MARGIN
        for t in range(request.first_judged, chains.length):
            terms, constant = chains.terms(plain, t, _FINE, 1)
            program.error(request, t, terms, 1, constant + round(float(sums[t]) * _FINE), round(most * _FINE))
            program.within(request, t, terms, constant, limit, excess)
        program.end_row(excess)
    outcome = program.solve(effort, 1, None)
    if outcome is None:
        return None
    value, cost, _, used = outcome
    cells, errors = [], []
    for chains, plain in zip(group, plain_rows, strict=True):
        request, length = chains.request, len(chains.request.tails)
        counts = np.zeros(length)
        counts[: chains.length] = [chains.plain_cards, *map(value, plain[1:])]
        error = np.convolve(chains.weights, counts)[:length] + chains.certain - [float(t * request.size) for t in request.tails]
        error[: request.first_judged] = 0
        low, high = zip(*map(request.explained_errors, range(length)), strict=True)
        errors.append(error - np.clip(error, low, high))
        cells.append(_multiset(request, [*map(int, counts)], chains.again))
    return cost, tuple(cells), errors
WIDE=1.0
PARAMS={}


class _Program:
    """A model of rows whose numbers rise from row to row, and the errors of their odds, in parts of a card."""

    def __init__(self, unit: int, decks: int = 1) -> None:
        try:
            from ortools.sat.python import cp_model  # noqa: PLC0415  an extra, and slow to import
        except ImportError:
            remedy = 'pip install "deckgen[solve]", then run deckgen solve'
            raise DeckError(Problem("deckgen solve", None, "", "the solver is not installed", remedy)) from None
        self.cp_model, self.model, self.unit = cp_model, cp_model.CpModel(), unit
        self.most_error = _MOST_ERROR * unit * decks
        self.row_errors: list[Any] = []
        self.costs: list[Any] = []
        self.current_error = self._new_error()

    def _new_error(self) -> Any:
        return self.model.new_int_var(0, self.most_error, "")

    def falling(self, length: int, most: int) -> list[Any]:
        """Return variables by t from 1 on that do not rise, each from 0 to ``most``."""
        variables = [None, *(self.model.new_int_var(0, most, "") for _ in range(1, length))]
        for x, y in pairwise(variables[1:]):
            self.model.add(x >= y)
        return variables

    def rise(self, rows: list[Any], row: list[Any]) -> None:
        """Add a row to ``rows``; its numbers are at least those of the row above."""
        if rows:
            for t, above in enumerate(rows[-1][1:], 1):
                self.model.add(above <= (row[t] if t < len(row) else 0))
        rows.append(row)

    def error(self, request: Request, t: int, terms: Any, decks: int, constant: int, allowed: int = 0) -> None:
        """Count the error at t of so many decks: terms + constant − the dice's tail, as far as it is not explained."""
        self._limit(request, t, terms, decks, constant, self.current_error + allowed)

    def within(self, request: Request, t: int, terms: Any, constant: int, limit: int, excess: Any) -> None:
        self._limit(request, t, terms, 1, constant, limit + excess)

    def _limit(self, request: Request, t: int, terms: Any, decks: int, constant: int, most: Any) -> None:
        tail = request.tails[t] * request.size * self.unit * decks
        explained = tail * request.explained
        difference = sum(weight * x for weight, x in terms) + constant - round(tail)
        self.model.add(difference <= most + max(int(explained), 0))
        self.model.add(-difference <= most + max(int(-explained), 0))

    def end_row(self, excess: Any = 0) -> None:
        """End a row."""
        self.row_errors.append(self.current_error)
        self.costs.append(self.current_error + _BEYOND * excess)
        self.current_error = self._new_error()

    def solve(self, effort: float, decks: int, most_cost: float | None) -> Any:
        """Return (value of a variable, cost, bound, effort used), or None if nothing was found."""
        rows, worst = len(self.row_errors), self._new_error()
        for error in self.row_errors:
            self.model.add(worst >= error)
        cost, scale = rows * worst + sum(self.costs), 2 * rows * self.unit * decks
        if most_cost is not None:
            self.model.add(cost <= int(most_cost * scale))
        self.model.minimize(cost)
        solver = self.cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = 1
        solver.parameters.max_deterministic_time = effort
        for k, v in PARAMS.items(): setattr(solver.parameters, k, v)
        status = solver.solve(self.model)
        if status not in {self.cp_model.OPTIMAL, self.cp_model.FEASIBLE}:
            return None
        used = solver.response_proto.deterministic_time
        return solver.value, solver.objective_value / scale, solver.best_objective_bound / scale, used


def _modeled_length(request: Request) -> int:
    """Return how many totals, from 0 on, are modeled."""
    least = max([request.least_open + 1, *(t + 1 for t, *_ in request.limits)])
    return max(least, next((t for t, tail in enumerate(request.tails) if tail * request.size * _LEAST_TAIL < 1), len(request.tails)))


def _continuations(request: Request, length: int) -> NDArray[np.float64]:
    """Return, by v and t, what one open card that shows v adds to N·P(total >= t), in cards.

    That is R(t − v), the odds of the rest of the chain, which is drawn from the deck without this card;
    with replacement R(x) = D(x) = P(total >= x). Put the card back on top of the deck in one of N cases:
    N·D(x) = (N − 1)·R(x) + R(x − v). (If it comes later, but before a plain card, it changes the total
    too: that is neglected.) So R(x) is nearly (N·D(x) − D(x − v))/(N − 1), with the dice's odds for D.
    """
    tails, n = np.array([*map(float, request.tails)]), request.size
    t = np.arange(length)
    rows = []
    for v in range(length):
        once, twice = tails[np.maximum(t - v, 0)], tails[np.maximum(t - 2 * v, 0)]
        rest = once if request.draw == "with-replacement" else (n * once - twice) / (n - 1)
        rest[: v + request.dice.minimum + 1] = 1 if v else 0
        rows.append(rest if v else np.zeros(length))
    return np.array(rows)


def _multiset(request: Request, at_least: Sequence[int], again: Any) -> Multiset:
    critical = request.critical
    cards = [(v, a - b) for v, (a, b) in enumerate(pairwise([*at_least, 0])) if a > b]
    return Multiset(critical or 0, tuple((v, n) for v, n in cards if critical is None or v != 1), again)
