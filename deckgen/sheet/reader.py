"""Reading a game's sheet: ``sheet/sheet.yaml`` in the game's folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from deckgen.errors import DeckgenError, GameError, Problem, Problems, suggest
from deckgen.files import shipped_path
from deckgen.game import read_game
from deckgen.game.model import Game
from deckgen.game.reader import check_sheet_words, sheet_words
from deckgen.game.translation import MARK, Translation
from deckgen.sheet import FILE, model
from deckgen.sheet.blocks import KINDS
from deckgen.sheet.blocks.base import check_name
from deckgen.sheet.formula import FormulaError, pattern_formulas
from deckgen.sheet.lookups import read_card_cells, read_chances
from deckgen.sheet.model import (
    HOLE,
    LABEL,
    PATTERN_CARDS,
    PATTERN_NAMES,
    VALUE,
    Block,
    BlockStack,
    FieldColumn,
    FieldGroup,
    FightPart,
    PageSpec,
    PatternCard,
    Roster,
    RosterColumn,
    Rows,
    SheetSpec,
    blocks_in,
)
from deckgen.sheet.options import ColumnOptions, SheetWords, read_options
from deckgen.sheet.order import check_formulas, derived_order
from deckgen.sheet.person import read_person
from deckgen.sources import YamlValue, check_schema, read_yaml, to_fraction

SCHEMA = Path(__file__).with_name("sheet.schema.json")
ROSTER_SCHEMA = Path(__file__).with_name("roster.schema.json")
_ROSTER = "roster.yaml"
_GROUP_OPTIONS = ("rows", "main", "short", "key", "special", "missing")
_COLUMN_OPTIONS = ("least", "highest", "required", "formula", "show")
_KIND_NAMES = {"one": "a field", "keys": "a group with keys", "rows": "a list"}
_CARD_COLUMNS = 2  # at least, in the view for fights
_SIZES = {"text": 60, "long": 1200, "number": 999, "track": 5, "dice": 5}
_MOST_BY_TYPE = {"track": 99, "dice": 99}  # the most marks and dice of one value


def shipped_sheets() -> tuple[str, ...]:
    """Return the names of shipped games that have a sheet."""
    return tuple(sorted(path.parent.parent.name for path in shipped_path("data").glob(f"*/{FILE}")))


def load_sheet(
    name_or_path: str | Path,
    code: str | None = None,
    *,
    check_all: bool = True,
    rulings: Mapping[str, str] | None = None,
) -> SheetSpec:
    """Return the sheet of a shipped game by name, or of the game in a folder.

    ``code`` is the language of its words, None for the game's own; ``rulings`` are choices by ruling. Raises
    GameError with every problem; unless ``check_all``, problems of translations that are not printed are left out.
    """
    folder = _game_folder(name_or_path)
    game = read_game(folder, code, complete=check_all, rulings=rulings)
    return read_sheet(game, sheet_words(folder, code) if check_all or code else None, procedures=check_all)


def printed_words(name_or_path: str | Path) -> Translation:
    """Return all words of a sheet that can be translated, in its own language. Raises GameError."""
    words = sheet_words(_game_folder(name_or_path))
    read_sheet(read_game(_game_folder(name_or_path)), words)
    return words


def read_sheet(game: Game, translation: Translation | None, *, procedures: bool = True) -> SheetSpec:
    """Return a game's sheet in its language, its words from a translation if given. GameError with every problem.

    ``procedures``: names in ``table`` are checked against the game's procedures, which takes time to read.
    """
    source = read_yaml(game.folder / FILE, GameError, game.folder)
    problems = Problems()
    check_schema(source, SCHEMA, problems)
    problems.raise_as(GameError)
    translated = translation or Translation(language=game.language)
    for ruling in game.rulings:
        translated.rulings.update(ruling.texts)
    top, words = source.at(), SheetWords(translated, game.language, partial(_name_marks, game, problems))
    tables = {
        name: {key: value if isinstance(value, str) else to_fraction(value) for key, value in table.items()}
        for name, table in top.get("tables", {}).items()
    }
    spec = SheetSpec(
        game=top.value["game"],
        title=words.translate_key(top, "title"),
        name=words.translate_key(top, "name"),
        theme=top.value["theme"],
        groups={name: _read_group(name, top.at("fields", name), words, problems) for name in top.value["fields"]},
        tables=tables,
        cells=read_card_cells(game, top.at("cells"), problems) if "cells" in top.value else {},
        chances=read_chances(game, top.at("chances"), problems) if "chances" in top.value else {},
        levels={
            name: tuple(words.translate(level) for level in top.at("levels", name).items())
            for name in top.get("levels", {})
        },
        pages=tuple(_read_page(page, words) for page in top.at("pages").items()),
        npc=_read_card(top.at("npc"), words) if "npc" in top.value else (),
        cards={name: _read_pattern_card(top.at(name), words) for name in PATTERN_CARDS if name in top.value},
        language=game.language,
        source=source,
    )
    for name in spec.groups:
        if (outer := name.partition(".")[0]) in spec.groups and outer != name:
            message = f'"{outer}" is a field, and so it cannot contain "{name}"'
            top.at("fields", name).report(problems, message, "rename one of them")
    problems.raise_as(GameError)  # what comes now takes fields and columns for right
    spec = replace(spec, order=derived_order(spec, problems))
    spec = replace(spec, roster=_read_roster(spec, words, problems))
    if "table" in top.value:
        spec = replace(spec, person=read_person(top.at("table"), spec, game if procedures else None, words, problems))
    if "fight" in top.value:
        spec = replace(spec, fight=tuple(_read_fight(part, spec, words, problems) for part in top.at("fight").items()))
    _check_references(spec, problems)
    if translation and not problems:  # what is wrong has not asked for its words
        check_sheet_words(game.folder, translation, problems)
    problems.raise_as(GameError)
    return spec


def _name_marks(game: Game, problems: Problems, text: str, spot: YamlValue) -> str:
    """Return a text with marks named as the cards of the game's first deck have them; report those they lack."""
    names = MARK.findall(text)
    if names and not game.decks:
        spot.report(problems, f'the game has no deck with a mark "{names[0]}"', "reword the text")
    elif names:
        from deckgen.card.layout import game_layout  # noqa: PLC0415 (slow to import, and few sheets need it)
        from deckgen.card.rules.mark_names import name_marks  # noqa: PLC0415 (as above)

        try:
            spec = game.decks[0]
            return name_marks(text, game_layout(game, spec), game, spec, [(name, spot) for name in names])
        except DeckgenError as error:
            problems.extend(error)
    return text


