"""``tokens``: a game's chips and markers, to print and cut out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from deckgen.cli import options
from deckgen.cli.group import Command
from deckgen.cli.inputs import layout_of
from deckgen.cli.layout import layout_option
from deckgen.cli.output import STDOUT, Voice, is_folder, put
from deckgen.errors import Fault, GameError

if TYPE_CHECKING:
    from deckgen.game.model import Game


@click.command(
    cls=Command,
    section="Print",
    examples=(
        "deckgen tokens future-imperfect -o tokens.pdf",
        "deckgen tokens future-imperfect --paper letter --flip long-edge -o tokens.pdf",
        "deckgen tokens rough-magic --layout magic-light -o tokens.pdf",
    ),
)
@click.argument("game")
@layout_option
@options.language
@options.paper
@click.option(
    "--flip",
    type=click.Choice(["none", "long-edge", "short-edge", "gutterfold"]),
    default="none",
    show_default=True,
    help="none: one side; else with backs, and the edge your printer turns a sheet over.",
)
@options.output("output", "A file, a folder, or - for stdout.")
@options.quiet
def tokens(
    *,
    game: str,
    layout: str | None,
    language: str | None,
    paper: str,
    flip: str,
    output: str,
    quiet: bool,
) -> None:
    """Draw a game's tokens: chips and markers to cut out.

    Kinds differ in shape and icon as well as in colour. Print on card, or glue the sheet to
    board before you cut; round ones can be punched. All backs are alike, to be drawn from a bag.
    """
    from deckgen.game import load  # noqa: PLC0415

    loaded = load(game, language)
    content = tokens_of(loaded, paper, layout=layout, flip=flip)
    if output != STDOUT and is_folder(output, (".pdf",)):
        output = str(Path(output, file_name(loaded, paper)))
    path = put(content, output)
    Voice(quiet).wrote([path] if path else [])


def file_name(game: Game, paper: str) -> str:
    """What a file of tokens is called in a folder."""
    return f"{game.id}-tokens-{paper}.pdf"


def tokens_of(game: Game, paper: str, *, layout: str | None = None, flip: str = "none") -> bytes:
    """The sheets of a game's tokens as a PDF. Raises GameError if it has none, LayoutError if they cannot be drawn."""
    from deckgen.card.layout import load_layout  # noqa: PLC0415  fonts and SVG
    from deckgen.card.tokens import tokens as draw  # noqa: PLC0415
    from deckgen.press.options import Options  # noqa: PLC0415
    from deckgen.press.tokens import tokens_pdf  # noqa: PLC0415

    if not game.tokens:
        remedy = "add them under tokens: in its files"
        raise GameError(Fault(str(game.folder), None, "tokens", "the game has no tokens", remedy))
    sizes = draw(load_layout(layout or layout_of(game, game.decks[0])), game)
    return tokens_pdf(sizes, Options(paper=paper, flip=flip, title=game.title, footer=f"{game.id} tokens"))
