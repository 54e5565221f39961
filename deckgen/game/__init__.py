"""Games: YAML, checked, as frozen data.

``load`` reads one, ``shipped_games`` names those that come along, ``printed_texts`` is what can be translated, and
``untranslated`` what is not.
"""

from deckgen.game.parts import shipped_games
from deckgen.game.reader import printed_texts, read_game, untranslated

__all__ = ["printed_texts", "read_game", "shipped_games", "untranslated"]
