"""Reading panels of rules.

Words are printed through the game's translations, by their place. A ``{PLACE}`` in them is the value that stands at
that place of the game's files, or at ``sheet.PLACE`` of its sheet, so that no number stands twice.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any

from deckgen.errors import DeckgenError, Faults, GameError, nearest
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
from deckgen.game.parts import Parts
from deckgen.game.translation import Translation
from deckgen.reading import CSV, content_of
from deckgen.records import record
from deckgen.sources import Real, Spot, dotted, read_yaml

SHEET_FILE = Path("sheet", "sheet.yaml")
_SHEET = "sheet."
_PLACE = re.compile(r"\{([^{}]*)\}")
_SAYS_SOMETHING = re.compile(r"[^\W\d_]{2}|\dd\d")
"""Words or dice: what can be translated, unlike bare numbers and units."""
_MOST_ROWS = 200
_JOKERS = "poker"
"""What names the marks of jokers among sections: the slot of the card's face."""
SCREEN_COLUMNS = 3

Blame = Callable[[str, str], None]
"""Tells what is wrong with a text, and the remedy."""


def read_rules(
    parts: Parts,
    decks: Sequence[DeckSpec],
    scopes: Sequence[Scope],
    words: Translation,
    faults: Faults,
) -> PrintedRules:
    """The printed rules of a game with these decks and scopes; what is wrong is added to ``faults``."""
    reader = _Reader(parts, decks, scopes, words, faults)
    known = parts.names("panels")
    panels = {name: reader.panel(name, spot) for name, spot in parts.of("panels").items()}

    def listed(spot: Spot) -> tuple[Panel, ...]:
        for each in spot.items():
            if each.value not in known:
                each.blame(faults, f'there is no panel "{each.value}"', nearest(str(each.value), known))
        return tuple(panels[each.value] for each in spot.items() if each.value in panels)

    def page(name: str, spot: Spot, columns: int) -> PanelPage:
        entries = spot.at("panels") if isinstance(spot.value, dict) else spot
        title = words.of(spot.at("title")) if isinstance(spot.value, dict) else ""
        return PanelPage(name, title, listed(entries), columns, spot)

    cards = [page(name, each, each.get("columns", 1)) for name, each in parts.of("reference_cards").items()]
    pages = [each for spot in parts.of("screen").values() for each in spot.items()]  # its one key is pages
    screen = [page(str(number), each, SCREEN_COLUMNS) for number, each in enumerate(pages, 1)]
    return PrintedRules(tuple(cards), tuple(screen))


