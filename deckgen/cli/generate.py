"""``generate``: decks as JSON."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from deckgen.cli import options
from deckgen.cli.group import Command
from deckgen.cli.inputs import seed_of, spec_of
from deckgen.cli.output import STDOUT, Voice, is_folder, put, whole_folder
from deckgen.run.names import deck_stem

if TYPE_CHECKING:
    from deckgen.deck.cards import Deck
    from deckgen.game.model import DeckSpec, Game


def deal(game: Game, spec: DeckSpec, seed: str, count: int, voice: Voice) -> list[Deck]:
    """The ``count`` decks of one set, which differ in their number."""
    from deckgen.deck.deal.generator import generate as deal_one  # noqa: PLC0415  numpy

    decks = []
    for number in range(1, count + 1):
        voice.progress(f"dealing deck {number} of {count}")
        decks.append(deal_one(game, spec, seed, number, count, voice.progress))
    return decks


@click.command(
    cls=Command,
    section="Make",
    examples=(
        "deckgen generate future-imperfect --seed 42 -o deck.json",
        "deckgen generate future-imperfect --seed 'our campaign' --decks 4 -o decks",
        "deckgen generate future-imperfect --set 'First set' -o deck.json",
        "deckgen generate future-imperfect --seed 42 -o - | gzip > deck.json.gz",
    ),
)
@click.argument("game")
@click.option("--deck", "deck_name", metavar="NAME", help="Which of the game's decks; its first by default.")
@options.seed_or_set
@options.deck_count
@options.output("output", "A .json file for one deck, - for stdout, or a folder with one file a deck.")
@options.quiet
def generate(
    *,
    game: str,
    deck_name: str | None,
    seed: str | None,
    set_name: str | None,
    count: int,
    output: str,
    quiet: bool,
) -> None:
    """Deal decks and write them as JSON.

    The same seed gives the same deck, byte for byte, everywhere. Files in a folder are called
    GAME-DECK-SEED-NUMBER.json.
    """
    to_folder = output != STDOUT and is_folder(output, (".json",))
    if count > 1 and not to_folder:
        raise click.UsageError(f"{count} decks do not go into one file; give a folder with -o")
    from deckgen.game import load  # noqa: PLC0415

    voice = Voice(quiet)
    loaded = load(game)
    chosen = seed_of(loaded, seed, set_name)
    decks = deal(loaded, spec_of(loaded, deck_name), chosen, count, voice)
    if not to_folder:
        path = put(decks[0].to_json(), output)
        voice.wrote([path] if path else [])
        return
    with whole_folder(Path(output)) as stage:
        for deck in decks:
            (stage / f"{deck_stem(deck)}.json").write_bytes(deck.to_json())
    voice.wrote(Path(output, f"{deck_stem(deck)}.json") for deck in decks)


@click.command(
    cls=Command,
    section="Make",
    examples=("deckgen solve my-game", "deckgen solve my-game -o solutions.lock.json"),
)
@click.argument("game")
@click.option(
    "-o", "--output", help="A file, or - for stdout; by default the lock file in the game's folder."
)
@options.quiet
def solve(game: str, output: str | None, quiet: bool) -> None:
    """Solve a game's cells once and keep the solutions.

    They go into a file beside the game's YAML, and its decks are then dealt at once, everywhere. A
    game without this file is solved when its first deck is dealt, which takes a while.
    """
    from deckgen.deck.solve.plan import lock  # noqa: PLC0415  numpy
    from deckgen.deck.solve.store import LOCK  # noqa: PLC0415
    from deckgen.game import load  # noqa: PLC0415

    voice = Voice(quiet)
    loaded = load(game)
    path = put(lock(loaded, voice.progress), output or str(loaded.folder / LOCK))
    voice.wrote([path] if path else [])
