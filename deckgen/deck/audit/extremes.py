"""The chances of a roll's lowest and highest total in a deck, where cards confirm them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import NamedTuple

from deckgen.game.model import Cell
from deckgen.odds import Extremes, Roll, find_extremes


class ExtremeChances(NamedTuple):
    """The chances of the lowest and of the highest total in a deck, and that of either with the dice."""

    lowest: Fraction
    highest: Fraction
    dice: Fraction

    @property
    def exact(self) -> bool:
        return self.lowest == self.highest == self.dice


def extreme_chances(roll: Roll, cells: Sequence[Cell]) -> ExtremeChances:
    """The exact chances, by what the cards of a deck show for a roll of which extremes are asked."""
    found = find_extremes(roll, len(cells))
    assert found is not None  # the game could not be read
    low, high = (_chance(found, cells, top=top) for top in (False, True))
    return ExtremeChances(low, high, found.chance)


def _chance(found: Extremes, cells: Sequence[Cell], *, top: bool) -> Fraction:
    """Of a card that shows the extreme, or of a marked one with, next, one beyond the limit that is not marked."""
    extreme, marked = (found.lowest, found.highest)[top], found.marked_numbers[top]
    sure = sum(cell.value == extreme for cell in cells)
    plain = [cell.value for cell in cells if not cell.confirm]
    confirming = sum(value >= found.high if top else value <= found.low for value in plain)
    asking = sum(cell.confirm and cell.value == marked for cell in cells)
    chance = Fraction(sure, len(cells))
    return chance + Fraction(asking * confirming, len(cells) * len(plain)) if asking and plain else chance


def unprinted(roll: Roll, size: int) -> Collection[int]:
    """The T at which P(total >= T) is no matter of what is printed, but of extremes that are confirmed."""
    found = find_extremes(roll, size) if roll.extremes else None
    return () if found is None or found.confirming_cards is None else (found.lowest + 1, found.highest)


def with_extremes(tails: Sequence[Fraction], roll: Roll, cells: Sequence[Cell]) -> Sequence[Fraction]:
    """P(total >= T) by T, of what is printed, and then of what it comes to."""
    low, high = unprinted(roll, len(cells)) or (0, 0)
    if not low:
        return tails
    chances = extreme_chances(roll, cells)
    moved = {low: 1 - chances.lowest, high: chances.highest}
    length = max(len(tails), high + 1)
    return [moved.get(t, tails[t] if t < len(tails) else Fraction(0)) for t in range(length)]
