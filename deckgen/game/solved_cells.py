"""Reports on solved cells: whose audits will fail, with what cures it, and whose means are exact over a set only."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from math import ceil

from deckgen.errors import Problem
from deckgen.game.model import CellSpec, DeckSpec, Game, RolledSection
from deckgen.odds import describe
from deckgen.records import record


@record
class CellResult:
    """What the decks of a solved cell reach: the largest tail error of one, and the limit that it passes, in cards.

    ``is_exact``: whether the mean equals the dice's in each deck, not only over a set. ``sizes`` are the
    nearest numbers of cards that meet the limit, if they are known.
    """

    cell: CellSpec
    error: Fraction
    limit: Fraction
    is_exact: bool
    sizes: tuple[int, ...] = ()


def report_cells(game: Game, spec: DeckSpec, results: Sequence[CellResult]) -> tuple[list[Problem], list[str]]:
    """Return warnings about cells whose audits will fail, and notes on those that are exact over a set only."""
    warnings = []
    names = []
    for section_name, section_results in groupby(results, key=lambda result: result.cell.section):
        section = rolled_section(spec, section_name)
        inexact = []
        for result in section_results:
            name = section.cell_name(result.cell)
            if result.error > result.limit:
                message = (
                    f"{name} ({describe(result.cell.roll)}) is up to {_hundredths(result.error)} cards off its dice in"
                    f" {spec.size} cards, and its limit is {float(result.limit):.2f}: audits will fail"
                )
                remedy = tail_remedy(spec, result.cell, result.error, result.sizes)
                warnings.append(Problem(str(game.folder), None, f"sections.{section_name}", message, remedy))
            if not result.is_exact:
                inexact.append(name)
        if inexact:
            names.append(f"{section_name} {', '.join(inexact)}")
    notes = [f"means that are exact over a set of decks, not in each: {'; '.join(names)}"] if names else []
    return warnings, notes


def tail_remedy(spec: DeckSpec, cell: CellSpec, error: Fraction, sizes: Sequence[int] = ()) -> str:
    """Return what to write so that a cell with this tail error, in cards, passes its audit."""
    section = rolled_section(spec, cell.section)
    name = section.cell_name(cell)
    entries = []
    if cell.roll.endless and section.least_open(cell) != 1:
        entries.append(f"open: {{{name}: any}}")
    if section.exact_in(cell) == "deck":
        entries.append(f"exact: {{{name}: set}}")
    highest = max(error, *map(section.tail_limit, section.cells()))  # no other cell's limit shall fall
    entries.append(f"tail_bar: {_hundredths(highest)}")
    *alternatives, last = entries
    remedy = f"write {', '.join(alternatives)} or {last}" if alternatives else f"write {last}"
    return f"{remedy}, or take {' or '.join(map(str, sizes))} cards, jokers included" if sizes else remedy


def rolled_section(spec: DeckSpec, name: str) -> RolledSection:
    """Return the section of that name, which has cells."""
    section = spec.section(name)
    assert isinstance(section, RolledSection)
    return section


def _hundredths(cards: Fraction) -> str:
    """Return a number of cards, rounded up to hundredths: a limit of as many is met."""
    return f"{ceil(cards * 100) / 100:.2f}"
