"""Reading what a procedure asks for before it is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deckgen.errors import nearest
from deckgen.game.decode import decode
from deckgen.game.examples import CELL, CHOICE, FIGURES, LEAST, MOST, NUMBER, ROW, Ask, AskChoice
from deckgen.game.examples.finder import Finder, whole
from deckgen.game.sections.base import Section
from deckgen.game.sections.grid import GridSection
from deckgen.game.sections.marks import MarksSection
from deckgen.game.sections.rolls import RollsSection
from deckgen.game.sections.table import TableSection
from deckgen.records import record
from deckgen.sources import Spot

PLACED = (CELL, ROW, FIGURES)
"""The kinds of asks that say where a section is read, each with the section beside it."""


@record
class AskReader:
    """Reads the asks of one procedure, whose deck has these ``sections``."""

    find: Finder
    sections: Mapping[str, Section]

    def read(self, spot: Spot) -> Ask:
        kind = next((kind for kind in (*PLACED, NUMBER) if kind in spot.value), CHOICE)
        values: dict[str, Any] = {"name": spot.name, "kind": kind, "default": "", "choices": ()}
        if not self._mixed(spot, kind):
            if "choices" in spot.value:
                values["choices"] = self._choices(spot.at("choices"), plain=kind == NUMBER)
            if "none" in spot.value:
                none = AskChoice("none", self.find.words.of(spot.at("none")), 0, {})
                values["choices"] = (none, *values["choices"])
            if kind in PLACED:
                values |= {"section": spot.value[kind], "default": self._place(spot, kind)}
            elif kind == NUMBER:
                values["default"] = self._number(spot)
            else:
                values["default"] = self._default([each.name for each in values["choices"]], spot)
        return decode(Ask, spot, {"Printed": self.find.words.of}, **values)

    def _mixed(self, spot: Spot, kind: str) -> bool:
        """Whether an ask of this kind has keys of another, or lacks one; then a fault is added."""
        needed, fitting = _KEYS[kind]
        for key in needed:
            if key not in spot.value:
                what = "it is not said what is asked for" if kind == CHOICE else f'"{key}" is missing'
                remedy = "add cell:, row:, figures:, number: or choices:" if kind == CHOICE else f"add {key}:"
                self.find.blame(spot, what, remedy)
                return True
        for key in spot.value:
            if key in _OF_KINDS and key not in (*needed, *fitting):
                what = f'"{key}" does not go with "{needed[0]}"'
                self.find.blame(spot.at(key), what, f"delete {key}:, or ask for that by itself")
                return True
        return False

    def _default(self, names: list[str], spot: Spot) -> str:
        default = str(spot.get("default", names[0] if names else ""))
        if names and default not in names:
            self.find.check_name(spot.at("default"), names, "there is no choice", default)
        return default

    def _number(self, spot: Spot) -> int:
        least, most = spot.get("least", LEAST), spot.get("most", MOST)
        at = spot.at(NUMBER)
        default = self.find.number(at, at if isinstance(at.value, int) else self.find.at(at))
        if not self.find.wrong and not least <= default <= most:
            self.find.blame(at, f"{default} is not from {least} to {most}", "change it, or least: and most:")
        return default

    def _place(self, spot: Spot, kind: str) -> str | tuple[int, ...]:
        """What a card is read at if nothing is said: a cell, a roll, a row or figures."""
        section, default = self.sections[spot.value[kind]], spot.at("default")
        match section:
            case GridSection() if kind == CELL:
                return "-".join(self.find.cell(section, default))
            case RollsSection() if kind == CELL:
                return self.find.label(default, dict(section.rolls), section, "result")
            case TableSection() if kind == ROW:
                return self.find.label(default, section.rows, section, "row")
            case MarksSection() if kind == FIGURES:
                return tuple(sorted(set(self.find.figures(section, default))))
        fitting = [name for name, each in self.sections.items() if isinstance(each, _KINDS[kind])]
        what = f'"{section.name}" has no {_CALLED[kind]}'
        self.find.blame(spot.at(kind), what, nearest(section.name, fitting))
        return ""

    def _choices(self, spot: Spot, *, plain: bool) -> tuple[AskChoice, ...]:
        """The things to choose, by name: written here, or those at a place of the game's files."""
        there = self.find.at(spot) if isinstance(spot.value, str) else spot
        if there is None:
            return ()
        if isinstance(there.value, list):
            names = [each["name"] for each in there.value if isinstance(each, dict) and "name" in each]
            listed = enumerate(zip(names, self.find.entries(spot, there), strict=False), start=1)
            return tuple(AskChoice(name, str(each["name"]), n, each) for n, (name, each) in listed)
        if not isinstance(there.value, dict):
            self.find.blame(spot, "there is nothing to choose from", "name a list or a mapping of numbers")
            return ()
        return tuple(self._choice(spot, each, plain=plain) for each in there.items())

    def _choice(self, spot: Spot, each: Spot, *, plain: bool) -> AskChoice:
        name, label = each.name, self.find.words.key(each)
        if isinstance(each.value, dict):
            if plain:
                self.find.blame(each, "a named number has no facts", "write the number alone")
            facts = {key: value for key, value in each.value.items() if key != NUMBER}
            return AskChoice(name, label, each.value.get(NUMBER, 0), facts)
        if isinstance(each.value, str) and whole(each.value) is None:
            return AskChoice(name, label, self.find.number(each, self.find.at(each)), {})
        return AskChoice(name, label, self.find.number(spot, each), {})


_KINDS = {CELL: (GridSection, RollsSection), ROW: (TableSection,), FIGURES: (MarksSection,)}
_CALLED = {CELL: "cells or rolls", ROW: "rows", FIGURES: "figures"}
_KEYS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    **{kind: ((kind, "default"), ()) for kind in PLACED},
    NUMBER: ((NUMBER,), ("least", "most", "choices")),
    CHOICE: (("choices",), ("default", "none")),
}
"""By kind: the keys that an ask of it must have, and those that it may have."""
_OF_KINDS = {key for needed, fitting in _KEYS.values() for key in (*needed, *fitting)}
