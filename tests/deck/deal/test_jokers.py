"""Jokers never say "draw again": dealing gives them plain numbers, and no later swap takes those away."""

import json

import pytest
from cli_fixtures import run
from game_files import write

# Many open cards near the mean, few cells: dealing evens cards out by swaps in which jokers take part.
WILD = """\
game: {{id: wild, title: Wild}}
decks:
  main:
    title: Main
    cards:
      low_jokers: [a, b, c]
      suits: [x, y]
      ranks: [1..14]
      high_jokers: [d, e, f]
sections:
  hit:
    kind: grid
    title: Hit
    columns: {{{columns}}}
    rows: {rows}
    rising: {rising}
    dice: {{keep: sum, explode: open}}
"""


@pytest.mark.parametrize(
    "text",
    [
        WILD.format(columns="A: d3, B: d2, C: d3, D: d3, E: d2", rows=1, rising="true"),
        WILD.format(columns="A: d4", rows=2, rising="false"),
    ],
    ids=["rising", "free"],
)
def test_no_joker_is_open(text, tmp_path):
    game = write(tmp_path / "game", text)
    run("generate", game, "--seed", "wild", "--decks", "8", "-q", "-o", tmp_path / "decks")
    for file in sorted((tmp_path / "decks").iterdir()):
        open_cells = {True: 0, False: 0}
        for card in json.loads(file.read_bytes())["cards"]:
            cells = [cell for column in card["sections"]["hit"].values() for cell in column]
            open_cells[card["poker"]["rank"] == "joker"] += sum("again" in cell for cell in cells)
        assert open_cells[False] > 0
        assert open_cells[True] == 0, file.name
