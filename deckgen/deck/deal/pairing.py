"""Swaps of results between cards so that the game's resolutions come up as often as with dice.

Every result is on as many cards as it should be; how often two or three of them meet on one card is chance.
If a resolution would come up a card too often or too seldom, whole values of a section, or whole columns
of a grid, are swapped between cards that are no jokers: that keeps every count, on jokers too, and
everything within a column. Integers only, so that all machines agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import lcm
from typing import TYPE_CHECKING, cast

import numpy as np

from deckgen.deck.deal.joint_odds import JointOdds, dice_chances, first_card_chances, pool_reading, shows
from deckgen.deck.deal.swaps import better_order
from deckgen.game.model import CardValue, DeckSpec, FixedSection
from deckgen.game.resolutions import Condition, Reaching, Resolution
from deckgen.records import record

if TYPE_CHECKING:
    from fractions import Fraction

    from numpy.typing import NDArray

    from deckgen.deck.deal.random_stream import RandomStream

    Ints = NDArray[np.int64]
    FloatArray = NDArray[np.float64]

_SHIFT = 20
_CERTAIN = 1 << _SHIFT
"""A chance of 1, in the integers that chances are computed in."""
_AIM = 3, 4
"""How far, in cards, a resolution may be off, as a fraction.

A card, less what cards that serve two open chains may add.
"""
_MOST_SWAPS = 40
"""Largest number of rounds of swaps."""
Values = Mapping[str, Sequence[CardValue]]
Part = tuple[str, str | None]
"""What is swapped: (section, None) for a whole value, or (section, column) of a grid or rolls."""


def swap_for_resolutions(values: Values, spec: DeckSpec, random: RandomStream) -> dict[str, Sequence[CardValue]]:
    """Return the ``values``, by section and card, swapped until resolutions are close to the dice."""
    jokers = spec.jokers()
    # shuffled, because the first of equally good swaps is used
    free = np.array(random.shuffle([card for card in range(spec.size) if card not in jokers]), dtype=np.int64)
    chances = dice_chances(spec)
    aims = [_build_aim(r, spec, values, dice) for r, dice in zip(spec.resolutions, chances, strict=True)]
    parts = {part for aim in aims for part in aim.parts}
    movable = sorted((part for part in parts if not isinstance(spec.section(part[0]), FixedSection)), key=str)
    units = [_MovablePart(part, aims, free) for part in movable]
    source_cards = {part: np.arange(spec.size, dtype=np.int64) for part in movable}
    for _ in range(_MOST_SWAPS):
        orders = ((unit, better_order(unit)) for unit in units if any(aim.excess(0) for aim in unit.aims))
        better = next(((unit, order) for unit, order in orders if order is not None), None)
        if better is None:
            break
        unit, order = better
        for numbers in (source_cards[unit.part], *(aim.parts[unit.part] for aim in unit.aims)):
            numbers[free] = numbers[free[order]]
    return _swap_values(values, source_cards, spec)


class _MovablePart:
    """A part that ``free`` cards may swap (a ``SwapUnit``)."""

    def __init__(self, part: Part, aims: Sequence[_ResolutionAim], free: Ints) -> None:
        self.part, self.free = part, free
        self.aims = [aim for aim in aims if part in aim.parts]

    def gains(self) -> FloatArray:
        """Return the change in excess if two free cards swap; 0 if no gain."""
        excess: Ints = np.zeros((len(self.free), len(self.free)), dtype=np.int64)
        for aim in self.aims:
            other_chance, chance = aim.chance_without(self.part)[self.free], aim.parts[self.part][self.free]
            change = (other_chance[:, None] - other_chance) * (chance - chance[:, None]) >> _SHIFT
            excess += aim.excess(change) - aim.excess(0)
        return np.minimum(excess, 0).astype(np.float64)

    def costs(self, orders: Ints) -> FloatArray:
        """Return each order's excess."""
        costs: Ints = np.zeros(len(orders), dtype=np.int64)
        for aim in self.aims:
            other_chance, chance = aim.chance_without(self.part)[self.free], aim.parts[self.part][self.free]
            costs += aim.excess((other_chance * (chance[orders] - chance) >> _SHIFT).sum(axis=1))
        return costs.astype(np.float64)


