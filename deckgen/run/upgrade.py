"""Upgrades of a game's files that were written for an older version of deckgen.

Lines are edited where they are, so comments and layout stay: what is renamed, what is written in another form, and
what no theme can say any more.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

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


class _Edit(NamedTuple):
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


class _Pair(NamedTuple):
    """A key and its value in a YAML mapping, with the keys that lead to it, itself last."""

    keys: tuple[str, ...]
    key: yaml.ScalarNode
    value: yaml.Node
    parent: yaml.MappingNode


def upgrade_game(folder: Path, *, write: bool) -> list[Change]:
    """Return what changes in a game's folder, and write it if asked, all files or none.

    Raises GameError for files that are no YAML, and for a folder without any.
    """
    changes: list[Change] = []
    files: dict[str, bytes] = {}
    problems = Problems()
    paths = _files(folder, "*.yaml")
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
            for edit in reversed(edits):
                text = text[: edit.start] + edit.text + text[edit.end :]
            files[path.relative_to(folder).as_posix()] = text.encode()
    problems.raise_as(GameError)
    for path, content in _old_schemas(folder).items():
        changes.append(Change(path, None, "the schema is renewed"))
        files[path.relative_to(folder).as_posix()] = content
    if write and files:
        write_folder(folder, files.items())
    return changes


def _files(folder: Path, pattern: str) -> list[Path]:
    """Return the files in a folder of this name, in order, but for hidden ones."""
    paths = folder.rglob(pattern) if folder.is_dir() else ()
    return sorted(path for path in paths if not any(part[0] == "." for part in path.relative_to(folder).parts))


def _old_schemas(folder: Path) -> dict[Path, bytes]:
    """Return the content that JSON schemas in a game's folder should have that are another version's."""
    contents: dict[Path, bytes] = {}
    for path in _files(folder, "*.schema.json"):
        if path.name in _SCHEMAS:
            contents[path] = _SCHEMAS[path.name].read_bytes()
        elif path.name == SCHEMA_FILE:
            with suppress(DeckgenError):  # of a sheet with errors
                contents[path] = character_schema(load_sheet(folder)).encode()
    return {path: content for path, content in contents.items() if path.read_bytes() != content}


def _edits(text: str, path: Path) -> list[_Edit]:
    """Return edits of a YAML file that do not touch each other, in the order of its text; none if it has aliases."""
    if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, Loader=yaml.SafeLoader)):
        return []
    pairs = list(_pairs(yaml.compose(text, Loader=yaml.SafeLoader), ()))
    keys = {pair.keys[0] for pair in pairs if len(pair.keys) == 1}
    if "format" in keys:
        edits = [*_renamings("sheet", pairs), *_tables_like_fields(text, pairs)]
    elif keys & {"slots", "palette", "extends", "fonts", "widgets"} or path.with_suffix(".svg").exists():
        edits = [*_renamings("theme", pairs), *_marks(text, pairs), *_gone_options(text, pairs)]
    elif "imposition" in keys:
        edits = [*_renamings("target", pairs)]
    else:
        edits = [*_renamings("game", pairs), *_sets(text, pairs)]
    apart: list[_Edit] = []
    for edit in sorted(edits, key=lambda edit: edit.start):
        if not apart or apart[-1].end <= edit.start:
            apart.append(edit)
    return apart


def _pairs(node: yaml.Node | None, keys: tuple[str, ...]) -> Iterator[_Pair]:
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


def _replacement(node: yaml.Node, new: str, message: str) -> _Edit:
    return _Edit(node.start_mark.index, node.end_mark.index, new, message)


# What changed


def _renamings(kind: str, pairs: Sequence[_Pair]) -> Iterator[_Edit]:
    """Yield the edits that give keys and words in a file of a kind the names that they have since version 0.3."""
    for pair in pairs:
        name, new = pair.keys[-1], ""
        match kind, pair.keys:
            case ("game", ("tokens", _, "colour")) | ("target", ("colour",)):
                new = "color"
            case "game", (*_, "results", _, "text"):
                new = "info"
        if new:
            yield _replacement(pair.key, new, f"{name}: is {new}:")
        is_aligned = not {"align", "heading", *["place"] * (kind == "sheet")}.isdisjoint(pair.keys)
        if kind in ("sheet", "theme") and is_aligned and pair.value.value == "centre":
            yield _replacement(pair.value, "center", f"{name}: centre is center")


def _sets(text: str, pairs: Sequence[_Pair]) -> Iterator[_Edit]:
    """Yield the edits of sets that are a name and a seed: they are a seed and the names of their decks."""
    for pair in pairs:
        is_seed = isinstance(pair.value, yaml.ScalarNode) and pair.value.value
        if is_seed and pair.keys[0] == "sets" and len(pair.keys) == 2:
            seed, name = (_in_flow(_source(text, node)) for node in (pair.value, pair.key))
            new = f"{{seed: {seed}, decks: [{name}]}}"
            yield _replacement(pair.value, new, f"the set {pair.key.value} has a seed and the names of its decks")


def _in_flow(source: str) -> str:
    """Return a scalar's source as it can be in brackets: in quotes, if it has a sign that means something there."""
    is_plain = source[:1] in "'\"" or not re.search(r"[][{},]", source)
    return source if is_plain else json.dumps(source, ensure_ascii=False)


