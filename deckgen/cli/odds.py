"""``odds``: the chance of success of every pool, the deck beside its dice."""

from pathlib import Path

from click import UsageError

from deckgen.cli.command import argument, command, option
from deckgen.cli.options import GAME_FOLDER, PAPER, TO_NAMED_FILE, kind_of, kind_option
from deckgen.cli.output import Output

KINDS = ("pdf", "csv", "html")


@command(
    "deckgen odds future-imperfect -o odds.pdf",
    "deckgen odds deck.json --paper letter -o odds.pdf",
    "deckgen odds deck.json -o odds.html",
    "deckgen odds my-game --deck action --format csv -o -",
)
def odds(
    source: str = argument("source", "GAME|DECK.json"),
    deck_name: str | None = option("--deck NAME deck_name", "Which deck of a game; its first by default."),
    kind: str | None = kind_option(*KINDS),
    paper: str = PAPER,
    game_folder: str | None = GAME_FOLDER,
    out: Output = TO_NAMED_FILE,
) -> None:
    """Tell the chance of success of every pool against every number.

    Of a game: the dice. Of a deck: the deck beside the dice, exactly, chains of open cells included.
    The difficulties are those of the game.
    """
    given = source.endswith(".json")
    if given and deck_name is not None:
        raise UsageError("--deck chooses a deck of a game, and this is a deck")
    from deckgen.document import odds as tables
    from deckgen.game import load
    from deckgen.run.decks import read_set, spec_named

    deck = None
    if given:
        (deck,), game = read_set([Path(source)], game_folder)
    else:
        game = load(source)
    spec = spec_named(game, deck.deck if deck else deck_name)
    kind = kind or kind_of(out.place, KINDS)
    if kind == "pdf":
        from deckgen.document.odds_pdf import odds_pages
        from deckgen.press.page_files import pages_pdf

        pages = odds_pages(game, spec, deck, paper=paper)
        out.put(pages_pdf(pages, title=f"{game.title}: {spec.title}, odds"))
        return
    found = tables.odds_of(game, spec, deck)
    if kind == "csv":
        out.put(tables.as_csv(game, spec, found, deck))
    else:
        from deckgen.document.html_tables import odds_html

        out.put(odds_html(game, spec, found, deck))
