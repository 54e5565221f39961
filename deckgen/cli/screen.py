"""``screen``: the rules that the Master looks up, to stand on the table."""

from deckgen.cli.command import command
from deckgen.cli.options import DECK_NAME, GAME, LANGUAGE, LAYOUT, PAPER, output
from deckgen.cli.output import Output


@command(
    "deckgen screen rough-magic -o screen.pdf",
    "deckgen screen rough-magic --paper letter -o screen.pdf",
    "deckgen screen rough-magic --language de -o schirm.pdf",
)
def screen(
    game: str = GAME,
    deck_name: str | None = DECK_NAME,
    layout: str | None = LAYOUT,
    language: str | None = LANGUAGE,
    paper: str = PAPER,
    out: Output = output("A file, or - for stdout.", "screen.pdf", file=True),
) -> None:
    """Draw the Master's screen: the rules that are looked up most.

    Its pages lie in landscape. Glue each on cardboard, and join the boards with tape so that they stand. What they say, and
    in which order, is in the game's YAML under screen and panels.
    """
    out.kind("pdf")
    from deckgen.game import load
    from deckgen.run.decks import spec_named
    from deckgen.run.documents import screen as draw

    loaded = load(game, language)
    out.put(draw(loaded, spec_named(loaded, deck_name), layout, paper), f"{loaded.id}-screen-{paper}.pdf")
