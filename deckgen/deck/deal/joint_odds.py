"""The exact chance that several rolls of one card reach their numbers, each drawn on where it is open.

One added card serves every cell that still goes on, each in its own place. So the cards added so far are
open in all those places: what they show there, in any order, is all that the rest depends on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, cast

from deckgen.deck.deal.pool_odds import Shown
from deckgen.deck.solve.cells import chain_weights
from deckgen.game.model import AnySection, CardValue, Cell, DeckSpec, DrawModel, GridSection, StackValue
from deckgen.game.resolutions import Reaching, Resolution, Showing, dice_chance
from deckgen.records import record

_ONE: Shown = (1, False)
_Waiting = tuple[tuple[tuple[int, int], ...], ...]
"""What is still open: for each reading the places that go on, each with what it still needs."""
_Gone = tuple[tuple[Shown, ...], ...]


@record
class Reading:
    """Cells that are read together, ``cells[c]`` on card c; their highest total must be ``at_least`` so much.

    ``critical``: where more than half of the first card's cells are plain 1s, the total is 1.
    """

    cells: Sequence[Sequence[Cell]]
    at_least: int
    critical: bool = False


def first_card_chances(spec: DeckSpec) -> tuple[Fraction, Fraction]:
    """The share of tasks that begin with a card in the long run, one card a task: if it is no joker, and if it is one.

    Where the deck is shuffled after a joker has come up, the cards before the first of J jokers and that one
    are drawn between two shuffles. A card that is no joker comes before all jokers with chance 1/(J+1), a
    joker is the first with chance 1/J, and (N+1)/(J+1) cards are drawn on average: so their shares are
    1/(N+1) and (J+1)/(J(N+1)). Under every other rule all cards come up alike.
    """
    size, jokers = spec.size, len(spec.jokers())
    if spec.draw == "with-replacement" or spec.reshuffle != "jokers" or not jokers:
        return Fraction(1, size), Fraction(1, size)
    return Fraction(1, size + 1), Fraction(jokers + 1, jokers * (size + 1))


@lru_cache(maxsize=8)
def dice_chances(spec: DeckSpec) -> Sequence[Fraction]:
    """The chances of a spec's resolutions with dice."""
    return [dice_chance(resolution, spec.section, spec.size) for resolution in spec.resolutions]


def chances(
    resolution: Resolution, spec: DeckSpec, values: Mapping[str, Sequence[CardValue]]
) -> list[Fraction]:
    """By card: the chance that all conditions hold if it is drawn first; ``values[section][c]`` is on card c."""
    readings = [reading(spec, c, values[c.section]) for c in resolution.conditions if isinstance(c, Reaching)]
    showing = [(spec.section(c.section), c) for c in resolution.conditions if isinstance(c, Showing)]
    odds = JointOdds(readings, spec.draw)
    return [
        odds.chance(card)
        if all(shows(section, c, values[c.section][card]) for section, c in showing)
        else Fraction(0)
        for card in range(spec.size)
    ]


def reading(spec: DeckSpec, condition: Reaching, values: Sequence[CardValue]) -> Reading:
    """What a condition reads of a section's ``values``, by card, as it is printed."""
    section = spec.section(condition.section)
    pool = isinstance(section, GridSection) and section.reads == "first-n"
    first = 0 if pool else condition.row - 1
    cells: list[Sequence[Cell]] = []
    for value in values:
        own: Any = cast("Mapping[str, Any]", value)[condition.column]
        if isinstance(section, GridSection):
            cells.append(own[first : condition.row])
        else:  # of rolls: a cell or a bare number
            cells.append((own if isinstance(own, Cell) else Cell(own),))
    critical = isinstance(section, GridSection) and pool and section.critical_failure
    return Reading(cells, condition.at_least, critical)


def shows(section: AnySection, condition: Showing, value: CardValue) -> bool:
    """Whether a card's value has one of the values that a condition asks for."""
    if isinstance(value, StackValue):
        found: object = value.places[value.standard - condition.up]
    else:
        found = section.drawn(value)[condition.draw]
    return any(type(each) is type(found) and each == found for each in condition.values)  # true is not 1


