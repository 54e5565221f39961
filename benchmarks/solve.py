"""How well decks of many sizes carry many rolls, and how long solving takes.

Run it with ``python benchmarks/solve.py [SIZE...]``. Tail errors are in cards; 0.5 is about the best that
whole cards allow. ``exact`` is yes, no, or NEVER where no allowed number of open cards can be exact.
"""

from __future__ import annotations

import sys
import time
from math import floor

from deckgen.deck.audit.means import exactness
from deckgen.deck.solve.cells import total_tails
from deckgen.deck.solve.request import Request
from deckgen.deck.solve.store import Store
from deckgen.errors import DeckError
from deckgen.game.model import DrawModel
from deckgen.odds import Roll, describe, distribution

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
_DRAWS: tuple[DrawModel, ...] = ("without-replacement", "with-replacement")


def row(roll: Roll, size: int, draw: DrawModel) -> str:
    dice = distribution(roll)
    critical = floor(dice.critical_failure * size + 0.5) if roll.critical_failure else None
    start = time.process_time()
    name = f"{describe(roll):44}{size:5} {draw[:7]:8}"
    try:
        cell = Store().find(Request(roll, size, draw, critical))
    except DeckError as error:
        return f"{name} {error}"
    seconds = time.process_time() - start
    tails = total_tails(cell, draw)
    ours = [*tails, *[0] * 64]
    theirs = dice.tails(len(ours) - 1)
    worst = max(abs(a - b) for a, b in zip(ours, theirs, strict=True)) * size
    possible = exactness(roll, size, draw).possible
    exact = "NEVER" if not possible else "yes" if cell.mean(draw) == dice.mean else "NO"
    return f"{name}{exact:>7}{cell.open_cards:6}{float(worst):7.2f}{seconds:8.2f}"


def main() -> None:
    print(f"{'roll':44}{'size':>5} {'draw':8}{'exact':>7}{'open':>6}{'tail':>7}{'CPU s':>8}")
    for size in map(int, sys.argv[1:] or _SIZES):
        for draw in _DRAWS:
            for roll in _ROLLS:
                print(row(roll, size, draw), flush=True)


if __name__ == "__main__":
    main()
