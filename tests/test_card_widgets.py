from __future__ import annotations

import dataclasses
from fractions import Fraction

import pytest
from page_svg import FONTS

from deckgen.card.widgets import (
    DRAWN_BY,
    WIDGETS,
    badge,
    chart,
    clock,
    default,
    grid,
    marks,
    number,
    poker,
    quadrants,
    rolls,
    samples,
    stack,
    words,
)
from deckgen.card.widgets.base import remembered, signed
from deckgen.draw.drawing import Text, Use
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box
from deckgen.draw.pen import Pen
from deckgen.errors import Faults
from deckgen.game.model import (
    Column,
    DistributionSection,
    Face,
    FixedSection,
    GridSection,
    MarksSection,
    OrdinalSection,
    Outcome,
    Place,
    RollsSection,
    StackSection,
    TableSection,
    TextSection as Words,
)
from deckgen.game.values import Cell, StackValue

BOX = Box(0, 0, 30, 30)
TITLES = ("some", "Some", "")


def look_of(module, **options):
    """A look with colours left as names and sizes in mm, as a theme would make it."""
    sizes = {f.name: f.default * PT for f in dataclasses.fields(module.WIDGET.options) if f.type == "Points"}
    return dataclasses.replace(module.WIDGET.options(**sizes), **options)


def drawn(module, section, value, box=BOX, face=None, **options):
    """What is the same on every card, and what is drawn for ``value``."""
    faults = Faults()
    pen = Pen(FONTS, 5.5 * PT, "theme", faults)
    painter = module.WIDGET.build(section, box, look_of(module, **options), pen)
    fixed, pen.items, pen.face = pen.items, [], face
    painter(pen, value)
    assert not list(faults)
    return fixed, pen.items


def strings(items):
    return [item.string for item in items if isinstance(item, Text)]


def outcomes(*values):
    return tuple(Outcome(value, Fraction(1)) for value in values)


def test_every_kind_of_section_has_a_widget_that_can_draw_it():
    shown = FixedSection(*TITLES, values=(1,), outcomes=outcomes(1))
    for section in (
        DistributionSection(*TITLES, outcomes()),
        shown,
        Words(*TITLES, outcomes()),
        OrdinalSection(*TITLES, "rank"),
    ):
        assert DRAWN_BY[type(section)][0] == default(section) in WIDGETS
    for widget in WIDGETS.values():
        assert dataclasses.is_dataclass(widget.options)


@pytest.mark.parametrize(("value", "text"), [(2, "+2"), (0, "0"), (-1, "−1")])
def test_modifiers_have_signs(value, text):
    assert signed(value) == text


def test_what_was_drawn_once_is_placed_again():
    pen = Pen(FONTS, 1, "theme", Faults())
    known: dict[object, tuple[object, ...]] = {}
    for _ in range(2):
        remembered(pen, known, 1, lambda: pen.text("x", BOX, "bold", 3, "#000000"))
    first, second = pen.items
    assert first is second


def test_a_grid_names_columns_dice_and_rows_and_marks_cells():
    section = GridSection(
        *TITLES, (Column("I", 4), Column("d6", 6)), 2, "highest", "open", "choose", True, False, Fraction(1)
    )
    cells = {
        "I": (Cell(1, critical_failure=True), Cell(3)),
        "d6": (Cell(6, again=True), Cell(2)),
    }
    fixed, items = drawn(grid, section, cells)
    assert strings(fixed) == ["1", "2", "I", "d4", "d6"]
    texts = [item for item in items if isinstance(item, Text)]
    assert [(t.string, t.face) for t in texts] == [
        ("CF", "bold"),
        ("3", "semibold"),
        ("6", "bold-italic"),
        ("2", "semibold"),
    ]
    assert texts[0].x < texts[2].x
    assert texts[0].y < texts[1].y


def test_a_stack_frames_the_standard_place_and_marks_attributes():
    places = (Place("legs", Fraction(1), ()), Place("head", Fraction(1), ("prone",)))
    section = StackSection(*TITLES, tuple((place,) for place in places), 3, 1)
    fixed, items = drawn(stack, section, StackValue(("head", "legs", "legs"), 1), mark="icon-prone")
    assert len(fixed) == 1
    assert [(t.string, t.face) for t in items if isinstance(t, Text)] == [
        ("head", "regular"),
        ("legs", "bold"),
        ("legs", "regular"),
    ]
    assert [item.symbol for item in items if isinstance(item, Use)] == ["icon-prone"]


def test_rolls_show_label_and_number():
    section = RollsSection(*TITLES, (("3", None), ("5", None)), Fraction(1))
    fixed, items = drawn(rolls, section, {"3": 2, "5": 4})
    assert strings(fixed) == ["3", "5"]
    assert strings(items) == ["2", "4"]


