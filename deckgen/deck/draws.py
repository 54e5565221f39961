"""Drawing the face-down cards of a deck and reading them: totals or results, and their chances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from deckgen.deck.audit.extremes import with_extremes
from deckgen.deck.cards import Card, Deck
from deckgen.deck.cells import multiset, total_tails
from deckgen.deck.deal.pool_odds import pool_tails
from deckgen.game.examples import CRITICAL, HIGHEST, LOWEST, SituationRead
from deckgen.game.model import (
    AnySection,
    Cell,
    DeckSpec,
    DiceSection,
    GridSection,
    MarksSection,
    OrdinalSection,
    RollsSection,
    Scalar,
    StackSection,
    TableSection,
    as_cell,
)
from deckgen.odds import Extremes, Roll, find_extremes
from deckgen.records import record


@record
class CardReading:
    """A look at a card in a section, just drawn or seen before; ``key_paths`` lead into its value, () to all of it."""

    card: Card
    is_drawn: bool
    section: AnySection
    key_paths: tuple[tuple[str | int, ...], ...]


@record
class ReadValue:
    """What the cards of a step come to before anything is added; ``shown`` is one of SHOWN, or ""; ``parts`` of dice all."""

    value: Scalar
    shown: str = ""
    parts: Mapping[str, Scalar] = field(default_factory=dict, compare=False)

    @property
    def critical(self) -> bool:
        """Whether it is a critical failure."""
        return self.shown == CRITICAL


class ResolvedRead(NamedTuple):
    """A read whose sums are computed.

    ``up`` counts hit locations upward, ``columns`` and ``rows`` shift across a grid, and ``reached`` is
    compared with the numbers of a table's row.
    """

    read: SituationRead
    up: int
    columns: int
    rows: int
    reached: int | None


@dataclass
class Pile:
    """The face-down cards, dealt from the top (the end of ``cards_left``).

    ``seed_words`` decide its shuffles; the ``first`` cards are drawn before all others, in their order.
    """

    deck: Deck
    spec: DeckSpec
    seed_words: tuple[str | int, ...]
    cards_left: list[Card] = field(default_factory=list)
    shuffles: int = 0
    shuffle_due: bool = True
    first: list[Card] = field(default_factory=list)

    def draw(self) -> Card:
        """Return the next card. Shuffle first if none is left or cards are put back; note if it makes a shuffle due."""
        if not self.cards_left or self.spec.draw == "with-replacement":
            self._shuffle()
        if self.first:
            self.cards_left.remove(self.first[0])
            self.cards_left.append(self.first.pop(0))
        card = self.cards_left.pop()
        self.shuffle_due = self.shuffle_due or (self.spec.reshuffle == "jokers" and card.face.is_joker)
        return card

    def end_step(self) -> None:
        """Shuffle if that is due after a step."""
        if self.shuffle_due or self.spec.reshuffle == "every-draw":
            self._shuffle()

    def _shuffle(self) -> None:
        """Put all cards on the pile, in an order that depends on ``seed_words`` and the number of shuffles so far."""
        self.shuffles += 1
        self.shuffle_due = False
        from deckgen.deck.deal.random_stream import RandomStream  # noqa: PLC0415 (numpy, which pages of play do without)

        self.cards_left = RandomStream("example", *self.seed_words, self.shuffles).shuffle(self.deck.cards)


class CardReader:
    """Reads cards of a deck and records the cards looked at in ``readings``, which callers may clear."""

    def __init__(self, pile: Pile) -> None:
        self.deck, self.spec, self.pile = pile.deck, pile.spec, pile
        self.readings: list[CardReading] = []

    def read_on(self, reading: ResolvedRead, card: Card, is_drawn: bool, again: tuple[str, Scalar] | None) -> ReadValue:
        """Read a card; while the last card shows a given value in a section, draw another and add it.

        ``again``: that section and value, or None. ``is_drawn``: the card was just drawn (for ``readings``).
        """
        first = self.read(reading, card, is_drawn)
        if again is None:
            return first
        name, repeat_value = again
        total = first.value
        while is_same_value(card.sections[name], repeat_value):
            self._record(card, self.spec.section(name), is_drawn=False)
            card = self.pile.draw()
            total = int(total or 0) + int(self.read(reading, card, True).value or 0)
        return ReadValue(total, first.shown)

    def read(self, reading: ResolvedRead, card: Card, is_drawn: bool) -> ReadValue:
        """Return the result of a card and of those drawn after it: while it is open, or a joker without a result."""
        read, section = reading.read, self.spec.section(reading.read.section)
        value: Any = card.sections[section.name]
        match section:
            case GridSection():
                return self._read_grid(section, reading, card, is_drawn)
            case RollsSection():
                return self._read_roll(section, read.column, card, is_drawn)
            case DiceSection():
                self._record(card, section, (read.column,), is_drawn=is_drawn)
                result = value[read.column]
                parts = {part.name: value for part, value in zip(result.parts, result.outcome, strict=True)}
                return ReadValue(result.part(read.row), str(parts.get("natural", "")), parts)
            case StackSection():
                index = min(max(section.standard - reading.up, 0), section.height - 1)
                self._record(card, section, (index,), is_drawn=is_drawn)
                return ReadValue(value.places[index])
            case MarksSection():
                self.readings.append(CardReading(card, is_drawn, section, tuple((figure,) for figure in read.figures)))
                return ReadValue(sum(figure in value for figure in read.figures))
            case TableSection():
                return self._read_table(section, reading, card, is_drawn)
        if isinstance(section, OrdinalSection):
            while value is None:  # a joker has no suit: draw again
                self._record(card, section, is_drawn=is_drawn)
                card, is_drawn = self.pile.draw(), True
                value = card.sections[section.name]
        self._record(card, section, is_drawn=is_drawn)
        return ReadValue(value)

    def _record(self, card: Card, section: AnySection, *key_paths: tuple[str | int, ...], is_drawn: bool) -> None:
        """Add a reading of the card to ``readings``; without ``key_paths``, of the section's whole value."""
        self.readings.append(CardReading(card, is_drawn, section, key_paths or ((),)))

    def _read_grid(self, section: GridSection, reading: ResolvedRead, card: Card, is_drawn: bool) -> ReadValue:
        """Return a pool's total, the sum or the highest of its cells, each drawn on while open; 1 if it fails."""
        totals: list[int] = []
        ones_shown = dice = 0
        for number, (column, row) in enumerate(pool_cells(section, reading)):
            if number:
                card, is_drawn = self.pile.draw(), True
            rows = range(row) if section.reads == "first-n" else (row - 1,)
            cells = {i: _cell(card, section, column, i) for i in rows}
            self._record(card, section, *((column, i) for i in rows), is_drawn=is_drawn)
            sums = {i: cell.value for i, cell in cells.items()}
            ones_shown += sum(map(section.counts_to_failure, cells.values()))
            dice += len(sums)
            if any(cell.critical_failure for cell in cells.values()):
                return ReadValue(1, CRITICAL)
            open_rows = [i for i, cell in cells.items() if cell.again]
            while open_rows:
                next_card = self.pile.draw()
                self._record(next_card, section, *((column, i) for i in open_rows), is_drawn=True)
                for i in open_rows:
                    sums[i] += _cell(next_card, section, column, i).value
                open_rows = [i for i in open_rows if _cell(next_card, section, column, i).again]
            totals += sums.values()
        if 2 * ones_shown > dice:
            return ReadValue(1, CRITICAL)
        pooled = section.reads == "first-n" or section.keep == "highest"
        return ReadValue(max(totals) if pooled else sum(totals))

    def _read_roll(self, section: RollsSection, label: str, card: Card, is_drawn: bool) -> ReadValue:
        """Return a roll's total, drawn on while open; the next unmarked card only confirms a marked extreme."""

        def read_cell(card: Card, is_drawn: bool = True) -> Cell:
            value: Any = card.sections[section.name]
            self._record(card, section, (label,), is_drawn=is_drawn)
            return as_cell(value[label])

        roll, cell = dict(section.rolls)[label], read_cell(card, is_drawn)
        total, extremes = cell.value, named_extremes(roll, self.spec)
        if cell.critical_failure:
            return ReadValue(total, CRITICAL)
        if cell.confirm and extremes is not None:
            following = iter(lambda: read_cell(self.pile.draw()), None)
            cell = next(next_cell for next_cell in following if not next_cell.confirm)
            total = extremes.confirmed_total(total - roll.bonus, cell.value - roll.bonus) + roll.bonus
        while cell.again:
            cell = read_cell(self.pile.draw())
            total += cell.value
        return ReadValue(total, extreme_name(extremes, total - roll.bonus))

    def _read_table(self, section: TableSection, reading: ResolvedRead, card: Card, is_drawn: bool) -> ReadValue:
        """Return a row's value; or, if ``reached`` is given, the column with the highest number up to it, or None.

        Of columns with the same number it is the one farther towards the higher numbers of the row.
        """
        column, row = reading.read.column, section.rows.index(reading.read.row)
        value: Any = card.sections[section.name]
        if reading.reached is None:
            self._record(card, section, (column, row), is_drawn=is_drawn)
            return ReadValue(value[column][row])
        first, last = (value[label][row] for label in (section.columns[0], section.columns[-1]))
        from_highest = section.columns if first > last else section.columns[::-1]
        reached = [label for label in from_highest if value[label][row] <= reading.reached]
        best = max(reached, key=lambda label: value[label][row], default=None)
        key_paths = [(label, row) for label in ([best] if best is not None else section.columns)]
        self._record(card, section, *key_paths, is_drawn=is_drawn)
        return ReadValue(best)

    def chances(self, reading: ResolvedRead) -> list[tuple[ReadValue, Fraction]] | None:
        """Return (result, chance), results may recur, for a draw from a whole deck; None for several cells."""
        section = self.spec.section(reading.read.section)
        match section:
            case GridSection():
                return self._grid_chances(section, reading)
            case RollsSection():
                index = [label for label, _ in section.rolls].index(reading.read.column)
                roll, cells = section.rolls[index][1], self.deck.cells(section)[index]
                tails = with_extremes(total_tails(multiset(cells), self.spec.draw), roll, cells)
                extremes = named_extremes(roll, self.spec)
                plain = [
                    (ReadValue(total + roll.bonus, extreme_name(extremes, total)), chance)
                    for total, chance in enumerate(_pmf(tails))
                ]
                return self._with_failures(plain, sum(cell.critical_failure for cell in cells), roll.bonus)
        cards = [
            card
            for card in self.deck.cards
            if not (isinstance(section, OrdinalSection) and card.sections[section.name] is None)
        ]
        return [(self.read(reading, card, False), Fraction(1, len(cards))) for card in cards]

    def _grid_chances(self, section: GridSection, reading: ResolvedRead) -> list[tuple[ReadValue, Fraction]] | None:
        """Return (result, chance) of a cell or pool, a critical failure first; None if it takes several cards."""
        cells = pool_cells(section, reading)
        if len(cells) > 1:
            return None
        ((column, row),) = cells
        column_cards = self.deck.columns(section)[column]
        if section.reads == "first-n":
            hands = [card[:row] for card in column_cards]
            tails: Sequence[Fraction] = pool_tails(hands, critical=section.critical_failure)
            failed = sum(2 * sum(map(section.counts_to_failure, hand)) > row for hand in hands)
        else:
            cards = [card[row - 1] for card in column_cards]
            tails = total_tails(multiset(cards), self.spec.draw)
            failed = sum(cell.critical_failure for cell in cards)
        plain = [(ReadValue(total + section.bonus), chance) for total, chance in enumerate(_pmf(tails))]
        return self._with_failures(plain, failed)

    def _with_failures(
        self, totals: Sequence[tuple[ReadValue, Fraction]], failed: int, bonus: int = 0
    ) -> list[tuple[ReadValue, Fraction]]:
        """Return (result, chance) with the critical failures of ``failed`` cards, which ``totals`` have among the 1s."""
        if not failed:
            return [*totals]
        failing = Fraction(failed, self.deck.size)
        zero, (one, chance), *more = totals
        return [(ReadValue(1 + bonus, CRITICAL), failing), zero, (one, chance - failing), *more]


