"""How far the odds of decks are from those of the dice, at any total, exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import TYPE_CHECKING

import numpy as np

from deckgen.deck.cells import Multiset, tail_counts
from deckgen.deck.solve.request import explained_share

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from deckgen.deck.solve.request import Request
    from deckgen.odds import Distribution

_LENGTHS = 64
_NEARLY = 1e-9
"""More than any rounding error of a chance in floating point."""

Tails = tuple[Sequence[int | Fraction], int, int]
"""P(total >= t), t = 0, 1, ..., as numerators and denominator, and the number of decks."""


def tail_error(cells: Iterable[Multiset], request: Request, first: int | None = None) -> Fraction:
    """Return the largest |P(total >= t) of decks − of the dice|, in cards, over t from ``first`` on.

    ``cells`` are the decks', drawn from in turn. Not counted: totals of confirmed extremes, which are audited
    by themselves; by default, totals up to those of critical failures, whose number is audited as a
    frequency; and what the rounding of that number explains (see ``explained_share``).
    """
    multiset_counts = Counter(cells)
    dice, size, decks = request.dice, request.size, multiset_counts.total()
    failing = Fraction(sum(cell.critical * n for cell, n in multiset_counts.items()), decks)
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
    """Return the largest difference between ``decks`` and dice at any total not ``skipped``, as a chance.

    Differences up to the share ``explained`` of the dice's chance are ignored. All totals are compared in
    floating point first, and the candidates for the largest exactly. Beyond the last total of the decks the
    dice's chance only falls.
    """
    length = max(len(counts) for counts, *_ in tails)
    judged = np.array([t not in skipped for t in range(length)], dtype=np.bool_)
    about = _floats(dice, -(-length // _LENGTHS) * _LENGTHS)[:length]
    error = -about
    for counts, denominator, deck_weight in tails:
        chances = np.array([float(count / denominator) for count in counts], dtype=np.float64)
        error[: len(counts)] += chances * (deck_weight / decks)
    if explained:
        explained_part = about * float(explained)
        error -= np.clip(error, np.minimum(explained_part, 0), np.maximum(explained_part, 0))
    unskipped_errors = np.where(judged, np.abs(error), -1)
    candidates = np.flatnonzero(unskipped_errors >= unskipped_errors.max(initial=0) - _NEARLY).tolist()
    dice_counts, dice_denominator = dice.tail_counts(-(-length // _LENGTHS) * _LENGTHS)
    common = lcm(*(denominator for _, denominator, _ in tails))
    deck_unit, unit = dice_denominator * explained.denominator, common * decks * explained.denominator

    def exact(t: int) -> int | Fraction:
        """Return the unexplained error at t, over ``dice_denominator * unit``."""
        deck_count = sum(common // d * n * counts[t] for counts, d, n in tails if t < len(counts))
        return unexplained_error(
            deck_count * deck_unit - dice_counts[t] * unit,
            dice_counts[t] * explained.numerator * common * decks,
        )

    return Fraction(max(map(exact, candidates), default=0), dice_denominator * unit)


@lru_cache(maxsize=1024)
def _floats(dice: Distribution, length: int) -> NDArray[np.float64]:
    """Return the dice's P(total >= t), t = 0..``length``, as floats."""
    return np.array(dice.tails_float(length), dtype=np.float64)


def unexplained_error(error: int | Fraction, explained: int | Fraction) -> int | Fraction:
    """Return how far an error is outside the interval between 0 and the explained error."""
    return max(error - max(explained, 0), min(explained, 0) - error, 0)
