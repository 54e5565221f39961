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
from deckgen.deck.solve.plan import Plan, plans
from deckgen.deck.solve.request import Request
from deckgen.deck.solve.store import open_store
from deckgen.game.reader import load


def reached(cell: Multiset, request: Request) -> Fraction:
    ours = total_tails(cell, request.draw)
    length = len(ours) + 200
    theirs = request.dice.tails(length)
    ours += [Fraction(0)] * (length + 1 - len(ours))
    return max(abs(a - b) for a, b in zip(ours, theirs, strict=True)) * request.size


def variants(game: str) -> Iterator[tuple[Plan, Request, Multiset]]:
    loaded = load(game)
    store = open_store(loaded)
    seen: set[str] = set()  # decks of one game share their cells
    for spec in loaded.decks:
        for plan in plans(spec, store):
            for request in plan.variants():
                if request.key in seen:
                    continue
                seen.add(request.key)
                yield plan, request, store.find(request)


def main(game: str) -> None:
    print(
        f"{'cell':14} {'CF':>2} {'mean':5} {'open':>4} {'reached':>7} {'cheap':>6} {'s':>5}"
        f" {'proved':>6} {'s':>5} {'with as many open':>17}"
    )
    for plan, request, cell in variants(game):
        error = reached(cell, request)
        started = perf_counter()
        cheap = lower_bound(request, budget=CHEAP)
        middle = perf_counter()
        proved = lower_bound(request, budget=PROVING, reached=error)
        ended = perf_counter()
        same = lower_bound(request, [cell.open_cards], budget=PROVING, reached=error)
        if max(cheap, proved, same) > error:
            raise ArithmeticError(plan.cell)
        name = f"{plan.cell.section} {plan.cell.column}-{plan.cell.row}"
        mean = "exact" if plan.exact else ("up" if request.round_up else "down")
        critical = "" if request.critical is None else request.critical
        print(
            f"{name:14} {critical:>2} {mean:5} {cell.open_cards:4} {float(error):7.3f} {float(cheap):6.3f}"
            f" {middle - started:5.2f} {float(proved):6.3f} {ended - middle:5.2f} {float(same):17.3f}"
        )


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "future-imperfect")
