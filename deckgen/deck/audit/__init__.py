"""Auditing: means, tails, frequencies and the long run of decks, and whether a seed gives them."""
