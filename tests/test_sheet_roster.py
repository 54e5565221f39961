import pytest
from sheet_fixtures import small, told

from deckgen.sheet.reader import load_sheet

HEAD = "format: deckgen-roster/1\nroster:\n  columns:\n    - "


def roster(folder, column):
    small(folder)
    (folder / "small" / "sheet" / "roster.yaml").write_text(HEAD + column + "\n")
    return load_sheet(folder / "small").roster


def test_what_a_roster_says(tmp_path):
    (column,) = roster(tmp_path, "{of: traits, width: 2, short: {wit: W}}").columns
    assert (column.of, column.width, column.label, dict(column.short)) == (
        "traits",
        2.0,
        "Traits",
        {"wit": "W"},
    )
    assert small(tmp_path / "other").roster is None


@pytest.mark.parametrize(
    ("column", "path", "what"),
    [
        ("{of: wagge, width: 2}", "roster.columns[0].of", 'there is no field "wagge"; did you mean "age"?'),
        ("{of: age, width: 2, most: 2}", "roster.columns[0].most", 'a column of "age" takes no most; take it out'),
        ("{of: skills, width: 2, short: {a: b}, show: [a]}", "roster.columns[0].short", 'a column of "skills" takes no short'),
        ("{of: wounds, width: 2, show: [a]}", "roster.columns[0].show", 'a column of "wounds" takes no show'),
        ("{of: skills, width: 2}", "roster.columns[0]", "it does not say what it shows of an entry"),
        ('{of: skills, width: 2, show: ["{levle}"]}', "roster.columns[0].show[0]", 'there is no column "levle"; did you mean "level"?'),
        ("{of: traits, width: 2, short: {wti: W}}", "roster.columns[0].short.wti", 'there is no entry "wti"; did you mean "wit"?'),
        ("{of: shock, width: 2, start: aeg}", "roster.columns[0].start", 'there is no field "aeg"; did you mean "age"?'),
        ("{of: age, widht: 2}", "roster.columns[0].widht", 'the key "widht" is unknown here; did you mean "width"?'),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_roster_is_told(tmp_path, column, path, what):
    faults = told(roster, tmp_path, column)
    assert (path, what) in [(at, said[: len(what)]) for _, at, said in faults]
