"""How far the odds of decks are from those of the dice, at any total, exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import TYPE_CHECKING

import numpy as np

from deckgen.deck.solve.cells import Multiset, tail_counts
from deckgen.deck.solve.request import explained_share

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from deckgen.deck.solve.request import Request
    from deckgen.odds import Distribution

_LENGTHS = 64
_NEARLY = 1e-9
"""Far more than floating point may hide of a chance."""

Tails = tuple[Sequence[int | Fraction], int, int]
"""P(total >= T) by T, as numerators and their denominator, and in how many decks."""


def tail_error(cells: Iterable[Multiset], request: Request, first: int | None = None) -> Fraction:
    """The largest |P(total >= T) of decks − of the dice|, in cards, over every T from ``first`` on.

    ``cells`` are what the decks show, drawn from in turn. Extremes that are confirmed are judged by themselves; how
    many cards fail critically is judged as a frequency, so by default T begins above that, and what the rounding of
    these explains is no error (see ``rounding``).
    """
    shared = Counter(cells)
    dice, size, decks = request.dice, request.size, shared.total()
    failing = Fraction(sum(cell.critical * times for cell, times in shared.items()), decks)
    tails = [(*tail_counts(cell, request.draw), times) for cell, times in shared.items()]
    skipped = {*range(request.first_judged if first is None else first), *request.confirmed_tails}
    return size * largest_difference(tails, decks, dice, explained_share(dice, size, failing), skipped)


def largest_difference(
    tails: Sequence[Tails],
    decks: int,
    dice: Distribution,
    explained: Fraction = Fraction(0),
    skipped: Collection[int] = (),
) -> Fraction:
    """The largest difference of ``decks`` and dice at any total that is not ``skipped``, as a chance.

    Differences of the share ``explained`` of the dice's chance, or less, are none. All are compared in floating point
    first, and those that may be the largest exactly, over one denominator. Beyond the last total of the decks the
    dice's chance only falls.
    """
    length = max(len(counts) for counts, *_ in tails)
    judged = np.array([t not in skipped for t in range(length)])
    about = _floats(dice, -(-length // _LENGTHS) * _LENGTHS)[:length]
    error = -about
    for counts, whole, times in tails:
        error[: len(counts)] += np.array([float(count / whole) for count in counts]) * (times / decks)
    if explained:
        part = about * float(explained)
        error -= np.clip(error, np.minimum(part, 0), np.maximum(part, 0))
    beyond = np.where(judged, np.abs(error), -1)
    worst = np.flatnonzero(beyond >= beyond.max(initial=0) - _NEARLY).tolist()
    theirs, of = dice.tail_counts(-(-length // _LENGTHS) * _LENGTHS)
    common = lcm(*(whole for _, whole, _ in tails))
    ours_unit, unit = of * explained.denominator, common * decks * explained.denominator

    def exact(t: int) -> int | Fraction:
        ours = sum(common // whole * times * counts[t] for counts, whole, times in tails if t < len(counts))
        return unexplained(
            ours * ours_unit - theirs[t] * unit, theirs[t] * explained.numerator * common * decks
        )

    return Fraction(max(map(exact, worst), default=0), of * unit)


@lru_cache(maxsize=1024)
def _floats(dice: Distribution, length: int) -> NDArray[np.float64]:
    """The dice's P(total >= T) by T."""
    return np.array(dice.tails_float(length))


def unexplained(error: int | Fraction, explained: int | Fraction) -> int | Fraction:
    """How far an error is outside what lies between 0 and what is explained."""
    return max(error - max(explained, 0), min(explained, 0) - error, 0)
