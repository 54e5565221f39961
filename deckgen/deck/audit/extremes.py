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
    extremes = find_extremes(roll, len(cells))
    assert extremes is not None  # the game could not be read
    low, high = (_extreme_chance(extremes, cells, top=top) for top in (False, True))
    return ExtremeChances(low, high, extremes.chance)


def _extreme_chance(extremes: Extremes, cells: Sequence[Cell], *, top: bool) -> Fraction:
    """Of a card that shows the extreme, or of a marked one with, next, one beyond the limit that is not marked."""
    extreme, marked_number = (extremes.lowest, extremes.highest)[top], extremes.marked_numbers[top]
    sure_cards = sum(cell.value == extreme for cell in cells)
    plain = [cell.value for cell in cells if not cell.confirm]
    confirming = sum(value >= extremes.high if top else value <= extremes.low for value in plain)
    marked_cards = sum(cell.confirm and cell.value == marked_number for cell in cells)
    chance = Fraction(sure_cards, len(cells))
    return (
        chance + Fraction(marked_cards * confirming, len(cells) * len(plain))
        if marked_cards and plain
        else chance
    )


def unprinted_totals(roll: Roll, size: int) -> Collection[int]:
    """The T at which P(total >= T) is no matter of what is printed, but of extremes that are confirmed."""
    extremes = find_extremes(roll, size) if roll.extremes else None
    return (
        ()
        if extremes is None or extremes.confirming_cards is None
        else (extremes.lowest + 1, extremes.highest)
    )


def with_extremes(tails: Sequence[Fraction], roll: Roll, cells: Sequence[Cell]) -> Sequence[Fraction]:
    """P(total >= T) by T, of what is printed, and then of what it comes to."""
    low, high = unprinted_totals(roll, len(cells)) or (0, 0)
    if not low:
        return tails
    chances = extreme_chances(roll, cells)
    changed_tails = {low: 1 - chances.lowest, high: chances.highest}
    length = max(len(tails), high + 1)
    return [changed_tails.get(t, tails[t] if t < len(tails) else Fraction(0)) for t in range(length)]
