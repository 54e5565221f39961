"""The manifest of a print run: what was made and its hashes, written and read so that memory stays flat."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, overload

from deckgen.deck.cards import canonical, read_deck
from deckgen.errors import DeckError, Fault, Faults, counted, told_as
from deckgen.files import whole_file
from deckgen.run.decks import DealtDeck, game_called

if TYPE_CHECKING:
    from deckgen.game.model import DeckSpec, Game

MANIFEST = "manifest.json"
JOURNAL = "manifest.jsonl"
"""What stands in the place of the manifest while a run is being made; see ``journal``."""
FORMAT = "deckgen-batch/1"
TOLD = 20
"""Faults of a kind that are told, of runs that have thousands."""
AGAIN = "delete it and make the run again with deckgen batch"
_SAME = "deckgen batch the same options again"
_DECKS = b'"decks":['
OF_DECK = ("seed", "number", "id", "generator", "spec_sha256")
"""What a line says of its deck as the deck itself says it."""

Line = Mapping[str, Any]
"""What the manifest says of one deck."""
_T = TypeVar("_T")


class Lazy(Sequence[_T]):
    """Things of a run, each made when it is asked for and not kept; so are slices of them."""

    def __init__(self, make: Callable[[int], _T], places: range) -> None:
        self._make, self._places = make, places

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, index: int) -> _T: ...
    @overload
    def __getitem__(self, index: slice) -> Lazy[_T]: ...
    def __getitem__(self, index: int | slice) -> _T | Lazy[_T]:
        if isinstance(index, slice):
            return Lazy(self._make, self._places[index])
        return self._make(self._places[index])


@dataclass(frozen=True)
class Manifest:
    """A manifest: its ``facts`` but the decks, and a line for each deck, deck 1 first."""

    path: Path
    facts: Mapping[str, Any]
    lines: Sequence[Line]


@dataclass(frozen=True)
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

    @property
    def decks(self) -> Lazy[DealtDeck]:
        """The decks, deck 1 first, each read when it is asked for; a slice is lazy, too.

        Asking raises DeckError for a file that is not the one the manifest has the hash of.
        """
        return Lazy(self._deck, range(len(self.manifest.lines)))

    def places(self, numbers: range) -> range:
        """Where the decks of these numbers are; ``sys.maxsize`` as the end is that of the run.

        Raises DeckError if the run has not all of them: nobody is to get fewer than were asked for.
        """
        count = len(self.manifest.lines)
        end = count + 1 if numbers.stop == sys.maxsize else numbers.stop
        if numbers.start > count or end > count + 1:
            absent = max(numbers.start, count + 1)
            what = f"the run has {counted(count, 'deck')}, and --decks asks for deck {absent}"
            raise DeckError(Fault(str(self.folder), None, "", what, f"choose from 1-{count}"))
        return range(numbers.start - 1, end - 1)

    def _deck(self, place: int) -> DealtDeck:
        from deckgen.deck.audit.verification import deck_of

        line = self.manifest.lines[place]
        path = self.folder / str(line["file"])
        if fault := changed(path, str(line["files"][path.name])):
            raise DeckError(fault)
        return DealtDeck(self.game, self.spec, deck_of(read_deck(path), self.game))


def sha256(content: bytes) -> str:
    """The hash of a file's content, as manifests have it."""
    return hashlib.sha256(content).hexdigest()


def changed(path: Path, wanted: str) -> Fault | None:
    """What is wrong with a file of a run, of which the manifest has this hash; None if nothing is."""
    remedy = f"give {_SAME}: it makes what is missing"
    try:
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        return Fault(str(path), None, "", error.strerror or str(error), remedy)
    if found != wanted:
        what = f"is not the file that was made: its sha256 is {found}, the manifest has {wanted}"
        return Fault(str(path), None, "", what, remedy)
    return None


def write_manifest(path: Path, facts: Mapping[str, Any], lines: Callable[[], Iterable[bytes]]) -> None:
    """Write canonical JSON of the facts and the lines, which come as canonical JSON; with an id over the whole.

    ``lines`` is called twice: for the id, which stands in the midst of the file, and for the file.
    """
    head, tail = _around(facts)
    total = hashlib.sha256(head)
    for part in _listed(lines()):
        total.update(part)
    total.update(tail)
    with whole_file(path) as file:
        file.write(head)
        file.writelines(_listed(lines()))
        file.write(_around({**facts, "id": f"sha256:{total.hexdigest()}"})[1])


def _around(facts: Mapping[str, Any]) -> tuple[bytes, bytes]:
    """What stands before and after the decks in canonical JSON."""
    head, mark, tail = canonical({**facts, "decks": []}).partition(_DECKS)
    return head + mark, tail


def _listed(lines: Iterable[bytes]) -> Iterator[bytes]:
    for number, line in enumerate(lines):
        yield b"," * (number > 0) + line.rstrip(b"\n")


