"""Odds of a game's dice, and of a deck beside them, in print, for screens and as text."""
