"""Boxes for decks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from deckgen.press.box import STOCK

if TYPE_CHECKING:
    from deckgen.press.pages import Book
    from deckgen.run.decks import DealtDeck


def box(
    held: Sequence[DealtDeck],
    layout: str | None,
    paper: str,
    target: str = "home",
    *,
    stock: float = STOCK,
    count: int | None = None,
) -> Book:
    """A tuck box for decks of one game behind each other, in the look of the first; ``count`` cards each, in the colours of a print target.

    Raises LayoutError if a layout does not fit the game, PressError if the box does not fit on the paper, or the target is no PDF.
    """
    from deckgen.card.box_faces import BoxContent, anatomy_room, box_faces, panel_colour
    from deckgen.document.anatomy import anatomy
    from deckgen.draw.paper import paper_named
    from deckgen.errors import Fault, PressError
    from deckgen.press.box import box as tuck_box, fitting_net
    from deckgen.press.target import load_target

    wanted = load_target(target)
    if not wanted.is_pdf:
        what = f"the target {wanted.name} takes pictures, and a box is a PDF"
        raise PressError(Fault("--target", None, "", what, "choose home or press"))

    first = held[0]
    game, sheet = first.game, paper_named(paper)
    layouts = [dealt.layout(layout) for dealt in held]
    chosen = layouts[0]
    stacks = [count or dealt.spec.size + len(game.references(dealt.spec)) for dealt in held]
    net = fitting_net((chosen.template.width, chosen.template.height), stacks, sheet, stock)
    specs, decks = [dealt.spec for dealt in held], [dealt.deck for dealt in held]
    content = BoxContent(game, specs, decks, layouts, sum(stacks))
    sizes = net.sizes()
    room = anatomy_room(content, sizes["back"])
    picture = anatomy(chosen, game, first.spec, first.deck, (room.width, room.height), panel_colour(chosen))
    faces = box_faces(content, sizes, picture)
    return tuck_box(faces, net, sheet, wanted, title=f"{game.title}: {content.title}")
