"""Dice as they are written: ``3d6``, ``d10+d6``, ``2d6-2``. One grammar for all that reads them."""

from __future__ import annotations

import re

from deckgen.odds.roll import Roll, Schema

_DICE = r"([1-9]|[1-3][0-9])?d([1-9][0-9]{1,2}|[2-9])"
_BONUS = r"[+-][1-9][0-9]{0,2}"
_DIE, _END = re.compile(_DICE), re.compile(rf"({_BONUS})$")

NOTATION: Schema = {
    "title": "dice",
    "type": "string",
    "pattern": rf"^{_DICE}(\+{_DICE}){{0,5}}({_BONUS})?$",
    "errorMessage": "write the number of dice (up to 39), d and their sides, such as 3d6 or d100; up to six of these with + between, and last what is added or taken off, such as 2d6+d8-1",
}
"""The schema of a text that ``parse`` reads."""


def parse(text: str) -> Roll:
    """The plain roll of a text that fits ``NOTATION``, with its bonus."""
    dice = (int(sides) for number, sides in _DIE.findall(text) for _ in range(int(number or 1)))
    bonus = _END.search(text)
    return Roll(tuple(dice), bonus=int(bonus[1]) if bonus else 0)
