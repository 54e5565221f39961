"""The requests of a deck's rolled cells, their solutions, and the choices left to the seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import groupby, product, zip_longest
from typing import Any, NamedTuple

from deckgen.deck.cells import total_tails
from deckgen.deck.solve.column import ColumnRequest, ColumnSolution, OpenSums, Rounding, nearest_critical
from deckgen.deck.solve.effort import Effort
from deckgen.deck.solve.request import Request
from deckgen.deck.solve.store import THOROUGH, Progress, SolutionStore, game_store, lock_file
from deckgen.game.hero_decks import solved_specs
from deckgen.game.model import CellSpec, DeckSpec, Game, GridSection, RolledSection
from deckgen.game.solved_cells import CellResult, rolled_section
from deckgen.odds import Distribution, distribution
from deckgen.records import record

_PARTS_OF_CARD = 1 << 40


@record
class Plan:
    """A solved cell: row ``row`` (from 0) of the column of ``request``.

    ``request`` is the first one solved: rounded down, with the nearest numbers of critical failures. The
    decks of a set may need other roundings, with as many open cards unless the mean is exact in each deck. So many cells
    of a card are read as one pool as ``pooled`` says; all have the same request.
    """

    cell: CellSpec
    request: ColumnRequest
    row: int
    open_cards: int
    open_sums: OpenSums

    @property
    def pooled(self) -> int:
        return self.request.together

    @property
    def dice(self) -> Distribution:
        """The odds of the cell's roll."""
        return distribution(self.request.rolls[self.row])

    @cached_property
    def steps(self) -> Fraction:
        """The target in steps of the mean; if it is whole, every deck is exact."""
        return self.row_request.steps[0]

    @cached_property
    def row_request(self) -> Request:
        """The request of the cell by itself."""
        return self.request.row_requests(self.open_cards, self.open_sums)[self.row]

    @property
    def exact(self) -> bool:
        return self.steps.denominator == 1

    @property
    def critical_cards(self) -> Fraction | None:
        """The share of critical failures, in cards, or None if the roll has none."""
        failing = self.dice.roll.critical_failure
        return self.dice.critical_failure * self.request.size if failing else None

    def bound_request(self, rounding: Rounding) -> Request:
        """Return the request for bounds on every deck with this number of critical failures."""
        return replace(self.row_request, critical=rounding.critical).any_deck

    @cached_property
    def roundings(self) -> Mapping[Rounding, Fraction]:
        """The roundings that decks of sets need in this row, each with its share of the decks."""
        return self.request.all_roundings(self.row, self.open_cards, self.open_sums)


def column_requests(spec: DeckSpec) -> Iterator[tuple[ColumnRequest, list[CellSpec]]]:
    """Yield the requests of a deck's rolled cells, each with the cells that it solves together."""
    for section in spec.sections:
        if not isinstance(section, RolledSection):
            continue
        rising = isinstance(section, GridSection) and section.rising
        pooled_cells = section.rows if isinstance(section, GridSection) and section.reads == "first-n" else 1
        for _, column_cells in groupby(section.cells(), key=lambda cell: cell.column):
            cells = list(column_cells)
            for solved_cells in [cells] if rising else [[cell] for cell in cells]:
                rolls = tuple(cell.roll.unmodified for cell in solved_cells)
                request = ColumnRequest(
                    rolls=rolls,
                    size=spec.size,
                    draw=spec.draw,
                    tail_limits=tuple(map(section.tail_limit, solved_cells)),
                    roundings=tuple(Rounding(False, nearest_critical(roll, spec.size)) for roll in rolls),
                    exact=tuple(map(section.exact_in, solved_cells)),
                    open_least=tuple(map(section.least_open, solved_cells)),
                    together=pooled_cells,
                )
                yield request, solved_cells


def is_solved(game: Game, spec: DeckSpec) -> bool:
    """Return whether each column's first request is stored as solved; other roundings may be missing."""
    store = game_store(game)
    return all(store.has_solution(request) for request, _ in column_requests(spec))