def _game_folder(name_or_path: str | Path) -> Path:
    """Return the folder of a game by shipped name, which wins, or by path. Raises GameError if it has no sheet."""
    folder = (
        shipped_path("data") / name_or_path
        if isinstance(name_or_path, str) and name_or_path in shipped_sheets()
        else Path(name_or_path)
    )
    if not (folder / FILE).is_file():
        message = "there is no such game"
        remedy = suggest(str(name_or_path), shipped_sheets(), listed=True, otherwise="give the path of a game's folder")
        if folder.is_dir():
            message, remedy = "this game has no sheet", f"write {FILE} in its folder"
        raise GameError(Problem(str(name_or_path), None, "", message, remedy))
    return folder


def _read_group(name: str, spot: YamlValue, words: SheetWords, problems: Problems) -> FieldGroup:
    """Return a group of fields; report wrong columns and options."""
    value = spot.value
    kind = "keys" if "keys" in value else "rows" if "rows" in value else "one"
    label = words.label(spot, name)
    if "columns" in value:
        columns = tuple(
            _read_column(column_name, spot.at("columns", column_name), words, problems)
            for column_name in value["columns"]
        )
        if kind == "one":
            spot.report(problems, "columns need keys or rows", "add keys or rows")
    else:
        columns = (_read_column("", spot, words, problems, label),)
    column_names = [column.name for column in columns]
    for option in ("main", "key", "special"):
        if option in value and value[option] not in column_names:
            message = f'there is no column "{value[option]}"'
            spot.at(option).report(problems, message, suggest(value[option], column_names))
    group_options: dict[str, Any] = {option: value[option] for option in _GROUP_OPTIONS if option in value}
    if kind == "keys":
        group_options["keys"] = words.translate(spot.at("keys"))
    if kind == "rows":
        lists = {option: spot.at(option).items() for option in ("known", "names") if option in value}
        labels = words.translate_names(entry for spots in lists.values() for entry in spots)
        naming = (value.get("key"), value.get("special"))
        columns = tuple(
            replace(list_column, labels=labels) if list_column.name in naming else list_column
            for list_column in columns
        )
    once, known_names, names = (tuple(value.get(option, ())) for option in ("once", "known", "names"))
    return FieldGroup(name, label, kind, columns, once=once, known=known_names, names=names, **group_options)


