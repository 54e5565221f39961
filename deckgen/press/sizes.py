"""Sizes of cards that services print."""

from __future__ import annotations

from collections.abc import Iterable

from deckgen.records import record

NEAR = 0.2
"""How far, in mm, a card may be from a size that it is taken for: less than a cut wanders, or a shuffle shows."""


@record
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
