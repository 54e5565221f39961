"""Reading a game's sheet: ``sheet/sheet.yaml`` in the game's folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from deckgen.errors import GameError, Problem, Problems, suggest
from deckgen.files import shipped_path
from deckgen.game import load
from deckgen.game.model import Game
from deckgen.game.reader import check_sheet_words, sheet_words
from deckgen.game.translation import Translation
from deckgen.sheet import FILE, model
from deckgen.sheet.blocks import KINDS
from deckgen.sheet.blocks.base import check_name
from deckgen.sheet.formula import FormulaError
from deckgen.sheet.lookups import read_card_cells, read_chances
from deckgen.sheet.model import (
    HOLE,
    LABEL,
    VALUE,
    Block,
    BlockStack,
    FieldColumn,
    FieldGroup,
    PageSpec,
    Roster,
    RosterColumn,
    SheetSpec,
)
from deckgen.sheet.options import ColumnOptions, SheetWords, read_options
from deckgen.sheet.order import derived_order
from deckgen.sources import YamlValue, check_schema, read_yaml, to_fraction

SCHEMA = Path(__file__).with_name("sheet.schema.json")
ROSTER_SCHEMA = Path(__file__).with_name("roster.schema.json")
_ROSTER = "roster.yaml"
_GROUP_OPTIONS = ("rows", "main", "short", "key", "special", "missing")
_COLUMN_OPTIONS = ("least", "highest", "required", "formula", "show")
_CALLED = {"one": "a field", "keys": "a group with keys", "rows": "a list"}
_SIZES = {"text": 60, "long": 1200, "number": 999, "track": 5, "dice": 5}
_FEW = {"track": 99, "dice": 99}  # the most marks and dice of one value


def shipped_sheets() -> tuple[str, ...]:
    return tuple(sorted(path.parent.parent.name for path in shipped_path("data").glob(f"*/{FILE}")))


def load_sheet(where: str | Path, code: str | None = None, *, whole: bool = True) -> SheetSpec:
    """The sheet of a shipped game by name, or of the game in a folder; its words in one of the game's languages.

    ``code`` is of a language, None for the one that the game was written in. Raises GameError with every problem; unless it
    is ``whole``, those of translations that are not printed are left out.
    """
    folder = _folder(where)
    game = load(folder, code, whole=whole)
    return read_sheet(game, sheet_words(folder, code) if whole or code else None)


def printed_words(where: str | Path) -> Translation:
    """What a sheet asks for in the language that it was written in: all that can be translated. Raises GameError."""
    words = sheet_words(_folder(where))
    read_sheet(load(_folder(where)), words)
    return words


def read_sheet(game: Game, translation: Translation | None) -> SheetSpec:
    """The sheet of a game that was read, in its language; its words as a translation gives them, or as they are written.

    Raises GameError with every problem.
    """
    source = read_yaml(game.folder / FILE, GameError, game.folder)
    problems = Problems()
    check_schema(source, SCHEMA, problems)
    problems.raise_as(GameError)
    top, words = source.at(), SheetWords(translation or Translation(), game.language)
    tables = {
        name: {key: value if isinstance(value, str) else to_fraction(value) for key, value in table.items()}
        for name, table in top.get("tables", {}).items()
    }
    spec = SheetSpec(
        game=top.value["game"],
        title=words.translate_key(top, "title"),
        name=words.translate_key(top, "name"),
        theme=top.value["theme"],
        groups={name: _group(name, top.at("fields", name), words, problems) for name in top.value["fields"]},
        tables=tables,
        cells=read_card_cells(game, top.at("cells"), problems) if "cells" in top.value else {},
        chances=read_chances(game, top.at("chances"), problems) if "chances" in top.value else {},
        levels={
            name: tuple(words.translate(level) for level in top.at("levels", name).items())
            for name in top.get("levels", {})
        },
        pages=tuple(_page(page, words) for page in top.at("pages").items()),
        npc=_card(top.at("npc"), words) if "npc" in top.value else (),
        language=game.language,
        source=source,
    )
    for name in spec.groups:
        if (outer := name.partition(".")[0]) in spec.groups and outer != name:
            what = f'"{outer}" is a field, and so cannot hold "{name}"'
            top.at("fields", name).report(problems, what, "call one of them otherwise")
    problems.raise_as(GameError)  # what comes now takes fields and columns for right
    spec = replace(spec, order=derived_order(spec, problems))
    spec = replace(spec, roster=_read_roster(spec, words, problems))
    _check_places(spec, problems)
    if translation and not problems:  # what is wrong has not asked for its words
        check_sheet_words(game.folder, translation, problems)
    problems.raise_as(GameError)
    return spec


def _folder(where: str | Path) -> Path:
    folder = (
        shipped_path("data") / where if isinstance(where, str) and where in shipped_sheets() else Path(where)
    )
    if not (folder / FILE).is_file():
        what = "there is no such game"
        remedy = suggest(
            str(where), shipped_sheets(), listed=True, otherwise="give the path of a game's folder"
        )
        if folder.is_dir():
            what, remedy = "this game has no sheet", f"write {FILE} in its folder"
        raise GameError(Problem(str(where), None, "", what, remedy))
    return folder


def _group(name: str, spot: YamlValue, words: SheetWords, problems: Problems) -> FieldGroup:
    value = spot.value
    kind = "keys" if "keys" in value else "rows" if "rows" in value else "one"
    label = words.label(spot, name)
    if "columns" in value:
        columns = tuple(_column(each, spot.at("columns", each), words, problems) for each in value["columns"])
        if kind == "one":
            spot.report(problems, "columns need keys or rows", "say which entries there are")
    else:
        columns = (_column("", spot, words, problems, label),)
    named = [column.name for column in columns]
    for option in ("main", "key", "special"):
        if option in value and value[option] not in named:
            what = f'there is no column "{value[option]}"'
            spot.at(option).report(problems, what, suggest(value[option], named))
    given: dict[str, Any] = {option: value[option] for option in _GROUP_OPTIONS if option in value}
    if kind == "keys":
        given["keys"] = words.translate(spot.at("keys"))
    if kind == "rows":
        lists = {option: spot.at(option).items() for option in ("known", "names") if option in value}
        labels = words.translate_names(each for spots in lists.values() for each in spots)
        naming = (value.get("key"), value.get("special"))
        columns = tuple(replace(each, labels=labels) if each.name in naming else each for each in columns)
    once, known, names = (tuple(value.get(option, ())) for option in ("once", "known", "names"))
    return FieldGroup(name, label, kind, columns, once=once, known=known, names=names, **given)


def _column(
    name: str, spot: YamlValue, words: SheetWords, problems: Problems, label: str = ""
) -> FieldColumn:
    value = spot.value
    derived = "formula" in value or "show" in value
    kind = "derived" if derived else value.get("type", "text")
    options: tuple[str, ...] = ()
    labels: Mapping[str, str] = {}
    if kind == "choice":
        labels = _options(spot, words, problems)
        options = tuple(labels)
    elif kind == "dice":
        options = tuple(value.get("dice", ()))
        if not options:
            spot.report(problems, "it does not say which dice there are", "add dice: [d4, d6, ...]")
    if derived and "type" in value:
        spot.at("type").report(problems, "a derived value has no type", "take type or the formula out")
    given = {option: value[option] for option in _COLUMN_OPTIONS if option in value}
    if "default" in value and kind in ("text", "long"):
        labels = words.translate_names([spot.at("default")])
    column = FieldColumn(
        name,
        label or words.label(spot, name),
        kind,
        spot,
        most=value.get("most", _SIZES.get(kind, 0)),
        options=options,
        labels=labels,
        unit=words.translate_key(spot, "unit"),
        tip=words.translate_key(spot, "tip"),
        **given,
    )
    _check_sizes(column, problems)
    return _with_default(column, problems) if "default" in value else column


def _check_sizes(column: FieldColumn, problems: Problems) -> None:
    numeric, few = column.type == "number", column.type in _FEW
    least, most = column.least if numeric else 1, _FEW.get(column.type, column.most)
    if column.type in _SIZES and not least <= column.most <= most:
        what = f"the most is {column.most}"
        remedy = f"write {least} to {most}" if few else f"write {least} or more"
        (column.spot.at("most") if "most" in column.spot.value else column.spot).blame(problems, what, remedy)


def _with_default(column: FieldColumn, problems: Problems) -> FieldColumn:
    """A column with what it is where a character's file does not say, which must be what such a file could say."""
    spot = column.spot.at("default")
    try:
        if column.type == "picture":
            raise FormulaError("a picture has no default", "take it out")  # noqa: TRY301 (told below)
        model.checked(column, spot.value)
    except FormulaError as error:
        spot.blame(problems, str(error), error.remedy)
        return column
    return replace(column, default=spot.value)