def _read_column(name: str, spot: YamlValue, words: SheetWords, problems: Problems, label: str = "") -> FieldColumn:
    """Return a value's definition; ``label`` instead of its own if given. Report wrong types, sizes and defaults."""
    value = spot.value
    derived = "formula" in value or "show" in value
    kind = "derived" if derived else value.get("type", "text")
    options: tuple[str, ...] = ()
    labels: Mapping[str, str] = {}
    if kind == "choice":
        labels = _read_choices(spot, words, problems)
        options = tuple(labels)
    elif kind == "dice":
        options = tuple(value.get("dice", ()))
        if not options:
            spot.report(problems, "the dice are missing", "add dice: [d4, d6, ...]")
    if derived and "type" in value:
        spot.at("type").report(problems, "a derived value has no type", "remove the type or the formula")
    column_options = {option: value[option] for option in _COLUMN_OPTIONS if option in value}
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
        **column_options,
    )
    _check_sizes(column, problems)
    return _with_default(column, problems) if "default" in value else column


def _check_sizes(column: FieldColumn, problems: Problems) -> None:
    """Report a ``most`` outside the limits of its type."""
    numeric, is_limited = column.type == "number", column.type in _MOST_BY_TYPE
    least, most = column.least if numeric else 1, _MOST_BY_TYPE.get(column.type, column.most)
    if column.type in _SIZES and not least <= column.most <= most:
        message = f"most is {column.most}"
        remedy = f"write {least} to {most}" if is_limited else f"write {least} or more"
        (column.spot.at("most") if "most" in column.spot.value else column.spot).report(problems, message, remedy)


def _with_default(column: FieldColumn, problems: Problems) -> FieldColumn:
    """Return a column with the default in sheet.yaml; report one that a character could not have, and leave it out."""
    spot = column.spot.at("default")
    try:
        if column.type == "picture":
            raise FormulaError("a picture cannot have a default", "remove it")  # noqa: TRY301 (reported below)
        model.check_value(column, spot.value)
    except FormulaError as error:
        spot.report(problems, str(error), error.remedy)
        return column
    return replace(column, default=spot.value)


def _read_choices(spot: YamlValue, words: SheetWords, problems: Problems) -> Mapping[str, str]:
    """Return {choice: printed text} of those listed, or of a named group's keys; report wrong ones, and return {}."""
    choices = spot.get("of", [])
    if not choices:
        spot.report(problems, "its choices are missing", "add of: [...]")
        return {}
    if isinstance(choices, list):
        return words.translate_names(spot.at("of").items())
    fields = spot.source.at("fields")
    groups = {name: value for name, value in fields.value.items() if "keys" in value}
    if choices not in groups:
        spot.at("of").report(problems, f'there is no group "{choices}" with keys', suggest(choices, groups))
        return {}
    return dict(words.translate(fields.at(choices, "keys")))


def _read_page(spot: YamlValue, words: SheetWords) -> PageSpec:
    """Return a page: its rows of stacks, and its clip tracks by edge, left or right."""
    rows = tuple(tuple(_read_stack(stack, words) for stack in row.items()) for row in spot.at("rows").items())
    edges = {
        side: tuple(_read_run(run, words) for run in spot.at("edges", side).items()) for side in spot.get("edges", {})
    }
    margin = float(spot.value["margin"]) if "margin" in spot.value else None
    return PageSpec(words.translate_key(spot, "title"), rows, edges, margin)


def _read_pattern_card(spot: YamlValue, words: SheetWords) -> PatternCard:
    """Return a turn or posse card."""
    title, rows = words.translate_key(spot, "title"), _read_card(spot.at("rows"), words)
    return PatternCard(title, rows, spot, spot.get("each", ""), spot.get("most", 0))


