from __future__ import annotations

from math import lcm

import pytest

from deckgen.errors import GameError
from deckgen.odds import Roll, describe, distribution
from deckgen.odds.kept_mean import LONGEST_PERIOD
from deckgen.odds.mechanics import MECHANICS, check_roll, dice_name, roll_schemas
from deckgen.odds.roll import Die


@pytest.mark.parametrize(
    ("roll", "words"),
    [
        (Roll((8, 8, 8)), "3d8"),
        (Roll((6, 6)), "2d6"),
        (Roll((6, 4)), "d4+d6"),
        (Roll((8, 8, 8), "highest", "open"), "highest of 3d8, open-ended"),
        (Roll((8,), "highest", "open"), "d8, open-ended"),
        (Roll((6,), explode="penetrating"), "d6, penetrating"),
        (Roll((4, 6, 6), "lowest"), "lowest of d4, 2d6"),
        (Roll((6, 6), "highest", "open", "all"), "highest of 2d6, open-ended, every maximum rolled on"),
        (Roll((6, 6, 6), critical_failure=True), "3d6"),
        (Roll((6, 6), critical_failure=True, failing="all-ones"), "2d6, failing on all ones"),
        (
            Roll((6, 6), "lowest", critical_failure=True, failing="lowest"),
            "lowest of 2d6, failing on the lowest",
        ),
        (Roll((6, 6), "highest", "open", "one"), "highest of 2d6, open-ended, one maximum rolled on"),
    ],
)
def test_describe(roll, words):
    assert describe(roll) == words
    dice = dice_name(roll)
    assert dice in words
    assert dice.count("d") == len(set(roll.dice))
    assert "," not in words.removeprefix(f"{roll.keep} of {dice}").partition(",")[0]


@pytest.mark.parametrize(
    ("roll", "what"),
    [
        (Roll(()), "no dice"),
        (Roll((6, 0)), "fewer than 1 side"),
        (Roll((6, -2), explode="open"), "fewer than 1 side"),
        (Roll((6, 1), explode="open"), "without end"),
        (Roll((1,), "highest", "penetrating"), "without end"),
        (Roll((97, 89, 83), "lowest", "open"), "repeat only every"),
        (Roll((97, 89, 83), "highest", "open", "all"), "repeat only every"),
    ],
)
def test_refused(roll, what):
    with pytest.raises(GameError, match=what) as caught:
        distribution(roll)
    assert all(problem.remedy for problem in caught.value.problems)


@pytest.mark.parametrize("roll", [Roll((97, 89, 83), "highest", "open"), Roll((97, 89, 83), explode="open")])
def test_other_rules_know_no_longest_period(roll):
    assert lcm(*roll.dice) > LONGEST_PERIOD
    assert distribution(roll).mean > 60


def test_the_keys_of_a_roll_have_schemas_in_their_order():
    keys = ["keep", "explode", "maxima", "critical_failure", "success_at", "extremes", "explode_on", "kept", "at_most"]
    assert list(roll_schemas()) == keys
    assert roll_schemas()["keep"]["enum"] == list(MECHANICS) == ["sum", "highest", "lowest", "middle", "count"]


@pytest.mark.parametrize(("keep", "success_at"), [("sum", None), ("highest", None), ("lowest", None), ("count", 1)])
def test_a_mechanic_s_least_total_is_the_least_of_its_dice(keep, success_at):
    roll = Roll((4, 6), keep, success_at=success_at)
    mechanic = MECHANICS[keep]
    assert mechanic.least_total <= distribution(roll).minimum
    assert mechanic.rule.format(success_at)


@pytest.mark.parametrize(
    ("roll", "words"),
    [
        (Roll((6,) * 4, "highest", kept=3), "highest 3 of 4d6"),
        (Roll((6,) * 3, "middle"), "middle of 3d6"),
        (Roll((20,) * 2, "count", at_most=12), "12 or less among 2d20"),
        (Roll((10,) * 5, "count", "again", success_at=8), "8+ among 5d10, each explosion one more die"),
        (Roll((6,) * 2, explode="once", explode_on=5), "2d6, exploding on 5 or more, exploding once"),
        (Roll((6,) * 2, reroll=(1, 2), reroll_once=True), "2d6, 1, 2 rolled again once"),
        (Roll((6,) * 2, reroll=(1,), bonus=1), "2d6+1, 1 rolled again"),
        (
            Roll((6,) * 5, "count", success_at=6, push=True, minus_ones=True),
            "6+ among 5d6, pushed once, each 1 takes off a success",
        ),
        (Roll((3,) * 4, bonus=-8), "4dF"),
        (Roll((3,) * 4, bonus=-6), "4dF+2"),
        (Roll((3, 3), bonus=-1), "2d3−1"),
        (Roll((6,), special=(Die("dF", (-1, 0, 1)),) * 2), "d6+2dF"),
    ],
)
def test_describe_what_happens_to_dice(roll, words):
    assert describe(roll) == words


def test_a_problem_of_a_mechanic_names_the_roll():
    with pytest.raises(GameError) as refused:
        check_roll(Roll((6, 6), "count", success_at=4, critical_failure=True))
    assert {problem.file for problem in refused.value.problems} == {"roll of 4+ among 2d6"}
