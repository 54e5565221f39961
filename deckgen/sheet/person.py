"""Persons: what the table needs of a character, as ``table`` of a game's sheet.yaml declares it.

A person answers what procedures ask when it acts and when it is the target, has presets, such as one for each
weapon, and tracks. The page for the browser computes the same in ``web/scripts/person.js``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

from deckgen.errors import Problems
from deckgen.game.model import Game, StackSection
from deckgen.records import record
from deckgen.sheet.blocks.base import check_name
from deckgen.sheet.character import Character
from deckgen.sheet.faces import FACE
from deckgen.sheet.formula import (
    ENTRIES,
    Formula,
    FormulaError,
    fill_pattern,
    format_value,
    pattern_formulas,
)
from deckgen.sheet.model import HOLE, FieldGroup, SheetSpec, join_name
from deckgen.sheet.options import SheetWords
from deckgen.sheet.order import check_formulas
from deckgen.sheet.person_rules import Answer, AskRule, Fact, PersonSpec, PlaceRule, PresetSpec, TrackRule
from deckgen.sources import YamlValue

FORMAT = "deckgen-person/1"
NO_FACE = "-"
"""The face of those who have a portrait of their own: none is built."""
NUMBER = re.compile(r"[-−+]?[0-9]+")


def person_of(spec: SheetSpec, character: Character, address: str = "") -> dict[str, Any]:
    """Return a character as a person at the table; ``address`` is that of its sheet's page, or ""."""
    person, scope = spec.person or PersonSpec(), character.scope
    return {
        "format": FORMAT,
        "game": spec.game,
        "name": character.name,
        "face": NO_FACE if character.pictures else character.texts.get(FACE, ""),
        "note": pattern_text(person.note, scope, spec),
        "presets": list(_presets(person, scope, spec)),
        "acts": _answers(person.acts, scope, spec),
        "target": _answers(person.target, scope, spec),
        "tracks": dict(_tracks(person.tracks, character, spec)),
        "places": dict(person.places),
        "from": address,
    }


