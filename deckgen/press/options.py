"""The printing choices of a user, which apply to any target."""

from __future__ import annotations

from deckgen.draw import drawing
from deckgen.language import ENGLISH, Language
from deckgen.records import record

FLIPS = ("long-edge", "short-edge", "none", "gutterfold")
DUPLEX = {"long-edge": "DuplexFlipLongEdge", "short-edge": "DuplexFlipShortEdge"}
"""PDF's names for duplex printing, by edge."""
ARRANGEMENTS = ("rows", "stack", "repeat")
REGISTRATIONS = ("none", "silhouette", "silhouette-4", "siser")
"""The machines of cutters.yaml, here because help must not wait for that file."""
ORDERS = ("alternate", "fronts-then-backs", "fronts-then-backs-reversed")
INKS = ("full", "light")
FINISHES = drawing.FINISHES


@record
class Options:
    """A user's printing choices; those about press sheets have no effect on other targets.

    ``paper`` "": the target's. ``flip``: the edge about which the printer turns a sheet; ``none`` prints
    fronts only, ``gutterfold`` prints fronts and backs on one side, to fold and glue. ``order``: the order of
    the sheets' sides. ``arrange``: cards in ``rows``, sheet by sheet; ``stack``: in deck order once the
    sheets are cut and the piles stacked; ``repeat``: one card per sheet. ``registration`` prints the marks
    that a cutting machine looks for instead of crop marks. ``back_offset`` (mm right and down) and
    ``back_rotate`` (degrees clockwise about the center) move second sides. ``gutter`` and ``bleed`` (mm)
    replace the target's; a requested bleed is kept even if fewer cards then fit on a sheet. ``blanks``:
    number of cards with empty fronts. ``ink`` light draws dark areas as outlines. ``finish``:
    those of FINISHES that have a plate of their own in a print shop's inks. ``colophon``: facts about
    the deck for a last page. ``condition`` and ``icc``: a PDF/X file's printing condition and profile, "" for the
    target's. ``language``: of the text beside the cards.
    """

    paper: str = ""
    flip: str = "long-edge"
    order: str = "alternate"
    arrange: str = "rows"
    registration: str = "none"
    back_offset: tuple[float, float] = (0.0, 0.0)
    back_rotate: float = 0.0
    gutter: float | None = None
    bleed: float | None = None
    blanks: int = 0
    ink: str = "full"
    finish: tuple[str, ...] = ()
    condition: str = ""
    icc: str = ""
    title: str = ""
    footer: str = ""
    colophon: tuple[tuple[str, str], ...] = ()
    language: Language = ENGLISH
