"""``preview``: all cards of a deck at a glance."""

from __future__ import annotations

from pathlib import Path

from deckgen.cli import options
from deckgen.cli.command import command
from deckgen.cli.output import Output


@command("deckgen preview deck.json", "deckgen preview deck.json --layout art/my-card.svg -o look")
@options.deck_file
@options.layout
@options.game_folder
@options.output("The folder for cards.png and cards.html.", default="preview", show_default=True)
def preview(*, deck: Path, layout: str | None, game_folder: str | None, out: Output) -> None:
    """Show all cards of a deck: a picture of them all, and a page for a browser.

    The page needs no network and no other file, and can show the cards in greys and at their size.
    """
    from deckgen.run.previews import Preview

    out.wrote(Preview(str(deck), layout, game_folder, "1", out.path, out.progress).write())
