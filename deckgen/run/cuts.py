"""Cut lines for sheets of a deck's cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckgen.errors import Fault, PressError
from deckgen.records import record

if TYPE_CHECKING:
    from deckgen.press.options import Options
    from deckgen.press.target import Target
    from deckgen.run.decks import DealtDeck


@record
class CutLines:
    """A file of cuts, and what is said of it: how many cards lie across and down on how many sheets of which paper."""

    content: bytes
    columns: int
    rows: int
    sheets: int
    paper: str
    lying: bool


def cut_lines(
    dealt: DealtDeck,
    layout: str | None,
    target: Target,
    options: Options,
    kind: str,
    *,
    corner: float = 0.0,
    sheet: int | None = None,
    references: bool = True,
    colophon: bool = False,
    frame: bool = False,
) -> CutLines:
    """The cuts of every full sheet that ``render`` prints with the same options, or those of one ``sheet``, from 1; ``kind`` is svg or dxf.

    With ``references`` and a ``colophon`` card the last sheets have more cards.

    Raises LayoutError for a wrong layout, PressError if cards do not fit, there is no such sheet, or the target has none.
    """
    from deckgen.draw.drawing import Drawing, Style
    from deckgen.press.imposition.cut import cut_dxf, cut_svg, cuts
    from deckgen.press.imposition.n_up import grid_for, on_sheets, sheets
    from deckgen.press.target import paper

    if target.imposition != "sheet":
        what = f"the target {target.name} prints no sheets of cards"
        raise PressError(Fault("--target", None, "", what, "choose home or press-sheet"))
    template = dealt.layout(layout).template
    face = Drawing(template.width, template.height, template.bleed, (), Style({}, {}, {}), dealt.title)
    target = on_sheets(target, options)
    on = paper(options.paper, target)
    grid = grid_for(face, target, on, options)
    cards = dealt.deck.size + options.blanks + int(colophon)
    if references:
        cards += len(dealt.game.references(dealt.spec))
    filled = sheets(cards, grid.columns * grid.rows, options.arrange)
    if sheet is not None and not 1 <= sheet <= len(filled):
        what = f"there is no sheet {sheet}"
        raise PressError(Fault("--sheet", None, "", what, f"the sheets are 1 to {len(filled)}"))
    cut = cuts(grid, None if sheet is None else len(filled[sheet - 1]), corner)
    title = f"{dealt.title}, {on.title}"
    content = cut_dxf(cut, frame=frame) if kind == "dxf" else cut_svg(cut, title, frame=frame)
    return CutLines(content, grid.columns, grid.rows, len(filled), on.title, grid.width > grid.height)
