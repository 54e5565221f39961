"""A roll: dice, and how they are read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, Literal

from deckgen.records import record

Explode = Literal["none", "open", "penetrating"]
Keep = str
"""The name of a mechanic (see ``deckgen.odds.mechanics``)."""
Maxima = Literal["choose", "one", "all"]
Failing = Literal["more-than-half-ones", "all-ones", "lowest"]
Schema = Mapping[str, Any]
"""A part of a JSON Schema."""


def one_of(about: str, *values: str) -> Schema:
    """The schema of a choice, of which the first is taken if it is left out."""
    return {"description": f"{about} {values[0]} if left out.", "default": values[0], "enum": list(values)}


@record
class Roll:
    """The dice that one printed cell stands for.

    ``dice`` lists the sides of every die of the pool, so ``(6, 6, 6)`` is 3d6. ``explode``: ``open``
    rolls again and adds on a die's maximum; ``penetrating`` does so and takes one off each added
    roll. ``maxima`` says what happens when several dice of a kept pool show their maximum.
    ``critical_failure``: some rolls fail and count as 1, whatever the dice show; ``failing`` says which.
    ``count`` counts the dice that total ``success_at`` or more, which is None for all other rolls.
    ``bonus`` is added once, to what all of this comes to. ``extremes``: cards give the lowest and the highest
    total with exactly the dice's chance, however small (see ``deckgen.odds.extremes``).
    """

    dice: tuple[int, ...]
    keep: Keep = "sum"
    explode: Explode = "none"
    maxima: Maxima = "choose"
    critical_failure: bool = False
    success_at: int | None = None
    failing: Failing = "more-than-half-ones"
    bonus: int = 0
    extremes: bool = False

    @property
    def endless(self) -> bool:
        """Whether there is no highest total."""
        return self.explode != "none" and self.keep != "count"

    @cached_property
    def unmodified(self) -> Roll:
        """The same roll without its bonus."""
        return replace(self, bonus=0) if self.bonus else self
