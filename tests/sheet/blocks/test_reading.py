import pytest
from sheet_fixtures import drawn_block, laid_out, said, sheet, small, small_sheet, told

from deckgen.draw.drawing import Text

ROWS = (("1", "one"), ("2", "two words"))


def texts(canvas):
    return {item.string: item for item in canvas.pen.items if isinstance(item, Text)}


def test_a_table_is_as_high_as_its_rows(tmp_path):
    made = small_sheet(tmp_path)
    canvas, box = drawn_block(made, "table", head=("No", "Word"), rows=ROWS, align={"2": "right"})
    assert box.height == pytest.approx(3 * (3.35 + 0.7))
    assert said(canvas) == ["No", "Word", "1", "one", "2", "two words"]
    found, style = texts(canvas), made.theme.style
    assert [found[word].typeface for word in ("No", "1", "one")] == [style.strong, style.strong, style.face]
    width = made.theme.base.fonts.em_width("two words", style.face) * found["two words"].size
    assert found["two words"].x + width == pytest.approx(box.right)


def test_words_that_do_not_fit_go_on_in_the_next_line(tmp_path):
    made, rows = small_sheet(tmp_path), (("1", "two words"),)
    _, laid = laid_out(made, "table", rows=rows, widths=(5.0, 1.0), width=60)
    assert laid.height == pytest.approx(2 * 3.35 + 0.7)


@pytest.mark.parametrize(("grown", "spare"), [(0, 0), (1.6, 0.8), (9, 1.6)])
def test_rows_of_a_table_grow_together_but_not_too_far(tmp_path, grown, spare):
    canvas, _ = drawn_block(small_sheet(tmp_path), "table", rows=ROWS, grown=grown)
    found = texts(canvas)
    assert found["2"].y - found["1"].y == pytest.approx(4.05 + spare)


def test_a_remark_begins_with_its_term(tmp_path):
    made = small_sheet(tmp_path)
    canvas, box = drawn_block(made, "text", text=("Term | what it means", "No term"))
    assert box.height == pytest.approx(2 * 3.5 + 2 * 0.9)
    assert said(canvas) == ["Term", "what it means", "No term"]
    found, style = texts(canvas), made.theme.style
    assert (found["Term"].typeface, found["No term"].typeface) == (style.strong, style.face)
    assert found["Term"].y == found["what it means"].y
    assert found["Term"].x == found["No term"].x < found["what it means"].x
    assert found["No term"].y - found["Term"].y == pytest.approx(3.5 + 0.9)


def test_a_long_remark_goes_on_at_the_left(tmp_path):
    words = "much to say " * 12
    canvas, box = drawn_block(small_sheet(tmp_path), "text", text=(f"Term | {words}",), width=60)
    lines = said(canvas)[1:]
    assert " ".join(lines) == words.strip()
    assert len(lines) > 2
    assert box.height == pytest.approx(3.5 * len(lines) + 0.9)
    found = [item for item in canvas.pen.items if isinstance(item, Text)]
    assert found[2].x == found[0].x


def test_remarks_move_apart_where_there_is_room(tmp_path):
    canvas, _ = drawn_block(small_sheet(tmp_path), "text", text=("One", "Two"), grown=1.0)
    found = texts(canvas)
    assert found["Two"].y - found["One"].y == pytest.approx(3.5 + 0.9 + 0.5)


def test_a_remark_can_be_the_rule_of_a_grid_of_the_cards():
    made = sheet("future-imperfect")
    canvas, _ = drawn_block(made, "text", text=("Many dice | =card", "=damage"), width=600)
    rule = "Beyond row 5, go a column to the right for each row too many, at most to column "
    assert said(canvas) == ["Many dice", f"{rule}V.", f"{rule}7."]


def test_a_rule_that_is_not_there_is_told(tmp_path):
    change = ("block: notes, of: notes, title: Notes, grow: 1}", "block: text, text: ['Dice | =card']}")
    (problem,) = told(small, tmp_path, change)
    assert problem[1:] == (
        "pages[0].rows[0][0].blocks[6].text[0]",
        'there is no grid among the cells "card"; there is none to choose from',
    )
