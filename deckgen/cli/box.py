"""``box``: a tuck box for a deck."""

from click import FloatRange, IntRange

from deckgen.cli.command import command, option
from deckgen.cli.options import DECK_FILE, LAYOUT, PAPER, TO_FILE_OR_FOLDER, DeckArgument
from deckgen.cli.output import Output


@command("deckgen box deck.json -o box.pdf", "deckgen box deck.json --stock 0.5 --count 60 -o sleeved.pdf")
def box(
    layout: str | None = LAYOUT,
    stock: float = option(
        "--stock", type=FloatRange(0.05, 3), default=0.31, metavar="MM", help="How thick a card is."
    ),
    count: int | None = option(
        "--count", type=IntRange(1, 500), metavar="N", help="How many cards; those of the deck by default."
    ),
    paper: str = PAPER,
    deck: DeckArgument = DECK_FILE,
    out: Output = TO_FILE_OR_FOLDER,
) -> None:
    """Draw a tuck box that holds a deck.

    Whole lines are cut, dashed ones folded; both are on a plate called Dieline, which a print shop does not print.
    """
    from deckgen.run.documents import tuck_box

    dealt = deck.read()
    out.put(tuck_box(dealt, layout, count, stock, paper), f"{dealt.stem}-box.pdf")
