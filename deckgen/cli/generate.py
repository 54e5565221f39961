"""``generate``: decks as JSON."""

from __future__ import annotations

import click

from deckgen.cli import options
from deckgen.cli.command import command
from deckgen.cli.output import Output


@command(
    "deckgen generate future-imperfect --seed 42 -o deck.json",
    "deckgen generate future-imperfect --seed 'our campaign' --decks 4 -o decks",
    "deckgen generate future-imperfect --set 'First set' -o deck.json",
    "deckgen generate future-imperfect --seed 42 -o - | gzip > deck.json.gz",
)
@options.game
@options.deck_name
@options.seed_or_none
@options.set_name
@options.deck_count
@options.output(
    "A .json file for one deck, - for stdout, or a folder with one file a deck.",
    default="output",
    show_default=True,
)
def generate(
    *, game: str, deck_name: str | None, seed: str | None, set_name: str | None, count: int, out: Output
) -> None:
    """Deal decks and write them as JSON.

    The same seed gives the same deck, byte for byte, everywhere. Files in a folder are called
    GAME-DECK-SEED-NUMBER.json.
    """
    to_folder = out.is_folder(".json")
    if count > 1 and not to_folder:
        raise click.UsageError(f"{count} decks do not go into one file; give a folder with -o")
    from deckgen.game import load
    from deckgen.run.decks import deal, spec_named

    loaded = load(game)
    chosen = options.chosen_seed(loaded, seed, set_name)
    decks = deal(loaded, spec_named(loaded, deck_name), chosen, count, out.progress)
    if to_folder:
        out.put_all((f"{dealt.stem}.json", dealt.deck.to_json()) for dealt in decks)
    else:
        out.put(decks[0].deck.to_json())
