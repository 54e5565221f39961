"""Print runs: many decks without equal cards, their manifest, and their files for a digital press."""
