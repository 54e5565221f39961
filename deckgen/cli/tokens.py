"""``tokens``: a game's chips and markers, to print and cut out."""

from __future__ import annotations

import click

from deckgen.cli import options
from deckgen.cli.command import command
from deckgen.cli.output import Output
from deckgen.run.names import tokens_file


@command(
    "deckgen tokens future-imperfect -o tokens.pdf",
    "deckgen tokens future-imperfect --paper letter --flip long-edge -o tokens.pdf",
    "deckgen tokens rough-magic --layout magic-light -o tokens.pdf",
)
@options.game
@options.layout
@options.language
@options.paper
@click.option(
    "--flip",
    type=click.Choice(["none", "long-edge", "short-edge", "gutterfold"]),
    default="none",
    show_default=True,
    help="none: one side; else with backs, and the edge your printer turns a sheet over.",
)
@options.output("A file, a folder, or - for stdout.", default="output", show_default=True)
def tokens(
    *, game: str, layout: str | None, language: str | None, paper: str, flip: str, out: Output
) -> None:
    """Draw a game's tokens: chips and markers to cut out.

    Kinds differ in shape and icon as well as in colour. Print on card, or glue the sheet to
    board before you cut; round ones can be punched. All backs are alike, to be drawn from a bag.
    """
    from deckgen.game import load
    from deckgen.run import documents

    loaded = load(game, language)
    out.put(documents.tokens(loaded, layout, paper, flip), tokens_file(loaded.id, paper))
