"""Exact distributions of dice rules, as fractions: no series is truncated."""

from deckgen.odds.dice import highest, lowest, successes, total
from deckgen.odds.distribution import Distribution, distribution
from deckgen.odds.extremes import Extremes, find_extremes, sizes_with_extremes, why_no_extremes
from deckgen.odds.mechanics import MECHANICS, describe, dice_name, roll_schemas
from deckgen.odds.roll import NOTATION, Explode, Failing, Keep, Maxima, Roll, Schema, choice_schema, parse_dice

__all__ = [
    "MECHANICS", "NOTATION", "Distribution", "Explode", "Extremes", "Failing", "Keep", "Maxima", "Roll", "Schema", "choice_schema",
    "describe", "dice_name", "distribution", "find_extremes", "highest", "lowest", "parse_dice", "roll_schemas",
    "sizes_with_extremes", "successes", "total", "why_no_extremes",
]  # fmt: skip
