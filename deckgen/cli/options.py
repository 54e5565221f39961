"""Options that several commands share, and the types of their values."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from typing import Any, TypeVar

import click

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


quiet = click.option("-q", "--quiet", is_flag=True, help="Say nothing but errors.")

seed = click.option("--seed", type=Seed(), required=True, help="Any text: the same seed, the same deck.")

_one_seed = click.option("--seed", type=Seed(), help="Any text: the same seed, the same deck.")
_set = click.option(
    "--set",
    "set_name",
    metavar="NAME",
    help="Instead of --seed: a set that the game names; deckgen games lists them.",
)


def seed_or_set(function: F) -> F:
    """``--seed`` or ``--set``, of which ``inputs.seed_of`` makes a seed."""
    return _one_seed(_set(function))


deck_count = click.option(
    "--decks",
    "count",
    type=click.IntRange(1, 10_000),
    default=1,
    show_default=True,
    metavar="M",
    help="Deal a set of M decks whose rounding cancels out.",
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


def output(default: str, text: str) -> Callable[[F], F]:
    """``-o``, which means the same in every command."""
    return click.option("-o", "--output", default=default, show_default=True, help=text)
