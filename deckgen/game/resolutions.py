"""Resolutions: conditions decided by one card, such as a throw that reaches its number and hits the head."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from math import prod
from typing import Any

from deckgen.errors import Problems, suggest
from deckgen.game.entries import GameEntries
from deckgen.game.rising import joint_shares
from deckgen.game.sections.base import CellSpec, DeckContext, Section
from deckgen.game.sections.dice import REST, DiceSection
from deckgen.game.sections.distribution import WordedSection
from deckgen.game.sections.grid import GridSection
from deckgen.game.sections.marks import MarksSection
from deckgen.game.sections.rolls import RollsSection
from deckgen.game.sections.stack import StackSection
from deckgen.game.values import Scalar, is_int_between, is_one_of
from deckgen.odds import describe, distribution
from deckgen.odds.joint import Joint, Outcome
from deckgen.records import record
from deckgen.sources import YamlValue


@record
class Reaching:
    """A condition: the roll at ``column`` and ``row`` totals ``at_least`` this, open cards included."""

    section: str
    column: str
    row: int
    at_least: int


@record
class Showing:
    """A condition: result index ``draw`` of a section is one of ``values``, for dice outcomes.

    For a stack it is the hit location ``up`` places above the standard one.
    """

    section: str
    draw: int
    values: tuple[Scalar | Outcome, ...]
    up: int = 0


Condition = Reaching | Showing


@record
class Resolution:
    """Conditions that must all hold on one drawn card, sorted by section, and their common name."""

    name: str
    title: str
    help: str
    conditions: tuple[Condition, ...]


def read_resolutions(
    entries: GameEntries, sections: Mapping[str, Section | None], deck_context: DeckContext
) -> Iterator[Resolution]:
    """Yield the resolutions of a deck that has all the ``sections`` they name.

    ``sections`` has None for one with problems. A problem is added for each wrong condition and each section
    that no deck has. An inherited resolution is left out if it does not fit.
    """
    all_sections, local_names = entries.all_of("sections"), entries.local("resolutions")
    for name, node in entries.valid("resolutions").items():
        context = deck_context if name in local_names else replace(deck_context, problems=Problems())
        conditions_by_section = {condition.name: condition for condition in node.items("conditions")}
        existing = [
            section
            for section, condition in conditions_by_section.items()
            if condition.check_name(all_sections, context.problems, "there is no section", section)
        ]
        pairs = [(sections.get(section), conditions_by_section[section]) for section in sorted(existing)]
        if any(section is None for section, _ in pairs):
            continue
        conditions = [_read_conditions(section, condition, context) for section, condition in pairs if section]
        if all(conditions) and len(existing) == len(conditions_by_section):
            title, help_ = deck_context.words.text(node, "title"), deck_context.words.text(node, "help")
            yield Resolution(name, title, help_, tuple(chain.from_iterable(conditions)))


def dice_chance(
    resolution: Resolution, section: Callable[[str], Section], size: int, rising: Sequence[tuple[str, ...]] = ()
) -> Fraction:
    """Return the chance that all conditions hold with dice, each rolled on its own, results by their shares.

    ``section`` returns the section with a given name in a deck of ``size`` cards. Conditions on sections of one group
    that rises together are about one result.
    """
    chance = Fraction(1)
    for group in rising:
        conditions = [(group.index(c.section), c) for c in resolution.conditions if c.section in group]
        cards = (
            share.cards
            for share in joint_shares([section(name) for name in group], size)
            if all(isinstance(c, Showing) and is_one_of(share.result[i], c.values) for i, c in conditions)  # type: ignore[index]
        )
        chance *= sum(cards, Fraction(0)) / size
    grouped = {name for group in rising for name in group}
    single = (c for c in resolution.conditions if c.section not in grouped)
    return prod((_condition_chance(section(c.section), c, size) for c in single), start=chance)


def _condition_chance(section: Section, condition: Condition, size: int) -> Fraction:
    """Return the chance of one condition with dice, or by the shares of its results."""
    if isinstance(condition, Reaching):
        cell_key = condition.column, condition.row
        (roll,) = (cell.roll for cell in _rollable_cells(section) if (cell.column, cell.row) == cell_key)
        return distribution(roll).tail(condition.at_least)
    if isinstance(section, StackSection) and condition.up:
        return section.bumped_cards(condition.up, condition.values) / size
    shares = section.audited_variables(size)[condition.draw].shares
    cards = (share.cards for share in shares if is_one_of(share.result, condition.values))
    return sum(cards, Fraction(0)) / size


def _rollable_cells(section: Section) -> list[CellSpec]:
    """Return the cells of a section, or its pools if they are read across cells."""
    pools = section.pools() if isinstance(section, GridSection) else ()
    return list(pools or section.cells())


def _read_conditions(section: Section, node: YamlValue, context: DeckContext) -> list[Condition]:
    """Return the conditions on one section; none, with problems added, if they are wrong."""
    match section:
        case GridSection() | RollsSection():
            return _read_totals(section, node, context)
        case StackSection() if isinstance(node.value, dict):
            return _read_bumped(section, node, context)
        case StackSection() | WordedSection():
            values = _read_values(section, node, context)
            return [Showing(section.name, 0, values)] if values else []
        case MarksSection():
            return _read_marked(section, node, context)
        case DiceSection():
            return _read_results(section, node, context)
    message = f'a resolution cannot use "{section.name}", a section of kind {section.kind()}'
    context.report(node, message, "delete the condition")
    return []


def _read_totals(section: GridSection | RollsSection, node: YamlValue, context: DeckContext) -> list[Condition]:
    """Return a condition per total to reach, by cell (column-row) or roll; none, with problems added, if one is bad."""
    cells = {section.cell_name(cell): cell for cell in _rollable_cells(section)}
    remedy = f"write a result and its number, such as {{{next(iter(cells))}: 7}}"
    entries = _nonempty_entries(node, context, "the number to reach is missing", remedy)
    conditions: list[Condition] = []
    for entry in entries:
        label = entry.name
        if not entry.check_name(cells, context.problems, f'"{section.name}" has no result', label):
            continue
        cell, message_and_remedy = cells[label], None
        if not isinstance(entry.value, int) or isinstance(entry.value, bool):
            message_and_remedy = (
                f"{entry.value!r} is not a number to reach",
                f"write a whole number, such as {{{label}: 7}}",
            )
        elif not distribution(cell.roll).tail(entry.value):
            highest = distribution(cell.roll).maximum
            message_and_remedy = (
                f"{describe(cell.roll)} never reaches {entry.value}",
                f"write {highest} or less",
            )
        elif any(isinstance(c, Reaching) and c.column == cell.column for c in conditions):
            message_and_remedy = (
                "two results of one column depend on each other",
                "keep one result of a column",
            )
        if message_and_remedy:
            context.report(entry, *message_and_remedy)
        else:
            conditions.append(Reaching(section.name, cell.column, cell.row, entry.value))
    return conditions if len(conditions) == len(entries) else []


def _read_bumped(section: StackSection, node: YamlValue, context: DeckContext) -> list[Condition]:
    """Return the condition on a location some bumps up or down; none, with a problem added, if it is wrong."""
    bumps = [key for key in ("up", "down") if key in node.value]
    if "places" not in node.value or len(bumps) != 1 or len(node.value) != 2:
        remedy = "write {up: 1, places: [...]}, or a list of places"
        context.report(node, "the places, and how far up or down, are missing", remedy)
        return []
    (direction,) = bumps
    steps, values = node.value[direction], _read_values(section, node.at("places"), context)
    most = section.standard if direction == "up" else section.height - 1 - section.standard
    if not is_int_between(steps, 1, most):
        message = f"the stack does not show the place {steps} {direction} from the standard one"
        remedy = f"delete {direction}: the standard place is at that end"
        context.report(node.at(direction), message, f"write a number from 1 to {most}" if most else remedy)
        return []
    return [Showing(section.name, 0, values, steps if direction == "up" else -steps)] if values else []


def _read_marked(section: MarksSection, node: YamlValue, context: DeckContext) -> list[Condition]:
    """Return the conditions on figures, marked or not; none, with problems added, if one is wrong."""
    figures = [str(i) for i in range(1, section.count + 1)]
    remedy = "write figures with true or false, such as {1: true}"
    entries = _nonempty_entries(node, context, "the marked figures are missing", remedy)
    conditions: list[Condition] = []
    for entry in entries:
        label = entry.name
        if not entry.check_name(figures, context.problems, f'"{section.name}" has no figure', label):
            continue
        if isinstance(entry.value, bool):
            conditions.append(Showing(section.name, figures.index(label), (entry.value,)))
        else:
            context.report(entry, f"{entry.value!r} is neither true nor false", "write true or false")
    return conditions if len(conditions) == len(entries) else []


def _read_results(section: DiceSection, node: YamlValue, context: DeckContext) -> list[Condition]:
    """Return a condition per roll: the outcomes that have all parts asked for; none, with problems added, if one is bad."""
    rolls = dict(section.rolls)
    remedy = f"write a roll and its result, such as {{{next(iter(rolls))}: 7}}"
    entries = _nonempty_entries(node, context, "the results are missing", remedy)
    conditions: list[Condition] = []
    for entry in entries:
        is_roll = entry.check_name(rolls, context.problems, f'"{section.name}" has no roll', entry.name)
        if is_roll and (outcomes := _asked_outcomes(rolls[entry.name].joint, entry, context)):
            conditions.append(Showing(section.name, [*rolls].index(entry.name), outcomes))
    return conditions if len(conditions) == len(entries) else []


def _asked_outcomes(chances: Joint, node: YamlValue, context: DeckContext) -> tuple[Outcome, ...]:
    """Return the outcomes that have the first part, or all parts of a mapping, that is asked for; none if it is wrong."""
    label, before = node.name, len([*context.problems])
    outcomes, asks_first = [*chances.weights], True
    for part in node.items() if isinstance(node.value, dict) else [node]:
        name = part.name if part is not node else chances.parts[0].name
        if not part.check_name([p.name for p in chances.parts], context.problems, f'"{label}" has no part', name):
            continue
        index = chances.index(name)
        asks_first = asks_first and not index and not isinstance(part.value, list)
        possible = [*chances.of_part(index)]
        if index and chances.rest:
            context.report(part, f'"{label}" has no highest result', f"ask for its {chances.parts[0].name} alone")
        elif not any(_is_asked(part.value, value) for value in possible):
            message = f'the {name} of "{label}" is never, or hardly ever, {part.value!r}'
            context.report(part, message, suggest(str(part.value), map(str, possible)))
        outcomes = [outcome for outcome in outcomes if _is_asked(part.value, outcome[index])]
    if len([*context.problems]) > before:
        return ()
    if not outcomes:
        context.report(node, f'"{label}" never shows all this together', "ask for parts that go together")
    return (*outcomes, REST) if outcomes and chances.rest and asks_first else tuple(outcomes)


def _is_asked(asked: Any, value: object) -> bool:
    """Return whether a part's value is one of a list, the one asked for, or a number that reaches it."""
    if isinstance(asked, list):
        return is_one_of(value, asked)
    if type(asked) is int and type(value) is int:
        return value >= asked
    return is_one_of(value, [asked])


def _nonempty_entries(node: YamlValue, context: DeckContext, message: str, remedy: str) -> list[YamlValue]:
    """Return the entries of a mapping; none, with a problem added, if it is no mapping or empty."""
    if isinstance(node.value, dict) and node.value:
        return node.items()
    context.report(node, message, remedy)
    return []


def _read_values(section: Section, node: YamlValue, context: DeckContext) -> tuple[Scalar, ...]:
    """Return the values listed, or the single one; none, with problems added, if the section never has one."""
    results = [share.result for share in section.audited_variables(context.size)[0].shares]
    listed: list[Any] = node.value if isinstance(node.value, list) else [node.value]
    missing = [value for value in listed if not is_one_of(value, results)]
    for value in missing:
        context.report(node, f'"{section.name}" is never {value!r}', suggest(str(value), map(str, results)))
    return () if missing else tuple(dict.fromkeys(listed))
