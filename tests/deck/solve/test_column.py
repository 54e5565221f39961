import json
from dataclasses import replace
from fractions import Fraction
from math import floor

import pytest
from deck_twins import column
from hypothesis import given, strategies as st

from deckgen.deck.solve.cells import Multiset, mean_denominator
from deckgen.deck.solve.column import ColumnRequest, ColumnSolution, Rounding, nearest_critical
from deckgen.odds import Roll, distribution

W, R = "without-replacement", "with-replacement"
D4, D6, TWO = Roll((4,), explode="open"), Roll((6,), explode="open"), Roll((6, 6), explode="open")
D8 = Roll((8,), "highest", "open", critical_failure=True)
LOW = Multiset(0, ((1, 2), (2, 2)), ())
MIDDLE = Multiset(0, ((1, 1), (2, 2), (3, 1)), ())


def test_one_request_has_one_key():
    first = column(D6, TWO, size=20)
    others = [
        column(D6, size=20),
        column(TWO, D6, size=20),
        column(D6, TWO, size=21),
        column(D6, TWO, size=20, draw=R),
        column(D6, TWO, size=20, bar=Fraction(1, 2)),
        column(D6, TWO, size=20, up=True),
        column(D6, TWO, size=20, open_cards=3),
        column(D6, TWO, size=20, open_least=(2, None)),
        column(D6, TWO, size=20, together=2),
    ]
    assert len({first.key, *(other.key for other in others)}) == 10
    assert column(D6, TWO, size=20, open_least=(None, None)).key == first.key


@pytest.mark.parametrize(("size", "nearest"), [(54, 7), (20, 3), (12, 2), (11, 1)])
def test_the_nearest_number_of_critical_failures(size, nearest):
    """One d8 fails with chance 1/8; half a card is rounded up."""
    assert nearest_critical(D8, size) == nearest
    assert nearest_critical(Roll((8,)), size) is None


def test_a_request_of_another_size():
    bigger = column(D8, size=20, open_cards=3, up=True).with_size(54)
    assert (bigger.size, bigger.open_cards, bigger.roundings) == (54, None, (Rounding(False, 7),))


