"""Which results stand on one card, so that what the game's resolutions ask for comes up as often as with dice.

Every result is on as many cards as it should be; how often two or three of them meet on one card is chance.
Where a resolution would come up a card too often or too seldom, whole values of a section, or whole columns
of a grid, are swapped between cards that are no jokers: that keeps every count, on jokers too, and whatever
holds within a column. Whole numbers only, so that all machines agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import lcm
from typing import TYPE_CHECKING, cast

import numpy as np

from deckgen.deck.deal.joint_odds import JointOdds, dice_chances, first_card_chances, reading, shows
from deckgen.game.model import AnySection, CardValue, Cell, DeckSpec, FixedSection
from deckgen.game.resolutions import Condition, Reaching, Resolution
from deckgen.records import record

if TYPE_CHECKING:
    from fractions import Fraction

    from numpy.typing import NDArray

    from deckgen.deck.deal.random_stream import RandomStream

    Ints = NDArray[np.int64]

_SHIFT = 20
_ONE = 1 << _SHIFT
"""A chance of 1, in the whole numbers that chances are reckoned in."""
_AIM = 3, 4
"""How far, in cards, a resolution may be off: a card, less what cards that serve two open chains may add."""
_SWAPS = 40
"""The most swaps for a deck."""

Values = Mapping[str, Sequence[CardValue]]
Part = tuple[str, str | None]
"""What is swapped: a section's whole value, or a column of a grid or rolls."""


def pair(values: Values, spec: DeckSpec, bits: RandomStream) -> dict[str, Sequence[CardValue]]:
    """The ``values``, by section and card, swapped until every resolution is close to the dice, as far as they allow."""
    jokers = spec.jokers()
    # of swaps that are alike good, which is taken is chance
    free = bits.shuffled([card for card in range(spec.size) if card not in jokers])
    targets = dice_chances(spec)
    aims = [_aim(each, spec, values, own) for each, own in zip(spec.resolutions, targets, strict=True)]
    parts = sorted({part for aim in aims for part in aim.parts if not _is_fixed(spec, part)}, key=str)
    # what was rolled has been balanced: it moves only where nothing else helps, and as little as can be
    worth = {part: _worth(part, spec, values) for part in parts}
    moved = {part: list(range(spec.size)) for part in parts}
    for _ in range(_SWAPS):
        sums = [aim.sums() for aim in aims]
        now = [int(aim.excess(*own)) for aim, own in zip(aims, sums, strict=True)]
        found = [_best(part, aims, sums, now, worth[part], free) for part in parts] if any(now) else []
        better = [swap for swap in found if swap is not None]
        if not better:
            break
        _, _, part, a, b = min(better, key=lambda swap: (bool(worth[swap[2]].any()), swap[0], swap[1]))
        for numbers in (moved[part], *(aim.parts[part] for aim in aims if part in aim.parts), *worth[part]):
            numbers[a], numbers[b] = int(numbers[b]), int(numbers[a])
    return _swapped(values, moved)


@record
class _Aim:
    """A resolution: the chance of each of its parts by card, how often cards come up, and what is wanted.

    In the long run card c comes up ``weights[c]`` times where it does ``unit`` times in one draw; ``target``
    is N times the dice's chance, in ``_ONE``.
    """

    parts: dict[Part, Ints]
    weights: Ints
    unit: int
    target: int

    def sums(self) -> tuple[int, int]:
        """How much too often it comes up over all cards, in one draw and in the long run."""
        chance, wanted = self.others(None), self.unit * self.target
        return self.unit * int(chance.sum()) - wanted, int((self.weights * chance).sum()) - wanted

    def excess(self, once: int, long_run: int, change: Ints | int = 0) -> Ints:
        """How far such sums are beyond the aim after a ``change`` on cards that are no jokers, whose weights are alike."""
        limit = self.unit * _ONE * _AIM[0] // _AIM[1]
        after = np.abs(once + self.unit * change), np.abs(long_run + int(self.weights.min()) * change)
        return np.asarray(np.maximum(np.maximum(*after) - limit, 0))

    def others(self, part: Part | None) -> Ints:
        """By card: the chance that all parts but this one hold."""
        whole = np.full(len(self.weights), _ONE, dtype=np.int64)
        for each, chance in self.parts.items():
            if each != part:
                whole = whole * chance >> _SHIFT
        return whole