def test_a_badge_has_an_icon_for_nothing():
    section = DistributionSection(*TITLES, outcomes(None, 3))
    _, nothing = drawn(badge, section, None, icon="icon-broken", none="icon-whole")
    _, three = drawn(badge, section, 3, icon="icon-broken", none="icon-whole", beside=True)
    assert [item.symbol for item in nothing] == ["icon-whole"]
    assert strings(three) == ["3"]
    assert three[0].symbol == "icon-broken"


@pytest.mark.parametrize(("hour", "right", "down"), [(12, 0, -1), (3, 1, 0), (6, 0, 1), (9, -1, 0)])
def test_the_clock_shows_its_hour_where_it_belongs(hour, right, down):
    _, items = drawn(clock, DistributionSection(*TITLES, outcomes(*range(1, 13))), hour)
    (text,) = [item for item in items if isinstance(item, Text)]
    x = text.x + FONTS.width(text.string, text.face, text.size) / 2 - BOX.cx
    y = text.y - FONTS.cap(text.face) * text.size / 2 - BOX.cy
    assert text.string == str(hour)
    assert (round(x) > 0) - (round(x) < 0) == right
    assert (round(y) > 0) - (round(y) < 0) == down


def test_marked_figures_are_crossed_out_and_the_others_not():
    section = MarksSection(*TITLES, 4, Fraction(1))
    fixed, items = drawn(marks, section, [2, 3], icon="icon-figure")
    assert strings(fixed) == ["1", "2", "3", "4"]
    crosses = [item for item in items if not isinstance(item, Use) and item.stroke]
    assert len(crosses) == 2 * 2
    assert all(s[0] in "ML" for s in crosses[0].segments)
    plates = [item for item in items if not isinstance(item, Use) and item.fill]
    assert len(plates) == 2
    first = items[0]  # under its figure and its cross
    assert first is plates[0]
    assert drawn(marks, section, [])[1] == []


def test_quadrants_read_like_a_page_and_may_begin_with_the_last_column():
    section = TableSection(*TITLES, ("1", "2"), ("F", "N", "S", "V"), ((3, 5, 7, 9), (5, 7, 9, 11)), ())
    fixed, items = drawn(quadrants, section, {"1": [3, 5, 7, 9], "2": [5, 7, 9, 11]}, reverse=True)
    assert strings(fixed) == ["F", "N", "S", "V", "2", "1"]
    assert strings(items) == ["5", "7", "9", "11", "3", "5", "7", "9"]
    first, second, third, _ = items[:4]
    assert first.y == second.y < third.y
    assert first.x < second.x


def test_a_number_may_stand_beside_the_cards_suit():
    heart = Face("K", "hearts", "king of hearts")
    fixed, items = drawn(
        number, OrdinalSection(*TITLES, "suit"), 3, face=heart, suits="icon-suit-", suit_size=3.0
    )
    assert strings(fixed) == ["Some"]
    assert strings(items) == ["3"]
    assert items[1].symbol == "icon-suit-hearts"
    _, rank = drawn(
        number, OrdinalSection(*TITLES, "rank"), 13, face=heart, suits="icon-suit-", suit_size=3.0
    )
    assert [item for item in rank if isinstance(item, Use)] == []
    _, narrow = drawn(
        number,
        OrdinalSection(*TITLES, "suit"),
        44,
        Box(0, 0, 7, 10),
        face=heart,
        suits="icon-suit-",
        suit_size=3.0,
    )
    assert narrow[0].x >= 0
    assert narrow[1].matrix[4] + 1.5 <= 7 + 1e-6
    _, joker = drawn(number, OrdinalSection(*TITLES, "suit"), None, none="icon-joker")
    assert [item.symbol for item in joker] == ["icon-joker"]


@pytest.mark.parametrize(
    ("section", "value", "shown"),
    [
        (Words(*TITLES, outcomes("Extra damage", None)), "Extra damage", ["Extra damage"]),
        (Words(*TITLES, outcomes("Extra damage", None)), None, []),
        (DistributionSection(*TITLES, outcomes(True, False)), True, ["Some"]),
        (DistributionSection(*TITLES, outcomes(True, False)), False, []),
        (DistributionSection(*TITLES, (Outcome(True, Fraction(1), "Yes"), Outcome(False, Fraction(1), "No"))), False, ["No"]),
    ],
)  # fmt: skip
def test_words_on_a_plate(section, value, shown):
    assert strings(drawn(words, section, value)[1]) == shown


def test_the_answers_of_a_toggle_have_different_plates():
    section = DistributionSection(
        *TITLES, (Outcome(True, Fraction(1), "Yes"), Outcome(False, Fraction(1), "No"))
    )
    yes, no = (drawn(words, section, value, toggle=True)[1][0] for value in (True, False))
    assert yes.fill != no.fill


