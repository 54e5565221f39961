"""Sections ``distribution``: one of several values on every card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from deckgen.game.context import DeckContext
from deckgen.game.sections.base import Head, keys, ref
from deckgen.game.sections.worded import WordedSection
from deckgen.game.shares import outcomes
from deckgen.sources import Spot


@dataclass(frozen=True)
class DistributionSection(WordedSection):
    """One value a card, each on its share of the deck."""

    about = "one of several values"
    schema = keys(
        "One of several values on every card, each on its share of the deck.",
        ["outcomes"],
        outcomes=ref("outcomes"),
    )

    @classmethod
    def from_yaml(cls, head: Head, spot: Spot, deal: DeckContext) -> Self | None:
        """The section; its shares must sum to the deck."""
        made = outcomes(spot.at("outcomes"), deal)
        return None if made is None else cls(**head, outcomes=made)
