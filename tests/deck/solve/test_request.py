from dataclasses import replace
from fractions import Fraction
from math import floor

import pytest
from deck_twins import Asked, asked, cell_of, error, every_cell, small_cells, totals
from hypothesis import example, given, settings, strategies as st

from deckgen.deck.cells import Multiset, mean_denominator, total_tails
from deckgen.deck.solve.request import Request, explained_share
from deckgen.deck.solve.tails import tail_error, unexplained_error
from deckgen.errors import DeckError
from deckgen.odds import Roll, distribution
from deckgen.odds.roll import Die

W, R = "without-replacement", "with-replacement"
D6 = Request(Roll((6,), explode="open"), 54, W)
OPEN_D6 = Roll((6,), explode="open")
D8 = Request(Roll((8,), "highest", "open", critical_failure=True), 54, W, 0, 7)


@given(st.fractions(1, 60, max_denominator=400), st.integers(20, 200), st.sampled_from((W, R)))
def test_open_counts_are_the_exact_ones_where_there_are_any(mean, size, draw):
    """At least one: dice that explode do so on cards, too. Over a set of decks any number can be exact."""
    request = Asked(D6.roll, size, draw, mean=mean)
    exact = [k for k in range(1, size // 3 + 1) if (mean * mean_denominator(k, size, draw)).denominator == 1]
    assert list(request.open_counts()) == (exact or [*range(1, size // 4 + 1)])
    assert list(replace(request, over_set=True).open_counts()) == [*range(1, size // 3 + 1)]


@pytest.mark.parametrize("roll", [Roll((6, 6)), Roll((8, 8, 8), "lowest")])
def test_plain_dice_have_no_open_cards(roll):
    assert Request(roll, 54, W).open_counts() == (0,)


def test_keys_of_bounds_depend_on_what_they_are_true_for():
    """Open cards, the rounding of the mean and the bar leave a bound as it is."""
    for same in (replace(D6, open_cards=3), replace(D6, round_up=True), replace(D6, tail_limit=Fraction(1, 2)),
                 replace(D6, open_sum=3)):  # fmt: skip
        assert same.key == same.any_deck.key == D6.key
    others = [replace(D6, size=53), replace(D6, draw=R), replace(D6, critical=1), replace(D6, given_least=2),
              replace(D6, roll=Roll((8,), explode="open")), replace(D6, over_set=True)]  # fmt: skip
    assert len({D6.key, *(other.key for other in others)}) == 7


def test_special_dice_count_by_their_faces():
    keys = [
        Request(Roll((), special=(Die(name, faces),)), 54, W).key
        for name, faces in (("dF", (-1, 0, 1)), ("fate", (-1, 0, 1)), ("dF", (0, 1, 2)))
    ]
    assert keys[0] == keys[1] != keys[2]


def test_tails_end_where_less_than_a_two_hundredth_of_a_card_is_left():
    assert D6.tails == D6.dice.tails(40)
    assert D6.tails[40] * 54 * 200 <= 1 < D6.tails[32] * 54 * 200


def test_a_roll_that_is_too_large_for_cards_is_refused_when_its_odds_are_asked_for():
    with pytest.raises(DeckError, match="10d100, open-ended: averages 510, too much"):
        _ = Request(Roll((100,) * 10, explode="open"), 54, W).tails
    assert len(Request(Roll((100,) * 10), 54, W).tails) > 800  # its dice end


@pytest.mark.parametrize(
    ("roll", "least"),
    [
        (Roll((4,), explode="open"), 3),  # a mean of 10/3
        (Roll((6,), explode="open"), 4),  # 4.2
        (Roll((8,), explode="open"), 5),  # 5 1/7
        (Roll((6, 6), explode="open"), 4),  # 2/5 of 8.4
        (Roll((6,) * 3, explode="open"), 6),  # 2/5 of 12.6
        (Roll((6,) * 3, "highest", "open"), 3),
        (Roll((2, 2), explode="open"), 3),  # 2/5 of 6
        (Roll((2,), explode="open"), 3),
    ],
)
def test_open_cards_look_exceptional(roll, least):
    assert Request(roll, 54, W).least_open == least


def test_over_a_set_a_single_die_is_open_at_its_maximum_or_beside_it():
    assert replace(D6, over_set=True).least_open == 5
    assert replace(D6, over_set=True, given_least=2).least_open == 2
    two = Request(Roll((6, 6), explode="open"), 54, W)
    assert replace(two, over_set=True).least_open == two.least_open


def test_the_game_may_say_the_least_open_number_but_none_is_like_a_failure():
    assert replace(D6, given_least=1).least_open == 1  # any number that dice have
    assert replace(D8, given_least=1).least_open == replace(D8, critical=0, given_least=1).least_open == 2
    assert replace(D6, given_least=3).least_open == 3
    assert replace(D6, given_least=6).least_open == 6
    assert Request(Roll((6,) * 3, explode="open"), 54, W, given_least=1).least_open == 3


def test_how_many_cards_may_print_a_number():
    failing = replace(D8, critical=5)
    assert [failing.fewest(t) for t in range(4)] == [54, 54, 49, 0]
    assert [failing.most(t) for t in range(4)] == [54, 54, 49, 49]
    assert [D6.fewest(t) for t in range(3)] == [54, 54, 0]
    assert {D6.most(t) for t in range(30)} == {54}


def test_no_card_prints_a_total_that_only_a_failure_or_no_dice_can_give():
    """The highest of five d8, more than half of which are 1 where it fails: all others print 2 or more."""
    five = Request(Roll((8,) * 5, "highest", "open", critical_failure=True), 54, W, 5, 1)
    assert [five.fewest(t) for t in range(4)] == [54, 54, 53, 0]
    three = replace(five, roll=Roll((8,) * 3, critical_failure=True))  # a sum of 1 + 2 + 2 at least
    assert [three.fewest(t) for t in range(7)] == [54, 54, 53, 53, 53, 53, 0]
    assert three.first_judged == 6


def test_extremes_limit_how_many_cards_print_a_number():
    extreme = Request(Roll((6,) * 3, extremes=True), 54, W)
    assert (extreme.fewest(4), extreme.most(4)) == (54, 54)
    assert (extreme.fewest(18), extreme.most(18)) == (0, 0)
    for t, least, most in extreme.limits:
        assert (extreme.fewest(t), extreme.most(t)) == (least, most)


@pytest.mark.parametrize(("critical", "share"), [(7, Fraction(-1, 189)), (6, Fraction(1, 63))])
def test_the_errors_that_the_rounding_of_critical_failures_explains(critical, share):
    """One d8 fails on 6.75 of 54 cards; with 7, a card in four is taken from all others' odds."""
    for t in range(3, 30):
        error = float(D8.tails[t] * 54 * share)
        assert replace(D8, critical=critical).explained_errors(t) == pytest.approx((min(error, 0), max(error, 0)))
    assert D6.explained_errors(6) == (0, 0)


def test_how_many_fail_critically_is_not_judged():
    assert D6.first_judged == 2
    assert D8.first_judged == 3
    cell = Multiset(4, ((2, 3), (3, 3), (4, 2)), ())
    request = Request(Roll((4,), critical_failure=True), 12, W, 0, 4)  # 3 of 12 in the dice
    # P(total >= 4): 2 of 12, not 3, of which a ninth is gone with the card that fails; nor is T = 2 looked at
    assert tail_error([cell], request) == error(cell, request) == Fraction(2, 3)
    more = Multiset(4, ((2, 2), (3, 3), (4, 3)), ())
    assert tail_error([more], request) == error(more, request) == 0


@pytest.mark.parametrize(("critical", "share"), [(2, Fraction(1, 21)), (3, Fraction(0)), (6, Fraction(-1, 7))])
def test_the_rounding_of_critical_failures_moves_all_other_odds_by_one_share(critical, share):
    """One d8 fails on 3 of 24 cards; ``critical`` in their place leave the others more or less of the deck."""
    assert explained_share(D8.dice, 24, critical) == share
    for t in range(2, 40):
        assert D8.dice.tail(t) * (1 + share) == D8.dice.tail(t) / Fraction(21, 24) * Fraction(24 - critical, 24)
    assert explained_share(D6.dice, 24, critical) == 0  # no die fails
    assert explained_share(distribution(Roll((1,), critical_failure=True)), 24, critical) == 0  # it always does


@given(*[st.fractions(-3, 3, max_denominator=50)] * 2)
def test_what_is_unexplained_is_the_distance_to_what_is_explained(off, explained):
    ends = sorted([Fraction(0), explained])
    inside = ends[0] <= off <= ends[1]
    assert unexplained_error(off, explained) == (0 if inside else min(abs(off - end) for end in ends))


@settings(max_examples=20, deadline=None)
@given(small_cells(6, critical=False).filter(lambda cell: max(v for v, _ in (*cell.plain, *cell.open)) > 1))
def test_the_tail_error_is_that_of_every_order_of_the_deck(cell):
    request = Request(Roll((4,)), cell.size, W, cell.open_cards)
    chances = totals(cell)
    top = max(*chances, 4) + 1
    ours = [sum(p for total, p in chances.items() if total >= t) for t in range(2, top)]
    theirs = [max(Fraction(5 - t, 4), Fraction(0)) for t in range(2, top)]
    assert tail_error([cell], request) == cell.size * max(abs(a - b) for a, b in zip(ours, theirs, strict=True))


@given(small_cells(6))
def test_a_deck_has_no_error_beside_itself(cell):
    for draw in (W, R):
        request = asked(cell, draw)
        assert request.tails == tuple(total_tails(cell, draw))
        assert tail_error([cell], request) == 0
        assert request.weighted_sum == cell.weighted_sum(draw) == request.scaled_target


def test_a_mean_that_cannot_be_exact_is_rounded_as_asked():
    seven_thirds = Asked(OPEN_D6, 20, W, 3, mean=Fraction(7, 3))
    assert seven_thirds.scaled_target == 17 * 18 * Fraction(7, 3)
    assert [replace(seven_thirds, round_up=up).weighted_sum for up in (False, True)] == [714, 714]
    none = replace(seven_thirds, open_cards=0)
    assert none.scaled_target == Fraction(140, 3)
    assert [replace(none, round_up=up).weighted_sum for up in (False, True)] == [46, 47]


@pytest.mark.parametrize("draw", [W, R])
@pytest.mark.parametrize("open_sum", [11, 12, 13])
def test_over_a_set_open_numbers_have_one_sum_and_the_plain_ones_the_whole_numbers_beside_what_is_left(draw, open_sum):
    """What is left is what the plain cards of all decks of the set show on average."""
    request = Request(OPEN_D6, 8, draw, 2, over_set=True, open_sum=open_sum)
    plain_weight, open_weight = (7, 6) if draw == W else (1, 1)
    left = (Fraction(21, 5) * 6 * plain_weight - open_weight * open_sum) / plain_weight
    assert request.steps == (left, plain_weight, open_weight * open_sum)
    values = [6, open_sum - 6]
    for up in (False, True):
        asked_for = replace(request, round_up=up)
        plain_sum = floor(left) + (up and left.denominator != 1)
        cell = cell_of(0, [1] * 5 + [plain_sum - 5], values)
        assert asked_for.weighted_sum == cell.weighted_sum(draw) == plain_weight * plain_sum + open_weight * open_sum
        assert asked_for.accepts(cell)
        assert not asked_for.accepts(cell_of(0, [1] * 5 + [plain_sum - 4], values))
        assert not replace(asked_for, open_sum=open_sum + 1).accepts(cell)


def test_the_steps_of_a_mean_that_is_exact_in_each_deck_are_the_target():
    assert replace(D6, open_cards=3).steps == (replace(D6, open_cards=3).scaled_target, 1, 0)


TWELVE = Request(Roll((3,)), 12, W)  # a mean of 2 on twelve plain cards
EVEN = Multiset(0, ((1, 4), (2, 4), (3, 4)), ())


@pytest.mark.parametrize(
    ("cell", "accepted"),
    [
        (EVEN, True),
        (Multiset(0, ((2, 12),), ()), True),
        (Multiset(0, ((1, 4), (2, 4), (3, 5)), ()), False),  # thirteen cards
        (Multiset(0, ((1, 5), (2, 3), (3, 4)), ()), False),  # another mean
        (Multiset(0, ((0, 4), (3, 8)), ()), False),  # no die shows 0
        (Multiset(4, ((2, 4), (3, 4)), ()), False),  # no die fails
        (Multiset(0, (), ((2, 12),)), False),  # no chain would end
        (Multiset(0, ((0, 1), (2, 10)), ((3, 1),)), False),
    ],
)
def test_a_cell_is_accepted_by_its_counts_and_its_mean(cell, accepted):
    assert TWELVE.accepts(cell) is accepted


def test_critical_failures_are_counted_and_no_other_card_reads_as_one():
    failing = Request(Roll((4,), critical_failure=True), 12, W, 0, 3)
    assert failing.accepts(Multiset(3, ((2, 3), (3, 3), (4, 3)), ()))
    assert not failing.accepts(Multiset(2, ((1, 1), (2, 3), (3, 3), (4, 3)), ()))
    assert not failing.accepts(Multiset(3, ((1, 1), (2, 1), (3, 4), (4, 3)), ()))


def test_the_rounding_of_a_cell_is_checked():
    thirteen = Request(Roll((4,)), 13, W)  # 32.5 in all
    low, high = Multiset(0, ((2, 7), (3, 6)), ()), Multiset(0, ((2, 6), (3, 7)), ())
    assert (thirteen.accepts(low), thirteen.accepts(high)) == (True, False)
    up = replace(thirteen, round_up=True)
    assert (up.accepts(low), up.accepts(high)) == (False, True)


def test_open_cards_are_as_many_and_show_as_much_as_the_request_says():
    request = Request(OPEN_D6, 8, W, 2)
    cell = next(c for c in every_cell(request, range(1, 9)) if c.open_values == [6, 7])
    assert request.accepts(cell)
    assert not replace(request, given_least=7).accepts(cell)
    assert not replace(request, open_cards=1).accepts(cell)


def test_extremes_must_be_confirmed():
    extreme = Request(Roll((6,) * 3, extremes=True), 54, W)
    assert {t for t, *_ in extreme.limits} >= {4, 18}
    assert not extreme.accepts(Multiset(0, ((3, 1), *((v, 4) for v in range(4, 17)), (18, 1)), ()))
    with pytest.raises(DeckError, match="a deck of 60 cards cannot give"):
        _ = replace(extreme, size=60).limits
    assert D6.limits == ()


LATE = Multiset(0, ((1, 5), (3, 1)), ()), Multiset(0, ((1, 5), (2, 1)), ())


@given(
    pair=st.tuples(*[small_cells(6, critical=False).filter(lambda cell: 0 not in dict(cell.plain))] * 2),
    factor=st.sampled_from((1, 16, 40)),
    beyond=st.booleans(),
)
@example(pair=LATE, factor=40, beyond=True)  # 80, not 120
@settings(max_examples=30)
def test_totals_are_compared_as_far_as_there_are_any(pair, factor, beyond):
    """Where the numbers are large, and where all that differs is: ``beyond`` the first hundred totals."""
    high = [_times(each, factor, beyond) for each in pair]
    for draw in (W, R):
        request = asked(high[0], draw, high[1])
        assert tail_error([high[0]], request) == error(high[0], request)


def _times(cell, factor, beyond):
    """The cell with larger numbers; ones stay as they are if what is beyond them is to differ."""
    parts = [tuple((v if beyond and v <= 1 else v * factor, n) for v, n in part) for part in (cell.plain, cell.open)]
    return Multiset(cell.critical, *parts)