@record
class _ResolutionAim:
    """A resolution: the chance of each of its parts by card, how often cards come up, and the target.

    In the long run card c comes up ``weights[c]`` times for ``unit`` times in one draw; ``target`` is N times
    the dice's chance, in ``_CERTAIN``.
    """

    parts: dict[Part, Ints]
    weights: Ints
    unit: int
    target: int

    def excess(self, change: Ints | int) -> Ints:
        """Return how far the resolution is beyond the aim, 0 within it, if non-jokers' chances change by ``change``."""
        chance, target = self.chance_without(None), self.unit * self.target
        one_draw = self.unit * int(chance.sum()) - target
        long_run = int((self.weights * chance).sum()) - target
        after = np.abs(one_draw + self.unit * change), np.abs(long_run + int(self.weights.min()) * change)
        return np.asarray(np.maximum(np.maximum(*after) - self.unit * _CERTAIN * _AIM[0] // _AIM[1], 0))

    def chance_without(self, part: Part | None) -> Ints:
        """Return the chance by card that all parts but this one hold; all parts, if it is None."""
        product = np.full(len(self.weights), _CERTAIN, dtype=np.int64)
        for other_part, chance in self.parts.items():
            if other_part != part:
                product = product * chance >> _SHIFT
        return product


def _build_aim(resolution: Resolution, spec: DeckSpec, values: Values, dice: Fraction) -> _ResolutionAim:
    """Return the aim of a resolution, given its chance with dice and what is on the cards."""
    parts: dict[Part, Ints] = {}
    for condition in resolution.conditions:
        part = _part(condition, spec)
        chances = list(_condition_chances(condition, spec, values[condition.section]))
        chance = np.array(chances, dtype=np.int64)
        parts[part] = chance if part not in parts else parts[part] * chance >> _SHIFT
    plain, joker = (spec.size * chance for chance in first_card_chances(spec))
    unit = lcm(plain.denominator, joker.denominator)
    weights = np.full(spec.size, int(plain * unit), dtype=np.int64)
    weights[list(spec.jokers())] = int(joker * unit)
    return _ResolutionAim(parts, weights, unit, int(spec.size * dice * _CERTAIN))


def _condition_chances(condition: Condition, spec: DeckSpec, values: Sequence[CardValue]) -> Iterator[int]:
    """Yield the chance by card that one condition holds, in parts of ``_CERTAIN``."""
    if isinstance(condition, Reaching):
        odds = JointOdds([pool_reading(spec, condition, values)], spec.draw)
        card_chances = map(odds.chance, range(spec.size))
        return (chance.numerator * _CERTAIN // chance.denominator for chance in card_chances)
    section = spec.section(condition.section)
    return (_CERTAIN * shows(section, condition, value) for value in values)


def _part(condition: Condition, spec: DeckSpec) -> Part:
    """Return what is swapped for a condition: the column that it reads, or a section's value with those it rises with."""
    if isinstance(condition, Reaching):
        return condition.section, condition.column
    return spec.rising_with(condition.section)[0], None


def _swap_values(values: Values, source_cards: Mapping[Part, Ints], spec: DeckSpec) -> dict[str, Sequence[CardValue]]:
    """Return the values, with each part of card c taken from card ``source_cards[part][c]``."""
    paired = dict(values)
    for (name, column), order in source_cards.items():
        before, cards = paired[name], order.tolist()
        if column is None:
            paired.update({member: [values[member][card] for card in cards] for member in spec.rising_with(name)})
        else:
            rows = [cast("Mapping[str, int]", value) for value in before]
            paired[name] = [{**rows[c], column: rows[card][column]} for c, card in enumerate(cards)]
    return paired
