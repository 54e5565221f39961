"""Upgrades of a game's files that were written for an older version of deckgen.

Lines are edited where they are, so comments and layout stay. Each kind of change is a ``Migration`` of a table: what is
renamed, what is written in another form, and what no theme can say any more.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import yaml

from deckgen.card.layout import BackOptions
from deckgen.card.widgets import WIDGETS
from deckgen.draw.theme import SCHEMA as THEME_SCHEMA, settable_fields
from deckgen.errors import DeckgenError, GameError, Problem, Problems, format_count
from deckgen.files import write_folder
from deckgen.game.entries import SCHEMA as GAME_SCHEMA
from deckgen.reach import check_reach
from deckgen.reading import YAML, read_bytes
from deckgen.records import record
from deckgen.sheet.characters.files import SCHEMA_FILE, character_schema
from deckgen.sheet.paper.theme import SheetStyle
from deckgen.sheet.reader import ROSTER_SCHEMA, SCHEMA as SHEET_SCHEMA, load_sheet
from deckgen.yaml_dialect import parse_yaml

Kind = Literal["game", "sheet", "theme", "target"]
Path_ = tuple[str, ...]

_SCHEMAS = {path.name: path for path in (GAME_SCHEMA, SHEET_SCHEMA, ROSTER_SCHEMA, THEME_SCHEMA)}
_MARK = re.compile(r"(open|failure|confirm)_(face|ink|fill|edge|shape)")
_GONE = re.compile(
    r"head_face|head_rule_width|across|fill|head_fill|gap|radius|own|own_face|own_fill|own_ink|frame|edge|"
    r"number|number_width|none_ink|edge_width|suits|suit_ink|red_ink|joker_ink|beside|icons|icon_width|zebra|"
    r"label_align|inside|hand|reach|pattern|glow|frame_width|pitch|plate|plate_edge|plate_width|plate_height|"
    r"title_face|title_size|title_ink|game_face|game_size|game_ink|style|inset|accent|ink|level_face|line|paper|"
    r"rule|second|soft|value"
)
"""Options that themes had in older versions; where a widget, a back or a sheet still has one, it stays."""


@record
class Edit:
    """A change of a text: the characters from ``start`` to ``end`` become ``text``; ``message`` describes it."""

    start: int
    end: int
    text: str
    message: str


@record
class Change:
    """A change of a file, in its ``line`` (from 1); None: of all of it."""

    file: Path
    line: int | None
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}" if self.line else f"{self.file}: {self.message}"


@record(eq=False)
class _Pair:
    """A key and its value in a YAML mapping, with the keys that lead to it, itself last."""

    keys: Path_
    key: yaml.ScalarNode
    value: yaml.Node
    parent: yaml.MappingNode


@record
class Migration:
    """Edits of files of a ``kind`` that an older ``version`` wrote: those that ``find`` yields for text and pairs."""

    kind: Kind
    find: Callable[[str, Sequence[_Pair]], Iterator[Edit]]


def upgrade_game(folder: Path, *, write: bool) -> list[Change]:
    """Return what changes in a game's folder, and write it if asked, all files or none.

    Raises GameError for files that are no YAML, and for a folder without any.
    """
    changes: list[Change] = []
    files: dict[str, bytes] = {}
    problems = Problems()
    paths = sorted(path for path in folder.rglob("*.yaml") if not _is_hidden(path, folder)) if folder.is_dir() else []
    if not paths:
        problems.add(folder, None, "", "there is no game in this folder", "name the folder of a game")
    for path in paths:
        try:
            check_reach(path, folder, GameError)
            content = read_bytes(path, GameError, YAML)
        except GameError as error:
            problems.extend(error)
            continue
        if parse_yaml(path, content, problems)[0] is None:
            continue
        text = content.decode()
        while edits := _edits(text, path):  # an edit waits for one that it touches
            changes += [Change(path, text.count("\n", 0, edit.start) + 1, edit.message) for edit in edits]
            text = _apply(text, edits)
            files[path.relative_to(folder).as_posix()] = text.encode()
    problems.raise_as(GameError)
    for path in old_schemas(folder):
        changes.append(Change(path, None, "the schema is renewed"))
        files[path.relative_to(folder).as_posix()] = _schema(path, folder) or b""
    if write and files:
        write_folder(folder, files.items())
    return changes


def old_schemas(folder: Path) -> list[Path]:
    """Return the JSON schemas in a game's folder that are another version's."""
    paths = sorted(path for path in folder.rglob("*.schema.json") if not _is_hidden(path, folder))
    return [path for path in paths if (new := _schema(path, folder)) is not None and path.read_bytes() != new]


def _schema(path: Path, folder: Path) -> bytes | None:
    """Return this version's schema of a file's name; None for one that is not deckgen's, or of a sheet with errors."""
    if path.name in _SCHEMAS:
        return _SCHEMAS[path.name].read_bytes()
    if path.name == SCHEMA_FILE:
        try:
            return character_schema(load_sheet(folder)).encode()
        except DeckgenError:
            return None
    return None


