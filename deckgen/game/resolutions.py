"""Resolutions: what one card settles together, such as a throw that reaches its number and lands on the head."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from math import prod
from typing import Any

from deckgen.errors import Problems, suggest
from deckgen.game.parts import GameEntries
from deckgen.game.sections.base import CellSpec, DeckContext, Section
from deckgen.game.sections.distribution import WordedSection
from deckgen.game.sections.grid import GridSection
from deckgen.game.sections.marks import MarksSection
from deckgen.game.sections.rolls import RollsSection
from deckgen.game.sections.stack import StackSection
from deckgen.game.values import Scalar, is_int_between, is_one_of
from deckgen.odds import describe, distribution
from deckgen.records import record
from deckgen.sources import YamlValue


@record
class Reaching:
    """A roll of the card totals ``at_least`` so much, chains included; it is the cell or pool of column and row."""

    section: str
    column: str
    row: int
    at_least: int


@record
class Showing:
    """Result number ``draw`` of a section is one of ``values``; of a stack, the place ``up`` from the standard one."""

    section: str
    draw: int
    values: tuple[Scalar, ...]
    up: int = 0


Condition = Reaching | Showing


@record
class Resolution:
    """Conditions that must all hold on one drawn card, and how that is called. They are sorted by section."""

    name: str
    title: str
    help: str
    conditions: tuple[Condition, ...]


def read_resolutions(
    parts: GameEntries, sections: Mapping[str, Section | None], deal: DeckContext
) -> Iterator[Resolution]:
    """The resolutions of a deck, which has all ``sections`` that they name; None is one that is wrong.

    What is wrong with a condition is a problem; so is a section that no deck has. A resolution of a game that
    this one extends is left out where it does not fit.
    """
    known, mine = parts.all_of("sections"), parts.local("resolutions")
    for name, spot in parts.valid("resolutions").items():
        context = deal if name in mine else replace(deal, problems=Problems())
        named = {each.name: each for each in spot.items("conditions")}
        there = [
            section
            for section, each in named.items()
            if each.check_name(known, context.problems, "there is no section", section)
        ]
        asked = [(sections.get(section), named[section]) for section in sorted(there)]
        if any(section is None for section, _ in asked):
            continue
        conditions = [_read_conditions(section, each, context) for section, each in asked if section]
        if all(conditions) and len(there) == len(named):
            title, help_ = deal.words.text(spot, "title"), deal.words.text(spot, "help")
            yield Resolution(name, title, help_, tuple(chain.from_iterable(conditions)))


def dice_chance(resolution: Resolution, section: Callable[[str], Section], size: int) -> Fraction:
    """The chance that all conditions hold with dice: each roll on its own, results by their shares of the deck.

    ``section`` gives the section of a name in a deck of ``size`` cards.
    """
    return prod(
        (_condition_chance(section(c.section), c, size) for c in resolution.conditions), start=Fraction(1)
    )


def _condition_chance(section: Section, condition: Condition, size: int) -> Fraction:
    if isinstance(condition, Reaching):
        place = condition.column, condition.row
        (roll,) = (cell.roll for cell in _rollable_cells(section) if (cell.column, cell.row) == place)
        return distribution(roll).tail(condition.at_least)
    if isinstance(section, StackSection) and condition.up:
        return section.bumped_cards(condition.up, condition.values) / size
    shares = section.audited_variables(size)[condition.draw].shares
    cards = (share.cards for share in shares if is_one_of(share.result, condition.values))
    return sum(cards, Fraction(0)) / size


def _rollable_cells(section: Section) -> list[CellSpec]:
    """What can be rolled in a section: its cells, or the pools that are read across them."""
    pools = section.pools() if isinstance(section, GridSection) else ()
    return list(pools or section.cells())


def _read_conditions(section: Section, spot: YamlValue, deal: DeckContext) -> list[Condition]:
    """The conditions on one section; none, with problems added, if they are wrong."""
    match section:
        case GridSection() | RollsSection():
            return _read_totals(section, spot, deal)
        case StackSection() if isinstance(spot.value, dict):
            return _read_bumped(section, spot, deal)
        case StackSection() | WordedSection():
            values = _read_values(section, spot, deal)
            return [Showing(section.name, 0, values)] if values else []
        case MarksSection():
            return _read_marked(section, spot, deal)
    what = f'a resolution cannot ask what "{section.name}" shows, a section of kind {section.kind()}'
    deal.report(spot, what, "delete the condition")
    return []


def _read_totals(section: GridSection | RollsSection, spot: YamlValue, deal: DeckContext) -> list[Condition]:
    grid = isinstance(section, GridSection)
    cells = {f"{c.column}-{c.row}" if grid else c.column: c for c in _rollable_cells(section)}
    remedy = f"write a result and its number, such as {{{next(iter(cells))}: 7}}"
    entries = _nonempty_entries(spot, deal, "it is not said what must be reached", remedy)
    conditions: list[Condition] = []
    for each in entries:
        label = each.name
        if not each.check_name(cells, deal.problems, f'"{section.name}" has no result', label):
            continue
        cell, wrong = cells[label], None
        if not isinstance(each.value, int) or isinstance(each.value, bool):
            wrong = f"{each.value!r} is no number to reach", f"write a whole number, such as {{{label}: 7}}"
        elif not distribution(cell.roll).tail(each.value):
            highest = distribution(cell.roll).maximum
            wrong = f"{describe(cell.roll)} never reaches {each.value}", f"write {highest} or less"
        elif grid and any(isinstance(c, Reaching) and c.column == cell.column for c in conditions):
            wrong = "two results of one column hang together on a card", "keep one result of a column"
        if wrong:
            deal.report(each, *wrong)
        else:
            conditions.append(Reaching(section.name, cell.column, cell.row, each.value))
    return conditions if len(conditions) == len(entries) else []


def _read_bumped(section: StackSection, spot: YamlValue, deal: DeckContext) -> list[Condition]:
    """The place so many bumps up or down from the standard one."""
    bumps = [key for key in ("up", "down") if key in spot.value]
    if "places" not in spot.value or len(bumps) != 1 or len(spot.value) != 2:
        remedy = "write {up: 1, places: [...]}, or a list of places"
        deal.report(spot, "it is not said which places, and how far up or down", remedy)
        return []
    (way,) = bumps
    steps, values = spot.value[way], _read_values(section, spot.at("places"), deal)
    room = section.standard if way == "up" else section.height - 1 - section.standard
    if not is_int_between(steps, 1, room):
        what = f"the stack does not show the place {steps} {way} from the standard one"
        remedy = f"delete {way}: the standard place is at that end"
        deal.report(spot.at(way), what, f"write a number from 1 to {room}" if room else remedy)
        return []
    return [Showing(section.name, 0, values, steps if way == "up" else -steps)] if values else []


def _read_marked(section: MarksSection, spot: YamlValue, deal: DeckContext) -> list[Condition]:
    figures = [str(i) for i in range(1, section.count + 1)]
    remedy = "write figures with true or false, such as {1: true}"
    entries = _nonempty_entries(spot, deal, "it is not said which figures are marked", remedy)
    conditions: list[Condition] = []
    for each in entries:
        label = each.name
        if not each.check_name(figures, deal.problems, f'"{section.name}" has no figure', label):
            continue
        if isinstance(each.value, bool):
            conditions.append(Showing(section.name, figures.index(label), (each.value,)))
        else:
            deal.report(each, f"{each.value!r} does not say whether it is marked", "write true or false")
    return conditions if len(conditions) == len(entries) else []


def _nonempty_entries(spot: YamlValue, deal: DeckContext, what: str, remedy: str) -> list[YamlValue]:
    """The entries of a mapping; none, with a problem added, if it is none or empty."""
    if isinstance(spot.value, dict) and spot.value:
        return spot.items()
    deal.report(spot, what, remedy)
    return []


def _read_values(section: Section, spot: YamlValue, deal: DeckContext) -> tuple[Scalar, ...]:
    """The values that are listed, or the one; none, with problems added, if the section lacks one."""
    known = [share.result for share in section.audited_variables(deal.size)[0].shares]
    listed: list[Any] = spot.value if isinstance(spot.value, list) else [spot.value]
    missing = [each for each in listed if not is_one_of(each, known)]
    for each in missing:
        deal.report(spot, f'"{section.name}" is never {each!r}', suggest(str(each), map(str, known)))
    return () if missing else tuple(dict.fromkeys(listed))