@given(
    st.lists(st.sampled_from([D4, D6, TWO, D8, Roll((6,))]), min_size=1, max_size=3),
    st.integers(6, 60),
    st.sampled_from([W, R]),
)
def test_the_numbers_of_open_cards_make_as_many_rows_exact_as_any(rolls, size, draw):
    counts = list(column(*rolls, size=size, draw=draw).open_counts())

    def exact(k):
        whole = mean_denominator(k, size, draw)
        return sum((distribution(roll).mean * whole).denominator == 1 for roll in rolls)

    if all(roll == Roll((6,)) for roll in rolls):
        assert counts == [0]
    elif most := max(map(exact, range(size // 3 + 1))):
        assert counts == [k for k in range(size // 3 + 1) if exact(k) == most]
    else:
        assert counts == [*range(1, max(2, size // 4 + 1))]
    assert list(column(*rolls, size=size, draw=draw, open_cards=5).open_counts()) == [5]


def test_every_way_in_which_sets_of_decks_are_rounded():
    """Each as often as the means and failures of all decks together need; one d8 fails on 2.5 of 20 cards."""
    request = column(D8, TWO, size=20)
    mean = distribution(D8).mean * 20
    part = mean - floor(mean)
    assert request.all_roundings(0, 0) == {
        Rounding(up, critical): Fraction(1, 2) * (part if up else 1 - part)
        for up in (False, True)
        for critical in (2, 3)
    }
    assert request.all_roundings(1, 0) == {Rounding(False, None): 1}  # 168 in all
    assert column(D8, size=24).all_roundings(0, 3) == {Rounding(False, 3): 1}


def test_a_row_of_a_column():
    request = ColumnRequest(
        (D6, D8), 24, W, (Fraction(1), Fraction(1, 2)), (Rounding(False, None), Rounding(True, 3)),
        open_least=(None, 7),
    )  # fmt: skip
    row = request.row_request(1, 4)
    assert (row.roll, row.size, row.draw, row.open_cards, row.critical) == (D8, 24, W, 4, 3)
    assert (row.round_up, row.tail_limit, row.above, row.given_least) == (True, Fraction(1, 2), None, 7)
    assert request.row_request(0, 4).given_least is None


def test_rows_that_fall_are_not_accepted():
    request = column(Roll((2,)), Roll((3,)), size=4)
    assert request.accepts((LOW, MIDDLE))
    assert not request.accepts((MIDDLE, LOW))
    assert not request.accepts((LOW,))
    assert not request.accepts((LOW, MIDDLE, MIDDLE))
    assert not request.accepts(None)
    # the mean is right, but a card of the row above prints more
    assert not request.accepts((Multiset(0, ((0, 1), (2, 3)), ()), MIDDLE))
    higher = Multiset(0, ((2, 4),), ())
    assert request.accepts((LOW, higher))
    assert not column(Roll((3,)), Roll((3,)), size=4).accepts((MIDDLE, higher))


SOLUTION = ColumnSolution.from_cells(0, [1, 0, 1], [(LOW, MIDDLE), (MIDDLE, MIDDLE)])


def test_a_cycle_has_no_end():
    assert [SOLUTION.solution_at(turn) for turn in range(4)] == [
        (MIDDLE, MIDDLE), (LOW, MIDDLE), (MIDDLE, MIDDLE), (MIDDLE, MIDDLE),
    ]  # fmt: skip
    assert SOLUTION.solutions == [(LOW, MIDDLE), (MIDDLE, MIDDLE)]


def test_solutions_are_the_same_after_json():
    read = ColumnSolution.from_json(json.loads(json.dumps(SOLUTION.to_json())))
    assert read is not None
    assert (read.open_cards, read.order, read.solutions) == (0, (1, 0, 1), SOLUTION.solutions)


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {"open_cards": 0, "order": [0]},
        {"open_cards": 0, "order": [], "solutions": [[]]},
        {"open_cards": 0, "order": [1], "solutions": [[]]},
        {"open_cards": 0, "order": [-1], "solutions": [[]]},
        {"open_cards": 0, "order": [True], "solutions": [[], []]},
        {"open_cards": 0, "order": [0.0], "solutions": [[]]},
        {"open_cards": "0", "order": [0], "solutions": [[]]},
    ],
)
def test_what_are_no_solutions_is_none(data):
    assert ColumnSolution.from_json(data) is None


@pytest.mark.parametrize("bad", [None, 4, [], [None], [LOW.to_json(), {}]])
def test_cells_that_are_none_are_noticed_when_they_are_read(bad):
    read = ColumnSolution.from_json({"open_cards": 0, "order": [0], "solutions": [bad]})
    assert read is not None
    assert not read.solution_at(0)
    if bad != []:
        with pytest.raises(ValueError, match="an invalid cell"):
            _ = read.solutions
    assert not column(Roll((2,)), size=4).accepts(read.solution_at(0))


def test_open_cards_are_counted_in_a_column():
    again = Multiset(0, ((1, 2), (2, 1)), ((3, 1),))
    request = replace(column(Roll((2,), explode="open"), size=4), open_cards=1)
    assert again.mean(W) == Fraction(4, 3) + Fraction(3, 4)
    assert not request.accepts((again,))  # not the mean


def test_rows_have_one_number_of_open_cards_and_the_one_that_is_fixed():
    dice = Roll((2,), explode="open")
    one, two = Multiset(0, ((1, 2), (4, 1)), ((4, 1),)), Multiset(0, ((1, 2),), ((3, 2),))
    single, rows = column(dice, size=4), column(dice, dice, size=4)
    assert [single.accepts((cell,)) for cell in (one, two)] == [True, True]
    assert [replace(single, open_cards=1).accepts((cell,)) for cell in (one, two)] == [True, False]
    assert [rows.accepts(cells) for cells in ((one, one), (two, two), (two, one))] == [True, True, False]
