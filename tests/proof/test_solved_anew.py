"""A game that is solved from nothing gets the lock file that it is shipped with."""

import shutil
from pathlib import Path

import pytest
from cli_fixtures import run

from deckgen.files import shipped_path
from deckgen.game.starter import FOLDER

LOCK = "solutions.lock.json"
FOLDERS = {path.parent.name: path.parent for path in sorted(shipped_path("data").glob(f"*/{LOCK}"))}
FOLDERS |= {name: Path(__file__).parents[1] / "games" / name for name in ("fifth", "sixty")}
FOLDERS["starter"] = FOLDER
QUICK = ("rough-magic",)  # a second; the others take up to two minutes


@pytest.mark.parametrize(
    "game", [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in FOLDERS]
)
def test_solving_gives_the_lock_file(game, tmp_path, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path / "cache"))
    folder = shutil.copytree(FOLDERS[game], tmp_path / game, ignore=shutil.ignore_patterns(LOCK))
    run("solve", folder, "-q")
    assert (tmp_path / "cache").is_dir()  # where it put what it found, not where anything was
    assert (folder / LOCK).read_bytes() == (FOLDERS[game] / LOCK).read_bytes()
