import signal
import subprocess
import sys
import time

import pytest
from cli_fixtures import contents, refused, run, white_pictures

MANY = ("batch", "rough-magic", "--count", "30", "--seed", "1")
CALL = ("batch", "rough-magic", "--count", "2", "--seed", "run 1")


@pytest.mark.parametrize(
    "call",
    [
        ["--count", "0"],
        ["--count", "2", "-o", "-"],
        ["--count", "2", "--jobs", "2", "--scheduler", "tcp://x:1"],
    ],
)
def test_wrong_calls(call):
    refused("batch", "rough-magic", "--seed", "1", *call, code=2)


def test_a_deck_that_is_not_there(tmp_path):
    assert "no deck is called 'x'" in refused(*CALL, "--deck", "x", "-o", tmp_path / "out")
    assert contents(tmp_path) == {}


def test_cards_that_would_be_blank_are_told_once(tmp_path, monkeypatch):
    white_pictures(monkeypatch)
    target = ("--target", "tabletop-simulator")
    said = run(*CALL, *target, "-o", tmp_path).stderr
    assert said.count("the cards would be blank") == 1
    assert "deckgen render DECK.json --target tabletop-simulator --url PREFIX" in said


def test_a_signal_ends_it_and_all_its_processes_in_order(tmp_path):
    command = [sys.executable, "-m", "deckgen", *MANY, "--jobs", "2", "-o", str(tmp_path)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as batch:  # noqa: S603  our own program
        manifest = tmp_path / "manifest.jsonl"
        while not manifest.exists() or manifest.read_bytes().count(b"\n") < 2:  # the first deck is noted down
            assert batch.poll() is None
            time.sleep(0.01)
        batch.terminate()
        said = batch.communicate(timeout=60)[1]  # which ends when no process has its stderr any more
    assert batch.returncode == 128 + signal.SIGTERM
    done = len(manifest.read_bytes().splitlines()) - 1
    assert f"stopped by SIGTERM: {tmp_path}: {done} of 30 decks are done; run the same command" in said
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]
