"""``simulate``: does play agree with the exact means."""

from __future__ import annotations

from pathlib import Path

import click

from deckgen.cli import options
from deckgen.cli.command import command
from deckgen.cli.output import STDOUT, Output
from deckgen.errors import DeckgenError, Fault


@command(
    "deckgen simulate deck.json",
    "deckgen simulate deck.json --draws 5000000 --seed 7 --format json -o play.json",
)
@options.deck_file
@click.option(
    "--draws",
    type=click.IntRange(1000, 1_000_000_000),
    default=1_000_000,
    show_default=True,
    metavar="N",
    help="About how many cards to turn over.",
)
@options.seed_of_deck("Any text: the same seed, the same play.")
@options.text_or("json", text="Of the result.")
@options.game_folder
@options.output("A file, or - for stdout.", default=STDOUT, show_default=True)
def simulate(*, deck: Path, draws: int, seed: str, kind: str, game_folder: str | None, out: Output) -> None:
    """Play a deck by chance and compare with the exact long-run means.

    Cards are drawn and shuffled by the game's rules. Every rolled cell is played by itself, as if
    each task read it, all on the same shuffles. z is how many standard errors the played mean is
    from the exact one. The exit code is 1 if some z is larger than chance explains.
    """
    from deckgen.deck.audit.simulation import simulate as play
    from deckgen.deck.cards import read_deck
    from deckgen.run.decks import game_of

    given = read_deck(deck)
    result = play(given, game_of(given, deck, game_folder), draws, seed, deck)
    path = out.put(result.to_json() if kind == "json" else result.to_text().encode())
    if not result.passed:
        what = "play does not agree with the exact means"
        remedy = "try another --seed; if it is so again, report it as an error of deckgen"
        raise DeckgenError(Fault(str(path or deck), None, "", what, remedy))
