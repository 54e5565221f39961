"""Commands for playing with a deck: play, table, examples and odds."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from deckgen.cli import common
from deckgen.cli.output import Output
from deckgen.cli.process import serve_until_stopped
from deckgen.errors import DeckgenError

_EXPRESSION = re.compile(r"[dD](\d|%|\{|[fF]\b)|\b[dD]-\d|[()+*<>=,]")
"""What an expression has, and hardly ever the name of a game or file."""


@common.with_examples(
    "deckgen play deck.json -o play.html",
    "deckgen play deck.json --language de -o spielen.html",
    "deckgen play deck.json --layout magic-light",
    "deckgen play my-deck.json --game my-game -o play.html",
    "deckgen play deck.json --people hero.yaml --people crew.csv -o play.html",
    "deckgen play deck.json --serve",
)
@click.command()
@common.LAYOUT
@common.LANGUAGE
@click.option(
    "--people",
    metavar="FILE",
    type=common.A_CHARACTER,
    multiple=True,
    help="Characters who are at the table when the page is opened: YAML, a table, or a filled sheet; repeatable.",
)
@click.option("--serve", is_flag=True, help="Open the page to the phones in your network, until Ctrl-C; write no file.")
@click.option("--port", type=common.WholeNumber(0, 65535), help="The port for --serve; default: 3325 or a free one.")
@common.DECK_FILE
@common.TO_OUTPUT
def play(
    deck: Path,
    game_folder: str | None,
    language: str | None,
    layout: str | None,
    people: tuple[Path, ...],
    serve: bool,
    port: int | None,
    out: Output,
) -> None:
    """Play a deck in the browser, before it is printed.

    One page with all cards, to open or to send; it works offline as a single file. It shuffles by the game's rules,
    deals hands, and shows what a card means for a roll, and how likely that was; also for cards of a poker deck that
    you type in.

    With --serve the page is on your own network as long as the command runs, for anyone who has the address or its QR
    code, which are printed: phones need no file.
    """
    if serve and click.get_current_context().get_parameter_source("out") is not ParameterSource.DEFAULT:
        raise click.UsageError("--serve writes no file; leave out -o")
    if port is not None and not serve:
        raise click.UsageError("--port is for --serve")
    out.kind("html")
    from deckgen import load_deck

    loaded = load_deck(deck, game_folder, language)
    out.progress("drawing")
    page = loaded.play_page(layout, people=people)
    if serve:
        _serve(page.content(), port, out)
    else:
        out.put_document(page)


def _serve(page: bytes, port: int | None, out: Output) -> None:
    """Serve a page on the network until Ctrl-C."""
    from deckgen.run.serve import PORT, PageServer, network_address, qr_lines

    address = network_address()
    try:
        server = PageServer(page, address, PORT if port is None else port)
    except DeckgenError:
        if port is not None:
            raise
        server = PageServer(page, address)
    with suppress(UnicodeEncodeError):  # an old terminal has no blocks
        for line in qr_lines(server.address):
            click.secho(line, fg="bright_white", bg="black")
    click.echo(server.address)
    out.note("the page is on your network at this address, for all who have it; Ctrl-C ends it")
    serve_until_stopped(server.serve)
    out.note("the page is closed")


@common.with_examples(
    "deckgen table deck.json -o table.pdf",
    "deckgen table deck.json --booklet --paper letter -o booklet.pdf",
    "deckgen table deck.json -o table.html",
    "deckgen table deck.json --format csv -o -",
)
@click.command()
@common.format_option("pdf", "csv", "html", "md")
@common.PAPER
@click.option("--booklet", is_flag=True, help="A panel per card, to print on both sides, fold and staple.")
@common.LANGUAGE
@common.DECK_FILE
@common.TO_NAMED
def table(
    deck: Path,
    game_folder: str | None,
    language: str | None,
    kind: str | None,
    paper: str,
    booklet: bool,
    out: Output,
) -> None:
    """Play with an ordinary poker deck.

    Lists every result of the deck for each poker card: as PDF for the game table, or as a booklet to fold; as a
    web page that works offline; as CSV or Markdown.
    """
    kind = out.kind("pdf", "csv", "html", "md", requested=kind)
    if booklet and kind != "pdf":
        raise click.UsageError("a booklet is a PDF; remove --booklet or --format")
    from deckgen import load_deck

    loaded = load_deck(deck, game_folder, language)
    document = loaded.booklet(paper) if booklet else loaded.table(paper)
    content = document.content(kind)
    if note := loaded.table_note:
        out.note(note)
    out.put(content, document.file_names[kind])


@common.with_examples(
    "deckgen examples future-imperfect deck.json -o examples.pdf",
    "deckgen examples future-imperfect deck.json --language de --paper letter -o beispiele.pdf",
    "deckgen examples my-game deck.json --format txt -o -",
)
@click.command()
@common.GAME
@common.DECK
@common.format_option("pdf", "txt")
@common.LAYOUT
@common.LANGUAGE
@common.PAPER
@common.TO_NAMED
def examples(
    game: str, deck: Path, language: str | None, layout: str | None, kind: str | None, paper: str, out: Output
) -> None:
    """Show examples of play with the cards of a deck.

    Plays the game's example situations card by card: the card drawn, a picture of where it is read, the result and
    how likely that is. The same deck always gives the same cards.
    """
    kind = out.kind("pdf", "txt", requested=kind)
    from deckgen import load_deck

    out.put_document(load_deck(deck, game, language).examples(layout, paper), kind)


@common.with_examples(
    "deckgen odds '4d6 drop lowest'",
    "deckgen odds '5d10 >= 8 again 10' '6d10 >= 8' --format csv",
    "deckgen odds '2d6 + 1 bands miss 7 partial 10 full' -o odds.html",
    "deckgen odds future-imperfect -o odds.pdf",
    "deckgen odds deck.json --paper letter -o odds.pdf",
    "deckgen odds deck.json --language de -o chancen.html",
    "deckgen odds my-game --deck action --format csv -o -",
    "deckgen odds west-that-wasnt --character josefina-arroyo.yaml --against elias-thorne.yaml -o shots.html",
    "deckgen odds deck.json --against elias-thorne.yaml -o balance.pdf",
)
@click.command()
@click.argument(
    "sources", type=common.Name("EXPRESSION...|GAME|DECK.json", common.GAMES, ".json"), nargs=-1, required=True
)
@click.option("--deck", "deck_name", type=common.A_DECK, help="Deck of a game; default: the first.")
@click.option(
    "--format",
    "kind",
    type=common.Choice(("pdf", "csv", "html", "text", "json")),
    help="Output format; default: by the suffix of -o, else text for expressions and pdf for games and decks.",
)
@common.character_option(
    "characters",
    multiple=True,
    help="Who attacks, with --against: YAML, a table, or a filled sheet; repeatable. Default: all that come with the game.",
)
@click.option("--against", type=common.A_CHARACTER, help="Show what attacks on this character come to instead.")
@common.PAPER
@common.RULINGS
@common.LANGUAGE
@common.GAME_FOLDER
@common.output("A file, or - for stdout, which is the default for expressions.", None, file=True)
def odds(
    sources: tuple[str, ...],
    deck_name: str | None,
    characters: tuple[Path, ...],
    against: Path | None,
    kind: str | None,
    paper: str,
    game_folder: str | None,
    out: Output,
    **options: Any,
) -> None:
    """Show the odds of dice: of expressions, or of the checks of a game or deck.

    An expression says what is rolled, such as '4d6 drop lowest', '5d10 >= 8 again 10' or '2d6 + 3 vs 2d6'. What names
    dice (d6, 2d10, dF) and is no file is one. Several are compared. The formats are text, csv, json and html.

    For a game: the chance of success with the dice, by difficulty and bonus or pool. For a deck: the deck beside the
    dice, exactly, with chains of open cells. Difficulties, bonuses and opposed rolls are the game's. At the end is the
    chance of every total. The formats are pdf, csv and html.

    With --against: what each attack of characters on another one comes to, exactly, as far as the game's procedures follow
    it on one card: a miss, each wound, and what else may happen, by distance or the like.
    """
    from deckgen import compare_rolls, load_deck, load_game
    from deckgen.library.games import Game

    if all(map(_is_expression, sources)):
        of_games = {"--deck": deck_name, "--game": game_folder, "--ruling": options["rulings"], "--against": against}
        for option, value in of_games.items():
            if value:
                raise click.UsageError(f"{option} is about a game, and this is an expression")
        document = compare_rolls(*sources, language=options["language"] or "en")
        out = out.or_at(Path("-"))
        out.put_document(document, out.kind(*document.formats, requested=kind))
        return
    if len(sources) > 1:
        raise click.UsageError("name one game or deck, or expressions only")
    if not out.destination:
        raise click.UsageError("name the file with -o")
    if characters and not against:
        raise click.UsageError("name with --against whom the characters attack")
    attack = (characters, against) if against else ()
    source = sources[0]
    kind = out.kind("pdf", "csv", "html", requested=kind)
    if source.endswith(".json"):
        if deck_name is not None:
            raise click.UsageError("--deck chooses a deck of a game, but this is a deck")
        if options["rulings"]:
            raise click.UsageError("a deck has the rulings that it was dealt by: generate it again with --ruling")
        dealt = load_deck(source, game_folder, options["language"])
        document = Game(dealt.game).attacks(*attack, dealt, paper, out.progress) if attack else dealt.odds(paper)
    else:
        game = load_game(source, **options)
        document = game.attacks(*attack, deck_name, paper, out.progress) if attack else game.odds(deck_name, paper)
    out.put_document(document, kind)


def _is_expression(source: str) -> bool:
    """Return whether an argument is an expression, not a game or file."""
    try:
        return bool(_EXPRESSION.search(source)) and not Path(source).exists()
    except OSError:  # too long for a path
        return True
