"""Expressions in text, such as ``4d6 drop lowest``, ``5d10 >= 8 again 10`` and ``d100 <= 45 bands 1/5 1/2``."""

from __future__ import annotations

from collections.abc import Mapping

from deckgen.odds.expression import Expression
from deckgen.odds.roll import Die


def parse(text: str, dice: Mapping[str, Die] | None = None) -> Expression:
    """Return the expression that a text says; ``dice`` are further dice by name. Raises GrammarError."""
    raise NotImplementedError
