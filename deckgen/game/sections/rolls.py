"""Sections ``rolls``: a few labelled plain rolls, a bare number each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Self

from deckgen.game.context import DeckContext
from deckgen.game.sections.base import CellSpec, Dealt, Head, Section, keys, ref
from deckgen.game.sections.dice import LARGEST, read_roll
from deckgen.game.values import Cell, has_keys, is_whole
from deckgen.odds import MECHANICS, Roll
from deckgen.sources import Spot, exact


@dataclass(frozen=True)
class RollsSection(Section):
    """A few labelled plain rolls that each give one number a card (a burst of 3, 5 or 10)."""

    rolls: tuple[tuple[str, Roll], ...]
    tail_bar: Fraction

    about = "a few named rolls"
    schema = keys(
        "A few rolls, each with a label and one number a card.",
        ["rolls"],
        rolls={
            "description": "Labels and what is rolled for them, such as {attack: 3d6}.",
            "type": "object",
            "minProperties": 1,
            "maxProperties": 40,
            "propertyNames": {"maxLength": 20, "minLength": 1},
            "additionalProperties": ref("roll"),
        },
        tail_bar=ref("tail_bar"),
    )

    @classmethod
    def from_yaml(cls, head: Head, spot: Spot, deal: DeckContext) -> Self | None:
        """The section; a roll that needs more than a number on the card is a fault."""
        made = []
        for each in spot.at("rolls").items():
            given = {"dice": each.value} if isinstance(each.value, str) else each.value
            roll = read_roll(given, each, deal)
            if roll is not None and (roll.explode != "none" or roll.critical_failure):
                what = "a roll of this kind is a bare number, which cannot say that a card is added, or a failure"
                deal.blame(each, what, "make it a grid, or delete explode and critical_failure")
                roll = None
            made.append((str(each.path[-1]), roll))
        rolls = tuple((label, roll) for label, roll in made if roll is not None)
        if len(rolls) < len(made):
            return None
        return cls(**head, rolls=rolls, tail_bar=exact(spot.get("tail_bar", 1)))

    def cells(self) -> Sequence[CellSpec]:
        return [CellSpec(self.name, label, 1, roll) for label, roll in self.rolls]

    def read(self, data: Any) -> Mapping[str, int]:
        if has_keys(data, [label for label, _ in self.rolls]) and all(
            is_whole(data[label], MECHANICS[roll.keep].least, LARGEST) for label, roll in self.rolls
        ):
            return dict(data)
        raise self.refused()

    def on_cards(self, dealt: Dealt) -> Sequence[Mapping[str, int]]:
        labels = [label for label, _ in self.rolls]
        return [
            {label: cell.value for label, cell in zip(labels, card, strict=True)} for card in dealt.by_card()
        ]

    def drawn(self, value: Any) -> Sequence[Cell]:
        return [Cell(value[label]) for label, _ in self.rolls]
