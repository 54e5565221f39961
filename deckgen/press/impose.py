"""From faces to the pages of a print file, as a target says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from deckgen.errors import Faults, PressError
from deckgen.press.colophon import colophon
from deckgen.press.ink_saving import InkSaver
from deckgen.press.n_up import n_up_pages
from deckgen.press.one_up import one_up_pages
from deckgen.press.options import Options
from deckgen.press.pages import Book
from deckgen.press.target import paper

if TYPE_CHECKING:
    from deckgen.draw.drawing import Drawing
    from deckgen.press.target import Target

_DUPLEX = {"long-edge": "DuplexFlipLongEdge", "short-edge": "DuplexFlipShortEdge"}


def book(fronts: Sequence[Drawing], back: Drawing, target: Target, options: Options) -> Book:
    """The pages of all fronts and their backs. Raises PressError if they do not suit the target."""
    _check_sizes(fronts, back)
    fronts, back = chosen(fronts, back, options)
    made = Book((), options.title or "Cards", version=target.version, scaling=target.scaling)
    made = replace(made, pdfx=target.pdfx, ink_limit=target.ink_limit, overprint=target.overprint)
    if target.imposition == "face":
        return replace(made, pages=tuple(one_up_pages(fronts, back, target)))
    if options.gutter is not None:
        target = replace(target, gutter=options.gutter)
    if options.bleed is not None:
        target = replace(target, bleed=options.bleed)
    sheet = paper(options.paper, target)
    pages = n_up_pages(fronts, back, target, sheet, replace(options, title=made.title))
    if options.colophon:
        pages.append(colophon(sheet, target, replace(options, title=made.title)))
    turns = "back" in target.order and options.order == "alternate"
    return replace(made, pages=tuple(pages), duplex=_DUPLEX.get(options.flip) if turns else None)


def chosen(fronts: Sequence[Drawing], back: Drawing, options: Options) -> tuple[tuple[Drawing, ...], Drawing]:
    """The faces with the blank cards added and the ink saved that the options ask for."""
    blank = replace(back, items=(), title="a blank card")
    fronts = (*fronts, *[blank] * options.blanks)
    if options.ink == "full":
        return fronts, back
    light = InkSaver()
    return tuple(light.drawing(front) for front in fronts), light.drawing(back)


def _check_sizes(fronts: Sequence[Drawing], back: Drawing) -> None:
    faults = Faults()
    for front in fronts:
        if (front.width, front.height) != (back.width, back.height):
            front_size, back_size = (f"{face.width:g} × {face.height:g} mm" for face in (front, back))
            what = f"the front is {front_size}, its back {back_size}"
            faults.add(front.title or "card", None, "", what, "give both the same size in the layout")
    faults.raise_as(PressError)
