"""Reading a game's folder: all its YAML files are one game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from deckgen.errors import DeckgenError, Fault, Faults, GameError, told_as
from deckgen.files import shipped
from deckgen.game.faces import faces
from deckgen.game.fingerprint import fingerprint
from deckgen.game.model import AnySection, DeckSpec, Game, Scope
from deckgen.game.sections import Deal, build
from deckgen.sources import Spot, Steps, check, nearest, read_yaml

SCHEMA = Path(__file__).with_name("game.schema.json")
_WHOLE = ("game",)
"""Top-level keys that are one thing, not a mapping of named things."""


def shipped_games() -> tuple[str, ...]:
    """The names of the games that come with deckgen, sorted."""
    folder = shipped("data")
    return tuple(sorted(found.parent.name for found in folder.glob("*/game.yaml")))


def load(where: str | Path) -> Game:
    """Read a shipped game by name, or the game in a folder. Raises GameError with every fault found."""
    folder = _folder(where)
    faults = Faults()
    parts = _read(folder, faults)
    named = parts.of("game").get("game")
    if named is None and ("game", "game") not in parts.broken:
        faults.add(
            folder, None, "game", "no file says what the game is called", "add game: {id: ..., title: ...}"
        )
    decks = _decks(parts, faults)
    faults.raise_as(GameError)
    if named is None:
        raise AssertionError(folder)
    return Game(
        id=named.value["id"],
        title=named.value["title"],
        folder=folder,
        decks=decks,
        scopes=tuple(Scope(name, tuple(spot.value.items())) for name, spot in parts.of("scopes").items()),
        words={name: spot.value for name, spot in parts.of("words").items()},
    )


def _folder(where: str | Path) -> Path:
    known = shipped_games()
    if isinstance(where, str) and where in known:
        return shipped("data") / where
    folder = Path(where)
    if folder.is_dir():
        return folder
    if folder.exists():
        raise GameError(Fault(str(where), None, "", "this is a file", "name the folder that it is in"))
    advice = (
        f"{nearest(str(where), known)} (shipped: {', '.join(known)}), or give the path of a game's folder"
    )
    raise GameError(Fault(str(where), None, "", "there is no such game", advice))


@dataclass
class _Parts:
    """The named things of all files of a game. ``broken`` are those with a fault that was told already."""

    found: dict[str, dict[str, Spot]] = field(default_factory=dict)
    broken: set[tuple[str, str]] = field(default_factory=set)

    def of(self, key: str) -> dict[str, Spot]:
        """The sound things under a top-level key, in the order of the files."""
        return {
            name: spot for name, spot in self.found.get(key, {}).items() if (key, name) not in self.broken
        }

    def names(self, key: str) -> dict[str, Spot]:
        """All things under a top-level key, broken ones too."""
        return self.found.get(key, {})


def _read(folder: Path, faults: Faults) -> _Parts:
    """All files of a game's folder, checked against the schema and merged."""
    parts = _Parts()
    with told_as(GameError, folder, "make the folder readable, or name another one"):
        files = sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
    for path in files:
        if path.suffix == ".yml":
            faults.add(path, None, "", "this file would not be read", "rename it to end in .yaml")
    found = [path for path in files if path.suffix == ".yaml"]
    if not found:
        faults.add(
            folder, None, "", "there is no game in this folder", "write a game.yaml, or name another folder"
        )
        faults.raise_as(GameError)
    for path in found:
        try:
            source = read_yaml(path, GameError)
        except DeckgenError as error:
            for fault in error.faults:
                faults.add(fault.file, fault.line, fault.path, fault.what, fault.remedy)
            continue
        wrong = check(source, SCHEMA, faults)
        _merge(parts, source.spot(), wrong, faults)
    return parts


def _merge(parts: _Parts, file: Spot, wrong: frozenset[Steps], faults: Faults) -> None:
    if not isinstance(file.value, dict):
        return
    for top in file.items():
        key = str(top.path[0])
        if (key,) in wrong and key not in _WHOLE:
            continue
        things = [(key, top)] if key in _WHOLE else [(str(each.path[1]), each) for each in top.items()]
        for name, spot in things:
            known = parts.found.setdefault(key, {})
            if name in known:
                thing = "it" if key in _WHOLE else f'the {key.removesuffix("s")} "{name}"'
                spot.blame(faults, f"{thing} is also in {known[name].place}", "keep one of the two")
                continue
            known[name] = spot
            if any(path[: len(spot.path)] == spot.path for path in wrong):
                parts.broken.add((key, name))


def _decks(parts: _Parts, faults: Faults) -> tuple[DeckSpec, ...]:
    made = (_deck(name, spot, parts, faults) for name, spot in parts.of("decks").items())
    return tuple(deck for deck in made if deck is not None)


def _deck(name: str, spot: Spot, parts: _Parts, faults: Faults) -> DeckSpec | None:
    known = parts.names("sections")
    if "sections" in spot.value:
        for each in spot.at("sections").items():
            if each.value not in known:
                each.blame(faults, f'there is no section "{each.value}"', nearest(each.value, known))
    cards = faces(spot.at("cards"), faults)
    if cards is None:
        return None
    broken = frozenset(each for key, each in parts.broken if key == "columns")
    deal = Deal(cards, parts.of("columns"), broken)
    sections = _sections(spot.get("sections", sorted(known)), parts.of("sections"), deal, faults)
    draw, reshuffle = spot.get("draw", "without-replacement"), spot.get("reshuffle", "jokers")
    return DeckSpec(
        name=name,
        title=spot.value["title"],
        faces=cards,
        draw=draw,
        reshuffle=reshuffle,
        sections=sections,
        layout=spot.get("layout", "poker"),
        sha256=fingerprint(cards, draw, reshuffle, sections),
    )


def _sections(
    names: list[str], sound: Mapping[str, Spot], deal: Deal, faults: Faults
) -> tuple[AnySection, ...]:
    made = (build(name, sound[name], deal, faults) for name in names if name in sound)
    return tuple(section for section in made if section is not None)


__all__ = ["SCHEMA", "load", "shipped_games"]
