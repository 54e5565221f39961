"""The game master's screen: landscape pages of panels of rules, styled as the game's cards, and a panorama.

The panorama is the players' side, drawn in ``LOOK-panorama.svg`` beside the document look: all boards side by side,
each 99 × 70 mm, a third of A4.
"""

from __future__ import annotations

from deckgen.card.layout import Layout
from deckgen.card.rules.mark_names import name_marks
from deckgen.card.rules.panels import Panels
from deckgen.card.strings import ALIGN
from deckgen.card.svg.parser import read_svg
from deckgen.card.template import STATIC, compile_template
from deckgen.document.marked_results import with_card_style
from deckgen.document.pages import document_style, draw_band, with_band_height
from deckgen.draw.drawing import Drawing, Symbol, Use
from deckgen.draw.fonts import PT
from deckgen.draw.geometry import Box
from deckgen.draw.paper import find_paper
from deckgen.draw.pen import Pen
from deckgen.draw.stylesheet import Stylesheet
from deckgen.errors import LayoutError, Problems
from deckgen.game.model import DeckSpec, Game
from deckgen.game.panels import PanelPage

_SIZES = (13.0, 7.0)  # points: the largest that is tried, and the least
_MARGIN = 8.0  # mm
_STRIP, _TITLE = 12.0, 17.0  # mm and points: the height and the type of the title's
_GAP = 4.0
_GUTTER = 4.0
PANORAMA = "panorama"
"""The symbol that the picture is in drawings with a part of it."""


def screen_pages(layout: Layout, game: Game, spec: DeckSpec, *, paper: str = "a4") -> tuple[Drawing, ...]:
    """Return a landscape page per board of a game's screen, then one per back if the look has a panorama.

    Raises LayoutError with all problems, PressError for an unknown paper.
    """
    sheet, problems = find_paper(paper), Problems()
    page = Box(0, 0, sheet.height, sheet.width)
    panels = Panels(layout, game, spec, problems)
    style = with_card_style(document_style(game), layout)
    boards = [_board(panels, style, board, page) for board in name_marks(game.rules.screen, layout, game, spec)]
    problems.raise_as(LayoutError)
    return (*boards, *_panorama(document_style(game), game, page, len(boards)))


def draw_panorama(style: Stylesheet, game: Game) -> Drawing | None:
    """Return the picture of all boards side by side, with the game's title; None if the look has no panorama."""
    theme = style.theme
    file = theme.file.with_name(f"{theme.file.stem}-panorama.svg")
    if not file.is_file():
        return None
    inks = theme.inks_by_screen()
    svg = read_svg(file, theme.file.parent)
    template = compile_template(svg, file, theme.fonts, lambda color: color if color in inks else None)
    pen = style.pen("panorama")
    pen.items += template.groups.get(STATIC, ())
    if title := template.texts.get("title"):
        look = title.face, title.size, title.fill, ALIGN[title.anchor]
        pen.line(game.title, title.x, title.y, *look, room=title.width, spacing=title.spacing)
    items = tuple(pen.items)
    shared = theme.style({**template.icons, PANORAMA: Symbol(items)})
    return Drawing(template.width, template.height, template.bleed, items, shared)


def _panorama(style: Stylesheet, game: Game, page: Box, count: int) -> tuple[Drawing, ...]:
    """Return the backs of ``count`` boards, in the order of the boards; () if the look has no panorama.

    The drawing is scaled to cover all pages side by side. Players see the boards from behind: its right end is on the
    back of the first board.
    """
    art = draw_panorama(style, game)
    if art is None:
        return ()
    width = count * page.width
    scale = max(width / art.width, page.height / (art.height + 2 * art.bleed))
    top = (page.height - art.height * scale) / 2
    left = (width - art.width * scale) / 2 - width
    uses = (Use(PANORAMA, (scale, 0, 0, scale, left + n * page.width, top)) for n in range(1, count + 1))
    return tuple(Drawing(page.width, page.height, 0.0, (use,), art.style, game.title) for use in uses)


def _board(panels: Panels, style: Stylesheet, board: PanelPage, page: Box) -> Drawing:
    """Return a board's page: a strip with its title (else the game's) and number, its panels, as large as fits."""
    game, room = panels.game, page.inset(_MARGIN)
    pen = style.pen(f"screen {board.name}")
    strip = Box(room.x, room.y, room.width, _STRIP)
    title, count = board.title or game.title, f"{board.name}/{len(game.rules.screen)}"
    _draw_strip(pen, panels, style, strip, (title, f"{game.title} · {count}" if board.title else count))
    body_box = Box(room.x, strip.bottom + _GAP, room.width, room.height - _STRIP - _GAP)
    pen.items += panels.fit_panels(board, body_box, board.columns, _GUTTER, _SIZES)
    return Drawing(page.width, page.height, 0.0, tuple(pen.items), style.shared, f"{game.title}: {title}")


def _draw_strip(pen: Pen, panels: Panels, style: Stylesheet, strip: Box, texts: tuple[str, str]) -> None:
    """Draw ``texts``, title and aside at the right, in the style sheet's band, or on a panel's head if it has none."""
    if style.masthead.height:
        draw_band(pen, with_band_height(style, _STRIP, size=_TITLE * PT), strip, "", *texts)
        return
    options, room = panels.options, strip.inset(3.5, 0)
    pen.panel(strip, options.radius, options.head_fill)
    title_box = room._replace(width=room.width * 0.7)
    fit = pen.text(texts[0], title_box, options.title_face, _TITLE * PT, options.head_ink, 0.0)
    free_width = room.width - fit.width - 4
    right_box = Box(room.right - free_width, room.y, free_width, room.height)
    pen.text(texts[1], right_box, "regular", 9 * PT, options.head_ink, 1.0)
