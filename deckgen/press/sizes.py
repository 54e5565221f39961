"""The sizes of cards that a service prints, and which of them a card has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deckgen.errors import Fault, PressError

if TYPE_CHECKING:
    from deckgen.draw.drawing import Drawing

NEAR = 0.2
"""How far, in mm, a card may be from a size that it is taken for: less than a cut wanders, or a shuffle shows."""


@dataclass(frozen=True)
class Size:
    """A size of trimmed cards, in mm; ``pixels`` are those of a picture with its bleed."""

    name: str
    width: float
    height: float
    pixels: tuple[int, int] | None = None

    @property
    def told(self) -> str:
        """For messages and lists."""
        pixels = f" ({self.pixels[0]} × {self.pixels[1]} px)" if self.pixels else ""
        return f"{self.name} {self.width:g} × {self.height:g} mm{pixels}"

    def holds(self, width: float, height: float) -> bool:
        """Whether a card of that size is one of this."""
        return max(abs(self.width - width), abs(self.height - height)) <= NEAR + 1e-6


def all_told(sizes: Iterable[Size]) -> str:
    """A list of sizes."""
    return ", ".join(size.told for size in sizes)


def size_of_card(card: Drawing, sizes: Sequence[Size], service: str, *, others: bool = False) -> Size | None:
    """Which of a service's sizes a card has; None if it takes any, or ``others``, too.

    Raises PressError for a card that it does not print, with what it does.
    """
    found = next((size for size in sizes if size.holds(card.width, card.height)), None)
    if found is not None or others or not sizes:
        return found
    what = f"{service} prints no cards of {card.width:g} × {card.height:g} mm"
    remedy = (
        f"it prints {all_told(sizes)}: take a layout of such a size with --layout, or make one, "
        "which deckgen new-layout begins; or choose another --target"
    )
    raise PressError(Fault(card.title or "card", None, "", what, remedy))
