"""What a deck's rolled cells ask for: columns of them, solved, and what is left for the seed to choose."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import groupby, product, zip_longest
from typing import Any

from deckgen.deck.solve.cells import mean_denominator, total_tails
from deckgen.deck.solve.column import ColumnRequest, ColumnSolution, Rounding, nearest_critical
from deckgen.deck.solve.store import Progress, Store, kept_store, lock_file
from deckgen.game.model import CellSpec, DeckSpec, Game, GridSection, RollsSection
from deckgen.odds import Distribution, distribution
from deckgen.records import record

_PARTS = 1 << 40


@record
class Plan:
    """A cell that has been solved: ``row`` (0 the first) of the column that ``request`` asks for.

    ``request`` is what was solved first: rounded down, with the nearest numbers of critical failures. The
    decks of a set may need it rounded otherwise, always with as many open cards. ``turns`` says how many
    turns of its cycle a deck takes, where several cells of a card share it, and ``turn`` which one is its own.
    """

    cell: CellSpec
    request: ColumnRequest
    row: int
    open_cards: int
    turns: int = 1
    turn: int = 0

    @property
    def dice(self) -> Distribution:
        """The odds of the cell's roll."""
        return distribution(self.request.rolls[self.row])

    @cached_property
    def scaled(self) -> Fraction:
        """The target times the mean's denominator; where it is whole, every deck is exact."""
        return self.dice.mean * mean_denominator(self.open_cards, self.request.size, self.request.draw)

    @property
    def exact(self) -> bool:
        return self.scaled.denominator == 1

    @property
    def critical_cards(self) -> Fraction | None:
        """The share of critical failures, in cards, or None where the roll has none."""
        failing = self.dice.roll.critical_failure
        return self.dice.critical_failure * self.request.size if failing else None

    @cached_property
    def variants(self) -> Mapping[Rounding, Fraction]:
        """The ways in which decks of sets are rounded in this row, and how often each is needed."""
        return self.request.all_roundings(self.row, self.open_cards)


def requests(spec: DeckSpec) -> Iterator[tuple[ColumnRequest, list[CellSpec]]]:
    """What a deck's rolled cells ask for, those that are solved together in one request; and the cells."""
    for section in spec.sections:
        if not isinstance(section, GridSection | RollsSection):
            continue
        rising = isinstance(section, GridSection) and section.rising
        together = section.rows if isinstance(section, GridSection) and section.reads == "first-n" else 1
        for _, own in groupby(section.cells(), key=lambda cell: cell.column):
            cells = list(own)
            for solved in [cells] if rising else [[cell] for cell in cells]:
                rolls = tuple(cell.roll.unmodified for cell in solved)
                request = ColumnRequest(
                    rolls=rolls,
                    size=spec.size,
                    draw=spec.draw,
                    tail_limits=tuple(section.bar(cell) for cell in solved),
                    roundings=tuple(Rounding(False, nearest_critical(roll, spec.size)) for roll in rolls),
                    together=together,
                    open_least=tuple(
                        section.least_open(cell) if isinstance(section, GridSection) else None
                        for cell in solved
                    ),
                )
                yield request, solved


def is_solved(game: Game, spec: DeckSpec) -> bool:
    """Whether the solutions of a deck's dice are kept, so that one can be dealt at once."""
    store = kept_store(game)
    return all(store.knows(request) for request, _ in requests(spec))


def columns(spec: DeckSpec, store: Store) -> Iterator[list[Plan]]:
    """The plans of all rolled cells of a deck, those that are solved together in one list."""
    for request, cells in requests(spec):
        store.progress(f"{cells[0].section} {cells[0].column}: solving")
        open_cards = store.find(request).open_cards
        turns = request.together
        yield [
            Plan(cell, request, row, open_cards, turns, cell.row - 1 if turns > 1 else 0)
            for row, cell in enumerate(cells)
        ]


def plans(spec: DeckSpec, store: Store) -> Iterator[Plan]:
    """The plan of every rolled cell of a deck, column by column."""
    for column in columns(spec, store):
        yield from column


