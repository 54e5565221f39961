"""The YAML that deckgen accepts, and parsing it.

It is the core schema of YAML 1.2: ``yes``, ``no``, ``on``, ``off``, dates, ``1:30``, ``007`` and ``1e5`` are
text; only ``true`` and ``false`` are booleans. Keys are always text (``10: d10`` has the key ``"10"``).
Decimals keep their digits (``ExactFloat``). Tags, merge keys, repeated keys and further documents are
refused; anchors are allowed, within limits.
"""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any, Self

import yaml

from deckgen.errors import Problems
from deckgen.reading import YAML

try:
    from yaml import CSafeLoader as _Base
except ImportError:  # PyYAML without libyaml: slower, the same results
    from yaml import SafeLoader as _Base  # type: ignore[assignment]

KeyPath = tuple[str | int, ...]
"""Keys of mappings and indexes of lists that lead to a value, outermost first."""

_MOST_VALUES = 50_000  # values of a file, counted again at every alias
_DEEPEST = 40
_SAFE_DEPTH = 2_000  # levels that a stack of 1 MB holds; each takes one of the characters [{-?: at least

_TOO_DEEP = "lists nested too deep"

_TAG = "tag:yaml.org,2002:"
_INTEGER = "(?:0|[1-9][0-9]{0,17})"
_RULES = (
    ("null", re.compile(r"(?:~|null|Null|NULL|)\Z"), ["~", "n", "N", ""]),
    ("bool", re.compile(r"(?:true|True|TRUE|false|False|FALSE)\Z"), list("tTfF")),
    ("int", re.compile(rf"[-+]?{_INTEGER}\Z"), list("-+0123456789")),
    ("float", re.compile(rf"[-+]?(?:{_INTEGER}\.[0-9]{{0,18}}|\.[0-9]{{1,18}})\Z"), list("-+.0123456789")),
    ("merge", re.compile(r"<<\Z"), ["<"]),
)
_FORMS = {_TAG + name: rule for name, rule, _ in _RULES}


class _Loader(_Base):
    yaml_implicit_resolvers = {  # noqa: RUF012 - PyYAML reads it from the class
        first: [(_TAG + name, rule) for name, rule, firsts in _RULES if first in firsts]
        for first in {first for _, _, firsts in _RULES for first in firsts}
    }


class ExactFloat(float):
    """A decimal number that keeps its text: a float for drawing, ``exact`` for odds."""

    __slots__ = ("text",)
    text: str

    def __new__(cls, text: str) -> Self:
        self = super().__new__(cls, text)
        self.text = text
        return self

    @property
    def exact(self) -> Fraction:
        """The number exactly as written."""
        return Fraction(self.text)


def format_path(path: KeyPath) -> str:
    """Return a key path as text: ``sections.clock.outcomes[2].value``."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).removeprefix(".")


def parse_yaml(path: Path, content: bytes, problems: Problems) -> tuple[Any, yaml.Node | None]:
    """Return a YAML file's data and its root node; None for both, or for refused values, with problems added."""
    if len(content) > YAML.bytes:
        problems.add(path, None, "", f"there are more than {YAML.bytes:,} bytes", "split it into several files")
        return None, None
    root = None
    try:
        root = _compose(content.decode("utf-8-sig"))
        if root is None or (isinstance(root, yaml.ScalarNode) and not root.value):
            problems.add(path, 1, "", "the file is empty", "fill it, or delete it")
            return None, None
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        problems.add(path, line, "", "this is not UTF-8 text", "save the file with the encoding UTF-8")
    except yaml.YAMLError as error:
        problems.add(path, *_yaml_problem(error, content))
    except RecursionError:  # PyYAML without libyaml holds fewer levels
        problems.add(path, None, "", f"this is not YAML: {_TOO_DEEP}", "use fewer levels")
    return (_Builder(path, problems).value(root, ()) if root else None), root


def _compose(text: str) -> yaml.Node | None:
    """Return the root node of a YAML text; None if it is empty. Raises YAMLError, also for several documents."""
    if sum(map(text.count, "[{-?:")) > _SAFE_DEPTH:
        _check_depth(text)
    loader = _Loader(text)
    try:
        node: yaml.Node | None = loader.get_single_node()
    finally:
        loader.dispose()
    return node


def _check_depth(text: str) -> None:
    """Raise YAMLError for nesting so deep that composing it would overflow the stack."""
    depth = 0
    for event in yaml.parse(text, Loader=_Loader):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > _SAFE_DEPTH:
            mark: Any = event.start_mark  # the C parser has its own class of marks
            raise yaml.MarkedYAMLError(problem=_TOO_DEEP, problem_mark=mark)


