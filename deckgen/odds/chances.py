"""Chances to reach a number: of a roll with a bonus, and of one roll against another."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate

from deckgen.odds.expression import Arithmetic
from deckgen.odds.joint import refusal
from deckgen.odds.roll import Roll

Tail = Callable[[int], Fraction]
"""P(total >= t), for any t, also below 0."""


def chance_of(tail: Tail, number: int, *, at_most: bool = False) -> Fraction:
    """Return the chance of that total or more; of that or less if ``at_most``."""
    return 1 - tail(number + 1) if at_most else tail(number)


def tail_from_list(tails: Sequence[Fraction], bonus: int = 0) -> Tail:
    """Return P(total + ``bonus`` >= t) as a function; ``tails[t]`` is P(total >= t), and 0 beyond the list."""

    def tail(t: int) -> Fraction:
        natural = max(0, t - bonus)
        return tails[natural] if natural < len(tails) else Fraction(0)

    return tail


def tail_from_pmf(chances: Mapping[int, Fraction]) -> Tail:
    """Return P(total >= t) as a function, from the chance of each total; what they lack of 1 is that of higher ones."""
    least, most = min(chances), max(chances)
    below = [Fraction(0), *accumulate(chances.get(t, Fraction(0)) for t in range(least, most + 1))]
    return lambda t: 1 - below[min(max(t, least), most + 1) - least]


def difference(roll: Roll, opposing: Roll) -> Tail:
    """Return P(roll - opposing >= t), with both bonuses, as a function. Raises GameError if a roll is endless."""
    from deckgen.odds.evaluate import evaluate  # noqa: PLC0415 (few decks need it)

    margin = evaluate(Arithmetic("-", roll, opposing))
    if margin.rest:
        raise refusal("", "exploding dice have no highest total", "compare dice that do not explode")
    return tail_from_pmf(margin.numbers(0))
