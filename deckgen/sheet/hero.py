"""What a character's sheet says of its own deck: the results by name that a game's ``hero_deck`` asks for."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from deckgen.errors import Problem, Problems
from deckgen.game.hero import LONGEST_NAME, Hero, HeroGroup, HeroLine, HeroResult
from deckgen.game.hero_decks import cells_by_place
from deckgen.game.model import Game, GridSection, RolledSection
from deckgen.records import record
from deckgen.sheet.blocks.base import check_name
from deckgen.sheet.character import Character, CharacterError
from deckgen.sheet.faces import FACE
from deckgen.sheet.formula import ENTRIES, FormulaError, fill_pattern, format_value, parse_formula, pattern_formulas
from deckgen.sheet.lookups import CardCells
from deckgen.sheet.model import SheetSpec
from deckgen.sheet.order import check_formulas

_NUMBER = re.compile(r"[-−+]?[0-9]+")


class HeroResults(NamedTuple):
    """A hero, and a problem for each result that its deck lacks."""

    hero: Hero
    left_out: tuple[Problem, ...]


def hero_of(spec: SheetSpec, game: Game, character: Character) -> HeroResults:
    """Return what a character's own deck shows. Raises CharacterError if it shows nothing, or the game has no such decks."""
    problems, rules = Problems(), game.hero_deck
    if rules is None:
        remedy = "write hero_deck: in the game's files"
        raise CharacterError(
            Problem(str(game.folder), None, "hero_deck", "its heroes have no decks of their own", remedy)
        )
    base = game.deck(rules.deck)
    results = {}
    for group in rules.groups:
        section = base.section(group.section)
        assert isinstance(section, RolledSection)  # as it was read
        cells = next((cells for cells in spec.cells.values() if cells.grid == group.section), None)
        reader = _GroupReader(group, section, cells, character, spec, problems)
        results[group.name] = tuple(reader.results())
    name = character.name[:LONGEST_NAME]
    hero = Hero(name, character.texts.get(FACE, ""), {group: listed for group, listed in results.items() if listed})
    if not hero.results:
        problems.add(character.file, None, "hero_deck", "the character has none of its results", "give it some skills")
        problems.raise_as(CharacterError)
    return HeroResults(hero, tuple(problems))


def check_hero_deck(spec: SheetSpec, game: Game, problems: Problems) -> None:
    """Report lists and formulas of the heroes' own decks with names that the sheet lacks."""
    lists = {group.name: group for group in spec.groups.values() if group.kind == "rows"}
    for line in (line for group in game.hero_deck.groups for line in group.lines) if game.hero_deck else ():
        if line.each and not check_name(line.source.at("each"), line.each, lists, "list", problems):
            continue
        for key in filter(line.source.value.get, ("name", "when", "cell", "roll", "bonus")):
            text = line.source.value[key]
            try:
                formulas = pattern_formulas(text) if key == "name" else (parse_formula(text),)
                check_formulas(formulas, spec, lists.get(line.each))
            except FormulaError as error:
                line.source.at(key).report(problems, str(error), error.remedy)


@record
class _GroupReader:
    """Reads the results of a group off a character; reports those that the deck cannot have."""

    group: HeroGroup
    section: RolledSection
    cells: CardCells | None
    character: Character
    spec: SheetSpec
    problems: Problems

    def results(self) -> Iterator[HeroResult]:
        """Yield the results that have room, the first of each name."""
        names: list[str] = []
        for result in dict.fromkeys(self._all_results()):
            if result.name in names:
                self._report(result.name, "is there twice", "the first one is on the deck; give the other another name")
                continue
            names.append(result.name)
            if len(names) <= self.group.most:
                yield result
        if crowded := names[self.group.most :]:
            message = f"there is room for {self.group.most} of them"
            self._report(", ".join(crowded), message, "read these off the sheet, or list them first on it")

    def _all_results(self) -> Iterator[HeroResult]:
        known, scope = cells_by_place(self.section), self.character.scope
        for line in self.group.lines:
            entries = scope.get(ENTRIES, {}).get(line.each, {}).values() if line.each else ({},)
            for entry in entries:
                around = {**scope, **{key: "" if value is None else value for key, value in entry.items()}}
                name = self._name(line, around)
                if not name or (line.when and not self._value(line.when, around)):
                    continue
                place = self._place(line, around, name)
                if place is None:
                    continue
                if place not in known:
                    label = f"{place[0]}-{place[1]}" if isinstance(self.section, GridSection) else place[0]
                    message = f"the deck has no {label} in {self.section.title}"
                    self._report(name, message, "read it off the sheet, with a deck for everybody")
                    continue
                bonus = self._bonus(line, around)
                if bonus is not None:
                    yield HeroResult(name, *place, bonus)
                elif not line.each:
                    self._report(name, "the sheet has no number for it", "fill in what it needs")

    def _name(self, line: HeroLine, scope: Mapping[str, Any]) -> str:
        """Return a result's name, "" if a value in it is missing."""
        try:
            return fill_pattern(line.key, scope, self.spec.language.decimal).strip()[:LONGEST_NAME]
        except FormulaError:
            return ""

    def _value(self, formula: str, scope: Mapping[str, Any]) -> Fraction | str | None:
        """Return a formula's value, None if one that it needs is missing."""
        try:
            return parse_formula(formula).evaluate(scope)
        except FormulaError:
            return None

    def _place(self, line: HeroLine, scope: Mapping[str, Any], name: str) -> tuple[str, int] | None:
        """Return the column and row that a line names, None if the sheet has none; report a pool of several cells."""
        value = self._value(line.cell or line.roll, scope)
        if value is None or value == "":
            if not line.each:
                self._report(name, "the sheet has no dice for it", "fill in what it needs")
            return None
        text = format_value(value)
        if line.roll or not self.cells:
            return text, 1
        found = self.cells.place(text)
        if found is None or len(re.findall(self.cells.printed, text)) > 1:
            self._report(name, f"{text} is not one cell of {self.section.title}", "read it off the sheet")
            return None
        column, _, row = found.rpartition("-")
        cells = self.section.cells_for(column, int(row)) if isinstance(self.section, GridSection) else ()
        return cells[0] if len(cells) == 1 else (column, int(row))

    def _bonus(self, line: HeroLine, scope: Mapping[str, Any]) -> int | None:
        """Return what is added, rounded down, 0 if nothing is; None if the sheet lacks it."""
        value = self._value(line.bonus, scope) if line.bonus else Fraction(0)
        if line.bonus_part:
            numbers = [*_NUMBER.findall(format_value(value)), *["0"] * line.bonus_part]
            return int(numbers[line.bonus_part - 1].replace("−", "-"))
        return math.floor(value) if isinstance(value, Fraction) else None

    def _report(self, name: str, message: str, remedy: str) -> None:
        self.problems.add(self.character.file, None, f"{self.group.name}: {name}", message, remedy)
