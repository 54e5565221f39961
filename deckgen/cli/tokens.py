"""``tokens``: a game's chips and markers, to print and cut out."""

from deckgen.cli.command import command, option
from deckgen.cli.names import Choice
from deckgen.cli.options import A_TARGET, GAME, LANGUAGE, LAYOUT, SHEET_PAPER, TO_OUTPUT
from deckgen.cli.output import Output


@command(
    "deckgen tokens future-imperfect -o tokens.pdf",
    "deckgen tokens future-imperfect --paper letter --flip long-edge -o tokens.pdf",
    "deckgen tokens rough-magic --layout magic-light -o tokens.pdf",
    "deckgen tokens rough-magic --target onlinelabels-ol1025 -o stickers.pdf",
)
def tokens(
    game: str = GAME,
    layout: str | None = LAYOUT,
    language: str | None = LANGUAGE,
    target: str = option(
        "--target T", "home, press-sheet, a sheet of labels, or a YAML file.", A_TARGET, default="home"
    ),
    paper: str | None = SHEET_PAPER,
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
    from deckgen.press.target import load_target, paper as paper_of
    from deckgen.run.documents import tokens as sheets

    loaded, wanted = load(game, language), load_target(target)
    on = paper_of(paper or "", wanted).name
    name = "-".join([loaded.id, "tokens", *([wanted.name] if target != "home" else []), on])
    out.put(sheets(loaded, layout, on, flip, target), f"{name}.pdf")
