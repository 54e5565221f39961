"""Measures how much ink --ink light saves on the cards of each shipped game, for the page of the studio.

``make docs`` writes deckgen/studio/ink.json; it needs the extra "preflight".
"""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory

from deckgen import games, load_game
from deckgen.preflight.ink import measure_ink
from deckgen.studio.facts import INK, example_deck

DPI = 36


def saved(name: str) -> float:
    """Return the share of all ink that light sheets save, in steps of a twentieth."""
    deck = example_deck(load_game(name))
    used = {}
    with TemporaryDirectory() as folder:
        for ink in ("full", "light"):
            path = Path(folder) / f"{ink}.pdf"
            path.write_bytes(deck.render("press", ink=ink).pdf())
            used[ink] = sum(measure_ink(path, DPI).means)
    return round(20 * (1 - used["light"] / used["full"])) / 20


if __name__ == "__main__":
    shares = {name: saved(name) for name in games()}
    INK.write_text(f"{json.dumps(shares, indent=2)}\n", encoding="utf-8")
