"""Games: YAML, checked, as frozen data.

``load`` reads one, ``shipped_games`` names those that come along, ``printed_texts`` is what can be translated.
"""

from deckgen.game.parts import shipped_games
from deckgen.game.reader import load, printed_texts

__all__ = ["load", "printed_texts", "shipped_games"]
