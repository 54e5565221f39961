"""How well decks of many sizes carry many rolls, and how long solving takes.

Run it with ``python benchmarks/solve.py [SIZE...]``. Tail errors are in cards, the largest of all solutions; 0.5 is
about the best that whole cards allow. ``bar`` is what was asked for, ``cycle`` the error of all seeds together,
``ways`` the number of solutions, ``exact`` is yes, no, or NEVER where no allowed number of open cards can be exact.
"""

from __future__ import annotations

import sys
import time
from fractions import Fraction

from deckgen.deck.audit.means import exactness
from deckgen.deck.solve.cells import total_tails
from deckgen.deck.solve.column import ColumnRequest, ColumnSolution, Rounding, nearest_critical
from deckgen.deck.solve.request import Request
from deckgen.deck.solve.solver import solve
from deckgen.deck.solve.tails import tail_error
from deckgen.errors import DeckError
from deckgen.game.model import DrawModel
from deckgen.odds import Roll, describe

_SIZES = (20, 54, 60, 110, 200)
_ROLLS = (
    *(Roll((sides,), explode="open") for sides in (2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 30, 100)),
    *(Roll((sides,), explode="penetrating") for sides in (4, 6, 20)),
    *(Roll((sides,) * n, explode="open") for sides, n in ((4, 5), (5, 3), (6, 3), (7, 2), (20, 2), (100, 2))),
    *(Roll((sides,) * n) for sides, n in ((2, 1), (6, 2), (6, 3), (10, 1), (100, 1))),
    *(Roll((6,) * 3, "highest", "open", maxima) for maxima in ("choose", "one", "all")),
    *(Roll((sides,) * n, "highest", "open", "choose", True) for sides, n in ((4, 1), (7, 1), (6, 3), (9, 3))),
    Roll((8,) * 2, "lowest", "open"),
    Roll((8,) * 3, "lowest"),
)  # fmt: skip
_COLUMNS = tuple(
    tuple(Roll((sides,) * n, explode="open") for n in range(1, rows + 1)) for sides, rows in ((4, 3), (6, 5), (8, 3))
)
_DRAWS: tuple[DrawModel, ...] = ("without-replacement", "with-replacement")


def bar(roll: Roll) -> Fraction:
    """What games ask for that say nothing."""
    return Fraction(4, 5) if len(roll.dice) == 1 else Fraction(1) if roll.keep == "sum" else Fraction(3, 5)


def lines(rolls: tuple[Roll, ...], size: int, draw: DrawModel) -> list[str]:
    """A line for each row of a column, of a cell if it has one."""
    variants = tuple(Rounding(False, nearest_critical(roll, size)) for roll in rolls)
    request = ColumnRequest(rolls, size, draw, tuple(map(bar, rolls)), variants)
    start = time.process_time()
    try:
        found = solve(request)
    except DeckError as error:
        return [f"{describe(rolls[-1]):44}{size:5} {draw[:7]:8} {error}"]
    seconds = time.process_time() - start
    return [line(request.row_request(row, found.open_cards), row, found, seconds) for row in range(len(rolls))]


def line(asked: Request, row: int, found: ColumnSolution, seconds: float) -> str:
    """What became of a row."""
    cells = [cells[row] for cells in found.solutions]
    worst = max(tail_error([cell], asked) for cell in cells)
    possible = exactness(asked.roll, asked.size, asked.draw).possible
    exact = "NEVER" if not possible else "yes" if cells[0].mean(asked.draw) == asked.dice.mean else "NO"
    length = len(asked.tails)
    dealt = [([*total_tails(cells[i], asked.draw), *[Fraction(0)] * length])[:length] for i in found.order]
    mixed = (sum(map(float, tails)) / len(dealt) for tails in zip(*dealt, strict=True))
    off = [abs(a - b) * asked.size for a, b in zip(mixed, map(float, asked.tails), strict=True)]
    return (
        f"{describe(asked.roll):44}{asked.size:5} {asked.draw[:7]:8}{exact:>7}{found.open_cards:6}{len(cells):6}"
        f"{float(worst):7.2f}{float(asked.tail_limit):6.2f}{max(off[asked.first_judged :]):7.2f}{seconds:8.2f}"
    )


def main() -> None:
    titles = f"{'exact':>7}{'open':>6}{'ways':>6}{'tail':>7}{'bar':>6}{'cycle':>7}{'CPU s':>8}"
    print(f"{'roll':44}{'size':>5} {'draw':8}{titles}")
    for size in map(int, sys.argv[1:] or _SIZES):
        for draw in _DRAWS:
            for rolls in (*((roll,) for roll in _ROLLS), *_COLUMNS):
                print("\n".join(lines(rolls, size, draw)), flush=True)


if __name__ == "__main__":
    main()
