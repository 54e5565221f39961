"""``table``: what an ordinary poker deck's cards mean."""

from __future__ import annotations

from pathlib import Path

import click

from deckgen.cli import options
from deckgen.cli.command import command
from deckgen.cli.output import Output

KINDS = ("pdf", "csv", "html", "md")


@command(
    "deckgen table deck.json -o table.pdf",
    "deckgen table deck.json --booklet --paper letter -o booklet.pdf",
    "deckgen table deck.json -o table.html",
    "deckgen table deck.json --format csv -o -",
)
@options.deck_file
@options.kind(*KINDS)
@options.paper
@click.option("--booklet", is_flag=True, help="A panel a card, to print on both sides, fold and staple.")
@options.language
@options.game_folder
@options.output("A file, or - for stdout.", required=True)
def table(
    *,
    deck: Path,
    kind: str | None,
    paper: str,
    booklet: bool,
    language: str | None,
    game_folder: str | None,
    out: Output,
) -> None:
    """Play with an ordinary poker deck.

    For each of its cards every result of the deck: as PDF for the game table, or as a booklet to
    fold; as a web page that works without a network; as CSV or Markdown.
    """
    kind = kind or options.kind_of(out.place, KINDS)
    if booklet and kind != "pdf":
        raise click.UsageError("a booklet is a PDF; leave out --booklet or --format")
    from deckgen.document.poker_deck import poker_deck
    from deckgen.run.decks import read
    from deckgen.run.documents import poker_booklet, poker_table

    dealt = read(deck, game_folder, language)
    content = poker_booklet(dealt, paper) if booklet else poker_table(dealt, kind, paper)
    if note := poker_deck(dealt.deck.cards, dealt.spec.faces).note:
        out.note(note)
    out.put(content)
