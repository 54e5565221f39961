"""Sections ``rolls``: a few labelled plain rolls, a bare number each; and how YAML describes a roll."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Self

from deckgen.game.context import DeckContext
from deckgen.game.sections.base import CellSpec, Dealt, Head, Section, keys, ref
from deckgen.game.values import Cell, has_keys, is_whole
from deckgen.odds import MECHANICS, Roll, describe, distribution, parse
from deckgen.sources import Spot, exact

LARGEST = 9_999
"""The largest number that is taken from a deck.json: what is higher was not dealt, and would only make the audit slow."""


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
            if roll is not None and not may_be_printed(roll, each, deal):
                roll = None
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
            is_whole(data[label], MECHANICS[roll.keep].least + min(roll.bonus, 0), LARGEST)
            for label, roll in self.rolls
        ):
            return dict(data)
        raise self.refused()

    def on_cards(self, dealt: Dealt) -> Sequence[Mapping[str, int]]:
        return [
            {label: cell.plus(roll.bonus).value for (label, roll), cell in zip(self.rolls, card, strict=True)}
            for card in dealt.by_card()
        ]

    def drawn(self, value: Any) -> Sequence[Cell]:
        return [Cell(value[label]).plus(-roll.bonus) for label, roll in self.rolls]


def read_roll(given: Mapping[str, Any], spot: Spot, deal: DeckContext) -> Roll | None:
    """The roll that is described; None, with faults added at ``spot``, if its rules do not fit together."""
    counts, success_at = given.get("keep") == "count", given.get("success_at")
    wrong: tuple[str, str] | None = None
    if counts and success_at is None:
        wrong = "it is not said what a success is", "add success_at: the lowest number that is one"
    elif success_at is not None and not counts:
        wrong = "success_at is only for dice that are counted", "write keep: count beside it"
    elif counts and given.get("critical_failure", "none") not in (None, "none"):
        wrong = "dice that are counted have no critical failure", "delete critical_failure"
    if wrong:
        deal.blame(spot, *wrong)
        return None
    plain = parse(given["dice"])
    return replace(
        plain,
        keep=given.get("keep", "sum"),
        explode=given.get("explode", "none"),
        maxima=given.get("maxima", "choose"),
        critical_failure=given.get("critical_failure") == "more-than-half-ones",
        success_at=success_at,
        bonus=plain.bonus + given.get("bonus", 0),
    )


def may_be_printed(roll: Roll, spot: Spot, deal: DeckContext) -> bool:
    """Whether some result is 0 or more; if not, a fault is added."""
    ends = roll.explode == "none" or roll.keep == "count"
    highest = distribution(roll).maximum if ends and roll.bonus < 0 else None
    if highest is not None and highest < 0:
        what = f"takes so much off that every result is below 0: {describe(roll)} is at most {highest}"
        deal.blame(spot, what, f"take off {highest - roll.bonus} at most, or roll more dice")
        return False
    return True
