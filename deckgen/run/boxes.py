"""Boxes for decks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from deckgen.press.box import STOCK

if TYPE_CHECKING:
    from deckgen.press.pages import Book
    from deckgen.run.decks import DealtDeck

_BLEED = 3.0  # mm, for a print shop whose target says none


def box(
    held: Sequence[DealtDeck],
    layout: str | None,
    paper: str,
    target: str = "home",
    *,
    stock: float = STOCK,
    count: int | None = None,
    colophon_card: bool = False,
) -> Book:
    """A tuck box for decks of one game behind each other, in the look of the first; ``count`` cards each.

    Without ``count`` those dealt, reference cards and a ``colophon_card``. For a target with a face a page, a print shop,
    the page is as large as it must be; for other PDFs the box lies on the paper. Raises LayoutError if a layout does not
    fit the game, PressError if the box does not fit on the paper, or the target is no PDF.
    """
    from deckgen.card.box_faces import WHITE, BoxContent, anatomy_room, box_faces
    from deckgen.document.map.anatomy import anatomy
    from deckgen.draw.paper import paper_named
    from deckgen.errors import Fault, PressError
    from deckgen.press.box import box as tuck_box, fitting_net, net_of
    from deckgen.press.target import load_target

    wanted = load_target(target)
    if not wanted.is_pdf:
        what = f"the target {wanted.name} takes pictures, and a box is a PDF"
        raise PressError(Fault("--target", None, "", what, "choose home or press"))

    first = held[0]
    game = first.game
    layouts = [dealt.layout(layout) for dealt in held]
    chosen = layouts[0]
    stacks = [
        count or dealt.spec.size + len(game.references(dealt.spec)) + int(colophon_card) for dealt in held
    ]
    card = (chosen.template.width, chosen.template.height)
    sheet = paper_named(paper) if wanted.imposition == "sheet" else None
    if sheet is None:
        net = net_of(card, stacks, stock, bleed=wanted.bleed or _BLEED)
    else:
        net = fitting_net(card, stacks, sheet, stock)
    specs, decks = [dealt.spec for dealt in held], [dealt.deck for dealt in held]
    content = BoxContent(game, specs, decks, layouts, sum(stacks))
    sizes = net.sizes()
    room = anatomy_room(content, sizes["back"])
    ground = chosen.theme.colour_or("tint", WHITE)
    picture = anatomy(chosen, game, first.spec, first.deck, (room.width, room.height), ground)
    faces = box_faces(content, sizes, picture, bleed=net.bleed)
    return tuck_box(faces, net, wanted, sheet, title=f"{game.title}: {content.title}")
