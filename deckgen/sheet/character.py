"""Characters: YAML files of values, checked against a sheet, with everything that follows from them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from deckgen.errors import DeckgenError, Faults, nearest
from deckgen.sheet.field_values import DICE, NO_DICE, NamedEntries, add_to_scope, as_number, checked, plain
from deckgen.sheet.formula import FormulaError, Value, fill, read, shown
from deckgen.sheet.model import FieldColumn, FieldGroup, SheetSpec, full
from deckgen.sources import Real, Source, Spot, exact, read_yaml

_OWN = ("game", "overrides")
MOST_ROWS = 99


class CharacterError(DeckgenError):
    """A character's YAML is wrong, or does not fit its game."""


@dataclass(frozen=True)
class Character:
    """A character, checked.

    ``texts`` holds what stands in each field, by name, derived values included; ``marks`` how many marks
    each track has. ``rows`` says how many entries each list has. ``spots`` tells where a value stands.
    """

    name: str
    file: Path
    texts: Mapping[str, str]
    marks: Mapping[str, int]
    rows: Mapping[str, int]
    spots: Mapping[str, Spot] = field(repr=False)


def load_character(path: Path, spec: SheetSpec) -> Character:
    """Read a character file. Raises CharacterError with every fault found."""
    source = read_yaml(path, CharacterError)
    return character(source, spec)


def character(source: Source, spec: SheetSpec) -> Character:
    """The character in a YAML file that was read. Raises CharacterError with every fault found."""
    reader = _Reader(spec, Faults())
    top = source.spot()
    if not isinstance(top.value, dict):
        top.blame(reader.faults, "this is not a character", "write name: value in each line")
    else:
        reader.read(top)
    reader.faults.raise_as(CharacterError)
    reader.derive(top)
    reader.faults.raise_as(CharacterError)
    name = reader.texts.get("name") or source.path.stem
    return Character(name, source.path, reader.texts, reader.marks, reader.rows, reader.spots)


def _given(spot: Spot | None, key: str) -> Spot | None:
    """The value of a key of a mapping, if there is one."""
    return spot.at(key) if spot is not None and spot.value.get(key) is not None else None


