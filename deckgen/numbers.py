"""Numbers from text in data or on the command line: finite, plain digits, and of limited length.

Python's ``int``, ``float`` and ``Fraction`` also accept ``nan``, ``1_0``, digits of other scripts, and
``1e999999999``, which as a fraction fills the memory.
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import isfinite

_DIGITS = 100
"""The most digits of a number, on each side of a point or slash."""
_INTEGER = re.compile(rf"[-+]?[0-9]{{1,{_DIGITS}}}")
_DECIMAL = re.compile(
    rf"[-+]?(?:[0-9]{{1,{_DIGITS}}}(?:\.[0-9]{{0,{_DIGITS}}})?|\.[0-9]{{1,{_DIGITS}}})(?:[eE][-+]?[0-9]{{1,3}})?"
)
_RATIO = re.compile(rf"[-+]?[0-9]{{1,{_DIGITS}}}/0*[1-9][0-9]{{0,{_DIGITS - 1}}}")
_LONGEST_SHOWN = 40


def parse_int(text: str) -> int:
    """Return the integer in a text, such as "-5". Raises ValueError."""
    return int(_check_form(_INTEGER, text, "a whole number"))


def parse_float(text: str) -> float:
    """Return the number in a text, such as "0.5" or "1e-3". Raises ValueError, also if it is infinite."""
    number = float(_check_form(_DECIMAL, text, "a number"))
    if not isfinite(number):
        raise ValueError(f"{_short(text)} is too large")
    return number


def parse_fraction(text: str) -> Fraction:
    """Return the exact number in a text: "5", "0.6", "1e-3" or "1/20". Raises ValueError."""
    return Fraction(_check_form(_RATIO if "/" in text else _DECIMAL, text, "a number"))


def _check_form(pattern: re.Pattern[str], text: str, description: str) -> str:
    """Return a text stripped of spaces. Raises ValueError, "... is not DESCRIPTION", unless all of it matches."""
    stripped = text.strip() if len(text) < 4 * _DIGITS else text
    if not pattern.fullmatch(stripped):
        raise ValueError(f"{_short(text)} is not {description}")
    return stripped


def _short(text: str) -> str:
    return repr(text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 3] + "...")
