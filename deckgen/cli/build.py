"""``build``: everything there is for a game."""

from __future__ import annotations

import click

from deckgen.cli import options
from deckgen.cli.command import command
from deckgen.cli.output import Output
from deckgen.errors import DeckgenError


@command(
    "deckgen build future-imperfect --seed 42",
    "deckgen build future-imperfect --seed 42 --decks 2 --paper letter -o print",
    "deckgen build future-imperfect --set 'First set' --deck action --deck psionics",
    "deckgen build future-imperfect --seed 42 --language de -o druck",
)
@options.game
@click.option(
    "--deck",
    "names",
    metavar="NAME",
    multiple=True,
    help="Only this one of the game's decks; repeatable. All by default.",
)
@options.seed_or_none
@options.set_name
@options.deck_count
@options.language
@options.paper
@options.output("The folder for the files.", default="output", show_default=True)
def build(
    *,
    game: str,
    names: tuple[str, ...],
    seed: str | None,
    set_name: str | None,
    count: int,
    language: str | None,
    paper: str,
    out: Output,
) -> None:
    """Make everything there is for a game: decks, cards to print, audit, card map, sheet, tokens.

    For every deck of the game: its JSON, a PDF to print at home, a PDF for a printer; for every
    set of decks its audit and its certificate; and the blank character sheet and the tokens. All files appear
    together, or none if anything fails. If the audit is not passed they are written all the same, and
    the exit code is 1.
    """
    folder = out.folder()
    from deckgen.game import load
    from deckgen.run import build as run
    from deckgen.run.decks import specs_named

    loaded = load(game, language)
    specs = specs_named(loaded, names)
    chosen = options.chosen_seed(loaded, seed, set_name)
    files, doubts = run.build(loaded, specs, chosen, count, paper, folder, out.progress)
    out.wrote(files)
    if doubts:
        raise DeckgenError(doubts)