def _read_card(spot: YamlValue, words: SheetWords) -> Rows:
    """Return the rows of a small card; a list of stacks is a single row."""
    rows = [row.items() for row in spot.items()] if isinstance(spot.value[0], list) else [spot.items()]
    return tuple(tuple(_read_stack(stack, words) for stack in row) for row in rows)


def _read_run(spot: YamlValue, words: SheetWords) -> Mapping[str, Any]:
    printed = {key: words.translate_key(spot, key) for key in ("label", "says", "zero") if key in spot.value}
    return {**spot.value, **printed}


def _read_stack(spot: YamlValue, words: SheetWords) -> BlockStack:
    """Return a stack of blocks, their options read and translated; its width is in twelfths of the page."""
    blocks = []
    for block in spot.at("blocks").items():
        kind = block.value["block"]
        blocks.append(Block(kind, read_options(KINDS[kind].options, block, words), block))
    return BlockStack(float(spot.value["width"]), tuple(blocks))


def _read_fight(spot: YamlValue, spec: SheetSpec, words: SheetWords, problems: Problems) -> FightPart:
    """Return a part of the view for fights; report names that the sheet lacks."""
    value = spot.value
    spots = spot.at("of").items() if isinstance(value["of"], list) else [spot.at("of")]
    groups = [spec.groups[of.value] for of in spots if check_name(of, of.value, spec.groups, "field", problems)]
    names = [group.name for group in spec.groups.values() if group.kind == "one"]
    if groups and groups[0].kind == "rows":
        names = [column.name for column in groups[0].columns]
        if len(value.get("values", ())) < _CARD_COLUMNS:
            spot.report(problems, "a card needs a name and a subtitle", "name two columns or more in values")
    elif any(group.columns[0].type != "track" for group in groups):
        spot.at("of").report(problems, "these are no tracks", "name tracks, or a list")
    for shown in spot.at("values").items() if "values" in value else ():
        check_name(shown, shown.value, names, "value", problems)
    for key, choices, noun in (("levels", spec.levels, "level"), ("beside", spec.groups, "field")):
        if key in value:
            check_name(spot.at(key), value[key], choices, noun, problems)
    if "art" in value and "crop" not in value:
        spot.at("art").report(problems, "crop is missing", "add crop: [x, y, width, height]")
    keys = [key for group in groups for key in group.keys]
    for point in spot.at("points").items() if "points" in value else ():
        check_name(point, str(point.path[-1]), keys, "place", problems)
    return FightPart(
        words.translate_key(spot, "title", groups[0].label if groups else ""),
        tuple(group.name for group in groups),
        tuple(value.get("values", ())),
        crop=tuple(map(float, value.get("crop", ()))),
        points={key: (float(x), float(y)) for key, (x, y) in value.get("points", {}).items()},
        **{key: value[key] for key in ("levels", "beside", "art", "shots") if key in value},
    )


# What a schema cannot say


def _check_references(spec: SheetSpec, problems: Problems) -> None:
    """Report names of groups, levels, fields and columns that pages and cards use and the sheet lacks."""
    rows = [row for rows in (spec.npc, *(page.rows for page in spec.pages)) for row in rows]
    rows += [row for card in spec.cards.values() for row in card.rows]
    for block in blocks_in(rows):
        _check_block(block, spec, problems)
    for card in spec.cards.values():
        _check_patterns(card, spec, problems)
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


def _check_patterns(card: PatternCard, spec: SheetSpec, problems: Problems) -> None:
    """Report formulas on a turn or posse card with names that the sheet lacks, and a list that it lacks."""
    lists = {group.name: group for group in spec.groups.values() if group.kind == "rows"}
    if card.each and not check_name(card.spot.at("each"), card.each, lists, "list", problems):
        return

    def check(spot: YamlValue, text: str, **_: int) -> str:
        try:
            check_formulas(pattern_formulas(text), spec, lists.get(card.each), *PATTERN_NAMES)
        except FormulaError as error:
            spot.report(problems, str(error), error.remedy)
        return text

    check(card.spot.at("title"), card.title)
    for block in blocks_in(card.rows):
        block.options.filled(partial(check, block.spot))


