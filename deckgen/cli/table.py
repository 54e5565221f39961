"""``table``: what an ordinary poker deck's cards mean."""

from click import UsageError

from deckgen.cli.command import command, flag
from deckgen.cli.options import DECK_FILE, LANGUAGE, PAPER, TO_NAMED, DeckArgument, kind_option
from deckgen.cli.output import Output

KINDS = ("pdf", "csv", "html", "md")


@command(
    "deckgen table deck.json -o table.pdf",
    "deckgen table deck.json --booklet --paper letter -o booklet.pdf",
    "deckgen table deck.json -o table.html",
    "deckgen table deck.json --format csv -o -",
)
def table(
    kind: str | None = kind_option(*KINDS),
    paper: str = PAPER,
    booklet: bool = flag("--booklet", "A panel a card, to print on both sides, fold and staple."),
    language: str | None = LANGUAGE,
    deck: DeckArgument = DECK_FILE,
    out: Output = TO_NAMED,
) -> None:
    """Play with an ordinary poker deck.

    For each of its cards every result of the deck: as PDF for the game table, or as a booklet to
    fold; as a web page that works without a network; as CSV or Markdown.
    """
    kind = out.kind(*KINDS, asked=kind)
    if booklet and kind != "pdf":
        raise UsageError("a booklet is a PDF; leave out --booklet or --format")
    from deckgen.document.poker.booklet import booklet as panels
    from deckgen.document.poker.deck import poker_deck
    from deckgen.draw.paper import drawn_on
    from deckgen.press.page_files import folded_pdf
    from deckgen.run.documents import poker_table

    dealt = deck.read(language)
    if booklet:
        with drawn_on(paper, "the booklet"):
            pages = panels(dealt.deck, dealt.game, dealt.spec, dealt.layout(), paper=paper)
        content = folded_pdf(pages, paper=paper, title=dealt.title)
    else:
        content = poker_table(dealt, kind, paper)
    if note := poker_deck(dealt.deck.cards, dealt.spec.faces).note:
        out.note(note)
    what = "booklet" if booklet else "table"
    out.put(content, f"{dealt.stem}-{what}-{paper}.pdf" if kind == "pdf" else f"{dealt.stem}-{what}.{kind}")
