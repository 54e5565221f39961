"""Playing cells by chance: what must be exact, and what must agree with the exact mean."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from deck_games import SIXTY, game
from hypothesis import given, settings, strategies as st

from deckgen.deck.audit.means import long_run_mean
from deckgen.deck.audit.playing import Play
from deckgen.deck.deal.random_stream import RandomStream
from deckgen.game.model import Cell

DECK = tuple(
    [Cell(n % 5 + 1) for n in range(48)] + [Cell(6, again=True)] * 10 + [Cell(2), Cell(5, again=True)]
)


def play(cells, draws=20_000, seed="p", **rules):
    spec = replace(game(SIXTY).deck(), **rules)
    values = np.array([[cell.value] for cell in cells])
    again = np.array([[cell.again] for cell in cells])
    made = Play(values, again, spec, RandomStream("test", seed), draws)
    return made, spec, next(iter(made.results()))


@pytest.mark.parametrize("draw", ["without-replacement", "with-replacement"])
@pytest.mark.parametrize("reshuffle", ["jokers", "every-draw"])
def test_the_mean_is_near_the_exact_one(draw, reshuffle):
    _, spec, (tasks, mean, error) = play(DECK, draw=draw, reshuffle=reshuffle)
    exact = long_run_mean(DECK, spec.jokers(), draw, reshuffle)
    assert tasks > 10_000
    assert 0 < error < 0.1
    assert abs(float(mean - exact)) < 4 * error


def test_a_deck_that_is_played_to_its_end_leaves_nothing_to_chance():
    made, _, (tasks, mean, error) = play(DECK, draws=600, reshuffle="never", draw="without-replacement")
    plain = [cell for cell in DECK if not cell.again]
    assert mean == Fraction(sum(cell.value for cell in DECK), len(plain))
    assert tasks == made.cycles * len(plain)
    assert error == 0.0


@settings(deadline=None, max_examples=20)
@given(st.integers(1, 9), st.text(max_size=5))
def test_cells_that_are_all_alike_average_themselves(value, seed):
    _, _, (tasks, mean, error) = play([Cell(value)] * 60, draws=2000, seed=seed, reshuffle="every-draw")
    assert (tasks, mean, error) == (2000, value, 0.0)


def test_a_seed_is_one_play():
    first, again, other = (play(DECK, seed=seed)[2] for seed in ("1", "1", "2"))
    assert first == again
    assert first != other
