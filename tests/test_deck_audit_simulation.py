"""Play against brute force on small decks, and against decks that are not what they should be."""

import json
import tempfile
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import permutations
from pathlib import Path
from statistics import NormalDist

import numpy as np
import pytest
from cli_fixtures import GAME, deck_bytes, run
from click.testing import CliRunner

from deckgen.cli.program import program
from deckgen.deck.audit import simulation
from deckgen.deck.audit.means import long_run_mean
from deckgen.deck.audit.playing import Play
from deckgen.deck.audit.verification import deck_of
from deckgen.deck.cards import read_deck
from deckgen.deck.deal.random_stream import RandomStream
from deckgen.game import load
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
    plays = [
        next(iter(Play(values, again, spec, RandomStream("many", i), 3000).results())) for i in range(200)
    ]
    scatter = float(np.std([float(mean) for _, mean, _ in plays]))
    assert scatter == pytest.approx(float(np.mean([error for _, _, error in plays])), rel=0.2)


@cache
def deck_and_game():
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "deck.json")
        path.write_bytes(deck_bytes())
        game = load(GAME)
        return deck_of(read_deck(path), game), game


def test_a_true_deck_is_not_doubted_and_a_seed_is_one_play():
    deck, game = deck_and_game()
    first, again, other = (simulation.simulate(deck, game, 100_000, seed) for seed in ("1", "1", "2"))
    assert first.passed
    assert first.to_json() == again.to_json()
    assert first.to_json() != other.to_json()
    zs = [c.z for play in (first, other) for c in play.cells]
    assert 0.5 < sum(z * z for z in zs) / len(zs) < 1.6


def test_a_doctored_deck_is_flagged_in_the_cell_that_was_changed():
    deck, game = deck_and_game()
    true = simulation.simulate(deck, game, 1000, "1")
    grid = next(c.cell for c in true.cells if c.cell.row == 2)

    def more(card):
        columns = card.sections[grid.section]
        first, second, *rest = columns[grid.column]
        cells = (first, second._replace(value=second.value + 1), *rest)
        return replace(card, sections={**card.sections, grid.section: {**columns, grid.column: cells}})

    cards = [more(card) if 10 <= card.impulse < 30 else card for card in deck.cards]  # of one cell, a point
    changed = replace(deck, cards=tuple(cards))
    result = simulation.simulate(changed, game, 300_000, "1", expected=[c.exact for c in true.cells])
    doubted = [c.cell for c in result.cells if abs(c.z) > result.bar]
    assert not result.passed
    assert doubted == [grid]
    assert "FAILED" in result.to_text()


def test_the_bar_is_bonferroni_s():
    deck, game = deck_and_game()
    result = simulation.simulate(deck, game, 1000, "1")
    chance = 2 * (1 - NormalDist().cdf(result.bar)) * len(result.cells)
    assert chance == pytest.approx(0.001)


def test_the_command_gives_text_and_json(tmp_path):
    path = tmp_path / "deck.json"
    path.write_bytes(deck_bytes())
    assert "Result: passed" in run("simulate", path, "--draws", "20000").stdout
    data = json.loads(run("simulate", path, "--draws", "20000", "--format", "json").stdout)
    audited = {
        (c["section"], c["column"], c["row"]): c["long_run_mean"] for c in json.loads(_audit(path))["cells"]
    }
    assert {(c["section"], c["column"], c["row"]): c["long_run_mean"] for c in data["cells"]} == audited
    assert data["passed"]
    assert "is not in the range" in run("simulate", path, "--draws", "5", code=2).stderr


def _audit(path):
    return CliRunner().invoke(program, ["audit", str(path), "--format", "json"]).stdout
