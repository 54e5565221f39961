"""What is printed beside cards: tables, odds, certificates, card maps, tokens, boxes, each as the bytes of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckgen.errors import Fault, GameError
from deckgen.run.decks import Dealt, deck_title, layout_of

if TYPE_CHECKING:
    from deckgen.deck.audit.auditor import Audit
    from deckgen.deck.cards import Deck
    from deckgen.game.model import DeckSpec, Game


def audited(audit: Audit, kind: str, paper: str, title: str = "") -> bytes:
    """An audit as text or json, or as a certificate in PDF, which may have another title than its own."""
    if kind == "pdf":
        from deckgen.document.certificate import certificate
        from deckgen.press.page_files import pages_pdf

        pages = certificate(audit, paper)
        return pages_pdf(pages, title=title or pages[0].title)
    from deckgen.deck.audit import report

    return report.as_json(audit) if kind == "json" else report.text(audit).encode()


def not_passed(place: str) -> Fault:
    """The fault of an audit, or of the decks that were audited, that misses a bar."""
    remedy = "read its lines marked FAILED; raise the bar in the game's data, or change what misses it"
    return Fault(place, None, "", "the audit is not passed", remedy)


def poker_table(dealt: Dealt, kind: str, paper: str) -> bytes:
    """The poker conversion table as html, md, csv or pdf."""
    game, spec, deck = dealt.game, dealt.spec, dealt.deck
    if kind == "html":
        from deckgen.document.poker_html import as_html

        return as_html(deck, game, spec)
    if kind == "md":
        from deckgen.document.poker_markdown import as_markdown

        return as_markdown(deck, game, spec)
    if kind == "csv":
        from deckgen.document.poker_csv import as_csv

        return as_csv(deck, game, spec)
    from deckgen.document.poker_table import conversion
    from deckgen.press.page_files import pages_pdf

    return pages_pdf(conversion(deck, game, spec, layout_of(game, spec), paper=paper), title=dealt.title)


def poker_booklet(dealt: Dealt, paper: str) -> bytes:
    """The poker conversion table as a PDF to print on both sides, fold and staple."""
    from deckgen.document.poker_booklet import booklet
    from deckgen.press.page_files import folded_pdf

    game, spec = dealt.game, dealt.spec
    pages = booklet(dealt.deck, game, spec, layout_of(game, spec), paper=paper)
    return folded_pdf(pages, paper=paper, title=dealt.title)


def odds(game: Game, spec: DeckSpec, deck: Deck | None, kind: str, paper: str) -> bytes:
    """The chances of the game's pools, the deck's beside the dice's, as pdf, csv or html."""
    if kind == "pdf":
        from deckgen.document.odds_pdf import odds_pages
        from deckgen.press.page_files import pages_pdf

        return pages_pdf(odds_pages(game, spec, deck, paper=paper), title=f"{deck_title(game, spec)}, odds")
    from deckgen.document import odds as tables, odds_html

    found = tables.odds_of(game, spec, deck)
    return tables.as_csv(game, found) if kind == "csv" else odds_html.as_html(game, spec, found, deck)


def card_map(dealt: Dealt, layout: str | None, kind: str, paper: str) -> bytes:
    """A card with every section named and explained, as svg, png or pdf."""
    from deckgen.document.card_map import card_map as draw

    game, spec = dealt.game, dealt.spec
    page = draw(layout_of(game, spec, layout), game, spec, dealt.deck, paper=paper)
    if kind == "svg":
        from deckgen.press.svg import svg

        return svg(page).encode()
    if kind == "png":
        from deckgen.press.png import png

        return png(page, 200)
    from deckgen.press.page_files import pages_pdf

    return pages_pdf([page], title=page.title)


def tokens(game: Game, layout: str | None, paper: str, flip: str = "none") -> bytes:
    """The sheets of a game's tokens as a PDF. Raises GameError if it has none, LayoutError if they cannot be drawn."""
    from deckgen.card.tokens import tokens as draw
    from deckgen.press.options import Options
    from deckgen.press.page_files import tokens_pdf

    if not game.tokens:
        remedy = "add them under tokens: in its files"
        raise GameError(Fault(str(game.folder), None, "tokens", "the game has no tokens", remedy))
    sizes = draw(layout_of(game, game.decks[0], layout), game)
    return tokens_pdf(sizes, Options(paper=paper, flip=flip, title=game.title, footer=f"{game.id} tokens"))


def tuck_box(dealt: Dealt, layout: str | None, count: int | None, stock: float, paper: str) -> bytes:
    """A PDF to fold a box of, for ``count`` cards, or those of the deck, each ``stock`` mm thick."""
    from deckgen.draw.paper import paper_named
    from deckgen.press.box import box
    from deckgen.press.pdf import pdf

    faces = dealt.faces(layout_of(dealt.game, dealt.spec, layout))
    sheet = paper_named(paper)
    return pdf(box(faces.back, count or dealt.deck.size, sheet, stock=stock, title=dealt.title))
