"""Tables of panels as texts: their headings, rows and captions, and which columns have words."""

import pytest
from game_files import SECTIONS
from panel_games import panel_game

from deckgen.card.rules.panel_tables import RulesTable, table_of


def first_block(game):
    return game.rules.screen[0].panels[0].blocks[0]


@pytest.mark.parametrize(
    ("block", "heads", "first", "caption"),
    [
        ("table: {columns: [A, B], rows: [[one, two]]}", ["A", "B"], ["one", "two"], ""),
        ("scope: Pulp", ["Difficulty", "Number"], ["Easy", "3"], ""),
        ("scope: [Pulp, Grim]", ["Difficulty", "Pulp", "Grim"], ["Easy", "3", "4"], ""),
        ("shares: coin", ["Coin", "Cards of 26"], ["Yes", "13"], ""),
        (
            "odds: {section: skill, scope: Pulp, rolls: [I], rows: [1], bonus: [0, 8]}",
            ["Difficulty", "Number", "0", "+8"],
            ["Easy", "3", "50", "100"],
            "Chance of success in per cent, if you add so much",
        ),
        (
            "odds: {section: skill, scope: Pulp, rolls: [I], rows: [1]}",
            ["Easy 3", "Hard 9"],
            ["50", "6"],
            "Chance of success in per cent",
        ),
    ],
)
def test_tables_of_blocks(tmp_path, block, heads, first, caption):
    game = panel_game(tmp_path, block)
    table = table_of(first_block(game), game, game.deck())
    assert ([*table.heads], [*table.rows[0]], table.caption) == (heads, first, caption)


def test_chances_below_a_number_are_those_of_the_check(tmp_path):
    odds = "odds: {section: roll, scope: Pulp, bonus: [0, 2]}"
    more = "checks: {it: {section: roll, under: true}}\n"
    roll = "  roll: {kind: rolls, title: Roll, rolls: {act: 2d6}}\n"
    game = panel_game(tmp_path, odds, more=more, sections=SECTIONS + roll)
    table = table_of(first_block(game), game, game.deck())
    assert [[*row] for row in table.rows] == [["Easy", "3", "8", "28"], ["Hard", "9", "83", "97"]]


def test_numbers_and_short_signs_are_no_words():
    table = RulesTable(["a", "b", "c"], [["1d6", "arm", "+2"], ["–", "", "3 m"]])
    assert table.has_words == [False, True, False]
