"""Examples of play with the cards of a deck."""
