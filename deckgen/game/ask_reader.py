"""Reading what a procedure asks for before it is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deckgen.errors import nearest
from deckgen.game.examples import CELL, CHOICE, FIGURES, LEAST, MOST, NUMBER, ROW, Ask, AskChoice
from deckgen.game.finder import Finder, whole
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
        """One ask; what it names and is not there is told."""
        given, name = spot.value, str(spot.path[-1])
        told: dict[str, Any] = {
            "label": self.find.words.of(spot.at("label")),
            "help": self.find.words.of(spot.at("help")) if "help" in given else "",
            "more": given.get("more", False),
        }
        kind = next((kind for kind in (*PLACED, NUMBER) if kind in given), CHOICE)
        if self._mixed(spot, kind):
            return Ask(name, kind=kind, default="", **told)
        if kind in PLACED:
            return Ask(name, kind=kind, default=self._place(spot, kind), section=given[kind], **told)
        choices = self._choices(spot.at("choices"), plain=kind == NUMBER) if "choices" in given else ()
        if "none" in given:
            choices = (AskChoice("none", self.find.words.of(spot.at("none")), 0, {}), *choices)
        if kind == NUMBER:
            return self._number(spot, name, choices, told)
        known = [each.name for each in choices]
        default = str(given.get("default", known[0] if known else ""))
        if known and default not in known:
            self.find.blame(spot.at("default"), f'there is no choice "{default}"', nearest(default, known))
        return Ask(name, kind=CHOICE, default=default, choices=choices, **told)

    def _mixed(self, spot: Spot, kind: str) -> bool:
        """Whether an ask of this kind has keys of another, or lacks one; that is told."""
        needed, fitting = _KEYS[kind]
        for key in needed:
            if key not in spot.value:
                what = "it is not said what is asked for" if kind == CHOICE else f'"{key}" is missing'
                remedy = "add cell:, row:, figures:, number: or choices:" if kind == CHOICE else f"add {key}:"
                self.find.blame(spot, what, remedy)
                return True
        for key in spot.value:
            if key in _OWN and key not in (*needed, *fitting):
                what = f'"{key}" does not go with "{needed[0]}"'
                self.find.blame(spot.at(key), what, f"delete {key}:, or ask for that by itself")
                return True
        return False

    def _number(self, spot: Spot, name: str, choices: tuple[AskChoice, ...], told: Mapping[str, Any]) -> Ask:
        least, most = (spot.get(key, bound) for key, bound in (("least", LEAST), ("most", MOST)))
        at = spot.at(NUMBER)
        found = at if isinstance(at.value, int) else self.find.at(at)
        default = self.find.number(at, found) if found is not None else 0
        if not self.find.wrong and not least <= default <= most:
            self.find.blame(at, f"{default} is not from {least} to {most}", "change it, or least: and most:")
        return Ask(name, kind=NUMBER, default=default, choices=choices, least=least, most=most, **told)

    def _place(self, spot: Spot, kind: str) -> str | tuple[int, ...]:
        """What a card is read at if nothing is said: a cell, a roll, a row or figures."""
        section, default = self.sections[spot.value[kind]], spot.at("default")
        match section:
            case GridSection() if kind == CELL:
                return "-".join(self.find.cell(section, default))
            case RollsSection() if kind == CELL:
                labels = [label for label, _ in section.rolls]
                self.find.one_of(default, str(default.value), labels, f'"{section.name}" has no result')
                return str(default.value)
            case TableSection() if kind == ROW:
                self.find.one_of(default, str(default.value), section.rows, f'"{section.name}" has no row')
                return str(default.value)
            case MarksSection() if kind == FIGURES:
                return tuple(sorted(set(self.find.figures(section, default))))
        fitting = [name for name, each in self.sections.items() if isinstance(each, _KINDS[kind])]
        what = f'"{section.name}" has no {_CALLED[kind]}'
        self.find.blame(spot.at(kind), what, nearest(section.name, fitting))
        return ""

    def _choices(self, spot: Spot, *, plain: bool) -> tuple[AskChoice, ...]:
        """The things to choose, by name: written here, or those at a place of the game's files."""
        found = self.find.at(spot) if isinstance(spot.value, str) else spot
        if found is None:
            return ()
        if isinstance(found.value, list):
            names = [each["name"] for each in found.value if isinstance(each, dict) and "name" in each]
            listed = enumerate(zip(names, self.find.entries(spot, found), strict=False), start=1)
            return tuple(AskChoice(name, str(each["name"]), n, each) for n, (name, each) in listed)
        if not isinstance(found.value, dict):
            self.find.blame(spot, "there is nothing to choose from", "name a list or a mapping of numbers")
            return ()
        return tuple(self._choice(spot, each, plain=plain) for each in found.items())

    def _choice(self, spot: Spot, each: Spot, *, plain: bool) -> AskChoice:
        name, label = str(each.path[-1]), self.find.words.key(each)
        if isinstance(each.value, str) and whole(each.value) is None:
            found = self.find.at(each)
            return AskChoice(name, label, self.find.number(each, found) if found else 0, {})
        if not isinstance(each.value, dict):
            return AskChoice(name, label, self.find.number(spot, each), {})
        if plain:
            self.find.blame(each, "a named number has no facts", "write the number alone")
        facts = {key: value for key, value in each.value.items() if key != NUMBER}
        return AskChoice(name, label, each.value.get(NUMBER, 0), facts)


_KINDS = {CELL: (GridSection, RollsSection), ROW: (TableSection,), FIGURES: (MarksSection,)}
_CALLED = {CELL: "cells or rolls", ROW: "rows", FIGURES: "figures"}
_KEYS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    **{kind: ((kind, "default"), ()) for kind in PLACED},
    NUMBER: ((NUMBER,), ("least", "most", "choices")),
    CHOICE: (("choices",), ("default", "none")),
}
"""By kind: the keys that an ask of it must have, and those that it may have."""
_OWN = {key for needed, fitting in _KEYS.values() for key in (*needed, *fitting)}
