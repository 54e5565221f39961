"""A small game with panels of rules: each of its blocks in a panel, on one reference card and one page of the screen."""

from __future__ import annotations

from pathlib import Path

from game_files import COLUMNS, DECK, GAME, SECTIONS, write

from deckgen.draw.drawing import Drawing, Text
from deckgen.game import read_game
from deckgen.game.model import Game

LINE = "text: Some words of the rules that fill most of a line of a card."
SCOPES = "scopes: {Pulp: {Easy: 3, Hard: 9}, Grim: {Easy: 4, Fatal: 12}}\n"


def panel_files(
    folder: Path, *blocks: str, card: str = "", deck: str = DECK, more: str = "", sections: str = SECTIONS
) -> Path:
    """The files of the game; ``card`` are more keys of its card, ``more`` is put before its panels."""
    names = [f"p{number}" for number in range(len(blocks))]
    panels = "".join(
        f"  {name}:\n    title: Panel {name}\n    blocks:\n      - {block}\n"
        for name, block in zip(names, blocks, strict=True)
    )
    listed = f"[{', '.join(names)}]"
    cards = f"reference_cards: {{only: {{title: Only, panels: {listed}{card}}}}}\n"
    screen = f"screen: {{pages: [{{title: Board, panels: {listed}}}]}}\n"
    return write(folder, GAME, COLUMNS, sections, deck, SCOPES, f"{more}panels:\n{panels}{cards}{screen}")


def panel_game(folder: Path, *blocks: str, **changes: str) -> Game:
    """The game of these files."""
    return read_game(panel_files(folder, *blocks, **changes))


def said(drawing: Drawing) -> str:
    """All words of a drawing, a line of text each."""
    return "\n".join(item.string for item in drawing.items if isinstance(item, Text))
