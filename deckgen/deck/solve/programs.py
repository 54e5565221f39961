"""Programs for a column of cells, solved by CP-SAT and GLOP (the extra ``solve``).

Variables are A(t) and B(t), the numbers of plain and of open cards that show t or more. Given the open cards, the
odds of chains are linear in A. While open cards are chosen, the rest of a chain is taken to have the dice's odds:
then all is linear in A and B, and nearly right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import pairwise, zip_longest
from math import ceil, floor, inf
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from deckgen.deck.cells import Multiset, chain_weights, sum_weights
from deckgen.deck.solve.effort import Effort
from deckgen.errors import DeckError, Problem

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from deckgen.deck.solve.request import Request

    FloatArray = NDArray[np.float64]

_COARSE, _FINE = 1 << 10, 1 << 12
"""A card, in the units of errors: while open cards are chosen, and afterwards."""
_LEAST_TAIL = 20
"""Totals are modeled up to the last with a tail of one over this of a card."""
_LARGEST_ERROR, _MOST_DECKS = 8, 32
"""Larger errors are not searched for, in cards a deck; errors of so many decks are summed."""
_MARGIN = _FINE >> 7
"""Tail limits are lower by this much, for rounding."""
_LEEWAY, _WIDE_LEEWAY = 2, 4
"""How far the plain cards of a deck may be from the average, in cards at any total."""
_LEEWAY_OF_CHAINS = 0.1
"""About how much the odds of chains differ between decks with the same open numbers, in cards."""
_NEAR_ENOUGH = _FINE // 2
"""Errors below this are not made smaller."""
_PREFERENCE = 1 << 6
"""Weight of the cost against what is preferred otherwise."""
_BEYOND = 64
"""Weight of errors beyond the tail limit."""
_DECK_SHARE, _MOST_FOR_DECK = 0.2, 1
"""The share of an effort for a single deck, and the most that helps."""
_SEARCHES = 4
"""Searches for open cards."""


class OpenChoice(NamedTuple):
    """Open numbers by row, lowest first, or None if none were found; what a set of decks with them costs, in cards.

    The cost is the mean of the worst row's largest error and of the mean row's; ``bound`` is a proven minimum of it.
    """

    rows: list[list[int]] | None
    cost: float
    bound: float


def choose_open_cards(
    requests: Sequence[Request],
    decks: int,
    earlier: Sequence[FloatArray],
    effort: Effort,
    most: float,
    share: float = 1,
    *,
    within: bool = False,
) -> OpenChoice:
    """Return the open numbers with which a set of so many decks is nearest to the dice, at a cost of ``most`` at most.

    ``requests`` are the rows', with their number of open cards; ``earlier`` are summed errors of other decks, by row
    and t, that these decks should cancel. If ``within``, rows whose mean is exact over a set have decks of both
    roundings within their tail limits.
    """
    if any(request.least_open >= len(request.tails) for request in requests):
        return OpenChoice(None, inf, most)  # dice hardly ever show so much
    program = _Program(_COARSE, decks)
    plain_rows: list[list[Any]] = []
    open_rows: list[list[Any]] = []
    for request, sums in zip(requests, earlier, strict=True):
        m, k = request.size - request.open_cards, request.open_cards
        length = _modeled_length(request)
        plain, again = program.falling(length, decks * m), program.falling(length, k)
        program.rise(plain_rows, plain)
        program.rise(open_rows, again)
        for t in range(1, length):
            if t <= request.least_open:
                program.model.add(again[t] == k)
            both = plain[t] + decks * again[t]
            program.model.add_linear_constraint(both, decks * request.fewest(t), decks * request.most(t))
        plain_weight, open_weight = sum_weights(k, request.size, request.draw)
        open_sum = sum(again[1:])
        if request.over_set:
            total = plain_weight * sum(plain[1:]) + decks * open_weight * open_sum
            middle = floor(decks * request.scaled_target) - plain_weight // 2
            program.model.add_linear_constraint(total, middle, middle + plain_weight)
            if request.open_sum:
                program.model.add(open_sum == request.open_sum)
        else:
            plain_sum = program.model.new_int_var(0, m * length, "")
            program.model.add(plain_weight * plain_sum + open_weight * open_sum == request.weighted_sum)
            program.model.add(sum(plain[1:]) == decks * plain_sum)
        singles = _both_roundings(program, request, again) if request.over_set and within else []
        added = np.diff(_continuations(request, length), axis=0)  # by open number and t
        for t in range(request.first_judged, length):
            dice, explained = float(request.tails[t] * request.size), request.explained_errors(t)
            terms = [(_COARSE, plain[t]), *_weighted(again, _COARSE * decks * added[:, t])]
            program.add_error(terms, round((float(sums[t]) - decks * dice) * _COARSE), explained)
            for single in singles:
                terms = [(_COARSE, single[t]), *_weighted(again, _COARSE * added[:, t])]
                low, high = (error / decks for error in explained)
                program.limit_error(terms, round(-dice * _COARSE), (low, high), int(request.tail_limit * _COARSE))
        program.end_row()
    outcome = program.solve(effort, share, most, _SEARCHES)
    if outcome.value is None:
        return OpenChoice(None, inf, outcome.bound)
    counts = [[outcome.value(x) for x in row[1:]] for row in open_rows]
    rows = [sorted(sum(n > i for n in at_least) for i in range(at_least[0] if at_least else 0)) for at_least in counts]
    return OpenChoice(rows, outcome.cost, outcome.bound)


def _both_roundings(program: _Program, request: Request, again: list[Any]) -> list[list[Any]]:
    """Return the plain cards of two decks that have their mean rounded down and up."""
    down, up = (program.falling(len(again), request.size - request.open_cards) for _ in range(2))
    plain_weight, open_weight = sum_weights(request.open_cards, request.size, request.draw)
    total, highest = plain_weight * sum(down[1:]) + open_weight * sum(again[1:]), floor(request.scaled_target)
    program.model.add_linear_constraint(total, highest - plain_weight + 1, highest)
    program.model.add(sum(up[1:]) == sum(down[1:]) + 1)
    return [down, up]


class Chains:
    """The odds of one row, given its open numbers: linear in the plain cards."""

    def __init__(self, request: Request, values: Sequence[int]) -> None:
        self.request, self.values = request, sorted(values)
        self.again = tuple(sorted(Counter(values).items()))
        self.length, self.plain_cards = _modeled_length(request), request.size - len(values)
        plain_weight, open_weight = sum_weights(len(values), request.size, request.draw)
        self.plain_sum = (request.weighted_sum - open_weight * sum(values)) // plain_weight
        chains = chain_weights(self.again, request.size, request.draw, len(request.tails))
        self.weights: FloatArray = np.array([*map(float, chains)], dtype=np.float64)
        """Entry s: N times the chance that open cards with the sum s come first, then a given plain card."""
        later = request.size / self.plain_cards - np.cumsum(self.weights)  # all weights sum to that
        self.constant = self.plain_cards * (self.weights + later) - [float(t * request.size) for t in request.tails]
        """By t: N times the chance that chains reach t if plain cards show 0, less the dice's."""

    @cached_property
    def wide_bounds(self) -> list[tuple[int, int]]:
        """By t: the fewest and the most plain cards that may show t or more."""
        opened = [sum(value >= t for value in self.values) for t in range(self.length)]
        limits = [(self.request.fewest(t) - n, self.request.most(t) - n) for t, n in enumerate(opened)]
        return [(max(fewest, 0), min(most, self.plain_cards)) for fewest, most in limits]

    @cached_property
    def bounds(self) -> list[tuple[int, int]]:
        """The same in decks that are wanted: see ``near``."""
        return [*self.wide_bounds]

    @cached_property
    def explained(self) -> list[tuple[float, float]]:
        """By t: the least and the largest error that the rounding of critical failures explains."""
        return [*map(self.request.explained_errors, range(len(self.weights)))]

    def errors(self, at_least: Sequence[float] | FloatArray) -> FloatArray:
        """Return the errors by t, 0 where they do not count, given A(t), t = 1, 2, ..."""
        errors = self.constant.copy()
        errors[1:] += np.convolve(self.weights, at_least)[: len(errors) - 1]
        errors[: self.request.first_judged] = 0
        return errors

    def unexplained(self, errors: FloatArray) -> float:
        """Return the largest error that the rounding of critical failures does not explain."""
        low, high = zip(*self.explained, strict=True)
        return float(np.abs(errors - np.clip(errors, low, high)).max())

    def near(self, at_least: FloatArray) -> Chains:
        """Return the chains with bounds that decks keep which are near to these plain cards and within the tail limit."""
        limit = float(self.request.tail_limit) + _LEEWAY_OF_CHAINS
        errors, chains = self.errors(at_least), Chains(self.request, self.values)
        for t in range(max(self.request.first_judged, 1), self.length):
            whole = at_least[t - 1] - errors[t]  # cards of which the error would be 0
            low, high = (ceil(whole - limit + self.explained[t][0]), floor(whole + limit + self.explained[t][1]))
            fewest, most = chains.bounds[t]
            if max(low, fewest) <= min(high, most):
                chains.bounds[t] = max(low, fewest), min(high, most)
        return chains

    def cell(self, at_least: Sequence[int]) -> Multiset:
        """Return the cell with these plain cards: A(t), t = 1, 2, ..."""
        critical = self.request.critical
        counts = [self.plain_cards, *at_least, 0]
        cards = [(v, a - b) for v, (a, b) in enumerate(pairwise(counts)) if a > b]
        return Multiset(critical or 0, tuple((v, n) for v, n in cards if critical is None or v != 1), self.again)


