"""What a person chooses when printing, whatever the target."""

from __future__ import annotations

from deckgen.language import ENGLISH, Language
from deckgen.records import record

FLIPS = ("long-edge", "short-edge", "none", "gutterfold")
DUPLEX = {"long-edge": "DuplexFlipLongEdge", "short-edge": "DuplexFlipShortEdge"}
"""What PDF calls those that turn sheets."""
ARRANGEMENTS = ("rows", "stack", "repeat")
REGISTRATIONS = ("none", "silhouette")
ORDERS = ("alternate", "fronts-then-backs", "fronts-then-backs-reversed")
INKS = ("full", "light")


@record
class Options:
    """Choices; those about sheets of paper do nothing to other targets. Without a ``paper`` it is the target's own.

    ``flip``: about which edge the printer turns a sheet; ``none`` prints fronts alone, ``gutterfold``
    fronts and backs on one side, to fold and glue. ``order`` is that of sheets' sides.
    ``arrange``: cards in ``rows``, sheet after sheet; so that piles of cut sheets, laid on each other, are the deck in
    order (``stack``); or each card on a sheet of its own (``repeat``). ``registration`` prints marks that a cutting
    machine looks for, instead of crop marks. ``back_offset`` (mm right and down) and ``back_rotate`` (degrees clockwise about the middle) move
    second sides. ``gutter`` and ``bleed`` (mm) stand in for the target's; a bleed that was asked for
    is kept, with fewer cards on a sheet if need be. ``blanks`` adds that many cards with nothing on their fronts.
    ``ink`` light draws dark areas as outlines. ``colophon`` holds the facts of a last page about the deck.
    ``language`` is that of words beside the cards.
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
    title: str = ""
    footer: str = ""
    colophon: tuple[tuple[str, str], ...] = ()
    language: Language = ENGLISH