def test_the_poker_card_has_its_suit_and_a_joker_its_star():
    _, king = drawn(poker, None, Face("K", "hearts", "king of hearts"), joker="icon-joker")
    _, joker = drawn(poker, None, Face("joker", None, "red joker"), joker="icon-joker")
    assert strings(king) == ["K"]
    assert [item.symbol for item in king if isinstance(item, Use)] == ["icon-suit-hearts"]
    assert [item.symbol for item in joker if isinstance(item, Use)] == ["icon-joker"]


def test_a_chart_reads_like_a_table_in_a_book():
    section = TableSection(*TITLES, ("Levels", "Loss"), ("0", "3"), ((1, 2), (3, 4)), ())
    fixed, items = drawn(chart, section, {"Levels": [1, 2], "Loss": [3, 4]})
    assert strings(fixed) == ["0", "3", "Levels", "Loss"]
    assert strings(items) == ["1", "2", "3", "4"]
    one, two, three, _ = items
    assert one.y == two.y < three.y
    assert one.x < two.x


@pytest.mark.parametrize(
    ("look", "beside"),
    [({}, True), ({"above": True}, False), ({"icon": "icon-star", "icon_width": 4.0}, True)],
)
def test_labels_of_rolls_stand_beside_or_above_their_numbers(look, beside):
    section = RollsSection(*TITLES, (("1d6", None), ("2d6", None)), Fraction(1))
    fixed, items = drawn(rolls, section, {"1d6": 2, "2d6": 4}, **look)
    label, number = fixed[0], items[0]
    right = label.x + FONTS.width(label.string, label.face, label.size)
    assert (right < number.x) is beside
    assert (label.y + 1 < number.y) is not beside


def test_a_grid_may_do_without_heads_dice_and_row_numbers():
    section = GridSection(
        *TITLES, (Column("Damage", 6),), 2, "sum", "penetrating", "all", False, True, Fraction(1)
    )
    cells = {"Damage": (Cell(3), Cell(7))}
    assert strings(drawn(grid, section, cells)[0]) == ["1", "2", "Damage", "d6"]
    assert strings(drawn(grid, section, cells, die=False)[0]) == ["1", "2", "Damage"]
    assert strings(drawn(grid, section, cells, row_die=True, row_width=6.0, head_height=0.0)[0]) == [
        "1d6",
        "2d6",
    ]
    assert strings(drawn(grid, section, cells, row_width=0.0)[0]) == ["Damage", "d6"]


def test_three_rows_of_a_table_may_stand_below_each_other():
    section = TableSection(*TITLES, ("I",), ("F", "N", "S"), ((9, 11, 13),), ())
    _, items = drawn(quadrants, section, {"I": [9, 11, 13]}, abreast=1)
    assert len({round(item.x + FONTS.width(item.string, item.face, item.size) / 2, 6) for item in items}) == 1
    assert items[0].y < items[1].y < items[2].y


def test_marks_go_down_column_by_column():
    section = MarksSection(*TITLES, 5, Fraction(1))
    fixed, _ = drawn(marks, section, [], icon="icon-figure", columns=2)
    one, two, _, four, _ = [item for item in fixed if isinstance(item, Text)]
    assert one.x == two.x < four.x
    assert one.y == four.y < two.y


def test_printed_words_stand_for_places_and_rows():
    places = (Place("legs", Fraction(1), (), "Beine"), Place("head", Fraction(1), ()))
    section = StackSection(*TITLES, tuple((place,) for place in places), 2, 1)
    assert strings(drawn(stack, section, StackValue(("head", "legs"), 1))[1]) == ["head", "Beine"]
    table = TableSection(*TITLES, ("I",), ("F", "N"), ((9, 11),), (), ("schnell", "normal"))
    assert strings(drawn(quadrants, table, {"I": [9, 11]})[0])[:2] == ["schnell", "normal"]


def test_a_joker_has_the_icon_of_its_name_if_there_is_one():
    faults = Faults()
    pen = Pen(FONTS, 5.5 * PT, "theme", faults, icons=["icon-red-joker", "icon-joker"])
    painter = poker.WIDGET.build(None, BOX, look_of(poker, joker="icon-joker", red="hearts red"), pen)
    for name in ("red joker", "black joker"):
        painter(pen, Face("joker", None, name))
    icons = [item for item in pen.items if isinstance(item, Use)]
    assert [item.symbol for item in icons] == ["icon-red-joker", "icon-joker"]
    assert icons[0].fill != icons[1].fill


@pytest.mark.parametrize("section", [
    DistributionSection(*TITLES, outcomes(1, None)), Words(*TITLES, outcomes("x")),
    StackSection(*TITLES, ((Place("legs", Fraction(1), ()),),), 3, 1), MarksSection(*TITLES, 4, Fraction(1)),
])  # fmt: skip
def test_samples_are_values_that_the_widget_of_the_section_can_draw(section):
    module = {"number": number, "words": words, "stack": stack, "marks": marks}[default(section)]
    assert samples(section)
    for value in samples(section):
        drawn(module, section, value)
