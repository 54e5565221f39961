"""The face-down cards of a deck, drawn and read: totals drawn on where they are open, or what a card says; and their odds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from deckgen.deck.audit.extremes import with_extremes
from deckgen.deck.cards import Card, Deck
from deckgen.deck.deal.pool_odds import pool_tails
from deckgen.deck.solve.cells import multiset, total_tails
from deckgen.game.examples import HIGHEST, LOWEST, SituationRead
from deckgen.game.model import (
    AnySection,
    Cell,
    DeckSpec,
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
class Looked:
    """One card that is looked at in one section: ``places`` are what ``value_at`` takes, "" for a section of one value."""

    card: Card
    drawn: bool
    section: AnySection
    places: tuple[tuple[str | int, ...], ...]


@record
class Found:
    """What the cards of a step came to, before anything is added: a number, or what a card says.

    ``extreme`` is LOWEST or HIGHEST where the total is one that the game has a name for.
    """

    value: Scalar
    critical: bool = False
    extreme: str = ""


class Reading(NamedTuple):
    """A read whose sums are numbers: places ``up`` a stack, cells across a grid, the number a table's column reaches."""

    read: SituationRead
    up: int
    columns: int
    rows: int
    reached: int | None


@dataclass
class Pile:
    """The face-down cards, dealt from the top."""

    deck: Deck
    spec: DeckSpec
    words: tuple[str | int, ...]
    left: list[Card] = field(default_factory=list)
    shuffles: int = 0
    due: bool = True

    def draw(self) -> Card:
        """The next card; of a pile that has run out, the first of the whole deck shuffled again."""
        if not self.left or self.spec.draw == "with-replacement":
            self._shuffle()
        card = self.left.pop()
        self.due = self.due or (self.spec.reshuffle == "jokers" and card.face.joker)
        return card

    def next_task(self) -> None:
        """What was drawn is resolved: shuffle if that is due."""
        if self.due or self.spec.reshuffle == "every-draw":
            self._shuffle()

    def _shuffle(self) -> None:
        self.shuffles += 1
        self.due = False
        from deckgen.deck.deal.random_stream import RandomStream  # noqa: PLC0415 (numpy, which pages of play do without)

        self.left = RandomStream("example", *self.words, self.shuffles).shuffled(self.deck.cards)


