"""Where solved cells are kept: the game's lock file and the user's cache folder.

A solution depends on the roll and the deck's size, not on the seed. It is kept under the key of its
request and checked exactly whenever it is read; one that is missing, stale or tampered with is solved again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any
from weakref import finalize

from deckgen.deck.cards import canonical
from deckgen.deck.solve.cells import Multiset
from deckgen.deck.solve.request import Request
from deckgen.errors import DeckgenError
from deckgen.files import cache_folder, write_whole
from deckgen.game.model import Game

LOCK = "solutions.lock.json"
_LOCK_FORMAT = "deckgen-lock/1"

Progress = Callable[[str], None]


@dataclass
class Store:
    """The solutions of the lock file (as JSON, by key), and a folder of the user's for all others.

    ``bounds`` are the proven lower bounds on tail errors, in cards, that the lock file holds, by the key
    of a request that names the roll and the critical failures alone. ``notes`` say why a file is not used.
    """

    locked: Mapping[str, Any] = field(default_factory=dict)
    bounds: Mapping[str, Fraction] = field(default_factory=dict)
    folder: Path | None = None
    notes: list[str] = field(default_factory=list)
    progress: Progress = lambda _: None
    _found: dict[Request, Multiset] = field(default_factory=dict, init=False)

    def find(self, request: Request) -> Multiset:
        """The solution, kept or new. Raises DeckError if no such deck can carry the roll."""
        if request not in self._found:
            self._found[request] = self._read(request) or self._solved(request)
        return self._found[request]

    def _read(self, request: Request) -> Multiset | None:
        """The solution that is kept, if it is one."""
        key = request.key
        for source in (self.locked.get, self._cached):
            cell = Multiset.from_json(source(key))
            if cell is not None and request.accepts(cell):
                return cell
        return None

    def _cached(self, key: str) -> Any:
        if self.folder:
            try:
                return json.loads((self.folder / f"{key}.json").read_bytes())
            except (OSError, ValueError):
                pass
        return None

    def _solved(self, request: Request) -> Multiset:
        from deckgen.deck.solve.solver import solve  # noqa: PLC0415  numpy, where nothing is kept

        cell = solve(request)
        if self.folder:
            try:
                write_whole(self.folder / f"{request.key}.json", canonical(cell.to_json()))
            except DeckgenError:
                self.folder = None  # a cache that cannot be written is no fault
        return cell


_STORES: dict[int, Store] = {}


def kept_store(game: Game) -> Store:
    """The store of a game, which is opened once and kept as long as the game is."""
    if id(game) not in _STORES:
        _STORES[id(game)] = open_store(game)
        finalize(game, _STORES.pop, id(game))
    return _STORES[id(game)]


def open_store(game: Game, progress: Progress | None = None) -> Store:
    """The store of a game: its lock file if there is a sound one, and the user's cache folder."""
    store = Store(folder=cache_folder() / "solutions", progress=progress or (lambda _: None))
    path = game.folder / LOCK
    try:
        lock = json.loads(path.read_bytes())
        solutions, bounds = dict(lock["solutions"]), dict(lock["bounds"])
        if lock["format"] != _LOCK_FORMAT or lock["sha256"] != _digest(solutions, bounds):
            store.notes.append(f"{path}: was changed by hand and is not used; run deckgen solve to renew it")
        else:
            store.locked = solutions
            store.bounds = {key: Fraction(value) for key, value in bounds.items()}
    except FileNotFoundError:
        pass
    except (OSError, ValueError, KeyError, TypeError):
        store.notes.append(f"{path}: is no lock file and is not used; run deckgen solve to renew it")
    return store


def lock_file(solutions: Mapping[str, Multiset], bounds: Mapping[str, Fraction]) -> bytes:
    """The lock file with these solutions and bounds, by key: one a line, so that a change can be reviewed."""
    cells = {key: solutions[key].to_json() for key in sorted(solutions)}
    limits = {key: str(bounds[key]) for key in sorted(bounds)}
    head = f'"format":"{_LOCK_FORMAT}",\n"sha256":"{_digest(cells, limits)}"'
    return f'{{{head},\n"bounds":{_by_line(limits)},\n"solutions":{_by_line(cells)}}}\n'.encode()


def _by_line(entries: Mapping[str, Any]) -> str:
    values = (f'"{key}":{canonical(value).decode().strip()}' for key, value in entries.items())
    return "{" + ",\n".join(values) + "}"


def _digest(solutions: Mapping[str, Any], bounds: Mapping[str, Any]) -> str:
    return hashlib.sha256(canonical([solutions, bounds])).hexdigest()
