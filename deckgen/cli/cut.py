"""``cut``: lines for a cutting machine."""

from click import IntRange

from deckgen.cli.command import command, flag, option
from deckgen.cli.names import Amount
from deckgen.cli.options import (
    A_TARGET,
    COLOPHON_CARD,
    DECK_FILE,
    LAYOUT,
    REFERENCE,
    DeckArgument,
    kind_option,
    output,
)
from deckgen.cli.output import Output
from deckgen.cli.printing import PRINTING, Printing


@command(
    "deckgen cut deck.json -o cut.svg",
    "deckgen cut deck.json --paper letter --corner 3 -o cut.dxf",
    "deckgen cut deck.json --registration silhouette --gutter 2 --corner 3 -o cut.dxf",
    "deckgen cut deck.json --sheet 7 -o last.svg",
)
def cut(
    layout: str | None = LAYOUT,
    target: str = option(
        "--target T",
        "One that prints sheets of cards: home, press-sheet or a YAML file.",
        A_TARGET,
        default="home",
    ),
    printing: Printing = PRINTING,
    corner: float = option(
        "--corner MM", "The radius of cards' corners; 3 is usual.", Amount(0, 30), default=0.0
    ),
    sheet: int | None = option(
        "--sheet N",
        "Only around the cards that lie on that sheet, such as the last; else on a full one.",
        IntRange(1),
    ),
    frame: bool = flag("--frame", "Also the sheet's edge, on a layer of its own, to align by."),
    kind: str | None = kind_option("svg", "dxf"),
    reference: str = REFERENCE,
    colophon_card: bool = COLOPHON_CARD,
    deck: DeckArgument = DECK_FILE,
    out: Output = output("A file, a folder, or - for stdout.", "-"),
) -> None:
    """Draw the lines along which a cutting machine, such as a Cricut or Silhouette, cuts printed cards.

    Give the options that you give deckgen render, and the lines lie where it prints cards. Lengths are mm. Without a
    gutter and round corners, two neighbours share one cut.
    """
    kind = out.kind("svg", "dxf", asked=kind)
    from deckgen.press.target import load_target
    from deckgen.run.cuts import cut_lines

    dealt = deck.read()
    chosen = printing.options(dealt.title, "", (), dealt.game.language)
    made = cut_lines(
        dealt,
        layout,
        load_target(target),
        chosen,
        kind,
        corner=corner,
        sheet=sheet,
        references=reference == "all",
        colophon=colophon_card,
        frame=frame,
    )
    out.put(made.content, f"{dealt.stem}-cut.{kind}")
    way = "lying" if made.lying else "upright"
    out.note(f"{made.columns} × {made.rows} cards on {made.paper}, {way}; {made.sheets} sheets")
