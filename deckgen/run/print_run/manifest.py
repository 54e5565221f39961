"""The manifest of a print run: its facts, and the hashes of its files."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckgen.deck.audit.summary import summary
from deckgen.deck.cards import LARGEST_SET, are_rulings, canonical_json, read_deck
from deckgen.errors import DeckError, DeckgenError, Problem, Problems, format_count
from deckgen.files import write_atomic
from deckgen.library.choices import game_called
from deckgen.library.decks import Deck
from deckgen.reach import check_reach
from deckgen.reading import (
    MANIFEST as MANIFEST_LIMIT,
    PRINTED,
    FileLimit,
    check_file,
    open_limited,
    parse_json,
    read_bytes,
)
from deckgen.records import record

if TYPE_CHECKING:
    from deckgen.deck import cards
    from deckgen.deck.audit.auditor import Audit
    from deckgen.game.model import DeckSpec, Game

MANIFEST = "manifest.json"
UNFINISHED = "manifest.jsonl"
"""The manifest while the run is being made: a line of facts, then one for each deck whose files are in place."""
FORMAT = "deckgen-batch/1"
MAX_REPORTED = 20
"""The most problems of one kind that are reported, as runs may have thousands."""
AGAIN = "delete it and make the run again with deckgen batch"
_SAME = "deckgen batch the same options again"
_OF_DECK = ("seed", "number", "id", "generator", "spec_sha256")
"""Attributes of a deck that its entry has, too."""

DeckEntry = Mapping[str, Any]
"""The entry of one deck in the manifest: its facts, the hashes of its files, and its audit."""


@record
class Manifest:
    """A manifest: its ``facts`` without decks and id, and an entry for each deck, deck 1 first."""

    path: Path
    facts: Mapping[str, Any]
    entries: Sequence[DeckEntry]


@record
class Run:
    """A run read from its folder: its manifest, and the game and spec that it was dealt by."""

    folder: Path
    manifest: Manifest
    game: Game
    spec: DeckSpec

    @property
    def facts(self) -> Mapping[str, Any]:
        """The manifest's facts about the whole run: game, deck, seed, count, versions, made."""
        return self.manifest.facts

    def numbers(self, requested: range | None = None) -> range:
        """Return all deck numbers, or the requested ones; a stop of ``sys.maxsize`` is the last. Raises DeckError."""
        count = len(self.manifest.entries)
        if requested is None:
            return range(1, count + 1)
        last = count if requested.stop == sys.maxsize else requested.stop - 1
        if max(requested.start, last) > count:
            absent = max(requested.start, count + 1)
            message = f"the run has {format_count(count, 'deck')}, and --decks asks for deck {absent}"
            raise DeckError(Problem(str(self.folder), None, "", message, f"choose from 1-{count}"))
        return range(requested.start, last + 1)

    def deck(self, number: int) -> Deck:
        """Return deck ``number``, read from its file. Raises DeckError if its hash is not the manifest's."""
        from deckgen.deck.audit.verification import deck_of

        line = self.manifest.entries[number - 1]
        path = self.folder / str(line["file"])
        if problem := check_hash(path, str(line["files"][path.name])):
            raise DeckError(problem)
        return Deck(self.game, self.spec, deck_of(read_deck(path), self.game))


def deck_entry(deck: cards.Deck, result: Audit) -> DeckEntry:
    """Return the manifest's entry of a deck and its audit, without the files."""
    facts = {key: getattr(deck, key) for key in _OF_DECK}
    return {**facts, "audit_passed": result.passed, "audit": summary(result).as_json()}


def sha256(content: bytes) -> str:
    """Return the hash as hex digits."""
    return hashlib.sha256(content).hexdigest()


def digest_of(path: Path, kind: type[DeckgenError], remedy: str) -> str:
    """Return a file's SHA-256 as hex digits. Raises ``kind`` if it is unreadable, or larger than any file of a run."""
    with open_limited(path, kind, PRINTED, remedy) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def check_hash(path: Path, expected_hash: str) -> Problem | None:
    """Return the problem of a run's file that is missing or has another hash than the expected one, else None."""
    try:
        check_place(path)
        actual_hash = digest_of(path, DeckError, f"give {_SAME}: it makes what is missing")
    except DeckError as error:
        return error.problems[0]
    if actual_hash != expected_hash:
        message = f"is not the file that was made: its sha256 is {actual_hash}, the manifest has {expected_hash}"
        return Problem(str(path), None, "", message, f"give {_SAME}: it makes it")
    return None


def check_place(path: Path, limit: FileLimit = PRINTED) -> None:
    """Raise DeckError if a run's file, which may be missing, is not regular, or a link out of its folder."""
    check_reach(path, path.parent, DeckError)
    if path.exists():
        check_file(path, DeckError, limit, "take it away")


def write_manifest(path: Path, facts: Mapping[str, Any], lines: Iterable[DeckEntry]) -> None:
    """Write canonical JSON of the facts and entries, with an id: the hash of the rest."""
    content = {**facts, "decks": [*lines]}
    write_atomic(path, canonical_json({**content, "id": _manifest_id(content)}))


def _manifest_id(content: Mapping[str, Any]) -> str:
    return f"sha256:{sha256(canonical_json(content))}"


