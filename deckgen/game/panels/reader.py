"""Reading panels of rules.

Words are printed through the game's translations, by their place. A ``{PLACE}`` in them is the value that stands at
that place of the game's files, or at ``sheet.PLACE`` of its sheet, so that no number stands twice.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from deckgen.errors import GameError, Problems, suggest
from deckgen.game.lookup import Lookup, Report, path_of
from deckgen.game.model import DeckSpec, GridSection, RollsSection, Scope
from deckgen.game.panels import (
    Panel,
    PanelBlock,
    PanelList,
    PanelMarks,
    PanelOdds,
    PanelPage,
    PanelScopes,
    PanelShares,
    PanelTable,
    PanelText,
    PrintedRules,
)
from deckgen.game.parts import GameEntries
from deckgen.game.translation import Translation
from deckgen.reading import CSV, read_bytes
from deckgen.records import record
from deckgen.sources import ExactFloat, YamlValue, format_path

_PLACE = re.compile(r"\{([^{}]*)\}")
_TRANSLATABLE = re.compile(r"[^\W\d_]{2}|\dd\d")
"""Words or dice: what can be translated, unlike bare numbers and units."""
_MOST_ROWS = 200
_JOKERS = "poker"
"""What names the marks of jokers among sections: the slot of the card's face."""
SCREEN_COLUMNS = 3


def read_rules(
    parts: GameEntries,
    decks: Sequence[DeckSpec],
    scopes: Sequence[Scope],
    words: Translation,
    problems: Problems,
) -> PrintedRules:
    """The printed rules of a game with these decks and scopes; what is wrong is added to ``problems``."""
    reader = _Reader(parts, decks, scopes, words, problems, Lookup(parts))
    known = parts.all_of("panels")
    panels = {name: reader.panel(name, spot) for name, spot in parts.valid("panels").items()}

    def page(name: str, spot: YamlValue, columns: int) -> PanelPage:
        titled = isinstance(spot.value, dict)
        listed = [
            each
            for each in (spot.items("panels") if titled else spot.items())
            if each.check_name(known, problems, "there is no panel") and each.value in panels
        ]
        title = words.text(spot, "title") if titled else ""
        return PanelPage(name, title, tuple(panels[each.value] for each in listed), columns, spot)

    cards = [
        page(name, each, each.get("columns", 1)) for name, each in parts.valid("reference_cards").items()
    ]
    pages = [each for spot in parts.valid("screen").values() for each in spot.items()]  # its one key is pages
    screen = [page(str(number), each, SCREEN_COLUMNS) for number, each in enumerate(pages, 1)]
    return PrintedRules(tuple(cards), tuple(screen))


