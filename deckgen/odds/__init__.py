"""Exact distributions of dice rules, as fractions: no series is ever cut short."""

from deckgen.odds.distribution import Distribution, die_mean, distribution
from deckgen.odds.mechanics import MECHANICS, describe, schemas
from deckgen.odds.roll import Explode, Keep, Maxima, Roll

__all__ = [
    "MECHANICS", "Distribution", "Explode", "Keep", "Maxima", "Roll", "describe", "die_mean", "distribution", "schemas",
]  # fmt: skip
