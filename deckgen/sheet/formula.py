"""Formulas in YAML: a small language of exact numbers that cannot run code.

Numbers, names with dots, ``+ - * / //``, comparisons, ``a if b else c``, ``min``, ``max``, ``floor``,
``ceil`` and look-ups in tables and groups (``walk[agility]``, ``traits[trait].dice``). There are no powers,
calls of anything else, attributes of Python objects or loops. Values are Fractions, texts and mappings.
"""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from deckgen.errors import nearest

Value = Fraction | str | Mapping[str, "Value"] | None
"""What a name stands for; None is a value that is not filled in, and makes the whole formula None."""

LONGEST = 400
"""Characters of a formula."""
_LARGEST = 10**12
_NODES = 120
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
    # Of one value too, which min and max alone take for a list of values.
    "min": (1, 20, lambda *values: min(values)),
    "max": (1, 20, lambda *values: max(values)),
    "floor": (1, 1, lambda a: Fraction(math.floor(a))),
    "ceil": (1, 1, lambda a: Fraction(math.ceil(a))),
}
FUNCTIONS = tuple(_CALLS)


class FormulaError(ValueError):
    """What is wrong with a formula, or with a value it meets; ``remedy`` says what to do."""

    def __init__(self, what: str, remedy: str) -> None:
        super().__init__(what)
        self.remedy = remedy


class _Empty(Exception):  # noqa: N818 (not an error: a value that is not filled in)
    pass


@dataclass(frozen=True)
class Formula:
    """A formula that was read. ``names`` are the paths it starts from: ``("strength", "die")``."""

    text: str
    names: tuple[tuple[str, ...], ...]
    _tree: ast.expr

    def value(self, scope: Mapping[str, Value]) -> Fraction | str | None:
        """The result, or None if something it needs is not filled in. Raises FormulaError."""
        try:
            found = _evaluate(self._tree, scope)
        except _Empty:
            return None
        if isinstance(found, Mapping):
            raise FormulaError(f"{self.text!r} is a group, not a value", "name one of its entries")
        return found


@lru_cache(maxsize=512)
def read(text: str) -> Formula:
    """Read a formula. Raises FormulaError for anything that is not in the language."""
    if len(text) > LONGEST:
        raise FormulaError(f"the formula has more than {LONGEST} characters", "split it into several values")
    try:
        tree = ast.parse(text.strip(), mode="eval").body
        nodes = sum(1 for _ in ast.walk(tree))
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        raise FormulaError(f"{text!r} is not a formula", "compare it with one that works") from error
    if nodes > _NODES:
        raise FormulaError(f"the formula has more than {_NODES} parts", "split it into several values")
    _check(tree, 0)
    return Formula(text, tuple(dict.fromkeys(_names(tree))), tree)


def _check(node: ast.expr, depth: int) -> None:  # noqa: C901 (one case for each kind)
    if depth > _DEEPEST:
        raise FormulaError("the formula is nested too deep", "split it into several values")
    match node:
        case ast.Constant(value=int() | float() | str() as value) if not isinstance(value, bool):
            if not isinstance(value, str) and not abs(value) <= _LARGEST:
                raise FormulaError(f"{value} is too large", "use smaller numbers")
        case ast.Name() | ast.IfExp() | ast.Attribute() | ast.Subscript():
            pass
        case ast.BinOp(op=op) | ast.UnaryOp(op=op) if isinstance(op, (*_ARITHMETIC, ast.USub, ast.UAdd)):
            pass
        case ast.Compare(ops=ops) if all(isinstance(op, (*_COMPARE, ast.Eq, ast.NotEq)) for op in ops):
            pass
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in _CALLS:
            least, most, _ = _CALLS[name]
            if not least <= len(args) <= most:
                raise FormulaError(f"{name} has {len(args)} values", f"give it {least} or more")
        case _:
            what = f"{ast.unparse(node)!r} is not allowed in a formula"
            known = ", ".join(FUNCTIONS)
            raise FormulaError(what, f"use numbers, names, + - * / //, comparisons, if-else and {known}")
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr) and not (isinstance(node, ast.Call) and child is node.func):
            _check(child, depth + 1)


def _names(node: ast.AST) -> Iterator[tuple[str, ...]]:
    """The dotted paths in a formula; of look-ups the part before the bracket and the index apart."""
    path = _path(node)
    if path:
        yield path
        return
    for child in ast.iter_child_nodes(node):
        if not (isinstance(node, ast.Call) and child is node.func):
            yield from _names(child)


