"""Decks: what a card holds, solving cells, dealing them, and auditing what was dealt."""