def _tables_like_fields(text: str, pairs: Sequence[_Pair]) -> Iterator[_Edit]:
    """Yield the edits that give another name to tables that are called like a field, where formulas look values up."""
    fields = {pair.keys[1] for pair in pairs if pair.keys[0] == "fields" and len(pair.keys) == 2}
    for table in pairs:
        if table.keys[0] != "tables" or len(table.keys) != 2 or table.keys[1] not in fields:
            continue
        name, new = table.keys[1], f"{table.keys[1]}_table"
        message = f"the table {name} is called like a field, and is {new}"
        yield _replacement(table.key, new, message)
        for pair in pairs:
            if isinstance(pair.value, yaml.ScalarNode):
                start = pair.value.start_mark.index
                for match in re.finditer(rf"(?<![\w.]){re.escape(name)}(?=\[)", _source(text, pair.value)):
                    yield _Edit(start + match.start(), start + match.end(), new, message)


def _marks(text: str, pairs: Sequence[_Pair]) -> Iterator[_Edit]:
    """Yield the edits that nest the options of a mark: ``open: {fill: alarm}`` for ``open_fill: alarm``."""
    marks: dict[tuple[int, str], list[_Pair]] = {}
    for pair in pairs:
        if "slots" in pair.keys[:-2] and (match := _MARK.fullmatch(pair.keys[-1])):
            marks.setdefault((id(pair.parent), match[1]), []).append(pair)
    for (_, mark), (first, *others) in marks.items():
        options = (f"{p.keys[-1].partition('_')[2]}: {_source(text, p.value)}" for p in (first, *others))
        message = f"options of the mark {mark} are nested"
        new = f"{mark}: {{{', '.join(options)}}}"
        yield _Edit(first.key.start_mark.index, first.value.end_mark.index, new, message)
        yield from (_removal(text, other, f"{other.keys[-1]}: is in {mark}:") for other in others)


def _gone_options(text: str, pairs: Sequence[_Pair]) -> Iterator[_Edit]:
    """Yield the edits that remove options that nothing in a theme has any more."""
    for pair in pairs:
        name = pair.keys[-1]
        options: type[Any] | None = None
        match pair.keys[2:] if pair.keys[0] == "decks" else pair.keys:
            case "slots", "sheet" | "card", _:
                options = SheetStyle
            case "slots", _, _:
                widget = next((value.value for key, value in pair.parent.value if key.value == "widget"), "")
                options = WIDGETS[widget].options if widget in WIDGETS else None
            case "back", _:
                options = BackOptions
        is_new = name == "pattern" and isinstance(pair.value, yaml.MappingNode)
        if options and _GONE.fullmatch(name) and not is_new and name not in settable_fields(options):
            yield _removal(text, pair, f"the option {name} is gone")


def _removal(text: str, pair: _Pair, message: str) -> _Edit:
    """Return the edit that removes a pair: its lines, or in braces the pair with one comma."""
    siblings, start, end = pair.parent.value, pair.key.start_mark.index, _end(pair.value)
    index = next(i for i, (key, _) in enumerate(siblings) if key is pair.key)
    if not pair.parent.flow_style:
        line_end = text.find("\n", end)
        return _Edit(start - pair.key.start_mark.column, len(text) if line_end < 0 else line_end + 1, "", message)
    if index:
        start = _end(siblings[index - 1][1])
    elif len(siblings) > 1:
        end = siblings[1][0].start_mark.index
    return _Edit(start, end, "", message)


def _end(node: yaml.Node) -> int:
    """Return where a node's text ends: a block's mark is only where the next token begins."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return _end(last[1] if isinstance(last, tuple) else last)
    return int(node.end_mark.index)


def schema_warnings(folder: Path) -> list[Problem]:
    """Return a warning for each schema in a game's folder that is another version's."""
    message = "this schema is of another version of deckgen: editors mark by it what is right as wrong"
    return [
        Problem(str(path), None, "", message, f"renew it: deckgen upgrade {folder}") for path in _old_schemas(folder)
    ]


def old_lines_problem(folder: Path) -> list[Problem]:
    """Return a problem if lines in a game's folder are an older version's, beside those that they cause; else none."""
    try:
        count = sum(change.line is not None for change in upgrade_game(folder, write=False)) if folder.is_dir() else 0
    except DeckgenError:  # reported before
        return []
    message = f"{format_count(count, 'line')} of an older version of deckgen"
    return [Problem(str(folder), None, "", message, f"rewrite: deckgen upgrade {folder}")] if count else []
