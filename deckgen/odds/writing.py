"""Expressions written as text, in the form that ``deckgen.odds.grammar`` reads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from deckgen.odds.expression import Arithmetic, Bands, Expression, Number, Test, Versus
from deckgen.odds.roll import Roll
from deckgen.odds.words import is_plain, is_unusual, picks_maxima

_DIE = re.compile(r"d\d+|dF|d\{.*\}")
_NAME = re.compile(r"[^\W\d]\w*")
_FAILING = {"more-than-half-ones": "half", "all-ones": "all", "lowest": "lowest"}


def write(expression: Expression) -> str:
    """Return an expression as text, of which ``parse`` returns that expression."""
    if isinstance(expression, Number):
        return str(expression.value)
    if isinstance(expression, Roll):
        return _write_roll(expression)
    if isinstance(expression, Arithmetic):
        if expression.operator in ("min", "max"):
            return f"{expression.operator}({write(expression.left)}, {write(expression.right)})"
        return f"{_operand(expression.left, expression)} {expression.operator} {_operand(expression.right, expression, right=True)}"
    source = expression.source
    if isinstance(expression, Test) and expression.doubles and isinstance(source, Roll):
        source = replace(source, marks=source.marks[:-1])
    if isinstance(expression, Bands):
        later = (f"{start} {_band(word)}" for start, word in zip(expression.starts, expression.words[1:], strict=True))
        return " ".join((_closed(source), "bands", _band(expression.words[0]), *later))
    if isinstance(expression, Versus):
        words = ("vs", "each" * expression.singly, write(expression.opposing), "match" * expression.match)
        return " ".join((_closed(source), *filter(None, words)))
    return " ".join((_closed(source), *_test_words(expression)))


def _closed(expression: Expression) -> str:
    """Return an expression in brackets if it is read by a comparison, which another one cannot follow."""
    text = write(expression)
    return f"({text})" if isinstance(expression, Roll) and expression.keep == "count" and not expression.bonus else text


def _test_words(test: Test) -> Iterator[str]:
    roll = test.source
    if isinstance(roll, Roll) and _counts(roll) and (len(_dice(roll)) == 1 or not is_plain(roll)):
        yield "total"
    yield test.operator
    yield _closed(test.goal)
    if test.fractions:
        yield " ".join(("bands", *(f"{numerator}/{denominator}" for numerator, denominator in test.fractions)))
    for name, span in (("critical", test.critical), ("fumble", test.fumble)):
        if span:
            yield f"{name} {span[0]}" + (f"-{span[1]}" if span[1] > span[0] else "")
    yield from filter(None, (test.degrees, "doubles" * test.doubles))


def _operand(expression: Expression, outer: Arithmetic, *, right: bool = False) -> str:
    """Return an operand, in brackets where they are needed."""
    text = write(expression)
    if isinstance(expression, Arithmetic) and expression.operator not in ("min", "max"):
        inner, level = (operator in ("*", "/") for operator in (expression.operator, outer.operator))
        return f"({text})" if inner < level or (right and inner == level) else text
    return f"({text})" if isinstance(expression, Roll) and text != "".join(_dice(expression)) else text


def _write_roll(roll: Roll) -> str:
    terms, words = _dice(roll), [*filter(None, _words(roll))]
    text = " + ".join(terms)
    if len(terms) > 1 and words:
        text = f"({text})"
    text = " ".join((text, *words))
    if roll.bonus:
        text = f"({text})" if roll.keep == "count" else text
        text += f" {'-' if roll.bonus < 0 else '+'} {abs(roll.bonus)}"
    return text


def _dice(roll: Roll) -> list[str]:
    """Return dice of one kind that follow each other as one text."""
    names = [f"d{sides}" if sides != 66 else "d{1..66}" for sides in roll.dice] + [die.name for die in roll.special]
    terms = []
    for name, dice in groupby(names):
        number = len([*dice])
        is_die = _DIE.fullmatch(name)
        terms.append(
            ("" if is_die else " ").join((str(number) * (number > 1), name if is_die else _name(name))).strip()
        )
    return terms


def _words(roll: Roll) -> Iterator[str]:
    """Yield what is behind the dice."""
    if roll.explode not in ("none", "again"):
        yield roll.explode
        yield f"on {roll.explode_on}" if roll.explode_on else ""
    if roll.reroll:
        yield f"reroll {' '.join(map(str, roll.reroll))}" + " once" * roll.reroll_once
    if roll.tens:
        yield f"{'bonus' if roll.tens > 0 else 'penalty'} {abs(roll.tens)}"
    parts = roll.keep in ("set", "symbols")
    if parts or (roll.keep not in ("sum", "count") and roll.kept < sum(roll.faces.values())):
        keep = "sets" if roll.keep == "set" else roll.keep
        yield f"{keep} {roll.kept}" if roll.kept > 1 else keep
        yield "tallest" * (roll.tallest and roll.keep == "set")
    if picks_maxima(roll) and roll.maxima != "all":
        yield f"maxima {roll.maxima}"
    if roll.keep == "count":
        yield "count" * (is_unusual(roll) or len(roll.dice) + len(roll.special) == 1)
        yield f">= {roll.success_at}" if roll.at_most is None else f"<= {roll.at_most}"
    if roll.explode == "again":
        highest = {max(numbers) for numbers in roll.faces}
        number = roll.explode_on or (highest.pop() if len(highest) == 1 else None)
        yield f"again {number}" if number else "again"
    yield "push" * roll.push
    yield "minus ones" * roll.minus_ones
    for pair in roll.cancel:
        yield " ".join(("cancel", *map(_name, pair)))
    yield f"fails {_FAILING[roll.failing]}" if roll.critical_failure else ""
    yield from roll.marks


def _counts(roll: Roll) -> bool:
    """Return whether a comparison counts the dice of a roll."""
    return roll.keep == "sum" and len(roll.dice) + len(roll.special) > 1 and not roll.bonus


def _band(text: str) -> str:
    return " ".join(map(_name, text.split(" ")))


def _name(text: str) -> str:
    return text if _NAME.fullmatch(text) and not _DIE.fullmatch(text) else f'"{text}"'