class _Reader:
    """Reads one character; the results are its attributes."""

    def __init__(self, spec: SheetSpec, faults: Faults) -> None:
        self.spec, self.faults = spec, faults
        self.texts: dict[str, str] = {}
        self.marks: dict[str, int] = {}
        self.rows: dict[str, int] = {}
        self.spots: dict[str, Spot] = {}
        self.scope: dict[str, Any] = dict(spec.tables)
        self._entries: list[tuple[FieldGroup, str, dict[str, Any]]] = []
        self._overrides: dict[str, str] = {}

    def read(self, top: Spot) -> None:
        game = top.get("game")
        if game is None:
            top.blame(self.faults, "it does not say which game it is for", f"add game: {self.spec.game}")
        elif game != self.spec.game:
            what = f"this is a character of {game!r}, not of {self.spec.game!r}"
            top.at("game").blame(self.faults, what, f"draw it with the sheet of {game}, or change the game")
        self._refuse_unknown(top, [*self.spec.groups, *_OWN], "the sheet has no field")
        read = {"one": self._one, "keys": self._keys, "rows": self._rows}
        for group in self.spec.groups.values():
            read[group.kind](group, _given(top, group.name), top)
        self._read_overrides(_given(top, "overrides"))

    def _expect(self, kind: type, spot: Spot | None, what: str, remedy: str) -> Spot | None:
        """What is given, if it is a ``kind``; adds a fault if it is something else."""
        if spot is None or isinstance(spot.value, kind):
            return spot
        spot.blame(self.faults, what, remedy)
        return None

    def _refuse_unknown(self, spot: Spot | None, known: Collection[str], what: str, where: str = "") -> None:
        """Add a fault for each key that is not ``known``."""
        for inner in spot.items() if spot is not None else ():
            key = str(inner.path[-1])
            if key not in known:
                inner.blame(self.faults, f'{what} "{key}"{where}', nearest(key, known))

    # The three kinds of group

    def _one(self, group: FieldGroup, spot: Spot | None, top: Spot) -> None:
        entry: dict[str, Any] = {}
        self._value(group.columns[0], group.name, spot, entry, top)
        place = add_to_scope(self.scope, group, entry[""])
        if group.columns[0].derived:
            self._entries.append((group, "", place))

    def _keys(self, group: FieldGroup, given: Spot | None, top: Spot) -> None:
        remedy = f"write its entries below it: {', '.join(group.keys)}"
        spot = self._expect(dict, given, "this is not a group", remedy)
        self._refuse_unknown(spot, group.keys, "there is no", f" among {group.label.lower()}")
        around = given or top
        entries = {key: self._entry(group, key, _given(spot, key), around) for key in group.keys}
        add_to_scope(self.scope, group, entries)

    def _rows(self, group: FieldGroup, given: Spot | None, top: Spot) -> None:
        spot = self._expect(list, given, "this is not a list", "begin each of its entries with a dash")
        rows = spot.items() if spot is not None else []
        if spot is not None and len(rows) > MOST_ROWS:
            spot.blame(self.faults, f"it has more than {MOST_ROWS} entries", "leave some out")
            rows = rows[:MOST_ROWS]
        self.rows[group.name] = len(rows)
        index: dict[str, Any] = {}
        seen: dict[tuple[str, ...], int] = {}
        for number, inner in enumerate(rows, 1):
            key = f"{number:02}"
            entry = self._entry(group, key, inner, given or top)
            if group.once:
                said = tuple(self.texts.get(full(group.name, key, name), "") for name in group.once)
                self._refuse_twice(
                    group, number, inner, tuple(text.strip().casefold() for text in said), seen
                )
            if group.key is not None and isinstance(entry, dict):
                self._index(group, self.texts.get(full(group.name, key, group.key), ""), inner, entry, index)
        add_to_scope(self.scope, group, NamedEntries(index, group.missing))

    def _refuse_twice(
        self,
        group: FieldGroup,
        number: int,
        spot: Spot,
        said: tuple[str, ...],
        seen: dict[tuple[str, ...], int],
    ) -> None:
        """Tell of an entry that says the same as one before it, unless it says nothing."""
        if any(said) and said in seen:
            first = f"{group.name}[{seen[said] - 1}]"
            what = f"{' / '.join(filter(None, said))!r} is written twice, first in {first}"
            more = ", or give them different specialisations" if len(said) > 1 else ""
            spot.blame(self.faults, what, f"keep one of the two{more}")
        seen.setdefault(said, number)

    def _index(
        self, group: FieldGroup, name: str, spot: Spot, entry: Mapping[str, Any], index: dict[str, Any]
    ) -> None:
        """Note an entry under its name for formulas; of several with one name the one that is worth most."""
        if group.known and name and name not in group.known:
            place = _given(spot, group.key or "") if isinstance(spot.value, dict) else None
            what = f"the game has no {group.label.lower()} called {name!r}"
            (place or spot).blame(self.faults, what, nearest(name, group.known))
        key = plain(name)
        value = entry.get(group.main) if group.main else None
        old = index.get(key)
        if key and (not isinstance(old, Fraction) or (isinstance(value, Fraction) and value > old)):
            index[key] = value if group.main else entry

    def _entry(self, group: FieldGroup, key: str, spot: Spot | None, around: Spot) -> Any:
        """The values of an entry by their columns, or its only value."""
        entry: dict[str, Any] = {}
        name = full(group.name, key)
        if not group.columns[0].name:
            self._value(group.columns[0], name, spot, entry, around)
            return entry[""]
        if spot is not None and not isinstance(spot.value, dict):
            if group.main is None or isinstance(spot.value, list):
                columns = ", ".join(f"{column.name}: ..." for column in group.columns if not column.derived)
                spot.blame(self.faults, "this is not a group of values", f"write {{{columns}}}")
                return entry
            self._value(group.column(group.main), full(name, group.main), spot, entry, around)
            spot = None
        for column in group.columns:
            if column.name not in entry:
                inner = _given(spot, column.name)
                self._value(column, full(name, column.name), inner, entry, spot or around)
        self._refuse_unknown(spot, [column.name for column in group.columns], "there is no", " here")
        if group.main and group.column(group.main).type == "dice":
            entry |= entry[group.main] or NO_DICE
        if any(column.derived for column in group.columns):
            self._entries.append((group, key, entry))
        return entry

    # Single values

    def _value(
        self, column: FieldColumn, name: str, spot: Spot | None, entry: dict[str, Any], around: Spot
    ) -> None:
        """Check one value and note it under its name."""
        entry[column.name] = None
        if spot is None:
            if column.default is not None:
                entry[column.name] = self._note(column, name, column.default)
            elif column.required:
                what = f"{column.label.lower()} is missing"
                around.blame(self.faults, what, f"add {name.rsplit('.', 1)[-1]}: ...")
            return
        self.spots[name] = spot
        if column.derived:
            spot.blame(
                self.faults, "this follows from other values", "leave it out, or write it under overrides"
            )
            return
        try:
            sound = checked(column, spot.value)
        except FormulaError as error:
            spot.blame(self.faults, str(error), error.remedy)
            return
        entry[column.name] = self._note(column, name, sound)

    def _note(self, column: FieldColumn, name: str, value: Any) -> Value:
        if column.type == "track":
            self.marks[name] = int(value)
            return Fraction(value)
        if column.type == "number":
            number = exact(value)
            self.texts[name] = shown(number)
            return number
        self.texts[name] = column.called(str(value))
        if column.type == "dice":
            match = DICE.fullmatch(str(value))
            assert match is not None
            return {"dice": Fraction(match[1] or 1), "die": Fraction(match[2][1:])}
        return str(value)

    def _read_overrides(self, given: Spot | None) -> None:
        spot = self._expect(dict, given, "this is not a group", "write name: value below it")
        if spot is None:
            return
        names = [name for name, column in self.spec.fields(self.rows) if column.derived]
        self._refuse_unknown(spot, names, "there is no derived value")
        for inner in spot.items():
            name, value = str(inner.path[-1]), inner.value
            if name not in names:
                continue
            if isinstance(value, dict | list | bool) or value is None:
                inner.blame(self.faults, "this is not a number or a text", "write one value")
            else:
                self.spots[name] = inner
                self._overrides[name] = shown(exact(value)) if isinstance(value, int | Real) else value

    # What follows

    def derive(self, top: Spot) -> None:
        """Compute derived values until nothing changes: they may rest on each other."""
        for _ in range(len(self._entries) + 1):
            changed = False
            for group, key, entry in self._entries:
                for column in group.columns:
                    if column.derived:
                        changed |= self._derive(group, key, column, entry)
            if not changed:
                return
        top.blame(
            self.faults, "its derived values rest on each other in a circle", "break the circle in sheet.yaml"
        )

    def _derive(self, group: FieldGroup, key: str, column: FieldColumn, entry: dict[str, Any]) -> bool:
        name = full(group.name, key, column.name)
        step = column.name or group.name.rsplit(".", 1)[-1]
        scope = {**self.scope, **entry} if group.kind != "one" else self.scope
        try:
            if column.formula:
                result = read(column.formula).value(scope)
                text = shown(result) + (f" {column.unit}" if column.unit and result is not None else "")
                value: Value = result
            else:
                text = fill(column.show or "", scope)
                value = text or None
        except FormulaError as error:
            where = self.spots.get(name.rsplit(".", 1)[0]) if group.kind != "one" else None
            where = where or column.spot.at("formula" if column.formula else "show")
            where.blame(self.faults, f"{column.label}: {error}", error.remedy)
            return False
        if name in self._overrides:
            text = self._overrides[name]
            value = as_number(text)
        if self.texts.get(name, "") == text:
            return False
        self.texts[name] = text
        entry[step] = value
        return True
