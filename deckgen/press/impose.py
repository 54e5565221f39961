"""From faces to the pages of a print file, as a target says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from deckgen.errors import Faults, PressError
from deckgen.press.pages import Book
from deckgen.press.sheets import Turn, sheets
from deckgen.press.single import singles
from deckgen.press.target import paper

if TYPE_CHECKING:
    from deckgen.page.drawing import Drawing
    from deckgen.press.target import Target

_DUPLEX = {"long-edge": "DuplexFlipLongEdge", "short-edge": "DuplexFlipShortEdge"}


def book(
    fronts: Sequence[Drawing],
    back: Drawing,
    target: Target,
    *,
    paper_name: str,
    flip: str,
    back_offset: tuple[float, float],
    title: str,
    footer: str,
) -> Book:
    """The pages of all fronts and their backs. Raises PressError if they do not suit the target."""
    _check_sizes(fronts, back)
    title = title or "Cards"
    if target.imposition == "face":
        return Book(
            tuple(singles(fronts, back, target)), title, version=target.version, scaling=target.scaling
        )
    turn = Turn(flip, back_offset)
    pages = sheets(fronts, back, target, paper(paper_name, target), turn, title=title, footer=footer)
    duplex = _DUPLEX[flip] if "back" in target.order else None
    return Book(tuple(pages), title, version=target.version, scaling=target.scaling, duplex=duplex)


def _check_sizes(fronts: Sequence[Drawing], back: Drawing) -> None:
    faults = Faults()
    for front in fronts:
        if (front.width, front.height) != (back.width, back.height):
            what = (
                f"the front is {front.width:g} × {front.height:g} mm, "
                f"its back {back.width:g} × {back.height:g} mm"
            )
            faults.add(front.title or "card", None, "", what, "give both the same size in the layout")
    faults.raise_as(PressError)
