"""``simulate``: does play agree with the exact means."""

from __future__ import annotations

from pathlib import Path

import click

from deckgen.cli import options
from deckgen.cli.group import Command
from deckgen.cli.inputs import read_decks
from deckgen.cli.output import STDOUT, Voice, put
from deckgen.errors import DeckgenError, Fault


@click.command(
    cls=Command,
    section="Check",
    examples=(
        "deckgen simulate deck.json",
        "deckgen simulate deck.json --draws 5000000 --seed 7 --format json -o play.json",
    ),
)
@click.argument("deck", metavar="DECK.json", type=click.Path(path_type=Path))
@click.option(
    "--draws",
    type=click.IntRange(1000, 1_000_000_000),
    default=1_000_000,
    show_default=True,
    metavar="N",
    help="About how many cards to turn over.",
)
@click.option(
    "--seed",
    type=options.Seed(),
    default="1",
    show_default=True,
    help="Any text: the same seed, the same play.",
)
@click.option(
    "--format",
    "kind",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Of the result.",
)
@options.game_folder
@options.output(STDOUT, "A file, or - for stdout.")
@options.quiet
def simulate(
    *, deck: Path, draws: int, seed: str, kind: str, game_folder: str | None, output: str, quiet: bool
) -> None:
    """Play a deck by chance and compare with the exact long-run means.

    Cards are drawn and shuffled by the game's rules. Every rolled cell is played by itself, as if
    each task read it, all on the same shuffles. z is how many standard errors the played mean is
    from the exact one. The exit code is 1 if some z is larger than chance explains.
    """
    from deckgen.deck.audit.simulation import simulate as play  # noqa: PLC0415

    voice = Voice(quiet)
    (given,), game = read_decks([deck], game_folder)
    result = play(given, game, draws, seed, deck)
    path = put(result.to_json() if kind == "json" else result.to_text().encode(), output)
    voice.wrote([path] if path else [])
    if not result.passed:
        what = "play does not agree with the exact means"
        remedy = "try another --seed; if it is so again, report it as an error of deckgen"
        raise DeckgenError(Fault(str(path or deck), None, "", what, remedy))