def _options(spot: YamlValue, words: SheetWords, problems: Problems) -> Mapping[str, str]:
    named = spot.get("of", [])
    if not named:
        spot.report(problems, "it has nothing to choose from", "add of: [...]")
        return {}
    if isinstance(named, list):
        return words.translate_names(spot.at("of").items())
    fields = spot.source.at("fields")
    groups = {name: value for name, value in fields.value.items() if "keys" in value}
    if named not in groups:
        spot.at("of").report(problems, f'there is no group "{named}" with keys', suggest(named, groups))
        return {}
    return dict(words.translate(fields.at(named, "keys")))


def _page(spot: YamlValue, words: SheetWords) -> PageSpec:
    rows = tuple(tuple(_stack(stack, words) for stack in row.items()) for row in spot.at("rows").items())
    edges = {
        side: tuple(_run(run, words) for run in spot.at("edges", side).items())
        for side in spot.get("edges", {})
    }
    margin = float(spot.value["margin"]) if "margin" in spot.value else None
    return PageSpec(spot.get("title", ""), rows, edges, margin)


def _card(spot: YamlValue, words: SheetWords) -> tuple[tuple[BlockStack, ...], ...]:
    """The rows of a small card, of which there is only one if stacks stand in it without rows."""
    rows = [row.items() for row in spot.items()] if isinstance(spot.value[0], list) else [spot.items()]
    return tuple(tuple(_stack(stack, words) for stack in row) for row in rows)


