"""A game to start from: the small one in this folder, or any other, under a name of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import yaml

from deckgen.game.parts import SCHEMA

FOLDER = Path(__file__).parent
"""The small game: every key has a remark."""

_NAME = re.compile(r"(?=.{1,60}\Z)[a-z0-9]+(-[a-z0-9]+)*")
_NAMED = re.compile(r"^(# yaml-language-server: \$schema=).*?([^/\s]+)$", re.MULTILINE)
_IDS = (("game", "id"), ("game",))
_TITLES = (("game", "title"), ("title",))
_Keys = tuple[str, ...]


def valid_name(name: str) -> bool:
    """Whether a game can have this id and its folder this name: small letters, digits, single hyphens."""
    return _NAME.fullmatch(name) is not None


def starter(base: Path, name: str, *schemas: Path) -> dict[str, bytes]:
    """The files of a new game like the one in ``base``, by their paths in its folder.

    These are its YAML and that of its sheet, remarks kept, with ``name`` as the id and a title made of it, its
    tables in CSV, and its solutions, so that it builds at once. The schemas that the YAML names (the game's own,
    or one of ``schemas``) stand beside it, so that editors find them wherever the folder is.
    """
    known = {schema.name: schema for schema in (SCHEMA, *schemas)}
    files: dict[str, bytes] = {}
    for path in (*sorted(base.glob("*.yaml")), *sorted(base.glob("sheet/*.yaml"))):
        text, place = renamed(path.read_text(encoding="utf-8"), name), path.relative_to(base)
        files[place.as_posix()] = text.encode()
        for _, schema in _NAMED.findall(text):
            files[place.with_name(schema).as_posix()] = known[schema].read_bytes()
    others = sorted((*base.glob("*.csv"), *base.glob("*.lock.json")))
    return files | {path.name: path.read_bytes() for path in others}


def renamed(text: str, name: str) -> str:
    """A file of a game or a sheet with another id and title, its schema beside it, all else as it was."""
    title = name.replace("-", " ").title()
    for path, node in reversed(list(_scalars(yaml.compose(text, Loader=yaml.SafeLoader), ()))):
        word = name if path in _IDS else title if path in _TITLES or _is_title(path) else None
        if word is not None:
            text = text[: node.start_mark.index] + f'"{word}"' + text[node.end_mark.index :]
    return _NAMED.sub(r"\1\2", text)


def _is_title(path: _Keys) -> bool:
    """Whether the game's title is translated here."""
    return path[:1] == ("translations",) and path[2:] == ("game.title",)


def _scalars(node: yaml.Node | None, path: _Keys) -> Iterator[tuple[_Keys, yaml.ScalarNode]]:
    """The single values inside mappings with the keys that lead to them, in the order of the text."""
    if isinstance(node, yaml.ScalarNode):
        yield path, node
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield from _scalars(value, (*path, str(key.value)))
