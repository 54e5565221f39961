"""Filled sheets read back: a PDF's form, or XFDF, as the data of characters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from deckgen.errors import DeckgenError, Fault, Faults, GameError, nearest
from deckgen.records import record
from deckgen.sheet.character import MOST_ROWS, CharacterError, character
from deckgen.sheet.characters.gathered import Gathered, as_text, gather, labels
from deckgen.sheet.characters.picture import inline
from deckgen.sheet.forms.values import FormValues, people, read_form
from deckgen.sheet.model import OVERRIDES, FieldColumn, SheetSpec, full
from deckgen.sheet.reader import load_sheet, shipped_sheets

_MOST_PEOPLE = 1_000
_GUESSED = 20  # unknown fields of which it is guessed what is meant


def read_filled(path: Path, spec: SheetSpec) -> list[Gathered]:
    """The data of every character in a filled sheet, which may be in another language than ``spec``.

    Raises CharacterError with every fault: if the file is no form, or none of this sheet, and for every value that a
    character's file may not have.
    """
    form = read_form(path)
    filled = _Filled(path, _in_language(spec, form.language), form)
    faults = Faults()
    sources = [filled.gathered(prefix, texts, faults) for prefix, texts in filled.people().items()]
    for source in sources:
        try:
            character(source, filled.spec)
        except CharacterError as error:
            faults.take(error)
    faults.raise_as(CharacterError)
    return sources


def _in_language(spec: SheetSpec, code: str) -> SheetSpec:
    """The sheet in the language of that code, if the game is translated to it."""
    if code in ("", spec.language.code):
        return spec
    try:
        return load_sheet(spec.source.path.parent.parent, code)
    except GameError:
        return spec


@record
class _Names:
    """The names of all fields of a sheet's form: of values, of the marks of tracks, and of overrides."""

    fields: Mapping[str, FieldColumn]
    marks: frozenset[str]
    overrides: frozenset[str]

    @classmethod
    def of(cls, spec: SheetSpec) -> _Names:
        fields = dict(spec.fields(dict.fromkeys(spec.groups, MOST_ROWS)))
        marks = frozenset(f"{name}.{i}" for name, column in fields.items() for i in _marks(column))
        derived = frozenset(full(OVERRIDES, name) for name, column in fields.items() if column.derived)
        return cls(fields, marks, derived)

    def __contains__(self, name: str) -> bool:
        return name in self.fields or name in self.marks or name in self.overrides


def _marks(column: FieldColumn) -> range:
    """The numbers of a track's marks; none of other fields."""
    return range(1, column.most + 1) if column.type == "track" else range(0)


def _share(names: _Names, found: Mapping[str, Mapping[str, str]]) -> float:
    """Which part of a form's fields are those of a sheet."""
    every = [name in names for texts in found.values() for name in texts]
    return sum(every) / len(every) if every else 0.0


