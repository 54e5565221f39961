"""Numbers from text: plain digits, finite, and no longer than anybody needs."""

from fractions import Fraction

import pytest

from deckgen.numbers import parse_float, parse_fraction, parse_int

NONE = [
    "",
    " ",
    "nan",
    "inf",
    "-Infinity",
    "1_0",
    "²",
    "٣",
    "0x10",
    "1e",
    "1e9999",
    "--1",
    "1 2",
    "\0",
    "9" * 5000,
]


def test_numbers_are_read_as_they_stand():
    assert (parse_int("-5"), parse_int(" 007 "), parse_int("+3")) == (-5, 7, 3)
    assert (parse_float("0.5"), parse_float("-1e-3"), parse_float(".5"), parse_float("3.")) == (
        0.5,
        -0.001,
        0.5,
        3.0,
    )
    assert parse_fraction("0.6") == Fraction(3, 5)
    assert (parse_fraction("-1/20"), parse_fraction("7"), parse_fraction("1e3")) == (
        Fraction(-1, 20),
        7,
        1000,
    )


@pytest.mark.finding("R3")
@pytest.mark.parametrize("read", [parse_int, parse_float, parse_fraction])
@pytest.mark.parametrize("text", NONE)
def test_what_is_no_number_or_endless_is_refused(read, text):
    with pytest.raises(ValueError, match="is not a"):
        read(text)


@pytest.mark.finding("R3")
@pytest.mark.parametrize("text", ["1/0", "1/00", "1/", "/2", "1/2/3", "1e999999999", "1/1e9", "1.5/2"])
def test_fractions_are_of_whole_numbers_and_not_of_nothing(text):
    with pytest.raises(ValueError, match="is not a"):
        parse_fraction(text)


def test_only_floats_can_be_too_large():
    assert parse_float("1e308") == 1e308
    with pytest.raises(ValueError, match="'1e309' is too large"):
        parse_float("1e309")


def test_a_message_shows_the_beginning():
    with pytest.raises(ValueError, match=r"^'a{37}\.\.\.' is not a whole number$"):
        parse_int("a" * 100_000)
