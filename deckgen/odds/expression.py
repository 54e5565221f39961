"""Expressions: what is rolled and how it is read, as a tree whose leaves are rolls and numbers.

An expression has one result of one or several *parts*. Arithmetic and tests work on the first part, the others go with it.
``deckgen.odds.grammar`` reads expressions from text, ``deckgen.odds.evaluate`` computes their exact chances.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from operator import add, floordiv, mul, sub
from types import MappingProxyType
from typing import Literal

from deckgen.odds.roll import Roll
from deckgen.records import record


@record
class Number:
    """A whole number."""

    value: int


@record
class Arithmetic:
    """Two expressions, independent of each other: added, taken off, multiplied, or divided and rounded down.

    ``min`` and ``max`` are the lower and the higher one.
    """

    operator: Literal["+", "-", "*", "/", "min", "max"]
    left: Expression
    right: Expression


@record
class Test:
    """A total against a number or another total: the first part becomes a word, the level of success.

    ``fractions`` (numerator, denominator), smallest first, divide the successes at or under a number, such as 1/5 and 1/2 of
    a skill. ``critical`` and ``fumble`` are ranges of natural totals (from, to) that are always that. ``doubles``: the mark
    of that name makes a success a critical one, and a failure a fumble. ``degrees``: a further part is the margin of the
    totals, or that of their tens.
    """

    source: Expression
    operator: Literal[">=", ">", "<=", "<", "=", "!="]
    goal: Expression
    fractions: tuple[tuple[int, int], ...] = ()
    critical: tuple[int, int] | None = None
    fumble: tuple[int, int] | None = None
    doubles: bool = False
    degrees: Literal["", "margin", "tens"] = ""


@record
class Bands:
    """A total read in bands: ``words[0]`` below ``starts[0]``, ``words[1]`` from there on, and so on.

    The first part becomes the word, the total stays as the second. ``critical``: the word of rolls with the mark
    ``criticals``, which is above all others; "" if there is none.
    """

    source: Expression
    words: tuple[str, ...]
    starts: tuple[int, ...]
    critical: str = ""


@record
class Versus:
    """A total against another roll: the first part becomes a word: loses, ties or wins.

    ``singly``: against each of the other roll's two dice; the word says whether it beats none, one or both. ``match``: a
    mark for equal dice of the other roll.
    """

    source: Expression
    opposing: Expression
    singly: bool = False
    match: bool = False


Expression = Roll | Number | Arithmetic | Test | Bands | Versus
OPERATIONS: Mapping[str, Callable[[int, int], int]] = MappingProxyType(
    {"+": add, "-": sub, "*": mul, "/": floordiv, "min": min, "max": max}
)


def branches(expression: Expression) -> list[Expression]:
    """Return the expressions that an expression is made of, from the left; none of a roll or a number."""
    names = ("left", "right", "source", "goal", "opposing")
    return [getattr(expression, name) for name in names if hasattr(expression, name)]


def rolls_of(expression: Expression) -> Iterator[Roll]:
    """Yield all rolls of an expression, from the left."""
    if isinstance(expression, Roll):
        yield expression
    for inner in branches(expression):
        yield from rolls_of(inner)
