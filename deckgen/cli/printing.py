"""Options of printing cards, and what they choose together."""

from __future__ import annotations

from click import BadParameter, IntRange

from deckgen.cli.command import flag, group, option
from deckgen.cli.names import Amount, Choice
from deckgen.cli.options import A_PRINTER, FLIP, SHEET_PAPER, offset
from deckgen.language import Language
from deckgen.press.options import ARRANGEMENTS, INKS, ORDERS, REGISTRATIONS, Options
from deckgen.records import record

_FARTHEST = 50
"""How far, in mm, backs can be moved: farther than any printer is off."""


def _shift(value: str) -> tuple[float, float]:
    """Two lengths in mm."""
    found = offset(value)
    if max(map(abs, found)) > _FARTHEST:
        raise BadParameter(f"{value!r} is farther than {_FARTHEST} mm")
    return found


@record
class Printing:
    """What a person chooses when printing cards."""

    paper: str | None = SHEET_PAPER
    flip: str = FLIP
    order: str = option(
        "--order",
        "Of the sides of sheets, for printers that print one side at a time.",
        Choice(ORDERS),
        default=ORDERS[0],
    )
    arrange: str = option(
        "--arrange",
        "On sheets: cards in rows; so that piles of cut sheets lie in order (stack); or a sheet for each (repeat).",
        Choice(ARRANGEMENTS),
        default=ARRANGEMENTS[0],
    )
    registration: str = option(
        "--registration",
        "silhouette prints the marks that such a machine looks for before it cuts; see deckgen cut.",
        Choice(REGISTRATIONS),
        default=REGISTRATIONS[0],
    )
    back_offset: tuple[float, float] | None = option(
        "--back-offset X,Y", "Move the backs by so many mm, right and down.", _shift
    )
    back_rotate: float | None = option(
        "--back-rotate DEGREES", "Turn the backs of sheets, clockwise.", Amount(-10, 10)
    )
    printer: str | None = option("--printer NAME", "Move the backs as deckgen calibrate kept it.", A_PRINTER)
    gutter: float | None = option("--gutter MM", "The gap between cards on sheets.", Amount(0, 50))
    bleed: float | None = option(
        "--bleed MM",
        "How far art must reach beyond sheets' cards, with fewer on a sheet if need be.",
        Amount(0, 20),
    )
    blanks: int = option(
        "--blanks N", "Add N cards with nothing on their fronts.", IntRange(0, 500), default=0
    )
    ink: str = option("--ink", "light draws dark areas as outlines.", Choice(INKS), default="full")
    colophon: bool = flag("--colophon", "End sheets with a page that says how to make them again.")

    def options(
        self, title: str, footer: str, colophon: tuple[tuple[str, str], ...], language: Language
    ) -> Options:
        """What they mean together. A shift given by hand goes before that of the printer. Raises PressError."""
        from deckgen.press.printers import Printer, printer

        kept = Printer() if self.printer is None else printer(self.printer)
        rotate = kept.rotate if self.back_rotate is None else self.back_rotate
        chosen = {name: value for name, value in vars(self).items() if name != "printer"} | {
            "paper": self.paper or "",
            "back_offset": self.back_offset or (kept.x, kept.y),
            "back_rotate": rotate or 0.0,
            "colophon": colophon if self.colophon else (),
        }
        return Options(**chosen, title=title, footer=footer, language=language)


PRINTING = group(Printing)
