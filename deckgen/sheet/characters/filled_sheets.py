"""Reading filled sheets: the form of a PDF, or XFDF, as the data of characters."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from deckgen.draw.raster import data_url
from deckgen.errors import DeckgenError, GameError, Problem, Problems, suggest
from deckgen.sheet.character import MOST_ROWS, CharacterError, build_character
from deckgen.sheet.characters.character_data import CharacterData, build_data, field_labels, format_text
from deckgen.sheet.forms.values import FormValues, read_form, split_by_character
from deckgen.sheet.model import OVERRIDES, FieldColumn, SheetSpec, join_name
from deckgen.sheet.reader import load_sheet, shipped_sheets


def read_filled(path: Path, spec: SheetSpec) -> list[CharacterData]:
    """Return the data of each character in a filled sheet, in any language. CharacterError with every problem."""
    form = read_form(path)
    if form.language not in ("", spec.language.code):
        with suppress(GameError):  # of a language that the game is not translated to
            spec = load_sheet(spec.source.path.parent.parent, form.language)
    filled = _Filled(path, spec, form)
    problems = Problems()
    sources = [filled.character_data(prefix, texts, problems) for prefix, texts in filled.people().items()]
    for source in sources:
        try:
            build_character(source, spec)
        except CharacterError as error:
            problems.extend(error)
    problems.raise_as(CharacterError)
    return sources


class _Names:
    """The names of all fields of a sheet's form: of values, of the marks of tracks, and of overrides."""

    def __init__(self, spec: SheetSpec) -> None:
        self.fields = dict(spec.fields(dict.fromkeys(spec.groups, MOST_ROWS)))
        self.marks = {f"{name}.{i}" for name, column in self.fields.items() for i in _marks(column)}
        self.overrides = {join_name(OVERRIDES, name) for name, column in self.fields.items() if column.derived}

    def __contains__(self, name: str) -> bool:
        return name in self.fields or name in self.marks or name in self.overrides

    def share(self, characters: Mapping[str, Mapping[str, str]]) -> float:
        """Return the share of a form's fields that are the sheet's, 0 to 1."""
        matches = [name in self for texts in characters.values() for name in texts]
        return sum(matches) / len(matches) if matches else 0.0


def _marks(column: FieldColumn) -> range:
    """Return the numbers of a track's marks; none for other fields."""
    return range(1, column.most + 1) if column.type == "track" else range(0)


class _Filled:
    """A filled form of a sheet; reads the data of its characters."""

    def __init__(self, path: Path, spec: SheetSpec, form: FormValues) -> None:
        self.path, self.spec, self.form = path, spec, form
        self._names = _Names(spec)
        self._labels = field_labels(spec, dict.fromkeys(spec.groups, MOST_ROWS))

    def people(self) -> dict[str, dict[str, str]]:
        """Return the texts of each character with a field, by prefix. CharacterError for another game's form."""
        characters = split_by_character(self.form)
        if (share := self._names.share(characters)) < 1:
            self._refuse_foreign(characters, share)
        return {prefix: texts for prefix, texts in characters.items() if any(name in self._names for name in texts)}

    def _refuse_foreign(self, characters: Mapping[str, Mapping[str, str]], share: float) -> None:
        """Raise CharacterError without a form, if one fits another game better, or if its ``share`` is <= 0.5."""
        game = self.spec.game
        message = "the form in this file is not a sheet of this game"
        remedy = f"give one that was written by deckgen sheet {game}, not flat, and saved"
        if not self.form.values:
            message = "there is no form in this file"
        else:
            shares = {name: _Names(load_sheet(name)).share(characters) for name in shipped_sheets() if name != game}
            best = max(shares, key=lambda name: shares[name], default=game)
            if shares.get(best, 0.0) > max(share, 0.5):
                message, remedy = f"this is a sheet of {best}, not of {game}", f"read it with deckgen sheet {best}"
            elif share > 0.5:
                return
        raise CharacterError(Problem(str(self.path), None, "", message, remedy))

    def character_data(self, prefix: str, texts: Mapping[str, str], problems: Problems) -> CharacterData:
        """Return the data of the character with this prefix from its texts by field; report texts without a field."""
        values: dict[str, Any] = {}
        typed: dict[str, str] = {}
        fixed = self.form.fixed
        for name, text in texts.items():
            column = self._names.fields.get(name)
            if not text.strip() or name in self._names.marks:
                continue
            if name not in self._names:
                remedy = suggest(name, [*self._names.fields, *self._names.overrides])
                problems.add(self.path, None, join_name(prefix, name), "the sheet has no such field", remedy)
            elif column is None or not column.derived:
                values[name] = text
            elif fixed is not None and join_name(prefix, name) not in fixed:
                typed[name] = text  # sheets of before 0.2 had no overrides
        for name, column in self._names.fields.items():
            ticked = [i for i in _marks(column) if texts.get(f"{name}.{i}", "").strip()]
            if ticked:
                values[name] = max(ticked) if column.highest else len(ticked)
        pictures = [name for name, column in self._names.fields.items() if column.type == "picture"]
        if len(pictures) == 1 and prefix in self.form.pictures:
            values.setdefault(pictures[0], data_url(self.form.pictures[prefix]))
        source = self._source(prefix, values)
        return self._with_typed(prefix, source, values, typed) if typed else source

    def _source(self, prefix: str, values: Mapping[str, Any]) -> CharacterData:
        """Return a character's data from values by field; messages call these by name in the form, and label."""
        field_labels = {
            join_name(*steps, name): f"{join_name(prefix, *steps, name)} ({label})"
            for steps in ((), (OVERRIDES,))
            for name, label in self._labels.items()
        }
        return build_data(self.spec, self.path, values, field_labels, emptied=bool(values))

    def _with_typed(
        self, prefix: str, source: CharacterData, values: Mapping[str, Any], typed: Mapping[str, str]
    ) -> CharacterData:
        """Return the data, overridden by ``typed`` texts that are not as computed; ``source`` if it is wrong."""
        lists = tuple(f"{group.name}." for group in self.spec.groups.values() if group.kind == "rows")
        rows = {name.rpartition(".")[0] for name in values}
        overrides = {
            join_name(OVERRIDES, name): text
            for name, text in typed.items()
            if not name.startswith(lists) or name.rpartition(".")[0] in rows
        }
        overridden = self._source(prefix, {**values, **overrides})
        try:
            computed = build_character(source, self.spec).texts
        except DeckgenError:  # which is reported later
            return source
        decimal = self.spec.language.decimal
        written = overridden.data.pop(OVERRIDES, {})
        written = {
            name: value for name, value in written.items() if format_text(value, decimal) != computed.get(name, "")
        }
        if written:
            overridden.data[OVERRIDES] = written
        return overridden
