"""What is printed beside cards: tables, certificates, comparisons, card maps, tokens, boxes and cut lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from deckgen.draw.paper import report_small_paper
from deckgen.errors import GameError, PressError, Problem
from deckgen.game.model import fitting
from deckgen.records import record
from deckgen.run.decks import DealtDeck, Progress, layout_of, set_stem, spec_named

if TYPE_CHECKING:
    from deckgen.card.layout import Layout
    from deckgen.deck.audit.auditor import Audit
    from deckgen.deck.cards import Deck
    from deckgen.draw.drawing import Drawing, Faces
    from deckgen.game.model import DeckSpec, Game
    from deckgen.press.options import Options
    from deckgen.press.pages import Book
    from deckgen.press.target import Target

_BLEED = 3.0  # mm of a box, for a print shop whose target says none


def audited(audit: Audit, kind: str, paper: str, title: str = "") -> bytes:
    """An audit as text or json, or as a certificate in PDF, which may have another title than its own."""
    if kind == "pdf":
        from deckgen.document.certificate.certificate import certificate

        return _pdf(paper, "the certificate", lambda: certificate(audit, paper), title)
    from deckgen.deck.audit import report

    return report.as_json(audit) if kind == "json" else report.text(audit).encode()


def _pdf(paper: str, what: str, draw: Callable[[], Sequence[Drawing]], title: str = "") -> bytes:
    """Pages as a PDF, called as its first page unless it has a title. Raises PressError if ``what`` has no room on the paper."""
    from deckgen.press.write import pages_pdf

    with report_small_paper(paper, what):
        pages = draw()
    return pages_pdf(pages, title=title or pages[0].title)


def audit_name(deck: Deck, kind: str) -> str:
    ending = {"text": "audit.txt", "json": "audit.json", "pdf": "certificate.pdf"}[kind]
    return f"{set_stem(deck.game, deck.deck, deck.seed)}-{ending}"


def not_passed(place: str) -> Problem:
    """The problem of an audit, or of the decks that were audited, that misses a bar."""
    remedy = "read its lines marked FAILED; raise the bar in the game's data, or change what misses it"
    return Problem(place, None, "", "the audit is not passed", remedy)


def comparison(
    one: DealtDeck, other: DealtDeck, names: tuple[str, str], layout: str | None, tell: Progress
) -> bytes:
    """The page that shows where two decks differ. Raises LayoutError if the layout does not fit the game."""
    from deckgen.deck.audit.auditor import audit
    from deckgen.document.comparison import ComparedDeck, comparison_html

    drawn = one.layout(layout)
    sides = []
    for name, dealt in zip(names, (one, other), strict=True):
        tell(f"auditing and drawing {name}")
        fronts = dealt.faces(drawn, references=False).fronts
        sides.append(ComparedDeck(name, dealt.deck, fronts, audit([dealt.deck], dealt.game)))
    return comparison_html(sides[0], sides[1], drawn)


def poker_table(dealt: DealtDeck, kind: str, paper: str) -> bytes:
    game, spec, deck = dealt.game, dealt.spec, dealt.deck
    if kind == "html":
        from deckgen.document.poker.html import table_html

        return table_html(deck, game, spec, dealt.layout())
    if kind in {"md", "csv"}:
        from deckgen.document.poker.text import as_csv, as_markdown

        return (as_csv if kind == "csv" else as_markdown)(deck, game, spec)
    from deckgen.document.poker.table import conversion

    layout = dealt.layout()
    return _pdf(paper, "the table", lambda: conversion(deck, game, spec, layout, paper=paper), dealt.title)


def play_page(dealt: DealtDeck, layout: Layout, faces: Faces) -> bytes:
    from deckgen.play.page import play_html

    return play_html(dealt.deck, dealt.game, dealt.spec, layout, faces)


def odds(game: Game, spec: DeckSpec, deck: Deck | None, kind: str, paper: str) -> bytes:
    """The odds of a game's dice, and of a deck beside them if one is given, as html, csv or pdf."""
    if kind == "pdf":
        from deckgen.document.odds.pdf import odds_pages

        return _pdf(paper, "the odds table", lambda: odds_pages(game, spec, deck, paper=paper))
    from deckgen.document.odds.totals import as_csv, odds_of

    found = odds_of(game, spec, deck)
    if kind == "csv":
        return as_csv(game, spec, found, deck)
    from deckgen.document.odds.html import odds_html

    return odds_html(game, spec, found, deck)


def card_map(dealt: DealtDeck, layout: str | None, kind: str, paper: str) -> bytes:
    """A card with every section named and explained, as svg, png or pdf."""
    from deckgen.document.map.card_map import card_map as draw

    with report_small_paper(paper, "the map"):
        page = draw(dealt.layout(layout), dealt.game, dealt.spec, dealt.deck, paper=paper)
    if kind == "svg":
        from deckgen.press.pictures.svg import svg

        return svg(page).encode()
    if kind == "png":
        from deckgen.press.pictures.png import png

        return png(page, 200)
    from deckgen.press.write import pages_pdf

    return pages_pdf([page], title=page.title)


def screen(game: Game, spec: DeckSpec, layout: str | None, paper: str) -> bytes:
    """The Master's screen as a PDF. Raises GameError if the game has none, LayoutError if it cannot be drawn."""
    from deckgen.document.screen import screen_pages

    if not game.rules.screen:
        remedy = "say under screen: in its files which panels stand there"
        raise GameError(Problem(str(game.folder), None, "screen", "the game has no screen", remedy))
    chosen = layout_of(game, spec, layout)
    return _pdf(paper, "the screen", lambda: screen_pages(chosen, game, spec, paper=paper))