def is_same_value(actual: object, expected: Scalar) -> bool:
    """Return whether two values are equal and of one type: true is not 1."""
    return type(actual) is type(expected) and actual == expected


def _cell(card: Card, section: GridSection, column: str, row_index: int) -> Cell:
    value: Any = card.sections[section.name]
    cell: Cell = value[column][row_index]
    return cell


def pool_cells(section: GridSection, reading: ResolvedRead) -> Sequence[tuple[str, int]]:
    """Return (column, row from 1) of the cells of a pool, shifted as the reading requires.

    If ``beyond`` is shift-right, each row above the first shifts the column to the left by one.
    """
    labels = [column.label for column in section.columns]
    index = labels.index(reading.read.column) + reading.columns
    row = int(reading.read.row) + reading.rows
    if row < 1 and section.beyond == "shift-right":
        index += row - 1
    label = labels[min(max(index, 0), len(labels) - 1)]
    return section.cells_for(label, max(row, 1)) or [(label, section.rows)]


def _pmf(tails: Sequence[Fraction]) -> list[Fraction]:
    """Return P(total = t) for each index t."""
    return [tail - next_tail for tail, next_tail in pairwise((*tails, Fraction(0)))]


def named_extremes(roll: Roll, spec: DeckSpec) -> Extremes | None:
    """Return the extremes of a roll, or None if the game does not ask for them or the deck cannot give them."""
    return find_extremes(roll, spec.size) if roll.extremes else None


def extreme_name(extremes: Extremes | None, total: int) -> str:
    """Return LOWEST or HIGHEST if the total, without bonus, is that extreme, else ""."""
    if extremes is None:
        return ""
    return LOWEST if total == extremes.lowest else HIGHEST if total == extremes.highest else ""
