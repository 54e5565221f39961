"""``table``: what an ordinary poker deck's cards mean."""

from __future__ import annotations

from pathlib import Path

import click

from deckgen.cli import options
from deckgen.cli.audit import DECK_FILE
from deckgen.cli.group import Command
from deckgen.cli.inputs import layout_of, read_decks
from deckgen.cli.output import Voice, put

FORMATS = ("pdf", "csv", "html", "md")


@click.command(
    cls=Command,
    section="Print",
    examples=(
        "deckgen table deck.json -o table.pdf",
        "deckgen table deck.json --booklet --paper letter -o booklet.pdf",
        "deckgen table deck.json -o table.html",
        "deckgen table deck.json --format csv -o -",
    ),
)
@click.argument("deck", metavar="DECK.json", type=DECK_FILE)
@click.option(
    "--format", "kind", type=click.Choice(FORMATS), help="What to write; by default as -o ends, or pdf."
)
@options.paper
@click.option("--booklet", is_flag=True, help="A panel a card, to print on both sides, fold and staple.")
@options.language
@options.game_folder
@click.option("-o", "--output", required=True, help="A file, or - for stdout.")
@options.quiet
def table(
    *,
    deck: Path,
    kind: str | None,
    paper: str,
    booklet: bool,
    language: str | None,
    game_folder: str | None,
    output: str,
    quiet: bool,
) -> None:
    """Play with an ordinary poker deck.

    For each of its cards every result of the deck: as PDF for the game table, or as a booklet to
    fold; as a web page that works without a network; as CSV or Markdown.
    """
    kind = kind or kind_of(output, FORMATS)
    if booklet and kind != "pdf":
        raise click.UsageError("a booklet is a PDF; leave out --booklet or --format")
    from deckgen.deck.audit.verification import spec_of  # noqa: PLC0415

    voice = Voice(quiet)
    (given,), game = read_decks([deck], game_folder, language)
    spec = spec_of(given, game, deck)
    if kind == "pdf":
        from deckgen.card.layout import load_layout  # noqa: PLC0415  fonts and SVG
        from deckgen.press.page_files import folded_pdf, pages_pdf  # noqa: PLC0415  reportlab

        layout = load_layout(layout_of(game, spec))
        title = f"{game.title}: {spec.title}"
        if booklet:
            from deckgen.document.poker_booklet import booklet as booklet_of  # noqa: PLC0415

            content = folded_pdf(booklet_of(given, game, spec, layout, paper=paper), paper=paper, title=title)
        else:
            from deckgen.document.poker_table import conversion  # noqa: PLC0415

            content = pages_pdf(conversion(given, game, spec, layout, paper=paper), title=title)
    elif kind == "html":
        from deckgen.document.poker_html import as_html  # noqa: PLC0415

        content = as_html(given, game, spec)
    elif kind == "md":
        from deckgen.document.poker_markdown import as_markdown  # noqa: PLC0415

        content = as_markdown(given, game, spec)
    else:
        from deckgen.document.poker_csv import as_csv  # noqa: PLC0415

        content = as_csv(given, game, spec)
    from deckgen.document.poker_deck import poker_deck  # noqa: PLC0415

    if note := poker_deck(given.cards, spec.faces).note:
        voice.note(note)
    path = put(content, output)
    voice.wrote([path] if path else [])


def kind_of(output: str, formats: tuple[str, ...]) -> str:
    """The format that a file's name asks for; the first one if it asks for none."""
    suffix = Path(output).suffix.removeprefix(".").lower()
    return suffix if suffix in formats else formats[0]
