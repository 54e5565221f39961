"""``odds``: the chance of success of every pool, the deck beside its dice."""

from __future__ import annotations

from pathlib import Path

import click

from deckgen.cli import options
from deckgen.cli.group import Command
from deckgen.cli.inputs import read_decks, spec_of as named_spec
from deckgen.cli.output import Voice, put
from deckgen.cli.table import kind_of

FORMATS = ("pdf", "csv", "html")


@click.command(
    cls=Command,
    section="Print",
    examples=(
        "deckgen odds future-imperfect -o odds.pdf",
        "deckgen odds deck.json --paper letter -o odds.pdf",
        "deckgen odds deck.json -o odds.html",
        "deckgen odds my-game --deck action --format csv -o -",
    ),
)
@click.argument("source", metavar="GAME|DECK.json")
@click.option("--deck", "deck_name", metavar="NAME", help="Which deck of a game; its first by default.")
@click.option(
    "--format", "kind", type=click.Choice(FORMATS), help="What to write; by default as -o ends, or pdf."
)
@options.paper
@options.game_folder
@click.option("-o", "--output", required=True, help="A file, or - for stdout.")
@options.quiet
def odds(
    *,
    source: str,
    deck_name: str | None,
    kind: str | None,
    paper: str,
    game_folder: str | None,
    output: str,
    quiet: bool,
) -> None:
    """Tell the chance of success of every pool against every number.

    Of a game: the dice. Of a deck: the deck beside the dice, exactly, chains of open cells included.
    The difficulties are those of the game.
    """
    kind = kind or kind_of(output, FORMATS)
    voice = Voice(quiet)
    given = None
    if source.endswith(".json"):
        if deck_name is not None:
            raise click.UsageError("--deck chooses a deck of a game, and this is a deck")
        from deckgen.deck.audit.verification import spec_of  # noqa: PLC0415

        (given,), game = read_decks([Path(source)], game_folder)
        spec = spec_of(given, game, Path(source))
    else:
        from deckgen.game import load  # noqa: PLC0415

        game = load(source)
        spec = named_spec(game, deck_name)
    if kind == "pdf":
        from deckgen.document.odds_pdf import odds_pages  # noqa: PLC0415
        from deckgen.press.page_files import pages_pdf  # noqa: PLC0415  reportlab

        drawings = odds_pages(game, spec, given, paper=paper)
        content = pages_pdf(drawings, title=f"{game.title}: {spec.title}, odds")
    else:
        from deckgen.document import odds as table, odds_html  # noqa: PLC0415

        tables = table.odds_of(game, spec, given)
        content = (
            table.as_csv(game, tables) if kind == "csv" else odds_html.as_html(game, spec, tables, given)
        )
    path = put(content, output)
    voice.wrote([path] if path else [])
