"""``new``: a game's folder to begin with, or a copy of a shipped game to change."""

import shlex
from pathlib import Path

from click import UsageError

from deckgen.cli.command import argument, command, option
from deckgen.cli.options import output
from deckgen.cli.output import Output


@command("deckgen new my-game", "deckgen new my-game --like rough-magic -o games/my-game")
def new(
    name: str = argument("name"),
    like: str | None = option(
        "--like", metavar="GAME", help="Copy this shipped game, with its remarks, instead of a small one."
    ),
    out: Output = output("The game's folder; by default NAME, where you are.", metavar="DIR"),
) -> None:
    """Start a game of your own: a folder of YAML that builds at once.

    Every key of the small game has a remark. The JSON Schemas that the files name are put beside
    them, so that editors complete and check what you write. A folder that holds anything is left alone.
    """
    from deckgen.game.starter import valid_name
    from deckgen.run.starters import new_game

    if not valid_name(name):
        raise UsageError("a game's name is of small letters, digits and hyphens, such as my-game")
    folder = out.or_at(Path(name)).folder("a folder does not go to stdout; give its place with -o")
    out.wrote(new_game(name, like, folder))
    out.note(f"now: deckgen build {shlex.quote(str(folder))} --seed 1")
