"""The exact chance that several rolls of one card reach their numbers, each drawn on while it is open.

One added card serves every cell that is still open, each in its own slot. So the cards added so far are
open in all those slots: what they show there, in any order, is all that the rest depends on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, cast

from deckgen.deck.cells import chain_weights
from deckgen.deck.deal.pool_odds import ShownCell
from deckgen.game.model import AnySection, CardValue, Cell, DeckSpec, DrawModel, GridSection, StackValue
from deckgen.game.resolutions import Reaching, Resolution, Showing, dice_chance
from deckgen.records import record

_PLAIN_ONE: ShownCell = (1, False)
_Waiting = tuple[tuple[tuple[int, int], ...], ...]
"""What is still open: for each reading (slot, number still needed) of its open slots."""
_Gone = tuple[tuple[ShownCell, ...], ...]


@record
class PoolReading:
    """Cells that are read together, ``cells[c]`` on card c; their highest total must reach ``at_least``.

    ``critical``: if more than half of the first card's cells are plain 1s, the total is 1.
    """

    cells: Sequence[Sequence[Cell]]
    at_least: int
    critical: bool = False


def first_card_chances(spec: DeckSpec) -> tuple[Fraction, Fraction]:
    """Return the long-run share of tasks that begin with a given card: one that is no joker, and a joker.

    If the deck is shuffled after a joker has come up, the cards before the first of J jokers and that one
    are drawn between two shuffles. A card that is no joker comes before all jokers with chance 1/(J+1), a
    joker is the first with chance 1/J, and (N+1)/(J+1) cards are drawn on average: so their shares are
    1/(N+1) and (J+1)/(J(N+1)). Under every other rule all cards are equally likely.
    """
    size, jokers = spec.size, len(spec.jokers())
    if spec.draw == "with-replacement" or spec.reshuffle != "jokers" or not jokers:
        return Fraction(1, size), Fraction(1, size)
    return Fraction(1, size + 1), Fraction(jokers + 1, jokers * (size + 1))


@lru_cache(maxsize=8)
def dice_chances(spec: DeckSpec) -> Sequence[Fraction]:
    """Return the chances of a spec's resolutions with dice."""
    return [dice_chance(resolution, spec.section, spec.size, spec.rise_together) for resolution in spec.resolutions]


def chances_by_card(
    resolution: Resolution, spec: DeckSpec, values: Mapping[str, Sequence[CardValue]]
) -> list[Fraction]:
    """Return the chance by card that all conditions hold if it is drawn first. ``values[section][c]`` is on card c."""
    readings = [pool_reading(spec, c, values[c.section]) for c in resolution.conditions if isinstance(c, Reaching)]
    showing = [(spec.section(c.section), c) for c in resolution.conditions if isinstance(c, Showing)]
    odds = JointOdds(readings, spec.draw)
    return [
        odds.chance(card) if all(shows(section, c, values[c.section][card]) for section, c in showing) else Fraction(0)
        for card in range(spec.size)
    ]


def pool_reading(spec: DeckSpec, condition: Reaching, values: Sequence[CardValue]) -> PoolReading:
    """Return what a condition reads of a section's ``values`` by card: the cells and the number to reach."""
    section = spec.section(condition.section)
    pool = isinstance(section, GridSection) and section.reads == "first-n"
    first = 0 if pool else condition.row - 1
    cells: list[Sequence[Cell]] = []
    for value in values:
        cells_or_number: Any = cast("Mapping[str, Any]", value)[condition.column]
        if isinstance(section, GridSection):
            cells.append(cells_or_number[first : condition.row])
        else:  # rolls: a cell or a number
            cells.append((cells_or_number if isinstance(cells_or_number, Cell) else Cell(cells_or_number),))
    critical = isinstance(section, GridSection) and pool and section.critical_failure
    return PoolReading(cells, condition.at_least, critical)


def shows(section: AnySection, condition: Showing, value: CardValue) -> bool:
    """Return whether a card's value has one of the results that a condition requires."""
    if isinstance(value, StackValue):
        result: object = value.places[value.standard - condition.up]
    else:
        result = section.results_of(value)[condition.draw]
    return any(type(value) is type(result) and value == result for value in condition.values)  # true is not 1


