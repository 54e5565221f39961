"""The odds of dice by themselves, without a game: ``highest(3, 10, open_ended=True)``."""

from __future__ import annotations

import re
from typing import Any, get_args

from deckgen.errors import GameError, Problem, suggest
from deckgen.odds.distribution import Distribution, distribution
from deckgen.odds.roll import DICE, Explode, Failing, Maxima, Roll

_CHOICES = {"explode": get_args(Explode), "maxima": get_args(Maxima), "failing": get_args(Failing)}


def total(count: int, sides: int, *, open_ended: bool = False, **rule: Any) -> Distribution:
    """Return the odds of the sum of ``count`` dice; the parameters and errors are those of ``highest``."""
    return _odds("sum", count, sides, open_ended, rule)


def highest(count: int, sides: int, *, open_ended: bool = False, **rule: Any) -> Distribution:
    """Return the odds of the highest of ``count`` dice.

    ``open_ended``: a die that shows its maximum is rolled again, and added. ``rule`` has other fields of
    ``Roll``, such as ``bonus=2``, ``critical_failure=True`` or ``maxima="all"``. Raises GameError.
    """
    return _odds("highest", count, sides, open_ended, rule)


def lowest(count: int, sides: int, *, open_ended: bool = False, **rule: Any) -> Distribution:
    """Return the odds of the lowest of ``count`` dice; the parameters and errors are those of ``highest``."""
    return _odds("lowest", count, sides, open_ended, rule)


def successes(count: int, sides: int, at: int, *, open_ended: bool = False, **rule: Any) -> Distribution:
    """Return the odds of how many of ``count`` dice total ``at`` or more; all else as in ``highest``."""
    return _odds("count", count, sides, open_ended, {"success_at": at, **rule})


def _odds(keep: str, count: int, sides: int, open_ended: bool, rule: dict[str, Any]) -> Distribution:
    """Return the odds of a roll; ``explode`` in ``rule`` beats ``open_ended``. Raises GameError if not allowed."""
    if not re.fullmatch(DICE, f"{count}d{sides}"):
        message = f"{count}d{sides} is not a roll with exact odds here"
        raise GameError(Problem("dice", None, "", message, "roll 1 to 39 dice of 2 to 999 sides"))
    if open_ended:
        rule = {"explode": "open", **rule}
    for name, choices in _CHOICES.items():
        if name in rule and rule[name] not in choices:
            raise GameError(Problem("dice", None, name, f"there is no {rule[name]!r}", suggest(rule[name], choices)))
    return distribution(Roll((sides,) * count, keep, **rule))
