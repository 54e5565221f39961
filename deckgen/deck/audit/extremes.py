"""The chances of a roll's lowest and highest total in a deck whose cards confirm them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import NamedTuple

from deckgen.game.model import Cell
from deckgen.odds import Extremes, Roll, find_extremes


class ExtremeChances(NamedTuple):
    """The chances of the lowest and of the highest total in a deck, and the chance of either with dice."""

    lowest: Fraction
    highest: Fraction
    dice: Fraction

    @property
    def exact(self) -> bool:
        return self.lowest == self.highest == self.dice


def extreme_chances(roll: Roll, cells: Sequence[Cell]) -> ExtremeChances:
    """Return the exact chances, given each card's cell for a roll with extremes."""
    extremes = find_extremes(roll, len(cells))
    assert extremes is not None  # else the game is refused
    low, high = (_extreme_chance(extremes, cells, top=top) for top in (False, True))
    return ExtremeChances(low, high, extremes.chance)


def _extreme_chance(extremes: Extremes, cells: Sequence[Cell], *, top: bool) -> Fraction:
    """Return the chance of the lowest (``top``: highest) total, shown directly or by a marked card and another."""
    extreme, marked_number = (extremes.lowest, extremes.highest)[top], extremes.marked_numbers[top]
    sure_cards = sum(cell.value == extreme for cell in cells)
    plain = [cell.value for cell in cells if not cell.confirm]
    confirming = sum(value >= extremes.high if top else value <= extremes.low for value in plain)
    marked_cards = sum(cell.confirm and cell.value == marked_number for cell in cells)
    chance = Fraction(sure_cards, len(cells))
    if marked_cards and plain:
        chance += Fraction(marked_cards * confirming, len(cells) * len(plain))
    return chance


def unprinted_totals(roll: Roll, size: int) -> Collection[int]:
    """Return the totals t at which P(total >= t) depends on confirmed extremes, not on printed numbers, or ()."""
    extremes = find_extremes(roll, size) if roll.extremes else None
    if extremes is None or extremes.confirming_cards is None:
        return ()
    return extremes.lowest + 1, extremes.highest


def with_extremes(tails: Sequence[Fraction], roll: Roll, cells: Sequence[Cell]) -> Sequence[Fraction]:
    """Return P(total >= t), t = 0, 1, ..., given that of the printed numbers: corrected for confirmed extremes."""
    low, high = unprinted_totals(roll, len(cells)) or (0, 0)
    if not low:
        return tails
    chances = extreme_chances(roll, cells)
    changed_tails = {low: 1 - chances.lowest, high: chances.highest}
    length = max(len(tails), high + 1)
    return [changed_tails.get(t, tails[t] if t < len(tails) else Fraction(0)) for t in range(length)]
