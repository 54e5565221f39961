"""How close to the limit the shipped games' cells are: proven bounds beside what the solver reaches.

Run: python benchmarks/bounds.py [GAME]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fractions import Fraction
from time import perf_counter

from deckgen.deck.solve.bounds import CHEAP, PROVING, lower_bound
from deckgen.deck.solve.cells import Multiset, total_tails
from deckgen.deck.solve.problem import Problem
from deckgen.deck.solve.solutions import Plan, Want, open_store, plans
from deckgen.game.reader import load
from deckgen.odds import Distribution


def problem_of(want: Want, dice: Distribution) -> Problem:
    limit = 8
    while dice.tail(limit) * want.size * 200 > 1:
        limit += 8
    return Problem(
        want.size,
        want.draw,
        dice.tails(limit),
        dice.mean,
        dice.minimum,
        want.critical,
        explodes=dice.maximum is None,
        floor=want.floor,
    )


def reached(cell: Multiset, want: Want, dice: Distribution) -> Fraction:
    ours = total_tails(cell, want.draw)
    length = len(ours) + 200
    theirs = dice.tails(length)
    ours += [Fraction(0)] * (length + 1 - len(ours))
    return max(abs(a - b) for a, b in zip(ours, theirs, strict=True)) * want.size


def variants(game: str) -> Iterator[tuple[Plan, Want, Multiset]]:
    loaded = load(game)
    store = open_store(loaded)
    seen: set[str] = set()  # decks of one game share their cells
    for spec in loaded.decks:
        for plan in plans(spec, store):
            for want in plan.variants():
                if want.key in seen:
                    continue
                seen.add(want.key)
                yield plan, want, store.find(want)


def main(game: str) -> None:
    print(
        f"{'cell':14} {'CF':>2} {'mean':5} {'open':>4} {'reached':>7} {'cheap':>6} {'s':>5}"
        f" {'proved':>6} {'s':>5} {'with as many open':>17}"
    )
    for plan, want, cell in variants(game):
        error = reached(cell, want, plan.dice)
        problem = problem_of(want, plan.dice)
        up = None if plan.exact else want.up
        started = perf_counter()
        cheap = lower_bound(problem, up=up, budget=CHEAP)
        middle = perf_counter()
        proved = lower_bound(problem, up=up, budget=PROVING, reached=error)
        ended = perf_counter()
        same = lower_bound(problem, [cell.open_cards], up=up, budget=PROVING, reached=error)
        if max(cheap.value, proved.value, same.value) > error:
            raise ArithmeticError(plan.cell)
        name = f"{plan.cell.section} {plan.cell.column}-{plan.cell.row}"
        mean = "exact" if plan.exact else ("up" if want.up else "down")
        critical = "" if want.critical is None else want.critical
        print(
            f"{name:14} {critical:>2} {mean:5} {cell.open_cards:4} {float(error):7.3f} {float(cheap.value):6.3f}"
            f" {middle - started:5.2f} {float(proved.value):6.3f} {ended - middle:5.2f} {float(same.value):17.3f}"
        )


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "future-imperfect")
