"""The named things of a game: all YAML files of its folder, over those of the game that it extends."""

from __future__ import annotations

from dataclasses import field
from functools import lru_cache
from pathlib import Path

from deckgen.errors import DeckgenError, GameError, Problem, Problems, suggest, wrap_os_error
from deckgen.files import shipped_path
from deckgen.reach import check_reach, real_path
from deckgen.reading import YAML, read_bytes
from deckgen.records import record
from deckgen.sources import KeyPath, YamlValue, check_schema, parse_yaml_file

SCHEMA = Path(__file__).with_name("game.schema.json")
_HEADER = "game"
"""The top-level key that is one thing, not a mapping of named things."""
_TRANSLATIONS = "translations"
"""The top-level key whose things are one level further in: the texts of every language, each named by language and place."""
_RARE = ("translations:", "examples:", "procedures:")
"""Top-level keys that few commands need; a file of nothing else is not parsed for the others."""
_DEEPEST = 20
"""How many games may extend each other, one after the other."""


@record(frozen=False)
class GameEntries:
    """The named things of all files of a game. ``broken`` are those with a problem that was told already."""

    by_key: dict[str, dict[str, YamlValue]] = field(default_factory=dict)
    broken: set[tuple[str, str]] = field(default_factory=set)

    def valid(self, key: str) -> dict[str, YamlValue]:
        """The sound things under a top-level key, in the order of the files."""
        return {
            name: spot for name, spot in self.by_key.get(key, {}).items() if (key, name) not in self.broken
        }

    def all_of(self, key: str) -> dict[str, YamlValue]:
        """All things under a top-level key, broken ones too."""
        return self.by_key.get(key, {})

    def local(self, key: str) -> dict[str, YamlValue]:
        """All things under a top-level key that are not those of a game that this one extends."""
        named = self.all_of("game").get("game")
        return {
            name: spot
            for name, spot in self.all_of(key).items()
            if named is None or spot.source.path.parent == named.source.path.parent
        }

    def merged_over(self, base: GameEntries) -> GameEntries:
        """These things and those of ``base`` that they do not replace; what a game is called stays its own.

        A translation is replaced with the thing whose words it gives.
        """
        kept = {key: things for key, things in base.by_key.items() if key != _HEADER}
        texts = base.all_of(_TRANSLATIONS).items()
        kept[_TRANSLATIONS] = {name: spot for name, spot in texts if not self._replaces(spot.name)}
        by_key = {
            key: {**kept.get(key, {}), **self.all_of(key)} for key in dict.fromkeys((*kept, *self.by_key))
        }
        inherited = {(key, name) for key, name in base.broken if name not in self.all_of(key)}
        return GameEntries(by_key, self.broken | inherited)

    def _replaces(self, place: str) -> bool:
        """Whether the text at that place, as ``dotted`` writes it, would be in something of these."""
        top, _, rest = place.partition(".")
        return top == _HEADER or any(
            rest == name or rest.startswith((name + ".", name + "[")) for name in self.all_of(top)
        )


def shipped_games() -> tuple[str, ...]:
    """The names of the games that come with deckgen, sorted."""
    folder = shipped_path("data")
    return tuple(sorted(found.parent.name for found in folder.glob("*/game.yaml")))


def game_folder(where: str | Path) -> Path:
    """The folder of a shipped game, or the one that is named. Raises GameError if there is none."""
    known = shipped_games()
    if isinstance(where, str) and where in known:
        return shipped_path("data") / where
    folder = Path(where)
    if folder.is_dir():
        return folder
    if folder.exists():
        raise GameError(Problem(str(where), None, "", "this is a file", "name the folder that it is in"))
    advice = suggest(str(where), known, listed=True, otherwise="give the path of a game's folder")
    raise GameError(Problem(str(where), None, "", "there is no such game", advice))


