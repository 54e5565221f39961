"""Mats in a game's files: their parts, and what is wrong with them."""

import pytest
from game_files import COLUMNS, DECK, GAME, SECTIONS, write

from deckgen.errors import GameError
from deckgen.game import read_game

PARTS = """\
mat_parts:
  phases: {title: Phase, fields: [1, [II, the last]], spots: 2}
  go_on: {title: go on}
  deck: {title: Deck, cards: 1, text: "TN {scopes.Pulp.Easy}."}
  dodge: {title: Dodge, spots: 3}
  scatter: {title: Scatter, clock: true}
scopes: {Pulp: {Easy: 3}}
"""


def mat_game(folder, mats, parts=PARTS):
    return read_game(write(folder, GAME, COLUMNS, SECTIONS, DECK, parts + f"mats: {mats}\n"))


def problems(folder, *arguments):
    with pytest.raises(GameError) as caught:
        mat_game(folder, *arguments)
    return [f"{problem.path}: {problem.message}; {problem.remedy}" for problem in caught.value.problems]


def test_a_mat_has_rows_of_cells_which_may_have_parts_below_each_other(tmp_path):
    game = mat_game(tmp_path, "{main: [[phases, go_on], [deck, [dodge, scatter]]]}")
    above, below = game.mat_for(game.deck())
    assert [[part.title for part in cell] for cell in above] == [["Phase"], ["go on"]]
    assert above[0][0].fields == (("1", ""), ("II", "the last"))
    assert [[part.name for part in cell] for cell in below] == [["deck"], ["dodge", "scatter"]]
    assert below[0][0].text == "TN 3."


def test_a_deck_without_a_mat_has_the_first_one_and_a_game_may_have_none(tmp_path):
    game = mat_game(tmp_path, "{main: [[deck]]}")
    assert [cell[0].name for row in game.mat_for(game.deck()) for cell in row] == ["deck"]
    bare = read_game(write(tmp_path / "bare", GAME, COLUMNS, SECTIONS, DECK))
    assert bare.mat_for(bare.deck()) == ()


def test_unknown_parts_and_decks_are_told_with_the_nearest_name(tmp_path):
    told = problems(tmp_path, "{main: [[dek, [doge]]], mian: [[deck]]}")
    assert any('mats.main[0][0]: no part of a mat is called "dek"; did you mean' in line for line in told)
    assert any('mats.main[0][1][0]: no part of a mat is called "doge"' in line for line in told)
    assert any('mats.mian: there is no deck "mian"; did you mean' in line for line in told)


@pytest.mark.parametrize(
    ("part", "complaint"),
    [
        ("{title: Empty, text: lost}", "write {title: ..., cards: 1}"),
        ("{title: Many, cards: 13}", "at most 12"),
        ("{title: None, fields: []}", "at least 1"),
        ("{title: A, cards: 1, colour: red}", "colour"),
        ('{title: A, cards: 1, text: "{scopes.Pulp.Esy}"}', "Esy"),
    ],
)
def test_a_wrong_part_is_told(tmp_path, part, complaint):
    told = problems(
        tmp_path, "{main: [[wrong]]}", f"{PARTS.replace('mat_parts:', 'mat_parts:' + chr(10) + '  wrong: ' + part)}"
    )
    assert all(line.startswith("mat_parts.wrong") for line in told)
    assert any(complaint in line for line in told)
