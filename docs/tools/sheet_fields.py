"""The list of all form fields of games, for those who fill sheets in by program.

``make docs`` writes docs/sheet-fields.md anew; a test holds that file against what is made here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from deckgen.sheet.model import FieldColumn, FieldGroup, SheetSpec, full
from deckgen.sheet.reader import load_sheet, shipped_sheets

FILE = Path(__file__).resolve().parents[1] / "sheet-fields.md"

INTRODUCTION = """# Fields of the character sheets

The names that form fields have in PDFs written by `deckgen sheet`, made by deckgen from the games' `sheet.yaml`.
They stay as they are from version to version. `NN` is the number of a line, from `01`; `N` the number of a
mark, from `1`. In a PDF with several characters each name begins with the number of the character: `2.name`.
Derived fields are computed; what is typed into them goes to `overrides` when a PDF is read back.
"""


def listing(specs: Iterable[SheetSpec]) -> str:
    """The list as Markdown, a table for each game."""
    return "\n".join([INTRODUCTION, *(_table(spec) for spec in specs)])


def _table(spec: SheetSpec) -> str:
    lines = [f"## {spec.title}", "", "| field | what it is | values |", "|---|---|---|"]
    for group in spec.groups.values():
        lines += [f"| `{name}` | {what} | {values} |" for name, what, values in _rows(group)]
    return "\n".join([*lines, ""])


def _rows(group: FieldGroup) -> Iterator[tuple[str, str, str]]:
    entries = [("NN", group.label)] if group.kind == "rows" else list(group.entries())
    for key, label in entries:
        for column in group.columns:
            name = full(group.name, key, column.name) + (".N" if column.type == "track" else "")
            parts = [
                group.label if key else "",
                label if group.kind == "keys" else "",
                column.label if column.name or not key else "",
            ]
            yield name, ", ".join(dict.fromkeys(filter(None, parts))), _values(column, group)


def _values(column: FieldColumn, group: FieldGroup) -> str:
    rows = f"; NN to {group.rows:02}, more on continuation pages" if group.kind == "rows" else ""
    match column.type:
        case "derived":
            return f"derived{f', {column.unit}' if column.unit else ''}{rows}"
        case "track":
            return f"tick; N to {column.most}{rows}"
        case "number":
            return f"number, {column.least} to {column.most}{rows}"
        case "dice":
            return f"pool of {', '.join(column.options)}, at most {column.most} dice{rows}"
        case "choice":
            return f"one of {', '.join(map(column.called, column.options))}{rows}"
        case "picture":
            return "a PNG or JPEG file, no form field"
    return f"text, {column.most} letters{rows}"


if __name__ == "__main__":
    FILE.write_text(listing(map(load_sheet, shipped_sheets())), encoding="utf-8")