def _run(spot: YamlValue, words: SheetWords) -> Mapping[str, Any]:
    printed = {key: words.translate_key(spot, key) for key in ("label", "says", "zero") if key in spot.value}
    return {**spot.value, **printed}


def _stack(spot: YamlValue, words: SheetWords) -> BlockStack:
    blocks = []
    for block in spot.at("blocks").items():
        kind = block.value["block"]
        blocks.append(Block(kind, read_options(KINDS[kind].options, block, words), block))
    return BlockStack(float(spot.value["width"]), tuple(blocks))


# What a schema cannot say


def _check_places(spec: SheetSpec, problems: Problems) -> None:
    rows = [*(row for page in spec.pages for row in page.rows), *spec.npc]
    for block in (block for row in rows for stack in row for block in stack.blocks):
        _check_block(block, spec, problems)
    single = [group.name for group in spec.groups.values() if group.kind == "one"]
    for name, levels in spec.levels.items():
        for number, level in enumerate(levels):
            for key, text in level.items():
                if text.startswith("="):
                    spot = spec.source.at("levels", name, number, key)
                    check_name(spot, text[1:], single, "field", problems)
    for number, page in enumerate(spec.pages):
        for side, runs in page.edges.items():
            for i, run in enumerate(runs):
                spot = spec.source.at("pages", number, "edges", side, i, "levels")
                check_name(spot, run["levels"], spec.levels, "level", problems)


