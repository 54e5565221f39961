"""Dice mechanics: the ways to read a pool of dice as one total, one module each.

To add one, write a module with a subclass of ``Mechanic`` and name it in ``MECHANICS``; its odds, its
descriptions and the schema of games follow (``make docs``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import get_args

from deckgen.errors import GameError, Problems
from deckgen.language import ENGLISH, Language, gettext_noop
from deckgen.odds import pool as pools
from deckgen.odds.counts import SuccessCount
from deckgen.odds.highest_die import HighestDie
from deckgen.odds.lowest_die import LowestDie
from deckgen.odds.pool import Mechanic, Pool
from deckgen.odds.roll import Explode, Failing, Roll, Schema, choice_schema
from deckgen.odds.sums import DiceSum

MECHANICS: Mapping[str, Mechanic] = MappingProxyType(
    {"sum": DiceSum(), "highest": HighestDie(), "lowest": LowestDie(), "count": SuccessCount()}
)
"""The mechanics by their names in YAML."""

_EXPLODE_ABOUT = (
    "What a die does on its highest number. open: roll it again and add. penetrating: the same, each added roll less 1."
)
_FAILURE_ABOUT = "Which rolls are critical failures, and count as 1. more-than-half-ones, all-ones: if more than half of the dice, or all, show 1 at first. lowest: if the result is the lowest possible."
_FAILING = {
    "more-than-half-ones": "",
    "all-ones": gettext_noop("failing on all ones"),
    "lowest": gettext_noop("failing on the lowest"),
}
_EXTREMES: Schema = {
    "description": "Gives the lowest and the highest total exactly the dice's chance, even if it is below one card: some cards are marked, and another card confirms them. Write confirm, or names for these totals.",
    "anyOf": [
        {"const": "confirm"},
        {
            "title": "names of the lowest and the highest total",
            "type": "object",
            "minProperties": 1,
            "additionalProperties": False,
            "properties": {
                name: {"$ref": "#/$defs/label", "description": f"Name of the {name} total."}
                for name in ("lowest", "highest")
            },
        },
    ],
}
_EXPLODE = {"none": "", "open": gettext_noop("open-ended"), "penetrating": gettext_noop("penetrating")}


def validated_pool(roll: Roll) -> Pool:
    """Return the pool of a roll. Raises GameError, with every problem, for dice that have no exact odds."""
    problems = Problems()
    location = f"roll of {describe(roll)}" if roll.dice else "roll"
    if not roll.dice:
        problems.add(location, None, "dice", "there are no dice", "name at least one")
    if (roll.keep == "count") != (roll.success_at is not None):
        message, remedy = "keep: count and success_at need each other", "give both or neither"
        problems.add(location, None, "success_at", message, remedy)
    for field, message, remedy in MECHANICS[roll.keep].problems(roll):
        problems.add(location, None, field, message, remedy)
    if any(sides < 1 for sides in roll.dice):
        problems.add(location, None, "dice", "a die has fewer than 1 side", "give every die 1 side or more")
    elif roll.explode != "none" and 1 in roll.dice:
        remedy = "give it 2 sides or more, or set explode to none"
        problems.add(location, None, "explode", "an exploding d1 is rolled without end", remedy)
    problems.raise_as(GameError)
    return pools.build_pool(roll)


def describe(roll: Roll, language: Language = ENGLISH) -> str:
    """Return a roll in words: ``3d8``, ``d4+d6−1``, ``highest of 3d8, open-ended``, ``5+ among 4d6``.

    The defaults for critical failures (``more-than-half-ones``) and for several maxima (``choose``) are
    not named.
    """
    mechanic, failing = MECHANICS[roll.keep], _FAILING[roll.failing] if roll.critical_failure else ""
    notes = (_EXPLODE[roll.explode], mechanic.notes(roll), failing)
    words = (language.phrase(note) for note in notes if note)
    return ", ".join((mechanic.describe(roll, _dice_and_bonus(roll), language), *words))


def _dice_and_bonus(roll: Roll) -> str:
    kinds = sorted(Counter(roll.dice).items())
    dice = ", ".join(f"{'' if count == 1 else count}d{sides}" for sides, count in kinds)
    return dice + (f"{roll.bonus:+}".replace("-", "−") if roll.bonus else "")


def dice_name(roll: Roll) -> str:
    """Return a roll with its bonus but without notes: ``3d8`` for the highest of 3d8, open-ended; ``5+ among 4d6``."""
    return MECHANICS[roll.keep].describe(roll, _dice_and_bonus(roll), ENGLISH).removeprefix(f"{roll.keep} of ")


def roll_schemas() -> dict[str, Schema]:
    """Return the JSON Schemas of a roll's rules by name, in the order of ``Roll``: all but dice, bonus and failing."""
    about = "; ".join(mechanic.about for mechanic in MECHANICS.values() if mechanic.about)
    schemas = {
        "keep": choice_schema(f"{about}.", *MECHANICS),
        "explode": choice_schema(_EXPLODE_ABOUT, *get_args(Explode)),
        "critical_failure": choice_schema(_FAILURE_ABOUT, "none", *get_args(Failing)),
        "extremes": _EXTREMES,
    }
    for mechanic in MECHANICS.values():
        schemas |= mechanic.schemas
    return {field.name: schemas[field.name] for field in fields(Roll) if field.name in schemas}
