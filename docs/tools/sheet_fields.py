"""The list of all form fields of games, for those who fill sheets in by program.

``make docs`` writes docs/sheet-fields.md anew; a test holds that file against what is made here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from deckgen.sheet.model import FieldColumn, FieldGroup, SheetSpec, join_name
from deckgen.sheet.reader import load_sheet, shipped_sheets

FILE = Path(__file__).resolve().parents[1] / "sheet-fields.md"

INTRODUCTION = """# Fields of the character sheets

The names that form fields have in PDFs written by `deckgen sheet`, made by deckgen from the games' `sheet.yaml`.
They stay as they are from version to version. `NN` is the number of a line, from `01`; `N` the number of a
mark, from `1`. In a PDF with several characters each name begins with the number of the character: `2.name`.
Derived fields are computed; a value typed into one goes to `overrides` when you read the PDF back.

**How long texts may be.** The number of letters in this list fits on A4, Letter and cards, even the wide ones of
"Wigwam Mammoth Commonwealth". A text that is too wide is condensed, to 82 % of its width at most, then set
smaller, down to 7 pt; a long one is set smaller, then with its lines closer than the ruled ones. If a text still does not fit,
the error gives the number of letters that would.

**Characters that cannot be printed.** Tabs, control characters and spaces of other widths become spaces, invisible
characters (soft hyphens, joiners, direction marks) are left out, and accents are joined to their letters: in print, in
forms and in files read back. A new line in a field of one line is an error, never a space.

**Letters that the game's typeface lacks** come from other fonts, in print and in forms: those that the theme lists as `fallbacks`,
Source Sans Pro (Latin, Greek, Cyrillic), a font of symbols (☺ ♥ → ½, Armenian, Georgian). A letter that none of them has is an
error. Arabic, Hindi, Japanese and other scripts need a font among the `fallbacks`; emoji are not set in fields.

**Viewers** all show forms as deckgen wrote them. Typed text is set in the same font by Chromium and Edge (PDFium), Firefox
(pdf.js), Evince and Okular (poppler), if it has the letters; MuPDF sets it in Helvetica and lacks letters such as ż, whatever a
file asks for. The value is still right, and `deckgen sheet GAME --import` draws it again.
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
            name = join_name(group.name, key, column.name) + (".N" if column.type == "track" else "")
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
            return f"one of {', '.join(map(column.label_of, column.options))}{rows}"
        case "picture":
            return "a PNG or JPEG file, no form field"
    return f"text, {column.most} letters{rows}"


if __name__ == "__main__":
    FILE.write_text(listing(map(load_sheet, shipped_sheets())), encoding="utf-8")
