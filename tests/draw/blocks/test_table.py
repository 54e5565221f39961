import pytest
from hypothesis import given, strategies as st

from deckgen.draw.blocks.table import Entry, GroupRow, RuleRow, TableColumn, TableGrid, table
from deckgen.draw.drawing import Path, Text
from deckgen.draw.stylesheet import load_stylesheet
from deckgen.errors import LayoutError
from deckgen.language import load_language

LOOK = load_stylesheet()


def texts(strip):
    return [item for item in strip.items if isinstance(item, Text)]


def right(text):
    return text.x + LOOK.fonts.width(text.string, text.typeface, text.size)


def test_figures_stand_under_figures():
    strips = table(LOOK, [TableColumn("", "left"), TableColumn("Cards")], [["a", "7"], ["b", "1234"]])(80)
    ends = [right(texts(strip)[-1]) for strip in strips]
    assert ends == pytest.approx([80 - LOOK.table.pad] * 3)


def test_every_other_row_is_shaded_anew_in_each_group():
    rows = [GroupRow("one"), ["a"], ["b"], GroupRow("two"), ["c"], ["d"]]
    strips = table(LOOK, [TableColumn("", "left")], rows)(80)
    shaded = [any(isinstance(i, Path) and i.fill == LOOK.table.zebra for i in s.items) for s in strips]
    assert shaded == [False, False, False, True, False, False, True]


def test_head_and_group_return_with_their_rows():
    strips = table(LOOK, [TableColumn("Name", "left")], [["z"], GroupRow("one"), ["a"]])(80)
    assert [[t.string for h in s.head for t in texts(h)] for s in strips] == [
        [],
        ["Name"],
        ["Name"],
        ["Name", "one"],
    ]


def test_rows_between_rules_stay_together():
    strips = table(LOOK, [TableColumn("", "left")], [["a"], ["b"], RuleRow(), ["c"], ["d"]])(80)
    assert [s.keep for s in strips[1:]] == [True, False, True, False]


def test_words_wrap_where_the_table_is_too_narrow_and_raise_where_they_must_not():
    row = ["several words that are long", "123"]
    wide = table(LOOK, [TableColumn("", "left", wraps=True), TableColumn("n")], [row])
    assert len(texts(wide(80)[-1])) == 2
    narrow = wide(25)[-1]
    assert len(texts(narrow)) > 2
    assert max(map(right, texts(narrow))) <= 25
    with pytest.raises(LayoutError, match="does not fit"):
        table(LOOK, [TableColumn("", "left"), TableColumn("n")], [row])(25)


def test_short_entries_and_those_of_the_first_column_are_not_broken_if_others_can_be():
    columns = [TableColumn(name, "left", wraps=True) for name in ("Do", "How", "It")]
    row = ["hunker down", "an act", "many words that are much longer than there is room for in the table"]
    assert [text.string for text in texts(table(LOOK, columns, [row])(60)[-1])][:2] == ["hunker down", "an act"]
    narrow = [text.string for text in texts(table(LOOK, columns, [row])(30)[-1])]
    assert "hunker" in narrow


def test_a_group_of_columns_is_named_once_over_all_of_them():
    columns = [TableColumn("", "left"), TableColumn("a", group="Mean"), TableColumn("b", group="Mean")]
    first = table(LOOK, columns, [["x", "1", "2"]])(90)[0]
    assert [t.string for t in texts(first)] == ["Mean"]


def test_marks_differ_in_shape():
    marks = ("disc", "ring", "cross", "diamond", "half")
    strips = table(LOOK, [TableColumn("", "left")], [[Entry("x", mark=m)] for m in marks])(40)
    shapes = {s.items[-2 if i == 4 else -1].segments[0][0] + str(len(s.items[-1].segments)) + str(s.items[-1].fill)
              for i, s in enumerate(strips[1:])}  # fmt: skip
    assert len(shapes) == len(marks)


SIZES = st.lists(st.floats(0.5, 20), min_size=1, max_size=6)


@given(SIZES, SIZES)
def test_cells_of_a_grid_lie_beside_each_other_and_fill_it(widths, heights):
    grid = TableGrid.from_sizes(3, 4, widths, heights)
    assert grid.box == pytest.approx((3, 4, sum(widths), sum(heights)))
    for i, height in enumerate(heights):
        for j, width in enumerate(widths):
            cell = grid.cell(i, j)
            assert (cell.width, cell.height) == pytest.approx((width, height))
            assert (cell.x, cell.y) == (grid.column(j).x, grid.row(i).y)
    assert grid.cell(0, 0, len(widths)) == grid.row(0)
    assert grid.column(0, len(widths)) == grid.box


def test_words_are_divided_where_a_table_would_be_too_wide():
    german = load_stylesheet(language=load_language("de"))
    columns = [TableColumn("A", "left", wraps=True), TableColumn("B", "left", wraps=True)]
    rows = [["Durchschlagskraft", "Trefferzone"]]
    wide = sum(LOOK.fonts.width(word, "regular", LOOK.table.size) for word in rows[0])
    strip = table(german, columns, rows)(wide)[-1]
    assert "".join(text.string.rstrip("-") for text in texts(strip)) == "".join(rows[0])
    assert any(text.string.endswith("-") for text in texts(strip))
    assert all(right(text) <= wide for text in texts(strip))
    with pytest.raises(LayoutError, match="does not fit"):
        table(german, columns, rows)(10)
