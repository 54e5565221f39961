"""Options that several commands share, and the types of their values."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from deckgen.cli.command import argument, flag, group, option
from deckgen.cli.names import (
    Choice,
    File,
    Name,
    PaperName,
    decks,
    games,
    languages,
    layouts,
    printers,
    sets,
    targets,
)
from deckgen.cli.output import STDOUT, Output, Voice
from deckgen.numbers import finite
from deckgen.records import record

if TYPE_CHECKING:
    from deckgen.game.model import Game
    from deckgen.run.decks import DealtDeck, SetPart


def any_text(value: str) -> str:
    """A seed. Its bytes on the command line are read as UTF-8 in every locale: a seed is one deck."""
    from deckgen.deck.cards import LONGEST_SEED

    if len(value) > LONGEST_SEED:
        raise click.BadParameter(f"a seed may have {LONGEST_SEED} letters, and this has {len(value):,}")
    try:
        return os.fsencode(value).decode()
    except UnicodeEncodeError:  # a locale that cannot hold it, so it did not come through one
        return value
    except UnicodeDecodeError:
        raise click.BadParameter("a seed is text in UTF-8, and this is not") from None


def offset(value: str) -> tuple[float, float]:
    """Two lengths in mm, as in ``0.5,-1``."""
    try:
        x, y = map(finite, value.split(","))
    except ValueError:
        raise click.BadParameter(f"{value!r} is not two numbers in mm, such as 0.5,-1") from None
    return x, y


def kind_option(*kinds: str, of: str = "What to write") -> Any:
    """``--format`` of files whose name says it too; see ``Output.kind``."""
    return option("--format kind", f"{of}; by default as -o ends, or {kinds[0]}.", Choice(kinds))


def seed_option(text: str) -> Any:
    """``--seed`` where any deck does, which is then that of seed 1."""
    return option("--seed TEXT", text, any_text, default="1")


def output(
    text: str, default: str | None = "output", metavar: str = "", *, file: bool = False, **settings: Any
) -> Any:
    """``-o`` and ``-q``, of which an ``Output`` is made: of one ``file``, or of a file or folder."""
    if default is not None:
        settings["default"] = default
    return group(
        partial(Output, file=file),
        option(f"-o --output {metavar} place", text, click.Path(), **settings),
        _QUIET,
    )


_SEED = "Any text: the same seed, the same deck."

_QUIET = flag("-q --quiet", "Say nothing but errors.")

DECK_PATH = File(".json")
A_GAME = Name(games, folder=True)
A_DECK = Name(decks)
A_LAYOUT = Name(layouts, [".svg"])
A_TARGET = Name(targets, [".yaml"])
A_PRINTER = Name(printers)

DECK = argument("deck", "DECK.json", DECK_PATH)
DECK_OR_RUN = argument("deck", "DECK.json|RUN/", DECK_PATH)
DECKS = argument("decks", "DECK.json...", DECK_PATH, nargs=-1, required=True)
DECKS_OR_RUN = argument("decks", "DECK.json...|RUN/", DECK_PATH, nargs=-1, required=True)
GAME = argument("game", None, A_GAME)
GAME_FOLDER = option(
    "--game PATH game_folder",
    "The folder of a deck's game, if the game is not shipped.",
    Name(folder=True),
)
DECK_NAME = option("--deck NAME deck_name", "Which of the game's decks; its first by default.", A_DECK)
LANGUAGE = option(
    "--language L",
    "Of printed words, such as de; by default the game's own. deckgen games lists them.",
    Name(languages),
)
SEED = option("--seed TEXT", _SEED, any_text, required=True)
DECK_COUNT = option(
    "--decks M count",
    "Deal a set of M decks whose rounding cancels out.",
    click.IntRange(1, 10_000),
    show_default="1",
)
LAYOUT = option("--layout L", "A shipped layout or a path to one; the game's choice by default.", A_LAYOUT)
PAPERS = "a4, letter, or universal for both; a3, sra3, tabloid, super-b ...; or a size: 320x450mm, 12x18in."
SHEET_PAPER = option("--paper P", PAPERS, PaperName(), show_default="the first that the target takes, or a4")
PAPER = option("--paper P", PAPERS, PaperName(), default=PaperName.DEFAULT)
FLIP = option(
    "--flip",
    "The edge your printer turns a sheet over; none: fronts only; gutterfold: both on one side, to fold.",
    Choice(["long-edge", "short-edge", "none", "gutterfold"]),
    default="long-edge",
)
REFERENCE = option(
    "--reference",
    "Which of the game's reference cards to print after the deck's.",
    Choice(["all", "none"]),
    default="all",
)
COLOPHON_CARD = flag(
    "--colophon-card",
    "One card more, which tells of the deck: its number, seed and id, what its audit found, and a QR code.",
)
AS_JSON = flag("--json as_json", "Write JSON, for programs.")
VOICE = group(Voice, _QUIET)
TO_STDOUT = output("A file, or - for stdout.", STDOUT, file=True)
TO_NAMED = output("A file, or - for stdout.", None, file=True, required=True)
TO_OUTPUT = output("A file, a folder, or - for stdout.")


@record
class DeckArgument:
    """A deck.json, and where its game is if it is not shipped."""

    deck: Path = DECK
    game_folder: str | None = GAME_FOLDER

    def read(self, language: str | None = None) -> DealtDeck:
        """The deck with its game, which prints in that language. Raises DeckError or GameError."""
        from deckgen.run.decks import DealtDeck, read_set

        (deck,), game = read_set([self.deck], self.game_folder, language)
        return DealtDeck(game, game.deck(deck.deck), deck)


@record
class ChosenDecks:
    """What ``--seed`` and ``--decks``, or ``--set``, say."""

    seed: str | None = option("--seed TEXT", _SEED, any_text)
    set_name: str | None = option(
        "--set NAME set_name",
        "Instead of --seed: a set that the game names, or one deck of it; deckgen games lists them.",
        Name(sets),
    )
    count: int | None = DECK_COUNT

    def of(self, game: Game) -> SetPart:
        """The decks of a set. Raises UsageError if it is not said which, GameError for an unknown set."""
        from deckgen.run.decks import SetPart, set_named

        if self.set_name is not None:
            given = {"--seed": self.seed, "--decks": self.count}
            for name, value in given.items():
                if value is not None:
                    raise click.UsageError(f"{name} and --set both say which decks; leave out one")
            return set_named(game, self.set_name)
        if self.seed is None:
            raise click.UsageError("Missing option '--seed', or '--set' for a set that the game names.")
        return SetPart(self.seed, self.count or 1)


DECK_FILE = group(DeckArgument)
CHOSEN_DECKS = group(ChosenDecks)
