"""Slow twins of what the deck room computes: every order of a small deck, drawn card by card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement as choices, pairwise, permutations
from math import factorial, lcm
from typing import Any

from hypothesis import strategies as st

from deckgen.deck.cells import Multiset, chain_weights, sum_weights, total_tails
from deckgen.deck.solve.column import ColumnRequest, Rounding, nearest_critical
from deckgen.deck.solve.request import Request
from deckgen.game.model import DrawModel, Exact
from deckgen.odds import Distribution, Roll
from deckgen.records import record


def cards(cell: Multiset) -> list[tuple[int, bool]]:
    """(value, open) of every card."""
    plain = [(v, False) for v, n in cell.plain for _ in range(n)]
    again = [(v, True) for v, n in cell.open for _ in range(n)]
    return [(1, False)] * cell.critical + plain + again


def chain(order: Sequence[tuple[int, bool]]) -> int:
    """The total of one draw from a deck in this order."""
    total = 0
    for value, again in order:
        total += value
        if not again:
            break
    return total


def totals(cell: Multiset) -> dict[int, Fraction]:
    """The chance of every total, over all orders of the deck."""
    deck = cards(cell)
    counts = Counter(chain(order) for order in permutations(deck))
    return {total: Fraction(n, factorial(len(deck))) for total, n in counts.items()}


def small_cells(most_cards: int = 6, *, critical: bool = True) -> st.SearchStrategy[Multiset]:
    """Cells of at most that many cards, at least one of which ends a chain."""
    values = st.integers(1, 6)

    def made(parts: tuple[int, list[int], list[int]]) -> Multiset:
        failures, plain, again = parts
        counts = (tuple(sorted(Counter(numbers).items())) for numbers in (plain, again))
        return Multiset(failures, *counts)

    return (
        st.tuples(
            st.integers(0, 2 if critical else 0),
            st.lists(st.just(0) | values, max_size=most_cards),
            st.lists(values, max_size=3),
        )
        .filter(lambda p: p[0] + len(p[1]) >= 1 and p[0] + len(p[1]) + len(p[2]) <= most_cards)
        .map(made)
    )


def session(deck: Sequence[tuple[int, bool]], shuffles: Callable[[list[int]], bool] | None) -> Fraction:
    """All values drawn between two shuffles over all tasks ended there, over every order of the deck.

    Tasks are drawn until ``shuffles``, given the cards of a task, says so. With None the deck is used up,
    and a task that its last card leaves open ends in the next deck, where it counts.
    """
    values, tasks = 0, 0
    for order in permutations(range(len(deck))):
        task: list[int] = []
        for card in order:
            task.append(card)
            values += deck[card][0]
            if deck[card][1]:
                continue
            tasks += 1
            done, task = task, []
            if shuffles and shuffles(done):
                break
        tasks += bool(task and shuffles)
    return Fraction(values, tasks)


@record
class Odds(Distribution):
    """The odds of a deck in the place of those of dice, where they are given: by every way to ask for them."""

    given: tuple[Fraction, ...] | None = None

    def tail(self, t: int) -> Fraction:
        return super().tail(t) if self.given is None else self.tails(max(t, 0))[-1]

    def tails(self, limit: int) -> tuple[Fraction, ...]:
        if self.given is None:
            return super().tails(limit)
        return (*self.given, *[Fraction(0)] * limit)[: limit + 1]

    def tail_counts(self, limit: int) -> tuple[Sequence[int], int]:
        if self.given is None:
            return super().tail_counts(limit)
        tails = self.tails(limit)
        whole = lcm(*(each.denominator for each in tails))
        return [int(each * whole) for each in tails], whole

    def tails_float(self, limit: int) -> Sequence[float]:
        return super().tails_float(limit) if self.given is None else [float(p) for p in self.tails(limit)]


@record(kw_only=True)
class Asked(Request):
    """A request for any mean, and for the odds of a deck, instead of a roll's."""

    mean: Fraction
    odds_of: Multiset | None = None

    @cached_property
    def dice(self) -> Distribution:
        return Odds(self.roll, self.mean, 1, None, Fraction(0), self.odds_of and self.tails)

    @cached_property
    def tails(self) -> tuple[Fraction, ...]:
        assert self.odds_of
        return tuple(total_tails(self.odds_of, self.draw))


def asked(cell: Multiset, draw: DrawModel, odds_of: Multiset | None = None) -> Request:
    """A request that this cell answers: its own mean and critical failures, and its own odds or another's."""
    roll = Roll((6,), explode="open")
    return Asked(
        roll, cell.size, draw, cell.open_cards, cell.critical or None,
        given_least=1, mean=cell.mean(draw), odds_of=odds_of or cell,
    )  # fmt: skip


def column(
    *rolls: Roll,
    size: int,
    draw: DrawModel = "without-replacement",
    bar: Fraction = Fraction(1),
    up: bool = False,
    exact: Exact = "deck",
    least: int | None = None,
    **more: Any,
) -> ColumnRequest:
    """A request for a cell, or for a rising column of several; every row has the same bar, and so on."""
    roundings = tuple(Rounding(up, nearest_critical(roll, size)) for roll in rolls)
    rows = len(rolls)
    return ColumnRequest(rolls, size, draw, (bar,) * rows, roundings, (exact,) * rows, (least,) * rows, **more)


