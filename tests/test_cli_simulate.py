import json

import pytest
from cli_fixtures import deck_bytes, refused, run

from deckgen.deck.audit.simulation import Simulation


@pytest.fixture
def deck(tmp_path):
    path = tmp_path / "deck.json"
    path.write_bytes(deck_bytes())
    return path


def test_a_seed_plays_the_same_and_another_plays_otherwise(deck):
    once, again, other = (
        run("simulate", deck, "--draws", "5000", "--seed", seed, "--format", "json").stdout
        for seed in ("1", "1", "2")
    )
    assert once == again != other
    assert json.loads(once)["passed"] is True


def test_play_that_does_not_agree_is_written_and_ends_with_1(deck, tmp_path, monkeypatch):
    monkeypatch.setattr(Simulation, "passed", False)
    out = tmp_path / "play.txt"
    told = refused("simulate", deck, "--draws", "5000", "-o", out)
    assert f"{out}: play does not agree with the exact means; try another --seed" in told
    assert out.is_file()


def test_too_few_draws_are_a_wrong_call(deck):
    refused("simulate", deck, "--draws", "999", code=2)
