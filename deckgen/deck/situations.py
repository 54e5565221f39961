"""Situations played with the cards of a deck: what is drawn, what is read of it, and what that comes to.

The cards come from shuffles that follow from the deck's id and the situation's name. A joker has the deck
shuffled as the game says, once the step in which it came up is over.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from deckgen.deck.audit.extremes import with_extremes
from deckgen.deck.cards import Card, Deck
from deckgen.deck.deal.pool_odds import pool_tails
from deckgen.deck.solve.cells import multiset, total_tails
from deckgen.game.examples import (
    BUMPS,
    CELL,
    CHOICE,
    COLUMN,
    CRITICAL,
    FAILURE,
    HIGHEST,
    LOWEST,
    NUMBER,
    OVER,
    REST,
    ROW,
    SUCCESS,
    Ask,
    Situation,
    SituationRead,
    SituationResult,
    SituationStep,
    Sum,
    Term,
)
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
from deckgen.game.places import value_at
from deckgen.odds import Extremes, extremes
from deckgen.records import record

_SHUFFLES = 20


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


@record
class Played:
    """A step that was played. ``added``, ``against`` and the shifts ``rows`` and ``columns`` are sums with their numbers.

    ``worth`` is what it counts in later steps: the total, or what its result says. Of a procedure, ``step`` reads what was
    asked for. ``times`` and ``divide`` are what the sum was multiplied with, and divided by.

    ``chance`` is that of the result in a draw from a whole deck, None where it was not reckoned.
    """

    step: SituationStep
    looked: tuple[Looked, ...]
    found: Found | None
    added: tuple[tuple[Term, int], ...]
    against: tuple[tuple[Term, int], ...]
    total: int | None
    over: int | None
    rest: int
    worth: int
    result: SituationResult | None
    rows: tuple[tuple[Term, int], ...] = ()
    columns: tuple[tuple[Term, int], ...] = ()
    chance: Fraction | None = None
    times: int = 1
    divide: int = 1

    @property
    def bumps(self) -> int:
        """How many full bumps its number was beaten by."""
        return max(0, self.over or 0) // self.step.bump if self.step.bump else 0

    @property
    def level(self) -> Mapping[str, str | int]:
        """The entry of the step's levels that its total names; empty for none."""
        levels, total = self.step.levels, self.total or 0
        return levels[min(total, len(levels)) - 1] if levels and total > 0 else {}


Answer = str | int | tuple[int, ...]
"""What an ask may be told: a label, a row or the name of a choice; a number; figures."""
Given = Mapping[str, str | int | Sequence[int]]


def answers(situation: Situation, spec: DeckSpec, given: Given | None = None) -> dict[str, Answer]:
    """What counts for each ask of a procedure, by name.

    What is not ``given``, or is no such cell, row, choice or number, counts as the default. A number beyond its
    bounds is brought to them; figures that are not there are left out.
    """
    return {ask.name: _answer(ask, spec, (given or {}).get(ask.name)) for ask in situation.asks}


def _answer(ask: Ask, spec: DeckSpec, value: object) -> Answer:
    section = spec.section(ask.section) if ask.section else None
    match section:
        case GridSection() if isinstance(value, str):
            cell = section.cell_named(value)
            return "-".join(cell) if cell else ask.default
        case RollsSection():
            return value if isinstance(value, str) and value in dict(section.rolls) else ask.default
        case TableSection():
            return value if isinstance(value, str) and value in section.rows else ask.default
        case MarksSection() if isinstance(value, Sequence) and not isinstance(value, str):
            return tuple(sorted({figure for figure in value if figure in range(1, section.count + 1)}))
    if ask.kind == NUMBER and isinstance(value, int) and not isinstance(value, bool):
        return min(max(value, ask.least), ask.most)
    chosen = ask.kind == CHOICE and value in [choice.name for choice in ask.choices]
    return str(value) if chosen else ask.default


def play(situation: Situation, deck: Deck, spec: DeckSpec, given: Given | None = None) -> tuple[Played, ...]:
    """The steps of a situation that come to pass with this deck's cards; ``given`` as ``answers`` takes it.

    An example that stops half-way shows little: of some shuffles the first is taken in which it does not, else the last.
    A procedure takes what comes.
    """
    steps: tuple[Played, ...] = ()
    for shuffle in range(1, 2 if situation.asks else _SHUFFLES + 1):
        table = _Table(deck, spec, situation, answers(situation, spec, given), shuffle)
        steps = tuple(table.steps())
        if not (steps[-1].result and steps[-1].result.ends):
            break
    return tuple(replace(played, chance=table.chance(played)) for played in steps)


