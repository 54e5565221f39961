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
    multiset_counts = Counter(cells)
    dice, size, decks = request.dice, request.size, multiset_counts.total()
    failing = Fraction(
        sum(cell.critical * deck_weight for cell, deck_weight in multiset_counts.items()), decks
    )
    tails = [(*tail_counts(cell, request.draw), deck_weight) for cell, deck_weight in multiset_counts.items()]
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
    for counts, denominator, deck_weight in tails:
        error[: len(counts)] += np.array([float(count / denominator) for count in counts]) * (
            deck_weight / decks
        )
    if explained:
        explained_part = about * float(explained)
        error -= np.clip(error, np.minimum(explained_part, 0), np.maximum(explained_part, 0))
    unskipped_errors = np.where(judged, np.abs(error), -1)
    candidates = np.flatnonzero(unskipped_errors >= unskipped_errors.max(initial=0) - _NEARLY).tolist()
    dice_counts, dice_denominator = dice.tail_counts(-(-length // _LENGTHS) * _LENGTHS)
    common = lcm(*(denominator for _, denominator, _ in tails))
    deck_unit, unit = dice_denominator * explained.denominator, common * decks * explained.denominator

    def exact(t: int) -> int | Fraction:
        deck_count = sum(
            common // denominator * deck_weight * counts[t]
            for counts, denominator, deck_weight in tails
            if t < len(counts)
        )
        return unexplained_error(
            deck_count * deck_unit - dice_counts[t] * unit,
            dice_counts[t] * explained.numerator * common * decks,
        )

    return Fraction(max(map(exact, candidates), default=0), dice_denominator * unit)


@lru_cache(maxsize=1024)
def _floats(dice: Distribution, length: int) -> NDArray[np.float64]:
    """The dice's P(total >= T) by T."""
    return np.array(dice.tails_float(length))


def unexplained_error(error: int | Fraction, explained: int | Fraction) -> int | Fraction:
    """How far an error is outside what lies between 0 and what is explained."""
    return max(error - max(explained, 0), min(explained, 0) - error, 0)
