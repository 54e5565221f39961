from dataclasses import replace
from fractions import Fraction
from math import floor

import pytest
from deck_twins import column
from hypothesis import given, strategies as st

from deckgen.deck.cards import canonical_json
from deckgen.deck.cells import Multiset, mean_denominator
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
        column(D6, TWO, size=20, open_sums=(6, None)),
        column(D6, TWO, size=20, exact="auto"),
        column(D6, TWO, size=20, least=2),
        column(D6, TWO, size=20, together=2),
    ]
    assert len({first.key, *(other.key for other in others)}) == 12
    assert column(D6, TWO, size=20).key == first.key


@pytest.mark.parametrize(("size", "nearest"), [(54, 7), (20, 3), (12, 2), (11, 1)])
def test_the_nearest_number_of_critical_failures(size, nearest):
    """One d8 fails with chance 1/8; half a card is rounded up."""
    assert nearest_critical(D8, size) == nearest
    assert nearest_critical(Roll((8,)), size) is None


def test_a_request_of_another_size():
    bigger = column(D8, size=20, open_cards=3, open_sums=(8,), up=True).with_size(54)
    assert (bigger.size, bigger.open_cards, bigger.open_sums) == (54, None, None)
    assert bigger.roundings == (Rounding(False, 7),)


@given(
    st.lists(st.tuples(st.sampled_from([D4, D6, TWO, D8, Roll((6,))]), st.booleans()), min_size=1, max_size=3),
    st.integers(6, 60),
    st.sampled_from([W, R]),
)
def test_the_numbers_of_open_cards_make_as_many_rows_exact_in_each_deck_as_any(rows, size, draw):
    """At least one, if dice explode. Rows that are exact over a set do not count."""
    rolls = [roll for roll, _ in rows]
    open_sums = tuple(None if in_each else 0 for _, in_each in rows)
    counts = list(column(*rolls, size=size, draw=draw).open_counts(open_sums))

    def exact(k):
        whole = mean_denominator(k, size, draw)
        return sum(in_each and (distribution(roll).mean * whole).denominator == 1 for roll, in_each in rows)

    few = range(1, max(2, size // 3 + 1))
    if all(roll == Roll((6,)) for roll in rolls):
        assert counts == [0]
    elif most := max(map(exact, few)):
        assert counts == [k for k in few if exact(k) == most]
    else:
        share = 4 if any(in_each for _, in_each in rows) else 3
        assert counts == [*range(1, max(2, size // share + 1))]
    assert list(column(*rolls, size=size, draw=draw, open_cards=5).open_counts(open_sums)) == [5]


@pytest.mark.parametrize(
    ("exact", "open_sums", "suits"),
    [
        ("deck", (None, None), True),
        ("deck", (None, 12), False),
        ("set", (6, 12), True),
        ("set", (6, None), False),
        ("auto", (None, None), True),
        ("auto", (6, None), True),
        ("auto", (6, 12), True),
        ("auto", (), False),
        ("auto", (6,), False),
    ],
)
def test_sums_of_open_numbers_suit_where_the_game_wants_means_to_be_exact(exact, open_sums, suits):
    request = column(D6, TWO, size=20, exact=exact)
    assert request.suits(open_sums) is suits
    assert not replace(request, open_sums=(7, 12)).suits(open_sums)
    assert replace(request, open_sums=open_sums).suits(open_sums) is suits


def test_every_way_in_which_sets_of_decks_are_rounded():
    """Each as often as the means and failures of all decks together need; one d8 fails on 2.5 of 20 cards."""
    request = column(D8, TWO, size=20)
    mean = distribution(D8).mean * 20
    part = mean - floor(mean)
    assert request.all_roundings(0, 0, (None, None)) == {
        Rounding(up, critical): Fraction(1, 2) * (part if up else 1 - part)
        for up in (False, True)
        for critical in (2, 3)
    }
    assert request.all_roundings(1, 0, (None, None)) == {Rounding(False, None): 1}  # 168 in all
    assert column(D8, size=24).all_roundings(0, 3, (None,)) == {Rounding(False, 3): 1}


@pytest.mark.parametrize("draw", [W, R])
def test_over_a_set_decks_are_rounded_so_that_all_together_have_the_mean(draw):
    request = column(D6, size=20, draw=draw, exact="set")
    roundings = request.all_roundings(0, 3, (17,))
    assert len(roundings) == 2
    assert sum(roundings.values()) == 1
    row = request.row_requests(3, (17,))[0]
    mean = sum(share * replace(row, round_up=up).weighted_sum for (up, _), share in roundings.items())
    assert mean == row.scaled_target


def test_the_rows_of_a_column():
    request = ColumnRequest(
        (D6, D8), 24, W, (Fraction(1), Fraction(1, 2)), (Rounding(False, None), Rounding(True, 3)), ("auto", "set"),
        (None, 7),
    )  # fmt: skip
    first, row = request.row_requests(4, (None, 28))
    assert (row.roll, row.size, row.draw, row.open_cards, row.critical) == (D8, 24, W, 4, 3)
    assert (row.round_up, row.tail_limit, row.given_least) == (True, Fraction(1, 2), 7)
    assert (row.over_set, row.open_sum) == (True, 28)
    assert (first.given_least, first.over_set, first.open_sum) == (None, False, 0)
    assert request.row_requests(4, (None, 0))[1].over_set  # any sum


NONE = (None, None)


def test_rows_that_fall_are_not_accepted():
    request = column(Roll((2,)), Roll((3,)), size=4)
    assert request.accepts((LOW, MIDDLE), NONE)
    assert not request.accepts((MIDDLE, LOW), NONE)
    assert not request.accepts((LOW,), (None,))
    assert not request.accepts((LOW, MIDDLE), (None,))
    assert not request.accepts((LOW, MIDDLE, MIDDLE), (None,) * 3)
    # the mean is right, but a card of the row above prints more
    assert not request.accepts((Multiset(0, ((0, 1), (2, 3)), ()), MIDDLE), NONE)
    higher = Multiset(0, ((2, 4),), ())
    assert request.accepts((LOW, higher), NONE)
    assert not column(Roll((3,)), Roll((3,)), size=4).accepts((MIDDLE, higher), NONE)


def test_open_cards_of_a_row_that_fall_are_not_accepted():
    request = column(D6, D6, size=6, draw=R, least=1, open_cards=2)  # a sum of 16.8, rounded down
    low = Multiset(0, ((1, 1), (2, 1), (3, 2)), ((3, 1), (4, 1)))
    high = Multiset(0, ((1, 1), (2, 3)), ((4, 1), (5, 1)))
    assert all(row.accepts(cell) for row in request.row_requests(2, NONE) for cell in (low, high))
    assert request.accepts((low, low), NONE)
    assert not request.accepts((low, high), NONE)  # its plain cards fall
    assert not request.accepts((high, low), NONE)  # its open cards fall


SOLUTION = ColumnSolution(
    0, NONE, (750, 500), (41, 40), [[LOW.to_json(), MIDDLE.to_json()]] * 2 + [[MIDDLE.to_json()] * 2]
)


def test_a_set_of_decks_has_no_end():
    assert SOLUTION.length == 3
    assert SOLUTION.solutions == [(LOW, MIDDLE), (LOW, MIDDLE), (MIDDLE, MIDDLE)]
    assert [SOLUTION.solution_at(index) for index in range(4)] == [*SOLUTION.solutions, (LOW, MIDDLE)]


def test_solutions_are_the_same_after_json():
    read = ColumnSolution.from_bytes(canonical_json(SOLUTION.to_json()))
    assert read == SOLUTION
    summed = replace(SOLUTION, open_cards=2, open_sums=(None, 12))
    assert ColumnSolution.from_bytes(canonical_json(summed.to_json())) == summed


GOOD = {"open_cards": 0, "open_sums": [None], "errors": [750], "proof": [0, 0], "solutions": [[]]}


def test_a_solution_is_read_before_its_cells_are():
    assert ColumnSolution.from_bytes(canonical_json(GOOD)) is not None


@pytest.mark.parametrize("name", GOOD)
def test_solutions_without_a_part_are_none(name):
    assert ColumnSolution.from_bytes(canonical_json({key: part for key, part in GOOD.items() if key != name})) is None


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("open_cards", "0"),
        ("open_cards", None),
        ("open_sums", None),
        ("open_sums", [True]),
        ("open_sums", ["6"]),
        ("open_sums", [6.0]),
        ("errors", 750),
        ("errors", [None]),
        ("errors", [True]),
        ("errors", [0.5]),
        ("proof", []),
        ("proof", [0]),
        ("proof", [0, None]),
        ("proof", [0.5, 0]),
        ("solutions", []),
        ("solutions", {}),
        ("solutions", None),
    ],
)
def test_data_that_are_no_solutions_are_none(name, part):
    assert ColumnSolution.from_bytes(canonical_json(GOOD | {name: part})) is None


@pytest.mark.parametrize("content", [b"", b"null", b"[]", b"{}", b"nonsense", b"\xff", b"[" * 100_000])
def test_content_that_is_no_solution_is_none(content):
    assert ColumnSolution.from_bytes(content) is None


@pytest.mark.parametrize("bad", [None, 4, [], [None], [LOW.to_json(), {}]])
def test_invalid_cells_are_noticed_when_they_are_read(bad):
    read = ColumnSolution.from_bytes(canonical_json(GOOD | {"solutions": [bad]}))
    assert read is not None
    assert not read.solution_at(0)
    if bad != []:
        with pytest.raises(ValueError, match="an invalid cell"):
            _ = read.solutions
    assert not column(Roll((2,)), size=4).accepts(read.solution_at(0) or (), (None,))


def test_open_cards_are_counted_in_a_column():
    again = Multiset(0, ((1, 2), (2, 1)), ((3, 1),))
    request = replace(column(Roll((2,), explode="open"), size=4), open_cards=1)
    assert again.mean(W) == Fraction(4, 3) + Fraction(3, 4)
    assert not request.accepts((again,), (None,))  # not the mean


def test_rows_have_one_number_of_open_cards_and_the_one_that_is_fixed():
    dice = Roll((2,), explode="open")
    one, two = Multiset(0, ((1, 2), (4, 1)), ((4, 1),)), Multiset(0, ((1, 2),), ((3, 2),))
    single, rows = column(dice, size=4), column(dice, dice, size=4)
    assert [single.accepts((cell,), (None,)) for cell in (one, two)] == [True, True]
    assert [replace(single, open_cards=1).accepts((cell,), (None,)) for cell in (one, two)] == [True, False]
    assert [rows.accepts(cells, NONE) for cells in ((one, one), (two, two), (two, one))] == [True, True, False]


def test_the_sums_of_open_numbers_are_those_of_the_column():
    request = column(Roll((2,), explode="open"), size=4, exact="set")
    cell = Multiset(0, ((1, 2),), ((3, 2),))
    assert cell.mean(W) == 3
    assert request.accepts((cell,), (6,))
    assert not request.accepts((cell,), (7,))