class Average(NamedTuple):
    """Plain cards on average, by group of decks, row and t; the groups' shares of all decks; the largest error by row."""

    plain: list[list[FloatArray]]
    shares: list[float]
    errors: list[float]

    @property
    def cost(self) -> float:
        """The error of the worst row and of the mean row, on average."""
        return (max(self.errors) + sum(self.errors) / len(self.errors)) / 2


def nearest_average(groups: Sequence[Sequence[Chains]], limits: Sequence[Sequence[float]]) -> Average | None:
    """Return the average of decks, whole or not, that is nearest to the dice; None if there is none.

    The ``groups`` of decks have different open numbers. No group's average is beyond its ``limits``, by row, because
    single decks must be near the dice, too. It is a linear program.
    """
    from ortools.linear_solver import pywraplp  # noqa: PLC0415  an extra, and slow to import

    solver = pywraplp.Solver.CreateSolver("GLOP")
    shares = [solver.NumVar(0, 1, "") for _ in groups]
    solver.Add(solver.Sum(shares) == 1)
    plain: list[list[list[Any]]] = [[] for _ in groups]
    worst, *row_errors = (solver.NumVar(0, _LARGEST_ERROR, "") for _ in range(len(groups[0]) + 1))
    for row, row_error in enumerate(row_errors):
        request, length = groups[0][row].request, max(group[row].length for group in groups)
        explained = groups[0][row].explained[:length]
        errors: list[list[Any]] = [[] for _ in range(length)]
        for share, group, rows, limit in zip(shares, groups, plain, limits, strict=True):
            chains = group[row]
            numbers = [solver.NumVar(0, solver.infinity(), "") for _ in range(1, chains.length)]
            for t, x in enumerate(numbers, 1):
                fewest, most = chains.bounds[t]
                solver.Add(x >= fewest * share)
                solver.Add(x <= most * share)
            for x, y in pairwise(numbers):
                solver.Add(x >= y)
            for above, x in zip_longest(rows[-1] if rows else (), numbers, fillvalue=0):
                solver.Add(above <= x)
            solver.Add(solver.Sum(numbers) == share * chains.plain_sum)
            rows.append(numbers)
            for t in range(request.first_judged, length):
                weighted = zip(chains.weights[t - 1 :: -1] if t else (), numbers, strict=False)
                terms = [float(weight) * x for weight, x in weighted if weight]
                error = solver.Sum([share * float(chains.constant[t]), *terms])
                solver.Add(error <= share * (limit[row] + explained[t][1]))
                solver.Add(error >= share * (explained[t][0] - limit[row]))
                errors[t].append(error)
        for (low, high), parts in zip(explained, errors, strict=True):
            solver.Add(solver.Sum(parts) <= row_error + high)
            solver.Add(solver.Sum(parts) >= low - row_error)
        solver.Add(row_error <= worst)
    solver.Minimize(len(row_errors) * worst + solver.Sum(row_errors))
    if solver.Solve() != pywraplp.Solver.OPTIMAL:
        return None
    dealt = [share.solution_value() for share in shares]
    means = [
        [np.array([x.solution_value() for x in numbers], dtype=np.float64) / max(share, 1e-9) for numbers in rows]
        for share, rows in zip(dealt, plain, strict=True)
    ]
    return Average(means, dealt, [error.solution_value() for error in row_errors])


