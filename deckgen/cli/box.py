"""``box``: a tuck box for a deck."""

from __future__ import annotations

from pathlib import Path

import click

from deckgen.cli import options
from deckgen.cli.audit import DECK_FILE
from deckgen.cli.group import Command
from deckgen.cli.inputs import layout_of, read_decks
from deckgen.cli.output import STDOUT, Voice, is_folder, put
from deckgen.run.names import deck_stem


@click.command(
    cls=Command,
    section="Print",
    examples=(
        "deckgen box deck.json -o box.pdf",
        "deckgen box deck.json --stock 0.5 --count 60 -o sleeved.pdf",
    ),
)
@click.argument("deck", metavar="DECK.json", type=DECK_FILE)
@click.option(
    "--layout", metavar="L", help="A shipped layout or a path to one; the game's choice by default."
)
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
@options.output("output", "A file, a folder, or - for stdout.")
@options.quiet
def box(
    *,
    deck: Path,
    layout: str | None,
    stock: float,
    count: int | None,
    paper: str,
    game_folder: str | None,
    output: str,
    quiet: bool,
) -> None:
    """Draw a tuck box that holds a deck.

    Whole lines are cut, dashed ones folded; both are on a plate called Dieline, which a print shop does not print.
    """
    from deckgen.card.faces import draw_faces  # noqa: PLC0415
    from deckgen.card.layout import load_layout  # noqa: PLC0415
    from deckgen.deck.audit.verification import spec_of  # noqa: PLC0415  numpy; what follows loads fonts and reportlab
    from deckgen.draw.paper import paper_named  # noqa: PLC0415
    from deckgen.press.box import box as fold  # noqa: PLC0415
    from deckgen.press.pdf import pdf  # noqa: PLC0415

    (given,), game = read_decks([deck], game_folder)
    spec = spec_of(given, game, deck)
    faces = draw_faces(load_layout(layout or layout_of(game, spec)), game, spec, given)
    title = f"{game.title}: {spec.title}"
    made = fold(faces.back, count or given.size, paper_named(paper), stock=stock, title=title)
    if output != STDOUT and is_folder(output, (".pdf",)):
        output = str(Path(output, f"{deck_stem(given)}-box.pdf"))
    path = put(pdf(made), output)
    Voice(quiet).wrote([path] if path else [])
