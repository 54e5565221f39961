"""Exact distributions of dice rules, as fractions: no series is ever cut short."""

from deckgen.odds.distribution import Distribution, die_mean, distribution
from deckgen.odds.mechanics import MECHANICS, describe, schemas
from deckgen.odds.notation import NOTATION, parse
from deckgen.odds.roll import Explode, Failing, Keep, Maxima, Roll, Schema, one_of

__all__ = [
    "MECHANICS", "NOTATION", "Distribution", "Explode", "Failing", "Keep", "Maxima", "Roll", "Schema", "describe",
    "die_mean", "distribution", "one_of", "parse", "schemas",
]  # fmt: skip
