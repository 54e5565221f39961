"""Where solved columns are kept: the game's lock file and the user's cache folder.

Solutions depend on the rolls and the deck's size, not on the seed, which chooses among them. They are kept
under the key of their request, and each is checked exactly when a deck takes it; what is missing, stale or
tampered with is solved again.
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
from deckgen.deck.solve.column import ColumnRequest, ColumnSolution
from deckgen.errors import DeckgenError
from deckgen.files import cache_folder, write_whole
from deckgen.game.model import Game

LOCK = "solutions.lock.json"
_LOCK_FORMAT = "deckgen-lock/2"
_PARTS = ("bounds", "mixtures", "solutions")

Progress = Callable[[str], None]


@dataclass
class Store:
    """The solutions of the lock file (as JSON, by key), and a folder of the user's for all others.

    ``mixtures`` are the tail errors of all seeds together, by row, in 1/1000 card, by the key of the column that
    is solved first. ``bounds`` are proven lower bounds on tail errors, in cards, by the key of a cell's request.
    ``notes`` say why a file is not used.
    """

    locked: Mapping[str, Any] = field(default_factory=dict)
    mixtures: Mapping[str, Any] = field(default_factory=dict)
    bounds: Mapping[str, Fraction] = field(default_factory=dict)
    folder: Path | None = None
    notes: list[str] = field(default_factory=list)
    progress: Progress = lambda _: None
    _found: dict[ColumnRequest, ColumnSolution] = field(default_factory=dict, init=False)
    _checked: dict[tuple[ColumnRequest, int], tuple[Multiset, ...]] = field(default_factory=dict, init=False)

    def find(self, request: ColumnRequest) -> ColumnSolution:
        """The solutions, kept or new. Raises DeckError if no such deck can carry the rolls."""
        if request not in self._found:
            self._found[request] = self._read(request) or self._solved(request)
        return self._found[request]

    def cells(self, request: ColumnRequest, turn: int) -> tuple[Multiset, ...]:
        """The cells of a column at that turn of its cycle, checked; solved again if they are not what they should be."""
        found = self.find(request)
        place = request, turn % len(found.order)
        if place not in self._checked:
            cells = found.at(turn)
            if not request.accepts(cells):
                self._found[request] = self._solved(request)
                cells = self._found[request].at(turn)
                assert cells is not None  # as it was made just now
            self._checked[place] = cells
        return self._checked[place]

    def _read(self, request: ColumnRequest) -> ColumnSolution | None:
        """The solution that is kept, if it is one."""
        key = request.key
        for source in (self.locked.get, self._cached):
            found = ColumnSolution.from_json(source(key))
            if found is not None and found.open_cards in (request.open_cards, *request.open_counts()):
                return found
        return None

    def _cached(self, key: str) -> Any:
        if self.folder:
            try:
                return json.loads((self.folder / f"{key}.json").read_bytes())
            except (OSError, ValueError):
                pass
        return None

    def _solved(self, request: ColumnRequest) -> ColumnSolution:
        from deckgen.deck.solve.solver import solve  # noqa: PLC0415  numpy, where nothing is kept

        found = solve(request)
        if self.folder:
            try:
                write_whole(self.folder / f"{request.key}.json", canonical(found.to_json()))
            except DeckgenError:
                self.folder = None  # a cache that cannot be written is no fault
        return found


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
        parts = [dict(lock[part]) for part in _PARTS]
        if lock["format"] != _LOCK_FORMAT or lock["sha256"] != _digest(parts):
            store.notes.append(f"{path}: was changed by hand and is not used; run deckgen solve to renew it")
        else:
            store.mixtures, store.locked = parts[1:]
            store.bounds = {key: Fraction(value) for key, value in parts[0].items()}
    except FileNotFoundError:
        pass
    except (OSError, ValueError, KeyError, TypeError):
        store.notes.append(f"{path}: is no lock file and is not used; run deckgen solve to renew it")
    return store


def lock_file(
    solutions: Mapping[str, ColumnSolution],
    mixtures: Mapping[str, list[int]],
    bounds: Mapping[str, Fraction],
) -> bytes:
    """The lock file with these solutions, mixtures and bounds, by key: one a line, so that a change can be reviewed."""
    parts: list[dict[str, Any]] = [
        {key: str(bounds[key]) for key in sorted(bounds)},
        {key: mixtures[key] for key in sorted(mixtures)},
        {key: solutions[key].to_json() for key in sorted(solutions)},
    ]
    said = [f'"{name}":{_by_line(part)}' for name, part in zip(_PARTS, parts, strict=True)]
    return (
        ",\n".join([f'{{"format":"{_LOCK_FORMAT}"', f'"sha256":"{_digest(parts)}"', *said]) + "}\n"
    ).encode()


def _by_line(entries: Mapping[str, Any]) -> str:
    values = (f'"{key}":{canonical(value).decode().strip()}' for key, value in entries.items())
    return "{" + ",\n".join(values) + "}"


def _digest(parts: list[dict[str, Any]]) -> str:
    return hashlib.sha256(canonical(parts)).hexdigest()
