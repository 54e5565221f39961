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

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, lru_cache
from math import comb
from operator import attrgetter
from types import MappingProxyType
from typing import Any

from deckgen.deck.cards import Card, Deck
from deckgen.deck.cells import chain_sums, multiset
from deckgen.deck.chances import BothChances
from deckgen.deck.draws import CardReader, Pile, ReadValue, ResolvedRead, extreme_name, named_extremes, pool_cells
from deckgen.deck.situations import Answer, PlayedStep, StepResolver
from deckgen.game.examples import (
    CHOICE,
    CRITICAL,
    SHOWN,
    Ask,
    Conditions,
    NextRoll,
    Places,
    Situation,
    SituationStep,
    Sum,
    TrackNote,
    forecast_rolls,
    live_steps,
    placed_notes,
    situations_after,
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

_Column = tuple[int, tuple[tuple[str, Answer], ...]]
"""A column's number, and the target's answers where a procedure of the target decides whether that counts."""
_Chances = Mapping[_Column, Fraction]
_Columns = tuple[_Column, ...]
"""The columns in which a procedure counts at its end."""
TargetAnswers = Callable[[str, Mapping[str, Answer], Mapping[tuple[str, str], int]], Mapping[str, Answer]]
"""What the target answers in a procedure, beside answers that are known, once marks by track and place are added."""
_Gone = frozenset[int]
"""The impulses of cards that are drawn."""
_Kind = tuple[Cell, bool]
"""A cell, and whether another card is drawn and added to its card."""
_FAR = 1 << 16
"""A total that no roll comes to in play."""


@record(eq=False)
class _State:
    """The steps from one that reads on, its read and section, and all steps played before it with their answers."""

    steps: Sequence[SituationStep]
    reading: ResolvedRead
    section: AnySection
    answers: Mapping[str, Answer]
    played: Mapping[str, PlayedStep]

    @cached_property
    def pool(self) -> Sequence[tuple[str, int]]:
        """Column and row of each cell that is read, each on another card; none where no dice are read."""
        if isinstance(self.section, RollsSection):
            return [(self.reading.read.column, 1)]
        return pool_cells(self.section, self.reading) if isinstance(self.section, GridSection) else ()

    @property
    def roll(self) -> Roll:
        """The dice of the read; those of a pool that several cards share are rolled together."""
        rolls = {(cell.column, cell.row): cell.roll for cell in self.section.rolled_cells()}
        return replace(rolls[self.pool[0]], dice=tuple(die for cell in self.pool for die in rolls[cell].dice))

    def slots(self, card: Card) -> Sequence[Cell]:
        """Return the cells of a card that are read together; none if several cards are, or one only confirms."""
        if len(self.pool) != 1:
            return ()
        ((column, row),) = self.pool
        shown: Any = card.sections[self.section.name]
        if isinstance(self.section, GridSection):
            return shown[column][0 if self.section.reads == "first-n" else row - 1 : row]  # type: ignore[no-any-return]
        cell = as_cell(shown[column])
        return () if cell.confirm else (cell,)

    def repeats(self, card: Card) -> bool:
        """Return whether another card is drawn and added to a card."""
        again = self.steps[0].again
        return again is not None and is_one_of(card.sections[again[0]], [again[1]])


class Forecaster(StepResolver):
    """Computes the chances of what a procedure with a forecast comes to against one target, in a ``deck``, too, if any.

    ``placed`` are answers by ask and the place that is hit; at other places they are 0. ``procedures`` are those that the
    target may play next, with its answers: with the first card of a deck of its own, which is another one of the same cards.
    """

    def __init__(
        self,
        situation: Situation,
        spec: DeckSpec,
        deck: Deck | None,
        placed: Mapping[str, Mapping[str, Answer]],
        procedures: Mapping[str, Situation] = MappingProxyType({}),
        target_answers: TargetAnswers = lambda *_: {},
    ) -> None:
        super().__init__(spec, situation, {})
        assert situation.forecast is not None
        self.forecast, self.placed = situation.forecast, placed
        self.deck = deck if spec.draw == "without-replacement" else None
        self._blank = Card(-1, spec.playing_cards[0], {section.name: _blank(section) for section in spec.sections})
        self._target_answers = target_answers
        self._after_rolls = forecast_rolls(situation, self.forecast)
        self._parts_after: list[tuple[NextRoll | TrackNote, list[Sum]]] = [
            (roll, [answer for answer in roll.asks.values() if not isinstance(answer, str)])
            for roll in self._after_rolls
        ]
        if self._after_rolls:
            self._parts_after += [(note, [note.add]) for note in placed_notes(situation)]
        after = situations_after(self.forecast, procedures)
        self._checks = {number: Forecaster(procedure, spec, deck, {}) for number, procedure in after.items()}
        self._conditions = [conditions for _, conditions in (*self.forecast.outcomes, *self.forecast.beside)]
        self._states: dict[object, _State | _Columns] = {}
        self._next: dict[tuple[_State, ReadValue], _State | _Columns] = {}
        self._settled_totals: dict[_State, int] = {}
        self._stops: dict[object, _State | _Columns] = {}
        self._known_checks: dict[_Column, BothChances] = {}
        self._known_chances: dict[object, _Chances] = {}

    def chances(self, answers: Mapping[str, Answer]) -> list[BothChances]:
        """Return the chances of the columns: outcomes, then levels, then what may come beside them."""
        self.answers, self.played_steps = answers, {}
        start = self._state_from([self.with_answer(step) for step in live_steps(self.situation, self.forecast)])
        dice, cards = self._chances(start, None), self.deck.cards if self.deck else ()
        by_card = (self._chances(start, card, frozenset([card.impulse])) for card in cards)
        deck = _mix((chances, Fraction(1, len(cards))) for chances in by_card)
        sums = [[Fraction(0), Fraction(0)] for _ in self.forecast.columns]
        for way, chances in enumerate((dice, deck)):
            for (column, asked), chance in chances.items():
                sums[column][way] += chance * (self._check_chances(column, asked)[way] or 0 if asked else 1)
        return [(with_dice, with_deck if cards else None) for with_dice, with_deck in sums]

    def _check_chances(self, column: int, asked: tuple[tuple[str, Answer], ...]) -> BothChances:
        """Return the chances that the target's own roll counts in a column."""
        if (column, asked) not in self._known_checks:
            self._known_checks[column, asked] = self._checks[column].chances(dict(asked))[0]
        return self._known_checks[column, asked]

    def answer_to(self, name: str) -> Answer:
        """Return the answer to an ask; to a placed one that at the place that is hit, 0 before it is known."""
        return self.placed[name].get(self._place(), 0) if name in self.placed else self.answers[name]

    def _place(self, places: Places | None = None) -> str:
        for name in self.situation.place if places is None else places:
            if (played := self.played_steps.get(name)) and played.read_value:
                return str(played.read_value.value)
            if name in self.asks and (choice := self.choice(name)) and choice.number:
                return choice.name
        return ""

    # States

    def _state_from(self, steps: Sequence[SituationStep]) -> _State | _Columns:
        """Play steps up to one that reads, or to the end, and return the state there, or the columns."""
        for number, step in enumerate(steps):
            if not self._holds(step.when):
                continue
            earlier = self._earlier(step)
            if step.read and earlier is None:
                key = (len(steps) - number, *self._needs(steps[number:]))
                if key not in self._states:
                    reading, section = self.reading(step.read), self.spec.section(step.read.section)
                    state = _State(steps[number:], reading, section, self.answers, self.played_steps)
                    self._states[key] = self._passed_over(state)
                return self._states[key]
            if self._record(step, earlier):
                break
        return tuple(self._columns())

    def _holds(self, conditions: Conditions, unknown: Collection[str] = ()) -> bool:
        """Return whether all conditions hold on steps and asks, but those that are unknown."""
        return all(self.has_result(name, names) for name, names in conditions if name not in unknown)

    def _record(self, step: SituationStep, value: ReadValue | None) -> bool:
        """Play a step, and return whether its result ends the procedure."""
        played = self.play_step(step, value)
        self.played_steps = {**self.played_steps, step.name: played}
        return played.result is not None and played.result.ends

    def _columns(self) -> Iterator[_Column]:
        """Yield the columns in which the procedure counts as it was played, and may count by what the target rolls."""
        first, levels = len(self.forecast.outcomes), len(self.forecast.level_names)
        held = [number for number, conditions in enumerate(self._conditions) if self._holds(conditions)]
        played = self.played_steps.get(self.forecast.levels)
        if held and held[0] < first:
            yield held[0], ()
        elif played and played.worth > 0:
            yield first + min(played.worth, levels) - 1, ()
        yield from ((levels + number, ()) for number in held if number >= first)
        rolls = {roll.roll: roll for roll in self._after_rolls if self._holds(roll.when)}
        for number, check in self._checks.items():
            if check.situation.name in rolls:
                yield number, self._asked_after(rolls[check.situation.name], check.situation)

    def _asked_after(self, following: NextRoll, procedure: Situation) -> tuple[tuple[str, Answer], ...]:
        """Return what the target answers in its next roll, by ask of that procedure."""
        asks = [ask for ask in procedure.asks if ask.name in following.asks]
        known = {ask.name: self._answer_after(ask, following.asks[ask.name]) for ask in asks}
        notes = [note for note in placed_notes(self.situation) if self._holds(note.when)]
        added = {(note.track, self._place(note.at)): self.sum_terms(note.add) for note in notes}
        return tuple(sorted(self._target_answers(following.roll, known, added).items()))

    def _answer_after(self, ask: Ask, value: Sum | str) -> Answer:
        """Return the answer to an ask of a next roll: that to an ask of the same kind, a number, or the choice of a number."""
        if isinstance(value, str):
            return value
        name, number = "" if value[0].part else value[0].step, self.sum_terms(value)
        if len(value) == 1 and name in self.asks and self.asks[name].kind == ask.kind:
            return self.answer_to(name)
        below = [choice for choice in ask.choices if choice.number <= number] or ask.choices[:1]
        return max(below, key=attrgetter("number")).name if ask.kind == CHOICE else number

    def _needs(self, steps: Sequence[SituationStep]) -> Iterator[object]:
        """Yield all that these steps and the columns take from what is known now."""
        before, unknown = self.played_steps, set[str]()
        for step in steps:
            if not self._holds(step.when, unknown):
                continue
            terms, earlier = step_terms(step), self._earlier(step)
            names = {*(term.step for term in terms), *(name for name, _ in step.when)}
            if (step.read and earlier is None) or not unknown.isdisjoint(names):
                read = step.read and (step.read.column, step.read.row, step.read.figures, earlier)
                yield step.name, read, tuple(self.number(term) for term in terms if term.step not in unknown)
                unknown |= {step.name, *(self.placed if step.name in self.situation.place else ())}
            elif self._record(step, earlier):
                break
        yield from (self._holds(conditions, unknown) for conditions in self._conditions)
        for part, sums in self._parts_after:
            yield (
                self._holds(part.when, unknown),
                tuple(self.number(term) for terms in sums for term in terms if term.step not in unknown),
            )
        yield self._place() if self._parts_after and unknown.isdisjoint(self.situation.place) else ""
        yield (played := self.played_steps.get(self.forecast.levels)) and played.worth
        self.played_steps = before

    def _earlier(self, step: SituationStep) -> ReadValue | None:
        """Return what an earlier step read in the same stack: it is the same place, with dice too."""
        if step.read is None or not isinstance(self.spec.section(step.read.section), StackSection):
            return None
        alike = (played.read_value for played in self.played_steps.values() if played.step.read == step.read)
        return next(alike, None)

    def _after(self, state: _State, value: ReadValue) -> _State | _Columns:
        """Return the state after the first step of a state has read a value, or the columns at the end."""
        if (state, value) not in self._next:
            self.answers, self.played_steps = state.answers, state.played
            ends = self._record(state.steps[0], value)
            self._next[state, value] = self._state_from(() if ends else state.steps[1:])
        return self._next[state, value]

    def _passed_over(self, state: _State) -> _State | _Columns:
        """Return the state; that after it if a total is read that changes nothing, whatever it is."""
        values = [ReadValue(_FAR), *(ReadValue(0, shown) for shown in SHOWN)] if state.pool else []
        following = {self._after(state, value) for value in values}
        return following.pop() if len(following) == 1 and not self._settled(state) else state

    def _settled(self, state: _State) -> int:
        """Return the least total from which all higher ones lead to the same state."""
        if state not in self._settled_totals:
            total, last = 32, self._after(state, ReadValue(_FAR))
            while self._after(state, ReadValue(total)) != last:
                total *= 2
            while total > 0 and self._after(state, ReadValue(total - 1)) == last:
                total -= 1
            self._settled_totals[state] = total
        return self._settled_totals[state]

    def _chances(self, state: _State | _Columns, card: Card | None, gone: _Gone = frozenset()) -> _Chances:
        """Return the chances with a first card, if the cards ``gone`` are drawn; with dice without one."""
        state = self._stop(state, card) if card else state
        if isinstance(state, tuple):
            return dict.fromkeys(state, Fraction(1))
        key = state, card and card.impulse, gone
        if key not in self._known_chances:
            values = self._sums(state, card, self._left(gone)) if card else self._dice_values(state)
            ends = [(self._after(state, value), chance) for value, chance in values if chance]
            if card and not (ends and all(isinstance(self._stop(end, card), tuple) for end, _ in ends)):
                self._known_chances[key] = self._draw(state, card, gone)
            else:
                self._known_chances[key] = _mix((self._chances(end, card, gone), chance) for end, chance in ends)
        return self._known_chances[key]

    # Dice

    def _dice_values(self, state: _State) -> Iterator[tuple[ReadValue, Fraction]]:
        """Yield (value, chance) of a read with dice, or by the shares of results; totals that change nothing are one."""
        size = self.spec.size
        match state.section:
            case GridSection() | RollsSection():
                yield from self._totals(state)
            case StackSection() as section:
                for place in section.locations():
                    yield ReadValue(place.name), section.bumped_cards(state.reading.up, [place.name]) / size
            case MarksSection() as section:
                share, figures = section.cards / size, len(state.reading.read.figures)
                for n in range(figures + 1):
                    yield ReadValue(n), comb(figures, n) * share**n * (1 - share) ** (figures - n)
            case WordedSection() as section:
                yield from ((ReadValue(outcome.value), outcome.cards / size) for outcome in section.outcomes)

    def _totals(self, state: _State) -> Iterator[tuple[ReadValue, Fraction]]:
        """Yield (total, chance) of a roll up to where it is settled, a critical failure first."""
        roll, again = state.roll, state.steps[0].again
        odds, extremes = distribution(roll), named_extremes(roll, self.spec)
        first, failed = min(0, odds.minimum), 1 + roll.bonus
        last = self._settled(state) - 1 if odds.maximum is None or again else odds.maximum
        settled = max(failed, last) + 1
        chances = [odds.tail(total) - odds.tail(total + 1) for total in range(first, settled)]
        if odds.critical_failure:
            yield ReadValue(failed, CRITICAL), odds.critical_failure
            chances[failed - first] -= odds.critical_failure
        if again is not None:
            chances = self._repeated(*again, chances)
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

    def _stop(self, state: _State | _Columns, card: Card) -> _State | _Columns:
        """Return the state, from one on, in which other cards are drawn after a first card, or the columns at the end."""
        key = state, card.impulse
        if key not in self._stops:
            after = None if isinstance(state, tuple) else self._read(state, card, ())
            self._stops[key] = state if after is None else self._stop(after, card)
        return self._stops[key]

    def _draw(self, state: _State, card: Card, gone: _Gone, drawn: tuple[Card, ...] = ()) -> _Chances:
        """Return the chances with a first card and those ``drawn`` after it, going through all that may follow."""
        after, left = self._read(state, card, drawn), self._left(gone)
        if after is not None:
            return self._chances(after, card, gone)
        following = (self._draw(state, card, gone | {other.impulse}, (*drawn, other)) for other in left)
        return _mix((chances, Fraction(1, len(left))) for chances in following)

    def _read(self, state: _State, card: Card, drawn: Sequence[Card]) -> _State | _Columns | None:
        """Return the state after a card is read with those drawn after it; None if more of them change it."""
        assert self.deck is not None
        slots = state.slots(card)
        if drawn and len(slots) == 1 and not state.repeats(card):  # faster than a reader
            cells = [slots[0], *(state.slots(following)[0] for following in drawn)]
            value, is_complete = ReadValue(sum(cell.value for cell in cells)), not cells[-1].again
        else:
            blank = [self._blank] * self.spec.size
            pile = Pile(self.deck, self.spec, (), [*blank, *reversed(drawn)], shuffle_due=False)
            value = CardReader(pile).read_on(state.reading, card, False, state.steps[0].again)
            is_complete = len(pile.cards_left) >= self.spec.size
        if is_complete:
            return self._after(state, value)
        settled = self._settled(state) if slots else _FAR
        return self._after(state, ReadValue(settled)) if int(value.value or 0) >= settled else None

    def _left(self, gone: _Gone) -> list[Card]:
        return [card for card in self.deck.cards if card.impulse not in gone] if self.deck else []

    def _sums(self, state: _State, card: Card, left: Sequence[Card]) -> Iterator[tuple[ReadValue, Fraction]]:
        """Yield (total, chance) up to where it is settled, if one cell is open or each card has one; else nothing."""
        slots, settled = state.slots(card), self._settled(state)
        open_slots = [number for number, cell in enumerate(slots) if cell.again] or [0]
        if not slots or len(open_slots) > 1 or (len(slots) > 1 and state.steps[0].again):
            return
        first, *others = ((state.slots(other)[open_slots[0]], state.repeats(other)) for other in (card, *left))
        sums = _chain_totals(first, tuple(sorted(Counter(others).items())), settled)
        closed = max((cell.value for cell in slots if not cell.again), default=0)
        for total, chance in enumerate((*sums, 1 - sum(sums, Fraction(0)))):
            yield ReadValue(max(total, closed)), chance


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


def _blank(section: AnySection) -> Mapping[str, Any]:
    """Return what a blank card shows in a section: 0 in all cells."""
    cells = (Cell(0),) * section.rows if isinstance(section, GridSection) else Cell(0)
    return defaultdict(lambda: cells)


def _mix(parts: Iterable[tuple[_Chances, Fraction]]) -> _Chances:
    """Return the sum of chances, each times a weight."""
    mixed: dict[_Column, Fraction] = {}
    for chances, weight in parts:
        for column, chance in chances.items():
            mixed[column] = mixed.get(column, Fraction(0)) + weight * chance
    return mixed
