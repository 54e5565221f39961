"""``new``: a game's folder to begin with, or a copy of a shipped game to change."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from deckgen.cli import options
from deckgen.cli.command import command
from deckgen.cli.output import Output


@command("deckgen new my-game", "deckgen new my-game --like rough-magic -o games/my-game")
@click.argument("name")
@click.option(
    "--like", metavar="GAME", help="Copy this shipped game, with its remarks, instead of a small one."
)
@options.output("The game's folder; by default NAME, where you are.", metavar="DIR")
def new(*, name: str, like: str | None, out: Output) -> None:
    """Start a game of your own: a folder of YAML that builds at once.

    Every key of the small game has a remark. The JSON Schemas that the files name are put beside
    them, so that editors complete and check what you write. A folder that holds anything is left alone.
    """
    from deckgen.game.starter import valid_name
    from deckgen.run.starters import new_game

    if not valid_name(name):
        raise click.UsageError("a game's name is of small letters, digits and hyphens, such as my-game")
    folder = out.or_at(Path(name)).folder("a folder does not go to stdout; give its place with -o")
    out.wrote(new_game(name, like, folder))
    out.note(f"now: deckgen build {shlex.quote(str(folder))} --seed 1")
