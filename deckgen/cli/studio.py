"""The studio: a page that makes what the commands make, and the hidden command that answers it."""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from deckgen import guard
from deckgen.cli import common
from deckgen.cli.output import Reporter
from deckgen.cli.process import serve_until_stopped
from deckgen.errors import DeckgenError, Problem

_SOURCE = common.Name("GAME|DECK.json", common.GAMES, ".json", folder=True)
_OPTIONS = common.together(
    common.LAYOUT,
    common.GAME_FOLDER,
    click.option("--port", type=common.WholeNumber(0, 65535), default=0, help="The port; default: a free one."),
    click.option("--browser/--no-browser", default=True, help="Open the page in the browser."),
    common.REPORTER,
)


def _start(
    source: str | None, game_folder: str | None, deck_name: str | None
) -> tuple[dict[str, Any] | None, Path | None]:
    """Return the choice that the page opens with, and the folder of its game if it is not a shipped one."""
    from deckgen import games, load_deck, load_game
    from deckgen.errors import GameError
    from deckgen.reach import real_path
    from deckgen.studio.engine import OWN

    if source is None:
        return None, None
    choice: dict[str, Any] = {}
    if source.endswith(".json"):
        deck = load_deck(source, game_folder)
        choice = {"game": deck.data.game, "deck": deck.data.deck, "seed": deck.seed}
        source = deck.data.game if deck.data.game in games() else str(deck.game.folder)
    elif deck_name:
        choice = {"deck": deck_name}
        game = None
        with suppress(GameError):  # the page shows what is wrong with the game
            game = load_game(source)
        if game:
            game.check_deck(deck_name)
    if source in games():
        return {"choice": {**choice, "game": source}}, None
    folder = Path(source)
    if not folder.is_dir():
        remedy = "name a shipped game, which deckgen games lists, or the folder of one"
        raise DeckgenError(Problem(source, None, "", "there is no such game", remedy))
    return {"choice": {**choice, "game": OWN}}, real_path(folder)


def _open(
    source: str | None,
    game_folder: str | None,
    layout: str | None,
    port: int,
    browser: bool,
    reporter: Reporter,
    deck_name: str | None = None,
) -> None:
    """Serve the page until Ctrl-C."""
    import webbrowser

    from deckgen.reach import real_path
    from deckgen.studio.server import Studio

    start, own = _start(source, game_folder, deck_name)
    if start and (own or layout):
        start["watch"] = True
    if layout and layout.endswith((".svg", ".yaml")):
        layout = str(real_path(Path(layout)))
    studio = Studio(start, own, layout, port, click.get_current_context().meta.get(guard.LIMITS))
    click.echo(studio.address)
    reporter.note("the studio is open at this address, for you alone; Ctrl-C ends it")
    if browser:
        webbrowser.open(studio.address)
    serve_until_stopped(studio.serve)
    reporter.note("the studio is closed")


@common.with_examples("deckgen studio", "deckgen studio my-game", "deckgen studio --no-browser")
@click.command()
@click.argument("source", type=_SOURCE, required=False)
@_OPTIONS
def studio(source: str | None, **options: Any) -> None:
    """Make decks, sheets and more on a page in the browser, without commands.

    Choose a game, tick what you want, see the first sheet as it will be printed, and make it. With a game's folder
    the page checks it after each change, and shows its cards. The page is for this machine alone, and closes with
    Ctrl-C or after an hour without use.
    """
    _open(source, **options)


@common.with_examples("deckgen watch future-imperfect --layout art/my-card.svg", "deckgen watch deck.json")
@click.command()
@click.argument("source", type=_SOURCE)
@common.deck_option(help="Deck of a game; default: the first.")
@_OPTIONS
def watch(source: str, **options: Any) -> None:
    """Show sheets of cards in the studio; redraw them when a file changes.

    Watches the files of the game, unless it is a shipped one, and those beside the layout. Errors are on the page.
    """
    _open(source, **options)


@click.command(hidden=True)
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--own", type=click.Path(path_type=Path))
@click.option("--layout")
def answer(folder: Path, own: Path | None, layout: str | None) -> None:
    """Answer a request of the studio's page: JSON from stdin to stdout."""
    from deckgen.errors import DeckError
    from deckgen.reading import parse_json
    from deckgen.studio.engine import answer as answer_request

    request = parse_json(sys.stdin.buffer.read(), Path("the request"), DeckError, "")
    click.echo(json.dumps(answer_request(request, folder, own, layout), ensure_ascii=False))
