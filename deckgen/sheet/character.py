"""Characters: YAML files of values, checked against a sheet, with everything that follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from deckgen.errors import DeckgenError, Faults, nearest
from deckgen.sheet.entries import DICE, Missing, as_number, checked, plain
from deckgen.sheet.field_names import derived_names
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
        for key in top.value:
            if key not in self.spec.groups and key not in _OWN:
                known = [*self.spec.groups, *_OWN]
                top.at(key).blame(self.faults, f'the sheet has no field "{key}"', nearest(key, known))
        for group in self.spec.groups.values():
            spot = top.at(group.name) if top.get(group.name) is not None else None
            getattr(self, f"_{group.kind}")(group, spot, top)
        if top.get("overrides") is not None:
            self._read_overrides(top.at("overrides"))

    # The three kinds of group

    def _one(self, group: FieldGroup, spot: Spot | None, top: Spot) -> None:
        entry: dict[str, Any] = {}
        self._value(group.columns[0], group.name, spot, entry, top)
        *outer, last = group.name.split(".")
        place = self.scope
        for step in outer:
            place = place.setdefault(step, {})
        place[last] = entry.get("")
        if group.columns[0].derived:
            self._entries.append((group, "", place))

    def _keys(self, group: FieldGroup, spot: Spot | None, top: Spot) -> None:
        given = spot.value if spot is not None else {}
        if spot is not None and not isinstance(given, dict):
            spot.blame(
                self.faults, "this is not a group", f"write its entries below it: {', '.join(group.keys)}"
            )
            given = {}
        for key in given:
            if key not in group.keys and spot is not None:
                spot.at(key).blame(
                    self.faults, f'there is no "{key}" among {group.label.lower()}', nearest(key, group.keys)
                )
        entries: dict[str, Any] = {}
        for key in group.keys:
            inner = spot.at(key) if spot is not None and given.get(key) is not None else None
            entries[key] = self._entry(group, key, inner, spot or top)
        self.scope[group.name] = entries
        if group.short:
            self.scope |= entries

    def _rows(self, group: FieldGroup, spot: Spot | None, _: Spot) -> None:
        given = spot.value if spot is not None else []
        if spot is not None and not isinstance(given, list):
            spot.blame(self.faults, "this is not a list", "begin each of its entries with a dash")
            given = []
        if len(given) > MOST_ROWS and spot is not None:
            spot.blame(self.faults, f"it has more than {MOST_ROWS} entries", "leave some out")
            given = given[:MOST_ROWS]
        self.rows[group.name] = len(given)
        index: dict[str, Any] = {}
        seen: dict[tuple[str, ...], str] = {}
        for number in range(len(given)):
            assert spot is not None
            inner = spot.at(number)
            entry = self._entry(group, f"{number + 1:02}", inner, spot)
            self._once(group, f"{number + 1:02}", inner, seen)
            if isinstance(entry, Mapping):
                self._index(group, f"{number + 1:02}", inner, entry, index)
        scope = Missing(index, group.missing)
        self.scope[group.name] = scope
        if group.name.endswith("s"):
            self.scope[group.name[:-1]] = scope

    def _once(self, group: FieldGroup, row: str, spot: Spot, seen: dict[tuple[str, ...], str]) -> None:
        if not group.once:
            return
        said = tuple(
            self.texts.get(full(group.name, row, name), "").strip().casefold() for name in group.once
        )
        if not any(said):
            return
        if said in seen:
            spot.blame(
                self.faults,
                f"{' / '.join(filter(None, said))!r} is written twice, first in {seen[said]}",
                "keep one of the two, or give them different specialisations"
                if len(said) > 1
                else "keep one of the two",
            )
        seen.setdefault(said, f"{group.name}[{int(row) - 1}]")

    def _index(
        self, group: FieldGroup, row: str, spot: Spot, entry: Mapping[str, Any], index: dict[str, Any]
    ) -> None:
        if group.key is None:
            return
        name = self.texts.get(full(group.name, row, group.key), "")
        if group.known and name and name not in group.known:
            place = spot.at(group.key) if isinstance(spot.value, dict) and group.key in spot.value else spot
            place.blame(
                self.faults,
                f"the game has no {group.label.lower()} called {name!r}",
                nearest(name, group.known),
            )
        key = plain(name)
        value = entry.get(group.main) if group.main else None
        old = index.get(key)
        if key and (not isinstance(old, Fraction) or (isinstance(value, Fraction) and value > old)):
            index[key] = value if group.main else entry

    def _entry(self, group: FieldGroup, key: str, spot: Spot | None, around: Spot) -> Any:
        entry: dict[str, Any] = {}
        name = full(group.name, key)
        if not group.columns[0].name:
            self._value(group.columns[0], name, spot, entry, around)
            return entry.get("")
        if spot is not None and not isinstance(spot.value, dict):
            if group.main is None or isinstance(spot.value, list):
                spot.blame(
                    self.faults,
                    "this is not a group of values",
                    f"write {{{', '.join(c.name + ': ...' for c in group.columns if not c.derived)}}}",
                )
                return entry
            column = group.column(group.main)
            self._value(column, full(name, column.name), spot, entry, around)
            spot = None
        given = spot.value if spot is not None else {}
        for column in group.columns:
            if column.name not in entry:
                inner = (
                    spot.at(column.name) if spot is not None and given.get(column.name) is not None else None
                )
                self._value(column, full(name, column.name), inner, entry, spot or around)
        for each in given:
            if spot is not None and each not in [column.name for column in group.columns]:
                spot.at(each).blame(
                    self.faults, f'there is no "{each}" here', nearest(each, [c.name for c in group.columns])
                )
        if group.main and group.column(group.main).type == "dice":
            entry |= entry[group.main] or {"dice": None, "die": None}
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

    def _read_overrides(self, spot: Spot) -> None:
        if not isinstance(spot.value, dict):
            spot.blame(self.faults, "this is not a group", "write name: value below it")
            return
        names = dict(derived_names(self.spec, self.rows))
        for name, value in spot.value.items():
            inner = spot.at(name)
            if name not in names:
                inner.blame(self.faults, f'there is no derived value "{name}"', nearest(name, names))
            elif isinstance(value, dict | list | bool) or value is None:
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
            what = f"{column.label}: {error}"
            if where is None:
                column.spot.at("formula" if column.formula else "show").blame(self.faults, what, error.remedy)
            else:
                where.blame(self.faults, what, error.remedy)
            return False
        if name in self._overrides:
            text = self._overrides[name]
            value = as_number(text)
        if self.texts.get(name, "") == text:
            return False
        self.texts[name] = text
        entry[step] = value
        return True
