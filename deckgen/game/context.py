"""What a section is read for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from deckgen.errors import Faults
from deckgen.game.faces import Face
from deckgen.game.translation import Translation
from deckgen.records import record
from deckgen.sources import Spot

DrawModel = Literal["without-replacement", "with-replacement"]


@record
class DeckContext:
    """What a section is read for: the deck's faces and draw, the game's named columns and its printed words.

    What is wrong with a section is added to ``faults``.
    """

    faces: tuple[Face, ...]
    columns: Mapping[str, Spot]
    broken: frozenset[str]
    """Names of columns that are there, but wrong: told already."""
    faults: Faults = field(default_factory=Faults)
    words: Translation = field(default_factory=Translation)
    draw: DrawModel = "without-replacement"

    @property
    def size(self) -> int:
        """The number of cards."""
        return len(self.faces)

    def blame(self, spot: Spot, what: str, remedy: str) -> None:
        """Add a fault at a place in the game's files."""
        spot.blame(self.faults, what, remedy)
