"""What the builders of sections are given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from deckgen.game.model import DrawModel, Face
from deckgen.game.translation import Translation
from deckgen.sources import Spot


@dataclass(frozen=True)
class DeckContext:
    """What a section is built for: the deck's faces and draw, the game's named columns and its printed words."""

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


@dataclass(frozen=True)
class SectionHead:
    """What every section has: its name, and its title and help as they are printed."""

    name: str
    title: str
    help: str
