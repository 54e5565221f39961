"""What surrounds printed cards: a tuck box that holds them, and the lines along which they are cut."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from deckgen.errors import PressError, Problem
from deckgen.library.cards import print_options
from deckgen.library.decks import Deck
from deckgen.library.documents import Document, file_names

if TYPE_CHECKING:
    from deckgen.card.template import Template
    from deckgen.press.pages import Book

_BLEED = 3.0  # mm of a box, for a print shop whose target has none


def tuck_box(
    decks: Sequence[Deck], layout: str | None = None, paper: str = "a4", target: str = "home", **size: Any
) -> Document:
    """Return a tuck box for decks of one game, one behind the other; ``size`` and errors as for ``box_book``."""

    def make(_: str) -> bytes:
        from deckgen.press.pdf.writer import write_pdf

        return write_pdf(box_book(decks, layout, paper, target, **size))

    return Document(make, file_names(f"{decks[0].stem}-box", "pdf"))


def box_book(
    decks: Sequence[Deck],
    layout: str | None = None,
    paper: str = "a4",
    target: str = "home",
    *,
    stock: float | None = None,
    count: int | None = None,
    colophon_card: bool = False,
) -> Book:
    """Return the page of a tuck box for decks of one game, as large as their largest, in its look.

    Decks of other sizes are turned if that makes the box smaller; those behind each other make it deep.
    ``stock`` is the thickness of a card, in mm; by default that of playing cards. ``count``: cards of each deck; by
    default those dealt, its reference cards, and a ``colophon_card``. For a print shop, a target with a face a page, the
    page is as large as it must be; for other PDFs the box is drawn on the paper.

    Raises LayoutError if a layout does not fit the game, PressError if the box does not fit on the paper, or the target is
    not a PDF.
    """
    from deckgen.card.box_content import BoxContent
    from deckgen.card.box_faces import WHITE, anatomy_room, draw_box_faces
    from deckgen.document.map.leaders import anatomy
    from deckgen.draw.paper import find_paper
    from deckgen.press import box
    from deckgen.press.target import load_target

    loaded = load_target(target)
    if not loaded.is_pdf:
        message = f"the target {loaded.name} takes pictures, and a box is a PDF"
        raise PressError(Problem("--target", None, "", message, "choose home or press"))
    pairs = [(deck, deck.layout(layout)) for deck in decks]
    pairs.sort(key=lambda pair: _looks_first(pair[1].template))
    decks, layouts = [deck for deck, _ in pairs], [look for _, look in pairs]
    first = decks[0]
    game = first.game
    stacks = [count or deck.spec.size + len(game.reference_cards_for(deck.spec)) + int(colophon_card) for deck in decks]
    card = box.largest_card([(look.template.width, look.template.height) for look in layouts])
    sheet = find_paper(paper) if loaded.imposition == "sheet" else None
    if sheet is None:
        net = box.net_for(card, stacks, stock or box.STOCK, bleed=loaded.bleed or _BLEED)
    else:
        net = box.fitting_net(card, stacks, sheet, stock or box.STOCK)
    specs, cards = [deck.spec for deck in decks], [deck.data for deck in decks]
    content = BoxContent(game, specs, cards, layouts, sum(stacks))
    sizes = net.sizes()
    room = anatomy_room(content, sizes["back"])
    ground = layouts[0].theme.color_or("tint", WHITE)
    picture = room and anatomy(layouts[0], game, first.spec, first.data, (room.width, room.height), ground)
    faces = draw_box_faces(content, sizes, picture, bleed=net.bleed, coded=sheet is not None)
    return box.box_book(faces, net, loaded, sheet, title=f"{game.title}: {content.title}")


def _looks_first(card: Template) -> tuple[float, float]:
    """Return a key that sorts the cards of the box's look before others: the largest, of equal ones those upright."""
    return -card.width * card.height, -card.height


class CutLines(Document):
    """The cuts of printed cards, as svg or dxf; ``summary`` describes how cards are placed on the sheets."""

    summary: str


def cut_lines(
    deck: Deck,
    layout: str | None = None,
    target: str = "home",
    *,
    corner: float = 0.0,
    sheet: int | None = None,
    references: bool = True,
    colophon_card: bool = False,
    frame: bool = False,
    **options: Any,
) -> CutLines:
    """Return the cuts of every full sheet that ``Deck.render`` prints with the same options, or of one ``sheet``, from 1.

    With ``references`` and a ``colophon_card`` the last sheets have more cards. ``corner``: the radius of corners, in mm.
    ``frame``: also the sheet's edge.

    Raises LayoutError for a wrong layout, PressError if cards do not fit, there is no such sheet, or the target has none.
    """
    from deckgen.draw.drawing import Style
    from deckgen.press.imposition.cut import cut_dxf, cut_svg, cuts_of_sheet
    from deckgen.press.imposition.n_up import apply_sheet_options, cards_by_sheet, grid_for
    from deckgen.press.target import load_target, paper_for

    loaded = load_target(target)
    if loaded.imposition != "sheet":
        message = f"the target {loaded.name} prints no sheets of cards"
        raise PressError(Problem("--target", None, "", message, "choose home or press-sheet"))
    print_choices = print_options(deck.title, deck.game.language, **options)
    face = deck.layout(layout).drawing((), Style({}, {}, {}), deck.title)
    loaded = apply_sheet_options(loaded, print_choices, face.outline)
    stock = paper_for(print_choices.paper, loaded)
    grid = grid_for(face, loaded, stock, print_choices)
    count = len(deck) + print_choices.blanks + int(colophon_card)
    if references:
        count += len(deck.game.reference_cards_for(deck.spec))
    filled = cards_by_sheet(count, grid.columns * grid.rows, print_choices.arrange)
    if sheet is not None and not 1 <= sheet <= len(filled):
        message = f"there is no sheet {sheet}"
        raise PressError(Problem("--sheet", None, "", message, f"choose from 1 to {len(filled)}"))
    lines = cuts_of_sheet(grid, None if sheet is None else len(filled[sheet - 1]), corner, face.outline)
    title = f"{deck.title}, {stock.title}"

    def make(kind: str) -> bytes:
        return cut_dxf(lines, frame=frame) if kind == "dxf" else cut_svg(lines, title, frame=frame)

    document = CutLines(make, file_names(f"{deck.stem}-cut", "svg", "dxf"))
    way = "landscape" if grid.width > grid.height else "upright"
    document.summary = f"{grid.columns} × {grid.rows} cards on {stock.title}, {way}; {len(filled)} sheets"
    return document