def read_entries(
    folder: Path, problems: Problems, above: tuple[Path, ...] = (), *, whole: bool = True
) -> GameEntries:
    """The things of a game's folder over those of the game it extends; ``above`` are those that extend it.

    Unless ``whole``, files that hold only translations, examples or procedures are not parsed. ``game.extends`` is a shipped
    game's name, or a path from the folder.
    """
    parts = _read_folder(folder, problems, whole=whole)
    named = parts.valid("game").get("game")
    if named is None or "extends" not in named.value:
        return parts
    spot = named.at("extends")
    known = shipped_games()
    base = shipped_path("data") / spot.value if spot.value in known else spot.resolve_file(problems)
    seen = (*above, real_path(folder))
    if base is None:
        pass
    elif len(seen) > _DEEPEST:
        remedy = "extend one that says more itself"
        spot.report(problems, f"more than {_DEEPEST} games extend each other", remedy)
    elif real_path(base) in seen:
        spot.report(
            problems, f'extending "{spot.value}" leads back to it', "delete one extends of the circle"
        )
    elif not base.is_dir():
        otherwise = "give the path of a game's folder from here"
        remedy = suggest(spot.value, known, otherwise=otherwise)
        spot.report(problems, f'there is no game "{spot.value}" to extend', remedy)
    else:
        return parts.merged_over(read_entries(base, problems, seen, whole=whole))
    parts.broken.add(("game", "base"))
    return parts


def _read_folder(folder: Path, problems: Problems, *, whole: bool) -> GameEntries:
    """All files of a game's folder, checked against the schema and merged."""
    with wrap_os_error(GameError, folder, "make the folder readable, or name another one"):
        shown = (path for path in folder.iterdir() if not path.name.startswith("."))
        files = sorted(path for path in shown if path.suffix == ".yaml" or path.is_file())
    for path in files:
        if path.suffix == ".yml":
            problems.add(path, None, "", "this file would not be read", "rename it to end in .yaml")
    # A layout of the game's own may lie beside it: its theme has the name of its drawing.
    of_game = [path for path in files if path.suffix == ".yaml" and path.with_suffix(".svg") not in files]
    if not of_game:
        remedy = "write a game.yaml, or name another folder"
        problems.add(folder, None, "", "there is no game in this folder", remedy)
        problems.raise_as(GameError)
    contents = []
    for path in of_game:
        try:
            if path.is_symlink():
                check_reach(path, folder, GameError)
            contents.append((path, read_bytes(path, GameError, YAML)))
        except GameError as error:
            problems.extend(error)
    needed = tuple(each for each in contents if whole or not _is_rare(each[1]))
    parts, wrong, parsed_count = _parse_files(needed)
    problems.extend(wrong)
    if len(contents) < len(of_game) or parsed_count < len(needed):  # what is missing may stand in the others
        problems.raise_as(GameError)
    return GameEntries(parts.by_key, set(parts.broken))


def _is_rare(content: bytes) -> bool:
    """Whether a file holds nothing that most commands need, judged by its lines that are not indented."""
    lines = content.decode(errors="replace").splitlines()
    return all(line.startswith((*_RARE, " ", "#")) for line in lines if line)


@lru_cache(maxsize=8)  # a sheet asks for the game, for its own words and for what became of them
def _parse_files(files: tuple[tuple[Path, bytes], ...]) -> tuple[GameEntries, GameError, int]:
    """What stands in files of these contents, what is wrong with it, and how many could be read."""
    parts, problems, parsed_count = GameEntries(), Problems(), 0
    for path, content in files:
        try:
            source = parse_yaml_file(path, content, GameError)
        except DeckgenError as error:
            problems.extend(error)
            continue
        parsed_count += 1
        wrong = check_schema(source, SCHEMA, problems)
        _add_file(parts, source.at(), wrong, problems)
    return parts, GameError(tuple(problems)), parsed_count


def _add_file(parts: GameEntries, file: YamlValue, wrong: frozenset[KeyPath], problems: Problems) -> None:
    for top in file.items() if isinstance(file.value, dict) else ():
        key = top.name
        if (key,) in wrong and key != _HEADER:
            continue
        for name, spot in _named_values(key, top):
            known = parts.by_key.setdefault(key, {})
            if name in known:
                thing = "it" if key == _HEADER else f'the {key.removesuffix("s")} "{name}"'
                spot.report(problems, f"{thing} is also in {known[name].location}", "keep one of the two")
                continue
            known[name] = spot
            if any(path[: len(spot.path)] == spot.path for path in wrong):
                parts.broken.add((key, name))


def _named_values(key: str, top: YamlValue) -> list[tuple[str, YamlValue]]:
    """The named things under a top-level key."""
    if key == _HEADER:
        return [(key, top)]
    if key == _TRANSLATIONS:
        languages = [group for group in top.items() if isinstance(group.value, dict)]
        return [(f"{group.name} {text.name}", text) for group in languages for text in group.items()]
    return [(each.name, each) for each in top.items()]