@record(frozen=False)
class _Reader:
    parts: Parts
    decks: Sequence[DeckSpec]
    scopes: Sequence[Scope]
    words: Translation
    faults: Faults
    sheets: dict[Path, Spot | None] = field(default_factory=dict)

    def panel(self, name: str, spot: Spot) -> Panel:
        blocks = [block for each in spot.at("blocks").items() if (block := self._block(each))]
        return Panel(name, self._printed(spot.at("title")), spot.get("icon", ""), tuple(blocks), spot)

    def _block(self, block: Spot) -> PanelBlock | None:
        ((kind, _),) = block.value.items()
        spot = block.at(kind)
        match kind:
            case "text":
                return PanelText(self._printed(spot))
            case "list":
                return PanelList(tuple(map(self._printed, spot.items())))
            case "table":
                return self._table(spot)
            case "scope":
                return PanelScopes(tuple(filter(None, map(self._scope, _one_or_more(spot)))))
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

    def _section(self, spot: Spot) -> Any:
        """The section of that name of the first deck that has one; None, with a fault added, if no deck has."""
        found = {section.name: section for deck in reversed(self.decks) for section in deck.sections}
        may_be_there = self.faults and spot.value in self.parts.names("sections")
        if spot.value not in found and not may_be_there:
            spot.blame(self.faults, f'no deck has a section "{spot.value}"', nearest(spot.value, found))
        return found.get(spot.value)

    def _scope(self, spot: Spot) -> str | None:
        """The printed name of the scope; None, with a fault added, if there is none."""
        printed = (scope.name for scope in self.scopes)
        found = dict(zip(self.parts.of("scopes"), printed, strict=True))
        if spot.value not in found and ("scopes", spot.value) not in self.parts.broken:
            spot.blame(self.faults, f'there is no scope "{spot.value}"', nearest(spot.value, found))
        return found.get(spot.value)

    def _beyond(self, spot: Spot) -> PanelText | None:
        section = self._section(spot)
        if section is None:
            return None
        if not (isinstance(section, GridSection) and section.beyond):
            what = f"the section {section.name} does not say what comes beyond its last row"
            spot.blame(self.faults, what, "name a grid that has beyond")
            return None
        rule = self.words.language.phrase(section.beyond_rule)
        return PanelText(f"**{section.title}**: {section.beyond_in_words(rule)}")

    def _odds(self, spot: Spot) -> PanelOdds | None:
        section, scope = self._section(spot.at("section")), self._scope(spot.at("scope"))
        if section is None or scope is None:
            return None
        if isinstance(section, RollsSection):
            labels, rows = [label for label, _ in section.rolls], [1]
        elif isinstance(section, GridSection):
            labels, rows = [column.label for column in section.columns], list(range(1, section.rows + 1))
        else:
            spot.at("section").blame(self.faults, "nothing is rolled in this section", "name a grid or rolls")
            return None
        chosen = {}
        for key, known in (("rolls", labels), ("rows", rows)):
            chosen[key] = spot.get(key, known[:1] if isinstance(section, RollsSection) else known)
            for each in spot.at(key).items() if key in spot.value else ():
                if each.value not in known:
                    what = f"the section {section.name} has no {each.value!r} among its {key}"
                    each.blame(self.faults, what, nearest(each.value, map(str, known)))
        bonuses = tuple(spot.get("bonus", [0]))
        return PanelOdds(section.name, scope, tuple(chosen["rolls"]), tuple(chosen["rows"]), bonuses)

    # Tables

    def _table(self, spot: Spot) -> PanelTable | None:
        if "of" in spot.value:
            return self._table_of(spot)
        if "csv" in spot.value:
            return self._table_from_csv(spot)
        heads = spot.at("columns").items()
        for row in spot.at("rows").items():
            self._check_length(len(row.value), len(heads), lambda *told, at=row: at.blame(self.faults, *told))
        rows = [tuple(map(self._printed, row.items())) for row in spot.at("rows").items()]
        return PanelTable(
            tuple(map(self._printed, heads)), tuple(row for row in rows if len(row) == len(heads))
        )

    @staticmethod
    def _check_length(cells: int, columns: int, blame: Blame) -> None:
        if cells != columns:
            blame(f"the row has {cells} cells, but there are {columns} columns", "add or delete cells")

    def _table_of(self, spot: Spot) -> PanelTable | None:
        """Rows made of the entries of a list or mapping, or of what several have under the same names.

        ``key`` is an entry's name or number, ``value`` the entry itself; of several, 1 is the first one's entry and
        1.name what that has as its name, and so on.
        """

        def blame(what: str, remedy: str) -> None:
            spot.at("of").blame(self.faults, what, remedy)

        found = [self._at(each.value, spot, blame) for each in _one_or_more(spot.at("of"))]
        sources = [each for each in found if each is not None]
        for each in sources:
            if not isinstance(each.value, dict | list) or not each.value:
                blame(f'at "{_place(each)}" is no list and no mapping', "name one with entries")
                return None
        heads = spot.at("columns").items()
        entries = [each.items() for each in sources]
        if len({len(each) for each in entries}) != 1:
            if len(sources) == len(found):
                blame("they have not as many entries as each other", "name lists that belong together")
            return None
        rows = [tuple(self._entry(row, head) for head in heads) for row in zip(*entries, strict=True)]
        return PanelTable(tuple(map(self._printed, heads)), tuple(rows))

    def _entry(self, row: Sequence[Spot], head: Spot) -> str:
        """What an entry, or those that stand in the same place of several lists, has under a key."""

        def blame(what: str, remedy: str) -> None:
            head.blame(self.faults, what, remedy)

        entry, key = row[0], str(head.path[-1])
        if key == "key":
            last = entry.path[-1]
            if isinstance(last, int):
                return str(last + 1)
            named = not isinstance(entry.value, str)  # else its place has the words of the value
            return self._translated(entry, last) if named else last
        if key == "value":
            return self._value(entry, blame)
        if len(row) > 1:
            inner = {str(number): each for number, each in enumerate(row, 1)}
            for number, each in enumerate(row, 1):
                if isinstance(each.value, dict):
                    inner |= {f"{number}.{name}": each.at(name) for name in each.value}
        elif isinstance(entry.value, list):
            inner = {str(number): each for number, each in enumerate(entry.items(), 1)}
        else:
            inner = {name: entry.at(name) for name in entry.value} if isinstance(entry.value, dict) else {}
        if key not in inner:
            blame(f'the entry {dotted(entry.path)} has no "{key}"', nearest(key, [*inner, "key", "value"]))
            return ""
        return self._value(inner[key], blame)

    def _table_from_csv(self, spot: Spot) -> PanelTable | None:
        file = spot.at("csv").file_named(self.faults)
        if file is None:
            return None
        lines = list(self._csv_lines(file, spot.at("csv")))
        heads = spot.at("columns").items()
        if not lines:
            return None
        (_, first), *rows = lines
        for head in heads:
            if first.count(head.value) != 1:
                often = "twice" if head.value in first else "not"
                what = f'the column "{head.value}" is {often} in the first line of {file.name}'
                head.blame(self.faults, what, nearest(head.value, first))
        places = [first.index(head.value) for head in heads if head.value in first]
        made = []
        for number, (line, cells) in enumerate(rows):

            def blame(what: str, remedy: str, line: int = line) -> None:
                self.faults.add(file, line, "", what, remedy)

            self._check_length(len(cells), len(first), blame)
            if len(cells) == len(first):
                steps = [(*spot.path, "rows", number, column) for column in range(len(places))]
                values = [cells[place].strip() for place in places]
                spots = map(Spot, [spot.source] * len(steps), steps, values)
                made.append(tuple(self._printed(each, blame) for each in spots))
        return PanelTable(tuple(map(self._printed, heads)), tuple(made))

    def _csv_lines(self, file: Path, named: Spot) -> Iterator[tuple[int, list[str]]]:
        """The lines of a CSV file that hold anything, each with its number; none, with a fault added, if it is wrong."""
        try:
            content = content_of(file, GameError, CSV, "put the file beside this one")
        except GameError as error:
            (fault,) = error.faults
            named.blame(self.faults, f"{file.name} cannot be read ({fault.what})", fault.remedy)
            return
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = content.count(b"\n", 0, error.start) + 1
            self.faults.add(file, line, "", "this is not UTF-8 text", "save the file with the encoding UTF-8")
            return
        reader = csv.reader(io.StringIO(text, newline=""), strict=True)
        try:
            found = [(reader.line_num, cells) for cells in reader if any(map(str.strip, cells))]
        except csv.Error as error:
            self.faults.add(
                file, reader.line_num, "", f"this is no CSV: {error}", "save the table as CSV anew"
            )
            return
        if len(found) < 2:
            what = "the file is empty" if not found else "no row comes after the first line"
            self.faults.add(
                file, 1, "", what, "write the columns in the first line, then a line for each row"
            )
        elif len(found) - 1 > _MOST_ROWS:
            what = f"the table has more than {_MOST_ROWS} rows"
            self.faults.add(
                file, found[_MOST_ROWS + 1][0], "", what, "take out what nobody needs at the table"
            )
        else:
            yield from found

    # Words and the values of places in them

    def _printed(self, spot: Spot, blame: Blame | None = None) -> str:
        """A printed text, its places filled."""

        def told(what: str, remedy: str) -> None:
            (blame or (lambda *words: spot.blame(self.faults, *words)))(what, remedy)

        if isinstance(spot.value, int | float):
            return self._value(spot, told)
        own = str(spot.value)
        if own.count("**") % 2:
            told("** stands around bold words, and one is alone", "write **words**")
        says = _SAYS_SOMETHING.search(_PLACE.sub("", own))
        text = self.words.of(spot) if says else own

        def filled(match: re.Match[str]) -> str:
            found = self._at(match[1], spot, told)
            return "" if found is None else self._value(found, told)

        return _PLACE.sub(filled, text)

    def _at(self, place: str, spot: Spot, blame: Blame) -> Spot | None:
        """What stands at a place; None, with a fault added, if there is nothing."""
        if place.startswith(_SHEET):
            sheet = self._sheet(spot.source.path.parent, blame)
            return sheet and _inner(sheet, "." + place.removeprefix(_SHEET), place, blame)
        top, _, rest = place.partition(".")
        things = self.parts.names(top)
        name = _first(things, rest)
        if name is None:
            known = [f"{top}.{each}" for each in things] or [*self.parts.found, "sheet"]
            blame(f'nothing stands at "{place}"', nearest(place, known))
            return None
        if (top, name) in self.parts.broken:
            return None
        return _inner(things[name], rest[len(name) :], place, blame)

    def _sheet(self, folder: Path, blame: Blame) -> Spot | None:
        if folder not in self.sheets:
            self.sheets[folder] = None
            try:
                self.sheets[folder] = read_yaml(folder / SHEET_FILE, GameError, folder).spot()
            except DeckgenError as error:
                for fault in error.faults:
                    blame(f"the sheet cannot be read: {fault.file}: {fault.what}", fault.remedy)
        return self.sheets[folder]

    def _value(self, spot: Spot, blame: Blame) -> str:
        """What a value is printed as."""
        value = spot.value
        if isinstance(value, Real):
            return self.words.language.number(value.exact, len(value.text.partition(".")[2]))
        if isinstance(value, int) and not isinstance(value, bool):
            return self.words.language.number(value)
        if isinstance(value, str) and value and not value.startswith("="):
            return self._translated(spot, value)
        kind = "a formula" if isinstance(value, str) and value else "no text and no number"
        blame(f'what stands at "{_place(spot)}" is {kind}', "name the place of a text or of a number")
        return ""

    def _translated(self, spot: Spot, text: str) -> str:
        """A printed word of another place, in the language that is asked for."""
        return self.words.translated.get(_place(spot), text)


