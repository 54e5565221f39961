from dataclasses import replace

import pytest
from hypothesis import given, strategies as st
from page_decks import shipped_layout
from table_decks import shipped

from deckgen.document.poker_columns import GAP, Measured, SectionColumns, measure, pages
from deckgen.document.poker_frame import setting_of
from deckgen.document.results import Field, Result
from deckgen.errors import LayoutError
from deckgen.game.model import GridSection, TextSection


def panel(name, columns, rows, width):
    section = TextSection(name, name, "", ())
    own = [
        Measured(Field(section, f"{c}", f"{r}", f"{c} d4", f"{r}", lambda _: Result(1, "1")), width)
        for c in range(columns)
        for r in range(rows)
    ]
    return SectionColumns(section, tuple(own))


PANELS = st.lists(
    st.builds(panel, st.just("a"), st.integers(1, 9), st.integers(1, 6), st.floats(1, 8)), max_size=8
)


@given(PANELS)
def test_every_column_is_on_one_page_and_no_page_is_too_wide(panels):
    found = pages(panels, 90.0)
    for page in found:
        assert sum(p.width for p in page) + GAP * (len(page) - 1) <= 90 + 1e-6
        for part in page:
            groups = {c.field.column for c in part.columns}
            whole = next(p for p in panels if any(c is part.columns[0] for c in p.columns))
            assert len(part.columns) == sum(c.field.column in groups for c in whole.columns)
    there = [id(c) for page in found for part in page for c in part.columns]
    assert sorted(there) == sorted(id(c) for p in panels for c in p.columns)


def test_later_sections_fill_earlier_pages():
    own = [panel("a", 1, 5, 10), panel("b", 1, 5, 12), panel("c", 1, 2, 10)]
    assert [[p.section.name for p in page] for page in pages(own, 75.0)] == [["a", "c"], ["b"]]


def test_a_section_that_is_divided_is_divided_evenly():
    parts = [page[0] for page in pages([panel("a", 5, 4, 6)], 100.0)]
    assert [len(p.columns) for p in parts] == [8, 12]


def test_a_column_wider_than_the_page_is_refused():
    with pytest.raises(LayoutError, match="a column of 120 mm does not fit in the 100 mm"):
        pages([panel("a", 1, 4, 30)], 100.0)


def test_only_grids_name_their_columns_in_the_title():
    plain = panel("a", 3, 1, 5)
    assert plain.title == "a"
    from deckgen.game.model import Column  # noqa: PLC0415

    grid = GridSection("g", "Effects", "", (Column("1", 4),), 1, "sum", "open", "all", False, False, 1)
    assert SectionColumns(grid, plain.columns).title == "Effects d4"
    several = replace(grid, columns=tuple(Column(str(i), 4) for i in range(9)))
    assert SectionColumns(several, plain.columns).title == "Effects 0–2"


def test_columns_are_as_narrow_as_their_own_labels_where_they_may_be_uneven():
    deck, game, spec = shipped("rough-magic")
    setting = setting_of(deck, game, spec, shipped_layout(spec.layout), "a4")
    asked = (setting.fields, deck.cards, setting.marks, setting.style)
    even, uneven = (
        next(p for p in measure(*asked, even=even) if p.section.name == "causes") for even in (True, False)
    )
    assert len({column.width for column in even.columns}) == 1
    assert uneven.width < even.width
    fonts, small = setting.style.fonts, setting.style.smallest
    for column in uneven.columns:
        assert column.width >= fonts.width(column.field.label, "semibold", small) + 0.8