class NextDeck(NamedTuple):
    """A deck: how far it is beyond tail limits, in cards; its cost; its errors by row and t, and its cells by row."""

    excess: float
    cost: float
    errors: list[FloatArray]
    cells: tuple[Multiset, ...]


def next_deck(
    group: Sequence[Chains],
    mean: Sequence[FloatArray],
    due: Sequence[FloatArray],
    effort: Effort,
    number: int,
    *,
    wide: bool,
    within: bool,
) -> NextDeck | None:
    """Return a deck near the ``mean``, plain cards by row and t, whose errors are near those that are ``due``.

    Of the decks that are near enough, the ``number`` decides. ``wide`` allows more plain cards; no row is beyond its tail
    limit, if ``within``. If there is no such deck, or none is found, None.
    """
    program, leeway = _Program(_FINE, 1), _WIDE_LEEWAY if wide else _LEEWAY
    plain_rows: list[list[Any]] = []
    for chains, near, wanted in zip(group, mean, due, strict=True):
        request, beyond = chains.request, 0 if within else program.new_error()
        plain = program.falling(chains.length, chains.plain_cards)
        for t, x in enumerate(near.tolist(), 1):
            fewest, largest = (chains.wide_bounds if wide else chains.bounds)[t]
            low, high = max(fewest, floor(x - leeway)), min(largest, ceil(x + leeway))
            program.model.add_linear_constraint(plain[t], low, high)
            program.model.add_hint(plain[t], round(x))
        program.rise(plain_rows, plain)
        program.model.add(sum(plain[1:]) == chains.plain_sum)
        limit = int(request.tail_limit * _FINE) - _MARGIN
        for t in range(request.first_judged, chains.length):
            terms = _weighted(plain, _FINE * chains.weights[t - 1 :: -1] if t else ())
            constant = round(_FINE * float(chains.constant[t]))
            program.limit_error(terms, constant, chains.explained[t], limit + beyond)
            program.add_error(terms, constant - round(_FINE * float(wanted[t])), (0, 0))
        program.prefer((x, ((number + 1) * (t + 7) * 2654435761 >> 9) % 7 - 3) for t, x in enumerate(plain[1:], 1))
        program.end_row(beyond, _NEAR_ENOUGH)
    outcome = program.solve(effort, _DECK_SHARE, inf, 1)
    if outcome.value is None:
        return None
    counts = [[outcome.value(x) for x in plain[1:]] for plain in plain_rows]
    errors = [chains.errors(row) for chains, row in zip(group, counts, strict=True)]
    excess = [
        max(chains.unexplained(row) - float(chains.request.tail_limit), 0)
        for chains, row in zip(group, errors, strict=True)
    ]
    cells = tuple(chains.cell(row) for chains, row in zip(group, counts, strict=True))
    return NextDeck(sum(excess), outcome.cost, errors, cells)


