"""A roll is plain data with usual rules."""

from deckgen.odds import Roll
from deckgen.odds.roll import one_of


def test_dice_are_added_plainly_unless_more_is_said():
    roll = Roll((6, 6))
    assert (roll.keep, roll.explode, roll.maxima, roll.critical_failure, roll.success_at) == (
        "sum", "none", "choose", False, None,
    )  # fmt: skip
    assert len({roll, Roll((6, 6)), Roll((6, 6), "highest")}) == 2


def test_the_schema_of_a_choice_takes_its_first_value_if_it_is_left_out():
    assert one_of("How it ends.", "well", "badly") == {
        "description": "How it ends. well if left out.", "default": "well", "enum": ["well", "badly"],
    }  # fmt: skip
