"""Games: their YAML, checked and read into frozen data.

``read_game`` reads one, ``shipped_games`` names those that ship, ``printed_texts`` gives what can be
translated, and ``untranslated`` what is not.
"""

from deckgen.game.entries import shipped_games
from deckgen.game.reader import printed_texts, read_game, untranslated

__all__ = ["printed_texts", "read_game", "shipped_games", "untranslated"]
