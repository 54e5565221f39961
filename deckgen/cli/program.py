"""The program: its commands with their sections and short helps, so that ``--help`` imports none of them."""

from __future__ import annotations

import errno
import os
import warnings
from collections import UserDict
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, cast

import click

from deckgen import __version__, guard
from deckgen.cli.process import report, report_os_error
from deckgen.errors import DeckgenError, DeckgenWarning, closest_match, shorten_for_message

HELP = """Cards whose odds are exactly those of dice, from games described in YAML.

GAME is the name of a shipped game or a path to a game's folder. The main job is
`deckgen build GAME`: everything there is to print for a game.
"""

SECTIONS = {
    "Make": {
        "studio": "Make decks, sheets and more on a page in the browser, without commands.",
        "build": "Make everything to print for a game: cards, tables, sheets, screen.",
        "generate": "Deal decks and write them as JSON.",
        "batch": "Make a print run: many unique decks, their files, and a manifest of them.",
        "solve": "Solve a game's cells once and save the solutions.",
        "new": "Start a game of your own: a folder of YAML that builds at once.",
        "new-layout": "Start a layout of your own: an SVG to edit in Inkscape, and its theme.",
        "upgrade": "Rewrite a game's files that an older version wrote.",
        "new-language": "Start to translate what deckgen itself prints: a catalog for your game.",
    },
    "Play": {
        "play": "Play a deck in the browser, before it is printed.",
        "table": "Play with an ordinary poker deck.",
        "examples": "Show examples of play with the cards of a deck.",
        "odds": "Show the odds of dice: of expressions, or of the checks of a game or deck.",
    },
    "Print": {
        "render": "Draw the cards of a deck, and after them the game's reference cards.",
        "map": "Explain the card on one page.",
        "sheet": "Draw character sheets.",
        "screen": "Draw the Master's screen: the rules you look up most.",
        "rulings": "Show how a game decides what its text leaves open, with the alternatives.",
        "tokens": "Draw a game's tokens: chips and markers to cut out.",
        "templates": "Draw a game's templates, to lay on a map: arcs, blasts, scatter, gauges.",
        "mat": "Draw the mat to play on: places for cards and markers, phases, ranges.",
        "cut": "Draw the lines along which a cutting machine cuts printed cards.",
        "contact": "Show all faces of a deck small, with their names, to proofread them.",
        "poster": "Draw a poster of a deck: all faces, the back, the legend and the seal.",
        "calibrate": "Print a sheet that shows how far backs are off, and save the offset.",
        "box": "Draw a tuck box for a deck, or for several decks of one game.",
    },
    "Check": {
        "validate": "Check games, the layouts of their decks, their sheets and characters.",
        "audit": "Compare the odds of decks with those of the dice.",
        "verify": "Check that a deck, or every deck of a run, is what its seed deals.",
        "diff": "Show where two decks of one kind differ: a page for a browser.",
        "preflight": "Check PDFs as a print shop would.",
        "ink": "Report ink coverage by page and plate.",
    },
    "Look": {
        "games": "List the shipped games: their decks, named sets and languages.",
        "layouts": "List the shipped layouts by purpose, and the sizes of their cards.",
        "targets": "List the print targets: printers, services, tabletops, and their card sizes.",
        "preview": "Show all cards of a deck: a page for a browser, and a picture of them all.",
        "watch": "Show sheets of cards in the studio; redraw them when a file changes.",
    },
}
"""The sections of the program's help; in each the names of its commands and their short helps."""


_MODULES = {"render": "render", "cut": "render", "sheet": "sheet", "studio": "studio", "watch": "studio"}
"""The modules of commands that are in none of their section's name."""


class Commands(UserDict[str, Any]):
    """The commands by name, in the order of the help; until one is used, its value is the name of its module."""

    def __getitem__(self, name: str) -> click.Command:
        """Return a command; import its module if it is not there yet."""
        if isinstance(self.data[name], str):
            members = vars(import_module(f"deckgen.cli.{self.data[name]}")).values()
            self.data |= {
                member.name: member for member in members if isinstance(member, click.Command) and member.name
            }
        return cast("click.Command", self.data[name])


class Program(click.Group):
    """Lists its commands by section and turns deckgen's errors into messages."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for section, commands in SECTIONS.items():
            with formatter.section(section):
                formatter.write_dl(list(commands.items()))

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the help, not by alphabet."""
        return list(self.commands)

    def make_context(self, *arguments: Any, **options: Any) -> click.Context:
        with _report_errors():
            return super().make_context(*arguments, **options)

    def invoke(self, ctx: click.Context) -> None:
        with warnings.catch_warnings(), _report_errors():
            warnings.simplefilter("default", DeckgenWarning)
            warnings.showwarning = lambda message, *_, **__: report(f"warning: {message}")
            super().invoke(ctx)


@contextmanager
def _report_errors() -> Iterator[None]:
    """Turn every problem of a DeckgenError into a line on stderr, and the exit code 1; click's messages take one line."""
    try:
        yield
    except click.ClickException as error:
        if isinstance(error, click.NoSuchOption):
            del (error.possibilities or [])[1:]  # the best guess comes first
        elif isinstance(error, click.exceptions.NoSuchCommand):
            guess = closest_match(error.command_name, program.commands)
            vars(error)["possibilities"] = [guess] if guess else []
        vars(error)["message"] = shorten_for_message(error.message)
        raise
    except DeckgenError as error:
        report(str(error))
    except OSError as error:
        if error.errno == errno.EPIPE:  # the reader is gone, as in `deckgen games | head -1`
            raise
        report_os_error(error)
    else:
        return
    raise click.exceptions.Exit(1)


def _check_limits(ctx: click.Context, _: click.Parameter, value: str | None) -> None:
    """Check --limits, which the process has by now, and keep it for processes that this one starts."""
    ctx.meta[guard.LIMITS] = value or ctx.meta.get(guard.LIMITS)
    try:
        guard.parse_limits(value or os.environ.get(guard.LIMITS) or guard.DEFAULT)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


@click.group(
    cls=Program,
    commands=Commands(
        {name: _MODULES.get(name, section.lower()) for section, names in SECTIONS.items() for name in names}
        | {"answer": "studio"}
    ),
    help=HELP,
    context_settings={"help_option_names": ["-h", "--help"], "show_default": True},
)
@click.version_option(__version__, prog_name="deckgen", message="%(prog)s %(version)s")
@click.option(
    "--limits",
    metavar="60s,2GB",
    expose_value=False,  # the process has them before this is read
    callback=_check_limits,
    help="The limits of processor time per step and of memory; or none.",
)
@click.option(
    "--no-limits",
    is_flag=True,
    expose_value=False,
    callback=lambda ctx, _, value: ctx.meta.update({guard.LIMITS: "none"} if value else {}),
    help="No limits, for files that you trust.",
)
@click.option(
    "--may-read",
    multiple=True,
    metavar="FOLDER",
    help="Also read files in this folder that games or layouts name; repeatable.",
)
def program(may_read: tuple[str, ...]) -> None:
    if may_read:
        from deckgen.reach import allow_reading

        click.get_current_context().with_resource(allow_reading(*may_read))
