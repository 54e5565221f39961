"""Reading examples and procedures, and resolving every name in them, so that any deck can play them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from typing import Any

from deckgen.errors import Problems, suggest
from deckgen.game.decode import Readers, decode
from deckgen.game.entries import GameEntries
from deckgen.game.examples import (
    CHOICE,
    COLUMN,
    INFO,
    NAMED_TONES,
    NUMBER,
    ROW,
    TONES,
    Ask,
    Conditions,
    Situation,
    SituationRead,
    SituationResult,
    SituationStep,
    Sum,
    Term,
    explicit_results,
)
from deckgen.game.examples.asks import PLACED, AskReader, NameResolver, listed_names, possible_words
from deckgen.game.examples.dice import name_words, possible_values, read_dice, read_parts
from deckgen.game.examples.followers import FollowerReader, check_next_rolls
from deckgen.game.examples.forecasts import read_forecast
from deckgen.game.lookup import Lookup
from deckgen.game.rulings import Ruling
from deckgen.game.sections.base import Section
from deckgen.game.sections.dice import DiceSection
from deckgen.game.sections.grid import GridSection
from deckgen.game.sections.marks import MarksSection
from deckgen.game.sections.rolls import RollsSection
from deckgen.game.sections.stack import StackSection
from deckgen.game.sections.table import TableSection
from deckgen.game.translation import Translation
from deckgen.game.values import Scalar
from deckgen.records import record
from deckgen.sources import YamlValue

STEP_NAME = re.compile(r"\{(?!mark\.)([\w.]+)\}")
"""The name of a step or ask in a printed text, to be replaced by its result."""

_TONES = "good, bad, mixed or info"

DeckSections = Mapping[str, Mapping[str, Section]]
"""The sections of every deck, by deck name and section name."""


def read_situations(
    key: str,
    entries: GameEntries,
    decks: DeckSections,
    rulings: Sequence[Ruling],
    words: Translation,
    problems: Problems,
) -> tuple[Situation, ...]:
    """Return the valid situations under the top-level ``key``; others add problems, unless they are inherited.

    Steps that ``rulings`` exclude have a condition without results; a situation that has only such is left out.
    """
    rulings_by_name = {ruling.name: ruling for ruling in rulings}
    # situations may name a ruling that is wrong itself
    local_names = entries.local(key) if len(rulings) == len(entries.all_of("rulings")) else ()

    def read(name: str, node: YamlValue) -> Situation | None:
        reported = problems if name in local_names else Problems()
        return _Reader(NameResolver(Lookup(entries), words, reported, rulings_by_name), decks, node).read()

    read_nodes = (read(name, node) for name, node in entries.valid(key).items())
    situations = tuple(situation for situation in read_nodes if situation is not None)
    for situation in situations:
        reported = problems if situation.name in local_names else Problems()
        check_next_rolls(situation, situations, [*decks.values()], NameResolver(Lookup(entries), words, reported))
    return situations


@record(frozen=False)
class _Reader:
    """Reads one situation, written at ``spot``; asks and steps are stored as they are read."""

    resolver: NameResolver
    decks: DeckSections
    spot: YamlValue
    sections: Mapping[str, Section] = field(default_factory=dict)
    asks: dict[str, Ask] = field(default_factory=dict)
    steps: dict[str, SituationStep] = field(default_factory=dict)
    filled_texts: list[YamlValue] = field(default_factory=list)

    def read(self) -> Situation | None:
        """Return the situation; None, with problems added, if it is wrong."""
        node, words = self.spot, self.resolver.words
        deck_names = [str(deck.value) for deck in node.items("decks")]
        all_decks = self.resolver.lookup.entries.all_of("decks")
        for deck in node.items("decks"):
            self.resolver.check_name(deck, all_decks, "there is no deck")
        used = self._find_sections(deck_names)
        if used is None:
            return None
        ask_reader = AskReader(self.resolver, self.sections)
        self.asks = {ask.name: ask_reader.read(ask) for ask in node.items("asks")}
        for number, step in enumerate(node.items("steps")):
            self._step(step, f"#{number}")
        self._check_later_names()
        readers: Readers = {
            "Sum": partial(self._sum, is_unprinted=True),
            "Conditions": self._conditions,
        }
        followers = FollowerReader(self.resolver, self.sections, self.asks, self.steps, readers).read(node)
        steps = list(self.steps.values())
        if self.resolver.has_problems or not any(all(names for _, names in step.when) for step in steps):
            return None
        if steps[0].read is not None:
            steps[0] = replace(steps[0], draws=True)
        asks = tuple(self.asks.values())
        title, story = words.text(node, "title"), words.text(node, "story")
        stays = node.value.get("turn_stays", False)
        situation = Situation(node.name, title, story, tuple(steps), used, tuple(deck_names), asks, *followers, stays)
        if "odds" not in node.value:
            return situation
        forecast = read_forecast(node.at("odds"), situation, self.sections, self._conditions, self.resolver)
        return None if self.resolver.has_problems else replace(situation, forecast=forecast)

    def _check_later_names(self) -> None:
        """Add problems for names in the conditions of asks, and in texts, that no step or ask has."""
        for ask in self.spot.items("asks"):
            for condition in ask.items("when"):
                self._when(condition)
        for text in self.filled_texts:
            for name_in_text in STEP_NAME.findall(self.resolver.words.fill(text.value)):
                if not name_in_text.startswith("rulings."):  # unknown ones are reported with those of all texts
                    self._check_reference(text, name_in_text)

    def _find_sections(self, deck_names: Sequence[str]) -> frozenset[str] | None:
        """Return the names of all sections used, and set ``sections`` to those of the first deck that has them all.

        Only decks in ``deck_names`` count, unless it is empty. None if there is none; then a problem is added.
        """
        all_sections = self.resolver.lookup.entries.all_of("sections")
        steps = [(step, ("read", "again")) for step in self.spot.items("steps")]
        used: set[str] = set()
        for node, keys in [*((ask, PLACED) for ask in self.spot.items("asks")), *steps]:
            for key in (key for key in keys if key in node.value):
                value = node.value[key]
                name = value if isinstance(value, str) else next(iter(value))
                used.add(name)
                self.resolver.check_name(node.at(key), all_sections, "there is no section", name)
        if self.resolver.has_problems:
            return None
        matches = (
            sections
            for name, sections in self.decks.items()
            if used <= sections.keys() and (not deck_names or name in deck_names)
        )
        self.sections = next(matches, {})
        if not self.sections:
            if not self.resolver.problems:  # else a deck or a section may be wrong
                self.resolver.report(self.spot, "no deck has all of its sections", "name sections of one deck")
            return None
        return frozenset(used)

    # Steps

    def _step(self, node: YamlValue, name: str) -> SituationStep:
        """Return a step, stored in ``steps`` as ``name`` or its own ``as``."""
        keys = node.value
        name = keys.get("as", name)
        self.resolver.check_unruled(node, name)
        if name in self.steps or name in self.asks:
            kind = "an earlier step" if name in self.steps else "an ask"
            self.resolver.report(node.at("as"), f'{kind} is called "{name}" already', "give it another name")
        read = self._read(node) if "read" in keys else None
        readers: Readers = {
            "Printed": self.resolver.words.text,
            "Again": self._again,
            "Sum": self._sum,
            "Up": lambda at: at.value == "up",
            "Levels": lambda at: self.resolver.level_entries(at, self.resolver.value_at(at)),
            "Results": lambda at: tuple(self._result(result, read) for result in at.items()),
            "Conditions": self._conditions,
        }
        values: dict[str, Any] = {"name": name, "read": read}
        if "add" in keys and keys.get("quiet"):
            values["add"] = self._sum(node.at("add"), is_unprinted=True)
        step = decode(SituationStep, node, readers, **values)
        if read and isinstance(dice := self.sections.get(read.section), DiceSection):
            step = replace(step, results=name_words(step.results, possible_values(dice, read)))
        step = replace(step, results=explicit_results(step.results, step.against))
        if step.bump and not step.against:
            remedy = "add against: with the number"
            self.resolver.report(node.at("bump"), "bumps need a number to beat", remedy)
        self.steps[name] = step
        return step

    def _conditions(self, node: YamlValue) -> Conditions:
        """Return the conditions of a step or of what follows; adds problems."""
        return tuple(filter(None, map(self._when, node.items())))

    def _when(self, node: YamlValue) -> tuple[str, tuple[str, ...]] | None:
        """Return the name of an earlier step or ask, and the results or choices that are a condition; adds problems.

        For a ruling: None if it is decided so, else without choices.
        """
        name = node.name
        expected = listed_names(node)
        step, ask, ruling = self.steps.get(name), self.asks.get(name), self.resolver.rulings.get(name)
        if ruling is not None:
            noun, names = "choice", [choice.name for choice in ruling.choices]
        elif step is not None:
            noun, names = "result", step.result_names
        elif ask is not None and ask.kind == CHOICE:
            noun, names = "choice", [choice.name for choice in ask.choices]
        else:
            choices = [other_ask.name for other_ask in self.asks.values() if other_ask.kind == CHOICE]
            remedy = suggest(name, [*self._step_names(), *choices, *self.resolver.rulings])
            self.resolver.report(node, f'no earlier step or choice is called "{name}"', remedy)
            return name, expected
        for expected_name in expected:
            self.resolver.check_name(node, names, f'"{name}" has no {noun}', expected_name)
        if ruling is not None:
            return None if ruling.choice.name in expected else (name, ())
        return name, expected

    def _result(self, node: YamlValue, read: SituationRead | None) -> SituationResult:
        """Return a result of a step that reads ``read``, if anything; adds a problem unless its text has one tone."""
        if isinstance(node.value, str):
            if node.name not in NAMED_TONES:
                remedy = f"write {node.name}: {{TONE: text}}, TONE being {_TONES}"
                self.resolver.report(node, "nothing says how this is for the one who acts", remedy)
            return SituationResult(node.name, self._filled_text(node), NAMED_TONES.get(node.name, INFO))
        tones = [tone for tone in TONES if tone in node.value]
        if len(tones) > 1:
            remedy = "keep one; a second fact needs a step of its own"
            self.resolver.report(node.at(tones[1]), f"there is a text under {tones[0]}: already", remedy)
        readers: Readers = {
            "Sum": lambda at: self._sum(at, is_unprinted=True),
            "Values": lambda at: self._read_shown_values(at, read),
        }
        values = self._has(node.at("has"), read) if "has" in node.value else {}
        text, tone = (self._filled_text(node.at(tones[0])), tones[0]) if tones else ("", "")
        return decode(SituationResult, node, readers, name=node.name, text=text, tone=tone, **values)

    def _filled_text(self, node: YamlValue) -> str:
        """Return a printed text in which names of steps and asks are replaced later; note it for checks."""
        self.filled_texts.append(node)
        return self.resolver.words.text(node)

    def _read_shown_values(self, node: YamlValue, read: SituationRead | None) -> tuple[Scalar, ...]:
        """Return the values that a card may show; add problems for those that the step's section lacks."""
        section = self.sections.get(read.section) if read else None
        words = possible_words(section)
        if isinstance(section, DiceSection) and read is not None:
            words = possible_values(section, read)
        if isinstance(section, TableSection) and read is not None and read.reached:
            words = (*section.columns, None)
        if section is None or not words:
            remedy = "write least: or most: with a number"
            self.resolver.report(node, "only words can be compared like this", remedy)
            return ()
        self.resolver.check_words(node, section, words)
        return listed_names(node)

    def _has(self, node: YamlValue, read: SituationRead | None) -> dict[str, Any]:
        """Return the hit locations with an attribute, or the parts that dice must have; add problems for others."""
        section = self.sections.get(read.section) if read else None
        if isinstance(section, DiceSection) and read is not None:
            return {"parts": read_parts(node, section, read, self.resolver)}
        places = section.locations() if isinstance(section, StackSection) else ()
        attributes = sorted({attribute for place in places for attribute in place.attributes})
        self.resolver.check_name(node, attributes, "no place that is read has the attribute")
        return {"values": tuple(place.name for place in places if node.value in place.attributes)}

    def _again(self, node: YamlValue) -> tuple[str, Scalar]:
        """Return a section's name, and its value after which another card is drawn; add a problem if it lacks that."""
        (entry,) = node.items()
        self._read_shown_values(entry, SituationRead(entry.name))
        return entry.name, entry.value

    # Reads

    def _read(self, step: YamlValue) -> SituationRead:
        """Return what a step reads; add a problem if its section is not read like this."""
        node = step.at("read")
        if isinstance(node.value, str):
            return self._read_single_value(node)
        (entry,) = node.items()
        section = self.sections[entry.name]
        if isinstance(section, DiceSection):
            ask_node = replace(entry, value=str(entry.value).partition(".")[0])
            return read_dice(section, entry, self._ask_for(section, ask_node), self.resolver)
        ask = self._ask_for(section, entry)
        ask_name = ask.name if ask else ""
        match section:
            case GridSection():
                column, row = str(ask.default).rpartition("-")[::2] if ask else self.resolver.read_cell(section, entry)
                rows, columns = (self._sum(step.at(key)) if key in step.value else () for key in ("rows", "columns"))
                return SituationRead(section.name, column, row, rows=rows, columns=columns, ask=ask_name)
            case RollsSection():
                label = (
                    str(ask.default)
                    if ask
                    else self.resolver.check_label(entry, dict(section.rolls), section, "result")
                )
                return SituationRead(section.name, label, ask=ask_name)
            case StackSection():
                return SituationRead(section.name, up=self._sum(entry))
            case MarksSection():
                if ask and isinstance(ask.default, tuple):
                    return SituationRead(section.name, figures=ask.default, ask=ask_name)
                if not isinstance(entry.value, list) or not entry.value:
                    message = "the figures are missing"
                    self.resolver.report(entry, message, "write a list, such as [1, 2]")
                return SituationRead(section.name, figures=self.resolver.read_figures(section, entry))
            case TableSection():
                return self._table(section, entry)
        self.resolver.report(entry, f'"{section.name}" has one value a card', f"write read: {section.name}")
        return SituationRead(section.name)

    def _ask_for(self, section: Section, node: YamlValue) -> Ask | None:
        """Return the ask with the name in ``node``, None if it is none; add a problem if it is for another section."""
        ask = self.asks.get(node.value) if isinstance(node.value, str) else None
        if ask is not None and ask.section != section.name and not isinstance(section, StackSection):
            fitting = [other_ask.name for other_ask in self.asks.values() if other_ask.section == section.name]
            message = f'"{ask.name}" is not an ask for "{section.name}"'
            self.resolver.report(node, message, suggest(ask.name, fitting))
        return ask

    def _read_single_value(self, node: YamlValue) -> SituationRead:
        """Return how to read a section by its name alone; add a problem if it has several results per card."""
        section = self.sections[node.value]
        match section:
            case GridSection():
                sample = f"{section.columns[0].label}-1"
            case RollsSection() | DiceSection():
                sample = section.rolls[0][0]
            case TableSection():
                sample = f"{section.columns[0]}-{section.rows[0]}"
            case MarksSection():
                sample = "[1, 2]"
            case _:
                return SituationRead(section.name)
        message = f'"{node.value}" has several results a card'
        self.resolver.report(node, message, f"choose one, such as read: {{{node.value}: {sample}}}")
        return SituationRead(section.name)

    def _table(self, section: TableSection, node: YamlValue) -> SituationRead:
        """Return how to read a table: at a column and row, or at the column that a number reaches in a row."""
        if isinstance(node.value, dict) and node.value.keys() == {"row", "reached_by"}:
            reached, row_value = self._sum(node.at("reached_by"), is_unprinted=True), node.at("row")
            ask = self._ask_for(section, row_value)
            row = str(ask.default) if ask else self.resolver.check_label(row_value, section.rows, section, "row")
            return SituationRead(section.name, row=row, reached=reached, ask=ask.name if ask else "")
        column, _, row = str(node.value).rpartition("-")
        self.resolver.check_label(node, section.columns, section, "column", column)
        self.resolver.check_label(node, section.rows, section, "row", row)
        return SituationRead(section.name, column, row)

    # Numbers

    def _sum(self, node: YamlValue, *, is_unprinted: bool = False) -> Sum:
        """Return the terms of a number, a name, or a mapping of labels to these (translated unless unprinted)."""
        if not isinstance(node.value, dict):
            return (self._term(node, ""),)
        terms = [(entry, self._term(entry, self._label(entry, is_unprinted=is_unprinted))) for entry in node.items()]
        # a ruling that counts nothing is not printed, as an ask is not
        counting = [term for entry, term in terms if term.number or self._name_in(entry) not in self.resolver.rulings]
        return tuple(counting or [term for _, term in terms[:1]])

    def _name_in(self, node: YamlValue) -> str:
        """Return the name of a step, ask or ruling in a term such as ``-NAME.FACT``."""
        return str(node.value).removeprefix("-").partition(".")[0]

    def _label(self, node: YamlValue, *, is_unprinted: bool) -> str:
        """Return a term's label, translated unless unprinted; if it is an ask with this name "", if a ruling its choice."""
        name = self._name_in(node)
        if name in self.asks and name == node.path[-1]:
            return ""
        if name in self.resolver.rulings and name == node.path[-1]:
            return self.resolver.rulings[name].choice.label
        return node.name if is_unprinted else self.resolver.words.key_text(node)

    def _term(self, node: YamlValue, label: str) -> Term:
        """Return the term for an integer, an earlier step or ask (with "-" subtracted), or a key path to a number."""
        value = node.value
        if isinstance(value, int):
            return Term(label, value)
        reference = str(value).removeprefix("-")
        name, _, part = reference.partition(".")
        if (ruling := self.resolver.rulings.get(name)) is not None:
            facts = {fact for choice in ruling.choices for fact in choice.facts}
            self.resolver.check_name(node, facts, f'"{name}" has no', part or NUMBER)
            number = ruling.choice.facts.get(part or NUMBER, 0)
            return Term(label, number if reference == value else -number)
        if name in self.steps or name in self.asks:
            self._check_reference(node, reference)
            return Term(label, step=name, part=part, less=reference != value)
        source = self.resolver.value_at(node, self._known_names())
        if source and str(value).startswith("scopes.") and not label:
            label = self.resolver.words.key_text(source)
        return Term(label, self.resolver.number_at(node, source))

    def _check_reference(self, node: YamlValue, reference: str) -> None:
        """Add a problem unless ``reference`` is NAME or NAME.PART of an ask or earlier step."""
        name, _, part = reference.partition(".")
        step, ask = self.steps.get(name), self.asks.get(name)
        names: list[str] = []
        if ask is not None:
            names += sorted({fact for choice in ask.choices for fact in choice.facts})
            names += (COLUMN, ROW) if isinstance(self.sections.get(ask.section), GridSection) else ()
        elif step is not None:
            names += step.parts
        else:
            self.resolver.check_name(node, self._known_names(), "no earlier step is called", name)
            return
        if part:
            self.resolver.check_name(node, names, f'"{name}" has no', part)

    def _known_names(self) -> list[str]:
        """Return the names that sums and texts may use."""
        return [*self.asks, *self._step_names(), *self.resolver.rulings]

    def _step_names(self) -> list[str]:
        """Return the names of steps that the game names with ``as``."""
        return [name for name in self.steps if not name.startswith("#")]
