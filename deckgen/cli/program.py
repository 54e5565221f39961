"""The program and its commands, in the order of its help."""

from __future__ import annotations

import click

from deckgen import __version__
from deckgen.cli.build import build
from deckgen.cli.check import audit, validate, verify
from deckgen.cli.group import Program
from deckgen.cli.look import games, layouts
from deckgen.cli.make import generate, solve
from deckgen.cli.render import render
from deckgen.cli.simulate import simulate

HELP = """Cards whose odds are exactly those of dice, from games described in YAML.

GAME is the name of a shipped game or a path to a game's folder. The main job is
`deckgen build GAME --seed S`: everything there is to print for a game.
"""


@click.group(cls=Program, help=HELP, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="deckgen", message="%(prog)s %(version)s")
def program() -> None:
    """Hold the commands."""


for _command in (build, generate, solve, render, validate, audit, verify, simulate, games, layouts):
    program.add_command(_command)