def _check_block(block: Block, spec: SheetSpec, problems: Problems) -> None:
    kind, options = KINDS[block.kind], block.options
    for option, known, what in (("levels", spec.levels, "level"), ("start", spec.groups, "start")):
        if option in block.spot.value:
            check_name(block.spot.at(option), block.spot.value[option], known, what, problems)
    of = block.spot.value.get("of")
    spots = [block.spot.at("of")] if of else []
    if isinstance(of, list):
        spots = block.spot.at("of").items()
    groups = [spot for spot in spots if check_name(spot, spot.value, spec.groups, "field", problems)]
    for spot in groups:
        group = spec.groups[spot.value]
        shown = not kind.groups or group.kind in kind.groups
        if not shown or kind.type not in ("", group.columns[0].type):
            wanted = "tracks" if len(kind.groups) > 1 else _CALLED[kind.groups[0]]
            remedy = f"name {wanted}" + (f" of type {kind.type}" if kind.type else "")
            spot.report(problems, f'a block "{block.kind}" cannot show "{group.name}"', remedy)
        elif isinstance(options, ColumnOptions):
            columns = [column.name for column in group.columns]
            for name in options.columns:
                check_name(block.spot.at("columns", name), name, columns, "column", problems)
    if kind.check and len(groups) == len(spots):
        kind.check(options, block.spot, spec, problems)


# The Master's roster: what its columns show of each character


def _read_roster(spec: SheetSpec, words: SheetWords, problems: Problems) -> Roster | None:
    """The roster beside a sheet, None if there is none; adds what is wrong with it. Raises GameError if it is not YAML."""
    path = spec.source.path.with_name(_ROSTER)
    if not path.is_file():
        return None
    source = read_yaml(path, GameError, path.parent.parent)
    if check_schema(source, ROSTER_SCHEMA, problems):
        return None
    top = source.at("roster")
    columns = [_roster_column(column, spec, words, problems) for column in top.at("columns").items()]
    return Roster(tuple(filter(None, columns)), words.translate_key(top, "title"), top.get("landscape", True))


def _roster_column(
    spot: YamlValue, spec: SheetSpec, words: SheetWords, problems: Problems
) -> RosterColumn | None:
    if not check_name(spot.at("of"), spot.value["of"], spec.groups, "field", problems):
        return None
    group = spec.groups[spot.value["of"]]
    given: dict[str, Any] = {key: spot.value[key] for key in ("most", "across", "start") if key in spot.value}
    if "short" in spot.value:
        given["short"] = words.translate(spot.at("short"))
    if "show" in spot.value:
        given["show"] = tuple(
            words.translate(part)
            if HOLE.sub("", part.value).strip()
            else part.value  # values alone are no word
            for part in spot.at("show").items()
        )
    label = words.translate_key(spot, LABEL, group.label)
    column = RosterColumn(group.name, float(spot.value["width"]), label, **given)
    _check_roster_column(spot, column, group, spec, problems)
    return column


def _check_roster_column(
    spot: YamlValue, column: RosterColumn, group: FieldGroup, spec: SheetSpec, problems: Problems
) -> None:
    track = group.columns[0].type == "track"
    fitting = {
        "most": group.kind == "rows",
        "short": group.kind == "keys",
        "across": group.kind == "keys" and track,
        "start": group.kind == "one" and track,
        "show": group.kind != "one" and not track,
    }
    for key, fits in fitting.items():
        if key in spot.value and not fits:
            spot.at(key).report(problems, f'a column of "{group.name}" takes no {key}', "take it out")
    usual = group.kind == "keys" and (group.main or not group.columns[0].name)
    if fitting["show"] and not (column.show or usual):
        example = "{label} {COLUMN}" if group.kind == "keys" else "{COLUMN}"
        spot.report(problems, "it does not say what it shows of an entry", f'add show: ["{example}"]')
    parts = spot.at("show").items() if column.show else []
    known = [each.name or VALUE for each in group.columns] + ([LABEL] if group.kind == "keys" else [])
    for part in parts:
        for name in HOLE.findall(str(part.value)):
            check_name(part, name, known, "column", problems)
    for key in column.short:
        check_name(spot.at("short", key), key, group.keys, "entry", problems)
    if column.start:
        numbers = [name for name, each in spec.groups.items() if each.kind == "one"]
        check_name(spot.at("start"), column.start, numbers, "field", problems)
