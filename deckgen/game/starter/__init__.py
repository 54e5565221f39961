"""A new game to start from: a copy of the small one in this folder, or of any other, with a new name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import yaml

from deckgen.game.entries import SCHEMA

FOLDER = Path(__file__).parent
"""The small game: every key has a comment."""

_NAME = re.compile(r"(?=.{1,60}\Z)[a-z0-9]+(-[a-z0-9]+)*")
_NAMED = re.compile(r"^(# yaml-language-server: \$schema=).*?([^/\s]+)$", re.MULTILINE)
_IDS = (("game", "id"), ("game",))
_TITLES = (("game", "title"), ("title",))
_Keys = tuple[str, ...]


def valid_name(name: str) -> bool:
    """Return whether a game can have this id and folder name: lowercase letters, digits, single hyphens."""
    return _NAME.fullmatch(name) is not None


def starter(base: Path, name: str, *schemas: Path) -> dict[str, bytes]:
    """Return the files of a new game copied from the one in ``base``, by path relative to its folder.

    They are its YAML and its sheet's, comments included, with ``name`` as the id and a title made from it,
    its CSV tables, and its solutions, so that it builds at once. The schemas that the YAML names (the game's,
    or one of ``schemas``) are copied beside it, where editors find them.
    """
    schemas_by_name = {schema.name: schema for schema in (SCHEMA, *schemas)}
    files: dict[str, bytes] = {}
    for path in (*sorted(base.glob("*.yaml")), *sorted(base.glob("sheet/*.yaml"))):
        text, place = renamed(path.read_text(encoding="utf-8"), name), path.relative_to(base)
        files[place.as_posix()] = text.encode()
        for _, schema in _NAMED.findall(text):
            files[place.with_name(schema).as_posix()] = schemas_by_name[schema].read_bytes()
    more_paths = sorted((*base.glob("*.csv"), *base.glob("*.lock.json")))
    return files | {path.name: path.read_bytes() for path in more_paths}


def renamed(text: str, name: str) -> str:
    """Return the text of a game's or sheet's file with ``name`` as id, a title made of it, and its schema beside it."""
    title = name.replace("-", " ").title()
    for path, node in reversed(list(_scalars(yaml.compose(text, Loader=yaml.SafeLoader), ()))):
        word = name if path in _IDS else title if path in _TITLES or _is_title(path) else None
        if word is not None:
            text = text[: node.start_mark.index] + f'"{word}"' + text[node.end_mark.index :]
    return _NAMED.sub(r"\1\2", text)


def _is_title(path: _Keys) -> bool:
    """Return whether a key path leads to a translation of the game's title."""
    return path[:1] == ("translations",) and path[2:] == ("game.title",)


def _scalars(node: yaml.Node | None, path: _Keys) -> Iterator[tuple[_Keys, yaml.ScalarNode]]:
    """Yield (keys, node) for every scalar inside mappings, in the order of the text."""
    if isinstance(node, yaml.ScalarNode):
        yield path, node
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield from _scalars(value, (*path, str(key.value)))
