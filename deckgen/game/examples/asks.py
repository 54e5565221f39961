"""Resolving the names in situations, and reading the asks of procedures."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import field
from functools import partial
from typing import Any

from deckgen.errors import Problems, suggest
from deckgen.game.decode import Readers, decode
from deckgen.game.examples import CELL, CHOICE, FIGURES, LEAST, MOST, NUMBER, ROW, Ask, AskChoice
from deckgen.game.lookup import SHEET, Lookup
from deckgen.game.rulings import Ruling
from deckgen.game.sections.base import Section
from deckgen.game.sections.dice import DiceSection
from deckgen.game.sections.distribution import WordedSection
from deckgen.game.sections.grid import GridSection
from deckgen.game.sections.marks import MarksSection
from deckgen.game.sections.rolls import RollsSection
from deckgen.game.sections.stack import StackSection
from deckgen.game.sections.table import TableSection
from deckgen.game.translation import Translation
from deckgen.game.values import Scalar, is_int_between, is_one_of
from deckgen.records import record
from deckgen.sources import YamlValue

PLACED = (CELL, ROW, FIGURES)
"""The kinds of asks that decide where a section is read; their key names the section."""


@record(frozen=False)
class NameResolver:
    """Resolves names for one situation; ``has_problems`` is true once a problem was added."""

    lookup: Lookup
    words: Translation
    problems: Problems
    rulings: Mapping[str, Ruling] = field(default_factory=dict)
    has_problems: bool = False

    def report(self, node: YamlValue, message: str, remedy: str) -> None:
        """Add a problem, and set ``has_problems``."""
        node.report(self.problems, message, remedy)
        self.has_problems = True

    def check_name(self, node: YamlValue, names: Collection[str], complaint: str, name: str | None = None) -> None:
        """Add a problem, and set ``has_problems``, if the value, or ``name``, is not in ``names``."""
        self.has_problems |= not node.check_name(names, self.problems, complaint, name)

    def check_unruled(self, node: YamlValue, name: str) -> None:
        """Add a problem, and set ``has_problems``, if a ruling has this name of an ask or step."""
        if name in self.rulings:
            self.report(node, f'a ruling is called "{name}" already', "give it another name")

    def check_label(
        self, node: YamlValue, labels: Collection[str], section: Section, part: str, name: str | None = None
    ) -> str:
        """Return the value, or ``name``, as text; if not in ``labels``, report that there is no such ``part``."""
        self.check_name(node, labels, f'"{section.name}" has no {part}', name)
        return str(node.value) if name is None else name

    def read_cell(self, section: GridSection, node: YamlValue) -> tuple[str, str]:
        """Return (column, row) of a label such as III-3, also of a wrong one, for which a problem is added."""
        labels = [column.label for column in section.columns]
        column, _, row = str(node.value).rpartition("-")
        if not column or not re.fullmatch("[0-9]{1,3}", row):
            self.report(node, f"{node.value!r} is no cell", f"write column and row, such as {labels[0]}-1")
        elif column not in labels:
            self.check_name(node, labels, f'"{section.name}" has no column', column)
        elif section.parse_cell(str(node.value)) is None:
            remedy = f"write a row from 1 to {section.rows}, or add beyond: to the section"
            self.report(node, f'"{section.name}" has no row {row}', remedy)
        return column, row

    def read_figures(self, section: MarksSection, node: YamlValue) -> tuple[int, ...]:
        """Return the listed figures, none if it is no list; a problem is added for each that the section lacks."""
        listed = node.value if isinstance(node.value, list) else []
        for figure in listed:
            if not is_int_between(figure, 1, section.count):
                remedy = f"write numbers from 1 to {section.count}"
                self.report(node, f'"{section.name}" has no figure {figure!r}', remedy)
        return tuple(listed)

    def read_place(self, kind: str, section: Section, node: YamlValue) -> str | tuple[int, ...] | None:
        """Return the cell, roll, row or figures in ``node``, with problems added; None if the section has no such kind."""
        match section:
            case GridSection() if kind == CELL:
                return "-".join(self.read_cell(section, node))
            case RollsSection() | DiceSection() if kind == CELL:
                return self.check_label(node, dict(section.rolls), section, "result")
            case TableSection() if kind == ROW:
                return self.check_label(node, section.rows, section, "row")
            case MarksSection() if kind == FIGURES:
                return tuple(sorted(set(self.read_figures(section, node))))
        return None

    def check_words(self, node: YamlValue, section: Section, words: Sequence[Scalar]) -> None:
        """Add a problem, and set ``has_problems``, for each value, or value of a list, that is not in ``words``."""
        for value in listed_names(node):
            if not is_one_of(value, words):
                self.report(node, f'"{section.name}" is never {value!r}', suggest(str(value), map(str, words)))

    def value_at(self, node: YamlValue, steps: Sequence[str] | None = None) -> YamlValue | None:
        """Return the value at the key path that ``node`` holds, else None, with a problem; ``steps`` are suggested."""
        report = partial(node.report, self.problems)
        value = self.lookup.resolve(str(node.value), node, report, steps)
        self.has_problems |= value is None
        return value

    def level_entries(self, node: YamlValue, listed: YamlValue | None) -> tuple[dict[str, str | int], ...]:
        """Return the entries of ``listed``, the value that ``node`` names, each with its facts as numbers or as printed.

        Empty if it is None, or, with a problem added, no list of entries with names.
        """
        if listed is None:
            return ()
        entries = listed.items() if isinstance(listed.value, list) else []
        if not entries or not all(isinstance(entry.value, dict) and "name" in entry.value for entry in entries):
            self.report(node, "this is not a list of levels", "name a list whose entries each have a name")
            return ()
        prefix = SHEET if str(node.value).startswith(SHEET) else ""
        # who reads the sheet asks for its words
        words = Translation(self.words.translated, prefix=prefix, language=self.words.language)

        def fact(entry: YamlValue) -> str | int:
            number = None if entry.name == "name" else parse_int(entry.value)
            text: str | int = words.text(entry) if isinstance(entry.value, str) else entry.value
            return text if number is None else number

        return tuple({value.name: fact(value) for value in entry.items()} for entry in entries)

    def number_at(self, node: YamlValue, source: YamlValue | None) -> int:
        """Return the integer in ``source``, which ``node`` names; 0 if None, or, with a problem added, no integer."""
        number = 0 if source is None else parse_int(source.value)
        if number is None:
            message = f'the value at "{node.value}" is not a whole number'
            self.report(node, message, "name a number, an earlier step, or a difficulty")
        return number or 0


def listed_names(node: YamlValue) -> tuple[Any, ...]:
    """Return the names in ``node``, a name or a list of names."""
    return tuple(node.value) if isinstance(node.value, list) else (node.value,)


def possible_words(section: Section | None) -> tuple[Scalar, ...]:
    """Return what a card may show in a section of words: hit locations or outcomes; empty for numbers."""
    if isinstance(section, StackSection):
        return tuple(place.name for place in section.locations())
    return tuple(outcome.value for outcome in section.outcomes) if isinstance(section, WordedSection) else ()


def parse_int(value: object) -> int | None:
    """Return an integer, also from text with a true minus sign; None for anything else."""
    if isinstance(value, str) and re.fullmatch(r"[−-]?[0-9]{1,18}", value):
        return int(value.replace("−", "-"))
    return value if isinstance(value, int) and not isinstance(value, bool) else None


@record
class AskReader:
    """Reads the asks of one procedure, whose deck has these ``sections``."""

    resolver: NameResolver
    sections: Mapping[str, Section]

    def read(self, node: YamlValue) -> Ask:
        """Return an ask; a wrong one, for which problems are added, may lack its default and choices."""
        self.resolver.check_unruled(node, node.name)
        kind = next((kind for kind in (*PLACED, NUMBER) if kind in node.value), CHOICE)
        values: dict[str, Any] = {"name": node.name, "kind": kind, "default": "", "choices": ()}
        if not self._has_wrong_keys(node, kind):
            if "choices" in node.value:
                values["choices"] = self._choices(node.at("choices"), plain=kind == NUMBER)
            if "none" in node.value:
                none = AskChoice("none", self.resolver.words.text(node.at("none")), 0, {})
                values["choices"] = (none, *values["choices"])
            if kind in PLACED:
                values |= {"section": node.value[kind], "default": self._place(node, kind)}
            elif kind == NUMBER:
                values["default"] = self._number(node)
            else:
                values["default"] = self._default([choice.name for choice in values["choices"]], node)
        readers: Readers = {
            "Printed": self.resolver.words.text,
            "Conditions": lambda at: tuple((entry.name, listed_names(entry)) for entry in at.items()),
        }
        return decode(Ask, node, readers, **values)

    def _has_wrong_keys(self, node: YamlValue, kind: str) -> bool:
        """Return whether an ask lacks a key of its kind or has one of another kind; add a problem then."""
        required, optional = _KEYS[kind]
        for key in required:
            if key not in node.value:
                message = "the kind of ask is missing" if kind == CHOICE else f'"{key}" is missing'
                remedy = "add cell:, row:, figures:, number: or choices:" if kind == CHOICE else f"add {key}:"
                self.resolver.report(node, message, remedy)
                return True
        for key in node.value:
            if key in _OF_KINDS and key not in (*required, *optional):
                message = f'"{key}" does not go with "{required[0]}"'
                self.resolver.report(node.at(key), message, f"delete {key}:, or ask for that by itself")
                return True
        return False

    def _default(self, names: list[str], node: YamlValue) -> str:
        """Return the name of the default choice, by default the first; add a problem if it is not in ``names``."""
        default = str(node.get("default", names[0] if names else ""))
        if names and default not in names:
            self.resolver.check_name(node.at("default"), names, "there is no choice", default)
        return default

    def _number(self, node: YamlValue) -> int:
        """Return the default number, given or at a key path; add a problem if it is out of bounds."""
        least, most = node.get("least", LEAST), node.get("most", MOST)
        number_value = node.at(NUMBER)
        default = self.resolver.number_at(
            number_value,
            number_value if isinstance(number_value.value, int) else self.resolver.value_at(number_value),
        )
        if not self.resolver.has_problems and not least <= default <= most:
            self.resolver.report(
                number_value, f"{default} is not from {least} to {most}", "change it, or least: and most:"
            )
        return default

    def _place(self, node: YamlValue, kind: str) -> str | tuple[int, ...]:
        """Return the default cell, roll, row or figures; "", with a problem added, if the section has none."""
        section = self.sections[node.value[kind]]
        if (place := self.resolver.read_place(kind, section, node.at("default"))) is not None:
            return place
        fitting = [
            name for name, possible_section in self.sections.items() if isinstance(possible_section, _KINDS[kind])
        ]
        message = f'"{section.name}" has no {_CALLED[kind]}'
        self.resolver.report(node.at(kind), message, suggest(section.name, fitting))
        return ""

    def _choices(self, node: YamlValue, *, plain: bool) -> tuple[AskChoice, ...]:
        """Return the choices, given or at a key path; none, with a problem added, if wrong. ``plain``: numbers only."""
        source = self.resolver.value_at(node) if isinstance(node.value, str) else node
        if source is None:
            return ()
        if isinstance(source.value, list):
            names = [entry["name"] for entry in source.value if isinstance(entry, dict) and "name" in entry]
            listed = enumerate(zip(names, self.resolver.level_entries(node, source), strict=False), start=1)
            return tuple(AskChoice(name, str(level["name"]), n, level) for n, (name, level) in listed)
        if not isinstance(source.value, dict):
            self.resolver.report(node, "there is nothing to choose from", "name a list or a mapping of numbers")
            return ()
        return tuple(self._choice(node, entry, plain=plain) for entry in source.items())

    def _choice(self, node: YamlValue, entry: YamlValue, *, plain: bool) -> AskChoice:
        """Return a choice by its key: a number, the key path of one, or, unless ``plain``, a mapping of facts."""
        name, label = entry.name, self.resolver.words.key_text(entry)
        if isinstance(entry.value, dict):
            if plain:
                self.resolver.report(entry, "a named number has no facts", "write the number alone")
            facts = {key: value for key, value in entry.value.items() if key != NUMBER}
            return AskChoice(name, label, entry.value.get(NUMBER, 0), facts)
        if isinstance(entry.value, str) and parse_int(entry.value) is None:
            return AskChoice(name, label, self.resolver.number_at(entry, self.resolver.value_at(entry)), {})
        return AskChoice(name, label, self.resolver.number_at(node, entry), {})


_KINDS = {CELL: (GridSection, RollsSection, DiceSection), ROW: (TableSection,), FIGURES: (MarksSection,)}
_CALLED = {CELL: "cells or rolls", ROW: "rows", FIGURES: "figures"}
_KEYS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    **{kind: ((kind, "default"), ()) for kind in PLACED},
    NUMBER: ((NUMBER,), ("least", "most", "choices")),
    CHOICE: (("choices",), ("default", "none")),
}
"""By kind: the keys that an ask of it must have, and those that it may have."""
_OF_KINDS = {key for needed, fitting in _KEYS.values() for key in (*needed, *fitting)}
