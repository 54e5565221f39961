"""Files that people write in YAML: games, themes, print targets, characters.

A ``YamlFile`` is a file's data with its lines, a ``YamlValue`` one value in it, so that errors have a file, a
line and a key path. ``check_schema`` checks a file against a JSON Schema. ``yaml_dialect`` defines which YAML
is accepted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import field
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

import deckgen
from deckgen.cache import read_cached, write_cached
from deckgen.errors import DeckgenError, Problems, suggest
from deckgen.numbers import parse_fraction
from deckgen.reach import OutOfReachError, check_reach, resolve_named
from deckgen.reading import YAML, read_bytes
from deckgen.records import record
from deckgen.yaml_dialect import ExactFloat, KeyPath, format_path, parse_yaml

_VALID = "right"
"""The cache kind of files that fit their schema."""


def to_fraction(value: int | float | str) -> Fraction:  # noqa: PYI041 - most numbers in files are ExactFloat
    """Return a number from YAML exactly: ``5``, ``0.6`` or ``"1/20"``. Raises ValueError for other text."""
    if isinstance(value, str):
        return parse_fraction(value)
    return value.exact if isinstance(value, ExactFloat) else Fraction(value)


@record
class YamlFile:
    """A YAML file: its ``data`` is dicts with text keys, lists, str, int, ExactFloat, bool and None.

    Do not change ``data``. ``digest`` is the SHA-256 of the file's bytes. Data that is not from YAML has no lines.
    """

    path: Path
    data: Any
    digest: bytes = field(repr=False, default=b"")
    _root: yaml.Node | None = field(repr=False, compare=False, default=None)
    _lines: dict[yaml.Node, Mapping[str | int, tuple[int, yaml.Node]]] = field(
        repr=False, compare=False, default_factory=dict
    )

    def line(self, path: KeyPath) -> int | None:
        """Return the line, from 1, of a key path, or of its nearest existing parent. None if the file has no lines."""
        if self._root is None:
            return None
        node, line = self._root, self._root.start_mark.line
        for step in path:
            entry = self._children(node).get(step if isinstance(node, yaml.SequenceNode) else str(step))
            if entry is None:
                break
            line, node = entry
        return int(line) + 1

    def _children(self, node: yaml.Node) -> Mapping[str | int, tuple[int, yaml.Node]]:
        """Return (line from 0, node) of a node's values by key or index; empty for a scalar. Cached."""
        if node not in self._lines:
            children: dict[str | int, tuple[int, yaml.Node]] = {}
            if isinstance(node, yaml.MappingNode):
                for key, value in node.value:
                    children.setdefault(
                        key.value if isinstance(key, yaml.ScalarNode) else "", (key.start_mark.line, value)
                    )
            elif isinstance(node, yaml.SequenceNode):
                children |= {i: (child.start_mark.line, child) for i, child in enumerate(node.value)}
            self._lines[node] = children
        return self._lines[node]

    def format_path(self, path: KeyPath) -> str:
        return format_path(path)

    def at(self, *path: str | int) -> YamlValue:
        """Return the value at a key path. Raises KeyError or IndexError."""
        return YamlValue(self, (), self.data).at(*path)


