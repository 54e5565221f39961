"""What a schema cannot say of blocks; more of it in test_sheet_reader."""

import pytest
from sheet_fixtures import small, told


@pytest.mark.parametrize(
    ("block", "path", "words"),
    [
        ("{block: pips, of: skills}", ".of", 'a block "pips" cannot show "skills"; name tracks of type track'),
        ("{block: pips, of: [luck, traits]}", ".of[1]", "name tracks of type track"),
        ("{block: fields, of: skills}", ".of", 'cannot show "skills"; name a field'),
        ("{block: list, of: luck}", ".of", "name a list"),
        ("{block: records, of: age}", ".of", "name a group with keys"),
        ("{block: wounds, of: traits, levels: wound}", ".of", "name a group with keys of type track"),
        ("{block: records, of: [traits]}", ".of", 'a block "records" shows one group; name one'),
        ("{block: list, of: skills, columns: {skil: 1}}", ".columns.skil", 'there is no column "skil"; did you mean "skill"'),
        ("{block: list, of: skills, rows: [[a]]}", ".rows", "takes a number of rows"),
        ("{block: ladder, of: luck, levels: wuond}", ".levels", 'there is no level "wuond"'),
        ("{block: countdown, of: shock, start: agee}", ".start", 'there is no start "agee"; did you mean "age"'),
        ("{block: countdown, of: shock, start: age, text: [Up]}", ".text", "a countdown has two lines"),
        ("{block: table, rows: []}", ".rows", "a table has rows of texts"),
        ("{block: table, rows: 4}", ".rows", "a table has rows of texts"),
        ("{block: table, head: [a], rows: [[b], [c, d]]}", ".rows[1]", "the row has 2 cells, the table 1 columns"),
        ("{block: notes, of: note}", ".of", 'there is no field "note"'),
    ],
)  # fmt: skip
def test_a_block_that_cannot_show_what_it_names_is_told(tmp_path, block, path, words):
    ((line, place, what),) = told(
        small, tmp_path, ("- {block: notes", f"- {block}\n            - {{block: notes")
    )
    assert place == f"pages[0].rows[0][0].blocks[6]{path}"
    assert words in what
    assert line == 41


@pytest.mark.parametrize(
    "block",
    [
        "{block: banner}",
        "{block: pips, of: [luck, wounds, shock]}",
        "{block: table, widths: [1, 2], rows: [[a, 1], [b, 2]]}",
        "{block: countdown, of: shock, start: age, text: [Up, Down]}",
        "{block: ladder, of: luck, levels: wound, zero: ''}",
    ],
)
def test_a_block_that_can_is_taken(tmp_path, block):
    spec = small(tmp_path, ("- {block: notes", f"- {block}\n            - {{block: notes"))
    assert len(spec.pages[0].rows[0][0].blocks) == 9


def test_levels_of_clip_tracks_are_known(tmp_path):
    edges = "  - edges: {left: [{label: A, levels: wonud}]}\n    rows:\n      - - width: 12"
    ((_, place, what),) = told(small, tmp_path, ("  - rows:\n      - - width: 12", edges))
    assert place == "pages[0].edges.left[0].levels"
    assert 'did you mean "wound"' in what
