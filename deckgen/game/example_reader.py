"""Reading examples of play: every name in a situation must stand for something, so that any deck can tell it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from deckgen.errors import DeckgenError, Faults, GameError, nearest
from deckgen.game.examples import (
    BUMPS,
    CRITICAL,
    FAILURE,
    HIGHEST,
    LOWEST,
    OVER,
    REST,
    SUCCESS,
    Situation,
    SituationRead,
    SituationResult,
    SituationStep,
    Sum,
    Term,
)
from deckgen.game.parts import Parts
from deckgen.game.sections.base import Section
from deckgen.game.sections.distribution import WordedSection
from deckgen.game.sections.grid import GridSection
from deckgen.game.sections.marks import MarksSection
from deckgen.game.sections.rolls import RollsSection
from deckgen.game.sections.stack import StackSection
from deckgen.game.sections.table import TableSection
from deckgen.game.translation import Translation
from deckgen.game.values import Scalar
from deckgen.sources import Spot, read_yaml

SHEET = Path("sheet", "sheet.yaml")
NAMED = re.compile(r"\{([\w.]+)\}")
"""The name of a step in a printed text, which what it came to replaces."""

_INDEX = re.compile(r"\[(\d+)\]")
_KNOWN = (SUCCESS, FAILURE, CRITICAL, LOWEST, HIGHEST)

DeckSections = Mapping[str, Mapping[str, Section]]
"""The sections of every deck by its name, each by its own name."""


def read_examples(
    parts: Parts, decks: DeckSections, words: Translation, faults: Faults
) -> tuple[Situation, ...]:
    """All situations of a game; what is wrong with one is added to ``faults``.

    One that was written for a game which this one extends is left out where no deck has all of its sections.
    """
    own = parts.names("game").get("game")
    found = []
    for name, spot in parts.of("examples").items():
        inherited = own is not None and spot.source.path.parent != own.source.path.parent
        reader = _Reader(parts, decks, words, Faults() if inherited else faults, spot)
        situation = reader.situation(name)
        if situation is not None:
            found.append(situation)
    return tuple(found)


@dataclass
class _Reader:
    parts: Parts
    decks: DeckSections
    words: Translation
    faults: Faults
    spot: Spot
    sections: Mapping[str, Section] = field(default_factory=dict)
    steps: dict[str, SituationStep] = field(default_factory=dict)
    printed: list[tuple[Spot, str]] = field(default_factory=list)
    wrong: bool = False

    def blame(self, spot: Spot, what: str, remedy: str) -> None:
        spot.blame(self.faults, what, remedy)
        self.wrong = True

    def situation(self, name: str) -> Situation | None:
        """The situation, None if it is wrong."""
        spot = self.spot
        wanted = self._decks()
        used = self._sections_used(wanted)
        if used is None:
            return None
        steps = [
            self._step(each, f"#{number}", first=number == 0)
            for number, each in enumerate(spot.at("steps").items())
        ]
        for place, text in self.printed:
            for said in NAMED.findall(text):
                self._has(place, said)
        if self.wrong:
            return None
        title, story = self.words.of(spot.at("title")), self.words.of(spot.at("story"))
        return Situation(name, title, story, tuple(steps), used, tuple(wanted))

    def _decks(self) -> list[str]:
        """The decks that the situation is for: those that it names, else all."""
        named = self.spot.at("decks").items() if "decks" in self.spot.value else []
        known = self.parts.names("decks")
        for each in named:
            if each.value not in known:
                self.blame(each, f'there is no deck "{each.value}"', nearest(each.value, known))
        return [each.value for each in named]

    def _sections_used(self, wanted: Sequence[str]) -> frozenset[str] | None:
        """The sections that are read; None, with a fault added, if no deck has them all."""
        known = self.parts.names("sections")
        used: set[str] = set()
        for step in self.spot.at("steps").items():
            for key in ("read", "again"):
                if key not in step.value:
                    continue
                value = step.value[key]
                name = value if isinstance(value, str) else next(iter(value))
                used.add(name)
                if name not in known:
                    self.blame(step.at(key), f'there is no section "{name}"', nearest(name, known))
        if self.wrong:
            return None
        fitting = (
            sections
            for name, sections in self.decks.items()
            if used <= sections.keys() and (not wanted or name in wanted)
        )
        self.sections = next(fitting, {})
        if not self.sections:
            if not self.faults:  # else a deck or a section may be wrong
                self.blame(self.spot, "no deck has all of its sections", "name sections of one deck")
            return None
        return frozenset(used)

    # Steps

    def _step(self, spot: Spot, name: str, *, first: bool) -> SituationStep:
        given = spot.value
        name = given.get("as", name)
        if name in self.steps:
            self.blame(spot.at("as"), f'a step before is called "{name}" already', "give it another name")
        read = self._read(spot) if "read" in given else None
        made = SituationStep(
            name=name,
            text=self.words.of(spot.at("text")) if "text" in given else "",
            draws=first or given.get("draw", False),
            read=read,
            again=self._again(spot.at("again")) if "again" in given else None,
            add=self._sum(spot, "add"),
            times=given.get("times", 1),
            divide=given.get("divide", 1),
            up=given.get("round", "down") == "up",
            least=self._sum(spot, "least"),
            most=self._sum(spot, "most"),
            levels=self._levels(spot.at("levels")) if "levels" in given else (),
            against=self._sum(spot, "against"),
            bump=given.get("bump", 0),
            results=tuple(map(self._result(read), spot.at("results").items() if "results" in given else ())),
            when=tuple(map(self._when, spot.at("when").items() if "when" in given else ())),
        )
        if made.bump and not made.against:
            self.blame(spot.at("bump"), "bumps are counted over a number", "add against: with the number")
        self.steps[name] = made
        return made

    def _when(self, spot: Spot) -> tuple[str, tuple[str, ...]]:
        name = str(spot.path[-1])
        wanted = tuple(spot.value) if isinstance(spot.value, list) else (spot.value,)
        step = self.steps.get(name)
        if step is None:
            self.blame(spot, f'no step before is called "{name}"', nearest(name, self._named()))
            return name, wanted
        known = [result.name for result in step.results] + ([SUCCESS, FAILURE] if step.against else [])
        for each in wanted:
            if each not in known:
                self.blame(spot, f'"{name}" has no result "{each}"', nearest(each, known))
        return name, wanted

    def _result(self, read: SituationRead | None) -> Any:
        def made(spot: Spot) -> SituationResult:
            name, given = str(spot.path[-1]), spot.value
            if isinstance(given, str):
                self.printed.append((spot, given))
                return SituationResult(name, self.words.of(spot))
            if "text" in given:
                self.printed.append((spot.at("text"), given["text"]))
            return SituationResult(
                name,
                self.words.of(spot.at("text")) if "text" in given else "",
                given.get("least"),
                given.get("most"),
                self._shown(spot.at("is"), read) if "is" in given else None,
                self._attribute(spot.at("has"), read) if "has" in given else "",
                self._sum(spot, "value"),
                given.get("end", False),
            )

        return made

    def _shown(self, spot: Spot, read: SituationRead | None) -> tuple[Scalar, ...]:
        """What a card may show: values that the section of the step has."""
        section = self.sections.get(read.section) if read else None
        listed = spot.value if isinstance(spot.value, list) else [spot.value]
        if isinstance(section, StackSection):
            known: list[Scalar] = [place.name for place in section.places()]
        elif isinstance(section, WordedSection):
            known = [outcome.value for outcome in section.outcomes]
        elif isinstance(section, TableSection) and read is not None and read.reached:
            known = [*section.columns, None]
        else:
            self.blame(spot, "only words of a card are compared so", "write least: or most: with a number")
            return ()
        for each in listed:
            if (type(each), each) not in [(type(value), value) for value in known]:
                names = (str(value) for value in known)
                self.blame(spot, f'"{section.name}" is never {each!r}', nearest(str(each), names))
        return tuple(listed)

    def _attribute(self, spot: Spot, read: SituationRead | None) -> str:
        section = self.sections.get(read.section) if read else None
        places = section.places() if isinstance(section, StackSection) else ()
        known = sorted({each for place in places for each in place.attributes})
        if spot.value not in known:
            self.blame(
                spot, f'no place that is read has the attribute "{spot.value}"', nearest(spot.value, known)
            )
        return str(spot.value)

    def _again(self, spot: Spot) -> tuple[str, Scalar]:
        (each,) = spot.items()
        name = str(each.path[-1])
        self._shown(each, SituationRead(name))
        return name, each.value

    # What is read

    def _read(self, step: Spot) -> SituationRead:
        spot = step.at("read")
        if isinstance(spot.value, str):
            return self._whole(spot)
        (each,) = spot.items()
        section = self.sections[str(each.path[-1])]
        match section:
            case GridSection():
                column, row = self._cell(section, each)
                rows, columns = self._sum(step, "rows"), self._sum(step, "columns")
                return SituationRead(section.name, column, row, rows=rows, columns=columns)
            case RollsSection():
                labels = [label for label, _ in section.rolls]
                self._one_of(each, str(each.value), labels, f'"{section.name}" has no result')
                return SituationRead(section.name, str(each.value))
            case StackSection():
                return SituationRead(section.name, up=self._sum(spot, str(each.path[-1])))
            case MarksSection():
                return SituationRead(section.name, figures=self._figures(section, each))
            case TableSection():
                return self._table(section, each)
        self.blame(each, f'"{section.name}" has one value a card', f"write read: {section.name}")
        return SituationRead(section.name)

    def _whole(self, spot: Spot) -> SituationRead:
        """A section of one value a card; of a stack, its standard place."""
        section = self.sections[spot.value]
        if isinstance(section, GridSection | RollsSection | MarksSection | TableSection):
            what = f'"{spot.value}" has several results a card'
            self.blame(spot, what, f"say which, such as read: {{{spot.value}: {_sample(section)}}}")
        return SituationRead(section.name)

    def _cell(self, section: GridSection, spot: Spot) -> tuple[str, str]:
        """Column and row of a label such as III-3; a row after the last one, where the game says what it is."""
        labels = [column.label for column in section.columns]
        column, _, row = str(spot.value).rpartition("-")
        if not column or not row.isdigit():
            self.blame(spot, f"{spot.value!r} is no cell", f"write column and row, such as {labels[0]}-1")
        elif column not in labels:
            self.blame(spot, f'"{section.name}" has no column "{column}"', nearest(column, labels))
        elif int(row) < 1 or not section.cells_for(column, int(row)):
            remedy = f"write a row from 1 to {section.rows}, or say in the section what comes beyond"
            self.blame(spot, f'"{section.name}" has no row {row}', remedy)
        return column, row

    def _figures(self, section: MarksSection, spot: Spot) -> tuple[int, ...]:
        listed = spot.value if isinstance(spot.value, list) else []
        if not listed:
            self.blame(spot, "it is not said which figures stand there", "write a list, such as [1, 2]")
        for each in listed:
            if isinstance(each, bool) or not isinstance(each, int) or not 1 <= each <= section.count:
                remedy = f"write numbers from 1 to {section.count}"
                self.blame(spot, f'"{section.name}" has no figure {each!r}', remedy)
        return tuple(listed)

    def _table(self, section: TableSection, spot: Spot) -> SituationRead:
        if isinstance(spot.value, dict) and spot.value.keys() == {"row", "reached_by"}:
            row = str(spot.value["row"])
            self._one_of(spot.at("row"), row, section.rows, f'"{section.name}" has no row')
            return SituationRead(section.name, row=row, reached=self._sum(spot, "reached_by"))
        column, _, row = str(spot.value).rpartition("-")
        self._one_of(spot, column, section.columns, f'"{section.name}" has no column')
        self._one_of(spot, row, section.rows, f'"{section.name}" has no row')
        return SituationRead(section.name, column, row)

    def _one_of(self, spot: Spot, name: str, known: Iterable[str], what: str) -> None:
        if name not in known:
            self.blame(spot, f'{what} "{name}"', nearest(name, known))

    # Numbers

    def _sum(self, spot: Spot, key: str) -> Sum:
        """A number or a name, or several of them by what is printed beside each."""
        if key not in spot.value:
            return ()
        given = spot.at(key)
        if not isinstance(given.value, dict):
            return (self._term(given, ""),)
        return tuple(self._term(each, self.words.key(each)) for each in given.items())

    def _term(self, spot: Spot, label: str) -> Term:
        """A whole number, a step before, or the number that stands at a place of the game's files."""
        value = spot.value
        if isinstance(value, int):
            return Term(label, value)
        said = str(value).removeprefix("-")
        name, _, part = said.partition(".")
        if name in self.steps:
            self._has(spot, said)
            return Term(label, step=name, part=part, less=said != value)
        found = self._at(spot)
        if found is None:
            return Term(label)
        if str(value).startswith("scopes.") and not label:
            label = self.words.key(found)
        number = _whole(found.value)
        if number is None:
            what = f'what stands at "{value}" is no whole number'
            self.blame(spot, what, "name a number, a step before, or a difficulty")
        return Term(label, number or 0)

    def _has(self, spot: Spot, said: str) -> None:
        """Blame the place if no step before has what ``said`` names."""
        name, _, part = said.partition(".")
        step = self.steps.get(name)
        if step is None:
            self.blame(spot, f'no step before is called "{name}"', nearest(name, self._named()))
            return
        known = [OVER] if step.against else []
        known += [BUMPS] if step.bump else []
        known += [REST] if step.divide > 1 else []
        known += list(step.levels[0]) if step.levels else []
        if part and part not in known:
            self.blame(spot, f'"{name}" has no "{part}"', nearest(part, known))

    def _named(self) -> list[str]:
        return [name for name in self.steps if not name.startswith("#")]

    def _levels(self, spot: Spot) -> tuple[Mapping[str, str | int], ...]:
        """The entries of a list, each with its name and other facts; level 1 is the first."""
        found = self._at(spot)
        if found is None:
            return ()
        entries = found.items() if isinstance(found.value, list) else []
        if not entries or not all(isinstance(each.value, dict) and "name" in each.value for each in entries):
            self.blame(spot, "that is no list of levels", "name a list whose entries each have a name")
            return ()
        prefix = "sheet." if str(spot.value).startswith("sheet.") else ""
        words = Translation(self.words.translated, prefix=prefix)  # who reads the sheet asks for its words
        return tuple({**each.value, "name": words.of(each.at("name"))} for each in entries)

    def _at(self, spot: Spot) -> Spot | None:
        """What stands at the place that is written, of the game's files or (``sheet.``) its sheet; None if nothing."""
        place = str(spot.value)
        top, _, rest = place.partition(".")
        if top == "sheet":
            try:
                root = read_yaml(spot.source.path.parent / SHEET, GameError).spot()
            except DeckgenError as error:
                self.blame(spot, f"the sheet cannot be read: {error.faults[0].what}", error.faults[0].remedy)
                return None
        else:
            things = self.parts.names(top)
            name = next(
                (name for name in things if rest == name or rest.startswith((f"{name}.", f"{name}["))), None
            )
            if name is None:
                known = [*self._named(), *(f"{top}.{each}" for each in things)]
                self.blame(spot, f'there is no step before and nothing at "{place}"', nearest(place, known))
                return None
            root, rest = things[name], rest[len(name) :].removeprefix(".")
        for step in filter(None, _INDEX.sub(r".#\1", rest).split(".")):
            inner: Any = root.value
            inside = inner if isinstance(inner, dict) else range(len(inner) if isinstance(inner, list) else 0)
            key: Any = int(step[1:]) if step.startswith("#") else step
            if key not in inside:
                self.blame(spot, f'nothing stands at "{place}"', nearest(str(key), map(str, inside)))
                return None
            root = root.at(key)
        return root


def _whole(value: object) -> int | None:
    """A whole number, or the one that a text with a true minus says."""
    if isinstance(value, str) and re.fullmatch(r"[−-]?\d+", value):
        return int(value.replace("−", "-"))
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _sample(section: Section) -> str:
    match section:
        case GridSection():
            return f"{section.columns[0].label}-1"
        case RollsSection():
            return section.rolls[0][0]
        case TableSection():
            return f"{section.columns[0]}-{section.rows[0]}"
    return "[1, 2]"