def plan_columns(spec: DeckSpec, store: SolutionStore) -> Iterator[list[Plan]]:
    """Yield the plans of all rolled cells, solving what is not stored; cells solved together are in one list."""
    for request, cells in column_requests(spec):
        yield _plan_column(request, cells, store.find(request, column_name(spec, cells)))


def _plan_column(request: ColumnRequest, cells: Sequence[CellSpec], solution: ColumnSolution) -> list[Plan]:
    return [Plan(cell, request, row, solution.open_cards, solution.open_sums) for row, cell in enumerate(cells)]


def column_name(spec: DeckSpec, cells: Sequence[CellSpec]) -> str:
    """Return the name of cells that are solved together: their section, and their column or the only cell."""
    section = rolled_section(spec, cells[0].section)
    return f"{section.name} {cells[0].column if len(cells) > 1 else section.cell_name(cells[0])}"


def plans(spec: DeckSpec, store: SolutionStore) -> Iterator[Plan]:
    """Yield the plan of every rolled cell of a deck, column by column; solve what is not stored."""
    for column in plan_columns(spec, store):
        yield from column


def mixtures(spec: DeckSpec, store: SolutionStore) -> Mapping[CellSpec, Fraction]:
    """Return the tail errors of all seeds together, in cards, by cell; without cells that the lock file lacks."""
    errors_and_cells = ((store.mixtures.get(request.key), cells) for request, cells in column_requests(spec))
    return {
        cell: Fraction(thousandths, 1000)
        for rows, cells in errors_and_cells
        if rows and len(rows) == len(cells)  # a lock file may say anything
        for cell, thousandths in zip(cells, rows, strict=True)
    }


def solved_cells(spec: DeckSpec, store: SolutionStore) -> Iterator[CellResult]:
    """Yield what the decks of every rolled cell reach at worst, as far as it is known without solving."""
    for request, cells in column_requests(spec):
        if store.has_solution(request):
            column = _plan_column(request, cells, store.find(request))
            variants = [(roundings, other) for roundings, other in _variants(column) if store.has_solution(other)]
            for plan in column:
                errors = [Fraction(store.find(other).errors[plan.row], 1000) for _, other in variants]
                limits = [
                    _passing_limit(plan, roundings[plan.row], error, store)
                    for (roundings, _), error in zip(variants, errors, strict=True)
                ]
                error, limit = max(zip(errors, limits, strict=True), key=lambda pair: pair[0] - pair[1])
                yield CellResult(plan.cell, error, limit, plan.exact)


class Proof(NamedTuple):
    """How far sets of a column's decks are from the dice, and the proven minimum, in 1/1000 card.

    ``key`` is that of its first request. Of several roundings it is the one for which least is proven.
    """

    key: str
    name: str
    cost: int
    bound: int


def proofs(spec: DeckSpec, store: SolutionStore) -> Iterator[Proof]:
    """Yield the proof of every column that is stored as solved."""
    for request, cells in column_requests(spec):
        if store.has_solution(request):
            column = _plan_column(request, cells, store.find(request))
            pairs = [store.find(other).proof for _, other in _variants(column) if store.has_solution(other)]
            cost, bound = max(pairs, key=lambda pair: pair[0] - pair[1])
            yield Proof(request.key, column_name(spec, cells), cost, bound)


def _passing_limit(plan: Plan, rounding: Rounding, error: Fraction, store: SolutionStore) -> Fraction:
    """Return the tail error that audits accept: the limit, or a little above the proven minimum if that is larger."""
    from deckgen.deck.solve.bounds import TOLERATED_EXCESS, is_impossible_within  # noqa: PLC0415  numpy

    limit, request = plan.row_request.tail_limit, plan.bound_request(rounding)
    if error <= limit:
        return limit
    if (bound := store.bounds.get(request.key)) is not None:
        return bound + TOLERATED_EXCESS if bound > limit else limit
    return error if is_impossible_within(request, max(limit, error - TOLERATED_EXCESS)) else limit


