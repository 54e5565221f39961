from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from deckgen.draw.blocks.flow import Columns, KeepTogether, Strip, draw_pages, paragraph, side_by_side
from deckgen.draw.drawing import Path, Symbol, Text, Use
from deckgen.draw.geometry import Box
from deckgen.draw.stylesheet import load_stylesheet
from deckgen.errors import LayoutError

LOOK = load_stylesheet()
ROOM = Box(10, 20, 100, 100)


def strip(name, height=10.0, **more):
    return Strip(height, (Text(0, 1, name, "regular", 1, "#000000"),), **more)


def block(*strips):
    return lambda _width: list(strips)


def seen(pages):
    return [[(item.string, item.x, item.y - 1) for item in page] for page in pages]


def test_strips_stand_below_each_other_with_the_larger_gap():
    pages = draw_pages([block(strip("a", after=3), strip("b", before=2), strip("c", before=4))], ROOM)
    assert seen(pages) == [[("a", 10, 20), ("b", 10, 33), ("c", 10, 47)]]


def test_what_is_kept_goes_to_the_next_page_with_what_follows_even_into_columns():
    full = [strip(str(i)) for i in range(8)]
    pages = seen(draw_pages([block(*full), block(strip("head", keep=True)), block(strip("big", 15))], ROOM))
    assert [name for name, _, _ in pages[1]] == ["head", "big"]
    columns = Columns(2, (block(*(strip(f"c{i}", 15) for i in range(2))),), gutter=4)
    pages = seen(draw_pages([block(*full), block(strip("head", keep=True)), columns], ROOM))
    assert pages[1] == [("head", 10, 20), ("c0", 10, 30), ("c1", 62, 30)]


def test_a_head_returns_where_its_rows_go_on():
    head = strip("head")
    rows = [strip(str(i), head=(head,)) for i in range(12)]
    pages = seen(draw_pages([block(head, *rows)], ROOM))
    assert [name for name, _, _ in pages[1]] == ["head", "9", "10", "11"]


def test_columns_are_balanced():
    pages = seen(draw_pages([Columns(3, (block(*(strip(str(i)) for i in range(7))),), gutter=5)], ROOM))
    assert [x for _, x, _ in pages[0]] == [10, 10, 10, 45, 45, 45, 80]


@given(st.lists(st.tuples(st.integers(1, 60), st.booleans()), max_size=40), st.integers(1, 3))
def test_nothing_is_lost_or_doubled_or_below_the_room(sizes, count):
    strips = [strip(str(i), float(h), keep=keep and h < 10) for i, (h, keep) in enumerate(sizes)]
    pages = seen(draw_pages([Columns(count, (block(*strips),))], ROOM)) if _fits(strips) else []
    if pages:
        assert [int(name) for page in pages for name, _, _ in page] == list(range(len(strips)))
        for page in pages:
            for (first, x, y), (_, x2, y2) in pairwise(page):
                assert (x2 > x) or y2 >= y + strips[int(first)].height - 1e-6
            for name, _, y in page:
                assert y + strips[int(name)].height <= ROOM.bottom + 1e-5


def _fits(strips):
    """No bunch of strips that stay together is higher than a page."""
    height = 0.0
    for one in strips:
        height += one.height
        if height > ROOM.height:
            return False
        if not one.keep:
            height = 0.0
    return True


def test_a_strip_higher_than_a_page_is_refused():
    with pytest.raises(LayoutError, match="does not fit on a page"):
        draw_pages([block(strip("tall", 101))], ROOM)


def test_blocks_beside_each_other_stay_together():
    (both,) = side_by_side([block(strip("a", 30)), block(strip("b", 10), strip("c", 5))], gutter=10)(110)
    assert both.height == 30
    assert [(item.string, item.x) for item in both.items] == [("a", 0), ("b", 60), ("c", 60)]


def test_no_page_ends_with_the_first_or_begins_with_the_last_line_of_a_paragraph():
    strips = paragraph(load_stylesheet(), "word " * 60)(60)
    assert len(strips) > 3
    assert [s.keep for s in strips] == [True, *[False] * (len(strips) - 3), True, False]


def test_a_heading_stays_with_what_follows():
    assert all(s.keep for s in paragraph(load_stylesheet(), "A heading", "heading")(60))


def test_what_is_together_begins_a_page_only_if_it_then_fits():
    above = block(*(strip(f"a{i}") for i in range(5)))
    small, large = (tuple(strip(f"{n}{i}") for i in range(n)) for n in (6, 12))
    pages = seen(draw_pages([above, KeepTogether((block(*small),))], ROOM))
    assert [next(name for name, _, _ in page) for page in pages] == ["a0", "60"]
    pages = seen(draw_pages([above, KeepTogether((block(*large),))], ROOM))
    assert [len(page) for page in pages] == [10, 7]
    beside_each_other = KeepTogether((Columns(2, (block(*small),)),))
    assert len(draw_pages([above, beside_each_other], ROOM)) == 1
    assert [len(page) for page in draw_pages([KeepTogether((block(*small),)), above], ROOM)] == [10, 1]


def test_a_heading_with_a_mark_is_indented_and_ruled_from_edge_to_edge():
    look = load_stylesheet()
    own = replace(look.texts["heading"], mark="star", rule="#123456")
    look = replace(look, texts={**look.texts, "heading": own})
    look = replace(look, shared=replace(look.shared, symbols={"star": Symbol(())}))
    (line,) = paragraph(look, "Words", "heading")(60)
    use, text, rule = (next(i for i in line.items if isinstance(i, kind)) for kind in (Use, Text, Path))
    assert use.matrix[4] + use.matrix[0] / 2 < text.x
    assert [segment[1] for segment in rule.segments] == [0, 60]


def test_the_last_line_of_a_paragraph_is_not_a_single_short_word_if_others_can_be_shorter():
    words = "Some words that are set in lines and end in one more of them at the end of it, so"
    for width in range(40, 80, 2):
        lines = [item.string for strip in paragraph(LOOK, words)(width) for item in strip.items]
        if len(lines) > 1:
            assert lines[-1] != "so"
