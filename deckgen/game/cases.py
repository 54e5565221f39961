"""Cases: the worked examples of a game's authors, with what their cards showed and what came of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import field, replace
from functools import lru_cache
from typing import Any

from deckgen.errors import GameError, Problems, suggest
from deckgen.game.entries import read_entries
from deckgen.game.examples import CHOICE, NUMBER, TONES, Ask, Situation, SituationRead, SituationStep
from deckgen.game.examples.asks import NameResolver, possible_words
from deckgen.game.examples.dice import possible_values
from deckgen.game.lookup import Lookup
from deckgen.game.model import (
    AnySection,
    DeckSpec,
    DiceSection,
    Game,
    GridSection,
    MarksSection,
    RollsSection,
    Scalar,
    StackSection,
    TableSection,
    playable_situations,
)
from deckgen.game.translation import Translation
from deckgen.game.values import LARGEST, is_int_between
from deckgen.records import record
from deckgen.sources import YamlValue

FAILED = "CF"
"""A critical failure on a card."""
RESULT, AGAINST, READ = "result", "against", "read"
"""Parts of a step that only cases name: its result, the number to reach, and the place that was read."""
VERDICT = "verdict"
"""The name of the fact that is about the whole: the tone of all results."""


@record
class CardResult:
    """A result that a card shows in a ``section`` at a place, a label of ``places``; ``value`` as written."""

    section: str
    place: str
    value: Any

    def __str__(self) -> str:
        value = json.dumps(self.value, ensure_ascii=False).replace('"', "")
        return f"{self.section} {self.place.removeprefix('0')}".strip() + f": {value}"


@record(eq=False)
class Case:
    """An example that an author works out: the cards in the order drawn, and the ``facts`` that come of them.

    It is played as a ``situation`` with the deck of a name; without one, a sheet is filled. It depends on the
    choices of ``rulings``. The case that it ``contradicts`` is the author's other reading.
    """

    name: str
    source: str
    text: str
    facts: Mapping[str, str | int | None]
    node: YamlValue = field(repr=False)
    situation: Situation | None = None
    deck: str = ""
    answers: Mapping[str, Any] = field(default_factory=dict)
    cards: tuple[tuple[CardResult, ...], ...] = ()
    contradicts: str = ""
    rulings: Mapping[str, str] = field(default_factory=dict)


@lru_cache(maxsize=4)
def read_cases(game: Game) -> tuple[Case, ...]:
    """Return the cases in a game's files, not inherited ones; cached. Raises GameError with every problem."""
    problems = Problems()
    entries = read_entries(game.folder, problems, without=())
    local, cases = entries.local("cases"), []
    choices = {ruling.name: [choice.name for choice in ruling.choices] for ruling in game.rulings}
    for name, node in entries.valid("cases").items():
        if name not in local:
            continue
        resolver = NameResolver(Lookup(entries), Translation(), problems)
        cases.append(_Reader(resolver, game, node).read())
        for entry in node.items("rulings"):
            resolver.check_name(entry, choices, "there is no ruling", entry.name)
            resolver.check_name(entry, choices.get(entry.name, [entry.value]), f'"{entry.name}" has no choice')
        other = node.get("contradicts")
        if other and (other == name or local.get(other, node).get("contradicts") != name):
            remedy = suggest(other, [key for key in local if key != name], otherwise=f"add contradicts: {name} there")
            resolver.report(node.at("contradicts"), f'no case "{other}" contradicts this one', remedy)
    problems.raise_as(GameError)
    return tuple(cases)


