import io
import os
import zipfile

import pytest
from sheet_fixtures import told
from table_files import ods, xlsx

from deckgen.errors import DeckgenError
from deckgen.table_files import MOST_ROWS, column_letters, is_table, read_table as read_any_table


def read_table(path):
    return read_any_table(path, DeckgenError, "write a head")


def written(folder, content, name="people.csv"):
    file = folder / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return file


@pytest.mark.parametrize(
    "text",
    [
        'name,age\r\n"A, the first",6\r\n',
        '\ufeffname;age\n"A, the first";6\n',
        "name\tage\nA, the first\t6\n",
    ],
    ids=["comma", "semicolon", "tab"],
)
def test_separators_and_the_mark_at_the_beginning(tmp_path, text):
    table = read_table(written(tmp_path, text))
    assert table.head.cells == ("name", "age")
    assert [(row.line, row.cells) for row in table.rows] == [(2, ("A, the first", "6"))]


def test_lines_are_those_of_the_file(tmp_path):
    table = read_table(written(tmp_path, '\nname,notes\n\nA,"two\nlines"\n , \nB,"a ""quoted"" word"\n'))
    assert table.head.line == 2
    cells = [(row.line, row.number, row.cells[1]) for row in table.rows]
    assert cells == [(4, 4, "two\nlines"), (7, 6, 'a "quoted" word')]


@pytest.mark.parametrize(
    ("content", "line", "what"),
    [
        (b"", None, "the table is empty"),
        (b" , \n\n", None, "the table is empty"),
        ("name\nJürgen".encode("latin-1"), 2, "this is not text in UTF-8; save it as CSV with the encoding UTF-8"),
        ("name".encode("utf-16"), None, "this is text in UTF-16"),
        (b"\x89PNG\r\n\0\0\0", None, "this is not a text file"),
        (xlsx(["name"]), None, "this is a spreadsheet, not CSV; rename it to .xlsx or .ods"),
        ('name\nA\n"B', 3, "the row is not CSV: a quotation mark is not closed"),
        ("name\n" + "A\n" * (MOST_ROWS + 1), None, f"there are {MOST_ROWS + 1} rows; the most is {MOST_ROWS}"),
        ("name\n" + "A" * 20_001, 2, "the cell has 20001 letters; use 20000 at most"),
        ("name" + "," * 1001, 1, "the row has more than 1000 cells"),
    ],
    ids=["empty", "blank", "latin", "utf16", "binary", "xlsx", "quote", "rows", "cell", "wide"],
)  # fmt: skip
def test_what_is_no_table_is_told(tmp_path, content, line, what):
    ((at, _, said),) = told(read_table, written(tmp_path, content))
    assert at == line
    assert said.startswith(what)


def test_a_missing_file_is_told(tmp_path):
    assert told(read_table, tmp_path / "none.csv")


@pytest.mark.parametrize(("name", "make"), [("a.xlsx", xlsx), ("a.ods", ods)])
def test_spreadsheets(tmp_path, name, make):
    table = read_table(written(tmp_path, make(["name", "age"], [], ["Ada", 6], ["06", 2.5]), name))
    assert table.head.cells == ("name", "age")
    assert [(row.line, row.cells) for row in table.rows] == [(3, ("Ada", "6")), (4, ("06", "2.5"))]


ERROR = 'table:formula="of:=1/0" office:value-type="string" office:string-value=""', "#DIV/0!"


@pytest.mark.parametrize(
    ("name", "content", "what"),
    [
        ("a.xlsx", xlsx(["name"], [('t="e"', "<v>#N/A</v>")]), "the cell A2 shows an error: #N/A"),
        ("a.xlsx", xlsx(["name"], [("", "<f>1+1</f><v></v>")]), "the cell A2 has a formula without a result"),
        ("a.ods", ods(["name"], [ERROR]), "a cell shows an error: #DIV/0!"),
        ("a.ods", ods(["name"], [('table:formula="of:=1"', "")]), "a cell has a formula without a result"),
        ("a.xlsx", b"PK\x03\x04no", "this is not a spreadsheet that can be read"),
        ("a.xlsx", b"", "this is not a spreadsheet that can be read"),
        ("a.ods", b"name,age\n", "this is not a spreadsheet that can be read"),
        ("a.xlsx", b"\xd0\xcf\x11\xe0\xa1\xb1", "this spreadsheet is encrypted, or of an old kind"),
    ],
)
def test_what_a_spreadsheet_may_not_hold(tmp_path, name, content, what):
    ((_, _, said),) = told(read_table, written(tmp_path, content, name))
    assert said.startswith(what)


def test_results_of_formulas_are_taken(tmp_path):
    content = xlsx(["name", "age"], ["Ada", ("", "<f>5+1</f><v>6</v>")])
    assert read_table(written(tmp_path, content, "a.xlsx")).rows[0].cells == ("Ada", "6")


def test_a_date_is_told(tmp_path):
    content = ods(["name"], [('office:value-type="date" office:date-value="2020-01-03"', "x")])
    ((line, path, what),) = told(read_table, written(tmp_path, content, "a.ods"))
    assert (line, path) == (2, "column A")
    assert "date" in what


def test_a_spreadsheet_that_unpacks_to_too_much_is_told(tmp_path):
    out = io.BytesIO()
    with (
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file,
        file.open("a", "w", force_zip64=True) as part,
    ):
        for _ in range(65):
            part.write(bytes(1_000_000))
    ((_, _, what),) = told(read_table, written(tmp_path, out.getvalue(), "a.xlsx"))
    assert "it unpacks to more than 64 MB" in what


def test_names():
    assert [column_letters(n) for n in (0, 25, 26, 701, 702)] == ["A", "Z", "AA", "ZZ", "AAA"]
    assert is_table(__import__("pathlib").Path("A.CSV"))


@pytest.mark.finding("R14")
def test_a_pipe_is_no_table(tmp_path):
    for name in ("people.csv", "people.xlsx"):
        os.mkfifo(tmp_path / name)
        ((_, _, what),) = told(read_table, tmp_path / name)
        assert what.startswith("this is a pipe, not a file")
