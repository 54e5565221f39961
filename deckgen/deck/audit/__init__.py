"""Audits of decks: means, tails, frequencies, long run, and whether a seed deals a given deck."""
