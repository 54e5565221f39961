from __future__ import annotations

from math import lcm

import pytest

from deckgen.errors import GameError
from deckgen.odds import Roll, describe, distribution, mechanics
from deckgen.odds.lowest_die import LONGEST_PERIOD, LowestDie
from deckgen.odds.mechanics import MECHANICS, dice_name, roll_schemas, validated_pool


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


def test_pool_sorts_and_groups():
    dice = validated_pool(Roll((8, 4, 8), critical_failure=True))
    assert [(die.sides, count) for die, count in dice.groups] == [(4, 1), (8, 2)]
    assert dice.most_ones == 1


def test_the_keys_of_a_roll_have_schemas_in_their_order():
    assert list(roll_schemas()) == ["keep", "explode", "maxima", "critical_failure", "success_at", "extremes"]
    assert roll_schemas()["keep"]["enum"] == list(MECHANICS) == ["sum", "highest", "lowest", "count"]


@pytest.mark.parametrize(("keep", "success_at"), [("sum", None), ("highest", None), ("lowest", None), ("count", 1)])
def test_a_mechanic_s_least_total_is_the_least_of_its_dice(keep, success_at):
    roll = Roll((4, 6), keep, success_at=success_at)
    mechanic = MECHANICS[keep]
    assert mechanic.least_total <= mechanic.minimum(validated_pool(roll)) <= distribution(roll).minimum
    assert mechanic.rule.format(success_at)


def test_a_new_mechanic_is_found_by_its_name(monkeypatch):
    class Second(LowestDie):
        def describe(self, roll, dice, language):
            return language.phrase("second of {dice}, {count} in all", dice=dice, count=len(roll.dice))

    monkeypatch.setattr(mechanics, "MECHANICS", {**MECHANICS, "second": Second()})
    assert mechanics.describe(Roll((6, 8), "second")) == "second of d6, d8, 2 in all"
    assert mechanics.roll_schemas()["keep"]["enum"][-1] == "second"


def test_a_problem_of_a_mechanic_names_the_roll():
    with pytest.raises(GameError) as refused:
        validated_pool(Roll((6, 6), "count", success_at=4, critical_failure=True))
    assert {problem.file for problem in refused.value.problems} == {"roll of 4+ among 2d6"}
