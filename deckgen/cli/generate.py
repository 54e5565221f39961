"""``generate``: decks as JSON."""

from click import UsageError

from deckgen.cli.command import command
from deckgen.cli.options import CHOSEN_DECKS, DECK_NAME, GAME, ChosenDecks, output
from deckgen.cli.output import Output


@command(
    "deckgen generate future-imperfect --seed 42 -o deck.json",
    "deckgen generate future-imperfect --seed 'our campaign' --decks 4 -o decks",
    "deckgen generate future-imperfect --set 'First set' -o deck.json",
    "deckgen generate future-imperfect --seed 42 -o - | gzip > deck.json.gz",
)
def generate(
    game: str = GAME,
    deck_name: str | None = DECK_NAME,
    chosen: ChosenDecks = CHOSEN_DECKS,
    out: Output = output("A .json file for one deck, - for stdout, or a folder with one file a deck."),
) -> None:
    """Deal decks and write them as JSON.

    The same seed gives the same deck, byte for byte, everywhere. Files in a folder are called
    GAME-DECK-SEED-NUMBER.json.
    """
    out.kind("json")
    from deckgen.game import load
    from deckgen.run.decks import deal, spec_named

    loaded = load(game, whole=False)
    part = chosen.of(loaded)
    count = len(part.numbers) or part.of
    if count > 1 and not out.is_folder:
        raise UsageError(f"{count} decks do not go into one file; give a folder with -o")
    decks = deal(loaded, spec_named(loaded, deck_name), part, out.progress)
    if count > 1:
        out.put_all((f"{dealt.stem}.json", dealt.deck.to_json()) for dealt in decks)
    else:
        out.put(decks[0].deck.to_json(), f"{decks[0].stem}.json")