def read_manifest(path: Path) -> Manifest:
    """Return a manifest. Raises DeckError if it is none, unfinished, or changed, as its id or missing parts show."""
    if path.with_name(UNFINISHED).exists() and not path.exists():
        message = "the run is not finished"
        raise DeckError(Problem(str(path.parent), None, "", message, f"give {_SAME}: it goes on from there"))
    check_place(path)
    content = read_bytes(path, DeckError, MANIFEST_LIMIT, "name the folder of a run that deckgen batch has made")
    try:
        data = parse_json(content, path, DeckError, AGAIN)
        intact = canonical_json(data) == content
        identity = data.pop("id", "")
        intact = intact and identity == _manifest_id(data) and len(data["decks"]) == data["count"]
        if data["format"] != FORMAT:
            raise ValueError(FORMAT)  # noqa: TRY301
    except (ValueError, LookupError, AttributeError, TypeError, RecursionError) as error:
        message = f"is not a manifest of format {FORMAT}, or was changed since it was written"
        raise DeckError(Problem(str(path), None, "", message, AGAIN)) from error
    if not intact:
        message = "was changed since it was written: its id is not that of its contents"
        raise DeckError(Problem(str(path), None, "id", message, AGAIN))
    manifest = Manifest(path, data, data.pop("decks"))
    _check(manifest)
    return manifest


def check_facts(recorded: Mapping[str, Any], requested: Mapping[str, Any], path: Path, remedy: str) -> None:
    """Raise DeckError about ``path``, with what differs, if its recorded facts are not those of the requested run."""
    if {key: value for key, value in recorded.items() if key not in {"decks", "id"}} == requested:
        return
    keys = ("count", "game", "deck", "seed", "made", "versions")
    groups = (recorded.get("made"), recorded.get("versions"))
    if not (all(key in recorded for key in keys) and all(isinstance(group, dict) for group in groups)):
        message = "names no run: it is damaged, or written by an older deckgen"
    elif any(recorded[key] != requested[key] for key in keys[:4]):
        message = f"is of another batch: {recorded['count']} decks {recorded['game']}/{recorded['deck']}, seed {recorded['seed']}"
    elif otherwise := "; ".join(_differences(recorded, requested)):
        message = f"is of a run that was made otherwise: {otherwise}"
    else:
        message = "is of a run whose game, hero, layout or target has changed since"
    raise DeckError(Problem(str(path), None, "", message, remedy))


def _differences(recorded: Mapping[str, Any], requested: Mapping[str, Any]) -> Iterator[str]:
    """Yield in words how the recorded options and versions differ from those requested, hashes apart."""
    for group in ("made", "versions"):
        for key in sorted({*recorded[group], *requested[group]}):
            old_value, new_value = recorded[group].get(key), requested[group].get(key)
            if old_value != new_value and not key.endswith(("sha256", "hero")):
                yield f"{key.replace('_', ' ')} {_format_choice(old_value)}, not {_format_choice(new_value)}"


def _format_choice(value: Any) -> str:
    """Return an option's value in words: yes, no, a list with commas, rulings, or "none" if it is empty."""
    if isinstance(value, dict):
        return ", ".join(f"{name}={choice}" for name, choice in value.items())
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value or ("none",))) if isinstance(value, list) else str(value or "none")


def read_run(
    folder: Path, game_folder: str | None = None, language: str | None = None, *, check_files: bool = True
) -> Run:
    """Return the run in a folder, with its game in a language; unless shipped, the game is in ``game_folder``.

    Raises DeckError if the manifest was changed, the game has changed since, or, if checked, files are missing.
    """
    manifest = read_manifest(folder / MANIFEST)
    made = manifest.facts["made"]
    decided = made.get("rulings", {}), made.get("hero")
    game = game_called(str(manifest.facts["game"]), manifest.path, game_folder, language, *decided)
    problems = Problems()
    named = (folder / name for line in manifest.entries for name in line["files"]) if check_files else ()
    missing = (path for path in named if not path.is_file())
    for path in islice(missing, MAX_REPORTED):
        problems.add(path, None, "", "is missing", f"give {_SAME}: it makes it")
    problems.raise_as(DeckError)
    return Run(folder, manifest, game, _spec(manifest, game))


def _check(manifest: Manifest) -> None:
    """Raise DeckError if a fact or entry that other code needs is missing or wrong, as the id cannot prove it."""
    facts = manifest.facts
    texts = all(isinstance(facts.get(key), str) for key in ("game", "deck", "seed"))
    made = facts.get("made")
    rulings = isinstance(made, dict) and are_rulings(made.get("rulings", {}))
    if not (texts and rulings and type(facts["count"]) is int):
        raise DeckError(Problem(str(manifest.path), None, "", "has no facts about the run", AGAIN))
    for place, line in enumerate(manifest.entries):
        if not is_entry(line) or line["number"] != place + 1:
            message = "is not an entry about a deck"
            raise DeckError(Problem(str(manifest.path), None, f"decks[{place}]", message, AGAIN))


def is_entry(line: Any) -> bool:
    """Return whether a value is a deck's entry, complete, and with names of files in the run's folder alone."""
    match line:
        case {
            "number": int(number), "file": str(file), "files": dict(files), "audit_passed": bool(),
            "seed": str(), "id": str(), "generator": str(), "spec_sha256": str(),
        } if type(number) is int and 1 <= number <= LARGEST_SET and file in files:  # fmt: skip
            return all(_is_name(name) and isinstance(file_hash, str) for name, file_hash in files.items())
    return False


def _is_name(name: str) -> bool:
    """Return whether a text is the name of a file in a run's folder."""
    return 0 < len(name) <= 255 and name not in {".", ".."} and not set(name) & {"/", "\\", "\0"}


def _spec(manifest: Manifest, game: Game) -> DeckSpec:
    """Return the spec of the run's deck. Raises DeckError if it has changed since the run was dealt."""
    spec = next((spec for spec in game.decks if spec.name == manifest.facts["deck"]), None)
    if spec is None or spec.sha256 != manifest.facts["made"].get("spec_sha256"):
        message = f"the game {game.id} has changed since this run was dealt"
        remedy = "take the game as it was then, or make a new run in another folder"
        raise DeckError(Problem(str(manifest.path), None, "made.spec_sha256", message, remedy))
    return spec
