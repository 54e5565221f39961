"""Play against brute force on small decks, and against decks that are not what they should be."""

import tempfile
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import permutations
from pathlib import Path
from statistics import NormalDist

import numpy as np
import pytest
from cli_fixtures import GAME, deck_bytes
from hypothesis import given, settings, strategies as st
from play_oracle import Play, bar, long_run_means, z_scores

from deckgen.deck.audit.means import long_run_mean
from deckgen.deck.audit.verification import deck_of, matching_spec
from deckgen.deck.cards import read_deck
from deckgen.deck.deal.random_stream import RandomStream
from deckgen.game import read_game
from deckgen.game.values import Cell

ONE, TWO, FIVE = Cell(1), Cell(2), Cell(5)
OPEN, OPEN3 = Cell(4, again=True), Cell(3, again=True)
PLAIN_JOKERS = [ONE, FIVE, TWO, OPEN, TWO, ONE]
OPEN_JOKER = [OPEN, TWO, ONE, FIVE, OPEN3, ONE]
BOTH_OPEN = [OPEN, OPEN3, TWO, OPEN, ONE]


class Spec:
    """As much of a DeckSpec as play needs."""

    def __init__(self, draw, reshuffle, jokers):
        self.draw, self.reshuffle, self._jokers = draw, reshuffle, jokers

    def jokers(self):
        return self._jokers


def brute(cells, jokers):
    """The long-run mean where a shuffle follows a joker's task, over every order of the deck."""
    total = tasks = 0
    for order in permutations(range(len(cells))):
        came = False
        for card in order:
            total += cells[card].value
            came |= card in jokers
            if not cells[card].again:
                tasks += 1
                if came:
                    break
        else:  # the deck is used up in a chain, which ends there
            tasks += 1
    return Fraction(total, tasks)


def played(cells, draw, reshuffle, jokers, draws=200_000):
    values = np.array([[c.value] for c in cells])
    again = np.array([[c.again] for c in cells])
    play = Play(values, again, Spec(draw, reshuffle, jokers), RandomStream("test"), draws)
    return play, *next(iter(play.results()))


@pytest.mark.parametrize("cells", [PLAIN_JOKERS, OPEN_JOKER, BOTH_OPEN])
@pytest.mark.parametrize("jokers", [(0,), (0, 1)])
def test_play_to_a_joker_agrees_with_brute_force(cells, jokers):
    exact = brute(cells, jokers)
    assert long_run_mean(cells, jokers, "without-replacement", "jokers") == exact
    _, tasks, mean, error = played(cells, "without-replacement", "jokers", jokers)
    assert tasks > 50_000
    assert error < 0.02
    assert abs(float(mean - exact)) < 4 * error


@pytest.mark.parametrize(
    ("draw", "reshuffle"),
    [("without-replacement", "every-draw"), ("with-replacement", "jokers"), ("with-replacement", "never")],
)
@pytest.mark.parametrize("cells", [PLAIN_JOKERS, OPEN_JOKER, BOTH_OPEN])
def test_play_of_single_tasks_agrees_with_the_exact_mean(cells, draw, reshuffle):
    exact = long_run_mean(cells, (0,), draw, reshuffle)
    play, tasks, mean, error = played(cells, draw, reshuffle, (0,))
    assert tasks == play.cycles == 200_000
    assert 0 < error < 0.05
    assert abs(float(mean - exact)) < 4 * error


def test_a_deck_played_to_its_end_leaves_nothing_to_chance():
    _, _, mean, error = played(OPEN_JOKER, "without-replacement", "never", (0,))
    assert mean == long_run_mean(OPEN_JOKER, (0,), "without-replacement", "never")
    assert error == 0


def test_the_standard_error_is_that_of_the_cycles():
    """Over many plays the means scatter as the error of one says."""
    values = np.array([[c.value] for c in OPEN_JOKER])
    again = np.array([[c.again] for c in OPEN_JOKER])
    spec = Spec("without-replacement", "jokers", (0,))
    plays = [next(iter(Play(values, again, spec, RandomStream("many", i), 3000).results())) for i in range(200)]
    scatter = float(np.std([float(mean) for _, mean, _ in plays]))
    assert scatter == pytest.approx(float(np.mean([error for _, _, error in plays])), rel=0.2)


@settings(deadline=None, max_examples=20)
@given(st.integers(1, 9), st.text(max_size=5))
def test_cells_that_are_all_alike_average_themselves(value, seed):
    spec = Spec("without-replacement", "every-draw", (0,))
    values, again = np.full((60, 1), value), np.zeros((60, 1), dtype=bool)
    (result,) = Play(values, again, spec, RandomStream("test", seed), 2000).results()
    assert result == (2000, value, 0.0)


@cache
def deck_and_spec():
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "deck.json")
        path.write_bytes(deck_bytes())
        game = read_game(GAME)
        deck = deck_of(read_deck(path), game)
        return deck, matching_spec(deck, game, path)


def test_a_true_deck_is_not_doubted_and_a_seed_is_one_play():
    first, again, other = (z_scores(*deck_and_spec(), 100_000, seed) for seed in ("1", "1", "2"))
    assert max(map(abs, first)) <= bar(len(first))
    assert first == again
    assert first != other
    zs = [*first, *other]
    assert 0.5 < sum(z * z for z in zs) / len(zs) < 1.6


def test_a_doctored_deck_is_flagged_in_the_cell_that_was_changed():
    deck, spec = deck_and_spec()
    cells = [cell for section in spec.sections for cell in section.cells()]
    grid = next(cell for cell in cells if cell.row == 2)

    def more(card):
        columns = card.sections[grid.section]
        first, second, *rest = columns[grid.column]
        shown = (first, second._replace(value=second.value + 1), *rest)
        return replace(card, sections={**card.sections, grid.section: {**columns, grid.column: shown}})

    cards = [more(card) if 10 <= card.impulse < 30 else card for card in deck.cards]  # of one cell, a point
    changed = replace(deck, cards=tuple(cards))
    zs = z_scores(changed, spec, 300_000, "1", expected=long_run_means(deck, spec))
    assert [cell for cell, z in zip(cells, zs, strict=True) if abs(z) > bar(len(zs))] == [grid]


def test_the_bar_is_bonferroni_s():
    assert 2 * (1 - NormalDist().cdf(bar(63))) * 63 == pytest.approx(0.001)