def rounded_request(plans: list[Plan], roundings: tuple[Rounding, ...]) -> ColumnRequest:
    """Return the request of a column for these roundings, one a row, with open cards that suit its plans."""
    first = plans[0]
    if roundings == first.request.roundings:
        return first.request
    exact = first.request.is_exact(first.open_cards) and set(first.open_sums) == {None}
    open_cards = None if exact else first.open_cards
    return replace(first.request, roundings=roundings, open_cards=open_cards, open_sums=first.open_sums)


def _variants(column: list[Plan]) -> Iterator[tuple[tuple[Rounding, ...], ColumnRequest]]:
    """Yield the requests of a column for all roundings of its rows that decks of sets need."""
    for roundings in product(*(plan.roundings for plan in column)):
        yield roundings, rounded_request(column, roundings)


def write_lock(
    game: Game,
    progress: Progress = lambda _: None,
    arrange: Callable[[Game, SolutionStore], Mapping[str, list[Any]]] = lambda *_: {},
    effort: Effort | None = None,
) -> bytes:
    """Return the content of a game's lock file: solutions, bounds and arrangements of its decks and of heroes' decks.

    Bounds limit the tail error of every possible deck, for cells that do not meet their tail limit.
    ``arrange`` makes the arrangements from a store.
    """
    earlier = game_store(game).locked  # solving again makes no set of decks worse
    store = SolutionStore(progress=progress, effort=effort or Effort(THOROUGH), earlier=earlier)
    solutions: dict[str, ColumnSolution] = {}
    mixtures: dict[str, list[int]] = {}
    bounds: dict[str, Fraction] = {}
    for spec in solved_specs(game):
        for column in plan_columns(spec, store):
            first = column[0].request
            if first.key in mixtures:
                continue
            solution_by_roundings = {}
            name = column_name(spec, [plan.cell for plan in column])
            for roundings, request in _variants(column):
                solution_by_roundings[roundings] = solutions[request.key] = store.find(request, name)
            mixtures[first.key] = [mixture_error(plan, solution_by_roundings) for plan in column]
            for plan in column:
                bounds.update(_bounds(plan, solution_by_roundings, store, name))
    return lock_file(solutions, mixtures, bounds, arrange(game, store))


def mixture_error(plan: Plan, solution_by_roundings: Mapping[tuple[Rounding, ...], ColumnSolution]) -> int:
    """Return the largest |P(total >= t) of all seeds together − of the dice|, in 1/1000 card, rounded.

    ``solution_by_roundings`` are the solutions of the plan's column for all roundings of its rows.
    """
    size, draw = plan.request.size, plan.request.draw
    parts: list[list[int]] = []
    for roundings, solution in solution_by_roundings.items():
        rounding = roundings[plan.row]
        share = plan.roundings[rounding] / sum(r[plan.row] == rounding for r in solution_by_roundings)
        weight = share / solution.length * size * _PARTS_OF_CARD
        parts += [[int(tail * weight) for tail in total_tails(cells[plan.row], draw)] for cells in solution.solutions]
    tails = [sum(weights_at_total) for weights_at_total in zip_longest(*parts, fillvalue=0)]
    dice_tails = plan.dice.tails(len(tails) - 1)
    largest_error = max(abs(a - int(b * size * _PARTS_OF_CARD)) for a, b in zip(tails, dice_tails, strict=True))
    return (largest_error * 1000 + _PARTS_OF_CARD // 2) // _PARTS_OF_CARD


def _bounds(
    plan: Plan, solution_by_roundings: Mapping[tuple[Rounding, ...], ColumnSolution], store: SolutionStore, name: str
) -> Iterator[tuple[str, Fraction]]:
    """Yield (key, proven lower bound in cards) of the cell by itself, per rounding if a solution exceeds the limit."""
    from deckgen.deck.solve.bounds import PROVING, lower_bound  # noqa: PLC0415  numpy

    for roundings, solution in solution_by_roundings.items():
        worst = Fraction(solution.errors[plan.row], 1000)
        if worst > plan.row_request.tail_limit:
            request = plan.bound_request(roundings[plan.row])
            store.progress(f"{name}: proving how near any deck can be")
            yield request.key, lower_bound(request, budget=PROVING, known_error=worst)
