"""Reading what follows a procedure: where the target is hit, the rolls that come next, notes on tracks, and whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deckgen.errors import suggest
from deckgen.game.decode import Readers, decode
from deckgen.game.examples import (
    CHOICE,
    NUMBER,
    Ask,
    Forecast,
    NextRoll,
    Places,
    Situation,
    SituationStep,
    Sum,
    TrackNote,
    forecast_rolls,
    situations_after,
)
from deckgen.game.examples.asks import NameResolver, listed_names
from deckgen.game.examples.forecasts import uncounted
from deckgen.game.lookup import SHEET
from deckgen.game.sections.base import Section
from deckgen.game.sections.stack import StackSection
from deckgen.records import record
from deckgen.sources import YamlValue

_FIELDS = f"{SHEET}fields."


@record
class FollowerReader:
    """Reads what follows one procedure, whose asks and steps have been read.

    ``readers`` read a "Sum" and "Conditions".
    """

    resolver: NameResolver
    sections: Mapping[str, Section]
    asks: Mapping[str, Ask]
    steps: Mapping[str, SituationStep]
    readers: Mapping[str, Any]

    def read(self, node: YamlValue) -> tuple[Places, tuple[NextRoll, ...], tuple[TrackNote, ...], tuple[str, ...]]:
        """Return the place, the next rolls and the notes of a procedure, and the steps of a turn."""
        readers: Readers = {**self.readers, "Places": self._places, "Answers": self._answers}
        rolls = tuple(decode(NextRoll, entry, readers) for entry in node.items("next"))
        notes = tuple(decode(TrackNote, entry, readers) for entry in node.items("notes"))
        for entry in node.items("notes"):
            self._check_track(entry)
        drawing = [step.name for step in self.steps.values() if step.read]
        for entry in node.items("next"):
            if "card" in entry.value:
                self.resolver.check_name(entry.at("card"), drawing, "no step that reads a card is called")
        place = self._places(node.at("place")) if "place" in node.value else ()
        turn = listed_names(node.at("turn")) if "turn" in node.value else ()
        for name in turn:
            self.resolver.check_name(node.at("turn"), self.steps, "there is no step", str(name))
        return place, rolls, notes, turn

    def _places(self, node: YamlValue) -> Places:
        """Return the named steps and asks; add a problem for each that gives no hit location."""
        stacks = {name for name, section in self.sections.items() if isinstance(section, StackSection)}
        names = [name for name, step in self.steps.items() if step.read and step.read.section in stacks]
        names += [name for name, ask in self.asks.items() if ask.kind == CHOICE]
        for name in listed_names(node):
            self.resolver.check_name(
                node, names, "no step reads a hit location, and no ask has choices, called", str(name)
            )
        return listed_names(node)

    def _answers(self, node: YamlValue) -> Mapping[str, Any]:
        """Return the answers by ask; a name of this procedure's asks and steps is a term."""
        return {entry.name: self._answer(entry) for entry in node.items()}

    def _answer(self, node: YamlValue) -> Sum | str:
        name = str(node.value).removeprefix("-").partition(".")[0]
        is_label = isinstance(node.value, str) and not any(
            name in names for names in (self.steps, self.asks, self.resolver.rulings)
        )
        answer: Sum | str = node.value if is_label else self.readers["Sum"](node)
        return answer

    def _check_track(self, node: YamlValue) -> None:
        """Add a problem unless a note's track is one of the sheet's, with places if the note has one."""
        track = node.at("track")
        fields = self.resolver.value_at(YamlValue(track.source, track.path, _FIELDS.rstrip(".")))
        if fields is None:
            return
        named = fields.value if isinstance(fields.value, dict) else {}
        tracks = [name for name, field in named.items() if isinstance(field, dict) and field.get("type") == "track"]
        self.resolver.check_name(track, tracks, "the sheet has no track")
        if "at" in node.value and track.value in tracks and "keys" not in named[track.value]:
            self.resolver.report(node.at("at"), f'the track "{track.value}" has no places', "delete at:")


