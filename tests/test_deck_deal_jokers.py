"""Jokers never say "draw again": dealing gives them plain numbers, and no later swap takes those away."""

import pytest
from deck_games import dealt, game

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
        WILD.format(columns="A: d4", rows=3, rising="false"),
    ],
    ids=["rising", "free"],
)
def test_no_joker_is_open(text):
    jokers = game(text).deck().jokers()
    assert len(jokers) == 6
    for seed in map(str, range(8)):
        cards = dealt(text, seed).cards
        cells = [[cell for column in card.sections["hit"].values() for cell in column] for card in cards]
        assert any("again" in cell for card in cells for cell in card)
        assert not [cell for joker in jokers for cell in cells[joker] if "again" in cell], seed
