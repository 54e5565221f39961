"""What a character's sheet says of its own deck: the results by name that a game's ``hero_deck`` asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from deckgen.errors import Problem, Problems
from deckgen.game.hero import LONGEST_NAME, Hero, HeroGroup, HeroLine, HeroResult
from deckgen.game.hero_decks import cells_by_place
from deckgen.game.model import AnySection, Game, GridSection
from deckgen.records import record
from deckgen.sheet.blocks.base import check_name
from deckgen.sheet.character import Character, CharacterError
from deckgen.sheet.faces import FACE
from deckgen.sheet.formula import ENTRIES, FormulaError, parse_formula, pattern_formulas
from deckgen.sheet.model import SheetSpec
from deckgen.sheet.order import check_formulas
from deckgen.sheet.person import find_answer, pattern_text
from deckgen.sheet.person_rules import Answer, AskRule

_FILL_IN = "fill in what it needs"  # the remedy for what the sheet lacks


def hero_of(spec: SheetSpec, game: Game, character: Character) -> tuple[Hero, tuple[Problem, ...]]:
    """Return what a character's own deck shows, and a problem for each result that it lacks.

    Raises CharacterError if it shows nothing, or the game has no such decks.
    """
    problems, rules = Problems(), game.hero_deck
    if rules is None:
        message, remedy = "its heroes have no decks of their own", "write hero_deck: in the game's files"
        raise CharacterError(Problem(str(game.folder), None, "hero_deck", message, remedy))
    results = {}
    for group in rules.groups:
        reader = _GroupReader(group, game.deck(rules.deck).section(group.section), character, spec, problems)
        if listed := reader.results():
            results[group.name] = listed
    if not results:
        problems.add(character.file, None, "hero_deck", "the character has none of its results", "give it some skills")
        problems.raise_as(CharacterError)
    return Hero(character.name[:LONGEST_NAME], character.texts.get(FACE, ""), results), tuple(problems)


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
    section: AnySection
    character: Character
    spec: SheetSpec
    problems: Problems

    def results(self) -> tuple[HeroResult, ...]:
        """Return the results that have room, the first of each name."""
        by_name: dict[str, HeroResult] = {}
        for result in [*self._all_results()]:
            if by_name.setdefault(result.name, result) != result:
                self._report(result.name, "is there twice", "the first one is on the deck; give the other another name")
        if crowded := [*by_name][self.group.most :]:
            message = f"there is room for {self.group.most} of them"
            self._report(", ".join(crowded), message, "read these off the sheet, or list them first on it")
        return tuple(by_name.values())[: self.group.most]

    def _all_results(self) -> Iterator[HeroResult]:
        """Yield results that the deck has; of a list, those with all that they need."""
        scope = self.character.scope
        for line in self.group.lines:
            for entry in scope.get(ENTRIES, {}).get(line.each, {}).values() if line.each else ({},):
                around = {**scope, **{key: "" if value is None else value for key, value in entry.items()}}
                name = pattern_text(line.key, around, self.spec).strip()[:LONGEST_NAME]
                if not name or (line.when and not self._answer(line.when, around)):
                    continue
                try:
                    yield HeroResult(name, *self._place(line, around), self._bonus(line, around))
                except FormulaError as error:
                    if not (line.each and error.remedy == _FILL_IN):
                        self._report(name, str(error), error.remedy)

    def _place(self, line: HeroLine, scope: Mapping[str, Any]) -> tuple[str, int]:
        """Return the column and row that a line names. Raises FormulaError if the sheet or the deck has none, or several."""
        dice, section = self._answer(line.cell or line.roll, scope), self.section
        if dice is None:
            raise FormulaError("the sheet has no dice for it", _FILL_IN)
        place, label = (str(dice), 1), str(dice)
        cells = next((cells for cells in self.spec.cells.values() if cells.grid == section.name), None)
        if line.cell and cells and isinstance(section, GridSection):
            found = cells.place(label)
            if found is None or len(re.findall(cells.printed, label)) > 1:
                raise FormulaError(f"{dice} is not one cell of {section.title}", "read it off the sheet")
            column, _, row = found.rpartition("-")
            pool = section.cells_for(column, int(row))
            place = pool[0] if len(pool) == 1 else (column, int(row))
            label = f"{place[0]}-{place[1]}"
        if place not in cells_by_place(section):
            remedy = "read it off the sheet, with a deck for everybody"
            raise FormulaError(f"the deck has no {label} in {section.title}", remedy)
        return place

    def _bonus(self, line: HeroLine, scope: Mapping[str, Any]) -> int:
        """Return what is added, rounded down, 0 if nothing is. Raises FormulaError if the sheet lacks it."""
        value = self._answer(line.bonus or "0", scope, line.bonus_part)
        if isinstance(value, int) or line.bonus_part:
            return int(value or 0)
        raise FormulaError("the sheet has no number for it", _FILL_IN)

    def _answer(self, formula: str, scope: Mapping[str, Any], number: int = 0) -> Answer | None:
        return find_answer(AskRule(formula, number=number), scope, self.spec)

    def _report(self, name: str, message: str, remedy: str) -> None:
        self.problems.add(self.character.file, None, f"{self.group.name}: {name}", message, remedy)