def error(cell: Multiset, request: Request) -> Fraction:
    """The largest difference, in cards, that the request judges; of every total that deck or dice can have.

    It is that to the dice, or to dice that fail as often as the cards do, whichever are nearer; between them there is none.
    """
    ours = total_tails(cell, request.draw)
    length = max(len(ours), len(request.tails))
    padded = [[*tails, *[Fraction(0)] * (length - len(tails))] for tails in (ours, request.tails)]
    failing = Fraction(cell.critical, cell.size)
    safe = (1 - failing) / (1 - request.dice.critical_failure) if request.dice.critical_failure else 1
    found = [Fraction(0)]
    for a, b in list(zip(*padded, strict=True))[request.first_judged :]:
        inside = min(b, b * safe) <= a <= max(b, b * safe)
        found.append(Fraction(0) if inside else min(abs(a - b), abs(a - b * safe)))
    return max(found) * request.size


def every_cell(request: Request, values: Iterable[int]) -> Iterator[Multiset]:
    """All decks with the right counts, numbers from ``values``, the right mean, and open cards as asked."""
    numbers = list(values)
    critical = request.critical or 0
    for again in choices([v for v in numbers if v >= request.least_open], request.open_cards):
        for plain in choices(numbers, request.size - request.open_cards - critical):
            cell = cell_of(critical, plain, again)
            if cell.weighted_sum(request.draw) == request.weighted_sum:
                yield cell


def cell_of(critical: int, plain: Iterable[int], again: Iterable[int]) -> Multiset:
    """The cell with these numbers on its cards."""
    counts = (tuple(sorted(Counter(values).items())) for values in (plain, again))
    return Multiset(critical, *counts)


def deck_within(p: Request, open_cards: int, tolerance: Fraction) -> Multiset | None:
    """Some deck with that many open cards, the mean rounded either way and at most this error; None if there is none.

    Every set of open cards is tried, and beside it the plain ones from the lowest total up: what chains add to the
    odds of a total depends on plain cards that show less.
    """
    odds = [tail * p.size for tail in p.dice.tails(len(p.tails) + 8)]
    failing = p.dice.critical_failure
    safe = Fraction(p.size - (p.critical or 0), p.size) / (1 - failing) if failing else Fraction(1)
    least = [min(n, n * safe) - tolerance for n in odds]
    most = [max(n, n * safe) + tolerance for n in odds]
    plain_weight, open_weight = sum_weights(open_cards, p.size, p.draw)
    totals = {replace(p, open_cards=open_cards, round_up=up).weighted_sum for up in (False, True)}
    highest = max(t for t, n in enumerate(most) if n >= 1)  # a chain is worth more than its open card
    for values in choices(range(p.least_open, highest + 1), open_cards):
        again = tuple(sorted(Counter(values).items()))
        chances = chain_weights(again, p.size, p.draw, len(odds))
        whole = lcm(*(n.denominator for n in (*chances, *least, *most)))
        weights, low, high = ([int(n * whole) for n in each] for each in (chances, least, most))
        for total in totals:
            plain_sum, rest = divmod(total - open_weight * sum(values), plain_weight)
            plain = None if rest else _plain_within(p, p.size - open_cards, weights, low, high, plain_sum)
            if plain is not None:
                return cell_of(p.critical or 0, plain, values)
    return None


def _ends(
    p: Request, cards: int, weights: list[int], low: list[int], high: list[int]
) -> Callable[[int, list[int], list[int]], tuple[int, int]]:
    """How many plain cards may show T or more, where those that show less have their limits."""
    chains = [(s, n) for s, n in enumerate(weights) if s and n]

    def at(counts: list[int], t: int) -> int:
        return sum(n * (counts[t - s] if t >= s else cards) for s, n in chains)

    def ends(t: int, fewest: list[int], most: list[int]) -> tuple[int, int]:
        if t < p.first_judged:
            return (cards - (p.critical or 0) * (t > p.dice.minimum),) * 2
        least = -((at(most, t) - low[t]) // weights[0])
        return max(0, least), min(cards, (high[t] - at(fewest, t)) // weights[0])

    return ends


def _plain_within(
    p: Request, cards: int, weights: list[int], low: list[int], high: list[int], total: int
) -> list[int] | None:
    """Plain cards with this sum, with which the odds are between two limits; without those that fail critically."""
    ends = _ends(p, cards, weights, low, high)
    fewest: list[int] = []
    most: list[int] = []
    for t in range(len(low)):
        for each, end in zip((fewest, most), ends(t, fewest, most), strict=True):
            each.append(end)
    shown: list[int] = []

    def found(left: int) -> bool:
        t = len(shown)
        if t == len(low):
            return not left
        if not sum(fewest[t:]) <= left <= sum(min(n, shown[-1]) for n in most[t:]):
            return False
        a, b = ends(t, shown, shown)
        for n in range(min(b, shown[-1]), a - 1, -1):
            shown.append(n)
            if found(left - n):
                return True
            shown.pop()
        return False

    shown.append(cards)
    if not found(total):
        return None
    values = [t for t, (a, b) in enumerate(pairwise([*shown, 0])) for _ in range(a - b)]
    return values[p.critical or 0 :]
