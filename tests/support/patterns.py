"""The regular expressions of the package, and texts that are long in the ways in which one of them could take long."""

import ast
import importlib
import json
import re
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from re import _constants, _parser  # the parts that a pattern is made of
from typing import Any

_METHODS = {"match", "fullmatch", "search", "sub", "split", "findall", "finditer"}
_ANYWHERE = {"sub", "split", "findall", "finditer", "search"}
_FEW = 100  # times that something may repeat and not count as endless
_SHORT = 300  # letters
_LONG = 0.01  # seconds of CPU for these; what is linear takes a thousandth of it


def patterns(trees: dict[str, ast.Module]) -> dict[str, set[tuple[str | bytes, int, str]]]:
    """By module: the patterns that it uses, their flags, and ``search``, ``match`` or ``fullmatch``."""
    found = defaultdict(set)
    for module, tree in trees.items():
        used = _used(tree)
        for name, method, call in _calls(tree):
            pattern = call.args[0]
            ways = used.get(name, {"search"}) if method == "compile" else {method}
            if isinstance(pattern, ast.Constant):
                flags = sum({_flags(each) for each in call.args[1:]} if method == "compile" else ())
                each = [(pattern.value, flags)]
            else:  # put together of others: what became of it
                known = vars(importlib.import_module(module)).values()
                each = [(one.pattern, one.flags & ~re.UNICODE) for one in _compiled(known)]
            found[module] |= {(*one, "search" if way in _ANYWHERE else way) for one in each for way in ways}
    return found


def _calls(tree: ast.Module) -> Iterator[tuple[str, str, ast.Call]]:
    """The calls of ``re`` with the names that they are assigned to."""
    named = {
        call: target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for targets, values in [_both(node)]
        for target, call in zip(targets, values, strict=False)
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            of = node.func.value
            if isinstance(of, ast.Name) and of.id == "re" and node.func.attr in _METHODS | {"compile"}:
                yield named.get(node, ""), node.func.attr, node


def _both(node: ast.Assign) -> tuple[list[ast.expr], list[ast.expr]]:
    target = node.targets[0]
    if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
        return target.elts, node.value.elts
    return [target], [node.value]


def _used(tree: ast.Module) -> dict[str, set[str]]:
    """By name of a pattern, what is done with it."""
    found = defaultdict(set)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in _METHODS:
            of = node.value
            name = of.id if isinstance(of, ast.Name) else getattr(of, "attr", "")
            found[name].add(node.attr)
    return found


def _flags(node: ast.expr) -> int:
    return eval(compile(ast.Expression(node), "", "eval"), {"re": re})  # noqa: S307 - flags in our own code


def _compiled(values: Iterable[Any]) -> Iterator[re.Pattern[Any]]:
    for value in values:
        if isinstance(value, re.Pattern):
            yield value
        elif isinstance(value, tuple):
            yield from _compiled(value)


def of_schemas(texts: Iterable[str]) -> set[str]:
    """The patterns in JSON Schemas."""
    found: set[str] = set()

    def look(value: Any) -> None:
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            if key == "pattern" and isinstance(each, str):
                found.add(each)
            elif isinstance(each, dict | list):
                look(each)

    for text in texts:
        look(json.loads(text))
    return found


def slow(pattern: str | bytes, flags: int, way: str) -> str | None:
    """The beginning of a text on which a pattern takes much longer than it is long; None if none was found."""
    compiled = re.compile(pattern, flags)
    if not _repeats(_parser.parse(pattern, flags)):
        return None
    for pump in _pumps(pattern, flags):
        for head in ("", pump[0]):
            if _grows(compiled, way, pump, head):
                return head + pump * 3
    return None


def _grows(compiled: re.Pattern[Any], way: str, pump: str, head: str) -> bool:
    """Whether four times the text takes much more than four times as long."""

    def took(length: int) -> float:
        return _time(compiled, way, head + pump * (length // len(pump)) + "\x00")

    if (first := took(_SHORT)) > _LONG:  # or else the machine does something at that moment
        return first > 100 * _LONG or min(took(_SHORT) for _ in range(3)) > _LONG
    if took(4 * _SHORT) < _LONG / 50:
        return False
    short, long = (min(took(length) for _ in range(5)) for length in (_SHORT, 4 * _SHORT))
    return long > max(8 * short, _LONG / 50)


def _time(compiled: re.Pattern[Any], way: str, text: str) -> float:
    content = text.encode("latin-1", "ignore") if isinstance(compiled.pattern, bytes) else text
    start = time.process_time()
    list(compiled.finditer(content)) if way == "search" else getattr(compiled, way)(content)
    return time.process_time() - start


def _pumps(pattern: str | bytes, flags: int) -> list[str]:
    """What repeats in hostile texts: runs of letters that stand in the pattern, a letter of each of its classes, and both."""
    runs, letters = {""}, {" ", "a", "0"}

    def look(parts: Any) -> None:
        run = ""
        for kind, value in parts:
            if kind is _constants.LITERAL:
                run += chr(value)
                letters.add(chr(value))
                continue
            runs.add(run)
            run = ""
            if kind is _constants.IN:
                letters.update(chr(each) for one, each in value if one is _constants.LITERAL)
                letters.update(chr(each[0]) for one, each in value if one is _constants.RANGE)
            for inner in _inner(kind, value):
                look(inner)
        runs.add(run)

    look(_parser.parse(pattern, flags))
    both = (run + letter for run in runs for letter in ("", *sorted(letters)[:6]))
    return sorted({*letters, *both} - {""})


def _repeats(parts: Any) -> bool:
    """Whether anything in a pattern may stand there without end."""
    return any(
        (kind in (_constants.MAX_REPEAT, _constants.MIN_REPEAT) and value[1] > _FEW)
        or any(map(_repeats, _inner(kind, value)))
        for kind, value in parts
    )


def _inner(kind: Any, value: Any) -> Iterator[Any]:
    if kind is _constants.BRANCH:
        yield from value[1]
    elif kind in (_constants.MAX_REPEAT, _constants.MIN_REPEAT, _constants.SUBPATTERN):
        yield value[-1]
    elif kind in (_constants.ASSERT, _constants.ASSERT_NOT):
        yield value[1]
