"""Forecasts: every chance is that of playing the procedure with every order of the cards, and of the dice."""

from fractions import Fraction
from itertools import permutations

import pytest
from every_order import ATTACKS, FI, HELMET, WEST, chances_of_few, forecast, procedure
from hypothesis import Phase, assume, given, settings, strategies as st

from deckgen.deck.cells import Multiset, chain_sums
from deckgen.odds import Roll, distribution


@pytest.mark.parametrize("attack", ATTACKS, ids="-".join)
@settings(max_examples=1, deadline=None, phases=[Phase.generate])
@given(st.data())
def test_with_a_deck_chances_are_those_of_every_order_of_its_cards(attack, data):
    chances, expected = chances_of_few(attack, data, 5)
    assert chances == expected


@pytest.mark.parametrize("attack", ATTACKS, ids="-".join)
def test_outcomes_with_dice_exclude_each_other_and_nothing_is_left_over(attack):
    chances = [chance for chance, _ in forecast(*attack, None, ATTACKS[attack], HELMET)]
    assert sum(chances[: len(chances) - len(procedure(*attack).forecast.besides)]) == 1


def test_with_dice_a_shot_is_a_hit_a_place_and_what_the_damage_comes_to():
    """Size 6, no armor: a wound for each 6 points, two dice more for the head and one more for the vitals."""
    hit = distribution(Roll((10, 10, 10), "highest", "open", "all", critical_failure=True)).tail(6)
    share = {2: Fraction(1, 20), 1: Fraction(1, 20), 0: Fraction(18, 20)}
    damage = {rows: distribution(Roll((6,) * (3 + rows), explode="open")) for rows in share}
    reached = [sum(share[rows] * damage[rows].tail(6 * level) for rows in share) for level in range(1, 6)]
    levels = [hit * (at_least - more) for at_least, more in zip(reached, [*reached[1:], 0], strict=True)]
    asked = {"skill": "10-3", "damage": "6-3", "meters": 12, "bystander": "somebody"}
    chances = [chance for chance, _ in forecast(WEST, "shoot", None, asked, {})]
    assert chances[:3] == [1 - hit, 0, hit * (1 - reached[0])]
    assert chances[3:8] == levels
    assert chances[9] == (1 - hit) / 6  # the bystander's number is a d6, and one shot went astray


def test_with_dice_a_target_is_stunned_by_as_much_as_its_wound_is_worse():
    """A wound for each 6 points as above; Fortitude 3d6 against 3, 5, 7, 9 or 11 and the penalty of the new wound, 1 to 5."""
    asked = {"skill": "10-3", "damage": "6-3", "meters": 12, "bystander": "somebody"}
    chances = dict(
        zip(procedure(WEST, "shoot").forecast.columns, forecast(WEST, "shoot", None, asked, {}), strict=True)
    )
    check = distribution(Roll((6, 6, 6), "highest", "open", "all", critical_failure=True))
    numbers = {"Flesh": 3 + 1, "Light": 5 + 2, "Heavy": 7 + 3, "Serious": 9 + 4, "Critical": 11 + 5}
    assert chances["Stunned"][0] == sum(chances[name][0] * (1 - check.tail(number)) for name, number in numbers.items())


def test_with_dice_extra_damage_adds_another_roll_as_often_as_cards_have_it():
    asked = {"skill": "V-5", "base": 0, "damage": "7-1", "reduced": "7-1", "size": 3, "aim": 20, "bumps": "nowhere"}
    chances = [chance for chance, _ in forecast(FI, "shoot", None, asked, {})]
    dice, share = distribution(Roll((16,), explode="open")), Fraction(4, 54)
    failed = distribution(Roll((12,) * 5, "highest", "open", critical_failure=True)).critical_failure
    vitals = Fraction(1, 20)  # and the head: there, two dice or three instead of one
    single = (1 - share) * (1 - dice.tail(3)) + share * (1 - share) * (1 - dice.tail(2)) ** 2
    double = (1 - share) * (1 - distribution(Roll((16, 16), explode="open")).tail(3))
    assert chances[2] == (1 - failed) * ((1 - 2 * vitals) * single + vitals * double)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 4), st.booleans()), min_size=2, max_size=5), st.integers(1, 2))
def test_chains_one_after_another_sum_to_what_every_order_gives(cells, chains):
    again = tuple(sorted((value, 1) for value, is_open in cells if is_open))
    plain = tuple(sorted((value, 1) for value, is_open in cells if not is_open))
    assume(len(plain) >= chains)
    expected, orders = [Fraction(0)] * 30, [*permutations(cells)]
    for order in orders:
        ends = [number for number, (_, is_open) in enumerate(order, 1) if not is_open]
        expected[sum(value for value, _ in order[: ends[chains - 1]])] += Fraction(1, len(orders))
    assert chain_sums(Multiset(0, plain, again), chains, 30) == expected
