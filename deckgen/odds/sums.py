"""Sums of dice without marks, one die after another: the fast way up to a high total, or for dice with many sides."""

from __future__ import annotations

from collections.abc import Mapping

from deckgen.odds.die_odds import DieOdds
from deckgen.odds.pool_weights import MOST_WORK, too_many


def sum_chances(pool: Mapping[DieOdds, int], limit: int, most_ones: int) -> tuple[list[int], int]:
    """Return the chances of the sums 0..``limit`` of dice without faces below 0, as numerators and their denominator.

    Rolls with more 1s than ``most_ones`` are left out. Raises GameError for dice that go on so far that it takes many seconds.
    """
    rows = [[1] + [0] * limit]  # by how many dice show 1, and the sum; numerators over the scale of the dice so far
    denominator, work, counts_ones = 1, 0, most_ones < sum(pool.values())
    for die, count in pool.items():
        scale = die.scale(limit)
        ones = dict(die.faces).get(1, 0) * scale // die.weight
        for _ in range(count):
            work += (limit + 1) * len(die.exploding) * (denominator * scale).bit_length()
            if work > MOST_WORK:
                raise too_many()
            grown = [die.add_to(row) for row in rows]
            if counts_ones:
                shifted = [[0, *(ways * ones for ways in row[:-1])] for row in rows]
                nothing = [0] * (limit + 1)
                rows = [
                    [every - one + before for every, one, before in zip(*columns, strict=True)]
                    for columns in zip([*grown, nothing], [*shifted, nothing], [nothing, *shifted], strict=True)
                ][: most_ones + 1]
            else:
                rows = grown
            denominator *= scale
    return [sum(column) for column in zip(*rows, strict=True)], denominator
