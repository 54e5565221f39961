"""``map``: the card, large, with every section named and explained."""

from deckgen.cli.command import command
from deckgen.cli.options import DECK_NAME, GAME, LANGUAGE, LAYOUT, PAPER, output, seed_option
from deckgen.cli.output import Output


@command(
    "deckgen map future-imperfect -o map.pdf",
    "deckgen map future-imperfect --paper letter -o map.pdf",
    "deckgen map future-imperfect --language de -o karte.pdf",
)
def map(  # noqa: A001  the command's name
    game: str = GAME,
    deck_name: str | None = DECK_NAME,
    layout: str | None = LAYOUT,
    language: str | None = LANGUAGE,
    paper: str = PAPER,
    seed: str = seed_option("The deck that the card is of."),
    out: Output = output("A .pdf, .svg or .png file, or - for stdout.", "map.pdf", file=True),
) -> None:
    """Explain the card on one page.

    A card is shown large, and every section of it is named and explained in the words of the game.
    """
    kind = out.kind("pdf", "svg", "png")
    from deckgen.game import load
    from deckgen.run.decks import SetPart, deal, spec_named
    from deckgen.run.documents import card_map

    loaded = load(game, language)
    (dealt,) = deal(loaded, spec_named(loaded, deck_name), SetPart(seed), out.progress)
    name = f"{loaded.id}-{dealt.spec.name}-map-{paper}.{kind}"
    out.put(card_map(dealt, layout, kind, paper), name)
