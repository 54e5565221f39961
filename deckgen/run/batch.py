"""Many decks of which no two cards are alike, with a manifest."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deckgen import __version__
from deckgen.deck.audit.auditor import audit
from deckgen.deck.cards import Deck, canonical, read_deck
from deckgen.deck.deal.generator import generate
from deckgen.errors import DeckError, DeckgenError, Fault
from deckgen.files import write_whole
from deckgen.game import load, shipped_games
from deckgen.game.model import DeckSpec, FixedSection, Game, GridSection, OrdinalSection, RollsSection
from deckgen.run.decks import Progress, set_stem, spec_named
from deckgen.run.documents import not_passed

MANIFEST = "manifest.json"
_FORMAT = "deckgen-batch/1"
_AT_ONCE = 8  # decks that a worker makes in one go: the game is read once for them, and few are lost
_TOLD = 20  # equal cards that are named


@dataclass(frozen=True)
class Work:
    """Some decks of a set: plain data, so that another process or another machine can make them."""

    game: str
    """A shipped name, or the whole path of a folder."""
    deck: str
    seed: str
    of: int
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Made:
    """One deck: its JSON, its line of the manifest, and a digest of what was dealt on each card."""

    content: bytes
    line: Mapping[str, Any]
    digests: tuple[bytes, ...]


def make(work: Work) -> list[Made]:
    """Deal and audit the decks of some work: the same bytes wherever it is done."""
    game = load(work.game)
    spec = game.deck(work.deck)
    return [_made(generate(game, spec, work.seed, n, work.of), game, spec) for n in work.numbers]


def _made(deck: Deck, game: Game, spec: DeckSpec, passed: bool | None = None) -> Made:
    """What there is to know of a deck; ``passed`` None if it has not been audited yet."""
    line = {key: getattr(deck, key) for key in ("seed", "number", "id", "generator", "spec_sha256")} | {
        "file": _file(deck.game, deck.deck, deck.seed, deck.number),
        "audit_passed": audit([deck], game).passed if passed is None else passed,
    }
    return Made(deck.to_json(), line, _digests(deck, spec))


def _digests(deck: Deck, spec: DeckSpec) -> tuple[bytes, ...]:
    """One digest for each card, of what must not be on another: its dice where it has a grid, else all that is dealt."""
    dealt = [section for section in spec.sections if not isinstance(section, FixedSection | OrdinalSection)]
    if any(isinstance(section, GridSection) for section in dealt):
        dealt = [section for section in dealt if isinstance(section, GridSection | RollsSection)]
    names = sorted(section.name for section in dealt)
    results = (f"[{','.join([card[name] for name in names])}]\n" for card in deck.texts)
    return tuple(hashlib.sha256(each.encode()).digest() for each in results) if names else ()


def _file(game: str, deck: str, seed: str, number: int) -> str:
    return f"{set_stem(game, deck, seed)}-{number}.json"


def make_batch(
    game: str,
    deck: str | None,
    seed: str,
    count: int,
    folder: Path,
    progress: Progress,
    *,
    jobs: int = 1,
    scheduler: str | None = None,
) -> Batch:
    """Deal the decks of a set into ``folder``, in so many processes or on a cluster, and write their manifest.

    Raises DeckgenError if the folder holds another batch. ``Batch.check`` says whether the result is sound.
    """
    loaded = load(game)
    spec = spec_named(loaded, deck)
    where = game if game in shipped_games() else str(loaded.folder.resolve())
    batch = Batch(folder, {"game": loaded.id, "deck": spec.name, "seed": seed, "count": count}, progress)
    audited = batch.audited()
    try:
        kept = batch.keep(loaded, spec, audited)
        left = [n for n in range(1, count + 1) if n not in kept]
        parts = [left[:1], *(left[i : i + _AT_ONCE] for i in range(1, len(left), _AT_ONCE))]
        works = [Work(where, spec.name, seed, count, tuple(part)) for part in parts if part]
        for some in _done(works, jobs, scheduler):
            batch.add(some)
    finally:
        batch.write_manifest()
    return batch


def _done(works: Sequence[Work], jobs: int, scheduler: str | None) -> Iterator[list[Made]]:
    """What comes of the works, in their order."""
    # The first deck is dealt here, so that a game without a lock file is solved once, not by every worker.
    yield from map(make, works[:1])
    works = works[1:]
    if scheduler is not None:
        yield from _on_cluster(works, scheduler)
    elif jobs == 1 or not works:
        yield from map(make, works)
    else:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        # spawn: the same on every system, and safe whatever threads there are
        with ProcessPoolExecutor(min(jobs, len(works)), get_context("spawn")) as pool:
            yield from pool.map(make, works)


def _on_cluster(works: Sequence[Work], address: str) -> Iterator[list[Made]]:
    """The same, by the workers of a dask cluster. Raises DeckgenError if dask or the scheduler is not there."""
    try:
        from distributed import Client  # an extra
    except ImportError:
        remedy = "install it: pip install 'deckgen[cluster]', or use --jobs"
        raise DeckgenError(Fault("batch", None, "", "the package distributed is not there", remedy)) from None
    try:
        client = Client(address, timeout="10s", set_as_default=False)
    except (OSError, ValueError) as error:  # a time-out is an OSError
        remedy = "start a dask scheduler, and give its address, such as tcp://head:8786"
        raise DeckgenError(Fault(address, None, "", f"no scheduler answers: {error}", remedy)) from None
    with client:
        for future in client.map(make, works, pure=False):
            yield future.result()


class Batch:
    """The decks of a batch on their way into its folder, and what is known of all of them."""

    def __init__(self, folder: Path, facts: Mapping[str, Any], progress: Progress) -> None:
        self.folder, self.facts, self.progress = folder, facts, progress
        self.manifest = folder / MANIFEST
        self.seed, self.count = str(facts["seed"]), int(facts["count"])
        self.lines: dict[int, Mapping[str, Any]] = {}
        self.seen: dict[bytes, tuple[str, int]] = {}
        self.equal: list[str] = []
        self.expected: tuple[str, str] | None = None

    def audited(self) -> dict[str, bool]:
        """By a deck's id, whether its audit was passed, as the manifest of an earlier call says.

        Raises DeckgenError if the folder holds another batch, whose decks and manifest would be lost.
        """
        path = self.manifest
        try:
            given = json.loads(path.read_bytes())
            other = any(given[key] != value for key, value in self.facts.items())
            audited = {line["id"]: line["audit_passed"] is True for line in given["decks"]}
        except (OSError, ValueError, KeyError, TypeError):
            return {}
        if other:
            what = f"is of another batch: {given['count']} decks {given['game']}/{given['deck']}, seed {given['seed']}"
            raise DeckgenError(Fault(str(path), None, "", what, "choose another folder with -o"))
        return audited

    def keep(self, game: Game, spec: DeckSpec, audited: Mapping[str, bool]) -> frozenset[int]:
        """The numbers of the decks that are there already and are what would be dealt, by their ids."""
        self.expected = (f"deckgen {__version__}", spec.sha256)
        for number in range(1, self.count + 1):
            path = self.folder / _file(game.id, spec.name, self.seed, number)
            if not path.is_file():
                continue
            try:
                deck = read_deck(path)
            except DeckError:
                continue
            facts = (deck.game, deck.deck, deck.seed, deck.number, deck.of, deck.generator, deck.spec_sha256)
            if facts == (game.id, spec.name, self.seed, number, self.count, *self.expected):
                self._note(_made(deck.typed(spec), game, spec, audited.get(deck.id)))
                self.progress(f"reading deck {number} of {self.count}")
        return frozenset(self.lines)

    def add(self, some: Sequence[Made]) -> None:
        """Write decks. Raises DeckgenError if they were dealt by another version or from other data."""
        for made in some:
            if (made.line["generator"], made.line["spec_sha256"]) != self.expected:
                what = f"a worker has {made.line['generator']}, or other data of the game"
                raise DeckgenError(
                    Fault("batch", None, "", what, "give all machines the same deckgen and game")
                )
            write_whole(self.folder / made.line["file"], made.content)
            self._note(made)
            self.progress(f"deck {len(self.lines)} of {self.count}")

    def _note(self, made: Made) -> None:
        file = str(made.line["file"])
        self.lines[int(made.line["number"])] = made.line
        for impulse, digest in enumerate(made.digests):
            first = self.seen.setdefault(digest, (file, impulse))
            if first != (file, impulse):
                self.equal.append(f"card {impulse} of {file} is card {first[1]} of {first[0]}")

    def write_manifest(self) -> None:
        """Write what is done: all of it, or, after a break, what the next call goes on from."""
        if self.lines:
            decks = [self.lines[number] for number in sorted(self.lines)]
            content = canonical({"format": _FORMAT, **self.facts, "decks": decks})
            write_whole(self.manifest, content)

    def check(self) -> None:
        """Raise DeckError if two cards are equal, or an audit is not passed."""
        faults = [
            not_passed(str(self.folder / str(line["file"])))
            for line in self.lines.values()
            if not line["audit_passed"]
        ]
        remedy = "take another seed or fewer decks: a card of this game has few results for so many"
        faults += [Fault(str(self.manifest), None, "", what, remedy) for what in self.equal[:_TOLD]]
        if faults:
            raise DeckError(faults)
