"""Situations played with the cards of a deck: what is drawn and read, and the result.

The shuffles follow from the deck's id and the situation's name. After a step in which a joker came up, the
deck is shuffled if the game's rule requires it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from deckgen.deck.cards import Card, Deck
from deckgen.deck.draws import CardReader, CardReading, Pile, ReadValue, ResolvedRead, is_same_value
from deckgen.game.examples import (
    BUMPS,
    CELL,
    CHOICE,
    COLUMN,
    NUMBER,
    OVER,
    REMAINDER,
    ROW,
    Ask,
    AskChoice,
    Situation,
    SituationRead,
    SituationResult,
    SituationStep,
    Sum,
    Term,
)
from deckgen.game.model import DeckSpec, DiceSection, GridSection, MarksSection, RollsSection, TableSection
from deckgen.game.values import is_one_of
from deckgen.records import record

_SHUFFLES = 20


@record
class PlayedStep:
    """A step that was played.

    ``added``, ``against`` and the shifts ``rows`` and ``columns`` are terms with their numbers. ``worth`` is
    its number in later steps: the total, or the number of its result. In a procedure, ``step`` reads what the
    prompts answered. ``times`` and ``divide`` are the factor and the divisor of the sum. ``chance`` is that
    of the result in a draw from a whole deck, or None if it is not computed.
    """

    step: SituationStep
    readings: tuple[CardReading, ...]
    read_value: ReadValue | None
    added: tuple[tuple[Term, int], ...]
    against: tuple[tuple[Term, int], ...]
    total: int | None
    margin: int | None
    remainder: int
    worth: int
    result: SituationResult | None
    rows: tuple[tuple[Term, int], ...] = ()
    columns: tuple[tuple[Term, int], ...] = ()
    chance: Fraction | None = None
    times: int = 1
    divide: int = 1

    @property
    def bumps(self) -> int:
        """How many times the margin holds the step's ``bump``; 0 without one."""
        return max(0, self.margin or 0) // self.step.bump if self.step.bump else 0

    @property
    def level(self) -> Mapping[str, str | int]:
        """The entry of the step's levels for its total, the last if it is higher; empty if there is none."""
        levels, total = self.step.levels, self.total or 0
        return levels[min(total, len(levels)) - 1] if levels and total > 0 else {}

    def part(self, name: str) -> str | int | None:
        """Return its number for "", its margin, bumps or remainder, a fact of its level, or a part of its dice, else None."""
        numbers = {"": self.worth, OVER: self.margin, BUMPS: self.bumps, REMAINDER: self.remainder}
        parts = self.read_value.parts if self.read_value else {}
        return numbers[name] if name in numbers else self.level.get(name, parts.get(name))


Answer = str | int | tuple[int, ...]
"""An answer to a prompt: a label, a row or the name of a choice; a number; or figures."""
PromptInput = Mapping[str, str | int | Sequence[int]]


def answers(situation: Situation, spec: DeckSpec, inputs: PromptInput | None = None) -> dict[str, Answer]:
    """Return the answer used for each prompt of a procedure, by name.

    Missing or invalid: the default. Numbers are clamped to their bounds; unknown figures are dropped.
    """
    return {ask.name: _answer(ask, spec, (inputs or {}).get(ask.name)) for ask in situation.asks}


def _answer(ask: Ask, spec: DeckSpec, value: object) -> Answer:
    """Return ``value`` if it answers the prompt, clamped or without unknown figures, else the default."""
    section = spec.section(ask.section) if ask.section else None
    match section:
        case GridSection() if isinstance(value, str):
            cell = section.parse_cell(value)
            return "-".join(cell) if cell else ask.default
        case RollsSection() | DiceSection():
            return value if isinstance(value, str) and value in dict(section.rolls) else ask.default
        case TableSection():
            return value if isinstance(value, str) and value in section.rows else ask.default
        case MarksSection() if isinstance(value, Sequence) and not isinstance(value, str):
            return tuple(sorted({figure for figure in value if figure in range(1, section.count + 1)}))
    if ask.kind == NUMBER and isinstance(value, int) and not isinstance(value, bool):
        return min(max(value, ask.least), ask.most)
    is_choice = ask.kind == CHOICE and value in [choice.name for choice in ask.choices]
    return str(value) if is_choice else ask.default


def play(
    situation: Situation, deck: Deck, spec: DeckSpec, inputs: PromptInput | None = None, cards: Sequence[Card] = ()
) -> tuple[PlayedStep, ...]:
    """Return the steps of a situation played with this deck; ``inputs`` answer its prompts.

    ``cards`` are drawn first, in this order. An example that ends early shows little: without ``cards``, of
    several shuffles the first is used in which it does not, else the last. A procedure uses the first shuffle.
    See ``answers`` for ``inputs``.
    """
    steps: tuple[PlayedStep, ...] = ()
    for shuffle in range(1, 2 if situation.asks or cards else _SHUFFLES + 1):
        table = _Table(deck, spec, situation, answers(situation, spec, inputs), shuffle)
        table.pile.first = list(cards)
        steps = tuple(table.steps())
        if not (steps[-1].result and steps[-1].result.ends):
            break
    return tuple(replace(played, chance=table.chance(played)) for played in steps)