def _path(node: ast.AST) -> tuple[str, ...]:
    if isinstance(node, ast.Name):
        return (node.id,)
    if isinstance(node, ast.Attribute) and (inner := _path(node.value)):
        return (*inner, node.attr)
    return ()


def _evaluate(node: ast.expr, scope: Mapping[str, Value]) -> Value:  # noqa: C901 (one case for each kind)
    match node:
        case ast.Constant(value=str() as text):
            return text
        case ast.Constant(value=int() | float() as number):
            return Fraction(str(number))
        case ast.Name(id=name):
            return _entry(scope, name, name)
        case ast.Attribute(value=inner, attr=name):
            return _entry(_evaluate(inner, scope), name, ast.unparse(node))
        case ast.Subscript(value=inner, slice=index):
            key = _evaluate(index, scope)
            if isinstance(key, Mapping):
                raise FormulaError(f"{ast.unparse(index)!r} is a group, not a key", "name one of its entries")
            return _entry(_evaluate(inner, scope), shown(key), ast.unparse(node))
        case ast.UnaryOp(op=op, operand=inner):
            operand = _number(inner, scope)
            return -operand if isinstance(op, ast.USub) else operand
        case ast.BinOp(left=left, op=op, right=right):
            return _apply(type(op), _number(left, scope), _number(right, scope), node)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return _evaluate(body if _number(test, scope) else orelse, scope)
        case ast.Compare():
            return _compare(node, scope)
        case ast.Call(func=ast.Name(id=name), args=args):
            return _CALLS[name][2](*(_number(arg, scope) for arg in args))
    raise FormulaError(f"{ast.unparse(node)!r} is not allowed in a formula", "take it out")


def _compare(node: ast.Compare, scope: Mapping[str, Value]) -> Fraction:
    first = _evaluate(node.left, scope)
    for op, other in zip(node.ops, node.comparators, strict=True):
        second = _evaluate(other, scope)
        if isinstance(op, ast.Eq | ast.NotEq):
            true = (first == second) == isinstance(op, ast.Eq)
        elif isinstance(first, Fraction) and isinstance(second, Fraction):
            true = _COMPARE[type(op)](first, second)
        else:
            raise FormulaError(f"{ast.unparse(node.left)!r} is not a number", "compare numbers")
        if not true:
            return Fraction(0)
        first = second
    return Fraction(1)


def _number(node: ast.expr, scope: Mapping[str, Value]) -> Fraction:
    value = _evaluate(node, scope)
    if not isinstance(value, Fraction):
        raise FormulaError(f"{ast.unparse(node)!r} is not a number", "name a number, or one part of a die")
    return value


def _apply(kind: type[ast.operator], a: Fraction, b: Fraction, node: ast.expr) -> Fraction:
    if b == 0 and kind in (ast.Div, ast.FloorDiv):
        raise FormulaError(f"{ast.unparse(node)!r} divides by zero", "see to it that the divisor is not 0")
    result = _ARITHMETIC[kind](a, b)
    if abs(result) > _LARGEST or result.denominator > _LARGEST:
        raise FormulaError(f"{ast.unparse(node)!r} is too large", "use smaller numbers")
    return result


def _entry(group: Value, name: str, path: str) -> Value:
    if not isinstance(group, Mapping):
        raise FormulaError(f"{path!r} is not there", "its left part has no entries")
    if name not in group:
        raise FormulaError(f"there is no {path!r} ({name!r} is unknown)", nearest(name, map(str, group)))
    value = group[name]
    if value is None:
        raise _Empty
    return value


_HOLE = re.compile(r"\{([^{}]+)\}")


def holes(pattern: str) -> tuple[Formula, ...]:
    """The formulas in the braces of a pattern such as ``{strength.dice}d{strength.die}``."""
    return tuple(read(text) for text in _HOLE.findall(pattern))


def fill(pattern: str, scope: Mapping[str, Value], decimal: str = ".") -> str:
    """The pattern with its formulas' results; empty if one of them is not filled in. Raises FormulaError."""
    parts = []
    for i, part in enumerate(_HOLE.split(pattern)):
        value = read(part).value(scope) if i % 2 else part
        if value is None:
            return ""
        parts.append(shown(value, decimal if i % 2 else "."))
    return "".join(parts)


def shown(value: Fraction | str | None, decimal: str = ".") -> str:
    """A value as it is printed: ``18``, ``13.5``, ``-2`` with a true minus, ``1/3``."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    # Decimals end if the denominator divides a power of ten.
    ends = value.denominator > 1 and 10 ** value.denominator.bit_length() % value.denominator == 0
    text = f"{float(value):.10f}".rstrip("0") if ends else str(value)
    return text.replace("-", "−").replace(".", decimal)