@record
class _Reader:
    """Reads the case that is written at ``node``."""

    resolver: NameResolver
    game: Game
    node: YamlValue

    def read(self) -> Case:
        """Return the case; a wrong one, for which problems are added, may lack parts."""
        node, key = self.node, "play" if "play" in self.node.value else "example"
        texts = {name: node.get(name, "") for name in ("source", "text", "facts", "contradicts")}
        case = Case(node.name, **texts, node=node, rulings=node.get("rulings", {}))
        if "sheet" in node.value:
            return case
        noun, situations = ("procedure", self.game.procedures) if key == "play" else ("example", self.game.examples)
        named = {situation.name: situation for situation in situations}
        self.resolver.check_name(node.at(key), named, f"there is no {noun}")
        situation = named.get(node.value[key])
        if situation is None:
            return case
        fitting = {spec.name: spec for spec in self.game.decks if playable_situations([situation], spec)}
        if "deck" in node.value:
            self.resolver.check_name(node.at("deck"), fitting, f'"{situation.name}" is not played with the deck')
        spec = fitting.get(node.get("deck", next(iter(fitting))))
        if spec is None:
            return case
        for answer in node.items("answers"):
            self._check_answer(answer, {ask.name: ask for ask in situation.asks}, spec)
        for fact in node.items("facts"):
            self._check_fact(fact, {step.name: step for step in situation.steps})
        sections = {section.name: section for section in spec.sections}
        cards = tuple(
            tuple(result for entry in card.items() for result in self._card_results(entry, sections))
            for card in node.items("cards")
        )
        answers = node.get("answers", {})
        return replace(case, situation=situation, deck=spec.name, answers=answers, cards=cards)

    def _check_answer(self, node: YamlValue, asks: Mapping[str, Ask], spec: DeckSpec) -> None:
        """Add a problem unless the value answers the ask of its name."""
        self.resolver.check_name(node, asks, "nothing asks for", node.name)
        ask = asks.get(node.name)
        if ask and ask.section:
            self.resolver.read_place(ask.kind, spec.section(ask.section), node)
        elif ask and ask.kind == CHOICE:
            self.resolver.check_name(node, [choice.name for choice in ask.choices], f'"{ask.name}" has no choice')
        elif ask and ask.kind == NUMBER and not is_int_between(node.value, ask.least, ask.most):
            remedy = f"write a number from {ask.least} to {ask.most}"
            self.resolver.report(node, f"{node.value!r} does not answer it", remedy)

    def _card_results(self, node: YamlValue, sections: Mapping[str, AnySection]) -> list[CardResult]:
        """Return the results that a card shows in one section; adds problems."""
        self.resolver.check_name(node, sections, "the deck has no section", node.name)
        if node.name not in sections:
            return []
        section = sections[node.name]
        place_paths = places(section)
        entries = node.items() if isinstance(node.value, dict) else []
        single = next((place for place in ("", "0") if place in place_paths), None)
        for entry in entries:
            self.resolver.check_label(entry, place_paths, section, "place", entry.name)
        if not entries and single is None:
            remedy = f"write the place, such as {{{next(iter(place_paths))}: ...}}"
            self.resolver.report(node, f'"{node.name}" has several results a card', remedy)
        for entry in entries or [node]:
            if isinstance(section, DiceSection):
                self._check_part(entry, section)
            else:
                self._check_word(entry, section)
        return [
            CardResult(section.name, entry.name if entries else single or "", entry.value)
            for entry in entries or [node]
        ]

    def _check_word(self, node: YamlValue, section: AnySection) -> None:
        """Add a problem for a word that is never at a place of a section."""
        words: tuple[Scalar, ...] = (True, False) if isinstance(section, MarksSection) else possible_words(section)
        if not words and not isinstance(node.value, int | dict | list):
            words = (FAILED,) if isinstance(section, GridSection | RollsSection) else (0,)
        if words:
            self.resolver.check_words(node, section, words)

    def _check_part(self, node: YamlValue, section: DiceSection) -> None:
        """Add a problem for a word that a part of dice never is, or a number that is no word or mark."""
        label, part = section.places().get(node.name, ("", ""))
        values = possible_values(section, SituationRead(section.name, label, part))
        if label and (values or not is_int_between(node.value, -LARGEST, LARGEST)):
            self.resolver.check_words(node, section, values or (0,))

    def _check_fact(self, node: YamlValue, steps: Mapping[str, SituationStep]) -> None:
        """Add a problem unless a fact is about a step, or a part of one; a result must be one of its results."""
        name, _, part = node.name.partition(".")
        if name == VERDICT and name not in steps:
            self.resolver.check_name(node, TONES, "there is no verdict")
            return
        self.resolver.check_name(node, steps, "there is no step", name)
        if part and name in steps:
            parts = [RESULT, AGAINST, READ, *steps[name].parts]
            self.resolver.check_name(node, parts, f'"{name}" has no', part)
            if part == RESULT and node.value is not None:
                self.resolver.check_name(node, steps[name].result_names, f'"{name}" has no result')


def places(section: AnySection) -> dict[str, tuple[str | int, ...]]:
    """Return the key path in a card's value by the label of each place, of a stack by the steps up; else that of ""."""
    match section:
        case GridSection():
            labels = [column.label for column in section.columns]
            return {f"{label}-{row + 1}": (label, row) for label in labels for row in range(section.rows)}
        case RollsSection():
            return {label: (label,) for label, _ in section.rolls}
        case DiceSection():
            return {place: (label, part) if part else (label,) for place, (label, part) in section.places().items()}
        case TableSection():
            rows = [*enumerate(section.rows)]
            return {f"{label}-{row}": (label, index) for label in section.columns for index, row in rows}
        case MarksSection():
            return {str(figure): (figure,) for figure in range(1, section.count + 1)}
        case StackSection():
            return {str(section.standard - index): (index,) for index in range(section.height)}
    return {"": ()}
