"""Reading panels of rules.

Texts are translated by their key path. A ``{PATH}`` in them is replaced by the value at that key path of the
game's files, or at ``sheet.PATH`` of its sheet, so that each number is written only once. ``{mark.NAME}``
stays, for the layout that draws the mark to name it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from deckgen.errors import GameError, Problems, suggest
from deckgen.game.entries import GameEntries
from deckgen.game.lookup import Lookup, Report, TextReader, path_of
from deckgen.game.model import DeckSpec, DiceSection, GridSection, RollsSection, Scope
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
from deckgen.game.translation import Translation
from deckgen.reading import CSV, read_bytes
from deckgen.records import record
from deckgen.sources import YamlValue, format_path

_MOST_ROWS = 200
_JOKERS = "poker"
"""The name for the marks of jokers among section names: the slot of the playing card."""
SCREEN_COLUMNS = 3


def read_rules(
    entries: GameEntries,
    decks: Sequence[DeckSpec],
    scopes: Sequence[Scope],
    words: Translation,
    problems: Problems,
) -> PrintedRules:
    """Return the printed rules of a game with these decks and scopes; problems are added for wrong ones."""
    reader = _Reader(words, problems, Lookup(entries), entries, decks, scopes)
    all_panels = entries.all_of("panels")
    panels = {name: reader.panel(name, node) for name, node in entries.valid("panels").items()}

    def page(name: str, node: YamlValue, columns: int) -> PanelPage:
        """Return a page with the panels that are valid; problems are added for unknown names."""
        titled = isinstance(node.value, dict)
        panel_names = [
            panel
            for panel in (node.items("panels") if titled else node.items())
            if panel.check_name(all_panels, problems, "there is no panel") and panel.value in panels
        ]
        title = words.text(node, "title") if titled else ""
        return PanelPage(name, title, tuple(panels[panel.value] for panel in panel_names), columns, node)

    cards = [page(name, entry, entry.get("columns", 1)) for name, entry in entries.valid("reference_cards").items()]
    pages = [
        page_value for node in entries.valid("screen").values() for page_value in node.items()
    ]  # its one key is pages
    screen = [page(str(number), entry, SCREEN_COLUMNS) for number, entry in enumerate(pages, 1)]
    return PrintedRules(tuple(cards), tuple(screen))


@record
class _Reader(TextReader):
    """Reads panels, and adds problems for what is wrong in them."""

    entries: GameEntries
    decks: Sequence[DeckSpec]
    scopes: Sequence[Scope]

    def panel(self, name: str, node: YamlValue) -> Panel:
        """Return a panel; wrong blocks are left out, and problems added."""
        blocks = [block for block_value in node.items("blocks") if (block := self._block(block_value))]
        return Panel(name, self.printed_text(node.at("title")), node.get("icon", ""), tuple(blocks), node)

    def _block(self, block: YamlValue) -> PanelBlock | None:
        """Return the block for the only key of a mapping; None, with a problem added, if it is wrong."""
        (node,) = block.items()
        match node.path[-1]:
            case "text":
                return PanelText(self.printed_text(node))
            case "list":
                return PanelList(tuple(map(self.printed_text, node.items())))
            case "table":
                return self._table(node)
            case "scope":
                names = node.items() if isinstance(node.value, list) else [node]
                return PanelScopes(tuple(filter(None, map(self._scope, names))))
            case "marks":
                names = [] if node.value == "all" else node.items()
                names = [name for name in names if name.value == _JOKERS or self._section(name)]
                return PanelMarks(tuple(name.value for name in names))
            case "shares":
                return PanelShares(node.value) if self._section(node) else None
            case "beyond":
                return self._beyond(node)
            case _:
                return self._odds(node)

    # What a block names

    def _section(self, node: YamlValue) -> Any:
        """Return the section of this name of the first deck with it; None, with a problem unless it may be broken."""
        sections = {section.name: section for deck in reversed(self.decks) for section in deck.sections}
        if not (self.problems and node.value in self.entries.all_of("sections")):  # else it may be wrong itself
            node.check_name(sections, self.problems, "no deck has a section")
        return sections.get(node.value)

    def _scope(self, node: YamlValue) -> str | None:
        """Return the printed name of a scope; None if there is none, with a problem added unless it is broken."""
        printed = (scope.name for scope in self.scopes)
        scopes = dict(zip(self.entries.valid("scopes"), printed, strict=True))
        if ("scopes", node.value) not in self.entries.broken:
            node.check_name(scopes, self.problems, "there is no scope")
        return scopes.get(node.value)

    def _beyond(self, node: YamlValue) -> PanelText | None:
        """Return a grid's printed rule for rows after its last; None, with a problem added, if it has none."""
        section = self._section(node)
        if section is None:
            return None
        if not (isinstance(section, GridSection) and section.beyond):
            message = f"the section {section.name} has no beyond"
            node.report(self.problems, message, "name a grid that has beyond")
            return None
        rule = self.words.language.phrase(section.beyond_rule)
        return PanelText(f"**{section.title}**: {section.beyond_in_words(rule)}")

    def _odds(self, node: YamlValue) -> PanelOdds | None:
        """Return chances, by default of the first roll or all of a grid; None if its names are wrong. Adds problems."""
        section, scope = self._section(node.at("section")), self._scope(node.at("scope"))
        if section is None or scope is None:
            return None
        if isinstance(section, RollsSection | DiceSection):
            labels, rows = [label for label, _ in section.rolls], [1]
        elif isinstance(section, GridSection):
            labels, rows = [column.label for column in section.columns], list(range(1, section.rows + 1))
        else:
            node.at("section").report(self.problems, "nothing is rolled in this section", "name a grid, rolls or dice")
            return None
        selected = {}
        for key, possible in (("rolls", labels), ("rows", rows)):
            selected[key] = tuple(node.get(key, possible if isinstance(section, GridSection) else possible[:1]))
            for entry in node.items(key):
                if entry.value not in possible:
                    message = f"the section {section.name} has no {entry.value!r} among its {key}"
                    entry.report(self.problems, message, suggest(entry.value, map(str, possible)))
        first_parts = (
            {label: roll.joint.parts[0] for label, roll in section.rolls} if isinstance(section, DiceSection) else {}
        )
        for label in (
            label for label in selected["rolls"] if label in first_parts and not first_parts[label].is_number
        ):
            message = f'the result of {label} begins with "{first_parts[label].name}", which is no number'
            node.report(self.problems, message, "name other rolls, or print shares of the section")
            return None
        return PanelOdds(section.name, scope, **selected, bonuses=tuple(node.get("bonus", [0])))

    # Tables

    def _table(self, node: YamlValue) -> PanelTable | None:
        """Return a table, its rows given, from entries, or from a CSV file; None, with a problem added, if wrong."""
        columns = node.items("columns")
        if "of" in node.value:
            rows = self._rows_of_entries(node, columns)
        elif "csv" in node.value:
            rows = self._rows_of_csv(node, columns)
        else:
            rows = [
                tuple(map(self.printed_text, row.items()))
                for row in node.items("rows")
                if _check_row_length(row.value, columns, partial(row.report, self.problems))
            ]
        return None if rows is None else PanelTable(tuple(map(self.printed_text, columns)), tuple(rows))

    def _rows_of_entries(self, node: YamlValue, heads: Sequence[YamlValue]) -> list[tuple[str, ...]] | None:
        """Return a row for each entry of a list or mapping, or for those at one index of several parallel lists.

        None, with a problem added, if there are none, or lists differ in length.
        """
        report = partial(node.at("of").report, self.problems)
        names = node.items("of") if isinstance(node.value["of"], list) else [node.at("of")]
        sources = [source for name in names if (source := self.lookup.resolve(name.value, node, report))]
        for source in sources:
            if not isinstance(source.value, dict | list) or not source.value:
                report(
                    f'the value at "{path_of(source)}" is neither a list nor a mapping',
                    "name one with entries",
                )
                return None
        entries = [source.items() for source in sources]
        if len({len(source) for source in entries}) != 1:
            if len(sources) == len(names):
                report("the lists have different numbers of entries", "name lists that belong together")
            return None
        return [tuple(self._entry_text(row, head) for head in heads) for row in zip(*entries, strict=True)]

    def _entry_text(self, row: Sequence[YamlValue], head: YamlValue) -> str:
        """Return the text of a column for an entry, or for the entries at one index of several lists.

        The column's name is ``key`` (the entry's name or number), ``value`` (the entry), a key or number (from 1)
        inside it, or of several lists ``2`` or ``2.KEY``. Else "", with a problem added.
        """
        report = partial(head.report, self.problems)
        entry, key = row[0], head.name
        if key == "key":
            last = entry.path[-1]
            if isinstance(last, int):
                return str(last + 1)
            is_named = not isinstance(entry.value, str)  # else its place has the words of the value
            return self.words.printed(path_of(entry), last) if is_named else last
        if key == "value":
            return self.printed_value(entry, report)
        numbered = row if len(row) > 1 else entry.items() if isinstance(entry.value, list) else ()
        inner = {str(number): value for number, value in enumerate(numbered, 1)}
        for number, value in enumerate(row, 1):
            if isinstance(value.value, dict):
                prefix = f"{number}." if len(row) > 1 else ""
                inner |= {f"{prefix}{name}": value.at(name) for name in value.value}
        if key not in inner:
            report(f'the entry {format_path(entry.path)} has no "{key}"', suggest(key, [*inner, "key", "value"]))
            return ""
        return self.printed_value(inner[key], report)

    def _rows_of_csv(self, node: YamlValue, heads: Sequence[YamlValue]) -> list[tuple[str, ...]] | None:
        """Return rows of a CSV file, columns ``heads``; wrong ones are left out, with problems. None if unreadable."""
        file = node.at("csv").resolve_file(self.problems)
        if file is None or not (lines := self._csv_lines(file, node.at("csv"))):
            return None
        (_, first), *rows = lines
        for head in heads:
            if first.count(head.value) != 1:
                often = "twice" if head.value in first else "not"
                message = f'the column "{head.value}" is {often} in the first line of {file.name}'
                head.report(self.problems, message, suggest(head.value, first))
        indexes = [first.index(head.value) for head in heads if head.value in first]
        printed = []
        for number, (line, cells) in enumerate(rows):
            report = partial(self.problems.add, file, line, "")
            if _check_row_length(cells, first, report):
                nodes = (
                    YamlValue(node.source, (*node.path, "rows", number, column), cells[index].strip())
                    for column, index in enumerate(indexes)
                )
                printed.append(tuple(self.printed_text(cell, report) for cell in nodes))
        return printed

    def _csv_lines(self, file: Path, source: YamlValue) -> list[tuple[int, list[str]]]:
        """Return (line number, cells) of a CSV file's nonempty lines; empty, with a problem added, if it is wrong."""
        lines: list[tuple[int, list[str]]] = []
        try:
            content = read_bytes(file, GameError, CSV, "put the file beside this one")
            reader = csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), strict=True)
            lines += ((reader.line_num, cells) for cells in reader if any(map(str.strip, cells)))
        except GameError as error:
            (problem,) = error.problems
            source.report(self.problems, f"{file.name} cannot be read ({problem.message})", problem.remedy)
            return []
        except UnicodeDecodeError as error:
            line = content.count(b"\n", 0, error.start) + 1
            line_and_message = line, "this is not UTF-8 text", "save the file with the encoding UTF-8"
        except csv.Error as error:
            line_and_message = reader.line_num, f"this is no CSV: {error}", "save the table as CSV again"
        else:
            if 2 <= len(lines) <= _MOST_ROWS + 1:
                return lines
            if len(lines) < 2:
                message = "there are no rows after the first line" if lines else "the file is empty"
                line_and_message = 1, message, "write the columns in the first line, then a line for each row"
            else:
                message = f"the table has more than {_MOST_ROWS} rows"
                line_and_message = (
                    lines[_MOST_ROWS + 1][0],
                    message,
                    "delete rows that nobody needs",
                )
        line, message, remedy = line_and_message
        self.problems.add(file, line, "", message, remedy)
        return []


def _check_row_length(cells: Sequence[object], columns: Sequence[object], report: Report) -> bool:
    """Return whether a row has a cell for each column; if not, report it."""
    if len(cells) != len(columns):
        report(f"the row has {len(cells)} cells, but there are {len(columns)} columns", "add or delete cells")
    return len(cells) == len(columns)
