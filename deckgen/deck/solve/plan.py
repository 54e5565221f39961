"""What a deck's rolled cells ask for: a request each, and what is left for the seed to round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import zip_longest
from math import ceil, floor

from deckgen.deck.solve.cells import Multiset, total_tails
from deckgen.deck.solve.request import Request
from deckgen.deck.solve.store import Progress, Store, lock_file, open_store
from deckgen.game.model import CellSpec, DeckSpec, Game, GridSection, RollsSection
from deckgen.odds import Distribution, Roll, distribution


@dataclass(frozen=True)
class Plan:
    """A cell that has been solved, and how many open cards it has.

    ``request`` is what was solved first: rounded down, with the nearest number of critical failures. The
    decks of a set may need it rounded otherwise, always with as many open cards.
    """

    cell: CellSpec
    request: Request
    open_cards: int

    @property
    def dice(self) -> Distribution:
        """The odds of the cell's roll."""
        return self.request.dice

    @cached_property
    def scaled(self) -> Fraction:
        """The target times the mean's denominator; where it is whole, every deck is exact."""
        return self.request.scaled_target(self.open_cards)

    @property
    def exact(self) -> bool:
        return self.scaled.denominator == 1

    @property
    def critical_cards(self) -> Fraction | None:
        """The share of critical failures, in cards, or None where the roll has none."""
        return self.dice.critical_failure * self.request.size if self.cell.roll.critical_failure else None

    def variants(self) -> Iterator[Request]:
        """A request for each solution that some deck of some set needs."""
        share = self.critical_cards
        criticals = [None] if share is None else sorted({floor(share), ceil(share)})
        for round_up in (False,) if self.exact else (False, True):
            for critical in criticals:
                yield self.variant(critical, round_up=round_up)

    def variant(self, critical: int | None, *, round_up: bool) -> Request:
        """The same cell rounded otherwise."""
        first = self.request
        if (round_up, critical) == (first.round_up, first.critical):
            return first
        return replace(first, round_up=round_up, critical=critical, open_cards=self.open_cards)


def plans(spec: DeckSpec, store: Store) -> Iterator[Plan]:
    """Every rolled cell of the deck, solved; the rows of a column one after the other."""
    for section in spec.sections:
        if not isinstance(section, GridSection | RollsSection):
            continue
        rising = isinstance(section, GridSection) and section.rising
        pooled = isinstance(section, GridSection) and section.reads == "first-n"
        store.progress(f"{section.title}: solving")
        for cell in section.cells():
            if cell.row == 1:
                above: tuple[Roll, ...] = ()
                lower_limit: tuple[int, ...] = ()
                surplus: tuple[Fraction, ...] = ()
            critical = _nearest_critical(cell.roll, spec.size)
            request = Request(
                cell.roll.unmodified, spec.size, spec.draw, critical, above=above, lower_limit=lower_limit
            )
            if pooled:
                request = replace(request, pooled=True, surplus=surplus, bar=section.tail_bar)
            found = store.find(request)
            yield (plan := Plan(cell, request, found.open_cards))
            if rising or pooled:
                above = (*above, cell.roll.unmodified)
            if rising:
                lower_limit = _lower_limit(map(store.find, plan.variants()))
            elif pooled:
                surplus = _surplus(request, found)


def _nearest_critical(roll: Roll, size: int) -> int | None:
    """The whole number of cards nearest to the share of critical failures, None where there are none."""
    share = distribution(roll).critical_failure * size
    return floor(share + Fraction(1, 2)) if roll.critical_failure else None


def _lower_limit(cells: Iterable[Multiset]) -> tuple[int, ...]:
    """By T: as many cards as in any of the cells print T or more."""
    return tuple(map(max, zip_longest(*(cell.at_least for cell in cells), fillvalue=0)))


def _surplus(request: Request, cell: Multiset) -> tuple[Fraction, ...]:
    """The surplus of the rows above and of this one, which the cell answers."""
    ours, before = total_tails(cell, request.draw), request.surplus
    return tuple(
        (before[t] if before else 0) + request.size * ((ours[t] if t < len(ours) else 0) - tail)
        for t, tail in enumerate(request.tails)
    )


def lock(game: Game, progress: Progress | None = None) -> bytes:
    """The lock file of a game: every solution that any deck of any set of its decks needs, and bounds.

    The bounds are on the tail error of every deck there could be; proving them takes a minute or two.
    """
    from deckgen.deck.solve.bounds import PROVING, lower_bound  # noqa: PLC0415  numpy

    store = open_store(game, progress)
    store.locked = {}  # the cache alone: what the lock file says may be out of date
    solutions: dict[str, Multiset] = {}
    bounds: dict[str, Fraction] = {}
    for spec in game.decks:
        for plan in plans(spec, store):
            for request in plan.variants():
                solutions[request.key] = store.find(request)
                alone = Request(request.roll, request.size, request.draw, request.critical)
                if alone.key not in bounds:
                    store.progress(f"{plan.cell.section} {plan.cell.column}-{plan.cell.row}: proving")
                    bounds[alone.key] = lower_bound(alone, budget=PROVING)
    return lock_file(solutions, bounds)
