"""Characters: YAML files of values, checked against a sheet, and the values computed from them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import field
from fractions import Fraction
from pathlib import Path
from typing import Any

from deckgen.draw.raster import PictureError, Raster, read_picture
from deckgen.errors import DeckgenError, Problem, Problems, suggest
from deckgen.reading import YAML, read_bytes
from deckgen.records import record
from deckgen.sheet import model
from deckgen.sheet.characters import character_data
from deckgen.sheet.formula import ENTRIES, FormulaError, Value, fill_pattern, format_value, parse_formula
from deckgen.sheet.model import FieldColumn, FieldGroup, SheetSpec, join_name
from deckgen.sources import ExactFloat, YamlFile, YamlValue, parse_yaml_file, to_fraction

_FILE_KEYS = ("game", model.OVERRIDES)
MOST_ROWS = 99
_GUESSED = 20  # unknown names for which a known one is looked for


class CharacterError(DeckgenError):
    """A character's YAML is wrong, or does not fit its game."""


@record
class Character:
    """A checked character.

    ``texts`` holds the printed text of each field, by name, derived ones included; ``marks`` the number of
    marks of each track; ``scope`` has all values for formulas. ``overrides`` are the names of derived fields that the file overrides. ``rows`` holds
    the number of entries of each list, ``locations`` the values' locations. ``pictures`` are not yet cropped.
    """

    name: str
    file: Path
    texts: Mapping[str, str]
    marks: Mapping[str, int]
    rows: Mapping[str, int]
    locations: Mapping[str, YamlValue] = field(repr=False)
    pictures: Mapping[str, Raster] = field(default_factory=dict, repr=False)
    overrides: frozenset[str] = frozenset()
    scope: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def report(self, problems: Problems, name: str, message: str, remedy: str) -> None:
        """Report an error in a field's value at its location, or by the field's name."""
        if name in self.locations:
            self.locations[name].report(problems, message, remedy)
        else:
            problems.add(self.file, None, name, message, remedy)


def load_character(path: Path, spec: SheetSpec) -> Character:
    """Return the character in a YAML file. Raises CharacterError with every problem found."""
    content = read_bytes(path, CharacterError, YAML, "name a character's YAML file that can be read")
    if content.startswith(b"%PDF-"):
        remedy = f"read a filled sheet with --import {path.name}"
        raise CharacterError(Problem(str(path), None, "", "this is a PDF, not a character file", remedy))
    return build_character(parse_yaml_file(path, content, CharacterError), spec)


def build_character(source: YamlFile, spec: SheetSpec) -> Character:
    """Return the character in a parsed file, blank if it has only a game. Raises CharacterError with every problem."""
    top = source.at()
    if top.value == {"game": spec.game}:
        return Character("", source.path, {}, {}, {}, {})
    return derive_character(top, spec)


def derive_character(top: YamlValue, spec: SheetSpec) -> Character:
    """Return the character that a mapping of values describes. Raises CharacterError with every problem."""
    source = top.source
    reader = _Reader(spec, Problems(), source.path.parent)
    if not isinstance(top.value, dict):
        top.report(reader.problems, "this is not a character", "write name: value in each line")
    else:
        reader.read(top)
    reader.problems.raise_as(CharacterError)
    reader.derive()
    reader.problems.raise_as(CharacterError)
    name = reader.texts.get("name") or source.path.stem
    overridden = frozenset(reader.overrides)
    texts, marks, rows, spots = reader.texts, reader.marks, reader.rows, reader.spots
    return Character(name, source.path, texts, marks, rows, spots, reader.pictures, overridden, reader.scope)


def _value_at(spot: YamlValue | None, key: str) -> YamlValue | None:
    """Return the value under a key; None if it is missing or empty."""
    return spot.at(key) if spot is not None and spot.value.get(key) is not None else None