def _best(
    part: Part,
    aims: Sequence[_Aim],
    sums: Sequence[tuple[int, int]],
    now: Sequence[int],
    worth: Ints,
    free: Sequence[int],
) -> tuple[int, int, Part, int, int] | None:
    """The best swap of a part: what all resolutions are then beyond their aim, how unlike the two are, and which.

    None if no swap brings them nearer.
    """
    excess: Ints = np.zeros((len(free), len(free)), dtype=np.int64)
    for aim, own, before in zip(aims, sums, now, strict=True):
        if part in aim.parts:
            rest, chance = aim.others(part)[free], aim.parts[part][free]
            change = (rest[:, None] - rest) * (chance - chance[:, None]) >> _SHIFT
            excess += aim.excess(*own, change)
        else:
            excess += before
    least = int(excess.min())
    if least >= sum(now):
        return None
    shown = worth[:, free]
    a, b = np.nonzero(excess == least)
    unlike = ((shown[:, a] - shown[:, b]) ** 2).sum(axis=0)
    best = int(unlike.argmin())
    return least, int(unlike[best]), part, free[a[best]], free[b[best]]


def _aim(resolution: Resolution, spec: DeckSpec, values: Values, dice: Fraction) -> _Aim:
    parts: dict[Part, Ints] = {}
    for condition in resolution.conditions:
        part = _part(condition)
        chance = np.array(list(_chances(condition, spec, values[condition.section])), dtype=np.int64)
        parts[part] = chance if part not in parts else parts[part] * chance >> _SHIFT
    plain, joker = (spec.size * chance for chance in first_card_chances(spec))
    unit = lcm(plain.denominator, joker.denominator)
    weights = np.full(spec.size, int(plain * unit), dtype=np.int64)
    weights[list(spec.jokers())] = int(joker * unit)
    return _Aim(parts, weights, unit, int(spec.size * dice * _ONE))


def _chances(condition: Condition, spec: DeckSpec, values: Sequence[CardValue]) -> Iterator[int]:
    """By card: the chance that one condition holds."""
    if isinstance(condition, Reaching):
        odds = JointOdds([reading(spec, condition, values)], spec.draw)
        found = map(odds.chance, range(spec.size))
        return (chance.numerator * _ONE // chance.denominator for chance in found)
    section = spec.section(condition.section)
    return (_ONE * shows(section, condition, value) for value in values)


def _part(condition: Condition) -> Part:
    return condition.section, condition.column if isinstance(condition, Reaching) else None


def _is_fixed(spec: DeckSpec, part: Part) -> bool:
    return isinstance(spec.section(part[0]), FixedSection)


@lru_cache(maxsize=8)
def _rolled(spec: DeckSpec) -> Mapping[Part, tuple[AnySection, Sequence[int]]]:
    """The sections' parts that have rolled cells: the section, and where they are among its cells."""
    found: dict[Part, tuple[AnySection, list[int]]] = {}
    for section in spec.sections:
        for place, cell in enumerate(section.cells()):
            found.setdefault((section.name, cell.column), (section, []))[1].append(place)
    return found


def _worth(part: Part, spec: DeckSpec, values: Values) -> Ints:
    """What a part's rolled cells print, cells × cards; zeros if it has none."""
    if part not in _rolled(spec):
        return np.zeros((1, spec.size), dtype=np.int64)
    section, own = _rolled(spec)[part]
    cells = [cast("Sequence[Cell]", section.drawn(value)) for value in values[part[0]]]
    return np.array([[card[i].value for card in cells] for i in own], dtype=np.int64)


def _swapped(values: Values, moved: Mapping[Part, Sequence[int]]) -> dict[str, Sequence[CardValue]]:
    """The values, with each part of card c from card ``moved[part][c]``."""
    made = dict(values)
    for (name, column), order in moved.items():
        old = made[name]
        if column is None:
            made[name] = [old[card] for card in order]
        else:
            rows = [cast("Mapping[str, int]", value) for value in old]
            made[name] = [{**rows[c], column: rows[card][column]} for c, card in enumerate(order)]
    return made
