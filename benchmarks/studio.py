"""What the studio's page without a server costs: bytes of a first visit, processor time to the first PDF and for the next.

The page is built for trial (see CONTRIBUTING.md); its worker runs under node, whose processor time is counted, beside
that of the commands that make the same PDF here. Of a few runs the best is shown.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from rivals import measured

from deckgen.game import shipped_games

ROOT = Path(__file__).resolve().parents[1]
RUNS = 3
SEEDS = ("tonight", "tomorrow")


def main() -> None:
    """Print a table: a line for each game."""
    with tempfile.TemporaryDirectory() as name:
        site = Path(name) / "site"
        subprocess.run([sys.executable, ROOT / "docs/tools/studio_site.py", "--trial", "--out", site], check=True)
        print(f"{json.loads((site / 'engine.json').read_bytes())['sent'] / 1e6:.1f} MB are sent for a first visit\n")
        print(
            "| game | ready, CPU s | first PDF, CPU s | next PDF, CPU s | the same here, CPU s |\n|---|---|---|---|---|"
        )
        for game in shipped_games():
            ready, first, following = map(min, zip(*(_times(site, game) for _ in range(RUNS)), strict=True))
            here = _natively(game, Path(name))
            print(f"| {game} | {ready:.1f} | {first:.1f} | {following:.2f} | {here:.2f} |")


def _times(site: Path, game: str) -> tuple[float, float, float]:
    """The seconds until the worker is ready, until the cards of a first deck are there, and for those of another."""
    requests = [{"request": {"do": "make", "item": "cards", "choice": {"game": game, "seed": seed}}} for seed in SEEDS]
    node = shutil.which("node") or "node"
    command = [node, ROOT / "tests/support/studio_worker.mjs", site]
    done = subprocess.run(command, input=json.dumps(requests), capture_output=True, text=True, check=True)
    ready, first, following = (posted["cpu"] for posted in json.loads(done.stdout))
    return ready, first, following - first


def _natively(game: str, folder: Path) -> float:
    """The seconds of the two commands that make the same PDF."""
    deck, program = folder / "deck.json", [sys.executable, "-m", "deckgen"]
    commands = (
        [*program, "generate", game, "--seed", SEEDS[0], "-q", "-o", str(deck)],
        [*program, "render", str(deck), "-q", "-o", str(folder / "cards.pdf")],
    )
    return sum(measured(command, RUNS).cpu for command in commands)


if __name__ == "__main__":
    main()
