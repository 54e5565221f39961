"""``odds``: what a bonus or a pool is worth against every difficulty, the deck beside its dice."""

from pathlib import Path

from click import UsageError

from deckgen.cli.command import argument, command, option
from deckgen.cli.names import Name, games
from deckgen.cli.options import A_DECK, GAME_FOLDER, LANGUAGE, PAPER, TO_NAMED, kind_option
from deckgen.cli.output import Output

KINDS = ("pdf", "csv", "html")


@command(
    "deckgen odds future-imperfect -o odds.pdf",
    "deckgen odds deck.json --paper letter -o odds.pdf",
    "deckgen odds deck.json --language de -o chancen.html",
    "deckgen odds my-game --deck action --format csv -o -",
)
def odds(
    source: str = argument("source", "GAME|DECK.json", Name(games, [".json"])),
    deck_name: str | None = option(
        "--deck NAME deck_name", "Which deck of a game; its first by default.", A_DECK
    ),
    kind: str | None = kind_option(*KINDS),
    paper: str = PAPER,
    language: str | None = LANGUAGE,
    game_folder: str | None = GAME_FOLDER,
    out: Output = TO_NAMED,
) -> None:
    """Tell the chance of success against every difficulty, by bonus or by pool.

    Of a game: the dice. Of a deck: the deck beside the dice, exactly, chains of open cells included.
    Difficulties, bonuses and opposed rolls are those of the game. What follows is the chance of every total.
    """
    kind = out.kind(*KINDS, asked=kind)
    given = source.endswith(".json")
    if given and deck_name is not None:
        raise UsageError("--deck chooses a deck of a game, and this is a deck")
    from deckgen.game import load
    from deckgen.run import documents
    from deckgen.run.decks import DealtDeck, read_set, spec_named

    deck = None
    if given:
        (deck,), game = read_set([Path(source)], game_folder, language)
    else:
        game = load(source, language)
    spec = spec_named(game, deck.deck if deck else deck_name)
    stem = DealtDeck(game, spec, deck).stem if deck else f"{game.id}-{spec.name}"
    name = f"{stem}-odds-{paper}.pdf" if kind == "pdf" else f"{stem}-odds.{kind}"
    out.put(documents.odds(game, spec, deck, kind, paper), name)
