"""Filled sheets read back: a PDF's form, or XFDF, as the data of characters."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from deckgen.errors import DeckgenError, GameError, Problem, Problems, suggest
from deckgen.sheet.character import MOST_ROWS, CharacterError, character
from deckgen.sheet.characters.gathered import Gathered, as_text, gather, labels
from deckgen.sheet.characters.picture import inline
from deckgen.sheet.forms.values import FormValues, people, read_form
from deckgen.sheet.model import OVERRIDES, FieldColumn, SheetSpec, full
from deckgen.sheet.reader import load_sheet, shipped_sheets


def read_filled(path: Path, spec: SheetSpec) -> list[Gathered]:
    """The data of every character in a filled sheet, which may be in another language than ``spec``.

    Raises CharacterError with every problem: if the file is no form, or none of this sheet, and for every value that a
    character's file may not have.
    """
    form = read_form(path)
    if form.language not in ("", spec.language.code):
        with suppress(GameError):  # of a language that the game is not translated to
            spec = load_sheet(spec.source.path.parent.parent, form.language)
    filled = _Filled(path, spec, form)
    problems = Problems()
    sources = [filled.gathered(prefix, texts, problems) for prefix, texts in filled.people().items()]
    for source in sources:
        try:
            character(source, spec)
        except CharacterError as error:
            problems.extend(error)
    problems.raise_as(CharacterError)
    return sources


class _Names:
    """The names of all fields of a sheet's form: of values, of the marks of tracks, and of overrides."""

    def __init__(self, spec: SheetSpec) -> None:
        self.fields = dict(spec.fields(dict.fromkeys(spec.groups, MOST_ROWS)))
        self.marks = {f"{name}.{i}" for name, column in self.fields.items() for i in _marks(column)}
        self.overrides = {full(OVERRIDES, name) for name, column in self.fields.items() if column.derived}

    def __contains__(self, name: str) -> bool:
        return name in self.fields or name in self.marks or name in self.overrides

    def share(self, characters: Mapping[str, Mapping[str, str]]) -> float:
        """Which part of a form's fields are those of the sheet."""
        every = [name in self for texts in characters.values() for name in texts]
        return sum(every) / len(every) if every else 0.0


def _marks(column: FieldColumn) -> range:
    """The numbers of a track's marks; none of other fields."""
    return range(1, column.most + 1) if column.type == "track" else range(0)


class _Filled:
    def __init__(self, path: Path, spec: SheetSpec, form: FormValues) -> None:
        self.path, self.spec, self.form = path, spec, form
        self._names = _Names(spec)
        self._labels = labels(spec, dict.fromkeys(spec.groups, MOST_ROWS))

    def people(self) -> dict[str, dict[str, str]]:
        """The texts of each character, by what its names begin with. Raises CharacterError if it is no sheet of the game."""
        characters = people(self.form)
        if (share := self._names.share(characters)) < 1:
            self._refuse_foreign(characters, share)
        return {
            prefix: texts
            for prefix, texts in characters.items()
            if any(name in self._names for name in texts)
        }

    def _refuse_foreign(self, characters: Mapping[str, Mapping[str, str]], share: float) -> None:
        """Raise CharacterError for a form that is no sheet of the game, or more that of another one."""
        game = self.spec.game
        what = "the form in this file is not a sheet of this game"
        remedy = f"give one that was written by deckgen sheet {game}, not flat, and saved"
        if not self.form.values:
            what = "there is no form in this file"
        else:
            shares = {
                other: _Names(load_sheet(other)).share(characters)
                for other in shipped_sheets()
                if other != game
            }
            best = max(shares, key=lambda other: shares[other], default=game)
            if shares.get(best, 0.0) > max(share, 0.5):
                what, remedy = (
                    f"this is a sheet of {best}, not of {game}",
                    f"read it with deckgen sheet {best}",
                )
            elif share > 0.5:
                return
        raise CharacterError(Problem(str(self.path), None, "", what, remedy))

    def gathered(self, prefix: str, texts: Mapping[str, str], problems: Problems) -> Gathered:
        """A character's data; adds a problem for each value that the sheet has no field for."""
        values: dict[str, Any] = {}
        typed: dict[str, str] = {}
        fixed = self.form.fixed
        for name, text in texts.items():
            column = self._names.fields.get(name)
            if not text.strip() or name in self._names.marks:
                continue
            if name not in self._names:
                remedy = suggest(name, [*self._names.fields, *self._names.overrides])
                problems.add(self.path, None, full(prefix, name), "the sheet has no such field", remedy)
            elif column is None or not column.derived:
                values[name] = text
            elif fixed is not None and full(prefix, name) not in fixed:
                typed[name] = text  # sheets of before 0.2 had no overrides
        for name, column in self._names.fields.items():
            ticked = [i for i in _marks(column) if texts.get(f"{name}.{i}", "").strip()]
            if ticked:
                values[name] = max(ticked) if column.highest else len(ticked)
        pictures = [name for name, column in self._names.fields.items() if column.type == "picture"]
        if len(pictures) == 1 and prefix in self.form.pictures:
            values.setdefault(pictures[0], inline(self.form.pictures[prefix]))
        source = self._source(prefix, values)
        return self._with_typed(prefix, source, values, typed) if typed else source

    def _source(self, prefix: str, values: Mapping[str, Any]) -> Gathered:
        called = {
            full(*steps, name): f"{full(prefix, *steps, name)} ({label})"
            for steps in ((), (OVERRIDES,))
            for name, label in self._labels.items()
        }
        return gather(self.spec, self.path, values, called, emptied=bool(values))

    def _with_typed(
        self, prefix: str, source: Gathered, values: Mapping[str, Any], typed: Mapping[str, str]
    ) -> Gathered:
        """The same with what was typed into derived fields, where it is another text than the computed one."""
        lists = tuple(f"{group.name}." for group in self.spec.groups.values() if group.kind == "rows")
        rows = {name.rpartition(".")[0] for name in values}
        overrides = {
            full(OVERRIDES, name): text
            for name, text in typed.items()
            if not name.startswith(lists) or name.rpartition(".")[0] in rows
        }
        overridden = self._source(prefix, {**values, **overrides})
        try:
            computed = character(source, self.spec).texts
        except DeckgenError:  # which will be told
            return source
        decimal = self.spec.language.decimal
        written = overridden.data.pop(OVERRIDES, {})
        written = {
            name: value
            for name, value in written.items()
            if as_text(value, decimal) != computed.get(name, "")
        }
        if written:
            overridden.data[OVERRIDES] = written
        return overridden
