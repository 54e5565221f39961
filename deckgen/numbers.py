"""Numbers that come as text, from data or from the command line: finite, in plain digits, and no longer than anybody needs.

Python's own ``int``, ``float`` and ``Fraction`` also take ``nan``, ``1_0``, digits of other scripts, and ``1e999999999``,
which takes a whole memory as a fraction.
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import isfinite

_DIGITS = 100
"""The most digits of a number, on each side of a point or slash."""
_WHOLE = re.compile(rf"[-+]?[0-9]{{1,{_DIGITS}}}")
_REAL = re.compile(
    rf"[-+]?(?:[0-9]{{1,{_DIGITS}}}(?:\.[0-9]{{0,{_DIGITS}}})?|\.[0-9]{{1,{_DIGITS}}})(?:[eE][-+]?[0-9]{{1,3}})?"
)
_SHARE = re.compile(rf"[-+]?[0-9]{{1,{_DIGITS}}}/0*[1-9][0-9]{{0,{_DIGITS - 1}}}")
_SHOWN = 40


def whole(text: str) -> int:
    """The whole number in ``text``, such as -5. Raises ValueError if it is none."""
    return int(_fitting(_WHOLE, text, "a whole number"))


def finite(text: str) -> float:
    """The number in ``text``, such as 0.5 or 1e-3. Raises ValueError if it is none, or too large for one."""
    number = float(_fitting(_REAL, text, "a number"))
    if not isfinite(number):
        raise ValueError(f"{_short(text)} is too large")
    return number


def fraction(text: str) -> Fraction:
    """The exact number in ``text``: 5, 0.6, 1e-3 or 1/20. Raises ValueError if it is none."""
    return Fraction(_fitting(_SHARE if "/" in text else _REAL, text, "a number"))


def _fitting(form: re.Pattern[str], text: str, wanted: str) -> str:
    bare = text.strip() if len(text) < 4 * _DIGITS else text
    if not form.fullmatch(bare):
        raise ValueError(f"{_short(text)} is not {wanted}")
    return bare


def _short(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "...")
