"""Numbers from text: plain digits, finite, and no longer than anybody needs."""

from fractions import Fraction

import pytest

from deckgen.numbers import finite, fraction, whole

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
    assert (whole("-5"), whole(" 007 "), whole("+3")) == (-5, 7, 3)
    assert (finite("0.5"), finite("-1e-3"), finite(".5"), finite("3.")) == (0.5, -0.001, 0.5, 3.0)
    assert fraction("0.6") == Fraction(3, 5)
    assert (fraction("-1/20"), fraction("7"), fraction("1e3")) == (Fraction(-1, 20), 7, 1000)


@pytest.mark.finding("R3")
@pytest.mark.parametrize("read", [whole, finite, fraction])
@pytest.mark.parametrize("text", NONE)
def test_what_is_no_number_or_endless_is_refused(read, text):
    with pytest.raises(ValueError, match="is not a"):
        read(text)


@pytest.mark.finding("R3")
@pytest.mark.parametrize("text", ["1/0", "1/00", "1/", "/2", "1/2/3", "1e999999999", "1/1e9", "1.5/2"])
def test_fractions_are_of_whole_numbers_and_not_of_nothing(text):
    with pytest.raises(ValueError, match="is not a"):
        fraction(text)


def test_only_floats_can_be_too_large():
    assert finite("1e308") == 1e308
    with pytest.raises(ValueError, match="'1e309' is too large"):
        finite("1e309")


def test_a_message_shows_the_beginning():
    with pytest.raises(ValueError, match=r"^'a{37}\.\.\.' is not a whole number$"):
        whole("a" * 100_000)
