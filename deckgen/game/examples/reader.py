"""Reading examples and procedures: every name in a situation must stand for something, so that any deck can play it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from deckgen.errors import Problems, suggest
from deckgen.game.decode import Readers, decode
from deckgen.game.examples import (
    BUMPS,
    CHOICE,
    COLUMN,
    FAILURE,
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
from deckgen.game.examples.asks import PLACED, AskReader, NameResolver
from deckgen.game.lookup import Lookup
from deckgen.game.parts import GameEntries
from deckgen.game.sections.base import Section
from deckgen.game.sections.distribution import WordedSection
from deckgen.game.sections.grid import GridSection
from deckgen.game.sections.marks import MarksSection
from deckgen.game.sections.rolls import RollsSection
from deckgen.game.sections.stack import StackSection
from deckgen.game.sections.table import TableSection
from deckgen.game.translation import Translation
from deckgen.game.values import Scalar, is_one_of
from deckgen.records import record
from deckgen.sources import YamlValue

STEP_NAME = re.compile(r"\{([\w.]+)\}")
"""The name of a step or an ask in a printed text, which what it came to replaces."""

DeckSections = Mapping[str, Mapping[str, Section]]
"""The sections of every deck by its name, each by its own name."""


def read_situations(
    key: str, parts: GameEntries, decks: DeckSections, words: Translation, problems: Problems
) -> tuple[Situation, ...]:
    """All situations of a game under a top-level ``key``; what is wrong with one is added to ``problems``.

    One that was written for a game which this one extends is left out where no deck has all of its sections.
    """
    mine = parts.local(key)
    situations = (
        _Reader(
            NameResolver(Lookup(parts), words, problems if name in mine else Problems()), decks, spot
        ).read()
        for name, spot in parts.valid(key).items()
    )
    return tuple(situation for situation in situations if situation is not None)


@record(frozen=False)
class _Reader:
    resolver: NameResolver
    decks: DeckSections
    spot: YamlValue
    sections: Mapping[str, Section] = field(default_factory=dict)
    asks: dict[str, Ask] = field(default_factory=dict)
    steps: dict[str, SituationStep] = field(default_factory=dict)
    filled_texts: list[YamlValue] = field(default_factory=list)

    def read(self) -> Situation | None:
        """The situation; None, with problems added, if it is wrong."""
        spot, words = self.spot, self.resolver.words
        wanted = [str(each.value) for each in spot.items("decks")]
        known = self.resolver.lookup.parts.all_of("decks")
        for each in spot.items("decks"):
            self.resolver.check_name(each, known, "there is no deck")
        used = self._find_sections(wanted)
        if used is None:
            return None
        asking = AskReader(self.resolver, self.sections)
        self.asks = {each.name: asking.read(each) for each in spot.items("asks")}
        for number, each in enumerate(spot.items("steps")):
            self._step(each, f"#{number}", first=number == 0)
        for text in self.filled_texts:
            for name_in_text in STEP_NAME.findall(text.value):
                self._check_reference(text, name_in_text)
        if self.resolver.has_problems:
            return None
        steps, asks = tuple(self.steps.values()), tuple(self.asks.values())
        title, story = words.text(spot, "title"), words.text(spot, "story")
        return Situation(spot.name, title, story, steps, used, tuple(wanted), asks)

    def _find_sections(self, wanted: Sequence[str]) -> frozenset[str] | None:
        """The sections that are read; None, with a problem added, if no deck has them all."""
        known = self.resolver.lookup.parts.all_of("sections")
        steps = [(step, ("read", "again")) for step in self.spot.items("steps")]
        used: set[str] = set()
        for spot, keys in [*((each, PLACED) for each in self.spot.items("asks")), *steps]:
            for key in (key for key in keys if key in spot.value):
                value = spot.value[key]
                name = value if isinstance(value, str) else next(iter(value))
                used.add(name)
                self.resolver.check_name(spot.at(key), known, "there is no section", name)
        if self.resolver.has_problems:
            return None
        fitting = (
            sections
            for name, sections in self.decks.items()
            if used <= sections.keys() and (not wanted or name in wanted)
        )
        self.sections = next(fitting, {})
        if not self.sections:
            if not self.resolver.problems:  # else a deck or a section may be wrong
                self.resolver.report(
                    self.spot, "no deck has all of its sections", "name sections of one deck"
                )
            return None
        return frozenset(used)

    # Steps

    def _step(self, spot: YamlValue, name: str, *, first: bool) -> SituationStep:
        given = spot.value
        name = given.get("as", name)
        if name in self.steps or name in self.asks:
            kind = "a step before" if name in self.steps else "an ask"
            self.resolver.report(spot.at("as"), f'{kind} is called "{name}" already', "give it another name")
        read = self._read(spot) if "read" in given else None
        readers: Readers = {
            "Printed": self.resolver.words.text,
            "Again": self._again,
            "Sum": self._sum,
            "Up": lambda at: at.value == "up",
            "Levels": lambda at: self.resolver.level_entries(at, self.resolver.value_at(at)),
            "Results": lambda at: tuple(self._result(each, read) for each in at.items()),
            "Conditions": lambda at: tuple(map(self._when, at.items())),
        }
        values: dict[str, Any] = {"name": name, "read": read}
        if first and read is not None:
            values["draws"] = True
        if "add" in given and given.get("quiet"):
            values["add"] = self._sum(spot.at("add"), unsaid=True)
        step = decode(SituationStep, spot, readers, **values)
        if step.bump and not step.against:
            remedy = "add against: with the number"
            self.resolver.report(spot.at("bump"), "bumps are counted over a number", remedy)
        self.steps[name] = step
        return step

    def _when(self, spot: YamlValue) -> tuple[str, tuple[str, ...]]:
        name = spot.name
        wanted = tuple(spot.value) if isinstance(spot.value, list) else (spot.value,)
        step, ask = self.steps.get(name), self.asks.get(name)
        if step is not None:
            what, known = "result", [result.name for result in step.results]
            known += [SUCCESS, FAILURE] if step.against else []
        elif ask is not None and ask.kind == CHOICE:
            what, known = "choice", [each.name for each in ask.choices]
        else:
            choices = [each.name for each in self.asks.values() if each.kind == CHOICE]
            remedy = suggest(name, [*self._step_names(), *choices])
            self.resolver.report(spot, f'no step before, and no choice, is called "{name}"', remedy)
            return name, wanted
        for each in wanted:
            self.resolver.check_name(spot, known, f'"{name}" has no {what}', each)
        return name, wanted

    def _result(self, spot: YamlValue, read: SituationRead | None) -> SituationResult:
        if isinstance(spot.value, str):
            return SituationResult(spot.name, self._filled_text(spot))
        readers: Readers = {
            "Printed": self._filled_text,
            "Sum": lambda at: self._sum(at, unsaid=True),
            "Values": lambda at: self._read_shown_values(at, read),
            "Attribute": lambda at: self._attribute(at, read),
        }
        return decode(SituationResult, spot, readers, name=spot.name)

    def _filled_text(self, spot: YamlValue) -> str:
        """A printed text, in which names of steps and asks stand for what they came to."""
        self.filled_texts.append(spot)
        return self.resolver.words.text(spot)

    def _read_shown_values(self, spot: YamlValue, read: SituationRead | None) -> tuple[Scalar, ...]:
        """What a card may show: values that the section of the step has."""
        section = self.sections.get(read.section) if read else None
        listed = spot.value if isinstance(spot.value, list) else [spot.value]
        if isinstance(section, StackSection):
            known: list[Scalar] = [place.name for place in section.locations()]
        elif isinstance(section, WordedSection):
            known = [outcome.value for outcome in section.outcomes]
        elif isinstance(section, TableSection) and read is not None and read.reached:
            known = [*section.columns, None]
        else:
            remedy = "write least: or most: with a number"
            self.resolver.report(spot, "only words of a card are compared so", remedy)
            return ()
        for each in listed:
            if not is_one_of(each, known):
                what = f'"{section.name}" is never {each!r}'
                self.resolver.report(spot, what, suggest(str(each), map(str, known)))
        return tuple(listed)

    def _attribute(self, spot: YamlValue, read: SituationRead | None) -> str:
        section = self.sections.get(read.section) if read else None
        places = section.locations() if isinstance(section, StackSection) else ()
        known = sorted({each for place in places for each in place.attributes})
        self.resolver.check_name(spot, known, "no place that is read has the attribute")
        return str(spot.value)

    def _again(self, spot: YamlValue) -> tuple[str, Scalar]:
        (each,) = spot.items()
        self._read_shown_values(each, SituationRead(each.name))
        return each.name, each.value

    # What is read

    def _read(self, step: YamlValue) -> SituationRead:
        spot = step.at("read")
        if isinstance(spot.value, str):
            return self._read_single_value(spot)
        (each,) = spot.items()
        section = self.sections[each.name]
        ask = self._ask_for(section, each)
        named = ask.name if ask else ""
        match section:
            case GridSection():
                column, row = (
                    str(ask.default).rpartition("-")[::2] if ask else self.resolver.read_cell(section, each)
                )
                rows, columns = (
                    self._sum(step.at(key)) if key in step.value else () for key in ("rows", "columns")
                )
                return SituationRead(section.name, column, row, rows=rows, columns=columns, ask=named)
            case RollsSection():
                label = (
                    str(ask.default)
                    if ask
                    else self.resolver.check_label(each, dict(section.rolls), section, "result")
                )
                return SituationRead(section.name, label, ask=named)
            case StackSection():
                return SituationRead(section.name, up=self._sum(each))
            case MarksSection():
                if ask and isinstance(ask.default, tuple):
                    return SituationRead(section.name, figures=ask.default, ask=named)
                if not isinstance(each.value, list) or not each.value:
                    what = "it is not said which figures stand there"
                    self.resolver.report(each, what, "write a list, such as [1, 2]")
                return SituationRead(section.name, figures=self.resolver.read_figures(section, each))
            case TableSection():
                return self._table(section, each)
        self.resolver.report(each, f'"{section.name}" has one value a card', f"write read: {section.name}")
        return SituationRead(section.name)

    def _ask_for(self, section: Section, spot: YamlValue) -> Ask | None:
        """The ask whose name stands where it is said what is read of a section."""
        ask = self.asks.get(spot.value) if isinstance(spot.value, str) else None
        if ask is not None and ask.section != section.name and not isinstance(section, StackSection):
            fitting = [each.name for each in self.asks.values() if each.section == section.name]
            what = f'"{ask.name}" does not ask for what is read of "{section.name}"'
            self.resolver.report(spot, what, suggest(ask.name, fitting))
        return ask

    def _read_single_value(self, spot: YamlValue) -> SituationRead:
        """A section of one value a card; of a stack, its standard place."""
        section = self.sections[spot.value]
        match section:
            case GridSection():
                sample = f"{section.columns[0].label}-1"
            case RollsSection():
                sample = section.rolls[0][0]
            case TableSection():
                sample = f"{section.columns[0]}-{section.rows[0]}"
            case MarksSection():
                sample = "[1, 2]"
            case _:
                return SituationRead(section.name)
        what = f'"{spot.value}" has several results a card'
        self.resolver.report(spot, what, f"say which, such as read: {{{spot.value}: {sample}}}")
        return SituationRead(section.name)

    def _table(self, section: TableSection, spot: YamlValue) -> SituationRead:
        if isinstance(spot.value, dict) and spot.value.keys() == {"row", "reached_by"}:
            reached, at = self._sum(spot.at("reached_by"), unsaid=True), spot.at("row")
            ask = self._ask_for(section, at)
            row = str(ask.default) if ask else self.resolver.check_label(at, section.rows, section, "row")
            return SituationRead(section.name, row=row, reached=reached, ask=ask.name if ask else "")
        column, _, row = str(spot.value).rpartition("-")
        self.resolver.check_label(spot, section.columns, section, "column", column)
        self.resolver.check_label(spot, section.rows, section, "row", row)
        return SituationRead(section.name, column, row)

    # Numbers

    def _sum(self, spot: YamlValue, *, unsaid: bool = False) -> Sum:
        """A number or a name, or several of them by what is printed beside each, unless that is ``unsaid``."""
        if not isinstance(spot.value, dict):
            return (self._term(spot, ""),)
        return tuple(self._term(each, self._label(each, unsaid=unsaid)) for each in spot.items())

    def _label(self, spot: YamlValue, *, unsaid: bool) -> str:
        """What is printed beside a number; nothing of its own if it is the ask of that name."""
        named = str(spot.value).removeprefix("-").partition(".")[0]
        if named in self.asks and named == spot.path[-1]:
            return ""
        return spot.name if unsaid else self.resolver.words.key_text(spot)

    def _term(self, spot: YamlValue, label: str) -> Term:
        """A whole number, a step before, or the number that stands at a place of the game's files."""
        value = spot.value
        if isinstance(value, int):
            return Term(label, value)
        said = str(value).removeprefix("-")
        name, _, part = said.partition(".")
        if name in self.steps or name in self.asks:
            self._check_reference(spot, said)
            return Term(label, step=name, part=part, less=said != value)
        there = self.resolver.value_at(spot, self._known_names())
        if there and str(value).startswith("scopes.") and not label:
            label = self.resolver.words.key_text(there)
        return Term(label, self.resolver.number_at(spot, there))

    def _check_reference(self, spot: YamlValue, said: str) -> None:
        """Blame the place if no ask and no step before has what ``said`` names."""
        name, _, part = said.partition(".")
        step, ask = self.steps.get(name), self.asks.get(name)
        known: list[str] = []
        if ask is not None:
            known += sorted({fact for each in ask.choices for fact in each.facts})
            known += (COLUMN, ROW) if isinstance(self.sections.get(ask.section), GridSection) else ()
        elif step is not None:
            known += [OVER] if step.against else []
            known += [BUMPS] if step.bump else []
            known += [REST] if step.divide else []
            known += step.levels[0] if step.levels else ()
        else:
            self.resolver.check_name(spot, self._known_names(), "no step before is called", name)
            return
        if part:
            self.resolver.check_name(spot, known, f'"{name}" has no', part)

    def _known_names(self) -> list[str]:
        """The names that may stand in sums and texts."""
        return [*self.asks, *self._step_names()]

    def _step_names(self) -> list[str]:
        return [name for name in self.steps if not name.startswith("#")]
