"""The time of questions about dice here and in icepool, in one run, and whether both answer with the same fractions.

``python benchmarks/expressions.py`` prints a table: milliseconds of each, and how many times as long icepool takes. Times are the
best of several in which nothing is cached. icepool has no closed form for endless explosions
and cuts them off after four, so only its time is compared there.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import prod
from typing import Any

import icepool
from icepool import d4, d6, d8, d10, d12, d20, d100

from deckgen.odds.evaluate import evaluate
from deckgen.odds.grammar import parse
from deckgen.odds.joint import Joint

_REPEATS = 7
_LONGEST = 1.0
"""Seconds after which a question is not repeated."""


def _again(face: int) -> Any:
    return 1 + icepool.Again if face == 10 else int(face >= 8)


def _sets() -> Any:
    largest = d10.pool(8).largest_count_and_outcome()
    return largest.map(lambda count, face: (count, face) if count > 1 else (0, 0))


QUESTIONS: dict[str, Callable[[], Any]] = {
    "4d6 drop lowest": lambda: d6.highest(4, 3),
    "d20 adv": lambda: d20.highest(2),
    "2d6 + 1": lambda: 2 @ d6 + 1,
    "4dF": lambda: 4 @ icepool.z(3) - 4,
    "6d6 >= 6": lambda: 6 @ (d6 >= 6),
    "20d10 >= 8": lambda: 20 @ (d10 >= 8),
    "3d6 total <= 12": lambda: 3 @ d6 <= 12,
    "40d6": lambda: 40 @ d6,
    "100d6": lambda: 100 @ d6,
    "10d100": lambda: 10 @ d100,
    "12d10 highest 5": lambda: d10.highest(12, 5),
    "20d20 highest 4": lambda: d20.highest(20, 4),
    "(d4 + d6 + d8 + d10 + d12) highest 2": lambda: icepool.highest(d4, d6, d8, d10, d12, keep=2),
    "7d12 middle 3": lambda: d12.pool(7).middle(3).sum(),
    "10d6 lowest 3": lambda: d6.lowest(10, 3),
    "(2d6 + 3) vs 2d6": lambda: (2 @ d6 + 3 - 2 @ d6).sign(),  # noqa: PLW0108 (the dice are part of the question)
    "8d10 sets": _sets,
    "8d6 open": lambda: 8 @ d6.explode(depth=4),
    "5d10 open highest 3": lambda: d10.explode(depth=4).highest(5, 3),
    "5d10 >= 8 again 10": lambda: 5 @ d10.map(_again, again_depth=4),
}


def main() -> None:
    """Print the table."""
    ratios = []
    print(f"{'':38}{'deckgen':>9}{'icepool':>9}{'ratio':>8}  same fractions")
    for text, ask in QUESTIONS.items():
        seconds, odds = _time(partial(evaluate, parse(text)))
        other_seconds, oracle = _time(ask)
        ratios.append(other_seconds / seconds)
        print(f"{text:38}{seconds * 1e3:9.2f}{other_seconds * 1e3:9.2f}{ratios[-1]:8.1f}  {_compare(odds, oracle)}")
    print(f"{'geometric mean':38}{'':18}{prod(ratios) ** (1 / len(ratios)):8.1f}")


def _time(ask: Callable[[], Any]) -> tuple[float, Any]:
    """Return the shortest time of a question in seconds, and its answer."""
    best = _LONGEST
    for _ in range(_REPEATS):
        _empty_caches()
        start = time.perf_counter()
        answer = ask()
        seconds = time.perf_counter() - start
        best = min(best, seconds) if best < _LONGEST else seconds
        if seconds > _LONGEST:
            break
    return best, answer


def _empty_caches() -> None:
    """Let both forget all answers; icepool's evaluators keep theirs in attributes."""
    icepool.Pool.clear_cache()
    for name, module in list(sys.modules.items()):
        if name.startswith(("deckgen.odds", "icepool")):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()
                if isinstance(getattr(value, "_cache", None), dict):
                    value._cache.clear()  # noqa: SLF001


def _compare(odds: Joint, oracle: Any) -> str:
    """Return whether both have the same chances; those of endless dice are not compared."""
    if odds.rest:
        return "endless: exact here, cut off there"
    chances = sorted(Fraction(weight, odds.denominator) for weight in odds.weights.values())
    return (
        "yes" if chances == sorted(Fraction(*chance.as_integer_ratio()) for chance in oracle.probabilities()) else "NO"
    )


if __name__ == "__main__":
    main()
