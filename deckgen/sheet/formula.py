"""Formulas in YAML: a small language of exact numbers that cannot run code.

Numbers, names with dots, ``+ - * / //``, comparisons, ``a if b else c``, ``min``, ``max``, ``floor``,
``ceil``, look-ups in tables and groups (``walk[agility]``, ``traits[trait].dice``), and ``sum`` of one value of
all entries of a list (``sum(gear.weight)``). There are no powers, calls of anything else, attributes of Python
objects or loops. Values are Fractions, texts and mappings. Forms compute the same in JavaScript (``program``),
whose numbers are exact up to ``LARGEST``; so is every step here.
"""

from __future__ import annotations

import ast
import math
import operator
import re
import warnings
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from deckgen.errors import suggest
from deckgen.records import record

Value = Fraction | str | Mapping[str, "Value"] | None
"""A value of a name in formulas; None is an empty field, and makes the whole formula None."""

LONGEST = 400
"""The most characters of a formula."""
LARGEST = 10**15
"""The largest numerator and denominator, also after fractions are brought to a common denominator."""
PLACES = 9
"""Numbers with at most this many decimals are printed with them, others as fractions."""
SUM = "sum"
ENTRIES = "sum()"
"""Key in a scope of the entries of its groups, for sums; no name in a formula can be equal to it."""
_DEEPEST = 24

