"""Which of many solutions are dealt, how often, and in which order: so that their errors cancel.

How often each is dealt is a linear program: least of all, over the weights, is the largest error of the
mixture at any total; no weight is above 1/16, so that 16 solutions are dealt at least. It is solved in whole
numbers, so that all machines agree, as the game of two players that it is (one picks the solutions, the other
the total at which their error is looked at), each playing the best answer to what the other has played so far
(G. W. Brown, Iterative solution of games by fictitious play, 1951): what is played tends to the optimum.

Then the solutions are put into a cycle, each as often as its weight says, the next one always the one that
brings the sum of errors nearest to what the mixture leaves. Decks take them in turn from wherever the seed
says, which is systematic sampling: every solution comes up as often as it should over all seeds, and a set of
decks is nearer to the dice than one deck.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from deckgen.deck.solve.problem import Ints

SOLUTIONS_WANTED = 16
"""So many different solutions a cell has, where there are as many."""
LENGTH = 2 * SOLUTIONS_WANTED
"""The places of a cycle."""
_ROUNDS = 3000
"""Rounds of the game."""
_COARSE = 8
"""The value of a row's game is rounded up to 1/2**(10 - 8) of a card, before rows are weighed together."""


def solution_order(rows: Sequence[Ints]) -> list[int]:
    """The solutions of a cycle in their order, each a place in the rows.

    ``rows[r][i]`` are the errors of solution i in row r of a column, by T. Rows that cannot do well by
    themselves do not keep others from doing so.
    """
    values = [
        int(np.abs(mixture_weights(row) @ row).max(initial=0)) // (_ROUNDS * SOLUTIONS_WANTED) for row in rows
    ]
    scales = [(1 << 16) // (1 + (value >> _COARSE)) for value in values]
    errors = np.concatenate([row * scale >> 6 for row, scale in zip(rows, scales, strict=True)], axis=1)
    repeats = mixture_weights(errors)
    return _spread_errors(errors >> 4, repeats)


def mixture_weights(errors: Ints) -> Ints:
    """How often each solution is dealt, as whole numbers; ``errors[i]`` are those of solution i, by T."""
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
    """A cycle in which the sum of errors stays near its share of the mixture's."""
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
