"""Reading what the odds of a procedure show: rows of answers, and columns of what may come of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from deckgen.game.examples import CHOICE, NUMBER, Conditions, Forecast, Situation, live_steps
from deckgen.game.examples.asks import NameResolver, listed_names, parse_int
from deckgen.game.sections.base import Section
from deckgen.game.sections.distribution import WordedSection
from deckgen.game.sections.grid import GridSection
from deckgen.game.sections.marks import MarksSection
from deckgen.game.sections.rolls import RollsSection
from deckgen.game.sections.stack import StackSection
from deckgen.sources import YamlValue

_COUNTED = GridSection | RollsSection | StackSection | MarksSection | WordedSection


def read_forecast(
    node: YamlValue,
    situation: Situation,
    sections: Mapping[str, Section],
    conditions: Callable[[YamlValue], Conditions],
    resolver: NameResolver,
) -> Forecast:
    """Return the forecast of a procedure, whose ``conditions`` are read so; add problems where it cannot be counted."""
    levels, level_names = "", tuple[str, ...]()
    for entry in node.items("levels"):
        levels = entry.name
        resolver.check_name(entry, [step.name for step in situation.steps], "there is no step", levels)
        level_names = tuple(str(level["name"]) for level in resolver.level_entries(entry, resolver.value_at(entry)))
    named = {
        key: tuple((resolver.words.key_text(entry), conditions(entry)) for entry in node.items(key))
        for key in ("outcomes", "beside")
    }
    then = tuple(
        (resolver.words.key_text(entry), roll.name, tuple((step.name, listed_names(step)) for step in entry.items()))
        for roll in node.items("then")
        for entry in roll.items()
    )
    rows = tuple(_answers(row, situation, sections, resolver) for row in node.items("rows")) or ({},)
    asks = _answers(node.at("asks"), situation, sections, resolver) if "asks" in node.value else {}
    forecast = Forecast(rows, asks, named["outcomes"], levels, level_names, named["beside"], then)
    for message in uncounted(situation, forecast, sections):
        resolver.report(node, message, "name outcomes that do not depend on it")
    return forecast


def _answers(
    node: YamlValue, situation: Situation, sections: Mapping[str, Section], resolver: NameResolver
) -> dict[str, Any]:
    """Return answers by ask; add a problem for each that is none."""
    asks = {ask.name: ask for ask in situation.asks}
    for entry in node.items():
        resolver.check_name(entry, asks, "nothing is asked for that is called", entry.name)
        if entry.name not in asks:
            continue
        ask, number = asks[entry.name], parse_int(entry.value)
        if ask.kind == CHOICE:
            resolver.check_name(entry, [choice.name for choice in ask.choices], f'"{ask.name}" has no choice')
        elif ask.kind != NUMBER:
            resolver.read_place(ask.kind, sections[ask.section], entry)
        elif number is None or not ask.least <= number <= ask.most:
            resolver.report(entry, f"this is no number from {ask.least} to {ask.most}", "write such a number")
    return {**node.value}


def uncounted(situation: Situation, forecast: Forecast, sections: Mapping[str, Section]) -> Iterator[str]:
    """Yield what the outcomes depend on that is not counted: further cards, two places of a stack, and kinds of sections."""
    reading = [step for step in live_steps(situation, forecast) if step.read]
    numbers = [situation.steps.index(step) for step in reading]
    later = situation.steps[numbers[0] + 1 : numbers[-1] + 1] if numbers else ()
    yield from (f'"{step.name}" draws another card' for step in later if step.draws)
    for step in reading:
        if step.read and not isinstance(sections[step.read.section], _COUNTED):
            yield f'"{step.name}" reads {step.read.section}'
    stacks = {step.read for step in reading if step.read and isinstance(sections[step.read.section], StackSection)}
    if len(stacks) > 1:
        yield "several places of a stack are read"
