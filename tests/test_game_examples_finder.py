"""Finding what a situation names: whole numbers as files write them. What is not there is told by the readers' tests."""

import pytest

from deckgen.game.examples.finder import whole


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (7, 7),
        (-7, -7),
        ("7", 7),
        ("−7", -7),
        ("-7", -7),
        (True, None),
        ("+7", None),
        ("seven", None),
        ("²", None),
        ("9" * 5000, None),
        (None, None),
    ],
)
def test_a_whole_number_may_be_written_with_a_true_minus(value, number):
    assert whole(value) == number
