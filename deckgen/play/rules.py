"""The rules of the page: the panels of the game's screen as texts, which flow, and its reference cards as pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from deckgen.card.rules.mark_names import name_marks
from deckgen.card.rules.panel_tables import group_marks, table_of
from deckgen.draw.drawing import Drawing
from deckgen.draw.geometry import Box
from deckgen.errors import Problems
from deckgen.game.panels import PanelList, PanelMarks, PanelText
from deckgen.markup import split_runs
from deckgen.records import record

if TYPE_CHECKING:
    from deckgen.card.layout import Layout
    from deckgen.game.model import DeckSpec, Game
    from deckgen.game.panels import Panel, PanelBlock

SAMPLE_HEIGHT = 4.0
"""mm, of a mark beside its meaning."""


@record
class RulesText:
    """Boards of rules, as the template ``rules.html`` reads them, and the drawings of the marks in them, in order."""

    boards: Sequence[Mapping[str, Any]]
    samples: Sequence[Drawing]


def rules_text(layout: Layout, game: Game, spec: DeckSpec) -> RulesText:
    """Return the boards of a game's screen, then panels that only reference cards have; none without either.

    A sample of a mark is its index in ``samples``. Raises LayoutError for marks that the layout lacks.
    """
    from deckgen.card.rules.panels import Panels  # noqa: PLC0415 (slow to import, and many games have no rules)

    screen, cards = name_marks((game.rules.screen, tuple(game.reference_cards_for(spec))), layout, game, spec)
    shown = {panel.name for board in screen for panel in board.panels}
    others = {panel.name: panel for card in cards for panel in card.panels if panel.name not in shown}
    if not screen and not others:
        return RulesText((), ())
    panels, samples = Panels(layout, game, spec, Problems()), list[Drawing]()

    def draw(width: float, paint: Callable[..., None]) -> int:
        pen, height = panels.pen(), SAMPLE_HEIGHT
        paint(pen, Box(0, 0, width * height, height))
        samples.append(Drawing(width * height, height, 0.0, tuple(pen.items), panels.style))
        return len(samples) - 1

    def block_of(block: PanelBlock) -> Mapping[str, Any]:
        match block:
            case PanelText(text):
                return {"words": [*split_runs(text)]}
            case PanelList(points):
                return {"points": [[*split_runs(point)] for point in points]}
            case PanelMarks(sections):
                groups = group_marks(layout, game, spec, sections)
                return {
                    "marks": [{"meaning": g[0].meaning, "samples": [draw(e.width, e.draw) for e in g]} for g in groups]
                }
            case _:
                table = table_of(block, game, spec)
                rows = [[[*split_runs(cell)] for cell in row] for row in table.rows]
                heads = list(zip(table.heads, table.has_words, strict=True))
                return {"table": rows, "heads": heads, "caption": table.caption}

    def board_of(title: str, contents: Sequence[Panel]) -> Mapping[str, Any]:
        return {
            "title": title,
            "panels": [{"title": p.title, "blocks": [block_of(b) for b in p.blocks]} for p in contents],
        }

    boards = [board_of(board.title or game.title, board.panels) for board in screen]
    if others:
        boards.append(board_of(game.language.phrase("On the rules cards only"), tuple(others.values())))
    return RulesText(boards, samples)
