"""Files that people write in YAML: games, themes, print targets, characters.

A ``Source`` is a file's data with its lines, a ``Spot`` one value of it, so that what is wrong can be told
with file, line and path. ``check`` holds a file against a JSON Schema. How YAML is read: ``yaml_dialect``.
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
from deckgen.yaml_dialect import Real, Steps, dotted, parse

_RIGHT = "right"
"""What the cache has of files that were found right."""


def exact(value: int | float | str) -> Fraction:  # noqa: PYI041 - a Real is what stands in most files
    """The exact number that was written: ``5``, ``0.6``, ``"1/20"``. Raises ValueError if it is none."""
    if isinstance(value, str):
        return parse_fraction(value)
    return value.exact if isinstance(value, Real) else Fraction(value)


@record
class Source:
    """A YAML file: ``data``, which nobody changes, is dicts with text keys, lists, str, int, Real, bool and None.

    ``digest`` is the SHA-256 of the file's bytes. Data that was no YAML has no lines.
    """

    path: Path
    data: Any
    digest: bytes = field(repr=False, default=b"")
    _root: yaml.Node | None = field(repr=False, compare=False, default=None)
    _lines: dict[yaml.Node, Mapping[str | int, tuple[int, yaml.Node]]] = field(
        repr=False, compare=False, default_factory=dict
    )

    def line(self, path: Steps) -> int | None:
        """The line, from 1, of a key or list item; of the nearest thing around it if it is missing."""
        if self._root is None:
            return None
        node, line = self._root, self._root.start_mark.line
        for step in path:
            found = self._children(node).get(step if isinstance(node, yaml.SequenceNode) else str(step))
            if found is None:
                break
            line, node = found
        return int(line) + 1

    def _children(self, node: yaml.Node) -> Mapping[str | int, tuple[int, yaml.Node]]:
        if node not in self._lines:
            found: dict[str | int, tuple[int, yaml.Node]] = {}
            if isinstance(node, yaml.MappingNode):
                for key, value in node.value:
                    found.setdefault(
                        key.value if isinstance(key, yaml.ScalarNode) else "", (key.start_mark.line, value)
                    )
            elif isinstance(node, yaml.SequenceNode):
                found |= {i: (each.start_mark.line, each) for i, each in enumerate(node.value)}
            self._lines[node] = found
        return self._lines[node]

    def called(self, path: Steps) -> str:
        return dotted(path)

    def spot(self, *path: str | int) -> Spot:
        return Spot(self, (), self.data).at(*path)


@record
class Spot:
    """A value and where it stands, so that what is wrong with it can be told with file and line."""

    source: Source
    path: Steps
    value: Any

    def at(self, *steps: str | int) -> Spot:
        value = self.value
        for step in steps:
            value = value[step]
        return Spot(self.source, self.path + steps, value)

    def get(self, key: str, default: Any = None) -> Any:
        return self.value.get(key, default)

    def items(self, key: str | None = None) -> list[Spot]:
        """The entries of this list or mapping, or of that under one of its keys; none if the key is missing."""
        if key is not None:
            return self.at(key).items() if key in self.value else []
        steps = self.value if isinstance(self.value, dict) else range(len(self.value))
        return [self.at(step) for step in steps]

    @property
    def name(self) -> str:
        """The key or index that leads to it, as text."""
        return str(self.path[-1])

    @property
    def place(self) -> str:
        """``file:line``, for messages about another place."""
        return f"{self.source.path}:{self.source.line(self.path)}"

    def file_named(
        self, problems: Problems, name: str | None = None, within: Path | None = None
    ) -> Path | None:
        """The path that this text names, or ``name``, from the folder of its file; None, with a problem, if it may not.

        ``within`` is the folder that it must lie in; see ``reach.named``.
        """
        try:
            return resolve_named(self.value if name is None else name, self.source.path.parent, within)
        except OutOfReachError as error:
            self.blame(problems, error.message, error.remedy)
            return None

    def check_name(
        self, known: Collection[str], problems: Problems, what: str, name: str | None = None
    ) -> bool:
        """Return whether the value, or ``name``, is one of the names; if not, add a problem: ``what``, such as "there is no deck"."""
        name = str(self.value) if name is None else name
        if name in known:
            return True
        self.blame(problems, f'{what} "{name}"', suggest(name, [*known]))
        return False

    def blame(self, problems: Problems, what: str, remedy: str) -> None:
        source = self.source
        problems.add(source.path, source.line(self.path), source.called(self.path), what, remedy)


def read_yaml(path: Path, kind: type[DeckgenError] = DeckgenError, within: Path | None = None) -> Source:
    """Read a YAML file, which must lie in the folder ``within`` once links are followed, if that is given.

    Raises ``kind`` with every problem found: what cannot be read, is not UTF-8 or YAML, or is refused here.
    """
    if within is not None:
        check_reach(path, within, kind)
    return from_bytes(path, read_bytes(path, kind, YAML), kind)


def from_bytes(path: Path, content: bytes, kind: type[DeckgenError]) -> Source:
    """The same of the bytes of a file, whose ``path`` is only told."""
    source, problems = _parsed(path, content)
    problems.raise_as(kind)
    assert source is not None
    return source


@lru_cache(
    maxsize=256
)  # a build reads the files of a game for its decks, for its sheet and for the words of that
def _parsed(path: Path, content: bytes) -> tuple[Source | None, Problems]:
    problems = Problems()
    data, root = parse(path, content, problems)
    sound = Source(path, data, hashlib.sha256(content).digest(), root) if root is not None else None
    return sound, problems


def check(source: Source, schema: Path, problems: Problems) -> frozenset[Steps]:
    """Check a file against a JSON Schema (draft 2020-12); add what is wrong and return the paths of it.

    A file that was found right is remembered in the cache by its content, the schema's and deckgen's
    version, so that jsonschema, which is slow to import, is needed only after a change.
    """
    rules = schema.read_bytes()
    known = hashlib.sha256(deckgen.__version__.encode() + b"\0" + source.digest + rules).hexdigest()
    if source.digest and read_cached(_RIGHT, known) is not None:
        return frozenset()
    from deckgen.schema_problems import find  # noqa: PLC0415 - imports jsonschema

    found = find(source.data, rules)
    for path, what, remedy in found:
        problems.add(source.path, source.line(path), dotted(path), what, remedy)
    if source.digest and not found:
        write_cached(_RIGHT, known, b"")
    return frozenset(path for path, _, _ in found)


__all__ = ["Real", "Source", "Spot", "Steps", "check", "dotted", "exact", "read_yaml"]
