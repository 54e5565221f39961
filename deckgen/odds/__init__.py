"""Exact distributions of dice rules, as fractions: no series is ever cut short."""

from deckgen.odds.distribution import Distribution, die_mean, distribution
from deckgen.odds.extremes import Extremes, extremes, sizes_with_extremes, unfit
from deckgen.odds.mechanics import MECHANICS, describe, dice_name, schemas
from deckgen.odds.roll import NOTATION, Explode, Failing, Keep, Maxima, Roll, Schema, one_of, parse

__all__ = [
    "MECHANICS", "NOTATION", "Distribution", "Explode", "Extremes", "Failing", "Keep", "Maxima", "Roll", "Schema", "describe", "dice_name",
    "die_mean", "distribution", "extremes", "one_of", "parse", "schemas", "sizes_with_extremes", "unfit",
]  # fmt: skip
