"""``box``: a tuck box for decks."""

from pathlib import Path

from click import IntRange

from deckgen.cli.command import command, flag, option
from deckgen.cli.names import Amount
from deckgen.cli.options import DECKS, GAME_FOLDER, LANGUAGE, LAYOUT, PAPER, TO_OUTPUT
from deckgen.cli.output import Output


@command(
    "deckgen box deck.json -o box.pdf",
    "deckgen box deck-1.json deck-2.json deck-3.json -o set.pdf",
    "deckgen box deck.json --target press -o press-box.pdf",
    "deckgen box deck-1.json deck-2.json deck-3.json --target press -o press-set.pdf",
    "deckgen box deck.json --stock 0.5 --count 60 -o sleeved.pdf",
)
def box(
    decks: tuple[Path, ...] = DECKS,
    layout: str | None = LAYOUT,
    language: str | None = LANGUAGE,
    stock: float = option("--stock MM", "How thick a card is.", Amount(0.05, 3), default=0.31),
    count: int | None = option(
        "--count N",
        "How many cards a deck has; those dealt and its reference cards by default.",
        IntRange(1, 500),
    ),
    colophon_card: bool = flag("--colophon-card", "Room for a colophon card with each deck, too."),
    paper: str = PAPER,
    target: str = option(
        "--target T",
        "home: on --paper, in colours of screens; press and others with a face a page: for a print shop.",
        default="home",
    ),
    game_folder: str | None = GAME_FOLDER,
    out: Output = TO_OUTPUT,
) -> None:
    """Draw a tuck box that holds a deck, or decks of one game behind each other.

    Whole lines are cut, dashed ones folded; the printed side is outside. At home the floor of a box that is too deep
    for the paper is glued, not tucked in. With --target press it is PDF/X as large as it must be, whatever the paper:
    in inks, with bleed, its lines on a plate called Dieline, which overprints and is not printed.
    """
    out.kind("pdf")
    from deckgen.press.pdf import pdf
    from deckgen.run.boxes import box as tuck_box
    from deckgen.run.decks import read_box

    held = read_box(decks, game_folder, language)
    book = tuck_box(held, layout, paper, target, stock=stock, count=count, colophon_card=colophon_card)
    out.put(pdf(book), f"{held[0].stem}-box.pdf")
