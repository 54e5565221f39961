"""The gallery shows every game, and every picture that it shows is there."""

import re
from pathlib import Path

from deckgen.game import shipped_games

PAGE = Path(__file__).resolve().parents[2] / "docs" / "gallery.md"


def test_every_game_has_all_its_pictures():
    shown = re.findall(r"\]\((images/gallery-[\w-]+\.png)\)", PAGE.read_text(encoding="utf-8"))
    wanted = [
        f"images/gallery-{game}-{name}.png"
        for game in shipped_games()
        for name in ("cards", "sheets", "papers", "box", "mat", "heroes", "look")
    ]
    assert sorted(shown) == sorted(wanted)
    assert all((PAGE.parent / file).stat().st_size > 10_000 for file in shown)
