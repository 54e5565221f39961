import re
from fractions import Fraction

from hypothesis import given, strategies as st

from deckgen.press.numbers import format_number, format_numbers


@given(st.floats(-5000, 5000), st.integers(0, 7))
def test_a_number_is_plain_short_and_near(value, places):
    text = format_number(value, places)
    assert re.fullmatch(r"-?\d+(\.\d*[1-9])?", text)
    assert text != "-0"
    assert abs(Fraction(text) - Fraction(value)) <= Fraction(1, 2 * 10**places)


def test_lengths_have_three_digits_after_the_point_unless_more_are_asked_for():
    assert format_number(0.12345) == "0.123"
    assert format_number(0.12345, 4) == "0.1235"


def test_numbers_are_parted_by_spaces():
    assert format_numbers((1, -0.00001, 2.50, 1 / 3)) == "1 0 2.5 0.333"