def tells_examples(dealt: DealtDeck) -> bool:
    """Whether the game has examples of play that this deck can tell."""
    return bool(fitting(dealt.game.examples, dealt.spec))


def examples(dealt: DealtDeck, layout: str | None, kind: str, paper: str) -> bytes:
    """The game's examples of play with this deck's cards, as pdf or txt. Raises GameError if the deck can tell none."""
    game, spec, deck = dealt.game, dealt.spec, dealt.deck
    if not tells_examples(dealt):
        what = f"the game has no examples for the deck {spec.name!r}"
        raise GameError(
            Problem(str(game.folder), None, "examples", what, "add them under examples: in its files")
        )
    if kind == "txt":
        from deckgen.document.examples.text import as_text, told

        return as_text(told(game, spec, deck)).encode()
    from deckgen.document.examples.pdf import example_pages

    chosen = dealt.layout(layout)
    what = "what the examples tell"
    return _pdf(paper, what, lambda: example_pages(chosen, game, spec, deck, paper=paper))


def tokens(game: Game, layout: str | None, paper: str, flip: str = "none", target: str = "home") -> bytes:
    """The sheets of a game's tokens as a PDF, for a print target. Raises GameError if it has none, LayoutError if they cannot be drawn."""
    from deckgen.card.tokens import tokens as draw
    from deckgen.press.options import Options
    from deckgen.press.write import tokens_pdf

    if not game.tokens:
        remedy = "add them under tokens: in its files"
        raise GameError(Problem(str(game.folder), None, "tokens", "the game has no tokens", remedy))
    drawn = draw(layout_of(game, spec_named(game, None), layout), game)
    sizes = [(faces.fronts, faces.backs) for faces in drawn]
    footer = game.language.phrase("{game}: tokens", game=game.id)
    options = Options(paper=paper, flip=flip, title=game.title, footer=footer, language=game.language)
    return tokens_pdf(sizes, options, target)


def box(
    held: Sequence[DealtDeck],
    layout: str | None,
    paper: str,
    target: str = "home",
    *,
    stock: float | None = None,
    count: int | None = None,
    colophon_card: bool = False,
) -> Book:
    """A tuck box for decks of one game behind each other, in the look of the first; ``count`` cards each.

    ``stock`` is the thickness of a card, by default that of playing cards. Without ``count`` those dealt, reference cards and a ``colophon_card``. For a target with a face a page, a print shop,
    the page is as large as it must be; for other PDFs the box lies on the paper. Raises LayoutError if a layout does not
    fit the game, PressError if the box does not fit on the paper, or the target is no PDF.
    """
    from deckgen.card.box_faces import WHITE, BoxContent, anatomy_room, box_faces
    from deckgen.document.map.leaders import anatomy
    from deckgen.draw.paper import paper_named
    from deckgen.press.box import STOCK, box_book as tuck_box, fitting_net, net_for
    from deckgen.press.target import load_target

    wanted = load_target(target)
    if not wanted.is_pdf:
        what = f"the target {wanted.name} takes pictures, and a box is a PDF"
        raise PressError(Problem("--target", None, "", what, "choose home or press"))

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
        net = net_for(card, stacks, stock or STOCK, bleed=wanted.bleed or _BLEED)
    else:
        net = fitting_net(card, stacks, sheet, stock or STOCK)
    specs, decks = [dealt.spec for dealt in held], [dealt.deck for dealt in held]
    content = BoxContent(game, specs, decks, layouts, sum(stacks))
    sizes = net.sizes()
    room = anatomy_room(content, sizes["back"])
    ground = chosen.theme.color_or("tint", WHITE)
    picture = anatomy(chosen, game, first.spec, first.deck, (room.width, room.height), ground)
    faces = box_faces(content, sizes, picture, bleed=net.bleed)
    return tuck_box(faces, net, wanted, sheet, title=f"{game.title}: {content.title}")


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
    from deckgen.press.imposition.cut import cut_dxf, cut_svg, cuts_of_sheet
    from deckgen.press.imposition.n_up import apply_sheet_options, cards_by_sheet, grid_for
    from deckgen.press.target import paper

    if target.imposition != "sheet":
        what = f"the target {target.name} prints no sheets of cards"
        raise PressError(Problem("--target", None, "", what, "choose home or press-sheet"))
    template = dealt.layout(layout).template
    face = Drawing(template.width, template.height, template.bleed, (), Style({}, {}, {}), dealt.title)
    target = apply_sheet_options(target, options)
    on = paper(options.paper, target)
    grid = grid_for(face, target, on, options)
    cards = dealt.deck.size + options.blanks + int(colophon)
    if references:
        cards += len(dealt.game.references(dealt.spec))
    filled = cards_by_sheet(cards, grid.columns * grid.rows, options.arrange)
    if sheet is not None and not 1 <= sheet <= len(filled):
        what = f"there is no sheet {sheet}"
        raise PressError(Problem("--sheet", None, "", what, f"the sheets are 1 to {len(filled)}"))
    cut = cuts_of_sheet(grid, None if sheet is None else len(filled[sheet - 1]), corner)
    title = f"{dealt.title}, {on.title}"
    content = cut_dxf(cut, frame=frame) if kind == "dxf" else cut_svg(cut, title, frame=frame)
    return CutLines(content, grid.columns, grid.rows, len(filled), on.title, grid.width > grid.height)
