"""Games: YAML, checked, as frozen data.

``load`` reads one, ``shipped_games`` names those that come along, ``printed_texts`` is what can be translated, and
``untranslated`` what is not.
"""

from deckgen.game.parts import shipped_games
from deckgen.game.reader import load, printed_texts, untranslated

__all__ = ["load", "printed_texts", "shipped_games", "untranslated"]