def _is_hidden(path: Path, folder: Path) -> bool:
    return any(part.startswith(".") for part in path.relative_to(folder).parts)


def _edits(text: str, path: Path) -> list[Edit]:
    """Return edits of a YAML file that do not touch each other, in the order of its text; none if it has aliases."""
    if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, Loader=yaml.SafeLoader)):
        return []
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    pairs = list(_pairs(root, ()))
    keys = {pair.keys[0] for pair in pairs if len(pair.keys) == 1}
    kind: Kind = "game"
    if "format" in keys:
        kind = "sheet"
    elif keys & {"slots", "palette", "extends", "fonts", "widgets"} or path.with_suffix(".svg").exists():
        kind = "theme"
    elif "imposition" in keys:
        kind = "target"
    edits = [edit for migration in MIGRATIONS if migration.kind == kind for edit in migration.find(text, pairs)]
    apart: list[Edit] = []
    for edit in sorted(edits, key=lambda edit: edit.start):
        if not apart or apart[-1].end <= edit.start:
            apart.append(edit)
    return apart


def _apply(text: str, edits: Sequence[Edit]) -> str:
    for edit in reversed(edits):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


def _pairs(node: yaml.Node | None, keys: Path_) -> Iterator[_Pair]:
    """Yield all pairs inside a node, outer ones first; entries of lists count as keys ``*``."""
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if isinstance(key, yaml.ScalarNode):
                yield _Pair((*keys, key.value), key, value, node)
                yield from _pairs(value, (*keys, key.value))
    elif isinstance(node, yaml.SequenceNode):
        for child in node.value:
            yield from _pairs(child, (*keys, "*"))


def _source(text: str, node: yaml.Node) -> str:
    return text[node.start_mark.index : node.end_mark.index]


# What changed


def _renamed_key(kind: Kind, old: str, new: str, *parents: str) -> Migration:
    """Return the migration of a key below ``parents``: "?" is any key, "**" in front any keys."""

    def find(_: str, pairs: Sequence[_Pair]) -> Iterator[Edit]:
        for pair in pairs:
            inner = parents[parents[:1] == ("**",) :]
            above = pair.keys[-1 - len(inner) : -1] if inner != parents else pair.keys[:-1]
            fits = len(above) == len(inner) and all(name in ("?", key) for name, key in zip(inner, above, strict=True))
            if pair.key.value == old and fits:
                yield Edit(pair.key.start_mark.index, pair.key.end_mark.index, new, f"{old}: is {new}:")

    return Migration(kind, find)


def _renamed_word(kind: Kind, old: str, new: str, *keys: str) -> Migration:
    """Return the migration of a word that is a value of one of these keys, or below it."""

    def find(_: str, pairs: Sequence[_Pair]) -> Iterator[Edit]:
        for pair in pairs:
            if {*keys} & {*pair.keys} and isinstance(pair.value, yaml.ScalarNode) and pair.value.value == old:
                yield Edit(
                    pair.value.start_mark.index, pair.value.end_mark.index, new, f"{pair.keys[-1]}: {old} is {new}"
                )

    return Migration(kind, find)


def _sets(text: str, pairs: Sequence[_Pair]) -> Iterator[Edit]:
    """Yield the edits of sets that are a name and a seed: they are a seed and the names of their decks."""
    for pair in pairs:
        if pair.keys[0] == "sets" and len(pair.keys) == 2 and isinstance(pair.value, yaml.ScalarNode):
            seed, name = (_in_flow(_source(text, node)) for node in (pair.value, pair.key))
            new = f"{{seed: {seed}, decks: [{name}]}}"
            message = f"the set {pair.key.value} has a seed and the names of its decks"
            yield Edit(pair.value.start_mark.index, pair.value.end_mark.index, new, message)


def _in_flow(source: str) -> str:
    """Return a scalar's source as it can be in brackets: in quotes, if it has a sign that means something there."""
    return (
        json.dumps(source, ensure_ascii=False) if source[:1] not in "'\"" and re.search(r"[][{},]", source) else source
    )


def _tables_like_fields(text: str, pairs: Sequence[_Pair]) -> Iterator[Edit]:
    """Yield the edits that give another name to tables that are called like a field, where formulas look values up."""
    fields = {pair.keys[1] for pair in pairs if pair.keys[0] == "fields" and len(pair.keys) == 2}
    tables = [pair for pair in pairs if pair.keys[0] == "tables" and len(pair.keys) == 2 and pair.keys[1] in fields]
    for table in tables:
        name = table.keys[1]
        new = f"{name}_table"
        message = f"the table {name} is called like a field, and is {new}"
        yield Edit(table.key.start_mark.index, table.key.end_mark.index, new, message)
        for pair in pairs:
            if isinstance(pair.value, yaml.ScalarNode):
                start = pair.value.start_mark.index
                for match in re.finditer(rf"(?<![\w.]){re.escape(name)}(?=\[)", _source(text, pair.value)):
                    yield Edit(start + match.start(), start + match.end(), new, message)


