"""The exact chances of an expression: of all its parts together."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from deckgen.odds.expression import OPERATIONS, Arithmetic, Bands, Expression, Number, Test, Versus, branches
from deckgen.odds.joint import Joint, Outcome, Part, check_states, close, combine, joint, refusal, reopen
from deckgen.odds.levels import read_bands, read_test, read_versus, roll_two_dice
from deckgen.odds.percentile import DIGIT_MARKS, read_digits, roll_tens
from deckgen.odds.roll import Roll
from deckgen.odds.rolled import roll_joint
from deckgen.odds.symbols import count_symbols

BEYOND = Fraction(1, 10_000)
_LEAST_BEYOND = Fraction(1, 10**60)
_DEEPEST = 20


def evaluate(expression: Expression, beyond: Fraction = BEYOND) -> Joint:
    """Return the exact chances of an expression's results. Raises GameError for dice without exact odds.

    Of endless results the weights go up to the first number for which the rest is below ``beyond``; the rest is exact.
    """
    level = [expression]
    for _ in range(_DEEPEST):
        level = [branch for node in level for branch in branches(node)]
        if not level:
            return _evaluate(expression, beyond)
    raise refusal("", f"more than {_DEEPEST} steps follow each other", "compute fewer things together")


@lru_cache(maxsize=128)
def _evaluate(expression: Expression, beyond: Fraction) -> Joint:
    if isinstance(expression, Roll):
        return _roll(expression, beyond)
    if isinstance(expression, Number):
        return joint((Part("total"),), {(expression.value,): 1}, 1)
    if isinstance(expression, Arithmetic):
        return _compute(expression, beyond)
    if isinstance(expression, Bands):
        rolled = _reach(expression.source, expression.starts[-1], beyond)
        bands = read_bands(expression, close(rolled))
        return reopen(bands, bands.highest) if rolled.rest else bands
    if isinstance(expression, Versus):
        source, opposing = expression.source, expression.opposing
        if expression.singly:
            dice = roll_two_dice(opposing)
            return read_versus(expression, close(_reach(source, dice.highest)), dice)
        if expression.match and isinstance(opposing, Roll):
            opposing = replace(opposing, marks=(*opposing.marks, "match"))
        return read_versus(expression, *_comparable(source, opposing))
    return _test(expression, beyond)


def _roll(roll: Roll, beyond: Fraction) -> Joint:
    """Return the chances of a roll, by what is read of its dice."""
    if roll.keep == "symbols":
        return count_symbols(roll)
    if not roll.tens and DIGIT_MARKS.keys().isdisjoint(roll.marks):
        return roll_joint(roll, beyond)
    plain = replace(roll, tens=0, marks=tuple(mark for mark in roll.marks if mark not in DIGIT_MARKS))
    return read_digits(roll, roll_tens(roll) if roll.tens else _roll(plain, beyond))


def _test(test: Test, beyond: Fraction) -> Joint:
    """Return the chances of a test; those of an endless margin, above a number, up to ``beyond``."""
    bonus = _bonus(test.source)
    source, goal = _numbers(test.source, beyond), _numbers(test.goal, beyond)
    if not test.degrees or not (source.rest or goal.rest):
        spans = [span[1] + (bonus or 0) for span in (test.critical, test.fumble) if span]
        return read_test(test, *_comparable(test.source, test.goal, *spans), bonus)
    if test.degrees != "margin" or test.operator not in (">=", ">") or not isinstance(test.goal, Number):
        message = "endless dice have an exact margin only above a number"
        raise refusal("margin", message, "write >= and a number, or leave out the margin")
    margins = read_test(test, close(_reach(test.source, test.goal.value, beyond)), goal, bonus)
    return reopen(margins, margins.highest)


def _bonus(expression: Expression) -> int | None:
    """Return what an expression adds to the natural total of a roll; None if it is no roll of equal dice, with a bonus."""
    if isinstance(expression, Roll):
        mixed = expression.keep == "sum" and len({*expression.dice, *expression.special}) > 1
        return None if mixed else expression.bonus
    if not isinstance(expression, Arithmetic) or not isinstance(expression.right, Number):
        return None
    bonus, sign = _bonus(expression.left), {"+": 1, "-": -1}.get(expression.operator)
    return None if bonus is None or sign is None else bonus + sign * expression.right.value


def _compute(expression: Arithmetic, beyond: Fraction) -> Joint:
    """Return the chances of two expressions computed together, of endless ones up to ``beyond``."""
    operator, left, right = expression.operator, expression.left, expression.right
    first, second = _numbers(left, beyond), _numbers(right, beyond)
    if not (first.rest or second.rest):
        return _combine(expression, first, second)
    if operator == "min":
        return _combine(expression, *_comparable(left, right))
    mean, operate, depth, work = _endless_mean(expression, first, second), OPERATIONS[operator], beyond, 0
    while True:
        work += len(first.weights) * len(second.weights)
        check_states(work)
        # Of a result as high as the least that belongs to the rest, not all ways are known.
        bounds = [operate(first.highest + 1, end) for end in (_lowest(second), second.highest)] if first.rest else []
        bounds += [operate(end, second.highest + 1) for end in (_lowest(first), first.highest)] if second.rest else []
        result, chance = _combine(expression, close(first), close(second)), Fraction(0)
        for number, share in result.of_part(0).items():
            chance += share
            if int(number) < min(bounds) and 1 - chance < beyond:
                return reopen(result, int(number) + 1, mean)
        depth = _deepen(depth, f"endless dice go too far if computed with {operator} here")
        first, second = _evaluate(left, depth), _evaluate(right, depth)


def _combine(expression: Arithmetic, first: Joint, second: Joint) -> Joint:
    operator, head = expression.operator, (first.parts[0].name, second.parts[0].name)
    if operator == "/" and (0,) in {outcome[:1] for outcome in second.weights}:
        raise refusal("/", "the divisor can be 0", "divide by a number or by dice that are never 0")
    name = head[0] if head[0] == head[1] or isinstance(expression.right, Number) else "total"
    if isinstance(expression.left, Number):
        name = head[1]
    operate = OPERATIONS[operator]

    def read(rolled: Outcome, other: Outcome) -> Outcome:
        return (operate(int(rolled[0]), int(other[0])), *rolled[1:], *other[1:])

    return combine(first, second, (Part(name), *first.parts[1:], *second.parts[1:]), read)


def _endless_mean(expression: Arithmetic, first: Joint, second: Joint) -> Fraction | None:
    """Return the mean of two expressions, of which one is endless, together; None if that of either is not known.

    Raises GameError if there is no exact result.
    """
    operator, both = expression.operator, first.rest and second.rest
    above_0 = all(result.rest or _lowest(result) > 0 for result in (first, second))
    exact = {"+": True, "-": not second.rest, "*": above_0 and not both, "max": not both, "/": False}
    if not exact[operator]:
        message = f"endless dice have no exact result with {operator} here"
        remedy = "add a number or other dice, multiply by a number above 0, or compare two sides: A vs B"
        raise refusal(operator, message, remedy)
    if first.mean is None or second.mean is None:
        return None
    if operator != "max":
        return {"+": first.mean + second.mean, "-": first.mean - second.mean, "*": first.mean * second.mean}[operator]
    return first.mean + second.mean - (_evaluate(replace(expression, operator="min"), BEYOND).mean or 0)


def _comparable(left: Expression, right: Expression, *numbers: int) -> tuple[Joint, Joint]:
    """Return two results of which one may be endless: all its results above the other's, and above numbers, are one."""
    first, second = _numbers(left, BEYOND), _numbers(right, BEYOND)
    if first.rest and second.rest:
        remedy = "let one side end: leave out its explosions, or write once"
        raise refusal("", "two endless results cannot be compared exactly", remedy)
    return close(_reach(left, max((second.highest, *numbers)))), close(_reach(right, first.highest))