@dataclass
class _Pile:
    """The face-down cards, dealt from the top."""

    deck: Deck
    spec: DeckSpec
    words: tuple[str | int, ...]
    left: list[Card] = field(default_factory=list)
    shuffles: int = 0
    due: bool = True

    def draw(self) -> Card:
        """The next card; of a pile that has run out, the first of the whole deck shuffled anew."""
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


class _Table:
    """A game table: the pile, the card in play, what was answered, and what the steps before came to."""

    def __init__(
        self,
        deck: Deck,
        spec: DeckSpec,
        situation: Situation,
        answered: Mapping[str, Answer],
        shuffle: int,
    ) -> None:
        self.deck, self.spec, self.situation, self.answered = deck, spec, situation, answered
        self.choices = {
            ask.name: choice
            for ask in situation.asks
            for choice in ask.choices
            if ask.kind == CHOICE and choice.name == answered[ask.name]
        }
        self.pile = _Pile(deck, spec, (deck.id, situation.name, shuffle))
        self.card = deck.cards[0]
        self.fresh = False
        self.known: dict[str, Played] = {}

    def steps(self) -> Iterator[Played]:
        for written in self.situation.steps:
            step = self._asked(written)
            if not all(self._came(name, wanted) for name, wanted in step.when):
                continue
            if step.draws or (step.read and not self.pile.shuffles):
                self.pile.next_task()
                self.card, self.fresh = self.pile.draw(), True
            looked: list[Looked] = []
            found = self._found(step, looked) if step.read else None
            self.fresh = self.fresh and step.read is None
            played = self._concluded(step, found, tuple(looked))
            self.known[step.name] = played
            yield played
            if played.result is not None and played.result.ends:
                return

    def _asked(self, step: SituationStep) -> SituationStep:
        """The step, reading what was asked for."""
        if step.read is None or not step.read.ask:
            return step
        answer = self.answered[step.read.ask]
        match self.spec.section(step.read.section):
            case GridSection():
                column, _, row = str(answer).rpartition("-")
                return replace(step, read=replace(step.read, column=column, row=row))
            case TableSection():
                return replace(step, read=replace(step.read, row=str(answer)))
            case MarksSection() if isinstance(answer, tuple):
                return replace(step, read=replace(step.read, figures=answer))
        return replace(step, read=replace(step.read, column=str(answer)))

    def _came(self, name: str, wanted: Sequence[str]) -> bool:
        if name in self.choices:
            return self.choices[name].name in wanted
        played = self.known.get(name)
        return played is not None and played.result is not None and played.result.name in wanted

    # What is read

    def _look(self, card: Card, section: AnySection, *places: tuple[str | int, ...], drawn: bool) -> Looked:
        return Looked(card, drawn, section, places or ((),))

    def _found(self, step: SituationStep, looked: list[Looked]) -> Found:
        """What a step reads, and the cards that it is read of."""
        assert step.read is not None
        first = self._read(step.read, self.card, self.fresh, looked)
        if step.again is None:
            return first
        name, wanted = step.again
        card, total = self.card, first.value
        while _same(card.sections[name], wanted):
            looked.append(self._look(card, self.spec.section(name), drawn=False))
            card = self.pile.draw()
            more = self._read(step.read, card, True, looked).value
            total = int(total or 0) + int(more or 0)
        return Found(total, first.critical, first.extreme)

    def _read(self, read: SituationRead, card: Card, drawn: bool, looked: list[Looked]) -> Found:
        section = self.spec.section(read.section)
        value: Any = card.sections[section.name]
        match section:
            case GridSection():
                return self._grid(section, read, card, drawn, looked)
            case RollsSection():
                return self._roll(section, read.column, card, drawn, looked)
            case StackSection():
                place = min(max(section.standard - self._worth(read.up), 0), section.height - 1)
                looked.append(self._look(card, section, (place,), drawn=drawn))
                return Found(value.places[place])
            case MarksSection():
                looked.append(Looked(card, drawn, section, tuple((figure,) for figure in read.figures)))
                return Found(sum(figure in value for figure in read.figures))
            case TableSection():
                return self._table(section, read, card, drawn, looked)
        if isinstance(section, OrdinalSection):
            while value is None:  # a joker has no suit: draw again
                looked.append(self._look(card, section, drawn=drawn))
                card, drawn = self.pile.draw(), True
                value = card.sections[section.name]
        looked.append(self._look(card, section, drawn=drawn))
        return Found(value)

    def _grid(
        self, section: GridSection, read: SituationRead, card: Card, drawn: bool, looked: list[Looked]
    ) -> Found:
        """The total of the cells that a pool stands for, each drawn on where it is open."""
        totals: list[int] = []
        ones = dice = 0
        for number, (column, row) in enumerate(self._cells(section, read)):
            if number:
                card, drawn = self.pile.draw(), True
            rows = range(row) if section.reads == "first-n" else (row - 1,)
            cells = {at: self._cell(card, section, column, at) for at in rows}
            looked.append(self._look(card, section, *((column, at) for at in rows), drawn=drawn))
            own = {at: cell.value for at, cell in cells.items()}
            ones += sum(map(section.towards_failure, cells.values()))
            dice += len(own)
            if any(cell.critical_failure for cell in cells.values()):
                return Found(1, critical=True)
            going = [at for at, cell in cells.items() if cell.again]
            while going:
                more = self.pile.draw()
                looked.append(self._look(more, section, *((column, at) for at in going), drawn=True))
                for at in going:
                    own[at] += self._cell(more, section, column, at).value
                going = [at for at in going if self._cell(more, section, column, at).again]
            totals += own.values()
        if 2 * ones > dice:
            return Found(1, critical=True)
        pooled = section.reads == "first-n" or section.keep == "highest"
        return Found(max(totals) if pooled else sum(totals))

    @staticmethod
    def _cell(card: Card, section: GridSection, column: str, at: int) -> Cell:
        value: Any = card.sections[section.name]
        cell: Cell = value[column][at]
        return cell

    def _cells(self, section: GridSection, read: SituationRead) -> Sequence[tuple[str, int]]:
        """The cells of a pool after its shifts: before the first row the column to the left, if it is so after the last."""
        labels = [column.label for column in section.columns]
        at = labels.index(read.column) + self._worth(read.columns)
        row = int(read.row) + self._worth(read.rows)
        if row < 1 and section.beyond == "shift-right":
            at += row - 1
        label = labels[min(max(at, 0), len(labels) - 1)]
        return section.cells_for(label, max(row, 1)) or [(label, section.rows)]

    def _roll(
        self, section: RollsSection, label: str, card: Card, drawn: bool, looked: list[Looked]
    ) -> Found:
        """A roll: drawn on where it is open, confirmed where it is marked."""
        roll = dict(section.rolls)[label]

        def cell_of(card: Card) -> Cell:
            value: Any = card.sections[section.name]
            looked.append(self._look(card, section, (label,), drawn=drawn))
            return as_cell(value[label])

        cell = cell_of(card)
        total, drawn = cell.value, True
        asked = extremes(roll, self.spec.size) if roll.extremes else None
        if cell.critical_failure:
            return Found(cell.value, critical=True)
        if cell.confirm and asked is not None:
            others = iter(lambda: cell_of(self.pile.draw()), None)
            cell = next(other for other in others if not other.confirm)
            total = asked.settled(total - roll.bonus, cell.value - roll.bonus) + roll.bonus
        while cell.again:
            cell = cell_of(self.pile.draw())
            total += cell.value
        return Found(total, extreme=_extreme(asked, total - roll.bonus))

    def _table(
        self, section: TableSection, read: SituationRead, card: Card, drawn: bool, looked: list[Looked]
    ) -> Found:
        row = section.rows.index(read.row)
        value: Any = card.sections[section.name]
        if not read.reached:
            looked.append(self._look(card, section, (read.column, row), drawn=drawn))
            return Found(value[read.column][row])
        number = self._worth(read.reached)
        reached = [(value[label][row], label) for label in section.columns if value[label][row] <= number]
        best = max(reached, key=lambda each: each[0])[1] if reached else None
        places = [(label, row) for label in section.columns] if best is None else [(best, row)]
        looked.append(self._look(card, section, *places, drawn=drawn))
        return Found(best)

    # What it comes to

    def _worth(self, terms: Sum) -> int:
        return sum(worth for _, worth in self._worths(terms))

    def _worths(self, terms: Sum) -> tuple[tuple[Term, int], ...]:
        """The terms with their numbers; without asks, quiet steps and steps passed over that count nothing."""
        worths = [
            (self._labelled(term), -self._number(term) if term.less else self._number(term)) for term in terms
        ]
        return tuple((term, worth) for term, worth in worths if worth or not self._silent(term.step))

    def _silent(self, step: str) -> bool:
        """Whether what it is called is not told where it counts nothing."""
        return bool(step) and (step not in self.known or self.known[step].step.quiet)

    def _labelled(self, term: Term) -> Term:
        """The term with what is printed beside it: of an ask what was chosen, or what was asked for."""
        if term.label or term.step not in self.answered:
            return term
        answer = self.answered[term.step]
        ask = next(ask for ask in self.situation.asks if ask.name == term.step)
        chosen = (each.label for each in ask.choices if answer in (each.name, each.number))
        return replace(term, label=next(chosen, ask.label))

    def _number(self, term: Term) -> int:
        """The number of a term; 0 for a step that was passed over, or a level that was not reached."""
        if not term.step:
            return term.number
        if term.step in self.answered:
            return self._answered(term.step, term.part)
        played = self.known.get(term.step)
        if played is None:
            return 0
        match term.part:
            case "":
                return played.worth
            case "over":
                return played.over or 0
            case "bumps":
                return played.bumps
            case "rest":
                return played.rest
        return _fact(played.level, term.part)

    def _answered(self, name: str, fact: str) -> int:
        """The number of an answer: of figures how many there are, of a choice what it counts.

        The facts of a grid's cell are the places of its column and its row, from 1 on.
        """
        answer, choice = self.answered[name], self.choices.get(name)
        if fact in (COLUMN, ROW):
            ask = next(ask for ask in self.situation.asks if ask.name == name)
            section = self.spec.section(ask.section) if ask.kind == CELL else None
            if isinstance(section, GridSection):
                column, _, row = str(answer).rpartition("-")
                labels = [each.label for each in section.columns]
                return int(row) if fact == ROW else labels.index(column) + 1
        if choice is not None:
            return _fact(choice.facts, fact) if fact else choice.number
        return len(answer) if isinstance(answer, tuple) else answer if isinstance(answer, int) else 0

    def _concluded(self, step: SituationStep, found: Found | None, looked: tuple[Looked, ...] = ()) -> Played:
        added, against = self._worths(step.add), self._worths(step.against)
        if step.against and not against:  # nothing is a number, too
            against = ((self._labelled(step.against[0]), 0),)
        counts = found is None or (isinstance(found.value, int) and not isinstance(found.value, bool))
        times, divide = (max(1, self._worth(each)) if each else 1 for each in (step.times, step.divide))
        total: int | None = None
        rest = 0
        if counts:
            number = (int(found.value or 0) if found else 0) + sum(worth for _, worth in added)
            rest = number * times % divide
            total = self._total(step, Fraction(number * times, divide))
        over = None if total is None or not step.against else total - sum(worth for _, worth in against)
        result = self._result(step, found, total, over)
        worth = self._worth(result.value) if result is not None and result.value else total or 0
        rows, columns = (
            self._worths(each) for each in ((step.read.rows, step.read.columns) if step.read else ((), ()))
        )
        return Played(
            step,
            looked,
            found,
            added,
            against,
            total,
            over,
            rest,
            worth,
            result,
            rows,
            columns,
            times=times,
            divide=divide,
        )

    def _total(self, step: SituationStep, number: Fraction) -> int:
        """The total of a number: rounded, and within its bounds."""
        total = math.ceil(number) if step.up else math.floor(number)
        if step.least:
            total = max(total, self._worth(step.least))
        if step.most:
            total = min(total, self._worth(step.most))
        return total

    def _result(
        self, step: SituationStep, found: Found | None, total: int | None, over: int | None
    ) -> SituationResult | None:
        """The first result that fits; where there is none, success or failure against a number."""
        attributes = self._attributes(step, found)
        for result in step.results:
            if self._fits(result, found or Found(None), total, over, attributes):
                return result
        if over is None:
            return None
        succeeds = over >= 0 and not (found and found.critical)
        return SituationResult(SUCCESS if succeeds else FAILURE)

    def _fits(
        self,
        result: SituationResult,
        found: Found,
        total: int | None,
        over: int | None,
        attributes: Sequence[str],
    ) -> bool:
        if result.bare and result.name == CRITICAL:
            return found.critical
        if result.bare and result.name in (LOWEST, HIGHEST):
            return found.extreme == result.name
        if result.bare and result.name == FAILURE and over is not None:
            return over < 0 or found.critical
        if result.values is not None:
            return any(_same(found.value, value) for value in result.values)
        if result.attribute:
            return result.attribute in attributes
        held = total if over is None else over
        least, most = (None if bound is None else self._worth(bound) for bound in (result.least, result.most))
        if found.critical and over is not None and (least is not None or result.name == SUCCESS):
            return False
        if result.bare and result.name == SUCCESS and over is not None:
            return over >= 0
        if held is None:
            return result.bare
        return (least is None or held >= least) and (most is None or held <= most)

    def _attributes(self, step: SituationStep, found: Found | None) -> Sequence[str]:
        section = self.spec.section(step.read.section) if step.read and found else None
        if not isinstance(section, StackSection) or found is None:
            return ()
        return next(place.attributes for place in section.places() if place.name == found.value)

    # Chances

    def chance(self, played: Played) -> Fraction | None:
        """The chance of the same result, in a draw from the whole deck; None where there is no result or it is not reckoned."""
        read, wanted = played.step.read, played.result
        if read is None or wanted is None or played.step.again is not None:
            return None
        chances = self._chances(read)
        if chances is None:
            return None
        return sum(
            (
                chance
                for found, chance in chances
                if chance
                and (other := self._concluded(played.step, found).result)
                and other.name == wanted.name
            ),
            Fraction(0),
        )

    def _chances(self, read: SituationRead) -> list[tuple[Found, Fraction]] | None:
        """All that may be read, each with its chance."""
        section = self.spec.section(read.section)
        match section:
            case GridSection():
                return self._grid_chances(section, read)
            case RollsSection():
                at = [label for label, _ in section.rolls].index(read.column)
                roll, cells = section.rolls[at][1], self.deck.cells(section)[at]
                tails = with_extremes(total_tails(multiset(cells), self.spec.draw), roll, cells)
                asked = extremes(roll, self.spec.size) if roll.extremes else None
                return [
                    (Found(total + roll.bonus, extreme=_extreme(asked, total)), chance)
                    for total, chance in enumerate(_steps(tails))
                ]
        one = Fraction(1, self.deck.size)
        cards = [card for card in self.deck.cards if not self._drawn_again(section, card)]
        return [(self._read(read, card, False, []), one * self.deck.size / len(cards)) for card in cards]

    @staticmethod
    def _drawn_again(section: AnySection, card: Card) -> bool:
        return isinstance(section, OrdinalSection) and card.sections[section.name] is None

    def _grid_chances(self, section: GridSection, read: SituationRead) -> list[tuple[Found, Fraction]] | None:
        cells = self._cells(section, read)
        if len(cells) > 1:
            return None
        ((column, row),) = cells
        shown = self.deck.columns(section)[column]
        if section.reads == "first-n":
            hands = [card[:row] for card in shown]
            tails: Sequence[Fraction] = pool_tails(hands, critical=section.critical_failure)
            failed = sum(2 * sum(map(section.towards_failure, hand)) > row for hand in hands)
        else:
            own = [card[row - 1] for card in shown]
            tails = total_tails(multiset(own), self.spec.draw)
            failed = sum(cell.critical_failure for cell in own)
        failing = Fraction(failed, self.deck.size)
        plain = [(Found(total + section.bonus), chance) for total, chance in enumerate(_steps(tails))]
        plain[1] = (plain[1][0], plain[1][1] - failing)
        return [(Found(1, critical=True), failing), *plain]


def _steps(tails: Sequence[Fraction]) -> list[Fraction]:
    """P(total = T) by T."""
    return [least - more for least, more in pairwise((*tails, Fraction(0)))]


def _extreme(asked: Extremes | None, total: int) -> str:
    if asked is None:
        return ""
    return LOWEST if total == asked.lowest else HIGHEST if total == asked.highest else ""


def _same(shown: object, wanted: Scalar) -> bool:
    return type(shown) is type(wanted) and shown == wanted  # true is not 1


def _fact(facts: Mapping[str, str | int], name: str) -> int:
    """A fact that is a number; 0 for any other."""
    fact = str(facts.get(name, 0)).replace("−", "-")
    return int(fact) if fact.removeprefix("-").isdigit() else 0


__all__ = [
    "BUMPS",
    "OVER",
    "REST",
    "Answer",
    "Found",
    "Given",
    "Looked",
    "Played",
    "answers",
    "play",
    "value_at",
]
