"""Examples of play, told with the cards of a deck."""