def _reach(expression: Expression, number: int, beyond: Fraction = BEYOND) -> Joint:
    """Return ``reach`` of an expression. Raises GameError if its first part is no number."""
    _numbers(expression, beyond)
    return reach(expression, number, beyond)


def reach(expression: Expression, number: int, beyond: Fraction = BEYOND) -> Joint:
    """Return the chances of an expression, of an endless one at least up to a number. Raises GameError if that is too far."""
    result = _evaluate(expression, beyond)
    while result.rest and result.highest < number:
        beyond = _deepen(beyond, f"{number} is too far: less than one roll in 10^60 gets there")
        result = _evaluate(expression, beyond)
    return result


def _deepen(beyond: Fraction, message: str) -> Fraction:
    """Return a smaller chance up to which to compute endless results. Raises GameError if it is too small to matter."""
    if beyond < _LEAST_BEYOND:
        raise refusal("", message, "use lower numbers")
    return beyond / 1000


def _lowest(result: Joint) -> int:
    return int(next(iter(result.weights))[0])


def _numbers(expression: Expression, beyond: Fraction) -> Joint:
    """Return the chances of an expression whose first part is a number. Raises GameError if it is none."""
    result = _evaluate(expression, beyond)
    if not result.parts[0].is_number:
        message = f"{result.parts[0].name} is a word, with which you cannot calculate"
        raise refusal(result.parts[0].name, message, "compute and compare numbers before you read them as words")
    return result