@record
class YamlValue:
    """A value in a YAML file with its key path, so that an error can name file and line."""

    source: YamlFile
    path: KeyPath
    value: Any

    def at(self, *steps: str | int) -> YamlValue:
        """Return the value further inside, at these keys and indexes. Raises KeyError or IndexError."""
        value = self.value
        for step in steps:
            value = value[step]
        return YamlValue(self.source, self.path + steps, value)

    def get(self, key: str, default: Any = None) -> Any:
        """Return the plain value under a key of this mapping, or ``default``."""
        return self.value.get(key, default)

    def items(self, key: str | None = None) -> list[YamlValue]:
        """Return the entries of this list or mapping, or of the one under ``key``; empty if the key is missing."""
        if key is not None:
            return self.at(key).items() if key in self.value else []
        steps = self.value if isinstance(self.value, dict) else range(len(self.value))
        return [self.at(step) for step in steps]

    @property
    def name(self) -> str:
        """The last key or index of its path, as text."""
        return str(self.path[-1])

    @property
    def location(self) -> str:
        """``file:line``, for messages that refer to another location."""
        return f"{self.source.path}:{self.source.line(self.path)}"

    def resolve_file(self, problems: Problems, name: str | None = None, within: Path | None = None) -> Path | None:
        """Return the path that this text, or ``name``, gives relative to its file; it need not exist.

        None, with a problem added, if it may not be read. ``within``: as in ``resolve_named``.
        """
        try:
            return resolve_named(self.value if name is None else name, self.source.path.parent, within)
        except OutOfReachError as error:
            self.report(problems, error.message, error.remedy)
            return None

    def check_name(self, names: Collection[str], problems: Problems, complaint: str, name: str | None = None) -> bool:
        """Return whether the value, or ``name``, is in ``names``; else add a problem that begins with ``complaint``."""
        name = str(self.value) if name is None else name
        if name in names:
            return True
        self.report(problems, f'{complaint} "{name}"', suggest(name, [*names]))
        return False

    def report(self, problems: Problems, message: str, remedy: str, excerpt: str = "") -> None:
        """Add a problem with this value."""
        source = self.source
        problems.add(source.path, source.line(self.path), source.format_path(self.path), message, remedy, excerpt)


def read_yaml(path: Path, kind: type[DeckgenError] = DeckgenError, within: Path | None = None) -> YamlFile:
    """Read a YAML file, which must be in the folder ``within``, with links followed, if that is given.

    Raises ``kind`` with every problem: the file is unreadable, no UTF-8, no YAML, or not deckgen's YAML.
    """
    if within is not None:
        check_reach(path, within, kind)
    return parse_yaml_file(path, read_bytes(path, kind, YAML), kind)


def parse_yaml_file(path: Path, content: bytes, kind: type[DeckgenError]) -> YamlFile:
    """Parse the bytes of a YAML file; ``path`` is for messages only. Raises ``kind`` as ``read_yaml`` does."""
    source, problems = _parse_cached(path, content)
    problems.raise_as(kind)
    assert source is not None
    return source


@lru_cache(maxsize=256)  # a build reads the files of a game for its decks, for its sheet and for the words of that
def _parse_cached(path: Path, content: bytes) -> tuple[YamlFile | None, Problems]:
    """Return a parsed file, None if it is no YAML at all, and its problems; cached by both."""
    problems = Problems()
    data, root = parse_yaml(path, content, problems)
    source = YamlFile(path, data, hashlib.sha256(content).digest(), root) if root is not None else None
    return source, problems


def check_schema(source: YamlFile, schema: Path, problems: Problems) -> frozenset[KeyPath]:
    """Check a file against a JSON Schema (draft 2020-12), add its problems, and return their key paths.

    That a file fits is cached by content, schema and deckgen's version, as jsonschema is slow to import.
    """
    schema_bytes = schema.read_bytes()
    fingerprint = hashlib.sha256(deckgen.__version__.encode() + b"\0" + source.digest + schema_bytes).hexdigest()
    if source.digest and read_cached(_VALID, fingerprint) is not None:
        return frozenset()
    from deckgen.schema_problems import find_problems  # noqa: PLC0415 - imports jsonschema

    schema_problems = find_problems(source.data, schema_bytes)
    for path, message, remedy in schema_problems:
        problems.add(source.path, source.line(path), format_path(path), message, remedy)
    if source.digest and not schema_problems:
        write_cached(_VALID, fingerprint, b"")
    return frozenset(path for path, _, _ in schema_problems)


__all__ = [
    "ExactFloat",
    "KeyPath",
    "YamlFile",
    "YamlValue",
    "check_schema",
    "format_path",
    "read_yaml",
    "to_fraction",
]
