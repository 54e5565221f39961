"""Resolutions on dice sections: the outcomes that have what is asked for, and what is told of mistakes."""

from fractions import Fraction

import pytest
from game_files import DECK, GAME, write

from deckgen.deck.deal.joint_odds import shows
from deckgen.errors import GameError
from deckgen.game import read_game
from deckgen.game.resolutions import dice_chance
from deckgen.game.sections.dice import REST

SECTIONS = """\
sections:
  parts:
    kind: dice
    title: Parts
    dice: {star: [null, hit, [hit, hit], trouble]}
    rolls:
      move: 2d6 bands miss 7 partial 10 full
      lucky: d20 natural
      sword: d6 vs each 2d10 match
      stars: 2 star symbols
      wild: d6 open
"""


def game(folder, conditions):
    resolutions = f"resolutions:\n  it: {{title: It, conditions: {{parts: {conditions}}}}}\n"
    return read_game(write(folder, GAME, SECTIONS, DECK, resolutions))


@pytest.mark.parametrize(
    ("conditions", "chance"),
    [
        ("{move: full}", Fraction(1, 6)),
        ("{move: [partial, full]}", Fraction(21, 36)),
        ("{move: {total: 9}}", Fraction(10, 36)),
        ("{move: {level: partial, total: [7, 12]}}", Fraction(6, 36)),
        ("{lucky: 11}", Fraction(1, 2)),
        ("{lucky: {natural: highest}}", Fraction(1, 20)),
        ("{sword: {match: true}}", Fraction(1, 10)),
        ("{sword: {level: both, match: false}}", Fraction(sum((n - 1) ** 2 - (n - 1) for n in range(1, 7)), 600)),
        ("{stars: {hit: 2}}", Fraction(1, 2)),
        ("{stars: {hit: 1, trouble: [0]}}", Fraction(8, 16)),
        ("{wild: 7}", Fraction(1, 6)),
        ("{wild: [1, 2]}", Fraction(1, 3)),
        ("{move: full, lucky: 11}", Fraction(1, 12)),
    ],
)
def test_conditions_and_their_chance_with_dice(conditions, chance, tmp_path):
    spec = game(tmp_path, conditions).deck()
    (resolution,) = spec.resolutions
    assert dice_chance(resolution, spec.section, spec.size) == chance


def test_a_card_shows_a_result_that_meets_the_condition(tmp_path):
    spec = game(tmp_path, "{wild: 7}").deck()
    ((condition,),) = (resolution.conditions for resolution in spec.resolutions)
    section = spec.section("parts")
    assert condition.values[-1] == REST
    rolls = dict(section.rolls)
    least = {label: roll.result(next(iter(roll.joint.weights))) for label, roll in rolls.items()}
    for number, fits in ((6 + 1, True), (5, False), (999, True)):
        assert shows(section, condition, {**least, "wild": rolls["wild"].result((number,))}) is fits


@pytest.mark.parametrize(
    ("conditions", "told"),
    [
        ("{mov: full}", '"parts" has no roll "mov"; did you mean "move"?'),
        ("{move: ful}", 'the level of "move" is never, or hardly ever, \'ful\'; did you mean "full"?'),
        ("{move: {levle: full}}", '"move" has no part "levle"; did you mean "level"?'),
        ("{move: {total: 13}}", 'the total of "move" is never, or hardly ever, 13'),
        ("{move: {level: miss, total: 9}}", '"move" never shows all this together'),
        ("{sword: {match: 1}}", 'the match of "sword" is never, or hardly ever, 1; choose from False, True'),
        ("{wild: 300}", 'the total of "wild" is never, or hardly ever, 300'),
        ("7", "the results are missing; write a roll and its result, such as {move: 7}"),
    ],
)
def test_what_is_wrong_with_a_condition_is_told(conditions, told, tmp_path):
    with pytest.raises(GameError) as caught:
        game(tmp_path, conditions)
    (problem,) = caught.value.problems
    assert told in str(problem)
    assert problem.path.startswith("resolutions.it.conditions.parts")
