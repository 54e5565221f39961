"""Finding what a situation names, in the files of its game: places, cells, figures. What is not there is told."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from deckgen.errors import DeckgenError, Faults, GameError, nearest
from deckgen.game.parts import Parts
from deckgen.game.sections.grid import GridSection
from deckgen.game.sections.marks import MarksSection
from deckgen.game.translation import Translation
from deckgen.game.values import is_whole
from deckgen.records import record
from deckgen.sources import Spot, read_yaml

SHEET = Path("sheet", "sheet.yaml")
_INDEX = re.compile(r"\[([0-9]{1,6})\]")


@record(frozen=False)
class Finder:
    """Looks up names for one situation; ``wrong`` once anything was blamed."""

    parts: Parts
    words: Translation
    faults: Faults
    wrong: bool = False

    def blame(self, spot: Spot, what: str, remedy: str) -> None:
        """Add a fault."""
        spot.blame(self.faults, what, remedy)
        self.wrong = True

    def one_of(self, spot: Spot, name: str, known: Iterable[str], what: str) -> None:
        """Blame the place if ``name`` is none of those known."""
        if name not in known:
            self.blame(spot, f'{what} "{name}"', nearest(name, known))

    def cell(self, section: GridSection, spot: Spot) -> tuple[str, str]:
        """Column and row of a label such as III-3; a row after the last one, where the game says what it is."""
        labels = [column.label for column in section.columns]
        column, _, row = str(spot.value).rpartition("-")
        if not column or not re.fullmatch("[0-9]{1,3}", row):
            self.blame(spot, f"{spot.value!r} is no cell", f"write column and row, such as {labels[0]}-1")
        elif column not in labels:
            self.blame(spot, f'"{section.name}" has no column "{column}"', nearest(column, labels))
        elif section.cell_named(str(spot.value)) is None:
            remedy = f"write a row from 1 to {section.rows}, or say in the section what comes beyond"
            self.blame(spot, f'"{section.name}" has no row {row}', remedy)
        return column, row

    def figures(self, section: MarksSection, spot: Spot) -> tuple[int, ...]:
        """The figures of a list."""
        listed = spot.value if isinstance(spot.value, list) else []
        for each in listed:
            if not is_whole(each, 1, section.count):
                remedy = f"write numbers from 1 to {section.count}"
                self.blame(spot, f'"{section.name}" has no figure {each!r}', remedy)
        return tuple(listed)

    def levels(self, spot: Spot) -> Sequence[dict[str, str | int]]:
        """The entries of a list at the place that is written, each with its name and other facts."""
        found = self.at(spot)
        return () if found is None else self.entries(spot, found)

    def entries(self, spot: Spot, found: Spot) -> Sequence[dict[str, str | int]]:
        """The same of a list that was found."""
        entries = found.items() if isinstance(found.value, list) else []
        if not entries or not all(isinstance(each.value, dict) and "name" in each.value for each in entries):
            self.blame(spot, "that is no list of levels", "name a list whose entries each have a name")
            return ()
        prefix = "sheet." if str(spot.value).startswith("sheet.") else ""
        words = Translation(self.words.translated, prefix=prefix)  # who reads the sheet asks for its words
        return tuple({**each.value, "name": words.of(each.at("name"))} for each in entries)

    def at(self, spot: Spot, known: Sequence[str] | None = None) -> Spot | None:
        """What stands at the place that is written, of the game's files or (``sheet.``) its sheet; None if nothing.

        ``known`` are the steps before that might have been meant.
        """
        place = str(spot.value)
        top, _, rest = place.partition(".")
        if top == "sheet":
            try:
                folder = spot.source.path.parent
                root = read_yaml(folder / SHEET, GameError, folder).spot()
            except DeckgenError as error:
                self.blame(spot, f"the sheet cannot be read: {error.faults[0].what}", error.faults[0].remedy)
                return None
        else:
            things = self.parts.names(top)
            name = next(
                (name for name in things if rest == name or rest.startswith((f"{name}.", f"{name}["))), None
            )
            if name is None:
                what = "nothing stands" if known is None else "there is no step before and nothing"
                named = [*(known or ()), *(f"{top}.{each}" for each in things)]
                self.blame(spot, f'{what} at "{place}"', nearest(place, named))
                return None
            root, rest = things[name], rest[len(name) :].removeprefix(".")
        for step in filter(None, _INDEX.sub(r".#\1", rest).split(".")):
            inner: Any = root.value
            inside = inner if isinstance(inner, dict) else range(len(inner) if isinstance(inner, list) else 0)
            key: Any = int(step[1:]) if re.fullmatch("#[0-9]{1,6}", step) else step
            if key not in inside:
                self.blame(spot, f'nothing stands at "{place}"', nearest(str(key), map(str, inside)))
                return None
            root = root.at(key)
        return root

    def number(self, spot: Spot, found: Spot) -> int:
        """The whole number that was found at what ``spot`` names."""
        number = whole(found.value)
        if number is None:
            what = f'what stands at "{spot.value}" is no whole number'
            self.blame(spot, what, "name a number, a step before, or a difficulty")
        return number or 0


def whole(value: object) -> int | None:
    """A whole number, or the one that a text with a true minus says."""
    if isinstance(value, str) and re.fullmatch(r"[−-]?[0-9]{1,18}", value):
        return int(value.replace("−", "-"))
    return value if isinstance(value, int) and not isinstance(value, bool) else None
