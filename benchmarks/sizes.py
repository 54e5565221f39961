"""How near decks of playing cards come to the dice: many rolls in decks of 36 to 108 cards, solved from nothing.

Run: python benchmarks/sizes.py [SIZE ...] [--rolls WORD] [--effort 3] [--write]

``--rolls`` takes only rolls whose description has the word. Columns: where the mean is exact; the largest tail error of
a deck, and its limit (! if it is exceeded); that of sets of eight decks, both in cards and computed from the cards alone;
CPU seconds; the open cards' numbers. ``--write`` puts tables for readers into docs/deck-sizes.md.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from itertools import cycle, product, repeat
from math import ceil, floor
from typing import NamedTuple

from rivals import put, table

from deckgen.deck.cells import Multiset
from deckgen.deck.solve.bounds import PROVING, lower_bound
from deckgen.deck.solve.column import ColumnRequest, Rounding, nearest_critical
from deckgen.deck.solve.effort import Effort
from deckgen.deck.solve.solver import solve
from deckgen.deck.solve.store import QUICK
from deckgen.deck.solve.tails import tail_error
from deckgen.game.sections.base import default_tail_limit
from deckgen.odds import Roll, describe

SIZES = (36, 40, 48, 52, 60, 72, 78, 108)
DICE = tuple(Roll((sides,), explode="open") for sides in (3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18, 20))
POOLS = (
    *(Roll((6,) * n) for n in (2, 3)),
    *(Roll((10,) * n) for n in (2, 3)),
    *(Roll((sides,) * 2, explode="open") for sides in (6, 10)),
    Roll((6,) * 3, explode="penetrating"),
    Roll((100,)),
    Roll((6,) * 3, "lowest", "open"),
    *(Roll((20,) * 2, keep) for keep in ("highest", "lowest")),
    *(Roll((10,) * 3, "highest", explode) for explode in ("none", "open")),
    Roll((6,) * 5, "count", success_at=5),
    Roll((10,) * 8, "count", success_at=8),
)  # fmt: skip
_SET = 8


class Result(NamedTuple):
    """Reached by decks of one size: whether the mean is exact in each deck, the open numbers, and tail errors in cards."""

    exact: bool
    open_values: tuple[int, ...]
    error: Fraction
    set_error: Fraction
    limit: Fraction
    seconds: float

    @property
    def passed(self) -> bool:
        return self.error <= self.limit


def measure(roll: Roll, size: int, effort: float) -> Result:
    """Solve a roll for decks of a size in all roundings, and measure the decks. Raises ArithmeticError if a mean is wrong."""
    start = time.process_time()
    rounding = Rounding(False, nearest_critical(roll, size))
    request = ColumnRequest(
        (roll,), size, "without-replacement", (default_tail_limit(roll),), (rounding,), ("auto",), (None,)
    )
    first = solve(request, Effort(effort, hasty=True))
    row = request.row_requests(first.open_cards, first.open_sums)[0]
    solutions = {rounding: first}
    shares = request.all_roundings(0, first.open_cards, first.open_sums)
    for other in shares:
        if other != rounding:
            again = ColumnRequest(
                request.rolls, size, request.draw, request.tail_limits, (other,), request.exact, request.open_least,
                first.open_cards, first.open_sums,
            )  # fmt: skip
            solutions[other] = solve(again, Effort(effort, hasty=True))
    seconds = time.process_time() - start
    cells = {rounding: [cell for (cell,) in solution.solutions] for rounding, solution in solutions.items()}
    every = [cell for decks in cells.values() for cell in decks]
    means = {cell.mean(request.draw) for cell in every}
    exact = means == {row.dice.mean}
    if not exact and any(abs(mean - row.dice.mean) * (size - first.open_cards) >= 1 for mean in means):
        raise ArithmeticError(f"{describe(roll)} in {size} cards averages {means}")
    error = max(tail_error([cell], row) for cell in {*every})
    limit = row.tail_limit
    if error > limit:
        limit = max(limit, lower_bound(row.any_deck, budget=PROVING, known_error=error))
    set_error = max(tail_error(decks, row) for decks in _sets(cells, shares))
    return Result(exact, tuple(every[0].open_values), error, set_error, limit, seconds)


def _sets(
    cells: Mapping[Rounding, Sequence[Multiset]], shares: Mapping[Rounding, Fraction]
) -> Iterator[list[Multiset]]:
    """Yield sets of eight decks that follow one another; each rounding is on its share of all decks."""
    decks = {rounding: cycle(solutions) for rounding, solutions in cells.items()}
    up = next((shares[rounding] for rounding in shares if rounding.round_up), Fraction(0))
    rounded_up = (floor((n + 1) * up) > floor(n * up) for n in range(32))
    in_turn = [next(decks[rounding]) for is_up in rounded_up for rounding in cells if rounding.round_up == is_up]
    for first in range(0, len(in_turn), _SET):
        yield in_turn[first : first + _SET]


def line(roll: Roll, size: int, result: Result) -> str:
    """Return a result as a line of the printed table."""
    values = " ".join(map(str, result.open_values))
    return (
        f"{describe(roll):34}{size:5}  {'deck' if result.exact else 'set':5}{float(result.error):6.3f} "
        f"{float(result.limit):5.2f} {' ' if result.passed else '!'}{float(result.set_error):6.3f}"
        f"{result.seconds:7.1f}  {len(result.open_values):2}: {values}"
    )


def tail_errors(title: str, rolls: Sequence[Roll], results: Mapping[tuple[Roll, int], Result]) -> str:
    """Return a table of the largest tail errors of decks, in italics where the mean is exact over a set only."""
    rows = [[title, *map(str, SIZES)]]
    for roll in rolls:
        errors = ((ceil(results[roll, size].error * 100) / 100, results[roll, size].exact) for size in SIZES)
        rows.append([describe(roll), *(f"{error:.2f}" if exact else f"*{error:.2f}*" for error, exact in errors)])
    return table(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("sizes", nargs="*", type=int, help="numbers of cards; 36 to 108 if left out")
    parser.add_argument("--rolls", default="", help="only rolls whose description has this word")
    parser.add_argument("--effort", type=float, default=QUICK, help="CP-SAT's deterministic time for a roll")
    parser.add_argument("--write", action="store_true", help="write the tables into docs/deck-sizes.md")
    options = parser.parse_args()
    if options.write and (options.sizes or options.rolls):
        parser.error("--write needs all sizes and rolls")
    print(f"{'roll':34}{'size':>5}  {'exact':5}{'error':>6} {'limit':>5} {'set':>7}{'CPU s':>7}  open numbers")
    rolls = [roll for roll in (*DICE, *POOLS) if options.rolls in describe(roll)]
    cells = [*product(rolls, options.sizes or SIZES)]
    results: dict[tuple[Roll, int], Result] = {}
    with ProcessPoolExecutor() as pool:
        measured = pool.map(measure, *zip(*cells, strict=True), repeat(options.effort))
        for (roll, size), result in zip(cells, measured, strict=True):
            results[roll, size] = result
            print(line(roll, size, result), flush=True)
    print(f"{sum(not result.passed for result in results.values())} of {len(results)} exceed their limit")
    if options.write:
        tables = tail_errors("cards", DICE, results), tail_errors("cards", POOLS, results)
        put("sizes", "\n\n".join(tables), "deck-sizes")


if __name__ == "__main__":
    main()