def _yaml_problem(error: yaml.YAMLError, content: bytes) -> tuple[int | None, str, str, str]:
    """Return line, key path, message and remedy for an error of PyYAML."""
    text = content.decode("utf-8-sig")
    if isinstance(error, yaml.reader.ReaderError):
        line = text.count("\n", 0, error.position) + 1
        character = error.character if isinstance(error.character, str) else chr(error.character)
        return line, "", f"the character {character!r} is not allowed in YAML", "delete it"
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or "it cannot be parsed"
    message = (
        f"this is not YAML: {_TOO_DEEP if 'nesting depth' in problem else problem}"  # libyaml 0.2.6 has a limit, too
    )
    if mark is None:
        return None, "", message, "compare it with a file that works"
    remedy = "check quotes, colons, brackets and the depth of indentation here and just above"
    lines = text.split("\n")
    if "single document" in (getattr(error, "context", None) or ""):
        message, remedy = "there is a second document", "keep one document a file: delete the line ---"
    elif mark.line < len(lines) and "\t" in lines[mark.line][: mark.column + 1]:
        remedy = "indent with spaces, not with tabs"
    return mark.line + 1, "", message, remedy


class _Builder:
    """Turns nodes into plain data, and adds problems for what is not accepted."""

    def __init__(self, path: Path, problems: Problems) -> None:
        self._path, self._problems = path, problems
        self._remaining = _MOST_VALUES

    def value(self, node: yaml.Node, path: KeyPath) -> Any:
        """Return the data of a node; None, with a problem added, where it is refused."""
        self._remaining -= 1
        if self._remaining <= 0 or len(path) > _DEEPEST:
            return self._too_much(node, path)
        tag = node.tag
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(node, path)
        if isinstance(node, yaml.MappingNode) and tag == _TAG + "map":
            return self._mapping(node, path)
        if isinstance(node, yaml.SequenceNode) and tag == _TAG + "seq":
            return [self.value(child, (*path, index)) for index, child in enumerate(node.value)]
        return self._report(node, path, f"the tag {_short(tag)} is not allowed", "delete the tag")

    def _scalar(self, node: yaml.ScalarNode, path: KeyPath) -> Any:
        """Return text, number, bool or None; None, with a problem, for another tag or one that does not fit."""
        tag, text = node.tag, node.value
        if tag == _TAG + "str":
            return text
        form = _FORMS.get(tag)
        if form is None or not form.match(text):
            return self._report(node, path, f"the tag {_short(tag)} is not allowed", "delete the tag")
        if tag == _TAG + "int":
            return int(text)
        if tag == _TAG + "float":
            return ExactFloat(text)
        if tag == _TAG + "bool":
            return text[0] in "tT"
        return text if tag == _TAG + "merge" else None

    def _mapping(self, node: yaml.MappingNode, path: KeyPath) -> dict[str, Any]:
        """Return the dict of a mapping, without keys that are refused, for which problems are added."""
        values: dict[str, Any] = {}
        lines: dict[str, int] = {}
        for key, child in node.value:
            if not isinstance(key, yaml.ScalarNode) or key.tag not in (_TAG + "str", *_FORMS):
                self._report(key, path, "a key is not plain text", "write a word before the colon")
                continue
            name = key.value
            if key.tag == _TAG + "merge":
                self._report(key, path, "merge keys (<<) are not allowed", "write the keys out")
            elif name in values:
                message = f'duplicate key "{name}", first in line {lines[name]}'
                self._report(key, (*path, name), message, "keep one of the two")
            else:
                lines[name] = key.start_mark.line + 1
                values[name] = self.value(child, (*path, name))
        return values

    def _too_much(self, node: yaml.Node, path: KeyPath) -> None:
        """Add the problem once, then read everything further as null."""
        if self._remaining > -_MOST_VALUES:
            message = f"{_TOO_DEEP}, or anchors that multiply"
            self._report(node, path[:3], message, "use fewer levels and fewer anchors")
        self._remaining = -_MOST_VALUES

    def _report(self, node: yaml.Node, path: KeyPath, message: str, remedy: str) -> None:
        self._problems.add(self._path, node.start_mark.line + 1, format_path(path), message, remedy)


def _short(tag: str) -> str:
    return "!!" + tag.removeprefix(_TAG) if tag.startswith(_TAG) else tag
