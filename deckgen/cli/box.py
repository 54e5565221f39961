"""``box``: a tuck box for a deck."""

from click import FloatRange, IntRange

from deckgen.cli.command import command, option
from deckgen.cli.options import DECK_FILE, LANGUAGE, LAYOUT, PAPER, TO_FILE_OR_FOLDER, DeckArgument
from deckgen.cli.output import Output


@command("deckgen box deck.json -o box.pdf", "deckgen box deck.json --stock 0.5 --count 60 -o sleeved.pdf")
def box(
    layout: str | None = LAYOUT,
    language: str | None = LANGUAGE,
    stock: float = option("--stock MM", "How thick a card is.", FloatRange(0.05, 3), default=0.31),
    count: int | None = option(
        "--count N", "How many cards; those of the deck and its reference cards by default.", IntRange(1, 500)
    ),
    paper: str = PAPER,
    deck: DeckArgument = DECK_FILE,
    out: Output = TO_FILE_OR_FOLDER,
) -> None:
    """Draw a tuck box that holds a deck.

    Whole lines are cut, dashed ones folded; both are on a plate called Dieline, which a print shop does not print.
    """
    from deckgen.draw.paper import paper_named
    from deckgen.press.box import box as tuck_box
    from deckgen.press.pdf import pdf

    dealt = deck.read(language)
    faces = dealt.faces(dealt.layout(layout))
    size = count or len(faces.all_fronts)
    sheet = paper_named(paper)
    book = tuck_box(faces.back, size, sheet, stock=stock, title=dealt.title, language=dealt.game.language)
    out.put(pdf(book), f"{dealt.stem}-box.pdf")