def check_next_rolls(
    situation: Situation,
    situations: Sequence[Situation],
    decks: Sequence[Mapping[str, Section]],
    resolver: NameResolver,
) -> None:
    """Add a problem for each next roll whose procedure, or an ask of it, does not exist, and for wrong answers."""
    nodes = resolver.lookup.entries.all_of("procedures") if situation.next or situation.forecast else {}
    by_name = {other.name: other for other in situations}
    for number, follower in enumerate(situation.next):
        entry = nodes[situation.name].at("next", number)
        resolver.check_name(entry.at("roll"), nodes, "there is no procedure")
        if follower.roll not in by_name:
            continue  # a procedure with a problem of its own is not checked
        asks = {ask.name: ask for ask in by_name[follower.roll].asks}
        for answer in entry.items("asks"):
            resolver.check_name(answer, asks, f'"{follower.roll}" does not ask for', answer.name)
            if answer.name in asks:
                ask = asks[answer.name]
                section = next((sections[ask.section] for sections in decks if ask.section in sections), None)
                _check_answer(answer, follower.asks[answer.name], ask, section, situation, resolver)
    if situation.forecast and situation.forecast.then:
        _check_then(nodes[situation.name].at("odds", "then"), situation, situation.forecast, by_name, decks, resolver)


def _check_then(
    node: YamlValue,
    before: Situation,
    forecast: Forecast,
    by_name: Mapping[str, Situation],
    decks: Sequence[Mapping[str, Section]],
    resolver: NameResolver,
) -> None:
    """Add a problem for each step and result, after a procedure, that the target's next rolls lack, or that is not counted."""
    rolls = [follower.roll for follower in forecast_rolls(before, forecast)]
    for roll in node.items():
        resolver.check_name(roll, rolls, "the target has no next roll", roll.name)
        if roll.name not in rolls or roll.name not in by_name:
            continue
        steps = {step.name: step for step in by_name[roll.name].steps}
        for entry in (entry for column in roll.items() for entry in column.items()):
            resolver.check_name(entry, steps, f'"{roll.name}" has no step', entry.name)
            for name in listed_names(entry) if entry.name in steps else ():
                resolver.check_name(entry, steps[entry.name].result_names, f'"{entry.name}" has no result', name)
        if not resolver.has_problems:
            sections = next(sections for sections in decks if by_name[roll.name].sections <= sections.keys())
            for after in situations_after(forecast, {roll.name: by_name[roll.name]}).values():
                for message in uncounted(after, after.forecast or forecast, sections):
                    resolver.report(roll, message, "name results that do not depend on it")


def _check_answer(
    node: YamlValue, answer: Sum | str, ask: Ask, section: Section | None, before: Situation, resolver: NameResolver
) -> None:
    """Add a problem if ``answer`` is none to ``ask``, of ``section`` if any, which a roll after ``before`` asks."""
    if isinstance(answer, tuple):
        number = sum(term.number for term in answer)
        if ask.kind == NUMBER and not any(term.step for term in answer) and not ask.least <= number <= ask.most:
            remedy = "write such a number, or a name of this procedure"
            resolver.report(node, f"{number} is not from {ask.least} to {ask.most}", remedy)
        alike = [other.name for other in before.asks if (other.kind, other.section) == (ask.kind, ask.section)]
        if ask.kind not in (NUMBER, CHOICE) and (len(answer) > 1 or answer[0].step not in alike or answer[0].part):
            resolver.report(node, f'this is no answer to "{ask.name}"', suggest(str(node.value), alike))
    elif section is not None:
        resolver.read_place(ask.kind, section, node)
    elif ask.kind == CHOICE:
        resolver.check_name(node, [choice.name for choice in ask.choices], f'"{ask.name}" has no choice')
    else:
        known = [*(other.name for other in before.asks), *(step.name for step in before.steps)]
        resolver.check_name(node, known, "no ask or step is called")
