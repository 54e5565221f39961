"""``new``: a game's folder to begin with, or a copy of a shipped game to change."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from deckgen.cli import options
from deckgen.cli.group import Command
from deckgen.cli.output import STDOUT, Voice, whole_folder
from deckgen.errors import Fault, GameError


@click.command(
    cls=Command,
    section="Make",
    examples=("deckgen new my-game", "deckgen new my-game --like rough-magic -o games/my-game"),
)
@click.argument("name")
@click.option(
    "--like", metavar="GAME", help="Copy this shipped game, with its remarks, instead of a small one."
)
@click.option("-o", "--output", metavar="DIR", help="The game's folder; by default NAME, where you are.")
@options.quiet
def new(*, name: str, like: str | None, output: str | None, quiet: bool) -> None:
    """Start a game of your own: a folder of YAML that builds at once.

    Every key of the small game has a remark. The JSON Schemas that the files name are put beside
    them, so that editors complete and check what you write. A folder that holds anything is left alone.
    """
    from deckgen.game import shipped_games  # noqa: PLC0415  YAML
    from deckgen.game.starter import starter, valid_name  # noqa: PLC0415
    from deckgen.sheet.reader import SCHEMA  # noqa: PLC0415

    if not valid_name(name):
        raise click.UsageError("a game's name is of small letters, digits and hyphens, such as my-game")
    if output == STDOUT:
        raise click.UsageError("a folder does not go to stdout; give its place with -o")
    if name in shipped_games():
        raise GameError(Fault(name, None, "", "a shipped game is called this", "choose another name"))
    base, folder, voice = _base(like), Path(output or name), Voice(quiet)
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        remedy = "choose another name, or another folder with -o"
        raise GameError(Fault(str(folder), None, "", "is there already", remedy))
    files = starter(base, name, SCHEMA)
    with whole_folder(folder) as stage:
        for path, content in files.items():
            (stage / path).parent.mkdir(exist_ok=True)
            (stage / path).write_bytes(content)
    voice.wrote(folder / path for path in files)
    voice.note(f"now: deckgen build {shlex.quote(str(folder))} --seed 1")


def _base(like: str | None) -> Path:
    """The folder to begin with. Raises GameError if ``like`` is no shipped game."""
    from deckgen.errors import nearest  # noqa: PLC0415
    from deckgen.files import shipped  # noqa: PLC0415
    from deckgen.game import shipped_games  # noqa: PLC0415
    from deckgen.game.starter import FOLDER  # noqa: PLC0415

    if like is None:
        return FOLDER
    if like not in shipped_games():
        remedy = nearest(like, shipped_games())
        raise GameError(Fault(like, None, "", "no shipped game is called this", remedy))
    return shipped("data") / like
