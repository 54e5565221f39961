"""The entries of a game: all YAML files of its folder, merged over those of the game that it extends."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import field, replace
from functools import lru_cache
from pathlib import Path

from deckgen.errors import DeckgenError, GameError, Problem, Problems, suggest, wrap_os_error
from deckgen.files import shipped_path
from deckgen.game.card_tables import CardTable, read_card_tables
from deckgen.reach import check_reach, real_path
from deckgen.reading import YAML, read_bytes
from deckgen.records import record
from deckgen.sources import KeyPath, YamlValue, check_schema, parse_yaml_file

SCHEMA = Path(__file__).with_name("game.schema.json")
_HEADER = "game"
"""The top-level key with a single value, not a mapping of named entries."""
_TRANSLATIONS = "translations"
"""The top-level key whose entries are one level deeper: each text is named by language and key path."""
CASES = ("cases",)
"""The top-level key that only validation needs."""
RARE = (*CASES, "translations", "examples", "procedures", "templates", "mats", "mat_parts")
"""Top-level keys that few commands need."""
_DEEPEST = 20
"""The most games that may extend each other in a chain."""


@record(frozen=False)
class GameEntries:
    """The named entries of all files of a game, by top-level key; ``broken`` (key, name) have a known problem.

    The top-level keys ``without`` were passed over. ``tables`` are those of cards, by path. ``folders`` are the game's and those of
    games that it extends.
    """

    by_key: dict[str, dict[str, YamlValue]] = field(default_factory=dict)
    broken: set[tuple[str, str]] = field(default_factory=set)
    without: Collection[str] = ()
    tables: Mapping[Path, CardTable] = field(default_factory=dict)
    folders: tuple[Path, ...] = ()

    def valid(self, key: str) -> dict[str, YamlValue]:
        """Return the entries under a top-level key, without broken ones, in the order of the files."""
        return {name: node for name, node in self.by_key.get(key, {}).items() if (key, name) not in self.broken}

    def all_of(self, key: str) -> dict[str, YamlValue]:
        """Return all entries under a top-level key, broken ones included."""
        return self.by_key.get(key, {})

    def local(self, key: str) -> dict[str, YamlValue]:
        """Return all entries under a top-level key that come from this game, not from one that it extends."""
        header = self.all_of("game").get("game")
        return {
            name: node
            for name, node in self.all_of(key).items()
            if header is None or node.source.path.parent == header.source.path.parent
        }

    def merged_over(self, base: GameEntries) -> GameEntries:
        """Return these entries and those of ``base`` that they do not replace.

        The header is not inherited. A translation is replaced together with the entry whose text it translates.
        """
        kept_entries = {key: values for key, values in base.by_key.items() if key != _HEADER}
        translations = base.all_of(_TRANSLATIONS).items()
        kept_entries[_TRANSLATIONS] = {name: node for name, node in translations if not self._replaces(node.name)}
        by_key = {
            key: {**kept_entries.get(key, {}), **self.all_of(key)}
            for key in dict.fromkeys((*kept_entries, *self.by_key))
        }
        inherited = {(key, name) for key, name in base.broken if name not in self.all_of(key)}
        return GameEntries(by_key, self.broken | inherited, self.without, folders=self.folders + base.folders)

    def with_tables(self, problems: Problems) -> GameEntries:
        """Return these entries, the decks' tables of cards, and the translations in them; adds their problems."""
        tables = read_card_tables(self.valid("decks").values(), problems)
        texts = {f"{cell.path[1]} {cell.name}": cell for table in tables.values() for cell in table.translations}
        by_key = self.by_key | {_TRANSLATIONS: texts | self.all_of(_TRANSLATIONS)} if texts else self.by_key
        return replace(self, by_key=by_key, tables=tables)

    def _replaces(self, path: str) -> bool:
        """Return whether the text at a key path belongs to one of these entries."""
        top, _, suffix = path.partition(".")
        return top == _HEADER or any(
            suffix == name or suffix.startswith((name + ".", name + "[")) for name in self.all_of(top)
        )


def shipped_games() -> tuple[str, ...]:
    """Return the names of the shipped games, sorted."""
    folder = shipped_path("data")
    return tuple(sorted(path.parent.name for path in folder.glob("*/game.yaml")))


def game_folder(name_or_path: str | Path) -> Path:
    """Return the folder of a game, given by a shipped name, which wins, or a path. Raises GameError if it is none."""
    names = shipped_games()
    if isinstance(name_or_path, str) and name_or_path in names:
        return shipped_path("data") / name_or_path
    folder = Path(name_or_path)
    if folder.is_dir():
        return folder
    if folder.exists():
        raise GameError(Problem(str(name_or_path), None, "", "this is a file", "name the folder that it is in"))
    advice = suggest(str(name_or_path), names, listed=True, otherwise="give the path of a game's folder")
    raise GameError(Problem(str(name_or_path), None, "", "there is no such game", advice))


