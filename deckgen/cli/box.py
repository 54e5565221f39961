"""``box``: a tuck box for a deck."""

from __future__ import annotations

from pathlib import Path

import click

from deckgen.cli import options
from deckgen.cli.command import command
from deckgen.cli.output import Output


@command(
    "deckgen box deck.json -o box.pdf",
    "deckgen box deck.json --stock 0.5 --count 60 -o sleeved.pdf",
)
@options.deck_file
@options.layout
@click.option(
    "--stock",
    type=click.FloatRange(0.05, 3),
    default=0.31,
    show_default=True,
    metavar="MM",
    help="How thick a card is.",
)
@click.option(
    "--count", type=click.IntRange(1, 500), metavar="N", help="How many cards; those of the deck by default."
)
@options.paper
@options.game_folder
@options.output("A file, a folder, or - for stdout.", default="output", show_default=True)
def box(
    *,
    deck: Path,
    layout: str | None,
    stock: float,
    count: int | None,
    paper: str,
    game_folder: str | None,
    out: Output,
) -> None:
    """Draw a tuck box that holds a deck.

    Whole lines are cut, dashed ones folded; both are on a plate called Dieline, which a print shop does not print.
    """
    from deckgen.run.decks import read
    from deckgen.run.documents import tuck_box

    dealt = read(deck, game_folder)
    out.put(tuck_box(dealt, layout, count, stock, paper), f"{dealt.stem}-box.pdf")
