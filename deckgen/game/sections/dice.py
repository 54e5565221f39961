"""What sections of dice have in common: rolls in YAML, and the numbers that cards can show for them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from deckgen.game.context import DeckContext
from deckgen.odds import Roll
from deckgen.sources import Spot

LARGEST = 9_999
"""The largest number that is taken from a deck.json: what is higher was not dealt, and would only make the audit slow."""

_DICE = re.compile(r"(\d*)d(\d+)")


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
    dice = (int(sides) for number, sides in _DICE.findall(given["dice"]) for _ in range(int(number or 1)))
    return Roll(
        dice=tuple(dice),
        keep=given.get("keep", "sum"),
        explode=given.get("explode", "none"),
        maxima=given.get("maxima", "choose"),
        critical_failure=given.get("critical_failure") == "more-than-half-ones",
        success_at=success_at,
    )