class _Filled:
    """A filled form of a sheet."""

    def __init__(self, path: Path, spec: SheetSpec, form: FormValues) -> None:
        self.path, self.spec, self.form = path, spec, form
        self._names = _Names.of(spec)
        self._unknown = 0
        self._labels = labels(spec, dict.fromkeys(spec.groups, MOST_ROWS))

    def people(self) -> dict[str, dict[str, str]]:
        """The texts of each character, by what its names begin with. Raises CharacterError if it is no sheet of the game."""
        found = people(self.form)
        if len(found) > _MOST_PEOPLE:
            what = f"this form has {len(found)} characters, and {_MOST_PEOPLE} are read at once"
            raise CharacterError(Fault(str(self.path), None, "", what, "split it"))
        share = _share(self._names, found)
        if share < 1 and (fault := self._foreign(share)):
            raise CharacterError(fault)
        return {
            prefix: texts for prefix, texts in found.items() if any(name in self._names for name in texts)
        }

    def _foreign(self, share: float) -> Fault | None:
        """What is told of a form that is no sheet of the game, or more that of another one."""
        game = self.spec.game
        remedy = f"give one that was written by deckgen sheet {game}, not flat, and saved"
        if not self.form.values:
            return Fault(str(self.path), None, "", "there is no form in this file", remedy)
        found = people(self.form)
        shares = {
            other: _share(_Names.of(load_sheet(other)), found) for other in shipped_sheets() if other != game
        }
        best = max(shares, key=lambda other: shares[other], default=game)
        if shares.get(best, 0.0) > max(share, 0.5):
            remedy = f"read it with deckgen sheet {best}"
            return Fault(str(self.path), None, "", f"this is a sheet of {best}, not of {game}", remedy)
        what = "the form in this file is not a sheet of this game"
        return None if share > 0.5 else Fault(str(self.path), None, "", what, remedy)

    def gathered(self, prefix: str, texts: Mapping[str, str], faults: Faults) -> Gathered:
        """A character's data; adds a fault for each value that the sheet has no field for."""
        values: dict[str, Any] = {}
        typed: dict[str, str] = {}
        for name, text in texts.items():
            column = self._names.fields.get(name)
            if not text.strip() or name in self._names.marks:
                continue
            if name not in self._names:
                known = [*self._names.fields, *self._names.overrides]
                self._unknown += 1
                remedy = nearest(name, known) if self._unknown <= _GUESSED else "take it out"
                faults.add(self.path, None, full(prefix, name), "the sheet has no such field", remedy)
            elif column is None or not column.derived:
                values[name] = text
            elif self._typed_into(full(prefix, name)):
                typed[name] = text
        for name, column in self._names.fields.items():
            ticked = [i for i in _marks(column) if texts.get(f"{name}.{i}", "").strip()]
            if ticked:
                values[name] = max(ticked) if column.highest else len(ticked)
        pictures = [name for name, column in self._names.fields.items() if column.type == "picture"]
        if len(pictures) == 1 and prefix in self.form.pictures:
            values.setdefault(pictures[0], inline(self.form.pictures[prefix]))
        source = self._source(prefix, values)
        return self._with_typed(prefix, source, values, typed) if typed else source

    def _typed_into(self, name: str) -> bool:
        """Whether a derived field may hold another value than the computed one: sheets of before 0.2 had no overrides."""
        fixed = self.form.fixed
        return fixed is not None and name not in fixed

    def _source(self, prefix: str, values: Mapping[str, Any]) -> Gathered:
        called = {name: f"{full(prefix, name)} ({label})" for name, label in self._labels.items()}
        called |= {
            full(OVERRIDES, name): f"{full(prefix, OVERRIDES, name)} ({label})"
            for name, label in self._labels.items()
        }
        return gather(self.spec, self.path, values, called, emptied=bool(values))

    def _with_typed(
        self, prefix: str, source: Gathered, values: Mapping[str, Any], typed: Mapping[str, str]
    ) -> Gathered:
        """The same with what was typed into derived fields, where it is another text than the computed one."""
        lists = tuple(f"{group.name}." for group in self.spec.groups.values() if group.kind == "rows")
        rows = {name.rpartition(".")[0] for name in values}
        own = {
            name: text
            for name, text in typed.items()
            if not name.startswith(lists) or name.rpartition(".")[0] in rows
        }
        whole = self._source(
            prefix, {**values, **{full(OVERRIDES, name): text for name, text in own.items()}}
        )
        try:
            computed = character(source, self.spec).texts
        except DeckgenError:  # which will be told
            return source
        said = whole.data.get(OVERRIDES, {})
        decimal = self.spec.language.decimal
        kept = {
            name: value for name, value in said.items() if as_text(value, decimal) != computed.get(name, "")
        }
        data = {key: value for key, value in whole.data.items() if key != OVERRIDES}
        return replace(whole, data={**data, OVERRIDES: kept} if kept else data)