def read_entries(
    folder: Path, problems: Problems, above: tuple[Path, ...] = (), *, without: Collection[str] = CASES
) -> GameEntries:
    """Return the entries of a game's folder, merged over those of the game that it extends.

    ``above`` are the folders of games that extend this one. Top-level keys ``without`` are left out, and files that
    have no others are not parsed. ``game.extends`` is a shipped game's name, or a path relative to the folder. Raises
    GameError if a file is unreadable.
    """
    entries = _read_folder(folder, problems, without)
    header = entries.valid("game").get("game")
    if header is None or "extends" not in header.value:
        return entries
    node = header.at("extends")
    names = shipped_games()
    base = shipped_path("data") / node.value if node.value in names else node.resolve_file(problems)
    seen = (*above, real_path(folder))
    if base is None:
        pass
    elif len(seen) > _DEEPEST:
        remedy = "shorten the chain of extends"
        node.report(problems, f"more than {_DEEPEST} games extend each other", remedy)
    elif real_path(base) in seen:
        node.report(problems, f'extending "{node.value}" makes a circle', "delete one extends of the circle")
    elif not base.is_dir():
        otherwise = "give the path of a game's folder from here"
        remedy = suggest(node.value, names, otherwise=otherwise)
        node.report(problems, f'there is no game "{node.value}" to extend', remedy)
    else:
        return entries.merged_over(read_entries(base, problems, seen, without=without))
    entries.broken.add(("game", "base"))
    return entries


def _read_folder(folder: Path, problems: Problems, without: Collection[str]) -> GameEntries:
    """Return the schema-checked entries of a game's YAML files. Raises GameError if none is there or one unreadable."""
    with wrap_os_error(GameError, folder, "make the folder readable, or name another one"):
        visible_paths = (path for path in folder.iterdir() if not path.name.startswith("."))
        files = sorted(path for path in visible_paths if path.suffix == ".yaml" or path.is_file())
    for path in files:
        if path.suffix == ".yml":
            problems.add(path, None, "", "files ending in .yml are not read", "rename it to end in .yaml")
    # A layout may be in the same folder: its theme has the name of its drawing.
    game_files = [path for path in files if path.suffix == ".yaml" and path.with_suffix(".svg") not in files]
    if not game_files:
        remedy = "write a game.yaml, or name another folder"
        problems.add(folder, None, "", "there is no game in this folder", remedy)
        problems.raise_as(GameError)
    contents = []
    for path in game_files:
        try:
            if path.is_symlink():
                check_reach(path, folder, GameError)
            contents.append((path, read_bytes(path, GameError, YAML)))
        except GameError as error:
            problems.extend(error)
    needed = tuple(content for content in contents if not _has_only(content[1], without))
    entries, parse_error, parsed_count = _parse_files(needed)
    problems.extend(parse_error)
    if len(contents) < len(game_files) or parsed_count < len(needed):  # the missing files may have the missing entries
        problems.raise_as(GameError)
    by_key = {key: values for key, values in entries.by_key.items() if key not in without}
    return GameEntries(by_key, set(entries.broken), without, folders=(folder,))


def _has_only(content: bytes, keys: Collection[str]) -> bool:
    """Return whether a file has some of these top-level keys and no others, judged by its unindented lines."""
    lines = [line for line in content.decode(errors="replace").splitlines() if not f"{line} ".startswith((" ", "#"))]
    return bool(lines) and all(line.startswith(tuple(f"{key}:" for key in keys)) for line in lines)


@lru_cache(maxsize=8)  # a sheet asks for the game, for its own words and for what became of them
def _parse_files(files: tuple[tuple[Path, bytes], ...]) -> tuple[GameEntries, GameError, int]:
    """Return the entries of files with these contents, their problems as an error, and how many could be parsed."""
    entries, problems, parsed_count = GameEntries(), Problems(), 0
    for path, content in files:
        try:
            source = parse_yaml_file(path, content, GameError)
        except DeckgenError as error:
            problems.extend(error)
            continue
        parsed_count += 1
        if isinstance(source.data, dict) and isinstance(source.data.get("game"), str):
            kind, place = ("sheet", "sheet/") if "format" in source.data else ("character", "characters/")
            if kind == "sheet" or "name" in source.data:
                message = f"this looks like a {kind}, not a part of the game"
                problems.add(path, 1, "", message, f"move it into the folder {place}")
                continue
        wrong_paths = check_schema(source, SCHEMA, problems)
        _add_file(entries, source.at(), wrong_paths, problems)
    return entries, GameError(tuple(problems)), parsed_count


def _add_file(entries: GameEntries, file: YamlValue, wrong_paths: frozenset[KeyPath], problems: Problems) -> None:
    """Add a parsed file's entries, those with wrong paths as broken; for one that is there already, only a problem."""
    for top in file.items() if isinstance(file.value, dict) else ():
        key = top.name
        if (key,) in wrong_paths and key != _HEADER:
            continue
        for name, node in _named_values(key, top):
            values = entries.by_key.setdefault(key, {})
            if name in values:
                noun = "it" if key == _HEADER else f'the {key.removesuffix("s")} "{name}"'
                node.report(problems, f"{noun} is also in {values[name].location}", "keep one of the two")
                continue
            values[name] = node
            if any(path[: len(node.path)] == node.path for path in wrong_paths):
                entries.broken.add((key, name))


def _named_values(key: str, top: YamlValue) -> list[tuple[str, YamlValue]]:
    """Return (name, value) pairs under a top-level key; translations are named "LANGUAGE KEYPATH"."""
    if key == _HEADER:
        return [(key, top)]
    if key == _TRANSLATIONS:
        languages = [group for group in top.items() if isinstance(group.value, dict)]
        return [(f"{group.name} {text.name}", text) for group in languages for text in group.items()]
    return [(value.name, value) for value in top.items()]
