"""The exact chances of what a procedure comes to, such as a shot: with dice, and with the first card of a shuffled deck.

A state is a step that reads, and what is known before it; states with which all goes on alike are one. With dice
the chances of a state are a sum over what the step may read, up to the total from which higher ones change nothing.

With a deck each card is first in turn, and every step reads that card; only open numbers draw others. All orders of
the cards are equally likely, so what comes next depends on which cards were drawn, and not on how many: a chain may
be left as soon as more of it changes nothing, as the cards that it would have drawn are as likely as others to
come next. Where no later step draws, the sums of a chain are counted at once (``chain_sums``); where one does, the cards
of the first chain are gone through one by one. All chances are fractions, and nothing is cut off.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any, cast

from deckgen.deck.cards import Card, Deck
from deckgen.deck.cells import chain_sums, multiset
from deckgen.deck.chances import BothChances
from deckgen.deck.draws import CardReader, Pile, ReadValue, ResolvedRead, extreme_name, named_extremes, pool_cells
from deckgen.deck.situations import Answer, PlayedStep, StepResolver
from deckgen.game.examples import (
    CRITICAL,
    SHOWN,
    Conditions,
    Situation,
    SituationRead,
    SituationStep,
    live_steps,
    step_terms,
)
from deckgen.game.model import (
    AnySection,
    Cell,
    DeckSpec,
    GridSection,
    MarksSection,
    RollsSection,
    StackSection,
    as_cell,
)
from deckgen.game.sections.distribution import WordedSection
from deckgen.game.values import is_one_of
from deckgen.odds import Roll, distribution
from deckgen.records import record

_Chances = Mapping[int, Fraction]
"""Chances by column."""
_Gone = frozenset[int]
"""The impulses of cards that are drawn."""
_Kind = tuple[Cell, bool]
"""A cell, and whether another card is drawn and added to its card."""
_NO_READ = ResolvedRead(SituationRead(""), 0, 0, 0, None)
_FAR = 1 << 16
"""A total that no roll comes to in play."""


@record(eq=False)
class _State:
    """The next step that reads, by its index, with its read, and all steps played before it with their answers.

    At the end of the procedure, the chances of the columns in which it counts, which are 1.
    """

    index: int
    steps: Sequence[SituationStep]
    reading: ResolvedRead
    answers: Mapping[str, Answer]
    played: Mapping[str, PlayedStep]
    chances: _Chances | None = None

    @property
    def step(self) -> SituationStep:
        return self.steps[self.index]


class Forecaster(StepResolver):
    """Computes the chances of what a procedure with a forecast comes to against one target, in a ``deck``, too, if any.

    ``placed`` are answers by ask and the place that is hit; at other places they are 0.
    """

    def __init__(
        self, situation: Situation, spec: DeckSpec, deck: Deck | None, placed: Mapping[str, Mapping[str, Answer]]
    ) -> None:
        super().__init__(spec, situation, {})
        assert situation.forecast is not None
        self.forecast, self.placed = situation.forecast, placed
        self.deck = deck if spec.draw == "without-replacement" else None
        self._blank = Card(-1, spec.playing_cards[0], {section.name: _blank(section) for section in spec.sections})
        self._conditions = [conditions for _, conditions in (*self.forecast.outcomes, *self.forecast.beside)]
        self._live = live_steps(situation, self.forecast)
        self._steps: Sequence[SituationStep] = ()
        self._states: dict[object, _State] = {}
        self._next: dict[tuple[_State, ReadValue], _State] = {}
        self._settled_totals: dict[_State, int] = {}
        self._by_dice: dict[_State, _Chances] = {}
        self._slots_by_card: dict[tuple[_State, int], Sequence[Cell]] = {}
        self._by_card: dict[object, tuple[_Chances, bool]] = {}

    def chances(self, answers: Mapping[str, Answer]) -> list[BothChances]:
        """Return the chances of the columns: outcomes, then levels, then what may come beside them."""
        self.answers, self.played_steps = answers, {}
        self._steps = [self.with_answer(step) for step in self._live]
        start, cards = self._state_from(0), self.deck.cards if self.deck else ()
        dice, share = self._dice_chances(start), Fraction(1, max(1, len(cards)))
        deck = _mix((self._card_chances(start, card, frozenset([card.impulse]))[0], share) for card in cards)
        zero, columns = Fraction(0), range(len(self.forecast.columns))
        return [(dice.get(column, zero), deck.get(column, zero) if cards else None) for column in columns]

    def answer_to(self, name: str) -> Answer:
        """Return the answer to an ask; to a placed one that at the place that is hit, 0 before it is known."""
        return self.placed[name].get(self._place(), 0) if name in self.placed else self.answers[name]

    def _place(self) -> str:
        for name in self.situation.place:
            if (played := self.played_steps.get(name)) and played.read_value:
                return str(played.read_value.value)
            if name in self.asks and (choice := self.choice(name)) and choice.number:
                return choice.name
        return ""

    # States

    def _state_from(self, index: int) -> _State:
        """Play on from a step to the next that reads, or to the end, and return the state there."""
        for number, step in enumerate(self._steps[index:], index):
            if not self._holds(step.when):
                continue
            if step.read:
                key = (number, *self._needs(number))
                if key not in self._states:
                    state = _State(number, self._steps, self.reading(step.read), self.answers, self.played_steps)
                    self._states[key] = self._passed_over(state) or state
                return self._states[key]
            if self._record(step, None):
                break
        columns = tuple(self._columns())
        end = _State(-1, (), _NO_READ, {}, {}, dict.fromkeys(columns, Fraction(1)))
        return self._states.setdefault(columns, end)

    def _holds(self, conditions: Conditions, unknown: Iterable[str] = ()) -> bool:
        """Return whether all conditions hold on steps and asks, but those that are unknown."""
        return all(self.has_result(name, names) for name, names in conditions if name not in unknown)

    def _record(self, step: SituationStep, value: ReadValue | None) -> bool:
        """Play a step, and return whether its result ends the procedure."""
        played = self.play_step(step, value)
        self.played_steps = {**self.played_steps, step.name: played}
        return played.result is not None and played.result.ends

    def _columns(self) -> Iterator[int]:
        """Yield the columns in which the procedure counts as it was played."""
        first, levels = len(self.forecast.outcomes), len(self.forecast.level_names)
        held = [number for number, conditions in enumerate(self._conditions) if self._holds(conditions)]
        played = self.played_steps.get(self.forecast.levels)
        if held and held[0] < first:
            yield held[0]
        elif levels and played and played.worth > 0:
            yield first + min(played.worth, levels) - 1
        yield from (levels + number for number in held if number >= first)

    def _needs(self, index: int) -> Iterator[object]:
        """Yield all that the steps from ``index`` on and the columns take from what is known now."""
        before, unknown = self.played_steps, set[str]()

        def known(name: str) -> bool:
            return unknown.isdisjoint((name, *(self.situation.place if name in self.placed else ())))

        for step in self._steps[index:]:
            if not self._holds(tuple(condition for condition in step.when if known(condition[0]))):
                continue
            terms = [term for term in step_terms(step) if known(term.step)]
            if step.read or len(terms) < len(step_terms(step)) or not all(known(name) for name, _ in step.when):
                unknown.add(step.name)
                read = step.read and (step.read.column, step.read.row, step.read.figures, self._earlier(step))
                yield step.name, read, tuple(map(self.number, terms))
            elif self._record(step, None):
                break
        yield from (self._holds(conditions, unknown) for conditions in self._conditions)
        yield (played := self.played_steps.get(self.forecast.levels)) and played.worth
        self.played_steps = before

    def _earlier(self, step: SituationStep) -> ReadValue | None:
        """Return what an earlier step read in the same stack: it is the same place, with dice too."""
        alike = (played.read_value for played in self.played_steps.values() if played.step.read == step.read)
        is_stack = step.read and isinstance(self.spec.section(step.read.section), StackSection)
        return next(alike, None) if is_stack else None

    def _after(self, state: _State, value: ReadValue) -> _State:
        """Return the state after the step of a state has read a value."""
        if (state, value) not in self._next:
            self.answers, self._steps, self.played_steps = state.answers, state.steps, state.played
            ends = self._record(state.step, value)
            self._next[state, value] = self._state_from(len(self._steps) if ends else state.index + 1)
        return self._next[state, value]

    def _passed_over(self, state: _State) -> _State | None:
        """Return the state after a total that changes nothing, whatever it is; None if it does, or no total is read."""
        if not isinstance(self.spec.section(state.reading.read.section), GridSection | RollsSection):
            return None
        last = self._after(state, ReadValue(_FAR))
        named = (self._after(state, ReadValue(0, shown)) for shown in ("", *SHOWN))
        return last if all(after is last for after in named) and not self._settled(state) else None

    def _settled(self, state: _State) -> int:
        """Return the least total from which all higher ones lead to the same state."""
        if state not in self._settled_totals:
            total, last = 16, self._after(state, ReadValue(_FAR))
            while total < _FAR and any(self._after(state, ReadValue(t)) is not last for t in (total, 2 * total)):
                total *= 2
            total = min(2 * total, _FAR)
            while total > 0 and self._after(state, ReadValue(total - 1)) is last:
                total -= 1
            self._settled_totals[state] = total
        return self._settled_totals[state]

    # Dice

    def _dice_chances(self, state: _State) -> _Chances:
        if state.chances is not None:
            return state.chances
        if state not in self._by_dice:
            values = [(self._after(state, value), chance) for value, chance in self._dice_values(state) if chance]
            self._by_dice[state] = _mix((self._dice_chances(after), chance) for after, chance in values)
        return self._by_dice[state]

    def _dice_values(self, state: _State) -> Iterator[tuple[ReadValue, Fraction]]:
        """Yield (value, chance) of a read with dice, or by the shares of results; totals that change nothing are one."""
        read, size, self.played_steps = state.reading.read, self.spec.size, state.played
        section = self.spec.section(read.section)
        if (earlier := self._earlier(state.step)) is not None:
            yield earlier, Fraction(1)
            return
        match section:
            case GridSection() | RollsSection():
                yield from self._totals(state, _roll(section, state.reading))
            case StackSection():
                for place in section.locations():
                    yield ReadValue(place.name), section.bumped_cards(state.reading.up, [place.name]) / size
            case MarksSection():
                share, figures = section.cards / size, len(read.figures)
                for n in range(figures + 1):
                    yield ReadValue(n), comb(figures, n) * share**n * (1 - share) ** (figures - n)
            case WordedSection():
                yield from ((ReadValue(outcome.value), outcome.cards / size) for outcome in section.outcomes)

    def _totals(self, state: _State, roll: Roll) -> Iterator[tuple[ReadValue, Fraction]]:
        """Yield (total, chance) of a roll up to where it is settled, a critical failure first."""
        odds, extremes = distribution(roll), named_extremes(roll, self.spec)
        first, failed = min(0, odds.minimum), 1 + roll.bonus
        settled = max(failed, self._settled(state) - 1 if odds.maximum is None else odds.maximum) + 1
        chances = [odds.tail(total) - odds.tail(total + 1) for total in range(first, settled)]
        if odds.critical_failure:
            yield ReadValue(failed, CRITICAL), odds.critical_failure
            chances[failed - first] -= odds.critical_failure
        if state.step.again is not None:
            chances = self._repeated(*state.step.again, chances)
        for total, chance in enumerate(chances, first):
            yield ReadValue(total, extreme_name(extremes, total - roll.bonus)), chance
        yield ReadValue(settled), 1 - odds.critical_failure - sum(chances, Fraction(0))

    def _repeated(self, name: str, value: object, chances: Sequence[Fraction]) -> list[Fraction]:
        """Return the chances of totals from 0 on, if a ``value`` with its share of the cards adds another roll."""
        section, totals = self.spec.section(name), list[Fraction]()
        outcomes = section.outcomes if isinstance(section, WordedSection) else ()
        share = sum((o.cards for o in outcomes if is_one_of(value, [o.value])), Fraction(0)) / self.spec.size
        for total, chance in enumerate(chances):
            added = sum((chances[t] * totals[total - t] for t in range(1, total + 1)), Fraction(0))
            totals.append(((1 - share) * chance + share * added) / (1 - share * chances[0]))
        return totals

    # Cards

    def _card_chances(self, state: _State, card: Card, gone: _Gone) -> tuple[_Chances, bool]:
        """Return the chances with a first card, if the cards ``gone`` are drawn, and whether others may be drawn."""
        if state.chances is not None:
            return state.chances, False
        for key in ((state, card.impulse), (state, card.impulse, gone)):
            if key in self._by_card:
                return self._by_card[key]
        after = self._read(state, card, ())
        chances, draws = self._card_chances(after, card, gone) if after else self._draw(state, card, gone)
        self._by_card[(state, card.impulse, gone) if draws else (state, card.impulse)] = chances, draws
        return chances, draws

    def _read(self, state: _State, card: Card, drawn: Sequence[Card]) -> _State | None:
        """Return the state after a card is read with those drawn after it; None if more of them change it."""
        assert self.deck is not None
        slots = self._slots(state, card)
        if drawn and len(slots) == 1 and not _repeats(state.step, card):  # faster than a reader
            cells = [slots[0], *(self._slots(state, each)[0] for each in drawn)]
            value, is_complete = ReadValue(sum(cell.value for cell in cells)), not cells[-1].again
        else:
            blank = [self._blank] * self.spec.size
            pile = Pile(self.deck, self.spec, (), [*blank, *reversed(drawn)], shuffle_due=False)
            value = CardReader(pile).read_on(state.reading, card, False, state.step.again)
            is_complete = len(pile.cards_left) >= self.spec.size
        if is_complete:
            return self._after(state, value)
        if slots and isinstance(value.value, int) and value.value >= self._settled(state):
            return self._after(state, ReadValue(self._settled(state)))
        return None

    def _slots(self, state: _State, card: Card) -> Sequence[Cell]:
        """Return the cells of a card that are read together; none if several cards are, or one only confirms."""
        if (state, card.impulse) not in self._slots_by_card:
            self._slots_by_card[state, card.impulse] = self._find_slots(state, card)
        return self._slots_by_card[state, card.impulse]

    def _find_slots(self, state: _State, card: Card) -> Sequence[Cell]:
        read, shown = state.reading.read, cast("Any", card.sections[state.reading.read.section])
        section = self.spec.section(read.section)
        if isinstance(section, RollsSection):
            cell = as_cell(shown[read.column])
            return () if cell.confirm else (cell,)
        if not isinstance(section, GridSection) or len(cells := pool_cells(section, state.reading)) > 1:
            return ()
        ((column, row),) = cells
        column_cells: Sequence[Cell] = shown[column]
        return column_cells[:row] if section.reads == "first-n" else column_cells[row - 1 : row]

    def _draw(self, state: _State, card: Card, gone: _Gone) -> tuple[_Chances, bool]:
        """Return the chances with a first card whose read is not complete."""
        if sums := self._sums(state, card, gone):
            values = [*map(ReadValue, range(len(sums) + 1))]
            parts = [
                (self._card_chances(self._after(state, value), card, gone), chance)
                for value, chance in zip(values, (*sums, 1 - sum(sums, Fraction(0))), strict=True)
                if chance
            ]
            if not any(draws for (_, draws), _ in parts):
                return _mix((chances, chance) for (chances, _), chance in parts), True
        return _mix(self._one_by_one(state, card, gone, (), Fraction(1))), True

    def _one_by_one(
        self, state: _State, card: Card, gone: _Gone, drawn: tuple[Card, ...], chance: Fraction
    ) -> Iterator[tuple[_Chances, Fraction]]:
        """Yield the chances after each way to draw on, and how likely that is."""
        left = self._left(gone)
        for following in left:
            now_gone, share = gone | {following.impulse}, chance / len(left)
            if after := self._read(state, card, (*drawn, following)):
                yield self._card_chances(after, card, now_gone)[0], share
            else:
                yield from self._one_by_one(state, card, now_gone, (*drawn, following), share)

    def _left(self, gone: _Gone) -> list[Card]:
        return [card for card in self.deck.cards if card.impulse not in gone] if self.deck else []

    def _sums(self, state: _State, card: Card, gone: _Gone) -> list[Fraction]:
        """Return P(total = t) below where it is settled, if one cell is open or each card has one; else nothing."""
        slots = self._slots(state, card)
        open_slots = [number for number, cell in enumerate(slots) if cell.again] or [0]
        if not slots or len(open_slots) > 1 or (len(slots) > 1 and state.step.again):
            return []

        def kind(card: Card) -> _Kind:
            return self._slots(state, card)[open_slots[0]], _repeats(state.step, card)

        left = tuple(sorted(Counter(map(kind, self._left(gone))).items()))
        sums = _chain_totals(kind(card), left, self._settled(state))
        closed = max((cell.value for cell in slots if not cell.again), default=0) if len(slots) > 1 else 0
        return [sum(sums[: closed + 1], Fraction(0)) if t == closed else s * (t > closed) for t, s in enumerate(sums)]


@lru_cache(maxsize=4096)
def _chain_totals(first: _Kind, left: tuple[tuple[_Kind, int], ...], length: int) -> list[Fraction]:
    """Return P(total = t), t = 0..``length`` - 1, of a first cell and those drawn from cards of these kinds."""
    totals = [Fraction(0)] * length

    def add(kind: _Kind, left: Counter[_Kind], base: int, chains: int, chance: Fraction) -> None:
        cell, repeats = kind
        base, chains = base + cell.value, chains + cell.again
        for following, cards in left.items() if repeats else ():
            add(following, left - Counter([following]), base, chains, chance * cards / left.total())
        if not repeats and base < length:
            ends = multiset(cell for (cell, _), cards in left.items() for _ in range(cards))
            for total, share in enumerate(chain_sums(ends, chains, length - base), base):
                totals[total] += chance * share

    add(first, Counter(dict(left)), 0, 0, Fraction(1))
    return totals


def _repeats(step: SituationStep, card: Card) -> bool:
    """Return whether another card is drawn and added to a card."""
    return step.again is not None and is_one_of(card.sections[step.again[0]], [step.again[1]])


def _blank(section: AnySection) -> Any:
    """Return what a blank card shows in a section: 0 in cells, else nothing."""
    if isinstance(section, GridSection):
        return {column.label: (Cell(0),) * section.rows for column in section.columns}
    return {label: Cell(0) for label, _ in section.rolls} if isinstance(section, RollsSection) else None


def _roll(section: GridSection | RollsSection, reading: ResolvedRead) -> Roll:
    """Return the dice of a read; those of a pool that several cards share are rolled together."""
    if isinstance(section, RollsSection):
        return dict(section.rolls)[reading.read.column]
    cells = pool_cells(section, reading)
    rolls = {(cell.column, cell.row): cell.roll for cell in section.rolled_cells()}
    return replace(rolls[cells[0]], dice=tuple(die for cell in cells for die in rolls[cell].dice))


def _mix(parts: Iterable[tuple[_Chances, Fraction]]) -> _Chances:
    """Return the sum of chances, each times a weight."""
    mixed: dict[int, Fraction] = {}
    for chances, weight in parts:
        for column, chance in chances.items():
            mixed[column] = mixed.get(column, Fraction(0)) + weight * chance
    return mixed
