"""Looking up what is at a place of the game's files, such as ``scopes.Pulp.Easy``, or of its sheet."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any

from deckgen.errors import DeckgenError, GameError, suggest
from deckgen.game.parts import GameEntries
from deckgen.records import record
from deckgen.sources import YamlValue, format_path, read_yaml

SHEET = "sheet."
"""What places of the sheet begin with, and those of its words."""
_FILE = Path("sheet", "sheet.yaml")

Report = Callable[[str, str], None]
"""Adds a problem: what is wrong with the text that names a place, and the remedy."""


@record(frozen=False)
class Lookup:
    """Finds places; a sheet that cannot be read is reported once."""

    parts: GameEntries
    _sheets: dict[Path, YamlValue | None] = field(default_factory=dict)

    def resolve(
        self, place: str, by: YamlValue, blame: Report, steps: Sequence[str] | None = None
    ) -> YamlValue | None:
        """Return the value at a place that ``by`` names; None, with a problem added, if there is nothing.

        ``steps`` are those before that might have been meant instead of a place.
        """
        if place.startswith(SHEET):
            sheet = self._sheet(by.source.path.parent, blame)
            return sheet and _descend(sheet, "." + place.removeprefix(SHEET), place, blame)
        top, _, rest = place.partition(".")
        things = self.parts.all_of(top)
        name = _longest_prefix(things, rest)
        if name is None:
            what = "nothing stands" if steps is None else "there is no step before and nothing"
            named = [*(steps or ()), *(f"{top}.{each}" for each in things)]
            blame(f'{what} at "{place}"', suggest(place, named or [*self.parts.by_key, "sheet"]))
            return None
        if (top, name) in self.parts.broken:
            return None
        return _descend(things[name], rest[len(name) :], place, blame)

    def _sheet(self, folder: Path, blame: Report) -> YamlValue | None:
        if folder not in self._sheets:
            self._sheets[folder] = None
            try:
                self._sheets[folder] = read_yaml(folder / _FILE, GameError, folder).at()
            except DeckgenError as error:
                for problem in error.problems:
                    blame(f"the sheet cannot be read: {problem.file}: {problem.message}", problem.remedy)
        return self._sheets[folder]


def path_of(spot: YamlValue) -> str:
    """Return the place of a value, as texts name it."""
    of_sheet = spot.source.path.parent.name == _FILE.parent.name
    return (SHEET if of_sheet else "") + format_path(spot.path)


def _longest_prefix(keys: Mapping[str, Any], rest: str) -> str | None:
    """Return the longest of the keys that a place begins with."""
    fits = (key for key in keys if rest == key or rest.startswith((key + ".", key + "[")))
    return max(fits, key=len, default=None)


def _descend(spot: YamlValue, rest: str, place: str, blame: Report) -> YamlValue | None:
    """Return the value further in; ``rest`` begins with a dot or a bracket."""
    while rest:
        index = re.match(r"\[([0-9]{1,6})\]", rest)
        if index and isinstance(spot.value, list) and int(index[1]) < len(spot.value):
            spot, rest = spot.at(int(index[1])), rest[index.end() :]
            continue
        key = (
            _longest_prefix(spot.value, rest[1:]) if rest[0] == "." and isinstance(spot.value, dict) else None
        )
        if key is None:
            known = spot.value if isinstance(spot.value, dict) else ()
            remedy = suggest(rest[1:], known) if known else "name the place of a value"
            blame(f'nothing stands at "{place}": there is no "{rest.lstrip(".")}"', remedy)
            return None
        spot, rest = spot.at(key), rest[1 + len(key) :]
    return spot
