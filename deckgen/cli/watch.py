"""``watch``: all cards at a glance, again after every change."""

from deckgen.cli.command import argument, command
from deckgen.cli.names import Name, games
from deckgen.cli.options import GAME_FOLDER, LANGUAGE, LAYOUT, output, seed_option
from deckgen.cli.output import Output
from deckgen.cli.streams import say
from deckgen.errors import DeckgenError


@command("deckgen watch future-imperfect --layout art/my-card.svg", "deckgen watch deck.json -o look")
def watch(
    source: str = argument("source", "GAME_OR_DECK", Name(games, [".json"])),
    layout: str | None = LAYOUT,
    language: str | None = LANGUAGE,
    game_folder: str | None = GAME_FOLDER,
    seed: str = seed_option("For a game: the deck to show."),
    out: Output = output("The folder for cards.html and cards.png.", "preview"),
) -> None:
    """Show all cards, and show them anew when game, deck or layout change.

    The page in the browser reloads by itself. What is wrong is told, and the watch goes on; it ends
    with Ctrl-C. Needs the package watchfiles.
    """
    from deckgen.run.previews import Preview, watch as follow

    preview = Preview(source, layout, game_folder, seed, out.folder(), out.progress, language)
    for result in follow(preview, out.note):
        if isinstance(result, DeckgenError):
            say(str(result))
        else:
            out.wrote(result)
