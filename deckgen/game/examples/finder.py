"""Finding what a situation names: places of the game's files, cells, figures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import partial

from deckgen.errors import Faults
from deckgen.game.lookup import SHEET, Lookup
from deckgen.game.sections.base import Section
from deckgen.game.sections.grid import GridSection
from deckgen.game.sections.marks import MarksSection
from deckgen.game.translation import Translation
from deckgen.game.values import is_whole
from deckgen.records import record
from deckgen.sources import Spot


@record(frozen=False)
class Finder:
    """Looks up names for one situation; ``wrong`` once anything was blamed."""

    lookup: Lookup
    words: Translation
    faults: Faults
    wrong: bool = False

    def blame(self, spot: Spot, what: str, remedy: str) -> None:
        spot.blame(self.faults, what, remedy)
        self.wrong = True

    def check_name(self, spot: Spot, known: Iterable[str], what: str, name: str | None = None) -> None:
        """Add a fault if the value, or ``name``, is none of the names; see ``Spot.is_one_of``."""
        self.wrong |= not spot.is_one_of(known, self.faults, what, name)

    def label(
        self, spot: Spot, known: Iterable[str], section: Section, part: str, name: str | None = None
    ) -> str:
        """Return the label of a part of a section, which is the value or ``name``; one that it lacks is a fault."""
        self.check_name(spot, known, f'"{section.name}" has no {part}', name)
        return str(spot.value) if name is None else name

    def cell(self, section: GridSection, spot: Spot) -> tuple[str, str]:
        """Column and row of a label such as III-3; a row after the last one, where the game says what it is."""
        labels = [column.label for column in section.columns]
        column, _, row = str(spot.value).rpartition("-")
        if not column or not re.fullmatch("[0-9]{1,3}", row):
            self.blame(spot, f"{spot.value!r} is no cell", f"write column and row, such as {labels[0]}-1")
        elif column not in labels:
            self.check_name(spot, labels, f'"{section.name}" has no column', column)
        elif section.cell_named(str(spot.value)) is None:
            remedy = f"write a row from 1 to {section.rows}, or say in the section what comes beyond"
            self.blame(spot, f'"{section.name}" has no row {row}', remedy)
        return column, row

    def figures(self, section: MarksSection, spot: Spot) -> tuple[int, ...]:
        listed = spot.value if isinstance(spot.value, list) else []
        for each in listed:
            if not is_whole(each, 1, section.count):
                remedy = f"write numbers from 1 to {section.count}"
                self.blame(spot, f'"{section.name}" has no figure {each!r}', remedy)
        return tuple(listed)

    def at(self, spot: Spot, steps: Sequence[str] | None = None) -> Spot | None:
        """Return the value at the place that is written; see ``Lookup.at``."""
        blame = partial(spot.blame, self.faults)
        there = self.lookup.at(str(spot.value), spot, blame, steps)
        self.wrong |= there is None
        return there

    def entries(self, spot: Spot, there: Spot | None) -> tuple[dict[str, str | int], ...]:
        """Return the entries of the list that is at the place that ``spot`` names, each with its name and other facts."""
        if there is None:
            return ()
        entries = there.items() if isinstance(there.value, list) else []
        if not entries or not all(isinstance(each.value, dict) and "name" in each.value for each in entries):
            self.blame(spot, "that is no list of levels", "name a list whose entries each have a name")
            return ()
        prefix = SHEET if str(spot.value).startswith(SHEET) else ""
        words = Translation(self.words.translated, prefix=prefix)  # who reads the sheet asks for its words
        return tuple({**each.value, "name": words.of(each.at("name"))} for each in entries)

    def number(self, spot: Spot, there: Spot | None) -> int:
        """Return the whole number at the place that ``spot`` names; 0 if there is none, with a fault added."""
        number = 0 if there is None else whole(there.value)
        if number is None:
            what = f'what stands at "{spot.value}" is no whole number'
            self.blame(spot, what, "name a number, a step before, or a difficulty")
        return number or 0


def whole(value: object) -> int | None:
    """Return a whole number, or the one that a text with a true minus says."""
    if isinstance(value, str) and re.fullmatch(r"[−-]?[0-9]{1,18}", value):
        return int(value.replace("−", "-"))
    return value if isinstance(value, int) and not isinstance(value, bool) else None