def mixtures(spec: DeckSpec, store: Store) -> Mapping[CellSpec, Fraction]:
    """The tail errors of all seeds together, in cards, of the cells of which the lock file holds one."""
    known = ((store.mixtures.get(request.key), cells) for request, cells in requests(spec))
    return {
        cell: Fraction(thousandths, 1000)
        for rows, cells in known
        if rows and len(rows) == len(cells)  # a lock file may say anything
        for cell, thousandths in zip(cells, rows, strict=True)
    }


def rounded(plans: list[Plan], variants: tuple[Rounding, ...]) -> ColumnRequest:
    """The request of a column's plans, each row rounded in one of its ways."""
    first = plans[0]
    if variants == first.request.roundings:
        return first.request
    return replace(first.request, variants=variants, open_cards=first.open_cards)


def lock(
    game: Game,
    progress: Progress = lambda _: None,
    arrange: Callable[[Game, Store], Mapping[str, list[Any]]] = lambda *_: {},
) -> bytes:
    """The lock file of a game: every solution that any deck of any set of its decks needs, and bounds.

    And the arrangements that are made of these solutions, for whoever deals them.

    The bounds are on the tail error of every deck there could be, for cells that do not meet their bar.
    """
    store = Store(
        cached=True, progress=progress
    )  # the cache alone: what the lock file says may be out of date
    solutions: dict[str, ColumnSolution] = {}
    mixtures: dict[str, list[int]] = {}
    bounds: dict[str, Fraction] = {}
    for spec in game.decks:
        for column in columns(spec, store):
            first = column[0].request
            if first.key in mixtures:
                continue
            found = {}
            for variants in product(*(plan.variants for plan in column)):
                request = rounded(column, variants)
                store.progress(f"{column[0].cell.section} {column[0].cell.column}: solving")
                found[variants] = solutions[request.key] = store.proved(request)
            mixtures[first.key] = [mixture(plan, found) for plan in column]
            for plan in column:
                bounds.update(_bounds(plan, found, store))
    return lock_file(solutions, mixtures, bounds, arrange(game, store))


def mixture(plan: Plan, found: Mapping[tuple[Rounding, ...], ColumnSolution]) -> int:
    """The largest difference between all seeds together and the dice in P(total >= T), in 1/1000 card, rounded.

    ``found`` are the solutions of the plan's column in all the ways in which its rows are rounded.
    """
    size, draw = plan.request.size, plan.request.draw
    parts: list[list[int]] = []
    for variants, solution in found.items():
        often = plan.variants[variants[plan.row]] / sum(v[plan.row] == variants[plan.row] for v in found)
        for place, cells in enumerate(solution.solutions):
            weight = often * solution.order.count(place) / len(solution.order) * size * _PARTS
            parts.append([int(tail * weight) for tail in total_tails(cells[plan.row], draw)])
    ours = [sum(each) for each in zip_longest(*parts, fillvalue=0)]
    theirs = plan.dice.tails(len(ours) - 1)
    off = max(abs(a - int(b * size * _PARTS)) for a, b in zip(ours, theirs, strict=True))
    return (off * 1000 + _PARTS // 2) // _PARTS


def _bounds(
    plan: Plan, found: Mapping[tuple[Rounding, ...], ColumnSolution], store: Store
) -> Iterator[tuple[str, Fraction]]:
    """Proven lower bounds on the tail error of the cell by itself, for every number of critical failures.

    Only where some solution does not meet the bar: elsewhere nothing has to be excused.
    """
    from deckgen.deck.solve.bounds import PROVING, lower_bound  # noqa: PLC0415  numpy
    from deckgen.deck.solve.tails import tail_error  # noqa: PLC0415  numpy

    for variants, solution in found.items():
        asked = plan.request.row_request(plan.row, plan.open_cards)
        asked = replace(asked, critical=variants[plan.row].critical, round_up=variants[plan.row].round_up)
        worst = max(tail_error([cells[plan.row]], asked) for cells in solution.solutions)
        if worst > asked.bar:
            alone = asked.any_deck
            store.progress(f"{plan.cell.section} {plan.cell.column}-{plan.cell.row}: proving")
            yield alone.key, lower_bound(alone, budget=PROVING, known_error=worst)
