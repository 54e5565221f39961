"""What a section is read for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from deckgen.game.faces import Face
from deckgen.game.translation import Translation
from deckgen.sources import Spot

DrawModel = Literal["without-replacement", "with-replacement"]


@dataclass(frozen=True)
class DeckContext:
    """What a section is read for: the deck's faces and draw, the game's named columns and its printed words."""

    faces: tuple[Face, ...]
    columns: Mapping[str, Spot]
    broken: frozenset[str]
    """Names of columns that are there, but wrong: told already."""
    words: Translation = field(default_factory=Translation)
    draw: DrawModel = "without-replacement"

    @property
    def size(self) -> int:
        """The number of cards."""
        return len(self.faces)
