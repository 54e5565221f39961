"""Games: YAML, checked, as frozen data. ``load`` reads one, ``shipped_games`` names those that come along."""

from deckgen.game.reader import load, shipped_games

__all__ = ["load", "shipped_games"]
