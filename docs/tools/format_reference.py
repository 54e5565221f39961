"""The reference of the YAML formats, as Markdown, from their JSON Schemas.

``make docs`` writes docs/format.md anew; a test holds that file against what is made here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).resolve().parents[2]
FILE = _ROOT / "docs" / "format.md"
SCHEMAS = {
    "The game": "deckgen/game/game.schema.json",
    "The character sheet": "deckgen/sheet/sheet.schema.json",
    "The roster": "deckgen/sheet/roster.schema.json",
    "The theme of a layout": "deckgen/draw/theme.schema.json",
    "The print target": "deckgen/press/targets/target.schema.json",
}
"""By heading: the schema's file."""

_INTRO = """\
# The format, key by key

deckgen reads YAML 1.2 in UTF-8, checked against the JSON Schemas that come with it. A key that is
not here is refused, with the file, the line, and the closest known key. A step-by-step guide to these
keys is [make a game](make-a-game.md); how cards look in [make a layout](make-a-layout.md).

An editor that knows JSON Schema completes and checks while you write: `deckgen new` puts the schema beside the
files, and each file names it in its first line, `# yaml-language-server: $schema=game.schema.json`.

In the headings below, `NAME` is a name that you choose, `[]` an entry of a list. Keys in **bold** must be there.

<!-- made from the schemas by: make docs -->
"""

_TYPES = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
    "array": "a list",
}
Node = Mapping[str, Any]


def reference() -> str:
    """The whole reference."""
    return _INTRO + "".join(
        f"\n## {heading}\n\n{chapter(json.loads((_ROOT / file).read_bytes()))}" for heading, file in SCHEMAS.items()
    )


def chapter(schema: Node) -> str:
    """One format: what it is, then a table of keys for every mapping in it."""
    return "\n".join([f"{schema['description']}\n", *map(_table, _Tables(schema).all()), *_words(schema)])


def _words(schema: Node) -> list[str]:
    """What the texts and numbers look like that the tables name in a word."""
    told = {each["title"]: each["errorMessage"] for each in _nodes(schema) if {"title", "errorMessage"} <= each.keys()}
    lines = [f"| {_cell(title)} | {_cell(told[title])} |" for title in sorted(told)]
    return ["\n".join(["| what is taken | looks so |", "|---|---|", *lines]) + "\n"] if lines else []


def _nodes(node: Any) -> Iterator[Node]:
    if isinstance(node, dict):
        yield node
    for each in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _nodes(each)


@dataclass(frozen=True)
class KeyRow:
    """A key: whether it must be there, what it takes, and what it means."""

    key: str
    required: bool
    value: str
    meaning: str


@dataclass(frozen=True)
class KeyTable:
    """The keys of one mapping, which stands at ``place``."""

    place: str
    about: str
    rows: tuple[KeyRow, ...]


def _table(table: KeyTable) -> str:
    lines = [f"### {table.place}\n"] if table.place else []
    lines += [f"{table.about}\n"] if table.about and table.place else []
    lines += ["| key | takes | meaning |", "|---|---|---|"]
    for row in table.rows:
        key = f"**`{row.key}`**" if row.required else f"`{row.key}`"
        lines.append(f"| {key} | {_cell(row.value)} | {_cell(row.meaning)} |")
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


class _Tables:
    """Finds the mappings of a schema, each once, in the order in which they are met."""

    def __init__(self, schema: Node) -> None:
        self.schema = schema
        self.seen: set[int] = set()

    def all(self) -> Iterator[KeyTable]:
        """Every mapping with keys of its own, the outermost first."""
        yield from self._within(self.schema, "", "")

    def _node(self, node: Node) -> dict[str, Any]:
        """A node with what it refers to; what it says itself wins."""
        if "$ref" not in node:
            return dict(node)
        found: Any = self.schema
        for step in node["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        own = {key: value for key, value in node.items() if key != "$ref"}
        return {**self._node(found), **own}

    def _within(self, given: Node, place: str, kind: str) -> Iterator[KeyTable]:
        node = self._node(given)
        properties = node.get("properties", {})
        if properties:
            if id(properties) in self.seen:  # another place has the same mapping
                return
            self.seen.add(id(properties))
            yield self._keys(node, place, kind)
            for key, value in properties.items():
                if value is not True:
                    yield from self._within(value, f"{place}.{key}".lstrip("."), kind)
        for rule in node.get("allOf", ()):
            (asked,) = rule["if"]["properties"].values()
            yield from self._within(rule["then"], place, f"{asked['const']}: ")
        for inner, step in ((node.get("additionalProperties"), ".NAME"), (node.get("items"), "[]")):
            if isinstance(inner, Mapping):
                yield from self._within(inner, place + step, kind)
        for each in node.get("anyOf", ()):
            yield from self._within(each, place, kind)

    def _keys(self, node: Node, place: str, kind: str) -> KeyTable:
        rows = tuple(
            KeyRow(key, key in node.get("required", ()), self.takes(value), self._meaning(value))
            for key, value in node["properties"].items()
            if value is not True
        )
        return KeyTable(f"{kind}`{place}`" if place else "", node.get("description", ""), rows)

    def _meaning(self, given: Node) -> str:
        return str(self._node(given).get("description", ""))

    def takes(self, given: Node) -> str:
        """What may be written for a key, in a few words."""
        node = self._node(given)
        if "const" in node:
            return _shown(node["const"])
        if "enum" in node:
            return _either([_shown(each) for each in node["enum"]])
        if "title" in node:
            return str(node["title"])
        if "anyOf" in node:
            return _either([self.takes(each) for each in node["anyOf"]])
        match node.get("type"):
            case "array":
                return f"a list, each {self.takes(node.get('items', {}))}"
            case "object" if isinstance(node.get("additionalProperties"), Mapping):
                return f"names, each with {self.takes(node['additionalProperties'])}"
            case "object":
                return "keys, see below"
            case "integer" | "number" as kind:
                return _TYPES[kind] + _range(node)
            case list() as kinds:
                return _either([_TYPES[kind] for kind in kinds])
            case kind:
                return _TYPES.get(str(kind), "a value")


def _shown(value: Any) -> str:
    return f"`{value if isinstance(value, str) else json.dumps(value)}`"


def _either(texts: list[str]) -> str:
    """The different texts with "or" before the last."""
    *others, last = dict.fromkeys(texts)
    return f"{', '.join(others)} or {last}" if others else last


def _range(node: Node) -> str:
    low, high, above = (node.get(key) for key in ("minimum", "maximum", "exclusiveMinimum"))
    if low is not None and high is not None:
        return f", {low} to {high}"
    parts = [f"{word} {end}" for word, end in (("from", low), ("above", above), ("up to", high)) if end is not None]
    return ", " + " ".join(parts) if parts else ""


if __name__ == "__main__":
    FILE.write_text(reference(), encoding="utf-8")
