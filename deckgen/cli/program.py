"""The program and its commands, in the order of its help."""

from __future__ import annotations

import click

from deckgen import __version__
from deckgen.cli.audit import audit, validate, verify
from deckgen.cli.batch import batch
from deckgen.cli.box import box
from deckgen.cli.build import build
from deckgen.cli.calibrate import calibrate
from deckgen.cli.games import games, layouts, targets
from deckgen.cli.generate import generate, solve
from deckgen.cli.group import Program
from deckgen.cli.layout import new_layout, preview, watch
from deckgen.cli.map import card_map
from deckgen.cli.new import new
from deckgen.cli.odds import odds
from deckgen.cli.preflight import preflight
from deckgen.cli.render import render
from deckgen.cli.sheet import sheet
from deckgen.cli.simulate import simulate
from deckgen.cli.table import table
from deckgen.cli.tokens import tokens

HELP = """Cards whose odds are exactly those of dice, from games described in YAML.

GAME is the name of a shipped game or a path to a game's folder. The main job is
`deckgen build GAME --seed S`: everything there is to print for a game.
"""


@click.group(cls=Program, help=HELP, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="deckgen", message="%(prog)s %(version)s")
def program() -> None:
    """Hold the commands."""


for _command in (
    build,
    generate,
    batch,
    solve,
    render,
    table,
    odds,
    card_map,
    sheet,
    tokens,
    calibrate,
    box,
    new,
    new_layout,
    validate,
    audit,
    verify,
    simulate,
    preflight,
    games,
    layouts,
    targets,
    preview,
    watch,
):
    program.add_command(_command)