def read_manifest(path: Path) -> Manifest:
    """Read a manifest. Raises DeckError if it is none, or if its id shows that it was changed."""
    if path.with_name(JOURNAL).exists() and not path.exists():
        what = "the run is not finished"
        raise DeckError(Fault(str(path.parent), None, "", what, f"give {_SAME}: it goes on from there"))
    with told_as(DeckError, path, "name the folder of a run that deckgen batch has made"):
        content = path.read_bytes()
    try:
        facts, known = _parsed(content, path)
    except (ValueError, LookupError, AttributeError, TypeError, RecursionError) as error:
        what = f"is not a manifest of format {FORMAT}, or was changed since it was written"
        raise DeckError(Fault(str(path), None, "", what, AGAIN)) from error
    if known is None:
        what = "was changed since it was written: its id is not that of its contents"
        raise DeckError(Fault(str(path), None, "id", what, AGAIN))
    return Manifest(path, facts, known)


def _parsed(content: bytes, path: Path) -> tuple[Mapping[str, Any], Lazy[Line] | None]:
    """The facts and the lines of a manifest; no lines if its id is not that of its contents.

    Raises ValueError, LookupError or TypeError if it is no manifest.
    """
    head, mark, rest = content.partition(_DECKS)
    head += mark
    text = rest.decode()
    places, end = _places(text, len(head))
    facts = json.loads(head.decode() + text[end:])
    del facts["decks"]
    if facts["format"] != FORMAT:
        raise ValueError(FORMAT)
    own = {key: value for key, value in facts.items() if key != "id"}
    identity = hashlib.sha256(head + text[:end].encode() + _around(own)[1]).hexdigest()
    written = _around({**own, "id": f"sha256:{identity}"})
    if written != (head, text[end:].encode()) or len(places) != facts["count"]:
        return facts, None
    return facts, Lazy(partial(_line, path, places), range(len(places)))


def _places(text: str, start: int) -> tuple[Sequence[tuple[int, int]], int]:
    """Where the lines stand in the file, first and last byte; and where in ``text`` their list ends.

    Raises ValueError if it is no list of objects.
    """
    decode = json.JSONDecoder().raw_decode
    places, at = [], 0
    while text[at] == "{":
        _, end = decode(text, at)
        size = len(text[at:end].encode())
        places.append((start, size))
        if text[end] != ",":
            at = end
            break
        start, at = start + size + 1, end + 1
    if text[at] != "]":
        raise ValueError(text[at])
    return places, at


def _line(path: Path, places: Sequence[tuple[int, int]], place: int) -> Line:
    start, size = places[place]
    with path.open("rb") as file:
        file.seek(start)
        line: Line = json.loads(file.read(size))
    return line


def read_run(
    folder: Path, game_folder: str | None = None, language: str | None = None, *, whole: bool = True
) -> Run:
    """The run in a folder, with its game in that language; a game that is not shipped is in ``game_folder``.

    Raises DeckError if the manifest was changed, the game is another one than then, or (``whole``) files are missing.
    """
    manifest = read_manifest(folder / MANIFEST)
    _check(manifest)
    game = game_called(str(manifest.facts["game"]), manifest.path, game_folder, language)
    faults = Faults()
    named = (folder / name for line in manifest.lines for name in line["files"]) if whole else ()
    missing = (path for path in named if not path.is_file())
    for path in islice(missing, TOLD):
        faults.add(path, None, "", "is missing", f"give {_SAME}: it makes it")
    faults.raise_as(DeckError)
    return Run(folder, manifest, game, _spec(manifest, game))


def _check(manifest: Manifest) -> None:
    """Raise DeckError if something is missing that others rely on: whoever edits a manifest can give it an id that fits."""
    facts = manifest.facts
    if not ({"game", "deck", "seed"} <= facts.keys() and isinstance(facts.get("made"), dict)):
        raise DeckError(Fault(str(manifest.path), None, "", "does not say what was made", AGAIN))
    for place, line in enumerate(manifest.lines):
        files = line["files"] if isinstance(line.get("files"), dict) else {}
        known = {"audit_passed", *OF_DECK} <= line.keys() and str(line.get("file")) in files
        if not known or any(Path(name).name != name for name in files):
            what = "is not what a run says of a deck"
            raise DeckError(Fault(str(manifest.path), None, f"decks[{place}]", what, AGAIN))


def _spec(manifest: Manifest, game: Game) -> DeckSpec:
    """The deck of the game as it is now. Raises DeckError if it is not what the run was dealt from."""
    spec = next((spec for spec in game.decks if spec.name == manifest.facts["deck"]), None)
    if spec is None or spec.sha256 != manifest.facts["made"].get("spec_sha256"):
        what = f"the game {game.id} has changed since this run was dealt"
        remedy = "take the game as it was then, or make a new run in another folder"
        raise DeckError(Fault(str(manifest.path), None, "made.spec_sha256", what, remedy))
    return spec
