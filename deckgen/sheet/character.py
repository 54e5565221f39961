"""Characters: YAML files of values, checked against a sheet, with everything that follows from them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import field
from fractions import Fraction
from pathlib import Path
from typing import Any

from deckgen.errors import DeckgenError, Problem, Problems, suggest
from deckgen.reading import YAML, read_bytes
from deckgen.records import record
from deckgen.sheet import model
from deckgen.sheet.characters import gathered
from deckgen.sheet.characters.picture import Picture, read_picture
from deckgen.sheet.formula import ENTRIES, FormulaError, Value, fill, read, shown
from deckgen.sheet.model import FieldColumn, FieldGroup, SheetSpec, full
from deckgen.sources import Real, Source, Spot, exact, from_bytes

_OWN = ("game", model.OVERRIDES)
MOST_ROWS = 99
_GUESSED = 20  # unknown names for which a known one is looked for


class CharacterError(DeckgenError):
    """A character's YAML is wrong, or does not fit its game."""


@record
class Character:
    """A character, checked.

    ``texts`` holds what stands in each field, by name, derived values included; ``marks`` how many marks
    each track has. ``overrides`` are the names of derived fields whose texts were written instead. ``rows`` says how many entries each list has. ``spots`` tells where a value stands. ``pictures`` are
    read, but not yet cropped.
    """

    name: str
    file: Path
    texts: Mapping[str, str]
    marks: Mapping[str, int]
    rows: Mapping[str, int]
    spots: Mapping[str, Spot] = field(repr=False)
    pictures: Mapping[str, Picture] = field(default_factory=dict, repr=False)
    overrides: frozenset[str] = frozenset()


def load_character(path: Path, spec: SheetSpec) -> Character:
    """Read a character file. Raises CharacterError with every problem found."""
    content = read_bytes(path, CharacterError, YAML, "name a character's YAML file that can be read")
    if content.startswith(b"%PDF-"):
        remedy = f"read a filled sheet with --import {path.name}"
        raise CharacterError(Problem(str(path), None, "", "this is a PDF, not a character file", remedy))
    return character(from_bytes(path, content, CharacterError), spec)


def character(source: Source, spec: SheetSpec) -> Character:
    """The character in a file that was read; one that only says its game is empty, as a blank sheet is.

    Raises CharacterError with every problem found.
    """
    reader = _Reader(spec, Problems(), source.path.parent)
    top = source.spot()
    if top.value == {"game": spec.game}:
        return Character("", source.path, {}, {}, {}, {})
    if not isinstance(top.value, dict):
        top.blame(reader.problems, "this is not a character", "write name: value in each line")
    else:
        reader.read(top)
    reader.problems.raise_as(CharacterError)
    reader.derive()
    reader.problems.raise_as(CharacterError)
    name = reader.texts.get("name") or source.path.stem
    own = frozenset(reader.overrides)
    return Character(
        name, source.path, reader.texts, reader.marks, reader.rows, reader.spots, reader.pictures, own
    )


def _given(spot: Spot | None, key: str) -> Spot | None:
    return spot.at(key) if spot is not None and spot.value.get(key) is not None else None


