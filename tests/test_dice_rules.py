"""The dice and cards of ``benchmarks/dice_rules.py``, against icepool and against all orders of small decks."""

from fractions import Fraction
from itertools import permutations

import icepool
import numpy as np
import pytest
from dice_rules import best_by_choice, best_of_all, card_tails, pool_tails, sum_of_dice

EXPLOSIONS = 12  # further ones are rarer than the tolerance
TOLERANCE = 1e-9


def open_die(sides):
    return icepool.d(sides).explode(depth=EXPLOSIONS)


def penetrating_die(sides):
    die = icepool.d(sides)
    for _ in range(EXPLOSIONS):
        die = icepool.d(sides).map({sides: sides + die - 1})
    return die


def assert_equal(tails, die):
    expected = [float(die.probability(">=", total)) for total in range(len(tails))]
    np.testing.assert_allclose(tails, expected, atol=TOLERANCE)


@pytest.mark.parametrize(("kind", "die"), [("plain", icepool.d), ("open", open_die), ("penetrating", penetrating_die)])
@pytest.mark.parametrize("dice", [1, 3])
def test_sums_are_what_icepool_says(kind, die, dice):
    roll = sum_of_dice(kind, dice, 6)
    assert_equal(roll.tails, dice @ die(6))
    assert float(roll.mean) == pytest.approx(float((dice @ die(6)).mean()))


def test_the_highest_die_is_what_icepool_says():
    def highest(*faces):
        if 2 * faces.count(1) > len(faces):
            return 1
        return icepool.highest(*(6 + open_die(6) if face == 6 else face for face in faces))

    assert_equal(best_of_all(3, 6), icepool.map(highest, *[icepool.d(6)] * 3))


def test_a_player_keeps_a_maximum_that_is_better_than_the_next_is_on_average():
    chain = 6 + open_die(6)
    keep_or_go_on = chain.map(lambda total: total if total >= chain.mean() else chain)

    def highest(*faces):
        if faces.count(6) == 2:
            return keep_or_go_on
        return chain if 6 in faces else 1 if faces == (1, 1) else max(faces)

    roll, die = best_by_choice(2, 6), icepool.map(highest, icepool.d(6), icepool.d(6))
    assert_equal(roll.tails, die)
    assert float(roll.mean) == pytest.approx(float(die.mean()))
    assert roll.failing == Fraction(1, 36)


def highest_totals(cards, rows):
    """The highest total of a pool in each order of the cards."""
    for order in permutations(cards):
        if 2 * order[0][:rows].count((1, False)) > rows:
            yield 1
            continue
        totals, still_open = [0] * rows, set(range(rows))
        for card in order:
            for row in list(still_open):
                totals[row] += card[row][0]
                still_open -= set() if card[row][1] else {row}
        yield max(totals)


def test_cards_and_pools_are_those_of_all_orders():
    cards = [
        ((1, False), (1, False), (2, False)),
        ((3, True), (4, True), (3, True)),
        ((2, True), (3, True), (5, False)),
        ((2, False), (1, False), (1, False)),
        ((3, False), (5, False), (4, True)),
        ((1, False), (2, False), (1, False)),
    ]
    values, opened = ([[card[row][item] for card in cards] for row in range(3)] for item in (0, 1))
    plain = tuple(card[0][0] for card in cards if not card[0][1])
    tails = [card_tails(plain, (3, 2)), *pool_tails(values, opened)]
    for rows, tail in enumerate(tails, 1):
        totals = np.array(list(highest_totals(cards, rows)))
        np.testing.assert_allclose(tail[:30], [(totals >= t).mean() for t in range(30)], atol=TOLERANCE)
