"""Finding what a situation names, in the files of its game, and reading what a procedure asks for before it is played."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any

from deckgen.errors import Problems, suggest
from deckgen.game.decode import decode
from deckgen.game.examples import CELL, CHOICE, FIGURES, LEAST, MOST, NUMBER, ROW, Ask, AskChoice
from deckgen.game.lookup import SHEET, Lookup
from deckgen.game.sections.base import Section
from deckgen.game.sections.grid import GridSection
from deckgen.game.sections.marks import MarksSection
from deckgen.game.sections.rolls import RollsSection
from deckgen.game.sections.table import TableSection
from deckgen.game.translation import Translation
from deckgen.game.values import is_int_between
from deckgen.records import record
from deckgen.sources import YamlValue

PLACED = (CELL, ROW, FIGURES)
"""The kinds of asks that say where a section is read, each with the section beside it."""


@record(frozen=False)
class NameResolver:
    """Looks up names for one situation; ``wrong`` once anything was blamed."""

    lookup: Lookup
    words: Translation
    problems: Problems
    has_problems: bool = False

    def report(self, spot: YamlValue, what: str, remedy: str) -> None:
        spot.report(self.problems, what, remedy)
        self.has_problems = True

    def check_name(self, spot: YamlValue, known: Collection[str], what: str, name: str | None = None) -> None:
        """Add a problem if the value, or ``name``, is none of the names; see ``Spot.check_name``."""
        self.has_problems |= not spot.check_name(known, self.problems, what, name)

    def check_label(
        self, spot: YamlValue, known: Collection[str], section: Section, part: str, name: str | None = None
    ) -> str:
        """Return the label of a part of a section, which is the value or ``name``; one that it lacks is a problem."""
        self.check_name(spot, known, f'"{section.name}" has no {part}', name)
        return str(spot.value) if name is None else name

    def read_cell(self, section: GridSection, spot: YamlValue) -> tuple[str, str]:
        """Column and row of a label such as III-3; a row after the last one, where the game says what it is."""
        labels = [column.label for column in section.columns]
        column, _, row = str(spot.value).rpartition("-")
        if not column or not re.fullmatch("[0-9]{1,3}", row):
            self.report(spot, f"{spot.value!r} is no cell", f"write column and row, such as {labels[0]}-1")
        elif column not in labels:
            self.check_name(spot, labels, f'"{section.name}" has no column', column)
        elif section.parse_cell(str(spot.value)) is None:
            remedy = f"write a row from 1 to {section.rows}, or say in the section what comes beyond"
            self.report(spot, f'"{section.name}" has no row {row}', remedy)
        return column, row

    def read_figures(self, section: MarksSection, spot: YamlValue) -> tuple[int, ...]:
        listed = spot.value if isinstance(spot.value, list) else []
        for each in listed:
            if not is_int_between(each, 1, section.count):
                remedy = f"write numbers from 1 to {section.count}"
                self.report(spot, f'"{section.name}" has no figure {each!r}', remedy)
        return tuple(listed)

    def value_at(self, spot: YamlValue, steps: Sequence[str] | None = None) -> YamlValue | None:
        """Return the value at the place that is written; see ``Lookup.at``."""
        report = partial(spot.report, self.problems)
        there = self.lookup.resolve(str(spot.value), spot, report, steps)
        self.has_problems |= there is None
        return there

    def level_entries(self, spot: YamlValue, there: YamlValue | None) -> tuple[dict[str, str | int], ...]:
        """Return the entries of the list that is at the place that ``spot`` names, each with its name and other facts."""
        if there is None:
            return ()
        entries = there.items() if isinstance(there.value, list) else []
        if not entries or not all(isinstance(each.value, dict) and "name" in each.value for each in entries):
            self.report(spot, "that is no list of levels", "name a list whose entries each have a name")
            return ()
        prefix = SHEET if str(spot.value).startswith(SHEET) else ""
        words = Translation(self.words.translated, prefix=prefix)  # who reads the sheet asks for its words
        return tuple({**each.value, "name": words.text(each.at("name"))} for each in entries)

    def number_at(self, spot: YamlValue, there: YamlValue | None) -> int:
        """Return the whole number at the place that ``spot`` names; 0 if there is none, with a problem added."""
        number = 0 if there is None else parse_int(there.value)
        if number is None:
            what = f'what stands at "{spot.value}" is no whole number'
            self.report(spot, what, "name a number, a step before, or a difficulty")
        return number or 0


def parse_int(value: object) -> int | None:
    """Return a whole number, or the one that a text with a true minus says."""
    if isinstance(value, str) and re.fullmatch(r"[−-]?[0-9]{1,18}", value):
        return int(value.replace("−", "-"))
    return value if isinstance(value, int) and not isinstance(value, bool) else None


@record
class AskReader:
    """Reads the asks of one procedure, whose deck has these ``sections``."""

    resolver: NameResolver
    sections: Mapping[str, Section]

    def read(self, spot: YamlValue) -> Ask:
        kind = next((kind for kind in (*PLACED, NUMBER) if kind in spot.value), CHOICE)
        values: dict[str, Any] = {"name": spot.name, "kind": kind, "default": "", "choices": ()}
        if not self._has_wrong_keys(spot, kind):
            if "choices" in spot.value:
                values["choices"] = self._choices(spot.at("choices"), plain=kind == NUMBER)
            if "none" in spot.value:
                none = AskChoice("none", self.resolver.words.text(spot.at("none")), 0, {})
                values["choices"] = (none, *values["choices"])
            if kind in PLACED:
                values |= {"section": spot.value[kind], "default": self._place(spot, kind)}
            elif kind == NUMBER:
                values["default"] = self._number(spot)
            else:
                values["default"] = self._default([each.name for each in values["choices"]], spot)
        return decode(Ask, spot, {"Printed": self.resolver.words.text}, **values)

    def _has_wrong_keys(self, spot: YamlValue, kind: str) -> bool:
        """Whether an ask of this kind has keys of another, or lacks one; then a problem is added."""
        needed, fitting = _KEYS[kind]
        for key in needed:
            if key not in spot.value:
                what = "it is not said what is asked for" if kind == CHOICE else f'"{key}" is missing'
                remedy = "add cell:, row:, figures:, number: or choices:" if kind == CHOICE else f"add {key}:"
                self.resolver.report(spot, what, remedy)
                return True
        for key in spot.value:
            if key in _OF_KINDS and key not in (*needed, *fitting):
                what = f'"{key}" does not go with "{needed[0]}"'
                self.resolver.report(spot.at(key), what, f"delete {key}:, or ask for that by itself")
                return True
        return False

    def _default(self, names: list[str], spot: YamlValue) -> str:
        default = str(spot.get("default", names[0] if names else ""))
        if names and default not in names:
            self.resolver.check_name(spot.at("default"), names, "there is no choice", default)
        return default

    def _number(self, spot: YamlValue) -> int:
        least, most = spot.get("least", LEAST), spot.get("most", MOST)
        at = spot.at(NUMBER)
        default = self.resolver.number_at(at, at if isinstance(at.value, int) else self.resolver.value_at(at))
        if not self.resolver.has_problems and not least <= default <= most:
            self.resolver.report(
                at, f"{default} is not from {least} to {most}", "change it, or least: and most:"
            )
        return default

    def _place(self, spot: YamlValue, kind: str) -> str | tuple[int, ...]:
        """What a card is read at if nothing is said: a cell, a roll, a row or figures."""
        section, default = self.sections[spot.value[kind]], spot.at("default")
        match section:
            case GridSection() if kind == CELL:
                return "-".join(self.resolver.read_cell(section, default))
            case RollsSection() if kind == CELL:
                return self.resolver.check_label(default, dict(section.rolls), section, "result")
            case TableSection() if kind == ROW:
                return self.resolver.check_label(default, section.rows, section, "row")
            case MarksSection() if kind == FIGURES:
                return tuple(sorted(set(self.resolver.read_figures(section, default))))
        fitting = [name for name, each in self.sections.items() if isinstance(each, _KINDS[kind])]
        what = f'"{section.name}" has no {_CALLED[kind]}'
        self.resolver.report(spot.at(kind), what, suggest(section.name, fitting))
        return ""

    def _choices(self, spot: YamlValue, *, plain: bool) -> tuple[AskChoice, ...]:
        """The things to choose, by name: written here, or those at a place of the game's files."""
        there = self.resolver.value_at(spot) if isinstance(spot.value, str) else spot
        if there is None:
            return ()
        if isinstance(there.value, list):
            names = [each["name"] for each in there.value if isinstance(each, dict) and "name" in each]
            listed = enumerate(zip(names, self.resolver.level_entries(spot, there), strict=False), start=1)
            return tuple(AskChoice(name, str(each["name"]), n, each) for n, (name, each) in listed)
        if not isinstance(there.value, dict):
            self.resolver.report(
                spot, "there is nothing to choose from", "name a list or a mapping of numbers"
            )
            return ()
        return tuple(self._choice(spot, each, plain=plain) for each in there.items())

    def _choice(self, spot: YamlValue, each: YamlValue, *, plain: bool) -> AskChoice:
        name, label = each.name, self.resolver.words.key_text(each)
        if isinstance(each.value, dict):
            if plain:
                self.resolver.report(each, "a named number has no facts", "write the number alone")
            facts = {key: value for key, value in each.value.items() if key != NUMBER}
            return AskChoice(name, label, each.value.get(NUMBER, 0), facts)
        if isinstance(each.value, str) and parse_int(each.value) is None:
            return AskChoice(name, label, self.resolver.number_at(each, self.resolver.value_at(each)), {})
        return AskChoice(name, label, self.resolver.number_at(spot, each), {})


_KINDS = {CELL: (GridSection, RollsSection), ROW: (TableSection,), FIGURES: (MarksSection,)}
_CALLED = {CELL: "cells or rolls", ROW: "rows", FIGURES: "figures"}
_KEYS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    **{kind: ((kind, "default"), ()) for kind in PLACED},
    NUMBER: ((NUMBER,), ("least", "most", "choices")),
    CHOICE: (("choices",), ("default", "none")),
}
"""By kind: the keys that an ask of it must have, and those that it may have."""
_OF_KINDS = {key for needed, fitting in _KEYS.values() for key in (*needed, *fitting)}
