"""Print runs: many decks of which no two cards are alike, their manifest, and their files for a digital press."""
