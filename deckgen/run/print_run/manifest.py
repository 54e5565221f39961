"""The manifest of a print run: what was made, and its hashes."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckgen.deck.audit.summary import summary
from deckgen.deck.cards import LARGEST_SET, canonical_json, read_deck
from deckgen.errors import DeckError, DeckgenError, Problem, Problems, format_count
from deckgen.files import write_atomic
from deckgen.library.decks import Deck, game_called
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
TOLD = 20
"""Problems of a kind that are told, of runs that have thousands."""
AGAIN = "delete it and make the run again with deckgen batch"
_SAME = "deckgen batch the same options again"
_OF_DECK = ("seed", "number", "id", "generator", "spec_sha256")
"""What a line says of its deck as the deck itself says it."""

Line = Mapping[str, Any]
"""What the manifest says of one deck."""


@record
class Manifest:
    """A manifest: its ``facts`` but the decks and the id, and a line for each deck, deck 1 first."""

    path: Path
    facts: Mapping[str, Any]
    lines: Sequence[Line]


@record
class Run:
    """A run that was read back: its folder, its manifest, and the game and spec that it was dealt by."""

    folder: Path
    manifest: Manifest
    game: Game
    spec: DeckSpec

    @property
    def facts(self) -> Mapping[str, Any]:
        """What the manifest says of the whole run: game, deck, seed, count, versions, made."""
        return self.manifest.facts

    def numbers(self, wanted: range | None = None) -> range:
        """The numbers of its decks, or the wanted ones; ``sys.maxsize`` as their end is that of the run.

        Raises DeckError if the run has not all of them: nobody is to get fewer than were asked for.
        """
        count = len(self.manifest.lines)
        if wanted is None:
            return range(1, count + 1)
        last = count if wanted.stop == sys.maxsize else wanted.stop - 1
        if max(wanted.start, last) > count:
            absent = max(wanted.start, count + 1)
            what = f"the run has {format_count(count, 'deck')}, and --decks asks for deck {absent}"
            raise DeckError(Problem(str(self.folder), None, "", what, f"choose from 1-{count}"))
        return range(wanted.start, last + 1)

    def deck(self, number: int) -> Deck:
        """A deck, read from its file. Raises DeckError if that is not the one the manifest has the hash of."""
        from deckgen.deck.audit.verification import deck_of

        line = self.manifest.lines[number - 1]
        path = self.folder / str(line["file"])
        if problem := changed(path, str(line["files"][path.name])):
            raise DeckError(problem)
        return Deck(self.game, self.spec, deck_of(read_deck(path), self.game))


def line_of(deck: cards.Deck, result: Audit) -> Line:
    """What the manifest says of a deck and its audit, beside the files."""
    facts = {key: getattr(deck, key) for key in _OF_DECK}
    return {**facts, "audit_passed": result.passed, "audit": summary(result).as_json()}


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def digest_of(path: Path, kind: type[DeckgenError], remedy: str) -> str:
    """The same hash of a file, however large. Raises ``kind`` if it cannot be read."""
    with open_limited(path, kind, PRINTED, remedy) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def changed(path: Path, wanted: str) -> Problem | None:
    """What is wrong with a file of a run, of which the manifest has this hash; None if nothing is."""
    try:
        check_place(path)
        found = digest_of(path, DeckError, f"give {_SAME}: it makes what is missing")
    except DeckError as error:
        return error.problems[0]
    if found != wanted:
        what = f"is not the file that was made: its sha256 is {found}, the manifest has {wanted}"
        return Problem(str(path), None, "", what, f"give {_SAME}: it makes it")
    return None


def check_place(path: Path, limit: FileLimit = PRINTED) -> None:
    """Raise DeckError if a file of a run is no regular file, or a link to another folder: whoever sends a run has not that file."""
    check_reach(path, path.parent, DeckError)
    if path.exists():
        check_file(path, DeckError, limit, "take it away")


def write_manifest(path: Path, facts: Mapping[str, Any], lines: Iterable[Line]) -> None:
    """Write canonical JSON of the facts and the lines, with an id over the whole."""
    whole = {**facts, "decks": [*lines]}
    write_atomic(path, canonical_json({**whole, "id": _id(whole)}))


def _id(whole: Mapping[str, Any]) -> str:
    return f"sha256:{sha256(canonical_json(whole))}"


def read_manifest(path: Path) -> Manifest:
    """Read a manifest. Raises DeckError if it is none, or if its id or what is missing shows that it was changed."""
    if path.with_name(UNFINISHED).exists() and not path.exists():
        what = "the run is not finished"
        raise DeckError(Problem(str(path.parent), None, "", what, f"give {_SAME}: it goes on from there"))
    check_place(path)
    content = read_bytes(
        path, DeckError, MANIFEST_LIMIT, "name the folder of a run that deckgen batch has made"
    )
    try:
        whole = parse_json(content, path, DeckError, AGAIN)
        intact = canonical_json(whole) == content
        identity = whole.pop("id", "")
        intact = intact and identity == _id(whole) and len(whole["decks"]) == whole["count"]
        if whole["format"] != FORMAT:
            raise ValueError(FORMAT)  # noqa: TRY301
    except (ValueError, LookupError, AttributeError, TypeError, RecursionError) as error:
        what = f"is not a manifest of format {FORMAT}, or was changed since it was written"
        raise DeckError(Problem(str(path), None, "", what, AGAIN)) from error
    if not intact:
        what = "was changed since it was written: its id is not that of its contents"
        raise DeckError(Problem(str(path), None, "id", what, AGAIN))
    manifest = Manifest(path, whole, whole.pop("decks"))
    _check(manifest)
    return manifest


def check_facts(given: Mapping[str, Any], wanted: Mapping[str, Any], path: Path, remedy: str) -> None:
    """Raise DeckError if a manifest does not say of its run what is wanted of this one."""
    if {key: value for key, value in given.items() if key not in {"decks", "id"}} == wanted:
        return
    keys = ("count", "game", "deck", "seed", "made", "versions")
    groups = (given.get("made"), given.get("versions"))
    if not (all(key in given for key in keys) and all(isinstance(group, dict) for group in groups)):
        what = "does not say which run it is of: it is damaged, or an older deckgen's"
    elif any(given[key] != wanted[key] for key in keys[:4]):
        what = f"is of another batch: {given['count']} decks {given['game']}/{given['deck']}, seed {given['seed']}"
    elif otherwise := "; ".join(_differences(given, wanted)):
        what = f"is of a run that was made otherwise: {otherwise}"
    else:
        what = "is of a run whose game, layout or target has changed since"
    raise DeckError(Problem(str(path), None, "", what, remedy))


def _differences(given: Mapping[str, Any], wanted: Mapping[str, Any]) -> Iterator[str]:
    """What was asked for then where something else is asked for now; hashes are not told."""
    for group in ("made", "versions"):
        for key in sorted(wanted[group]):
            then, now = given[group].get(key), wanted[group][key]
            if then != now and not key.endswith("sha256"):
                yield f"{key.replace('_', ' ')} {_shown(then)}, not {_shown(now)}"


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value or ("none",))) if isinstance(value, list) else str(value or "none")


def read_run(
    folder: Path, game_folder: str | None = None, language: str | None = None, *, whole: bool = True
) -> Run:
    """The run in a folder, with its game in that language; a game that is not shipped is in ``game_folder``.

    Raises DeckError if the manifest was changed, the game is another one than then, or (``whole``) files are missing.
    """
    manifest = read_manifest(folder / MANIFEST)
    game = game_called(str(manifest.facts["game"]), manifest.path, game_folder, language)
    problems = Problems()
    named = (folder / name for line in manifest.lines for name in line["files"]) if whole else ()
    missing = (path for path in named if not path.is_file())
    for path in islice(missing, TOLD):
        problems.add(path, None, "", "is missing", f"give {_SAME}: it makes it")
    problems.raise_as(DeckError)
    return Run(folder, manifest, game, _spec(manifest, game))


def _check(manifest: Manifest) -> None:
    """Raise DeckError if something is missing that others rely on: whoever edits a manifest can give it an id that fits."""
    facts = manifest.facts
    texts = all(isinstance(facts.get(key), str) for key in ("game", "deck", "seed"))
    if not (texts and isinstance(facts.get("made"), dict) and type(facts["count"]) is int):
        raise DeckError(Problem(str(manifest.path), None, "", "does not say what was made", AGAIN))
    for place, line in enumerate(manifest.lines):
        if not is_line(line) or line["number"] != place + 1:
            what = "is not what a run says of a deck"
            raise DeckError(Problem(str(manifest.path), None, f"decks[{place}]", what, AGAIN))


def is_line(line: Any) -> bool:
    """Whether it is what a run says of a deck, whose files lie in the run's own folder."""
    match line:
        case {
            "number": int(number), "file": str(file), "files": dict(files), "audit_passed": bool(),
            "seed": str(), "id": str(), "generator": str(), "spec_sha256": str(),
        } if type(number) is int and 1 <= number <= LARGEST_SET and file in files:  # fmt: skip
            return all(_is_name(name) and isinstance(found, str) for name, found in files.items())
    return False


def _is_name(name: str) -> bool:
    """Whether a file can be called so that lies in a run's folder."""
    return 0 < len(name) <= 255 and name not in {".", ".."} and not set(name) & {"/", "\\", "\0"}


def _spec(manifest: Manifest, game: Game) -> DeckSpec:
    """The deck of the game as it is now. Raises DeckError if it is not what the run was dealt from."""
    spec = next((spec for spec in game.decks if spec.name == manifest.facts["deck"]), None)
    if spec is None or spec.sha256 != manifest.facts["made"].get("spec_sha256"):
        what = f"the game {game.id} has changed since this run was dealt"
        remedy = "take the game as it was then, or make a new run in another folder"
        raise DeckError(Problem(str(manifest.path), None, "made.spec_sha256", what, remedy))
    return spec
