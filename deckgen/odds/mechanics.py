"""Dice mechanics: the ways to read a pool of dice as one number, in words and in the schema of games.

``deckgen.odds.totals`` computes their odds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import get_args

from deckgen.errors import GameError, Problems
from deckgen.language import ENGLISH, Language, gettext_noop
from deckgen.odds.roll import Explode, Failing, Maxima, Roll, Schema, choice_schema
from deckgen.odds.roll_rules import mean_problems, roll_problems
from deckgen.records import record


@record
class Mechanic:
    """A way to read a pool as one number.

    ``phrase`` names a pool, ``several`` one of which several dice are kept ("" if there is none). ``rule``: how to read the
    dice at the table, with {} for ``success_at``. ``least_total``: the least total of any plain dice. ``can_rise``: whether
    grids can rise from row to row.
    """

    phrase: str
    several: str
    rule: str
    least_total: int = 1
    can_rise: bool = False


MECHANICS: Mapping[str, Mechanic] = {
    "sum": Mechanic("{dice}", "", gettext_noop("add them up"), can_rise=True),
    "highest": Mechanic(
        gettext_noop("highest of {dice}"),
        gettext_noop("highest {number} of {dice}"),
        gettext_noop("the highest counts"),
    ),
    "lowest": Mechanic(
        gettext_noop("lowest of {dice}"), gettext_noop("lowest {number} of {dice}"), gettext_noop("the lowest counts")
    ),
    "middle": Mechanic(
        gettext_noop("middle of {dice}"),
        gettext_noop("middle {number} of {dice}"),
        gettext_noop("the middle one counts"),
    ),
    "count": Mechanic(
        gettext_noop("{least}+ among {dice}"), "", gettext_noop("count those that show {} or more"), 0, can_rise=True
    ),
}
"""The mechanics by their names in YAML."""

_KEEP = "sum adds all dice; highest, lowest and middle keep one of them, or as many as kept says; count counts the dice that are successes."
_EXPLODE_ABOUT = "What a die does on its highest number. open: roll it again and add. penetrating: the same, each added roll less 1. once: roll it again one time, and add. again: roll another die, which is added or may be a success."
_MAXIMA_ABOUT = "What to do if several dice of a pool show their highest number and one is kept. choose: roll on with one at a time, each kept or left for the next. one: roll on with one only. all: roll on with all."
_FAILURE_ABOUT = "Which rolls are critical failures, and count as 1. more-than-half-ones, all-ones: if more than half of the dice, or all, show 1 at first. lowest: if the result is the lowest possible."
_EXTREME = {n: {"$ref": "#/$defs/label", "description": f"Name of the {n} total."} for n in ("lowest", "highest")}
_EXTREMES: Schema = {
    "description": "Gives the lowest and the highest total exactly the dice's chance, even if it is below one card: some cards are marked, and another card confirms them. Write confirm, or names for these totals.",
    "anyOf": [
        {"const": "confirm"},
        {
            "title": "names of the lowest and the highest total",
            "type": "object",
            "minProperties": 1,
            "additionalProperties": False,
            "properties": _EXTREME,
        },
    ],
}
_NOTES = {
    "all-ones": gettext_noop("failing on all ones"),
    "lowest": gettext_noop("failing on the lowest"),
    "one": gettext_noop("one maximum rolled on"),
    "all": gettext_noop("every maximum rolled on"),
    "open": gettext_noop("open-ended"),
    "penetrating": gettext_noop("penetrating"),
    "once": gettext_noop("exploding once"),
    "again": gettext_noop("each explosion one more die"),
}
"""What is said of ``failing``, ``maxima`` and ``explode`` behind the dice; nothing of their defaults."""


def check_roll(roll: Roll, *, mean: bool = False) -> None:
    """Raise GameError, with every problem, for a roll without exact odds or, if that is needed, without an exact mean."""
    if rules := [*roll_problems(roll)] or [*(mean_problems(roll) if mean else ())]:
        location, problems = f"roll of {describe(roll)}" if roll.size else "roll", Problems()
        for field, message, remedy in rules:
            problems.add(location, None, field, message, remedy)
        problems.raise_as(GameError)


def describe(roll: Roll, language: Language = ENGLISH) -> str:
    """Return a roll in words: ``3d8``, ``d4+d6−1``, ``4dF``, ``highest of 3d8, open-ended``, ``5+ among 4d6``.

    The defaults for critical failures (``more-than-half-ones``) and for several maxima (``choose``) are not named.
    """
    return ", ".join((_name(roll, language), *_notes(roll, language)))


def _name(roll: Roll, language: Language) -> str:
    """Return a roll with its bonus, without notes."""
    dice = _dice_and_bonus(roll)
    mechanic = MECHANICS.get(roll.keep, MECHANICS["sum"])
    if roll.keep == "count":
        if roll.at_most is not None:
            return language.phrase("{most} or less among {dice}", most=roll.at_most, dice=dice)
        return language.phrase(mechanic.phrase, least=roll.success_at, dice=dice)
    if not mechanic.several:
        return dice.replace(", ", "+")
    if roll.kept > 1:
        return language.phrase(mechanic.several, number=roll.kept, dice=dice)
    return language.phrase(mechanic.phrase, dice=dice) if roll.size > 1 else dice


def _notes(roll: Roll, language: Language) -> Iterator[str]:
    """Yield the further rules of a roll in words."""
    if roll.reroll:
        numbers = ", ".join(map(str, roll.reroll))
        once = gettext_noop("{numbers} rolled again once")
        yield language.phrase(once if roll.reroll_once else gettext_noop("{numbers} rolled again"), numbers=numbers)
    if roll.explode_on is not None:
        yield language.phrase("exploding on {number} or more", number=roll.explode_on)
    one_of_several = roll.keep == "highest" and roll.kept == 1 < roll.size
    phrases = (
        _NOTES.get(roll.explode),
        _NOTES.get(roll.maxima) if one_of_several and roll.endless else "",
        gettext_noop("pushed once") if roll.push else "",
        gettext_noop("each 1 takes off a success") if roll.minus_ones else "",
        _NOTES.get(roll.failing) if roll.critical_failure else "",
    )
    yield from (language.phrase(phrase) for phrase in phrases if phrase)


def _dice_and_bonus(roll: Roll) -> str:
    kinds = [(f"d{sides}", count) for sides, count in sorted(Counter(roll.dice).items())]
    kinds += Counter(die.name for die in roll.special).items()
    bonus = roll.bonus
    if {*roll.dice} == {3} and roll.keep == "sum" and not roll.special and -bonus >= roll.size > 1:
        kinds, bonus = [("dF", roll.size)], bonus + 2 * roll.size
    dice = ", ".join(f"{'' if count == 1 else count}{name}" for name, count in kinds)
    return dice + (f"{bonus:+}".replace("-", "−") if bonus else "")


def dice_name(roll: Roll) -> str:
    """Return a roll with its bonus but without notes: ``3d8`` for the highest of 3d8, open-ended; ``5+ among 4d6``."""
    return _name(roll, ENGLISH).removeprefix(f"{roll.keep} of ")


def roll_schemas() -> dict[str, Schema]:
    """Return the JSON Schemas of a roll's rules by name, in the order of ``Roll``: all but dice, bonus and failing."""
    return {
        "keep": choice_schema(_KEEP, *MECHANICS),
        "explode": choice_schema(_EXPLODE_ABOUT, *get_args(Explode)),
        "maxima": choice_schema(_MAXIMA_ABOUT, *get_args(Maxima)),
        "critical_failure": choice_schema(_FAILURE_ABOUT, "none", *get_args(Failing)),
        "success_at": _number("With keep: count, the lowest total of a die that is a success.", 999),
        "extremes": _EXTREMES,
        "explode_on": _number("The lowest number on which dice explode; the highest of each die if left out.", 999),
        "kept": _number("With keep: highest, lowest or middle, how many dice are added; 1 if left out.", 39),
        "at_most": _number(
            "With keep: count, the highest total of a die that is a success, where low numbers are.", 999
        ),
    }


def _number(about: str, most: int) -> Schema:
    return {"description": about, "type": "integer", "minimum": 1, "maximum": most}
