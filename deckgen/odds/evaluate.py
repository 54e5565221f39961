"""The exact chances of an expression: of all its parts together."""

from __future__ import annotations

from deckgen.odds.expression import Expression
from deckgen.odds.joint import Joint


def evaluate(expression: Expression) -> Joint:
    """Return the exact chances of an expression's results. Raises GameError for dice without exact odds."""
    raise NotImplementedError