class _Outcome(NamedTuple):
    """What a program found: the values of variables, or None; the cost, and a proven minimum of it, in cards a deck."""

    value: Any
    cost: float
    bound: float


class _Program:
    """A model of rows, whose costs are the errors of their odds, summed over ``decks``."""

    def __init__(self, unit: int, decks: int) -> None:
        try:
            from ortools.sat.python import cp_model  # noqa: PLC0415  an extra, and slow to import
        except ImportError:
            message = "deckgen needs it to solve the dice of a game without a lock file, and it is not installed"
            remedy = (
                'install it: pip install "deckgen[solve]"; deckgen solve then writes the lock file for everybody else'
            )
            raise DeckError(Problem("ortools", None, "", message, remedy)) from None
        self._cp_model, self.model, self._unit, self._decks = cp_model, cp_model.CpModel(), unit, decks
        self._errors: list[Any] = []
        self._costs: list[Any] = []
        self._preferences: list[Any] = []
        self._row_error = self.new_error()

    def new_error(self) -> Any:
        """Return a variable from 0 to more than any error."""
        return self.model.new_int_var(0, _MOST_DECKS * _LARGEST_ERROR * self._unit, "")

    def falling(self, length: int, most: int) -> list[Any]:
        """Return variables by t, from 1 to ``length`` - 1, that do not rise, each from 0 to ``most``; first, an unused 0."""
        variables: list[Any] = [0, *(self.model.new_int_var(0, most, "") for _ in range(1, length))]
        for x, y in pairwise(variables[1:]):
            self.model.add(x >= y)
        return variables

    def rise(self, rows: list[list[Any]], row: list[Any]) -> None:
        """Add a row to ``rows``; its numbers are at least those of the row above."""
        for t, above in enumerate(rows[-1][1:] if rows else (), 1):
            self.model.add(above <= (row[t] if t < len(row) else 0))
        rows.append(row)

    def add_error(self, terms: Any, constant: int, explained: tuple[float, float]) -> None:
        """Count an error (weighted terms and a constant) as one of the row's, as far as it is not explained."""
        self.limit_error(terms, constant, explained, self._row_error)

    def limit_error(self, terms: Any, constant: int, explained: tuple[float, float], most: Any) -> None:
        """Limit an error, as far as it is not explained: from the least to the largest, in cards a deck."""
        low, high = (int(error * self._unit * self._decks) for error in explained)
        error = sum(weight * x for weight, x in terms) + constant
        self.model.add(error <= most + high)
        self.model.add(error >= low - most)

    def prefer(self, weighted: Iterable[tuple[Any, int]]) -> None:
        """Prefer low values of variables with a weight, among outcomes with the same cost."""
        self._preferences += [weight * x for x, weight in weighted]

    def end_row(self, excess: Any = 0, least: int = 0) -> None:
        """End a row, whose errors are beyond their limit by ``excess``; errors below the ``least`` are all the same."""
        self.model.add(self._row_error >= least)
        self._errors.append(self._row_error)
        self._costs.append(self._row_error + _BEYOND * excess)
        self._row_error = self.new_error()

    def solve(self, effort: Effort, share: float, most: float, searches: int) -> _Outcome:
        """Return the outcome with the least cost, ``most`` at most, that is found within a share of an effort.

        Once the effort is stopped, the first outcome is enough.

        Several ``searches`` take turns in one thread, so that a program has one result on every machine.
        """
        rows, worst = len(self._errors), self.new_error()
        for error in self._errors:
            self.model.add(worst >= error)
        cost, scale = rows * worst + sum(self._costs), 2 * rows * self._unit * self._decks
        if most < inf:
            self.model.add(cost <= int(most * scale))
        self.model.minimize(_PREFERENCE * cost + sum(self._preferences) if self._preferences else cost)
        scale *= _PREFERENCE if self._preferences else 1
        solver = self._cp_model.CpSolver()
        solver.parameters.num_workers = searches
        solver.parameters.interleave_search = searches > 1
        solver.parameters.random_seed = 1
        solver.parameters.max_deterministic_time = effort.limit(share)
        solver.parameters.catch_sigint_signal = False  # it is the program's to handle
        status = effort.run(solver, self.model)
        if status == self._cp_model.UNKNOWN and effort.stopped:
            solver.parameters.max_deterministic_time = effort.most * share
            solver.parameters.stop_after_first_solution = True
            status = effort.run(solver, self.model)
        if status == self._cp_model.INFEASIBLE:
            return _Outcome(None, inf, most)
        bound = max(solver.best_objective_bound / scale, 0)
        if status == self._cp_model.UNKNOWN:
            return _Outcome(None, inf, bound)
        return _Outcome(solver.value, solver.objective_value / scale, bound)


