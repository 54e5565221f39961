"""A roll is plain data with usual rules."""

from deckgen.odds import Roll


def test_dice_are_added_plainly_unless_more_is_said():
    roll = Roll((6, 6))
    assert (roll.keep, roll.explode, roll.maxima, roll.critical_failure, roll.success_at) == (
        "sum", "none", "choose", False, None,
    )  # fmt: skip
    assert len({roll, Roll((6, 6)), Roll((6, 6), "highest")}) == 2