class JointOdds:
    """The chances of some readings of one deck, all to be met at once."""

    def __init__(self, readings: Sequence[Reading], draw: DrawModel) -> None:
        self.readings, self.draw = readings, draw
        self.places: list[list[Shown]] = []
        self.first: list[tuple[tuple[int, int], ...]] = []
        for reading in readings:
            begin = len(self.places)
            self.places += [[cell[:2] for cell in place] for place in zip(*reading.cells, strict=True)]
            self.first.append(tuple((i, reading.at_least) for i in range(begin, len(self.places))))
        self._counts = list(map(Counter, self.places))
        # a total that cannot fall is reached for good
        self.rising = [min(value for value, _ in each) >= 0 for each in self._counts]
        self._first: dict[tuple[Shown, ...], Fraction] = {}
        self._shown: dict[tuple[int, ...], Counter[tuple[Shown, ...]]] = {}
        self._known: dict[tuple[_Waiting, _Gone], Fraction] = {}

    def chance(self, card: int) -> Fraction:
        """P(all readings are met), given the first card."""
        cells = tuple(place[card] for place in self.places)
        if cells not in self._first:
            self._first[cells] = self._begin(cells)
        return self._first[cells]

    def _begin(self, cells: tuple[Shown, ...]) -> Fraction:
        waiting: list[tuple[tuple[int, int], ...]] = []
        for reading, places in zip(self.readings, self.first, strict=True):
            ones = sum(cells[place] == _ONE for place, _ in places)
            if not (reading.critical and 2 * ones > len(places)):
                waiting.append(places)
            elif reading.at_least > 1:
                return Fraction(0)
        return self._read(tuple(waiting), dict(enumerate(cells)), [])

    def _read(self, waiting: _Waiting, card: dict[int, Shown], gone: Sequence[dict[int, Shown]]) -> Fraction:
        """Read a card in the places that go on, after those that are ``gone``."""
        left: list[tuple[tuple[int, int], ...]] = []
        for places in waiting:
            rest: list[tuple[int, int]] = []
            met = False
            for place, need in places:
                value, again = card[place]
                met = met or (need <= value and (not again or self.rising[place]))
                if again:
                    rest.append((place, need - value))
            if not met and not rest:
                return Fraction(0)
            if not met:
                left.append(tuple(rest))
        if not left:
            return Fraction(1)
        kept = [place for places in left for place, _ in places]
        without = self.draw == "without-replacement"
        drawn = [tuple(each[place] for place in kept) for each in (*gone, card)] if without else []
        key = tuple(left), tuple(sorted(drawn))
        if key not in self._known:
            self._known[key] = self._alone(*key) if len(kept) == 1 else self._next(*key, kept)
        return self._known[key]

    def _next(self, waiting: _Waiting, gone: _Gone, places: list[int]) -> Fraction:
        """Draw one more card for several places."""
        if tuple(places) not in self._shown:
            columns = (self.places[place] for place in places)
            self._shown[tuple(places)] = Counter(zip(*columns, strict=True))
        left = self._shown[tuple(places)] - Counter(gone)
        before = [dict(zip(places, each, strict=True)) for each in gone]
        # with replacement, a card that changes nothing is drawn again
        stays = tuple((0, True) for _ in places)
        moves = [(each, cards) for each, cards in left.items() if gone or each != stays]
        whole = sum(cards for _, cards in moves)
        found = (
            cards * self._read(waiting, dict(zip(places, each, strict=True)), before) for each, cards in moves
        )
        return sum(found, Fraction(0)) / (whole or 1)

    def _alone(self, waiting: _Waiting, gone: _Gone) -> Fraction:
        """P(a single place, which goes on, reaches what it needs): 1 less all chains that stay below."""
        (((place, need),),) = waiting
        cells = self._counts[place] - Counter(each for (each,) in gone) if gone else self._counts[place]
        return _reached(need, tuple(sorted(cells.items())), self.draw)


@lru_cache(maxsize=8192)
def _reached(need: int, cells: tuple[tuple[Shown, int], ...], draw: DrawModel) -> Fraction:
    """P(a chain that goes on reaches what it needs), of so many cards that show each: 1 less all that stay below."""
    plain = [(value, cards) for (value, again), cards in cells if not again]
    again = tuple((value, cards) for (value, again), cards in cells if again)
    size = sum(cards for _, cards in cells)
    if not plain:
        return Fraction(1)  # a chain without an end
    length = max(1, need - min(0, *(value for value, _ in plain)))
    below = Fraction(0)
    for total, weight in enumerate(chain_weights(again, size, draw, length)):
        below += weight * sum(cards for value, cards in plain if total + value < need)
    return 1 - below / size
