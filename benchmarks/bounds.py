"""How close to the limit the shipped games' cells are: proven bounds beside what the solver reaches.

Run: python benchmarks/bounds.py [GAME]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from time import perf_counter

from deckgen.deck.solve.bounds import CHEAP, PROVING, lower_bound
from deckgen.deck.solve.plan import plan_columns, rounded_request
from deckgen.deck.solve.request import Request
from deckgen.deck.solve.store import open_store
from deckgen.deck.solve.tails import tail_error
from deckgen.game.reader import read_game


def rows(game: str) -> Iterator[tuple[str, Request, Fraction]]:
    """The cells of a game, each in all its roundings: name, request, and the largest error of its solutions."""
    loaded = read_game(game)
    store = open_store(loaded)
    seen: set[Request] = set()  # decks of one game share their cells
    for spec in loaded.decks:
        for plans in plan_columns(spec, store):
            for variants in product(*(plan.roundings for plan in plans)):
                request = rounded_request(plans, variants)
                solutions = store.find(request).solutions
                for plan in plans:
                    asked = request.row_requests(plan.open_cards, plan.open_sums)[plan.row]
                    if asked not in seen:
                        seen.add(asked)
                        worst = max(tail_error([cells[plan.row]], asked) for cells in solutions)
                        yield f"{plan.cell.section} {plan.cell.column}-{plan.cell.row}", asked, worst


def main(game: str) -> None:
    print(
        f"{'cell':14} {'CF':>2} {'mean':5} {'open':>4} {'reached':>7} {'bar':>5} {'cheap':>6} {'s':>5}"
        f" {'proved':>6} {'s':>5} {'with as many open':>17}"
    )
    for name, request, error in rows(game):
        started = perf_counter()
        cheap = lower_bound(request, budget=CHEAP)
        middle = perf_counter()
        proved = lower_bound(request, budget=PROVING, known_error=error)
        ended = perf_counter()
        same = lower_bound(request, [request.open_cards], budget=PROVING, known_error=error)
        if same > error:
            raise ArithmeticError(name)
        exact = request.steps[0].denominator == 1
        mean = "exact" if exact else ("up" if request.round_up else "down")
        critical = "" if request.critical is None else request.critical
        print(
            f"{name:14} {critical:>2} {mean:5} {request.open_cards:4} {float(error):7.3f} {float(request.tail_limit):5.2f}"
            f" {float(cheap):6.3f} {middle - started:5.2f} {float(proved):6.3f} {ended - middle:5.2f} {float(same):17.3f}"
        )


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "future-imperfect")
