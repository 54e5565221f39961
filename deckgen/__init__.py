"""deckgen: games described in YAML become cards, tables and character sheets."""

__version__ = "0.3.0"
