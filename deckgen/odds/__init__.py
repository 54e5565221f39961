"""Exact distributions of dice rules, as fractions: no series is ever cut short."""

from deckgen.odds.distribution import Distribution, die_mean, distribution
from deckgen.odds.pool import describe

__all__ = ["Distribution", "describe", "die_mean", "distribution"]