def attack_answers(
    attacker: Mapping[str, Any], preset: Mapping[str, Any], target: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """Return what two persons answer for a preset of the attacker, and by ask what depends on the hit location."""
    given, placed = dict(preset["given"]), dict[str, dict[str, Any]]()
    for person, facts in ((attacker, attacker["acts"]), (target, target["target"])):

        def marks(track: str, owner: Mapping[str, Any] = person) -> int:
            values = (facts["value"] for name, facts in owner["tracks"].items() if f"{name}.".startswith(f"{track}."))
            return max(values, default=0)

        for name, fact in facts.items():
            if name in preset["given"]:
                continue
            if not isinstance(fact, dict):
                given[name] = fact
            elif "by" in fact:
                given[name] = fact["at"].get(str(given.get(fact["by"], "")), fact["at"].get(""))
            elif "highest" in fact:
                given[name] = fact["of"][marks(fact["highest"])]
            else:
                placed[name] = {
                    place: fact["at"].get(key, 0) if "at" in fact else fact["of"][marks(f"{fact['there']}.{key}")]
                    for place, key in person["places"].items()
                }
    return given, placed


def _presets(person: PersonSpec, scope: Mapping[str, Any], spec: SheetSpec) -> Iterator[dict[str, Any]]:
    """Yield presets: title, roll and answers; those of a list entry by entry."""
    for each, run in groupby(person.presets, key=attrgetter("each")):
        rules = list(run)
        for entry in scope.get(ENTRIES, {}).get(each, {}).values() if each else ({},):
            around, found = {**scope, **entry}, False
            for preset in rules:
                title = "" if preset.otherwise and found else pattern_text(preset.title, around, spec)
                if title and all(find_answer(rule, around, spec) for rule in preset.when):
                    found = True
                    yield {"title": title, "roll": preset.roll, "given": _answers(preset.asks, around, spec)}


def pattern_text(pattern: str, scope: Mapping[str, Any], spec: SheetSpec) -> str:
    """Return a pattern's text, "" if a value in it is missing."""
    try:
        return fill_pattern(pattern, scope, spec.language.decimal)
    except FormulaError:
        return ""


def _answers(facts: Mapping[str, Fact], scope: Mapping[str, Any], spec: SheetSpec) -> dict[str, Any]:
    """Return {ask: answer, or how the table finds it}, without what is not filled in."""
    answers: dict[str, Any] = {}
    for name, fact in facts.items():
        match fact:
            case TrackRule():
                answers[name] = {fact.kind: fact.track, "of": [*fact.answers]}
            case PlaceRule():
                answers[name] = {**({"by": fact.by} if fact.by else {}), "at": _answers(fact.at, scope, spec)}
            case _ if (answer := find_answer(fact, scope, spec)) is not None:
                answers[name] = answer
    return answers


def find_answer(rule: AskRule, scope: Mapping[str, Any], spec: SheetSpec) -> Answer | None:
    """Return an answer, numbers rounded down; None if a value is missing or cannot be read."""
    try:
        value = rule.formula.evaluate(scope)
    except FormulaError:
        return None
    text = format_value(value)
    if rule.cells:
        return spec.cells[rule.cells].place(text)
    if rule.number:
        numbers = [*NUMBER.findall(text), *[""] * rule.number]
        return int(numbers[rule.number - 1].replace("−", "-")) if numbers[rule.number - 1] else None
    return (value or None) if isinstance(value, str) or value is None else math.floor(value)


def _tracks(tracks: Mapping[str, str], character: Character, spec: SheetSpec) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield a person's tracks by name: label, value and most."""
    for name, most in tracks.items():
        group = spec.groups[name]
        column = group.columns[0]
        limit = find_answer(AskRule(most), character.scope, spec) if most else None
        for key, label in group.entries():
            value = character.marks.get(join_name(name, key), 0)
            called = f"{group.label}: {label}" if key else label
            least = max(value, limit) if isinstance(limit, int) else column.most
            yield join_name(name, key), {"label": called, "value": value, "most": min(column.most, least)}


# Reading


def read_person(
    spot: YamlValue, spec: SheetSpec, game: Game | None, words: SheetWords, problems: Problems
) -> PersonSpec:
    """Return ``table`` of a sheet; report formulas and names that do not fit, those of ``game`` if it is given."""
    reader = _Reader(spec, game, words, problems)
    tracks = (
        {name: reader.track(part) for part in spot.at("tracks").items() if (name := _track_name(part))}
        if ("tracks" in spot.value)
        else {}
    )
    facts = {
        key: {str(part.path[-1]): reader.fact(part, tracks) for part in spot.at(key).items()}
        if key in spot.value
        else {}
        for key in ("acts", "target")
    }
    presets = tuple(map(reader.preset, spot.at("presets").items() if "presets" in spot.value else ()))
    if game and game.procedures:
        _check_asks([part for key in facts if key in spot.value for part in spot.at(key).items()], game, problems)
    places = reader.places(spot.at("places"), tracks) if "places" in spot.value else {}
    note = reader.pattern(spot.at("note"), None) if "note" in spot.value else ""
    return PersonSpec(note, facts["acts"], facts["target"], places, tracks, presets)


def _check_asks(spots: Iterable[YamlValue], game: Game, problems: Problems) -> None:
    """Report facts about asks that no procedure has, and texts that are none of an ask's choices."""
    choices: dict[str, set[str]] = {}
    for ask in (ask for procedure in game.procedures for ask in procedure.asks):
        choices.setdefault(ask.name, set()).update(choice.name for choice in ask.choices)
    for spot in spots:
        name, value = str(spot.path[-1]), spot.value if isinstance(spot.value, dict) else {}
        if "by" in value:
            check_name(spot.at("by"), value["by"], choices, "ask in the procedures", problems)
        if check_name(spot, name, choices, "ask in the procedures", problems):
            for answer in spot.at("of").items() if "of" in value else ():
                if isinstance(answer.value, str):
                    check_name(answer, answer.value, choices[name], "choice", problems)


def _track_name(spot: YamlValue) -> str:
    return str(spot.value["of"] if isinstance(spot.value, dict) else spot.value)


@record
class _Reader:
    """Reads parts of ``table``; reports names and formulas that the sheet, or the game if it is given, lacks."""

    spec: SheetSpec
    game: Game | None
    words: SheetWords
    problems: Problems

    def formulas(self, spot: YamlValue, formulas: Iterable[Formula], group: FieldGroup | None) -> None:
        """Report formulas with names that the sheet lacks."""
        try:
            check_formulas(formulas, self.spec, group)
        except FormulaError as error:
            spot.report(self.problems, str(error), error.remedy)

    def pattern(self, spot: YamlValue, group: FieldGroup | None) -> str:
        """Return a pattern, translated if it has words."""
        text = self.words.translate(spot) if HOLE.sub("", spot.value).strip() else spot.value
        try:
            self.formulas(spot, pattern_formulas(text), group)
        except FormulaError as error:
            spot.report(self.problems, str(error), error.remedy)
        return str(text)

    def rule(self, spot: YamlValue, group: FieldGroup | None = None) -> AskRule:
        """Return the rule of one answer."""
        value, cells, number, formula = spot.value, "", 0, spot
        if isinstance(value, dict):
            kind = "cell" if "cell" in value else "number"
            formula, cells, number = spot.at(kind), value.get("of", ""), value.get("part", 1) if kind == "number" else 0
            if kind == "cell" and "of" in value:
                check_name(spot.at("of"), cells, self.spec.cells, "grid among the cells", self.problems)
        rule = AskRule(str(formula.value), cells, number)
        try:
            self.formulas(formula, (rule.formula,), group)
        except FormulaError as error:
            formula.report(self.problems, str(error), error.remedy)
        return rule

    def fact(self, spot: YamlValue, tracks: Mapping[str, str]) -> Fact:
        """Return what is known about an ask."""
        value = spot.value if isinstance(spot.value, dict) else {}
        if "at" in value:
            return PlaceRule(
                {str(part.path[-1]): self.rule(part) for part in spot.at("at").items()}, value.get("by", "")
            )
        kind = next((kind for kind in ("highest", "there") if kind in value), "")
        if not kind:
            return self.rule(spot)
        answers: Sequence[Answer] = value.get("of", ())
        if check_name(spot.at(kind), value[kind], tracks, "track of the table", self.problems):
            most = self.spec.groups[value[kind]].columns[0].most
            answers = answers or range(most + 1)
            if len(answers) != most + 1:
                message = f"{len(answers)} answers for 0 to {most} marks"
                spot.at("of").report(self.problems, message, f"write {most + 1}")
        return TrackRule(kind, value[kind], tuple(answers))

    def track(self, spot: YamlValue) -> str:
        """Return the formula of a track's most, "" without; report a group that has no marks."""
        name = _track_name(spot)
        tracks = [group.name for group in self.spec.groups.values() if group.columns[0].type == "track"]
        check_name(spot.at("of") if isinstance(spot.value, dict) else spot, name, tracks, "track", self.problems)
        return self.rule(spot.at("most")).text if isinstance(spot.value, dict) and "most" in spot.value else ""

    def preset(self, spot: YamlValue) -> PresetSpec:
        """Return a preset."""
        value, group = spot.value, None
        if each := value.get("each", ""):
            lists = {group.name: group for group in self.spec.groups.values() if group.kind == "rows"}
            if check_name(spot.at("each"), each, lists, "list", self.problems):
                group = lists[each]
        if self.game and self.game.procedures:
            procedures = {procedure.name: procedure for procedure in self.game.procedures}
            if check_name(spot.at("roll"), value["roll"], procedures, "procedure", self.problems):
                asks = [ask.name for ask in procedures[value["roll"]].asks]
                for name in value.get("asks", {}):
                    check_name(spot.at("asks", name), name, asks, f"ask in {value['roll']}", self.problems)
        when = (
            (spot.at("when").items() if isinstance(value["when"], list) else [spot.at("when")])
            if "when" in value
            else []
        )
        return PresetSpec(
            self.pattern(spot.at("title"), group),
            value["roll"],
            self.words.translate_key(spot, "verb"),
            each,
            bool(value.get("otherwise")),
            tuple(self.rule(part, group) for part in when),
            {name: self.rule(spot.at("asks", name), group) for name in value.get("asks", {})},
        )

    def places(self, spot: YamlValue, tracks: Mapping[str, str]) -> dict[str, str]:
        """Return the sheet's keys by hit location; report keys of no track, and locations that no card shows."""
        keys = [key for name in tracks if name in self.spec.groups for key in self.spec.groups[name].keys]
        decks = self.game.decks if self.game else ()
        stacks = [section for deck in decks for section in deck.sections if isinstance(section, StackSection)]
        locations = [location.name for section in stacks for location in section.locations()]
        for procedure in self.game.procedures if self.game else ():  # places that may be aimed at
            asks = (ask for ask in procedure.asks if ask.name in procedure.place)
            locations += (choice.name for ask in asks for choice in ask.choices if choice.number)
        places: dict[str, str] = {}
        for part in spot.items():
            check_name(part, str(part.path[-1]), keys, "place among the tracks", self.problems)
            for location in part.items() if isinstance(part.value, list) else [part]:
                if stacks:
                    check_name(location, location.value, locations, "hit location", self.problems)
                places[location.value] = str(part.path[-1])
        return places
