"""Which of many solutions are dealt, how often, and in which order, so that their errors cancel.

How often each is dealt is a linear program: minimize, over the weights, the largest error of the mixture at
any total; no weight is above 1/16, so that at least 16 solutions are dealt. It is solved in integers, so that
all machines agree, as a two-player game (one picks the solutions, the other the total at which their error
counts), in which each plays the best answer to the other's moves so far (G. W. Brown, Iterative solution of
games by fictitious play, 1951): the moves tend to the optimum.

Then the solutions are put into a cycle, each as often as its weight; next comes always the one that
brings the sum of errors nearest to its share of the mixture's. Decks use them in turn, starting at an index from the
seed, which is systematic sampling: every solution comes up as often as it should over all seeds, and a
set of decks is nearer to the dice than one deck.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deckgen.deck.solve.problem import Ints

SOLUTIONS_WANTED = 16
"""Number of different solutions of a cell, if there are so many."""
LENGTH = 2 * SOLUTIONS_WANTED
"""Length of a cycle."""
_ROUNDS = 3000
"""Rounds of the game."""
_COARSE = 8
"""Before rows are weighed, their largest error is rounded up to 1/2**(10 - 8) of a card."""


def solution_order(rows: Sequence[Ints]) -> list[int]:
    """Return ``LENGTH`` solution indexes in dealing order, repeated by weight.

    ``rows[r][i, t]``: error of solution i in row r at total t. Rows with a large mixture error weigh less, so
    that they do not spoil the others.
    """
    values = [int(np.abs(mixture_weights(row) @ row).max(initial=0)) // (_ROUNDS * SOLUTIONS_WANTED) for row in rows]
    scales = [(1 << 16) // (1 + (value >> _COARSE)) for value in values]
    errors = np.concatenate([row * scale >> 6 for row, scale in zip(rows, scales, strict=True)], axis=1)
    repeats = mixture_weights(errors)
    return _spread_errors(errors >> 4, repeats)


def mixture_weights(errors: Ints) -> Ints:
    """Return integer weights that nearly minimize the largest mixture error.

    ``errors[i, t]``: error of solution i at total t. Of 16 or more solutions none weighs above 1/16.
    """
    count = min(SOLUTIONS_WANTED, len(errors))
    play_counts = np.zeros(len(errors), dtype=np.int64)
    total = errors[:count].sum(axis=0)
    costs = np.zeros(len(errors), dtype=np.int64)
    for _ in range(_ROUNDS):
        t = int(np.abs(total).argmax())
        costs += errors[:, t] if total[t] > 0 else -errors[:, t]
        best = np.argsort(costs, kind="stable")[:count]
        play_counts[best] += 1
        total += errors[best].sum(axis=0)
    return play_counts


def _spread_errors(errors: Ints, repeats: Ints) -> list[int]:
    """Return a cycle of solution indexes whose running sum of errors stays near the mixture's."""
    total_repeats = int(repeats.sum())
    target = repeats @ errors
    most = -(-repeats * LENGTH // total_repeats)
    used = np.zeros(len(errors), dtype=np.int64)
    total = np.zeros(errors.shape[1], dtype=np.int64)
    indexes: list[int] = []
    for position in range(1, LENGTH + 1):
        residues = total + errors - target * position // total_repeats
        costs = (residues * residues).sum(axis=1)
        costs[used >= most] = np.iinfo(np.int64).max
        best = int(costs.argmin())
        indexes.append(best)
        used[best] += 1
        total = total + errors[best]
    return indexes
