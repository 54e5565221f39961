"""Games solved from nothing: quick ones get the lock file that is shipped, the others' decks are within their limits."""

import shutil
from pathlib import Path

import pytest
from cli_fixtures import run

from deckgen.files import shipped_path
from deckgen.game import read_game
from deckgen.game.starter import FOLDER
from deckgen.run.solving import report_lock

LOCK = "solutions.lock.json"
FOLDERS = {path.parent.name: path.parent for path in sorted(shipped_path("data").glob(f"*/{LOCK}"))}
FOLDERS |= {name: Path(__file__).parents[1] / "games" / name for name in ("fifth", "sixty")}
FOLDERS["starter"] = FOLDER
QUICK = ("rough-magic",)  # seconds; the others take minutes


@pytest.mark.parametrize("game", QUICK)
def test_solving_gives_the_lock_file(game, tmp_path, monkeypatch):
    again, cache = solved(game, tmp_path, monkeypatch)
    assert cache.is_dir()  # where it put what it found, not where anything was
    assert (again / LOCK).read_bytes() == (FOLDERS[game] / LOCK).read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted({*FOLDERS} - {*QUICK}))
def test_solving_gives_decks_within_their_limits(game, tmp_path, monkeypatch):
    """Their lock files have been solved again, from one another: from nothing the decks are others."""
    again, _ = solved(game, tmp_path, monkeypatch)
    assert report_lock(read_game(again), (again / LOCK).read_bytes()).warnings == []


def solved(game, folder, monkeypatch):
    """A copy of a game in a folder, solved from nothing, and the cache that was used."""
    monkeypatch.setenv("DECKGEN_CACHE", str(folder / "cache"))
    copy = shutil.copytree(FOLDERS[game], folder / game, ignore=shutil.ignore_patterns(LOCK))
    run("solve", copy, "-q")
    return copy, folder / "cache"