class JointOdds:
    """The chances that all of several readings of one deck reach their numbers together."""

    def __init__(self, readings: Sequence[PoolReading], draw: DrawModel) -> None:
        self.readings, self.draw = readings, draw
        self.cells_by_slot: list[list[ShownCell]] = []
        self.initial_needs: list[tuple[tuple[int, int], ...]] = []
        for reading in readings:
            begin = len(self.cells_by_slot)
            self.cells_by_slot += [[cell[:2] for cell in cells] for cells in zip(*reading.cells, strict=True)]
            self.initial_needs.append(tuple((i, reading.at_least) for i in range(begin, len(self.cells_by_slot))))
        self._counts = list(map(Counter, self.cells_by_slot))
        # a total that cannot fall stays reached
        self.never_falls = [min(value for value, _ in counts) >= 0 for counts in self._counts]
        self._chance_by_cells: dict[tuple[ShownCell, ...], Fraction] = {}
        self._remaining_cards: dict[tuple[int, ...], Counter[tuple[ShownCell, ...]]] = {}
        self._chance_cache: dict[tuple[_Waiting, _Gone], Fraction] = {}

    def chance(self, card: int) -> Fraction:
        """Return P(all readings reach their numbers), given the index of the first card."""
        cells = tuple(slot_cells[card] for slot_cells in self.cells_by_slot)
        if cells not in self._chance_by_cells:
            self._chance_by_cells[cells] = self._first_card_chance(cells)
        return self._chance_by_cells[cells]

    def _first_card_chance(self, cells: tuple[ShownCell, ...]) -> Fraction:
        """Return P(all readings reach their numbers), given the first card's cells in all slots."""
        waiting: list[tuple[tuple[int, int], ...]] = []
        for reading, needs in zip(self.readings, self.initial_needs, strict=True):
            ones_shown = sum(cells[slot] == _PLAIN_ONE for slot, _ in needs)
            if not (reading.critical and 2 * ones_shown > len(needs)):
                waiting.append(needs)
            elif reading.at_least > 1:
                return Fraction(0)
        return self._read(tuple(waiting), dict(enumerate(cells)), [])

    def _read(self, waiting: _Waiting, card: dict[int, ShownCell], gone: Sequence[dict[int, ShownCell]]) -> Fraction:
        """Return the chance after a card is read in its open slots, given the cards ``gone`` before."""
        still_waiting: list[tuple[tuple[int, int], ...]] = []
        for needs in waiting:
            open_needs: list[tuple[int, int]] = []
            met = False
            for slot, need in needs:
                value, again = card[slot]
                met = met or (need <= value and (not again or self.never_falls[slot]))
                if again:
                    open_needs.append((slot, need - value))
            if not met and not open_needs:
                return Fraction(0)
            if not met:
                still_waiting.append(tuple(open_needs))
        if not still_waiting:
            return Fraction(1)
        open_slots = [slot for needs in still_waiting for slot, _ in needs]
        without = self.draw == "without-replacement"
        drawn = [tuple(c[slot] for slot in open_slots) for c in (*gone, card)] if without else []
        key = tuple(still_waiting), tuple(sorted(drawn))
        if key not in self._chance_cache:
            single = len(open_slots) == 1
            chance = self._single_chance(*key) if single else self._next_card_chance(*key, open_slots)
            self._chance_cache[key] = chance
        return self._chance_cache[key]

    def _next_card_chance(self, waiting: _Waiting, gone: _Gone, slots: list[int]) -> Fraction:
        """Return P(all readings reach their numbers) if one more card is drawn, for several slots."""
        if tuple(slots) not in self._remaining_cards:
            columns = (self.cells_by_slot[slot] for slot in slots)
            self._remaining_cards[tuple(slots)] = Counter(zip(*columns, strict=True))
        left = self._remaining_cards[tuple(slots)] - Counter(gone)
        before = [dict(zip(slots, cells, strict=True)) for cells in gone]
        # with replacement, a card that changes nothing is drawn again
        stays = tuple((0, True) for _ in slots)
        moves = [(cells, cards) for cells, cards in left.items() if gone or cells != stays]
        card_count = sum(cards for _, cards in moves)
        weighted_chances = (
            cards * self._read(waiting, dict(zip(slots, cells, strict=True)), before) for cells, cards in moves
        )
        return sum(weighted_chances, Fraction(0)) / (card_count or 1)

    def _single_chance(self, waiting: _Waiting, gone: _Gone) -> Fraction:
        """Return P(a single open slot reaches what it needs)."""
        (((slot, need),),) = waiting
        cells = self._counts[slot] - Counter(cell for (cell,) in gone) if gone else self._counts[slot]
        return _reach_chance(need, tuple(sorted(cells.items())), self.draw)


@lru_cache(maxsize=8192)
def _reach_chance(need: int, cells: tuple[tuple[ShownCell, int], ...], draw: DrawModel) -> Fraction:
    """Return P(an open chain reaches ``need``), given (cell, number of cards); 1 if all cards are open."""
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