class _Reader:
    """Reads one character; the results are its attributes."""

    def __init__(self, spec: SheetSpec, problems: Problems, folder: Path) -> None:
        self.spec, self.problems, self._folder = spec, problems, folder
        self.decimal = spec.language.decimal
        self.texts: dict[str, str] = {}
        self.marks: dict[str, int] = {}
        self.rows: dict[str, int] = {}
        self.spots: dict[str, YamlValue] = {}
        self.pictures: dict[str, Raster] = {}
        cells = {name: card_cells.cells for name, card_cells in spec.cells.items()}
        self.scope: dict[str, Any] = {**spec.tables, **cells, **spec.chances}
        self._entries: dict[str, dict[str, Any]] = {}
        self.scope[ENTRIES] = self._entries
        self.overrides: dict[str, tuple[str, Value]] = {}

    def read(self, top: YamlValue) -> None:
        """Read all groups and overrides of a file; report another game and unknown names."""
        game = top.get("game")
        if game is None:
            top.report(self.problems, "the game is missing", f"add game: {self.spec.game}")
        elif game != self.spec.game:
            message = f"this is a character of {game!r}, not of {self.spec.game!r}"
            top.at("game").report(self.problems, message, f"draw it with the sheet of {game}, or change the game")
        self._refuse_unknown(top, [*self.spec.groups, *_FILE_KEYS], "the sheet has no field")
        readers = {"one": self._read_single, "keys": self._read_keys, "rows": self._read_rows}
        for group in self.spec.groups.values():
            readers[group.kind](group, _value_at(top, group.name), top)
        self._read_overrides(_value_at(top, "overrides"))

    def _refuse_unknown(self, spot: YamlValue | None, choices: Collection[str], message: str, suffix: str = "") -> None:
        """Report keys not in ``choices`` as MESSAGE "KEY" SUFFIX: 20 one by one, then how many more."""
        unknown = [inner for inner in spot.items() if inner.path[-1] not in choices] if spot is not None else []
        for inner in unknown[:_GUESSED]:
            key = str(inner.path[-1])
            inner.report(self.problems, f'{message} "{key}"{suffix}', suggest(key, choices))
        for inner in unknown[_GUESSED : _GUESSED + 1]:
            summary = f"{len(unknown) - _GUESSED} more unknown names follow"
            inner.report(self.problems, summary, "compare them with deckgen sheet GAME --new")

    def _expect(self, kind: type, spot: YamlValue | None, message: str, remedy: str) -> YamlValue | None:
        """Return ``spot`` if its value is a ``kind``, else None; report another type, but not a missing value."""
        if spot is None or isinstance(spot.value, kind):
            return spot
        spot.report(self.problems, message, remedy)
        return None

    # The three kinds of group

    def _read_single(self, group: FieldGroup, spot: YamlValue | None, top: YamlValue) -> None:
        value = self._read_value(group.columns[0], group.name, spot, top)
        self._entries[group.name] = {"": model.add_to_scope(self.scope, group, value)}

    def _read_keys(self, group: FieldGroup, written: YamlValue | None, top: YamlValue) -> None:
        """Read a group with keys, ``written`` below ``top``, and add it to the scope; report unknown keys."""
        remedy = f"write its entries below it: {', '.join(group.keys)}"
        spot = self._expect(dict, written, "this is not a group", remedy)
        self._refuse_unknown(spot, group.keys, "there is no", f" among {group.label.lower()}")
        entries = {key: self._read_entry(group, key, _value_at(spot, key), written or top) for key in group.keys}
        model.add_to_scope(self.scope, group, entries)
        self._entries[group.name] = entries

    def _read_rows(self, group: FieldGroup, written: YamlValue | None, top: YamlValue) -> None:
        """Read a list, ``written`` below ``top``; add its entries to the scope by name; report repeats, and over 99."""
        spot = self._expect(list, written, "this is not a list", "begin each of its entries with a dash")
        rows = spot.items() if spot is not None else []
        if spot is not None and len(rows) > MOST_ROWS:
            spot.report(self.problems, f"it has more than {MOST_ROWS} entries", "remove some")
            rows = rows[:MOST_ROWS]
        self.rows[group.name] = len(rows)
        entries = self._entries[group.name] = {}
        index: dict[str, Any] = {}
        entry_index: dict[str, Any] = {}
        seen: dict[tuple[str, ...], int] = {}
        for number, inner in enumerate(rows):
            key = f"{number + 1:02}"
            entry = entries[key] = self._read_entry(group, key, inner, written or top)
            texts = (self.texts.get(join_name(group.name, key, name), "") for name in group.once)
            folded = tuple(text.strip().casefold() for text in texts)
            first = seen.setdefault(folded, number)
            if any(folded) and first < number:
                repeated = " / ".join(filter(None, folded))
                message = f"{repeated!r} is written twice, first in {group.name}[{first}]"
                more = ", or give them different specializations" if len(folded) > 1 else ""
                inner.report(self.problems, message, f"keep one of the two{more}")
            if group.key is not None and isinstance(entry, dict):
                self._index(group, key, inner, entry, index, entry_index)
        model.add_to_scope(self.scope, group, model.NamedEntries(index, group.missing))
        if group.key is not None:
            self.scope.setdefault(model.ENTRY, {})[group.name] = model.NamedEntries(entry_index, None)

    def _index(
        self,
        group: FieldGroup,
        row: str,
        spot: YamlValue,
        entry: Any,
        index: dict[str, Any],
        entry_index: dict[str, Any],
    ) -> None:
        """Index an entry and its main value by its names; of equal ones the highest wins. Report unknown names."""
        value = entry.get(group.main) if group.main else None
        for column in (candidate for candidate in group.columns if candidate.name in (group.key, group.special)):
            text = self.texts.get(join_name(group.name, row, column.name), "")
            name = column.option(text)
            if column.name == group.key and group.known and name and name not in group.known:
                value_spot = _value_at(spot, column.name) if isinstance(spot.value, dict) else None
                message = f"the game has no {group.label.lower()} called {name!r}"
                (value_spot or spot).report(self.problems, message, suggest(name, group.known))
            written = model.formula_name(text)
            originals = {
                model.formula_name(label): model.formula_name(option) for option, label in column.labels.items()
            }
            for key in dict.fromkeys((written, originals.get(written, model.formula_name(name)))):
                old = index.get(key)
                if key and (not isinstance(old, Fraction) or (isinstance(value, Fraction) and value > old)):
                    index[key] = value if group.main else entry
                    entry_index[key] = entry

    def _read_entry(self, group: FieldGroup, key: str, spot: YamlValue | None, around: YamlValue) -> Any:
        """Return an entry's value, or values by column, a plain one as the main; ``around`` locates missing ones."""
        name, columns = join_name(group.name, key), group.columns
        if not columns[0].name:
            return self._read_value(columns[0], name, spot, around)
        if spot is None or isinstance(spot.value, dict):
            values = {column.name: _value_at(spot, column.name) for column in columns}
            self._refuse_unknown(spot, values, "there is no", " here")
        elif group.main is None or isinstance(spot.value, list):
            example = ", ".join(f"{column.name}: ..." for column in columns if not column.derived)
            spot.report(self.problems, "this is not a group of values", f"write {{{example}}}")
            return {}
        else:
            values, spot = {group.main: spot}, None
        entry: dict[str, Any] = {
            column.name: self._read_value(column, join_name(name, column.name), values.get(column.name), spot or around)
            for column in columns
        }
        if group.main and group.column(group.main).type == "dice":
            entry |= entry[group.main] or model.NO_DICE
        return entry

    # Single values

    def _read_value(self, column: FieldColumn, name: str, spot: YamlValue | None, around: YamlValue) -> Value:
        """Store a value, or a missing one's default; return it for formulas: None if wrong, the default if empty.

        Without a default, a missing value that is required is reported at the values ``around`` it.
        """
        if spot is None:
            keys = around.value if isinstance(around.value, dict) else {}
            left_empty = any(keys.get(key, "") is None for key in (name, name.rpartition(".")[2]))
            if column.default is not None and not left_empty:
                return self._store_value(column, name, column.default)
            if column.required:
                message = f"{column.label.lower()} is missing"
                around.report(self.problems, message, f"add {name.rsplit('.', 1)[-1]}: ...")
            return column.default_value
        self.spots[name] = spot
        try:
            value = self._store_value(column, name, model.check_value(column, spot.value))
        except (FormulaError, PictureError) as error:
            spot.report(self.problems, str(error), error.remedy)
            return None
        return column.default_value if value == "" else value

    def _store_value(self, column: FieldColumn, name: str, value: Any) -> Value:
        """Store a checked value by field: text, marks or picture; return it for formulas, of a picture None."""
        if column.type == "track":
            self.marks[name] = int(value)
            return Fraction(value)
        if column.type == "picture":
            if value:
                self.pictures[name] = read_picture(str(value), self._folder)
            return None
        if column.type == "number":
            number = to_fraction(value)
            self.texts[name] = format_value(number, self.decimal)
            return number
        self.texts[name] = column.label_of(str(value))
        return model.parse_dice(str(value)) if column.type == "dice" else str(value)

    def _read_overrides(self, written: YamlValue | None) -> None:
        """Store overrides and their locations; report unknown names, and values that are not one line."""
        spot = self._expect(dict, written, "this is not a group", "write name: value below it")
        names = {
            join_name(group.name, key, column.name): column
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
                inner.report(self.problems, "this is not a number or a text", "write one value")
            elif "\n" in (text := model.clean_text(str(value)).strip()):
                inner.report(self.problems, "the text has several lines", "write it in one line")
            elif text:
                self.spots[name] = inner
                self.overrides[name] = self._read_override(names[name], value)

    def _read_override(self, column: FieldColumn, value: Any) -> tuple[str, Value]:
        """Return an override's text, and its value for formulas: the number before its unit, or the text."""
        if isinstance(value, int | ExactFloat):
            return format_value(to_fraction(value), self.decimal), to_fraction(value)
        text = model.clean_text(value).strip()
        number = character_data.parse_number(text.removesuffix(column.unit) if column.unit else text, self.decimal)
        return text, text if number is None else to_fraction(number)

    # What follows

    def derive(self) -> None:
        """Compute the derived values, each after those it depends on."""
        for name, column in self.spec.order:
            group = self.spec.groups[name]
            for key, entry in self._entries[name].items():
                self._derive(group, key, entry, group.column(column))

    def _derive(self, group: FieldGroup, key: str, entry: Any, column: FieldColumn) -> None:
        """Add a computed value, or its override, to its ``entry`` or the scope; report a formula that fails."""
        name = join_name(group.name, key, column.name)
        if name in self.overrides:
            text, value = self.overrides[name]
        else:
            try:
                text, value = self._compute(column, {**self.scope, **entry} if column.name else self.scope)
            except FormulaError as error:
                location = self._cause(group, name, column) or column.rule_source
                location.report(self.problems, f"{column.label}: {error}", error.remedy)
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

    def _cause(self, group: FieldGroup, name: str, column: FieldColumn) -> YamlValue | None:
        """Return the location to blame for a formula that fails: its entry, an override or fraction it uses, or None."""
        entry = name.rsplit(".", 1)[0]
        written = [entry, *(override for override in self.overrides if override.startswith(f"{entry}."))]
        if group.kind == "one":
            paths = {".".join(path) for formula in column.formulas for path in formula.names}
            written = [
                named_override
                for named_override in self.overrides
                if paths & {named_override, named_override.removeprefix(f"{group.name}.")}
            ]
            written += [  # tables have rows for whole numbers
                field_name
                for field_name, spot in self.spots.items()
                if paths & {field_name, field_name.rpartition(".")[2]} and isinstance(spot.value, ExactFloat)
            ]
        return next((self.spots[field_name] for field_name in written if field_name in self.spots), None)

    def _compute(self, column: FieldColumn, scope: Mapping[str, Any]) -> tuple[str, Value]:
        """Return a derived value's text and its value for formulas, "" and None if empty. Raises FormulaError."""
        if not column.formula:
            text = fill_pattern(column.show or "", scope, self.decimal)
            return text, text or None
        value = parse_formula(column.formula).evaluate(scope)
        text = format_value(value, self.decimal)
        return (f"{text} {column.unit}" if column.unit else text, value) if text else ("", None)
