"""What the page holds against what was drawn: the audit's own numbers."""

from fractions import Fraction

import pytest
from page_decks import deck_of

from deckgen.deck.audit.auditor import audit
from deckgen.deck.deal.generator import generate
from deckgen.game import load, shipped_games
from deckgen.play.expected import play_expected

GAMES = tuple(sorted(shipped_games()))


@pytest.mark.parametrize("name", GAMES)
def test_means_and_counts_are_those_of_the_audit(name):
    game = load(name)
    deck = generate(game, game.deck(), "42")
    found = play_expected(game.deck(), deck)
    wanted = audit([deck], game)
    grids = {section.name for section in game.deck().sections if section.kind() == "grid"}
    for cell in wanted.cells:
        key = f"{cell.cell.column}-{cell.cell.row}" if cell.cell.section in grids else cell.cell.column
        assert [*map(Fraction, found[cell.cell.section][key])] == [cell.target, cell.mean, cell.long_run_mean]
    cells = {cell.cell.section for cell in wanted.cells}
    tables = {section.name for section in game.deck().sections if section.kind() == "table"}
    counted = [each for each in wanted.frequencies if each.section not in cells | tables]
    rows = [row for name, rows in found.items() if name not in cells for row in rows.values()]
    assert [[*map(Fraction, row)] for row in rows] == [
        [each.target, each.cards, each.long_run_cards] for each in counted
    ]


@pytest.mark.parametrize("name", GAMES)
def test_every_deck_of_every_game_has_them(name):
    for spec in load(name).decks:
        found = play_expected(spec, deck_of(spec))
        assert list(found) == [section.name for section in spec.sections]