class _Reader:
    """Reads one character; the results are its attributes."""

    def __init__(self, spec: SheetSpec, problems: Problems, folder: Path) -> None:
        self.spec, self.problems, self._folder = spec, problems, folder
        self.decimal = spec.language.decimal
        self.texts: dict[str, str] = {}
        self.marks: dict[str, int] = {}
        self.rows: dict[str, int] = {}
        self.spots: dict[str, Spot] = {}
        self.pictures: dict[str, Picture] = {}
        cells = {name: own.cells for name, own in spec.cells.items()}
        self.scope: dict[str, Any] = {**spec.tables, **cells, **spec.chances}
        self._entries: dict[str, dict[str, Any]] = {}
        self.scope[ENTRIES] = self._entries
        self.overrides: dict[str, tuple[str, Value]] = {}

    def read(self, top: Spot) -> None:
        game = top.get("game")
        if game is None:
            top.blame(self.problems, "it does not say which game it is for", f"add game: {self.spec.game}")
        elif game != self.spec.game:
            what = f"this is a character of {game!r}, not of {self.spec.game!r}"
            top.at("game").blame(self.problems, what, f"draw it with the sheet of {game}, or change the game")
        self._refuse_unknown(top, [*self.spec.groups, *_OWN], "the sheet has no field")
        read = {"one": self._one, "keys": self._keys, "rows": self._rows}
        for group in self.spec.groups.values():
            read[group.kind](group, _given(top, group.name), top)
        self._read_overrides(_given(top, "overrides"))

    def _refuse_unknown(self, spot: Spot | None, known: Collection[str], what: str, where: str = "") -> None:
        """Add a problem for each key that is not ``known``."""
        unknown = [inner for inner in spot.items() if inner.path[-1] not in known] if spot is not None else []
        for inner in unknown[:_GUESSED]:
            key = str(inner.path[-1])
            inner.blame(self.problems, f'{what} "{key}"{where}', suggest(key, known))
        for inner in unknown[_GUESSED : _GUESSED + 1]:
            told = f"{len(unknown) - _GUESSED} more names from here on are not known"
            inner.blame(self.problems, told, "compare them with deckgen sheet GAME --new")

    def _expect(self, kind: type, spot: Spot | None, what: str, remedy: str) -> Spot | None:
        """What is given, if it is a ``kind``; adds a problem if it is something else."""
        if spot is None or isinstance(spot.value, kind):
            return spot
        spot.blame(self.problems, what, remedy)
        return None

    # The three kinds of group

    def _one(self, group: FieldGroup, spot: Spot | None, top: Spot) -> None:
        value = self._value(group.columns[0], group.name, spot, top)
        self._entries[group.name] = {"": model.add_to_scope(self.scope, group, value)}

    def _keys(self, group: FieldGroup, given: Spot | None, top: Spot) -> None:
        remedy = f"write its entries below it: {', '.join(group.keys)}"
        spot = self._expect(dict, given, "this is not a group", remedy)
        self._refuse_unknown(spot, group.keys, "there is no", f" among {group.label.lower()}")
        entries = {key: self._entry(group, key, _given(spot, key), given or top) for key in group.keys}
        model.add_to_scope(self.scope, group, entries)
        self._entries[group.name] = entries

    def _rows(self, group: FieldGroup, given: Spot | None, top: Spot) -> None:
        spot = self._expect(list, given, "this is not a list", "begin each of its entries with a dash")
        rows = spot.items() if spot is not None else []
        if spot is not None and len(rows) > MOST_ROWS:
            spot.blame(self.problems, f"it has more than {MOST_ROWS} entries", "leave some out")
            rows = rows[:MOST_ROWS]
        self.rows[group.name] = len(rows)
        entries = self._entries[group.name] = {}
        index: dict[str, Any] = {}
        whole: dict[str, Any] = {}
        seen: dict[tuple[str, ...], int] = {}
        for number, inner in enumerate(rows):
            key = f"{number + 1:02}"
            entry = entries[key] = self._entry(group, key, inner, given or top)
            texts = (self.texts.get(full(group.name, key, name), "") for name in group.once)
            said = tuple(text.strip().casefold() for text in texts)
            first = seen.setdefault(said, number)
            if any(said) and first < number:
                told = " / ".join(filter(None, said))
                what = f"{told!r} is written twice, first in {group.name}[{first}]"
                more = ", or give them different specialisations" if len(said) > 1 else ""
                inner.blame(self.problems, what, f"keep one of the two{more}")
            if group.key is not None and isinstance(entry, dict):
                self._index(group, key, inner, entry, index, whole)
        model.add_to_scope(self.scope, group, model.NamedEntries(index, group.missing))
        if group.key is not None:
            self.scope.setdefault(model.ENTRY, {})[group.name] = model.NamedEntries(whole, None)

    def _index(
        self,
        group: FieldGroup,
        row: str,
        spot: Spot,
        entry: Any,
        index: dict[str, Any],
        whole: dict[str, Any],
    ) -> None:
        """Note what an entry is worth, and the ``whole`` of it, under its names; of several with one name the one worth most."""
        value = entry.get(group.main) if group.main else None
        for column in (each for each in group.columns if each.name in (group.key, group.special)):
            text = self.texts.get(full(group.name, row, column.name), "")
            name = column.option(text)
            if column.name == group.key and group.known and name and name not in group.known:
                place = _given(spot, column.name) if isinstance(spot.value, dict) else None
                what = f"the game has no {group.label.lower()} called {name!r}"
                (place or spot).blame(self.problems, what, suggest(name, group.known))
            written = model.plain(text)
            originals = {model.plain(label): model.plain(option) for option, label in column.labels.items()}
            for key in dict.fromkeys((written, originals.get(written, model.plain(name)))):
                old = index.get(key)
                if key and (not isinstance(old, Fraction) or (isinstance(value, Fraction) and value > old)):
                    index[key] = value if group.main else entry
                    whole[key] = entry

    def _entry(self, group: FieldGroup, key: str, spot: Spot | None, around: Spot) -> Any:
        name, columns = full(group.name, key), group.columns
        if not columns[0].name:
            return self._value(columns[0], name, spot, around)
        if spot is None or isinstance(spot.value, dict):
            given = {column.name: _given(spot, column.name) for column in columns}
            self._refuse_unknown(spot, given, "there is no", " here")
        elif group.main is None or isinstance(spot.value, list):
            wanted = ", ".join(f"{column.name}: ..." for column in columns if not column.derived)
            spot.blame(self.problems, "this is not a group of values", f"write {{{wanted}}}")
            return {}
        else:
            given, spot = {group.main: spot}, None
        entry: dict[str, Any] = {
            column.name: self._value(column, full(name, column.name), given.get(column.name), spot or around)
            for column in columns
        }
        if group.main and group.column(group.main).type == "dice":
            entry |= entry[group.main] or model.NO_DICE
        return entry

    # Single values

    def _value(self, column: FieldColumn, name: str, spot: Spot | None, around: Spot) -> Value:
        """Check one value, note it under its name, and return what formulas find of it."""
        if spot is None:
            keys = around.value if isinstance(around.value, dict) else {}
            left_empty = any(keys.get(key, "") is None for key in (name, name.rpartition(".")[2]))
            if column.default is not None and not left_empty:
                return self._note(column, name, column.default)
            if column.required:
                what = f"{column.label.lower()} is missing"
                around.blame(self.problems, what, f"add {name.rsplit('.', 1)[-1]}: ...")
            return column.usual
        self.spots[name] = spot
        try:
            value = self._note(column, name, model.checked(column, spot.value))
        except FormulaError as error:
            spot.blame(self.problems, str(error), error.remedy)
            return None
        return column.usual if value == "" else value

    def _note(self, column: FieldColumn, name: str, value: Any) -> Value:
        if column.type == "track":
            self.marks[name] = int(value)
            return Fraction(value)
        if column.type == "picture":
            if value:
                self.pictures[name] = read_picture(str(value), self._folder)
            return None
        if column.type == "number":
            number = exact(value)
            self.texts[name] = shown(number, self.decimal)
            return number
        self.texts[name] = column.called(str(value))
        return model.dice(str(value)) if column.type == "dice" else str(value)

    def _read_overrides(self, given: Spot | None) -> None:
        spot = self._expect(dict, given, "this is not a group", "write name: value below it")
        names = {
            full(group.name, key, column.name): column
            for group in self.spec.groups.values()
            for key in self._entries[group.name]
            for column in group.columns
            if column.derived
        }
        self._refuse_unknown(spot, names, "there is no derived value")
        for inner in spot.items() if spot is not None else ():
            name, value = str(inner.path[-1]), inner.value
            if name not in names:
                continue
            if isinstance(value, dict | list | bool) or value is None:
                inner.blame(self.problems, "this is not a number or a text", "write one value")
            elif "\n" in (text := model.readable(str(value)).strip()):
                inner.blame(self.problems, "the text has several lines", "write it in one line")
            elif text:
                self.spots[name] = inner
                self.overrides[name] = self._override(names[name], value)

    def _override(self, column: FieldColumn, value: Any) -> tuple[str, Value]:
        """The text of what was written instead of a computed value, and what formulas find."""
        if isinstance(value, int | Real):
            return shown(exact(value), self.decimal), exact(value)
        text = model.readable(value).strip()
        found = gathered.number(text.removesuffix(column.unit) if column.unit else text, self.decimal)
        return text, text if found is None else exact(found)

    # What follows

    def derive(self) -> None:
        """Compute the derived values, each after those that it rests on."""
        for name, column in self.spec.order:
            group = self.spec.groups[name]
            for key, entry in self._entries[name].items():
                self._derive(group, key, entry, group.column(column))

    def _derive(self, group: FieldGroup, key: str, entry: Any, column: FieldColumn) -> None:
        name = full(group.name, key, column.name)
        if name in self.overrides:
            text, value = self.overrides[name]
        else:
            try:
                text, value = self._computed(column, {**self.scope, **entry} if column.name else self.scope)
            except FormulaError as error:
                where = self._cause(group, name, column) or column.rule
                where.blame(self.problems, f"{column.label}: {error}", error.remedy)
                return
        self.texts[name] = text
        if column.name:
            entry[column.name] = value
        elif group.kind == "one":
            entry[group.name.rpartition(".")[2]] = value
        else:
            self._entries[group.name][key] = value
            if group.short:
                self.scope[key] = value

    def _cause(self, group: FieldGroup, name: str, column: FieldColumn) -> Spot | None:
        """What the character says that its formula cannot use: its entry, or an override that the formula names."""
        entry = name.rsplit(".", 1)[0]
        written = [entry, *(other for other in self.overrides if other.startswith(f"{entry}."))]
        if group.kind == "one":
            paths = {".".join(path) for formula in column.formulas for path in formula.names}
            written = [
                other for other in self.overrides if paths & {other, other.removeprefix(f"{group.name}.")}
            ]
        return next((self.spots[other] for other in written if other in self.spots), None)

    def _computed(self, column: FieldColumn, scope: Mapping[str, Any]) -> tuple[str, Value]:
        """The text of a derived value, and what formulas find. Raises FormulaError."""
        if not column.formula:
            text = fill(column.show or "", scope, self.decimal)
            return text, text or None
        value = read(column.formula).value(scope)
        text = shown(value, self.decimal)
        return (f"{text} {column.unit}" if column.unit else text, value) if text else ("", None)
