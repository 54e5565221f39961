"""Reading dice in situations: the roll and the part of its result that a step reads, and what the parts must be."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from deckgen.game.examples import CRITICAL, FAILURE, SUCCESS, Ask, Parts, Results, SituationRead, Values
from deckgen.game.examples.asks import NameResolver, listed_names
from deckgen.game.sections.dice import DiceRoll, DiceSection
from deckgen.odds.joint import Part
from deckgen.sources import YamlValue

_SUMMED_UP = {SUCCESS: "success", FAILURE: "failure|fumble"}
"""Patterns of the words that results of these names stand for, but those that other results are named after."""


def read_dice(section: DiceSection, node: YamlValue, ask: Ask | None, resolver: NameResolver) -> SituationRead:
    """Return how LABEL or LABEL.PART is read, or with an ``ask`` for the label ASK or ASK.PART; adds problems."""
    if ask is None:
        resolver.check_name(node, section.places(), f'"{section.name}" has no result')
        read = SituationRead(section.name, *section.places().get(str(node.value), ("", "")))
    else:
        read = SituationRead(section.name, str(ask.default), str(node.value).partition(".")[2], ask=ask.name)
    rolls = _rolls(section, read)
    names = {label: [part.name for part in roll.joint.parts] for label, roll in rolls}
    label = next((label for label in names if read.row and read.row not in names[label]), "")
    if label:
        resolver.check_name(node, names[label], f'"{label}" has no part', read.row)
    return replace(read, parts=tuple(dict.fromkeys(part for parts in names.values() for part in parts)))


def _rolls(section: DiceSection, read: SituationRead) -> list[tuple[str, DiceRoll]]:
    """Return the roll that is read with its label, or all of a section if an ask decides which."""
    return [(label, roll) for label, roll in section.rolls if read.ask or label == read.column]


def possible_values(section: DiceSection, read: SituationRead) -> Values:
    """Return all words of the part that is read, the worst first, or no and yes of a mark; nothing of a number."""
    parts = [roll.joint.parts for _, roll in _rolls(section, read)]
    return _values_of([part for listed in parts for part in listed if part.name == (read.row or listed[0].name)])


def _values_of(parts: Iterable[Part]) -> Values:
    listed = ((False, True) if part.kind == "mark" else part.words for part in parts)
    return tuple(dict.fromkeys(value for values in listed for value in values))


def read_parts(node: YamlValue, section: DiceSection, read: SituationRead, resolver: NameResolver) -> Parts:
    """Return the mark that a result must have, or by name what its parts must be; adds problems."""
    parts = [part for _, roll in _rolls(section, read) for part in roll.joint.parts]
    if isinstance(node.value, str):
        marks = [part.name for part in parts if part.kind == "mark"]
        resolver.check_name(node, marks, f'"{section.name}" has no mark')
        return ((node.value, (True,)),)
    values = {part.name: _values_of(other for other in parts if other.name == part.name) for part in parts}
    words = [name for name in values if values[name]]
    for entry in node.items():
        resolver.check_name(entry, words, f'"{section.name}" has no mark or word', entry.name)
        if entry.name in words:
            resolver.check_words(entry, section, values[entry.name])
    return tuple((entry.name, listed_names(entry)) for entry in node.items())


def name_words(results: Results, values: Values) -> Results:
    """Return results with the words that they are named after as their condition: critical_success for "critical success".

    ``critical_failure`` is a fumble; ``success`` and ``failure`` are all words of their kind that no other result has.
    """
    words = {re.sub(r"\W+", "_", str(word)): word for word in values}
    if "fumble" in values:
        words[CRITICAL] = "fumble"
    named = [words.get(result.name) for result in results]

    def words_of(name: str) -> Values:
        kind = _SUMMED_UP.get(name, "$^")
        return tuple(w for w in values if w == words.get(name) or (re.search(kind, str(w)) and w not in named))

    return tuple(
        replace(result, values=words_of(result.name)) if result.is_unconditional and words_of(result.name) else result
        for result in results
    )
