"""What nobody can vouch for is read within limits."""

import io
import sys
import zipfile

import pytest
from table_files import ods, xlsx

from deckgen.spreadsheets import read_cells


def changed(content, name, old, new):
    """A spreadsheet with a text in one of its parts changed."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as parts, zipfile.ZipFile(out, "w") as made:
        for part in parts.namelist():
            text = parts.read(part).decode()
            if part == name:
                assert old in text
                text = text.replace(old, new)
            made.writestr(part, text.encode("latin-1"))
    return out.getvalue()


def said(folder, content):
    """What is wrong with a spreadsheet, and its rows."""
    file = folder / "table"
    file.write_bytes(content)
    rows, wrong = read_cells(file)
    return [what for _, _, what, _ in wrong], rows


PLAIN, OPEN = xlsx(["name", "age"], ["Ada", 3]), ods(["name"], ["Ada"])
SHEET, BOOK, LINKS, CONTENT = (
    "xl/worksheets/sheet1.xml",
    "xl/workbook.xml",
    "xl/_rels/workbook.xml.rels",
    "content.xml",
)
ROW, COUNT = "<table:table-row>", "<table:table-row table:number-rows-repeated={}>".format
FAR = (
    f'{COUNT(chr(34) + "1048576" + chr(34))}<table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
)


@pytest.mark.parametrize(
    ("content", "name", "old", "new", "what"),
    [
        (PLAIN, SHEET, 'r="B2"', 'r="XFD2"', "column XFD is not empty; the last that is read is ALL"),
        (PLAIN, SHEET, 'r="B2"', 'r="B1048576"', "row 1048576 is not empty; the most is 10000 rows"),
        (PLAIN, SHEET, 'r="B2"', 'r="ALL10001"', "it has 1000 columns and 10001 rows or more"),
        (PLAIN, SHEET, 'r="B2"', 'r="ZZZZ99999999999999999999"', "this is not a spreadsheet that can"),
        (PLAIN, BOOK, "<workbook", "\xff<workbook", "this is not a spreadsheet that can be read"),
        (OPEN, CONTENT, ROW, COUNT('"1000000000"'), "row 1000000000 is not empty"),
        (OPEN, CONTENT, ROW, COUNT('"1e9"'), "this is not a spreadsheet that can be read"),
        (OPEN, CONTENT, ROW, COUNT('"' + "9" * 5000 + '"'), "this is not a spreadsheet that can be read"),
        (OPEN, CONTENT, "<table:table-cell", '<table:table-cell table:number-columns-repeated="999999"', "column BDWG"),
    ],
)  # fmt: skip
def test_what_would_take_a_machines_memory_is_told(tmp_path, content, name, old, new, what):
    (told,), rows = said(tmp_path, changed(content, name, old, new))
    assert told.startswith(what)
    assert rows == []


def test_empty_cells_far_out_do_no_harm(tmp_path):
    style = '<row r="1048576"><c r="XFD1048576" s="1"/></row></sheetData>'
    assert said(tmp_path, changed(PLAIN, SHEET, "</sheetData>", style)) == (
        [],
        [["name", "age"], ["Ada", "3"]],
    )
    assert said(tmp_path, changed(OPEN, CONTENT, "</table:table>", f"{FAR}</table:table>"))[0] == []


def test_of_many_wrong_cells_some_are_told(tmp_path):
    wrong, _ = said(tmp_path, xlsx(["name"], *[[('t="e"', "<v>#N/A</v>")]] * 500))
    assert len(wrong) == 20


def test_without_its_reader_another_kind_of_file_is_the_remedy(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "python_calamine", None)
    file = tmp_path / "table.xlsx"
    file.write_bytes(PLAIN)
    assert read_cells(file) == ([], [(None, "", "spreadsheets cannot be read here", "save it as CSV")])
