"""Options of printing cards, and what they choose together."""

from __future__ import annotations

from dataclasses import dataclass

from click import Choice, FloatRange, IntRange

from deckgen.cli.command import flag, group, option
from deckgen.cli.options import FLIP, PAPER, Offset
from deckgen.press.options import INKS, ORDERS, Options


@dataclass(frozen=True)
class Printing:
    """What a person chooses when printing cards."""

    paper: str = PAPER
    flip: str = FLIP
    order: str = option(
        "--order",
        type=Choice(ORDERS),
        default=ORDERS[0],
        help="Of the sides of sheets, for printers that print one side at a time.",
    )
    back_offset: tuple[float, float] | None = option(
        "--back-offset", type=Offset(), metavar="X,Y", help="Move the backs by so many mm, right and down."
    )
    back_rotate: float | None = option(
        "--back-rotate",
        type=FloatRange(-10, 10),
        metavar="DEGREES",
        help="Turn the backs of sheets, clockwise.",
    )
    printer: str | None = option(
        "--printer", metavar="NAME", help="Move the backs as deckgen calibrate kept it."
    )
    gutter: float | None = option(
        "--gutter", type=FloatRange(0, 50), metavar="MM", help="The gap between cards on sheets."
    )
    bleed: float | None = option(
        "--bleed", type=FloatRange(0, 20), metavar="MM", help="How far art must reach beyond sheets' cards."
    )
    blanks: int = option(
        "--blanks",
        type=IntRange(0, 500),
        default=0,
        metavar="N",
        help="Add N cards with nothing on their fronts.",
    )
    ink: str = option("--ink", type=Choice(INKS), default="full", help="light draws dark areas as outlines.")
    colophon: bool = flag("--colophon", "End sheets with a page that says how to make them again.")

    def options(self, title: str, footer: str, colophon: tuple[tuple[str, str], ...]) -> Options:
        """What they mean together. A shift given by hand goes before that of the printer. Raises PressError."""
        offset, rotate = self.back_offset, self.back_rotate
        if self.printer is not None:
            from deckgen.press.printers import printer

            kept = printer(self.printer)
            offset = offset or (kept.x, kept.y)
            rotate = kept.rotate if rotate is None else rotate
        return Options(
            self.paper,
            self.flip,
            self.order,
            offset or (0.0, 0.0),
            rotate or 0.0,
            self.gutter,
            self.bleed,
            self.blanks,
            self.ink,
            title,
            footer,
            colophon if self.colophon else (),
        )


PRINTING = group(Printing)
