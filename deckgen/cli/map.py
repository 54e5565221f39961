"""``map``: the card, large, with every section named and explained."""

from __future__ import annotations

from deckgen.cli import options
from deckgen.cli.command import command
from deckgen.cli.output import Output


@command(
    "deckgen map future-imperfect -o map.pdf",
    "deckgen map future-imperfect --paper letter -o map.pdf",
    "deckgen map future-imperfect --language de -o karte.pdf",
)
@options.game
@options.deck_name
@options.layout
@options.language
@options.paper
@options.seed_of_deck("The deck that the card is of.")
@options.output("A .pdf, .svg or .png file, or - for stdout.", default="map.pdf", show_default=True)
def map(  # noqa: A001  the command's name
    *,
    game: str,
    deck_name: str | None,
    layout: str | None,
    language: str | None,
    paper: str,
    seed: str,
    out: Output,
) -> None:
    """Explain the card on one page.

    A card is shown large, and every section of it is named and explained in the words of the game.
    """
    from deckgen.game import load
    from deckgen.run.decks import deal, spec_named
    from deckgen.run.documents import card_map

    loaded = load(game, language)
    (dealt,) = deal(loaded, spec_named(loaded, deck_name), seed, 1, out.progress)
    out.put(card_map(dealt, layout, options.kind_of(out.place, ("pdf", "svg", "png")), paper))
