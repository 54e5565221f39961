"""The Master's screen: pages in landscape, each a board of panels of rules, in the look of the game's cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckgen.card.panels import Panels
from deckgen.draw.drawing import Drawing
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box
from deckgen.draw.paper import paper_named
from deckgen.errors import Faults, LayoutError

if TYPE_CHECKING:
    from deckgen.card.layout import Layout
    from deckgen.game.model import DeckSpec, Game
    from deckgen.game.panels import PanelPage

_SIZES = (11.0, 7.0)  # points: the largest that is tried, and the least
_MARGIN = 8.0  # mm
_STRIP = 11.0  # the title's
_GAP = 4.0
_GUTTER = 4.0


def screen_pages(layout: Layout, game: Game, spec: DeckSpec, *, paper: str = "a4") -> tuple[Drawing, ...]:
    """The pages of a game's screen, which speaks of the deck ``spec``.

    Raises LayoutError with every fault: panels that are too much for a page, a missing glyph or icon; PressError for
    an unknown paper.
    """
    sheet, faults = paper_named(paper), Faults()
    page = Box(0, 0, sheet.height, sheet.width)
    panels = Panels(layout, game, spec, faults)
    boards = [_board(panels, board, page) for board in game.rules.screen]
    faults.raise_as(LayoutError)
    return tuple(boards)


def _board(panels: Panels, board: PanelPage, page: Box) -> Drawing:
    options, game = panels.options, panels.game
    room = page.inset(_MARGIN)
    pen = panels.pen()
    pen.slot = f"screen {board.name}"
    strip = Box(room.x, room.y, room.width, _STRIP)
    pen.panel(strip, options.radius, options.head_fill)
    title, words = board.title or game.title, strip.inset(3.5, 0)
    fit = pen.text(
        title, words._replace(width=words.width * 0.7), options.title_face, 17 * PT, options.head_ink, 0.0
    )
    said = (
        f"{game.title} · {board.name}/{len(game.rules.screen)}"
        if board.title
        else f"{board.name}/{len(game.rules.screen)}"
    )
    left = words.width - fit.width - 4
    pen.text(
        said, Box(words.right - left, words.y, left, words.height), "regular", 9 * PT, options.head_ink, 1.0
    )
    below = Box(room.x, strip.bottom + _GAP, room.width, room.height - _STRIP - _GAP)
    pen.items += panels.fitted(board, below, board.columns, _GUTTER, _SIZES).items
    return Drawing(page.width, page.height, 0.0, tuple(pen.items), panels.style, f"{game.title}: {title}")