def _marks(text: str, pairs: Sequence[_Pair]) -> Iterator[Edit]:
    """Yield the edits that nest the options of a mark: ``open: {fill: alarm}`` for ``open_fill: alarm``."""
    mappings = {
        id(pair.parent): pair.parent for pair in pairs if "slots" in pair.keys[:-2] and _MARK.fullmatch(pair.keys[-1])
    }
    for parent in mappings.values():
        marks: dict[str, list[tuple[Any, Any]]] = {}
        for key, value in parent.value:
            if match := _MARK.fullmatch(key.value):
                marks.setdefault(match[1], []).append((key, value))
        for mark, ((key, value), *others) in marks.items():
            parts = [(k.value.partition("_")[2], _source(text, v)) for k, v in ((key, value), *others)]
            new = f"{mark}: {{{', '.join(f'{part}: {source}' for part, source in parts)}}}"
            yield Edit(key.start_mark.index, value.end_mark.index, new, f"options of the mark {mark} are nested")
            for other, _ in others:
                yield _removal(text, parent, other, f"{other.value}: is in {mark}:")


def _gone_options(text: str, pairs: Sequence[_Pair]) -> Iterator[Edit]:
    """Yield the edits that remove options that nothing in a theme has any more."""
    styles = {"sheet": SheetStyle, "card": SheetStyle}
    for pair in pairs:
        keys = pair.keys[2:] if pair.keys[0] == "decks" else pair.keys
        if not _GONE.fullmatch(pair.keys[-1]) or keys[:1] not in (("slots",), ("back",)):
            continue
        if len(keys) == 3:
            widget = next((v.value for k, v in pair.parent.value if k.value == "widget"), "")
            options_type = styles.get(keys[1]) or (WIDGETS[widget].options if widget in WIDGETS else None)
        else:
            options_type = BackOptions if keys[0] == "back" and len(keys) == 2 else None
        is_known = options_type is None or pair.keys[-1] in settable_fields(options_type)
        if not is_known and not (pair.keys[-1] == "pattern" and isinstance(pair.value, yaml.MappingNode)):
            yield _removal(text, pair.parent, pair.key, f"the option {pair.keys[-1]} is gone")


def _removal(text: str, parent: yaml.MappingNode, key: yaml.Node, message: str) -> Edit:
    """Return the edit that removes a pair: its lines, or in braces the pair with one comma."""
    index = next(i for i, (other, _) in enumerate(parent.value) if other is key)
    value = parent.value[index][1]
    start, end = key.start_mark.index, _end(value)
    if not parent.flow_style:
        line_end = text.find("\n", end)
        return Edit(start - key.start_mark.column, len(text) if line_end < 0 else line_end + 1, "", message)
    if index:
        start = _end(parent.value[index - 1][1])
    elif len(parent.value) > 1:
        end = parent.value[1][0].start_mark.index
    return Edit(start, end, "", message)


def _end(node: yaml.Node) -> int:
    """Return where a node's text ends: a block's mark is only where the next token begins."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return _end(last[1] if isinstance(last, tuple) else last)
    return int(node.end_mark.index)


MIGRATIONS = (
    Migration("game", _sets),  # 0.2
    _renamed_key("game", "colour", "color", "tokens", "?"),  # 0.3, as the others
    _renamed_key("target", "colour", "color"),
    _renamed_key("game", "text", "info", "**", "results", "?"),
    _renamed_word("sheet", "centre", "center", "align", "place", "heading"),
    _renamed_word("theme", "centre", "center", "align", "heading"),
    Migration("sheet", _tables_like_fields),
    Migration("theme", _marks),
    Migration("theme", _gone_options),
)
"""All that ``deckgen upgrade`` knows to change, applied to every file of its kind."""


def schema_warnings(folder: Path) -> list[Problem]:
    """Return a warning for each schema in a game's folder that is another version's."""
    message = "this schema is of another version of deckgen: editors mark by it what is right as wrong"
    return [
        Problem(str(path), None, "", message, f"renew it: deckgen upgrade {folder}") for path in old_schemas(folder)
    ]


def old_lines_problem(folder: Path) -> list[Problem]:
    """Return a problem if lines in a game's folder are an older version's, beside those that they cause; else none."""
    try:
        count = sum(change.line is not None for change in upgrade_game(folder, write=False)) if folder.is_dir() else 0
    except DeckgenError:  # reported before
        return []
    message = f"{format_count(count, 'line')} of an older version of deckgen"
    return [Problem(str(folder), None, "", message, f"rewrite: deckgen upgrade {folder}")] if count else []
