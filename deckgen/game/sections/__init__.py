"""Kinds of sections, one module each: what its YAML says, what is dealt in it, and what a card then holds.

A new kind is a module with a subclass of ``Section``, named in ``AnySection``; from there come its reading,
its schema (``make docs``), its dealing and its audit.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import get_args

from deckgen.errors import Faults
from deckgen.game.context import DeckContext
from deckgen.game.sections.base import CellSpec, Dealt, Draw, Section, Share
from deckgen.game.sections.distribution import DistributionSection
from deckgen.game.sections.fixed import FixedSection
from deckgen.game.sections.grid import Column, GridSection
from deckgen.game.sections.marks import MarksSection
from deckgen.game.sections.ordinal import OrdinalSection
from deckgen.game.sections.rolls import RollsSection
from deckgen.game.sections.stack import Place, StackSection
from deckgen.game.sections.table import TableSection
from deckgen.game.sections.text import TextSection
from deckgen.sources import Spot

AnySection = (
    GridSection
    | RollsSection
    | DistributionSection
    | FixedSection
    | StackSection
    | MarksSection
    | OrdinalSection
    | TableSection
    | TextSection
)

KINDS: Mapping[str, type[AnySection]] = MappingProxyType({kind.kind(): kind for kind in get_args(AnySection)})
"""The kinds by their names in YAML."""


def read_section(name: str, spot: Spot, deal: DeckContext, faults: Faults) -> AnySection | None:
    """The section ``name`` on the cards of a deck; None, with faults added, if it does not fit."""
    help_ = deal.words.of(spot.at("help")) if "help" in spot.value else ""
    head = {"name": name, "title": deal.words.of(spot.at("title")), "help": help_}
    return KINDS[spot.value["kind"]].from_yaml(head, spot, deal, faults)


__all__ = [
    "KINDS", "AnySection", "CellSpec", "Column", "Dealt", "DistributionSection", "Draw", "FixedSection", "GridSection",
    "MarksSection", "OrdinalSection", "Place", "RollsSection", "Section", "Share", "StackSection", "TableSection",
    "TextSection", "read_section",
]  # fmt: skip
