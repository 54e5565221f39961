"""The library: games, decks, audits, documents and sheets as Python uses them. ``import deckgen`` gives its names."""
