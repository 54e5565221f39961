"""Dice mechanics: the ways to read a pool of dice as one total, one module each.

A new one is a module with the functions of ``Mechanic``, named in ``MECHANICS``; from there come its odds,
its words and its place in the schema of a game (``python -m deckgen.game.schema``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Protocol

from deckgen.errors import Faults, GameError
from deckgen.odds import counts, die, highest, lowest, pool as pools, sums
from deckgen.odds.pool import Pool
from deckgen.odds.roll import Roll


class Mechanic(Protocol):
    """What the module of a mechanic has. Means and tails count a critical failure as 1."""

    ABOUT: str
    """What it does with the dice, for the schema; "" where another one's words tell it."""
    SCHEMAS: Mapping[str, Mapping[str, Any]]
    """The fields of a ``Roll`` that are this mechanic's own, as JSON Schema."""

    @property
    def faults(self) -> Callable[[Roll], Iterator[tuple[str, str, str]]]:
        """Field, what is wrong and what to do, where a roll has no exact odds."""

    @property
    def mean(self) -> Callable[[Pool], Fraction]:
        """The exact mean."""

    @property
    def tails(self) -> Callable[[Pool, int], tuple[list[int], int]]:
        """P(total >= t) for t from 0 to a limit: numerators, and their denominator."""

    @property
    def minimum(self) -> Callable[[Pool], int]:
        """The least total there can be."""

    @property
    def maximum(self) -> Callable[[Pool], int | None]:
        """The greatest total there can be; None if there is none."""

    @property
    def words(self) -> Callable[[Roll, list[str], str], str]:
        """The roll in words, from those of its dice (``2d6``) and of how they explode (``, open-ended``)."""


MECHANICS: Mapping[str, Mechanic] = MappingProxyType({
    "sum": sums,
    "highest": highest,
    "lowest": lowest,
    "count": counts,
})  # fmt: skip
"""The mechanics by their names in YAML."""

_EXPLODE = {"none": "", "open": ", open-ended", "penetrating": ", penetrating"}


def pool(roll: Roll) -> Pool:
    """The pool of a roll. Raises GameError, with every fault, for dice that have no exact odds."""
    faults = Faults()
    place = f"roll of {describe(roll)}" if roll.dice else "roll"
    if not roll.dice:
        faults.add(place, None, "dice", "there are no dice", "name at least one")
    if (roll.keep == "count") != (roll.success_at is not None):
        what, remedy = "dice are counted only from a success_at on", "give both of them, or neither"
        faults.add(place, None, "success_at", what, remedy)
    for field, what, remedy in MECHANICS[roll.keep].faults(roll):
        faults.add(place, None, field, what, remedy)
    if any(sides < 1 for sides in roll.dice):
        faults.add(place, None, "dice", "a die has fewer than 1 side", "give every die 1 side or more")
    elif roll.explode != "none" and 1 in roll.dice:
        remedy = "give it 2 sides or more, or set explode to none"
        faults.add(place, None, "explode", "a d1 shows its maximum for ever", remedy)
    faults.raise_as(GameError)
    return pools.of(roll)


def describe(roll: Roll) -> str:
    """The roll in words: ``3d8``, ``d4+d6``, ``highest of 3d8, open-ended``, ``5+ among 4d6``.

    Critical failures are not named, nor is the usual rule for several maxima (``choose``).
    """
    kinds = sorted(Counter(roll.dice).items())
    dice = [f"{'' if count == 1 else count}d{sides}" for sides, count in kinds]
    return MECHANICS[roll.keep].words(roll, dice, _EXPLODE[roll.explode])


def schemas() -> dict[str, Mapping[str, Any]]:
    """The fields of a ``Roll`` beside its dice, in their order, as JSON Schema."""
    about = "; ".join(mechanic.ABOUT for mechanic in MECHANICS.values() if mechanic.ABOUT)
    keep = {"description": f"{about}. sum if left out.", "default": "sum", "enum": list(MECHANICS)}
    known = {"keep": keep, **die.SCHEMAS, **pools.SCHEMAS}
    for mechanic in MECHANICS.values():
        known |= mechanic.SCHEMAS
    return {field.name: known[field.name] for field in fields(Roll) if field.name in known}
