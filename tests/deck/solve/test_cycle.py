from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from deckgen.deck.solve.cycle import LENGTH, SOLUTIONS_WANTED, mixture_weights, solution_order


def share(errors):
    """The mixture's error, by T."""
    often = mixture_weights(errors)
    return often @ errors / often.sum()


def best(errors, directions):
    """The least that the largest error of any mixture can be, by the dual of its linear program.

    Over each direction, the best mixture takes the 16 solutions that are lowest there.
    """
    return max(np.sort(errors @ direction)[:SOLUTIONS_WANTED].mean() for direction in directions)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(-600, 600), min_size=17, max_size=60))
def test_with_one_total_the_weights_are_the_best_there_are(numbers):
    errors = np.array(numbers)[:, None]
    optimum = max(best(errors, [[1.0], [-1.0]]), 0)
    assert optimum - 1e-9 <= abs(share(errors)[0]) <= optimum + 15


@settings(max_examples=20, deadline=None)
@given(st.lists(st.tuples(st.integers(-600, 600), st.integers(-600, 600)), min_size=17, max_size=40))
def test_with_two_totals_the_weights_are_the_best_there_are(pairs):
    errors = np.array(pairs)
    grid = np.linspace(-1, 1, 401)
    directions = [np.array([x, sign * (1 - abs(x))]) for x in grid for sign in (-1, 1)]
    optimum = max(best(errors, directions), 0)
    reached = np.abs(share(errors)).max()
    assert optimum - 1e-9 <= reached <= optimum + 30


@pytest.mark.parametrize("count", [1, 5, 16, 17, 50])
def test_no_weight_is_above_one_in_sixteen(count):
    errors = np.random.default_rng(count).integers(-500, 500, (count, 6))
    often = mixture_weights(errors)
    assert often.sum() == min(count, SOLUTIONS_WANTED) * often.max() if count <= SOLUTIONS_WANTED else True
    assert (often * min(count, SOLUTIONS_WANTED) <= often.sum()).all()
    assert (often >= 0).all()


@settings(max_examples=20, deadline=None)
@given(st.integers(1, 60), st.integers(1, 3), st.integers(0, 10**6))
def test_a_cycle_takes_every_solution_as_often_as_its_weight_says(count, rows, seed):
    random = np.random.default_rng(seed)
    errors = [random.integers(-700, 700, (count, 5 + row)) for row in range(rows)]
    made = solution_order(errors)
    assert len(made) == LENGTH
    assert set(made) <= set(range(count))
    most = -(-LENGTH // min(count, SOLUTIONS_WANTED))  # no weight is above this share
    assert max(map(made.count, made)) <= most
    assert len(set(made)) >= SOLUTIONS_WANTED or count < SOLUTIONS_WANTED
    assert made == solution_order([row.copy() for row in errors])


def test_opposites_follow_each_other():
    """Half of the solutions are a card too high, half too low: the sum never strays."""
    errors = np.array([[600], [-600]] * 10)
    made = solution_order([errors])
    assert all(errors[a, 0] == -errors[b, 0] for a, b in pairwise(made))


def test_a_row_that_can_do_little_leaves_others_within_a_quarter_of_a_card():
    random = np.random.default_rng(1)
    hopeless = np.full((40, 1), 900)
    free = random.integers(-600, 600, (40, 3))
    alone, both = (np.abs(free[solution_order(rows)].mean(axis=0)).max() for rows in ([free], [hopeless, free]))
    assert alone < 20
    assert both < 256