Numbers = tuple[tuple[Term, int], ...]
"""Terms with their numbers."""


class _Outcome(NamedTuple):
    """What a step comes to: its total, the remainder of its division, the margin over its number, and the result."""

    total: int | None
    remainder: int
    margin: int | None
    result: SituationResult | None


class StepResolver:
    """Computes steps of a situation from its answers and the ``played_steps`` by name. Nothing is drawn."""

    def __init__(self, spec: DeckSpec, situation: Situation, answers: Mapping[str, Answer]) -> None:
        self.spec, self.situation, self.answers = spec, situation, answers
        self.asks = {ask.name: ask for ask in situation.asks}
        self.choices = {
            name: {choice.name: choice for choice in ask.choices}
            for name, ask in self.asks.items()
            if ask.kind == CHOICE
        }
        self.played_steps: Mapping[str, PlayedStep] = {}

    def answer_to(self, name: str) -> Answer:
        """Return the answer to an ask."""
        return self.answers[name]

    def choice(self, name: str) -> AskChoice | None:
        """Return the choice that answers an ask, or None if no choice does."""
        return self.choices[name].get(str(self.answer_to(name))) if name in self.choices else None

    def with_answer(self, step: SituationStep) -> SituationStep:
        """Return the step with its read replaced by what its prompt answered."""
        if step.read is None or not step.read.ask:
            return step
        answer = self.answers[step.read.ask]
        match self.spec.section(step.read.section):
            case GridSection():
                column, _, row = str(answer).rpartition("-")
                return replace(step, read=replace(step.read, column=column, row=row))
            case TableSection():
                return replace(step, read=replace(step.read, row=str(answer)))
            case MarksSection() if isinstance(answer, tuple):
                return replace(step, read=replace(step.read, figures=answer))
        return replace(step, read=replace(step.read, column=str(answer)))

    def has_result(self, name: str, result_names: Sequence[str]) -> bool:
        """Return whether the choice or the played step of this name has one of the results."""
        if (choice := self.choice(name)) is not None:
            return choice.name in result_names
        played = self.played_steps.get(name)
        return played is not None and played.result is not None and played.result.name in result_names

    def reading(self, read: SituationRead) -> ResolvedRead:
        up, columns, rows = (self.sum_terms(terms) for terms in (read.up, read.columns, read.rows))
        return ResolvedRead(read, up, columns, rows, self.sum_terms(read.reached) if read.reached else None)

    # Results

    def sum_terms(self, terms: Sum) -> int:
        return sum(map(self.number, terms))

    def _term_numbers(self, terms: Sum) -> Numbers:
        """Return the terms with their numbers, except terms worth 0 that are hidden."""
        worths = [(self._with_label(term), self.number(term)) for term in terms]
        return tuple((term, worth) for term, worth in worths if worth or not self._is_hidden(term.step))

    def _is_hidden(self, step: str) -> bool:
        """Return whether a step's terms are left out if worth 0: if it was not played or is quiet; "" is no step."""
        return bool(step) and (step not in self.played_steps or self.played_steps[step].step.quiet)

    def _with_label(self, term: Term) -> Term:
        """Return the term with its label; for a prompt, that of the choice or of the prompt."""
        if term.label or term.step not in self.answers:
            return term
        answer, ask = self.answer_to(term.step), self.asks[term.step]
        labels = (choice.label for choice in ask.choices if answer in (choice.name, choice.number))
        return replace(term, label=next(labels, ask.label))

    def number(self, term: Term) -> int:
        """Return the number of a term; 0 for a step that was passed over, or a level that was not reached."""
        number = term.number
        if term.step in self.answers:
            number = self._answer_number(term.step, term.part)
        elif term.step:
            played = self.played_steps.get(term.step)
            number = _as_int(played.part(term.part)) if played else 0
        return -number if term.less else number

    def _answer_number(self, name: str, fact: str) -> int:
        """Return an answer as a number: the count of figures, a number itself, else 0.

        Of a choice: its fact of this name, or its number if ``fact`` is "". Of a grid's cell: COLUMN or ROW, from 1.
        """
        answer, choice = self.answer_to(name), self.choice(name)
        if fact in (COLUMN, ROW):
            ask = self.asks[name]
            section = self.spec.section(ask.section) if ask.kind == CELL else None
            if isinstance(section, GridSection):
                column, _, row = str(answer).rpartition("-")
                labels = [section_column.label for section_column in section.columns]
                return int(row) if fact == ROW else labels.index(column) + 1
        if choice is not None:
            return _as_int(choice.facts.get(fact)) if fact else choice.number
        return len(answer) if isinstance(answer, tuple) else answer if isinstance(answer, int) else 0

    def play_step(
        self, step: SituationStep, read_value: ReadValue | None, readings: tuple[CardReading, ...] = ()
    ) -> PlayedStep:
        """Return the step as played with what was read; ``readings`` are only stored. Nothing is drawn or recorded."""
        added, against = self._term_numbers(step.add), self._term_numbers(step.against)
        if step.against and not against:  # compare with 0
            against = ((self._with_label(step.against[0]), 0),)
        times, divide = (max(1, self.sum_terms(terms)) if terms else 1 for terms in (step.times, step.divide))
        outcome = self._outcome(step, read_value, added, against, (times, divide))
        total, result = outcome.total, outcome.result
        worth = self.sum_terms(result.value) if result is not None and result.value else total or 0
        rows, columns = (
            self._term_numbers(terms) for terms in ((step.read.rows, step.read.columns) if step.read else ((), ()))
        )
        return PlayedStep(
            step,
            readings,
            read_value,
            added,
            against,
            total,
            outcome.margin,
            outcome.remainder,
            worth,
            result,
            rows,
            columns,
            times=times,
            divide=divide,
        )

    def _outcome(
        self,
        step: SituationStep,
        read_value: ReadValue | None,
        added: Numbers,
        against: Numbers,
        ratio: tuple[int, int],
    ) -> _Outcome:
        """Return what a step comes to with what was read; ``ratio`` is the factor and the divisor of its sum."""
        shown, (times, divide) = read_value or ReadValue(None), ratio
        total: int | None = None
        remainder = 0
        if read_value is None or (isinstance(shown.value, int) and not isinstance(shown.value, bool)):
            number = (int(shown.value or 0) + sum(worth for _, worth in added)) * times
            remainder = number % divide
            total = -(-number // divide) if step.up else number // divide
            if step.least:
                total = max(total, self.sum_terms(step.least))
            if step.most:
                total = min(total, self.sum_terms(step.most))
        margin = None if total is None or not step.against else total - sum(worth for _, worth in against)
        # a critical failure is below any number to reach
        compared = total if margin is None else -math.inf if shown.critical else margin
        result = next((result for result in step.results if self._fits(result, shown, compared)), None)
        return _Outcome(total, remainder, margin, result)

    def _fits(self, result: SituationResult, shown: ReadValue, compared: float | None) -> bool:
        """Return whether the conditions of a result hold; ``compared`` is what its bounds are for, if anything is."""
        if not all(is_one_of(shown.parts.get(part), values) for part, values in result.parts):
            return False
        if result.values is not None:
            return any(is_same_value(shown.value, value) for value in result.values)
        if result.shown:
            return shown.shown == result.shown
        if compared is None:
            return result.least is None and result.most is None
        least, most = (None if bound is None else self.sum_terms(bound) for bound in (result.least, result.most))
        return (least is None or compared >= least) and (most is None or compared <= most)


class _Table(StepResolver):
    """A game table: the pile, the card in play, the answers, and the steps played so far."""

    def __init__(
        self, deck: Deck, spec: DeckSpec, situation: Situation, answers: Mapping[str, Answer], shuffle: int
    ) -> None:
        super().__init__(spec, situation, answers)
        self.pile = Pile(deck, spec, (deck.id, situation.name, shuffle))
        self.reader = CardReader(self.pile)
        self.card = deck.cards[0]
        self.fresh = False

    def steps(self) -> Iterator[PlayedStep]:
        """Play the situation and yield each step whose conditions hold, up to one with a result that ends it."""
        for spec_step in self.situation.steps:
            step = self.with_answer(spec_step)
            if not all(self.has_result(name, result_names) for name, result_names in step.when):
                continue
            if step.draws or (step.read and not self.pile.shuffles):
                self.pile.end_step()
                self.card, self.fresh = self.pile.draw(), True
            read_value, self.reader.readings = None, []
            if step.read:
                reading = self.reading(step.read)
                read_value = self.reader.read_on(reading, self.card, self.fresh, step.again)
                self.fresh = False
            played = self.play_step(step, read_value, tuple(self.reader.readings))
            self.played_steps = {**self.played_steps, step.name: played}
            yield played
            if played.result is not None and played.result.ends:
                return

    # Chances

    def chance(self, played: PlayedStep) -> Fraction | None:
        """Return the chance of the same result in a draw from the whole deck; None without one or if not computed."""
        read, result = played.step.read, played.result
        if read is None or result is None or played.step.again is not None:
            return None
        chances = self.reader.chances(self.reading(read))
        if chances is None:
            return None

        def is_alike(read_value: ReadValue) -> bool:
            ratio = (played.times, played.divide)
            possible_result = self._outcome(played.step, read_value, played.added, played.against, ratio).result
            return possible_result is not None and possible_result.name == result.name

        return sum((chance for read_value, chance in chances if chance and is_alike(read_value)), Fraction(0))


def _as_int(fact: str | int | None) -> int:
    """Return a fact that is a whole number, of a mark 1 if it is there, else 0."""
    return int(fact) if isinstance(fact, int) else 0
