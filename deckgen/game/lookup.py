"""Resolving key paths into a game's files, such as ``scopes.Pulp.Easy``, or into its sheet; texts with such paths."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import partial
from pathlib import Path
from typing import Any

from deckgen.errors import DeckgenError, GameError, Problems, suggest
from deckgen.game.entries import GameEntries
from deckgen.game.translation import MARK, Translation
from deckgen.records import record
from deckgen.sources import ExactFloat, YamlValue, format_path, read_yaml

_PLACE = re.compile(r"\{([^{}]*)\}")
_TRANSLATABLE = re.compile(r"[^\W\d_]{2}|\dd\d")
"""Matches words or dice, which can be translated, unlike bare numbers and units."""
SHEET = "sheet."
"""The prefix of key paths into the sheet, and of its texts."""
_FILE = Path("sheet", "sheet.yaml")

Report = Callable[[str, str], None]
"""A function that adds a problem with the text that holds a key path: message and remedy."""


@record(frozen=False)
class Lookup:
    """Resolves key paths; a sheet that cannot be read is reported once."""

    entries: GameEntries
    _sheets: dict[Path, YamlValue | None] = field(default_factory=dict)

    def resolve(
        self, path: str, source: YamlValue, report: Report, steps: Sequence[str] | None = None
    ) -> YamlValue | None:
        """Return the value at a key path that ``source`` holds; None, with a problem reported, if missing.

        ``steps`` are names of earlier steps, also suggested. None without a report if the entry is broken.
        """
        if path.startswith(SHEET):
            sheet = self._sheet(source.source.path.parent, report)
            return sheet and _descend(sheet, "." + path.removeprefix(SHEET), path, report)
        top, _, suffix = path.partition(".")
        values = self.entries.all_of(top)
        name = _longest_prefix(values, suffix)
        if name is None:
            message = "no value" if steps is None else "no earlier step and no value"
            candidates = [*(steps or ()), *(f"{top}.{key}" for key in values)]
            report(f'{message} at "{path}"', suggest(path, candidates or [*self.entries.by_key, "sheet"]))
            return None
        if (top, name) in self.entries.broken:
            return None
        return _descend(values[name], suffix[len(name) :], path, report)

    def _sheet(self, folder: Path, report: Report) -> YamlValue | None:
        """Return the sheet in a game's folder; None if it cannot be read, which is reported the first time."""
        if folder not in self._sheets:
            self._sheets[folder] = None
            try:
                self._sheets[folder] = read_yaml(folder / _FILE, GameError, folder).at()
            except DeckgenError as error:
                for problem in error.problems:
                    report(f"the sheet cannot be read: {problem.file}: {problem.message}", problem.remedy)
        return self._sheets[folder]


def path_of(node: YamlValue) -> str:
    """Return the key path of a value as texts write it, with the prefix for the sheet."""
    of_sheet = node.source.path.parent.name == _FILE.parent.name
    return (SHEET if of_sheet else "") + format_path(node.path)


def _longest_prefix(keys: Mapping[str, Any], path: str) -> str | None:
    """Return the longest of the keys that a path begins with; None if there is none."""
    matches = (key for key in keys if path == key or path.startswith((key + ".", key + "[")))
    return max(matches, key=len, default=None)


def _descend(node: YamlValue, suffix: str, path: str, report: Report) -> YamlValue | None:
    """Return the value in ``node`` at ``suffix``, a dot or bracket first; else None, with ``path`` reported."""
    while suffix:
        index = re.match(r"\[([0-9]{1,6})\]", suffix)
        if index and isinstance(node.value, list) and int(index[1]) < len(node.value):
            node, suffix = node.at(int(index[1])), suffix[index.end() :]
            continue
        key = _longest_prefix(node.value, suffix[1:]) if suffix[0] == "." and isinstance(node.value, dict) else None
        if key is None:
            keys = node.value if isinstance(node.value, dict) else ()
            remedy = suggest(suffix[1:], keys) if keys else "write the key path of a value"
            report(f'no value at "{path}": there is no "{suffix.lstrip(".")}"', remedy)
            return None
        node, suffix = node.at(key), suffix[1 + len(key) :]
    return node


@record
class TextReader:
    """Reads printed texts, and adds problems for what is wrong in them."""

    words: Translation
    problems: Problems
    lookup: Lookup

    def printed_text(self, node: YamlValue, report: Report | None = None) -> str:
        """Return a printed text, its key paths replaced by values; problems are reported at ``node`` by default."""
        report = report or partial(node.report, self.problems)
        if isinstance(node.value, int | float):
            return self.printed_value(node, report)
        text = str(node.value)
        if text.count("**") % 2:
            report("one ** has no partner", "write **bold words**")
        if _TRANSLATABLE.search(_PLACE.sub("", text)):
            text = self.words.text(node)
        text = self.words.fill(text)

        def filled(match: re.Match[str]) -> str:
            if MARK.fullmatch(match[0]):
                return match[0]
            value = self.lookup.resolve(match[1], node, report)
            return "" if value is None else self.printed_value(value, report)

        text = _PLACE.sub(filled, text)
        self.words.note_marks(node, text)
        return text

    def printed_value(self, node: YamlValue, report: Report) -> str:
        """Return a text translated, or a number as printed; "", with a problem reported, for any other value."""
        value = node.value
        if isinstance(value, ExactFloat):
            return self.words.language.number(value.exact, len(value.text.partition(".")[2]))
        if isinstance(value, int) and not isinstance(value, bool):
            return self.words.language.number(value)
        if isinstance(value, str) and value and not value.startswith("="):
            return self.words.printed(path_of(node), value)
        kind = "a formula" if isinstance(value, str) and value else "neither text nor number"
        report(f'the value at "{path_of(node)}" is {kind}', "write the key path of a text or number")
        return ""
