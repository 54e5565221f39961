"""Options that several commands share, and the types of their values."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from deckgen.cli.output import Output, Voice

if TYPE_CHECKING:
    from deckgen.game.model import Game

F = TypeVar("F", bound=Callable[..., Any])


class Seed(click.ParamType[str]):
    """Any text. Its bytes on the command line are read as UTF-8 in every locale: a seed is one deck."""

    name = "text"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The text of a value that came through the locale."""
        try:
            return os.fsencode(value).decode()
        except UnicodeEncodeError:  # a locale that cannot hold it, so it did not come through one
            return value
        except UnicodeDecodeError:
            self.fail("a seed is text in UTF-8, and this is not", param, ctx)


class Offset(click.ParamType[tuple[float, float]]):
    """Two lengths in mm, as in ``0.5,-1``."""

    name = "x,y"

    def convert(
        self, value: str | tuple[float, float], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, float]:
        """The two numbers of a text."""
        if isinstance(value, tuple):
            return value
        try:
            x, y = (float(part) for part in value.split(","))
        except ValueError:
            self.fail(f"{value!r} is not two numbers in mm, such as 0.5,-1", param, ctx)
        if not (math.isfinite(x) and math.isfinite(y)):
            self.fail(f"{value!r} holds a number that is no length", param, ctx)
        return x, y


game = click.argument("game")

deck_file = click.argument("deck", metavar="DECK.json", type=click.Path(path_type=Path))

deck_name = click.option(
    "--deck", "deck_name", metavar="NAME", help="Which of the game's decks; its first by default."
)

seed = click.option("--seed", type=Seed(), required=True, help="Any text: the same seed, the same deck.")

seed_or_none = click.option("--seed", type=Seed(), help="Any text: the same seed, the same deck.")

set_name = click.option(
    "--set",
    "set_name",
    metavar="NAME",
    help="Instead of --seed: a set that the game names; deckgen games lists them.",
)

deck_count = click.option(
    "--decks",
    "count",
    type=click.IntRange(1, 10_000),
    default=1,
    show_default=True,
    metavar="M",
    help="Deal a set of M decks whose rounding cancels out.",
)

layout = click.option(
    "--layout", metavar="L", help="A shipped layout or a path to one; the game's choice by default."
)

paper = click.option("--paper", default="a4", show_default=True, help="a4, letter, or universal for both.")

language = click.option(
    "--language",
    metavar="L",
    help="Of printed words, such as de; by default the game's own. deckgen games lists them.",
)

game_folder = click.option(
    "--game", "game_folder", metavar="PATH", help="The folder of a deck's game, if the game is not shipped."
)

flip = click.option(
    "--flip",
    type=click.Choice(["long-edge", "short-edge", "none", "gutterfold"]),
    default="long-edge",
    show_default=True,
    help="The edge your printer turns a sheet over; none: fronts only; gutterfold: both on one side, to fold.",
)

back_offset = click.option(
    "--back-offset",
    type=Offset(),
    metavar="X,Y",
    help="Move the backs by so many mm, right and down.",
)

as_json = click.option("--json", "as_json", is_flag=True, help="Write JSON, for programs.")


def seed_of_deck(text: str) -> Callable[[F], F]:
    """``--seed`` where any deck does, which is then that of seed 1."""
    return click.option("--seed", type=Seed(), default="1", show_default=True, help=text)


def text_or(*others: str, text: str) -> Callable[[F], F]:
    """``--format``, text if nothing is said."""
    kinds = click.Choice(["text", *others])
    return click.option("--format", "kind", type=kinds, default="text", show_default=True, help=text)


def kind(*kinds: str) -> Callable[[F], F]:
    """``--format`` of files whose name says it too; see ``kind_of``."""
    text = "What to write; by default as -o ends, or pdf."
    return click.option("--format", "kind", type=click.Choice(kinds), help=text)


def kind_of(place: str, kinds: Sequence[str]) -> str:
    """The format that a file's name asks for; the first one if it asks for none."""
    suffix = Path(place).suffix.removeprefix(".").lower()
    return suffix if suffix in kinds else kinds[0]


_quiet = click.option("-q", "--quiet", is_flag=True, help="Say nothing but errors.")


def quiet(function: Callable[..., None]) -> Callable[..., None]:
    """``-q``: the command gets a ``voice``."""

    @wraps(function)
    def called(*, quiet: bool, **values: Any) -> None:
        function(voice=Voice(quiet), **values)

    return _quiet(called)


def output(
    text: str, *between: Callable[[F], F], **settings: Any
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """``-o`` and ``-q``, which mean the same in every command: it gets an ``out``.

    In the help the options ``between`` stand between the two.
    """

    def add(function: Callable[..., None]) -> Callable[..., None]:
        @wraps(function)
        def called(*, output: str | None, quiet: bool, **values: Any) -> None:
            function(out=Output(output or "", quiet), **values)

        called = _quiet(called)
        for option in reversed(between):
            called = option(called)
        return click.option("-o", "--output", help=text, **settings)(called)

    return add


def chosen_seed(game: Game, seed: str | None, set_name: str | None) -> str:
    """What ``--seed`` or ``--set`` say. Raises UsageError if not one of the two does, GameError for an unknown set."""
    from deckgen.run.decks import seed_of_set

    if seed is not None and set_name is not None:
        raise click.UsageError("--seed and --set both say which deck; leave out one")
    if set_name is not None:
        return seed_of_set(game, set_name)
    if seed is None:
        raise click.UsageError("Missing option '--seed', or '--set' for a set that the game names.")
    return seed
