"""Sums of dice without marks, one die after another: the fast way up to a high total, or for dice with many sides."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate

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
            grown = [_add(row, die, scale) for row in rows]
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


def _add(row: list[int], die: DieOdds, scale: int) -> list[int]:
    """Return the numerators of the chances of sums with a die added, as multiples of 1/``scale`` of those before.

    With n(z) for faces that end a roll and e(z) for steps of those that explode, the die is n(z) / (weight - e(z)). So each sum
    follows from those a step before; the division is exact at this scale.
    """
    ending, steps, weight = die.series()
    runs: list[list[int]] = []  # first and last face, weight
    for face, ways in sorted(ending.items()):
        if runs and runs[-1][1:] == [face - 1, ways]:
            runs[-1][1] = face
        else:
            runs.append([face, face, ways])
    up_to = [*accumulate(row)]
    grown: list[int] = []
    for total in range(len(row)):
        ways = 0
        for first, last, ways_of_face in runs:
            if total >= first:
                ways += ways_of_face * (up_to[total - first] - (up_to[total - last - 1] if total > last else 0))
        ways *= scale
        for step, ways_of_step in steps.items():
            if total >= step:
                ways += ways_of_step * grown[total - step]
        grown.append(ways // weight)
    return grown
