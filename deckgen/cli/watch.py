"""``watch``: all cards at a glance, again after every change."""

from __future__ import annotations

import click

from deckgen.cli import options
from deckgen.cli.command import command
from deckgen.cli.output import Output
from deckgen.errors import DeckgenError


@command("deckgen watch future-imperfect --layout art/my-card.svg", "deckgen watch deck.json -o look")
@click.argument("source", metavar="GAME_OR_DECK")
@options.layout
@options.game_folder
@options.seed_of_deck("For a game: the deck to show.")
@options.output("The folder for cards.png and cards.html.", default="preview", show_default=True)
def watch(*, source: str, layout: str | None, game_folder: str | None, seed: str, out: Output) -> None:
    """Show all cards, and show them anew when game, deck or layout change.

    The page in the browser reloads by itself. What is wrong is told, and the watch goes on; it ends
    with Ctrl-C. Needs the package watchfiles.
    """
    from deckgen.run.previews import Preview, watch as follow

    preview = Preview(source, layout, game_folder, seed, out.path, out.progress)
    for result in follow(preview, out.note):
        if isinstance(result, DeckgenError):
            for fault in result.faults:
                click.echo(str(fault), err=True)
        else:
            out.wrote(result)