def _check_block(block: Block, spec: SheetSpec, problems: Problems) -> None:
    """Report a block's names that the sheet lacks, and groups that its kind cannot show."""
    kind, options = KINDS[block.kind], block.options
    for option, choices, noun in (("levels", spec.levels, "level"), ("start", spec.groups, "start")):
        if option in block.spot.value:
            check_name(block.spot.at(option), block.spot.value[option], choices, noun, problems)
    of = block.spot.value.get("of")
    spots = [block.spot.at("of")] if of else []
    if isinstance(of, list):
        spots = block.spot.at("of").items()
    groups = [spot for spot in spots if check_name(spot, spot.value, spec.groups, "field", problems)]
    for spot in groups:
        group = spec.groups[spot.value]
        fits = not kind.groups or group.kind in kind.groups
        if not fits or kind.type not in ("", group.columns[0].type):
            kind_name = "tracks" if len(kind.groups) > 1 else _KIND_NAMES[kind.groups[0]]
            remedy = f"name {kind_name}" + (f" of type {kind.type}" if kind.type else "")
            spot.report(problems, f'a block "{block.kind}" cannot show "{group.name}"', remedy)
        elif isinstance(options, ColumnOptions):
            columns = [column.name for column in group.columns]
            for name in options.columns:
                check_name(block.spot.at("columns", name), name, columns, "column", problems)
    if kind.check and len(groups) == len(spots):
        kind.check(options, block.spot, spec, problems)


# The Master's roster: what its columns show of each character


def _read_roster(spec: SheetSpec, words: SheetWords, problems: Problems) -> Roster | None:
    """Return the roster beside a sheet, None without a valid file; report errors. Raises GameError if it is no YAML."""
    path = spec.source.path.with_name(_ROSTER)
    if not path.is_file():
        return None
    source = read_yaml(path, GameError, path.parent.parent)
    if check_schema(source, ROSTER_SCHEMA, problems):
        return None
    top = source.at("roster")
    columns = [_read_roster_column(column, spec, words, problems) for column in top.at("columns").items()]
    return Roster(tuple(filter(None, columns)), words.translate_key(top, "title"), top.get("landscape", True))


def _read_roster_column(spot: YamlValue, spec: SheetSpec, words: SheetWords, problems: Problems) -> RosterColumn | None:
    """Return a column of the roster; report errors, and return None if its group is unknown."""
    if not check_name(spot.at("of"), spot.value["of"], spec.groups, "field", problems):
        return None
    group = spec.groups[spot.value["of"]]
    column_options: dict[str, Any] = {key: spot.value[key] for key in ("most", "across", "start") if key in spot.value}
    if "short" in spot.value:
        column_options["short"] = words.translate(spot.at("short"))
    if "show" in spot.value:
        column_options["show"] = tuple(
            words.translate(part) if HOLE.sub("", part.value).strip() else part.value  # values alone are no word
            for part in spot.at("show").items()
        )
    label = words.translate_key(spot, LABEL, group.label)
    column = RosterColumn(group.name, float(spot.value["width"]), label, **column_options)
    _check_roster_column(spot, column, group, spec, problems)
    return column


def _check_roster_column(
    spot: YamlValue, column: RosterColumn, group: FieldGroup, spec: SheetSpec, problems: Problems
) -> None:
    """Report options that do not fit a column's group, and unknown names."""
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
            spot.at(key).report(problems, f'a column of "{group.name}" takes no {key}', "remove it")
    usual = group.kind == "keys" and (group.main or not group.columns[0].name)
    if fitting["show"] and not (column.show or usual):
        example = "{label} {COLUMN}" if group.kind == "keys" else "{COLUMN}"
        spot.report(problems, "show is missing", f'add show: ["{example}"]')
    parts = spot.at("show").items() if column.show else []
    value_names = [value_column.name or VALUE for value_column in group.columns] + (
        [LABEL] if group.kind == "keys" else []
    )
    for part in parts:
        for name in HOLE.findall(str(part.value)):
            check_name(part, name, value_names, "column", problems)
    for key in column.short:
        check_name(spot.at("short", key), key, group.keys, "entry", problems)
    if column.start:
        numbers = [name for name, candidate in spec.groups.items() if candidate.kind == "one"]
        check_name(spot.at("start"), column.start, numbers, "field", problems)