class Reader:
    """Reads cards of a deck; ``looked`` are the cards looked at so far, which whoever asks may empty."""

    def __init__(self, pile: Pile) -> None:
        self.deck, self.spec, self.pile = pile.deck, pile.spec, pile
        self.looked: list[Looked] = []

    def read_on(self, reading: Reading, card: Card, drawn: bool, again: tuple[str, Scalar] | None) -> Found:
        """Read a card; where one shows the value ``again`` of a section, draw another and add the same."""
        first = self.read(reading, card, drawn)
        if again is None:
            return first
        name, wanted = again
        total = first.value
        while same(card.sections[name], wanted):
            self._look(card, self.spec.section(name), drawn=False)
            card = self.pile.draw()
            total = int(total or 0) + int(self.read(reading, card, True).value or 0)
        return Found(total, first.critical, first.extreme)

    def read(self, reading: Reading, card: Card, drawn: bool) -> Found:
        """What a card, and those drawn after it where it is open, come to."""
        read, section = reading.read, self.spec.section(reading.read.section)
        value: Any = card.sections[section.name]
        match section:
            case GridSection():
                return self._grid(section, reading, card, drawn)
            case RollsSection():
                return self._roll(section, read.column, card, drawn)
            case StackSection():
                place = min(max(section.standard - reading.up, 0), section.height - 1)
                self._look(card, section, (place,), drawn=drawn)
                return Found(value.places[place])
            case MarksSection():
                self.looked.append(Looked(card, drawn, section, tuple((figure,) for figure in read.figures)))
                return Found(sum(figure in value for figure in read.figures))
            case TableSection():
                return self._table(section, reading, card, drawn)
        if isinstance(section, OrdinalSection):
            while value is None:  # a joker has no suit: draw again
                self._look(card, section, drawn=drawn)
                card, drawn = self.pile.draw(), True
                value = card.sections[section.name]
        self._look(card, section, drawn=drawn)
        return Found(value)

    def _look(self, card: Card, section: AnySection, *places: tuple[str | int, ...], drawn: bool) -> None:
        self.looked.append(Looked(card, drawn, section, places or ((),)))

    def _grid(self, section: GridSection, reading: Reading, card: Card, drawn: bool) -> Found:
        """The total of the cells that a pool stands for, each drawn on where it is open."""
        totals: list[int] = []
        ones = dice = 0
        for number, (column, row) in enumerate(_cells(section, reading)):
            if number:
                card, drawn = self.pile.draw(), True
            rows = range(row) if section.reads == "first-n" else (row - 1,)
            cells = {at: _cell(card, section, column, at) for at in rows}
            self._look(card, section, *((column, at) for at in rows), drawn=drawn)
            sums = {at: cell.value for at, cell in cells.items()}
            ones += sum(map(section.towards_failure, cells.values()))
            dice += len(sums)
            if any(cell.critical_failure for cell in cells.values()):
                return Found(1, critical=True)
            going = [at for at, cell in cells.items() if cell.again]
            while going:
                more = self.pile.draw()
                self._look(more, section, *((column, at) for at in going), drawn=True)
                for at in going:
                    sums[at] += _cell(more, section, column, at).value
                going = [at for at in going if _cell(more, section, column, at).again]
            totals += sums.values()
        if 2 * ones > dice:
            return Found(1, critical=True)
        pooled = section.reads == "first-n" or section.keep == "highest"
        return Found(max(totals) if pooled else sum(totals))

    def _roll(self, section: RollsSection, label: str, card: Card, drawn: bool) -> Found:
        """A roll: drawn on where it is open, confirmed where it is marked."""

        def cell_of(card: Card, drawn: bool = True) -> Cell:
            value: Any = card.sections[section.name]
            self._look(card, section, (label,), drawn=drawn)
            return as_cell(value[label])

        roll, cell = dict(section.rolls)[label], cell_of(card, drawn)
        total, named = cell.value, _named(roll, self.spec)
        if cell.critical_failure:
            return Found(cell.value, critical=True)
        if cell.confirm and named is not None:
            following = iter(lambda: cell_of(self.pile.draw()), None)
            cell = next(each for each in following if not each.confirm)
            total = named.confirmed_total(total - roll.bonus, cell.value - roll.bonus) + roll.bonus
        while cell.again:
            cell = cell_of(self.pile.draw())
            total += cell.value
        return Found(total, extreme=_extreme(named, total - roll.bonus))

    def _table(self, section: TableSection, reading: Reading, card: Card, drawn: bool) -> Found:
        column, row = reading.read.column, section.rows.index(reading.read.row)
        value: Any = card.sections[section.name]
        if reading.reached is None:
            self._look(card, section, (column, row), drawn=drawn)
            return Found(value[column][row])
        reached = [label for label in section.columns if value[label][row] <= reading.reached]
        best = max(reached, key=lambda label: value[label][row], default=None)
        places = [(label, row) for label in ([best] if best is not None else section.columns)]
        self._look(card, section, *places, drawn=drawn)
        return Found(best)

    def chances(self, reading: Reading) -> list[tuple[Found, Fraction]] | None:
        """All that may be read in a draw from the whole deck, with chances; None where they are not computed."""
        section = self.spec.section(reading.read.section)
        match section:
            case GridSection():
                return self._grid_chances(section, reading)
            case RollsSection():
                at = [label for label, _ in section.rolls].index(reading.read.column)
                roll, cells = section.rolls[at][1], self.deck.cells(section)[at]
                tails = with_extremes(total_tails(multiset(cells), self.spec.draw), roll, cells)
                named = _named(roll, self.spec)
                return [
                    (Found(total + roll.bonus, extreme=_extreme(named, total)), chance)
                    for total, chance in enumerate(_steps(tails))
                ]
        cards = [
            card
            for card in self.deck.cards
            if not (isinstance(section, OrdinalSection) and card.sections[section.name] is None)
        ]
        return [(self.read(reading, card, False), Fraction(1, len(cards))) for card in cards]

    def _grid_chances(self, section: GridSection, reading: Reading) -> list[tuple[Found, Fraction]] | None:
        cells = _cells(section, reading)
        if len(cells) > 1:
            return None
        ((column, row),) = cells
        shown = self.deck.columns(section)[column]
        if section.reads == "first-n":
            hands = [card[:row] for card in shown]
            tails: Sequence[Fraction] = pool_tails(hands, critical=section.critical_failure)
            failed = sum(2 * sum(map(section.towards_failure, hand)) > row for hand in hands)
        else:
            cards = [card[row - 1] for card in shown]
            tails = total_tails(multiset(cards), self.spec.draw)
            failed = sum(cell.critical_failure for cell in cards)
        failing = Fraction(failed, self.deck.size)
        plain = [(Found(total + section.bonus), chance) for total, chance in enumerate(_steps(tails))]
        plain[1] = (plain[1][0], plain[1][1] - failing)
        return [(Found(1, critical=True), failing), *plain]


def same(shown: object, wanted: Scalar) -> bool:
    """Whether a card shows that value: true is not 1."""
    return type(shown) is type(wanted) and shown == wanted


def _cell(card: Card, section: GridSection, column: str, at: int) -> Cell:
    value: Any = card.sections[section.name]
    cell: Cell = value[column][at]
    return cell


def _cells(section: GridSection, reading: Reading) -> Sequence[tuple[str, int]]:
    """The cells of a pool after its shifts: before the first row the column to the left, if it is so after the last."""
    labels = [column.label for column in section.columns]
    at = labels.index(reading.read.column) + reading.columns
    row = int(reading.read.row) + reading.rows
    if row < 1 and section.beyond == "shift-right":
        at += row - 1
    label = labels[min(max(at, 0), len(labels) - 1)]
    return section.cells_for(label, max(row, 1)) or [(label, section.rows)]


def _steps(tails: Sequence[Fraction]) -> list[Fraction]:
    """P(total = T) by T."""
    return [least - more for least, more in pairwise((*tails, Fraction(0)))]


def _named(roll: Roll, spec: DeckSpec) -> Extremes | None:
    """The extremes of a roll, where the game has names for them."""
    return find_extremes(roll, spec.size) if roll.extremes else None


def _extreme(named: Extremes | None, total: int) -> str:
    if named is None:
        return ""
    return LOWEST if total == named.lowest else HIGHEST if total == named.highest else ""
