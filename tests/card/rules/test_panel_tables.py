"""Tables of panels as texts: their headings, rows and captions, and which columns have words."""

import pytest
from game_files import SECTIONS
from panel_games import panel_game

from deckgen.card.rules.panel_tables import RulesTable, table_of
from deckgen.errors import GameError


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


DICE = "  parts: {kind: dice, title: Parts, rolls: {move: 2d6 bands miss 7 hit 10 crit, blow: 2d6}, words: {crit: Critical}}\n"


def test_chances_of_dice_are_those_of_their_first_part(tmp_path):
    odds = "odds: {section: parts, scope: Pulp, rolls: [blow]}"
    game = panel_game(tmp_path, odds, sections=SECTIONS + DICE)
    assert [*table_of(first_block(game), game, game.deck()).rows[0]] == ["97", "28"]
    with pytest.raises(GameError, match='move begins with "level", which is no number; name other rolls'):
        panel_game(tmp_path / "b", odds.replace("blow", "move"), sections=SECTIONS + DICE)


def test_shares_of_dice_are_those_of_every_roll(tmp_path):
    game = panel_game(tmp_path, "shares: parts", sections=SECTIONS + DICE)
    rows = [*map(tuple, table_of(first_block(game), game, game.deck()).rows)]
    assert rows[:4] == [("move: miss", "10.8"), ("move: hit", "10.8"), ("move: Critical", "4.3"), ("blow: 2", "0.7")]


def test_numbers_and_short_signs_are_no_words():
    table = RulesTable(["a", "b", "c"], [["1d6", "arm", "+2"], ["–", "", "3 m"]])
    assert table.has_words == [False, True, False]