@record
class _Reader:
    parts: GameEntries
    decks: Sequence[DeckSpec]
    scopes: Sequence[Scope]
    words: Translation
    problems: Problems
    lookup: Lookup

    def panel(self, name: str, spot: YamlValue) -> Panel:
        blocks = [block for each in spot.items("blocks") if (block := self._block(each))]
        return Panel(name, self._printed_text(spot.at("title")), spot.get("icon", ""), tuple(blocks), spot)

    def _block(self, block: YamlValue) -> PanelBlock | None:
        (spot,) = block.items()
        match spot.path[-1]:
            case "text":
                return PanelText(self._printed_text(spot))
            case "list":
                return PanelList(tuple(map(self._printed_text, spot.items())))
            case "table":
                return self._table(spot)
            case "scope":
                named = spot.items() if isinstance(spot.value, list) else [spot]
                return PanelScopes(tuple(filter(None, map(self._scope, named))))
            case "marks":
                named = [] if spot.value == "all" else spot.items()
                named = [each for each in named if each.value == _JOKERS or self._section(each)]
                return PanelMarks(tuple(each.value for each in named))
            case "shares":
                return PanelShares(spot.value) if self._section(spot) else None
            case "beyond":
                return self._beyond(spot)
            case _:
                return self._odds(spot)

    # What a block names

    def _section(self, spot: YamlValue) -> Any:
        """The section of that name of the first deck that has one; None, with a problem added, if no deck has."""
        sections = {section.name: section for deck in reversed(self.decks) for section in deck.sections}
        if not (self.problems and spot.value in self.parts.all_of("sections")):  # else it may be wrong itself
            spot.check_name(sections, self.problems, "no deck has a section")
        return sections.get(spot.value)

    def _scope(self, spot: YamlValue) -> str | None:
        """The printed name of the scope; None, with a problem added, if there is none."""
        printed = (scope.name for scope in self.scopes)
        scopes = dict(zip(self.parts.valid("scopes"), printed, strict=True))
        if ("scopes", spot.value) not in self.parts.broken:
            spot.check_name(scopes, self.problems, "there is no scope")
        return scopes.get(spot.value)

    def _beyond(self, spot: YamlValue) -> PanelText | None:
        section = self._section(spot)
        if section is None:
            return None
        if not (isinstance(section, GridSection) and section.beyond):
            what = f"the section {section.name} does not say what comes beyond its last row"
            spot.report(self.problems, what, "name a grid that has beyond")
            return None
        rule = self.words.language.phrase(section.beyond_rule)
        return PanelText(f"**{section.title}**: {section.beyond_in_words(rule)}")

    def _odds(self, spot: YamlValue) -> PanelOdds | None:
        section, scope = self._section(spot.at("section")), self._scope(spot.at("scope"))
        if section is None or scope is None:
            return None
        if isinstance(section, RollsSection):
            labels, rows = [label for label, _ in section.rolls], [1]
        elif isinstance(section, GridSection):
            labels, rows = [column.label for column in section.columns], list(range(1, section.rows + 1))
        else:
            spot.at("section").report(
                self.problems, "nothing is rolled in this section", "name a grid or rolls"
            )
            return None
        chosen = {}
        for key, known in (("rolls", labels), ("rows", rows)):
            chosen[key] = tuple(spot.get(key, known[:1] if isinstance(section, RollsSection) else known))
            for each in spot.items(key):
                if each.value not in known:
                    what = f"the section {section.name} has no {each.value!r} among its {key}"
                    each.report(self.problems, what, suggest(each.value, map(str, known)))
        return PanelOdds(section.name, scope, **chosen, bonuses=tuple(spot.get("bonus", [0])))

    # Tables

    def _table(self, spot: YamlValue) -> PanelTable | None:
        heads = spot.items("columns")
        if "of" in spot.value:
            rows = self._rows_of_entries(spot, heads)
        elif "csv" in spot.value:
            rows = self._rows_of_csv(spot, heads)
        else:
            rows = [
                tuple(map(self._printed_text, row.items()))
                for row in spot.items("rows")
                if _check_row_length(row.value, heads, partial(row.report, self.problems))
            ]
        return None if rows is None else PanelTable(tuple(map(self._printed_text, heads)), tuple(rows))

    def _rows_of_entries(self, spot: YamlValue, heads: Sequence[YamlValue]) -> list[tuple[str, ...]] | None:
        """Rows made of the entries of a list or mapping, or of what several have under the same names.

        ``key`` is an entry's name or number, ``value`` the entry itself; of several, 1 is the first one's entry and
        1.name what that has as its name, and so on.
        """
        blame = partial(spot.at("of").report, self.problems)
        named = spot.items("of") if isinstance(spot.value["of"], list) else [spot.at("of")]
        sources = [each for name in named if (each := self.lookup.resolve(name.value, spot, blame))]
        for each in sources:
            if not isinstance(each.value, dict | list) or not each.value:
                blame(f'at "{path_of(each)}" is no list and no mapping', "name one with entries")
                return None
        entries = [each.items() for each in sources]
        if len({len(each) for each in entries}) != 1:
            if len(sources) == len(named):
                blame("they have not as many entries as each other", "name lists that belong together")
            return None
        return [tuple(self._entry_text(row, head) for head in heads) for row in zip(*entries, strict=True)]

    def _entry_text(self, row: Sequence[YamlValue], head: YamlValue) -> str:
        """What an entry, or those that stand in the same place of several lists, has under a key."""
        blame = partial(head.report, self.problems)
        entry, key = row[0], head.name
        if key == "key":
            last = entry.path[-1]
            if isinstance(last, int):
                return str(last + 1)
            named = not isinstance(entry.value, str)  # else its place has the words of the value
            return self._translated(entry, last) if named else last
        if key == "value":
            return self._printed_value(entry, blame)
        numbered = row if len(row) > 1 else entry.items() if isinstance(entry.value, list) else ()
        inner = {str(number): each for number, each in enumerate(numbered, 1)}
        for number, each in enumerate(row, 1):
            if isinstance(each.value, dict):
                prefix = f"{number}." if len(row) > 1 else ""
                inner |= {f"{prefix}{name}": each.at(name) for name in each.value}
        if key not in inner:
            blame(
                f'the entry {format_path(entry.path)} has no "{key}"', suggest(key, [*inner, "key", "value"])
            )
            return ""
        return self._printed_value(inner[key], blame)

    def _rows_of_csv(self, spot: YamlValue, heads: Sequence[YamlValue]) -> list[tuple[str, ...]] | None:
        file = spot.at("csv").resolve_file(self.problems)
        if file is None or not (lines := self._csv_lines(file, spot.at("csv"))):
            return None
        (_, first), *rows = lines
        for head in heads:
            if first.count(head.value) != 1:
                often = "twice" if head.value in first else "not"
                what = f'the column "{head.value}" is {often} in the first line of {file.name}'
                head.report(self.problems, what, suggest(head.value, first))
        places = [first.index(head.value) for head in heads if head.value in first]
        printed = []
        for number, (line, cells) in enumerate(rows):
            blame = partial(self.problems.add, file, line, "")
            if _check_row_length(cells, first, blame):
                spots = (
                    YamlValue(spot.source, (*spot.path, "rows", number, column), cells[place].strip())
                    for column, place in enumerate(places)
                )
                printed.append(tuple(self._printed_text(each, blame) for each in spots))
        return printed

    def _csv_lines(self, file: Path, named: YamlValue) -> list[tuple[int, list[str]]]:
        """The lines of a CSV file that hold anything, each with its number; none, with a problem added, if it is wrong."""
        lines: list[tuple[int, list[str]]] = []
        try:
            content = read_bytes(file, GameError, CSV, "put the file beside this one")
            reader = csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), strict=True)
            lines += ((reader.line_num, cells) for cells in reader if any(map(str.strip, cells)))
        except GameError as error:
            (problem,) = error.problems
            named.report(self.problems, f"{file.name} cannot be read ({problem.message})", problem.remedy)
            return []
        except UnicodeDecodeError as error:
            line = content.count(b"\n", 0, error.start) + 1
            wrong = line, "this is not UTF-8 text", "save the file with the encoding UTF-8"
        except csv.Error as error:
            wrong = reader.line_num, f"this is no CSV: {error}", "save the table as CSV anew"
        else:
            if 2 <= len(lines) <= _MOST_ROWS + 1:
                return lines
            if len(lines) < 2:
                what = "no row comes after the first line" if lines else "the file is empty"
                wrong = 1, what, "write the columns in the first line, then a line for each row"
            else:
                what = f"the table has more than {_MOST_ROWS} rows"
                wrong = lines[_MOST_ROWS + 1][0], what, "take out what nobody needs at the table"
        line, what, remedy = wrong
        self.problems.add(file, line, "", what, remedy)
        return []

    # Words and the values of places in them

    def _printed_text(self, spot: YamlValue, blame: Report | None = None) -> str:
        """A printed text, its places filled; ``blame`` is for one of a CSV file, which has a line of its own."""
        blame = blame or partial(spot.report, self.problems)
        if isinstance(spot.value, int | float):
            return self._printed_value(spot, blame)
        text = str(spot.value)
        if text.count("**") % 2:
            blame("** stands around bold words, and one is alone", "write **words**")
        if _TRANSLATABLE.search(_PLACE.sub("", text)):
            text = self.words.text(spot)

        def filled(match: re.Match[str]) -> str:
            there = self.lookup.resolve(match[1], spot, blame)
            return "" if there is None else self._printed_value(there, blame)

        return _PLACE.sub(filled, text)

    def _printed_value(self, spot: YamlValue, blame: Report) -> str:
        """What a value is printed as."""
        value = spot.value
        if isinstance(value, ExactFloat):
            return self.words.language.number(value.exact, len(value.text.partition(".")[2]))
        if isinstance(value, int) and not isinstance(value, bool):
            return self.words.language.number(value)
        if isinstance(value, str) and value and not value.startswith("="):
            return self._translated(spot, value)
        kind = "a formula" if isinstance(value, str) and value else "no text and no number"
        blame(f'what stands at "{path_of(spot)}" is {kind}', "name the place of a text or of a number")
        return ""

    def _translated(self, spot: YamlValue, text: str) -> str:
        """A printed word of another place, in the language that is asked for."""
        return self.words.translated.get(path_of(spot), text)


def _check_row_length(cells: Sequence[object], columns: Sequence[object], blame: Report) -> bool:
    """Whether a row has a cell for each column; if not, a problem is added."""
    if len(cells) != len(columns):
        blame(f"the row has {len(cells)} cells, but there are {len(columns)} columns", "add or delete cells")
    return len(cells) == len(columns)
