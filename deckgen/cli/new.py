"""``new``: a game's folder to begin with, or a copy of a shipped game to change."""

import shlex
from pathlib import Path

from click import UsageError

from deckgen.cli.command import argument, command, option
from deckgen.cli.names import Name, games
from deckgen.cli.options import output
from deckgen.cli.output import Output
from deckgen.errors import Fault, GameError, nearest
from deckgen.files import shipped, write_folder


@command("deckgen new my-game", "deckgen new my-game --like rough-magic -o games/my-game")
def new(
    name: str = argument("name"),
    like: str | None = option(
        "--like GAME", "Copy this shipped game, with its remarks, instead of a small one.", Name(games)
    ),
    out: Output = output("The game's folder; by default NAME, where you are.", None, "DIR"),
) -> None:
    """Start a game of your own: a folder of YAML that builds at once.

    Every key of the small game has a remark. The JSON Schemas that the files name are put beside
    them, so that editors complete and check what you write. A folder that holds anything is left alone.
    """
    from deckgen.game import shipped_games
    from deckgen.game.starter import FOLDER, starter, valid_name
    from deckgen.sheet.reader import SCHEMA as SHEET
    from deckgen.sheet.roster import SCHEMA as ROSTER

    if not valid_name(name):
        raise UsageError("a game's name is of small letters, digits and hyphens, such as my-game")
    folder = out.or_at(Path(name)).folder("a folder does not go to stdout; give its place with -o")
    games = shipped_games()
    if name in games:
        raise GameError(Fault(name, None, "", "a shipped game is called this", "choose another name"))
    if like is not None and like not in games:
        raise GameError(Fault(like, None, "", "no shipped game is called this", nearest(like, games)))
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        remedy = "choose another name, or another folder with -o"
        raise GameError(Fault(str(folder), None, "", "is there already", remedy))
    base = FOLDER if like is None else shipped("data") / like
    out.wrote(write_folder(folder, starter(base, name, SHEET, ROSTER).items()))
    out.note(f"now: deckgen build {shlex.quote(str(folder))} --seed 1")