_ARITHMETIC: dict[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: lambda a, b: Fraction(a // b),
}
_COMPARE: dict[type[ast.cmpop], Callable[[Fraction, Fraction], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_CALLS: dict[str, tuple[int, int, Callable[..., Fraction]]] = {
    "min": (1, 20, min),
    "max": (1, 20, max),
    "floor": (1, 1, lambda a: Fraction(math.floor(a))),
    "ceil": (1, 1, lambda a: Fraction(math.ceil(a))),
}
FUNCTIONS = (*_CALLS, SUM)


class FormulaError(ValueError):
    """An error in a formula or in a value it uses, with its ``remedy``."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message)
        self.remedy = remedy


class _Empty(Exception):  # noqa: N818 (not an error: a value that is not filled in)
    pass


@record
class Formula:
    """A parsed formula; ``names``: paths such as ``("strength", "die")``; ``sums``: (group, value) that it adds up."""

    text: str
    names: tuple[tuple[str, ...], ...]
    sums: tuple[tuple[str, str], ...]
    tree: ast.expr

    def evaluate(self, scope: Mapping[str, Value]) -> Fraction | str | None:
        """Return the result, or None if a value it needs is empty. Raises FormulaError."""
        try:
            result = _evaluate(self.tree, scope)
        except _Empty:
            return None
        if isinstance(result, Mapping):
            raise FormulaError(f"{self.text!r} is a group, not a value", "name one of its entries")
        return result


@lru_cache(maxsize=512)
def parse_formula(text: str) -> Formula:
    """Return the formula in a text. Raises FormulaError for anything outside the language."""
    if len(text) > LONGEST:
        raise FormulaError(f"the formula has more than {LONGEST} characters", "split it into several values")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of Python's parser, about its own language
            tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        raise FormulaError(f"{text!r} is not a formula", "compare it with one that works") from error
    _check_node(tree, 0)
    sums = [sum_target(node) for node in ast.walk(tree) if is_sum(node)]
    return Formula(text, tuple(dict.fromkeys(_dotted_names(tree))), tuple(dict.fromkeys(sums)), tree)


def _check_node(node: ast.expr, depth: int) -> None:  # noqa: C901, PLR0912 (one case for each kind)
    """Raise FormulaError if a part of a formula is not allowed, or nested too deep."""
    if depth > _DEEPEST:
        raise FormulaError("the formula is nested too deep", "split it into several values")
    match node:
        case ast.Constant(value=int() | float() | str() as value) if not isinstance(value, bool):
            if not isinstance(value, str) and not (
                abs(value) <= LARGEST and Fraction(str(value)).denominator <= LARGEST
            ):
                raise FormulaError(f"{value} is too large or too exact", "use smaller numbers")
        case ast.Name() | ast.IfExp() | ast.Attribute() | ast.Subscript():
            pass
        case ast.BinOp(op=op) | ast.UnaryOp(op=op) if isinstance(op, (*_ARITHMETIC, ast.USub, ast.UAdd)):
            pass
        case ast.Compare(ops=ops) if all(isinstance(op, (*_COMPARE, ast.Eq, ast.NotEq)) for op in ops):
            pass
        case ast.Call() if is_sum(node):
            if not all(sum_target(node)):
                raise FormulaError(f"{ast.unparse(node)!r} adds up nothing", "name a value of a list: sum(gear.weight)")
            return
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in _CALLS:
            least, most, _ = _CALLS[name]
            if not least <= len(args) <= most:
                raise FormulaError(f"{name} has {len(args)} values", f"give it {least} or more")
        case _:
            message = f"{ast.unparse(node)!r} is not allowed in a formula"
            function_names = ", ".join(FUNCTIONS)
            raise FormulaError(message, f"use numbers, names, + - * / //, comparisons, if-else and {function_names}")
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr) and not (isinstance(node, ast.Call) and child is node.func):
            _check_node(child, depth + 1)


def is_sum(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == SUM


def sum_target(node: ast.AST) -> tuple[str, str]:
    """Return the (group, value) that a sum adds up; empty texts if it does not name them."""
    match node:
        case ast.Call(args=[ast.Attribute(value=inner, attr=value)], keywords=[]) if group := _dotted_path(inner):
            return ".".join(group), value
    return "", ""


def _dotted_names(node: ast.AST) -> Iterator[tuple[str, ...]]:
    """Yield the dotted paths in a formula, also those in the brackets of lookups, but not in sums."""
    if is_sum(node):
        return
    path = _dotted_path(node)
    if path:
        yield path
        return
    for child in ast.iter_child_nodes(node):
        if not (isinstance(node, ast.Call) and child is node.func):
            yield from _dotted_names(child)


def _dotted_path(node: ast.AST) -> tuple[str, ...]:
    """Return the names in a dotted path; () for another kind of expression."""
    if isinstance(node, ast.Name):
        return (node.id,)
    if isinstance(node, ast.Attribute) and (inner := _dotted_path(node.value)):
        return (*inner, node.attr)
    return ()


def _evaluate(node: ast.expr, scope: Mapping[str, Value]) -> Value:  # noqa: C901, PLR0912 (one case for each kind)
    """Return an expression's value. Raises FormulaError, or _Empty if a value it needs is empty."""
    match node:
        case ast.Constant(value=str() as text):
            return text
        case ast.Constant(value=int() | float() as number):
            return Fraction(str(number))
        case ast.Name(id=name):
            return _look_up(scope, name, name)
        case ast.Attribute(value=inner, attr=name):
            return _look_up(_evaluate(inner, scope), name, ast.unparse(node))
        case ast.Subscript(value=inner, slice=index):
            key = _evaluate(index, scope)
            if isinstance(key, Mapping):
                raise FormulaError(f"{ast.unparse(index)!r} is a group, not a key", "name one of its entries")
            return _look_up(_evaluate(inner, scope), format_value(key), ast.unparse(node))
        case ast.UnaryOp(op=op, operand=inner):
            operand = _number(inner, scope)
            return -operand if isinstance(op, ast.USub) else operand
        case ast.BinOp(left=left, op=op, right=right):
            return _apply(type(op), _number(left, scope), _number(right, scope), node)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return _evaluate(body if _number(test, scope) else orelse, scope)
        case ast.Compare():
            return _compare(node, scope)
        case ast.Call() if is_sum(node):
            return _sum(node, scope)
        case ast.Call(func=ast.Name(id=name), args=args):
            first, *arguments = (_number(arg, scope) for arg in args)
            if name in ("floor", "ceil"):
                return _CALLS[name][2](first)
            for argument in arguments:
                _refuse_large(first, argument, node)
                first = _CALLS[name][2](first, argument)
            return first
    raise FormulaError(f"{ast.unparse(node)!r} is not allowed in a formula", "remove it")


def _compare(node: ast.Compare, scope: Mapping[str, Value]) -> Fraction:
    """Return 1 if all comparisons are true, 0 at the first false one. FormulaError for groups, texts with < or >."""
    first = _evaluate(node.left, scope)
    for op, comparator in zip(node.ops, node.comparators, strict=True):
        second = _evaluate(comparator, scope)
        for value, part in ((first, node.left), (second, comparator)):
            if isinstance(value, Mapping):
                message = f"{ast.unparse(part)!r} is a group, not a value"
                raise FormulaError(message, "name one of its entries")
        if isinstance(op, ast.Eq | ast.NotEq):
            true = (first == second) == isinstance(op, ast.Eq)
        elif isinstance(first, Fraction) and isinstance(second, Fraction):
            _refuse_large(first, second, node)
            true = _COMPARE[type(op)](first, second)
        else:
            raise FormulaError(f"{ast.unparse(node.left)!r} is not a number", "compare numbers")
        if not true:
            return Fraction(0)
        first = second
    return Fraction(1)


def _number(node: ast.expr, scope: Mapping[str, Value]) -> Fraction:
    """Return an expression's value. Raises FormulaError if it is no number, _Empty if a value it needs is empty."""
    value = _evaluate(node, scope)
    if not isinstance(value, Fraction):
        raise FormulaError(f"{ast.unparse(node)!r} is not a number", "name a number, or one part of a die")
    return value


def _apply(kind: type[ast.operator], a: Fraction, b: Fraction, node: ast.expr) -> Fraction:
    """Return the result of an operator. Raises FormulaError for large numbers, and for a division by zero."""
    if b == 0 and kind in (ast.Div, ast.FloorDiv):
        raise FormulaError(f"{ast.unparse(node)!r} divides by zero", "make sure that the divisor is not 0")
    if kind in (ast.Add, ast.Sub):
        _refuse_large(a, b, node)
    # A quotient that is rounded down must be exact before that, too.
    exact = a / b if kind is ast.FloorDiv else _ARITHMETIC[kind](a, b)
    _refuse_large(exact, Fraction(0), node)
    return Fraction(math.floor(exact)) if kind is ast.FloorDiv else exact


def _refuse_large(a: Fraction, b: Fraction, node: ast.expr) -> None:
    """Raise FormulaError for numbers too large once they have a common denominator."""
    both = math.gcd(a.denominator, b.denominator)
    left, right = a.numerator * (b.denominator // both), b.numerator * (a.denominator // both)
    if abs(left) + abs(right) > LARGEST or a.denominator // both * b.denominator > LARGEST:
        raise FormulaError(f"{ast.unparse(node)!r} is too large or too exact", "use smaller numbers")


def _sum(node: ast.expr, scope: Mapping[str, Value]) -> Fraction:
    """Return the sum of a value over all entries in scope, 0 if all are empty. Raises FormulaError for a text."""
    group, name = sum_target(node)
    total = Fraction(0)
    groups: Any = scope[ENTRIES]
    for entry in groups[group].values():
        value = entry[name]
        if value is None:
            continue
        if not isinstance(value, Fraction):
            raise FormulaError(f"{ast.unparse(node)!r}: {value!r} is not a number", "name a number of a list")
        _refuse_large(total, value, node)
        total += value
    return total


def _look_up(group: Value, name: str, path: str) -> Value:
    """Return ``group[name]``; messages call it ``path``. Raises FormulaError if there is none, _Empty if it is None."""
    if not isinstance(group, Mapping):
        raise FormulaError(f"there is no {path!r}", "the part before its last dot has no entries")
    if name not in group:
        raise FormulaError(f"there is no {path!r} ({name!r} is unknown)", suggest(name, map(str, group)))
    value = group[name]
    if value is None:
        raise _Empty
    return value


_HOLE = re.compile(r"\{([^{}]+)\}")


def pattern_formulas(pattern: str) -> tuple[Formula, ...]:
    """Return the formulas in a pattern, in order."""
    return tuple(part for part in pattern_parts(pattern) if isinstance(part, Formula))


def pattern_parts(pattern: str) -> Iterator[str | Formula]:
    """Yield the texts and formulas of a pattern, in turn."""
    for i, part in enumerate(_HOLE.split(pattern)):
        yield parse_formula(part) if i % 2 else part


def fill_pattern(pattern: str, scope: Mapping[str, Value], decimal: str = ".") -> str:
    """Return the pattern with its formulas' results; empty if one of them is None. Raises FormulaError."""
    texts = []
    for part in pattern_parts(pattern):
        value = part.evaluate(scope) if isinstance(part, Formula) else part
        if value is None:
            return ""
        texts.append(format_value(value, decimal))
    return "".join(texts)


def format_value(value: Fraction | str | None, decimal: str = ".") -> str:
    """Return a value as printed: ``18``, ``13.5``, ``−2``, ``1/3`` beyond 9 decimals; texts unchanged, "" for None."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    integer, remainder = divmod(abs(value.numerator), value.denominator)
    text, ends = str(integer), 10**PLACES % value.denominator == 0
    if remainder:
        digits = str(remainder * 10**PLACES // value.denominator).rjust(PLACES, "0").rstrip("0")
        text = f"{text}{decimal}{digits}" if ends else f"{abs(value.numerator)}/{value.denominator}"
    return f"−{text}" if value < 0 else text
