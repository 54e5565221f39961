"""The look of a game's documents: the style sheet that it names, with the drawings of that one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from deckgen.card.svg import parser
from deckgen.card.template import compile_icons
from deckgen.draw.drawing import Symbol
from deckgen.draw.stylesheet import Stylesheet, load_stylesheet
from deckgen.draw.theme import Theme
from deckgen.game.model import Game


@lru_cache(maxsize=2)  # all documents of a game have one look
def document_style(game: Game) -> Stylesheet:
    """The style sheet of a game's documents, in the game's language. Raises LayoutError with all its faults."""
    return load_stylesheet(game.look, game.language, _symbols, game.folder)


def _symbols(theme: Theme) -> Mapping[str, Symbol]:
    """What is drawn in the file of icons that a style sheet names."""
    if theme.icons is None:
        return {}
    screens = theme.by_screen()

    def ink(colour: str) -> str | None:
        return colour if colour in screens else None

    return compile_icons(parser.read(theme.icons), theme.icons, theme.fonts, ink)
