"""``tokens``: a game's chips and markers, to print and cut out."""

from deckgen.cli.command import command, option
from deckgen.cli.names import Choice
from deckgen.cli.options import GAME, LANGUAGE, LAYOUT, PAPER, TO_OUTPUT
from deckgen.cli.output import Output


@command(
    "deckgen tokens future-imperfect -o tokens.pdf",
    "deckgen tokens future-imperfect --paper letter --flip long-edge -o tokens.pdf",
    "deckgen tokens rough-magic --layout magic-light -o tokens.pdf",
)
def tokens(
    game: str = GAME,
    layout: str | None = LAYOUT,
    language: str | None = LANGUAGE,
    paper: str = PAPER,
    flip: str = option(
        "--flip",
        "none: one side; else with backs, and the edge your printer turns a sheet over.",
        Choice(["none", "long-edge", "short-edge", "gutterfold"]),
        default="none",
    ),
    out: Output = TO_OUTPUT,
) -> None:
    """Draw a game's tokens: chips and markers to cut out.

    Kinds differ in shape and icon as well as in colour, on both sides: draw them from a bag. Print on card, or
    glue the sheet to board before you cut; round ones can be punched.
    """
    out.kind("pdf")
    from deckgen.game import load
    from deckgen.run.documents import tokens as sheets

    loaded = load(game, language)
    out.put(sheets(loaded, layout, paper, flip), f"{loaded.id}-tokens-{paper}.pdf")
