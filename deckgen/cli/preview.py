"""``preview``: all cards of a deck at a glance."""

from deckgen.cli.command import command
from deckgen.cli.options import DECK_FILE, LANGUAGE, LAYOUT, DeckArgument, output
from deckgen.cli.output import Output


@command("deckgen preview deck.json", "deckgen preview deck.json --layout art/my-card.svg -o look")
def preview(
    layout: str | None = LAYOUT,
    language: str | None = LANGUAGE,
    deck: DeckArgument = DECK_FILE,
    out: Output = output("The folder for cards.html and cards.png.", "preview"),
) -> None:
    """Show all cards of a deck: a page for a browser, and a picture of them all.

    The page needs no network and no other file, and can show the cards in greys and at their size.
    The picture needs the cairo library; without it, there is only the page.
    """
    from deckgen.run.previews import Preview, lacking

    source = str(deck.deck), layout, deck.game_folder, "1"
    out.wrote(Preview(*source, out.folder(), out.progress, language).write())
    if lack := lacking():
        out.note(lack)