def _place(spot: Spot) -> str:
    """Where a value stands, as texts name it."""
    of_sheet = spot.source.path.parent.name == SHEET_FILE.parent.name
    return (_SHEET if of_sheet else "") + dotted(spot.path)


def _one_or_more(spot: Spot) -> list[Spot]:
    return spot.items() if isinstance(spot.value, list) else [spot]


def _first(keys: Mapping[str, Any], rest: str) -> str | None:
    """The longest of the keys that a place begins with."""
    fits = (key for key in keys if rest == key or rest.startswith((key + ".", key + "[")))
    return max(fits, key=len, default=None)


def _inner(spot: Spot, rest: str, place: str, blame: Blame) -> Spot | None:
    """What stands further in; ``rest`` begins with a dot or a bracket."""
    while rest:
        index = re.match(r"\[([0-9]{1,6})\]", rest)
        if index and isinstance(spot.value, list) and int(index[1]) < len(spot.value):
            spot, rest = spot.at(int(index[1])), rest[index.end() :]
            continue
        key = _first(spot.value, rest[1:]) if rest[0] == "." and isinstance(spot.value, dict) else None
        if key is None:
            known = spot.value if isinstance(spot.value, dict) else ()
            remedy = nearest(rest[1:], known) if known else "name the place of a value"
            blame(f'nothing stands at "{place}": there is no "{rest.lstrip(".")}"', remedy)
            return None
        spot, rest = spot.at(key), rest[1 + len(key) :]
    return spot