def _weighted(variables: Sequence[Any], weights: FloatArray | Sequence[float]) -> list[tuple[int, Any]]:
    """Return (rounded weight, variable) by t, from 1 on, where the weight is not 0."""
    rounded = np.rint(weights).astype(np.int64).tolist()
    return [(weight, x) for weight, x in zip(rounded, variables[1:], strict=False) if weight]


def _modeled_length(request: Request) -> int:
    """Return how many totals, from 0 on, are modeled: the later ones no plain card shows."""
    tails = (t for t, tail in enumerate(request.tails) if tail * request.size * _LEAST_TAIL < 1)
    least = max([request.least_open + 1, *(t + 1 for t, *_ in request.limits)])
    return max(least, next(tails, len(request.tails)))


def _continuations(request: Request, length: int) -> FloatArray:
    """Return, by v and t, what one open card that shows v adds to N·P(total >= t), in cards; 0 for v = 0.

    That is R(t − v), the odds of the rest of the chain, which is drawn from the deck without this card;
    with replacement R(x) = D(x) = P(total >= x). Put the card back on top of the deck in one of N cases:
    N·D(x) = (N − 1)·R(x) + R(x − v). (If it comes later, but before a plain card, it changes the total
    too: that is neglected.) So R(x) is nearly (N·D(x) − D(x − v))/(N − 1), with the dice's odds for D.
    """
    tails, n = np.array([*map(float, request.tails)], dtype=np.float64), request.size
    t = np.arange(length, dtype=np.int64)
    rows = np.zeros((length, length))
    for v in range(1, length):
        rows[v] = rest = tails[np.maximum(t - v, 0)]
        if request.draw == "without-replacement":
            rows[v] = (n * rest - tails[np.maximum(t - 2 * v, 0)]) / (n - 1)
        rows[v, : v + request.dice.minimum + 1] = 1
    return rows
