"""Where solved columns are stored: the game's lock file and the user's cache folder.

Solutions depend on the rolls and the deck's size, not on the seed, which chooses among them. They are stored
under the key of their request, and each is proved exactly when a deck uses it: its mean, its odds at every
total, the rise of its column, its extremes. The cache remembers what this program proved, by its cells:
anything changed, or read by another program, is proved again. What is missing, stale or tampered with is
solved again, and an unusable file is reported.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from deckgen import reading
from deckgen.cache import program_digest, read_cached, warn_unusable, write_cached
from deckgen.deck.cards import canonical_json
from deckgen.deck.solve.cells import Multiset
from deckgen.deck.solve.column import ColumnRequest, ColumnSolution
from deckgen.errors import DeckError, DeckgenError, Problem, warn_once
from deckgen.game.model import Game
from deckgen.numbers import parse_fraction
from deckgen.odds import describe
from deckgen.reach import check_reach
from deckgen.reading import parse_json, read_bytes

LOCK = "solutions.lock.json"
_LOCK_FORMAT = "deckgen-lock/2"
_PARTS = ("arrangements", "bounds", "mixtures", "solutions")
_HEAD = f'{{"format":"{_LOCK_FORMAT}",\n"sha256":"'.encode()
_LOCK_PATTERN = re.compile(
    re.escape(_HEAD)
    + rb'([0-9a-f]{64})",\n(?:"arrangements":(\{[^{}]*\}),\n)?"bounds":(\{[^{}]*\}),\n"mixtures":(\{[^{}]*\}),\n"solutions":(\{.*\})\}\n?',
    re.DOTALL,
)
_ENTRY = re.compile(rb'"([0-9a-f]{64})":(\{.*\}|\[.*\])')
_KIND = "solved"
"""Cache kind of solutions."""
_BEST = "best"
"""Cache kind of digests of solutions that the solver found; solving again finds no better."""
_PROVED = "proved"
"""Cache kind of digests of proved cells, by their request and the program that proved them."""
_LARGEST_ERROR = 1_000_000
"""Above every tail error in 1/1000 card: no deck has a thousand."""
_RENEW = "run deckgen solve to renew it"

Progress = Callable[[str], None]


@dataclass
class SolutionStore:
    """The solutions of a lock file (JSON by key), and of the cache if ``use_cache``.

    ``mixtures`` are the tail errors of all seeds together, by row, in 1/1000 card, by the key of the column's
    first request. ``arrangements`` are those of columns that are read as pools, likewise. ``bounds`` are
    lower bounds on tail errors, in cards, by the key of a cell's request. ``path`` is that of the lock file;
    ``notes`` say why it is not used.
    """

    locked: Mapping[str, bytes] = field(default_factory=dict)
    mixtures: Mapping[str, Sequence[int]] = field(default_factory=dict)
    arrangements: Mapping[str, bytes] = field(default_factory=dict)
    bounds: Mapping[str, Fraction] = field(default_factory=dict)
    use_cache: bool = False
    path: Path = Path(LOCK)
    notes: list[str] = field(default_factory=list)
    progress: Progress = lambda _: None
    _solutions: dict[ColumnRequest, ColumnSolution] = field(default_factory=dict, init=False)
    _proved: dict[tuple[ColumnRequest, int], tuple[Multiset, ...]] = field(default_factory=dict, init=False)
    _proofs: dict[ColumnRequest, set[bytes]] = field(default_factory=dict, init=False)  # digests of cells

    def find(self, request: ColumnRequest) -> ColumnSolution:
        """Return stored (not yet proved) or new solutions. Raises DeckError if no such deck can carry the rolls."""
        return self._solutions[request] if self.has_solution(request) else self._solve(request)

    def has_solution(self, request: ColumnRequest) -> bool:
        """Return whether the solutions are stored, so that nothing has to be solved; load them."""
        if request not in self._solutions and (solution := self._read_saved(request)):
            self._solutions[request] = solution
        return request in self._solutions

    def proved_cells(self, request: ColumnRequest, cycle_index: int) -> tuple[Multiset, ...]:
        """Return the proved cells of a column at a cycle index; solve again if the stored ones are wrong."""
        solution = self.find(request)
        key = request, cycle_index % len(solution.order)
        if key not in self._proved:
            cells = solution.solution_at(cycle_index)
            if not self._proves(request, cells):
                solution = self._replace_unproved(request)
                cells, key = solution.solution_at(cycle_index), (request, cycle_index % len(solution.order))
            assert cells is not None  # just solved or proved
            self._proved[key] = cells
        return self._proved[key]

    def find_proved(self, request: ColumnRequest) -> ColumnSolution:
        """Return the solutions, every one proved; solve again if a stored one is wrong."""
        solution = self.find(request)
        all_proved = all(self._proves(request, solution.solution_at(i)) for i in range(len(solution.order)))
        return solution if all_proved else self._replace_unproved(request)

    def _proves(self, request: ColumnRequest, cells: tuple[Multiset, ...] | None) -> bool:
        """Return whether cells were solved here or are proved, now or before (as cached)."""
        if cells is None:
            return False
        name = _digest(program_digest("deck/solve", "odds") + request.key.encode())
        if request not in self._proofs:
            self._proofs[request] = {*((self.use_cache and read_cached(_PROVED, name)) or b"").split()}
        proofs, proof = self._proofs[request], _cells_digest([cell.to_json() for cell in cells])
        if proof not in proofs:
            if not request.proves(cells):
                return False
            proofs.add(proof)
            if self.use_cache:
                write_cached(_PROVED, name, b"\n".join(sorted(proofs)))
        return True

    def _replace_unproved(self, request: ColumnRequest) -> ColumnSolution:
        """Return what solving again finds, or unproved solutions if they are the solver's own. Warn in any case."""
        unproved = self._solutions.pop(request)
        if self._is_best(request, unproved):
            self._use_unproved(request, unproved)
        elif canonical_json(unproved.to_json()) != canonical_json(self._solve(request).to_json()):
            self.warn_unused("solution", request.key)
            return self._solutions[request]
        rolls = " to ".join(dict.fromkeys(describe(roll) for roll in (request.rolls[0], request.rolls[-1])))
        message = "no deck within the tail limit was found, though none is proven to be impossible"
        warn_once(Problem(rolls, None, "", message, "raise tail_bar, or choose other dice"))
        return self._solutions[request]

    def _is_best(self, request: ColumnRequest, solution: ColumnSolution) -> bool:
        """Return whether the solver found these, by the cache; counts and means are checked too."""
        digest = _digest(canonical_json(solution.to_json()))
        is_best = self.use_cache and read_cached(_BEST, digest) is not None
        return is_best and all(request.accepts(solution.solution_at(i)) for i in range(len(solution.order)))

    def _use_unproved(self, request: ColumnRequest, solution: ColumnSolution) -> None:
        """Use what the solver found from now on, as if it were proved."""
        self._solutions[request] = solution
        self._proofs.setdefault(request, set()).update(map(_cells_digest, solution.json_solutions))
        self._proved = {key: cells for key, cells in self._proved.items() if key[0] != request}

    def _read_saved(self, request: ColumnRequest) -> ColumnSolution | None:
        """Return the solutions in the lock file, else in the cache, if plausible, or None. Warn if not."""
        cached = read_cached(_KIND, request.key) if self.use_cache else None
        for content in (self.locked.get(request.key), cached):
            if content is not None:
                solution = ColumnSolution.from_bytes(content)
                if solution is not None and request.is_plausible(solution):
                    return solution
                self.warn_unused("solution", request.key)
        return None

    def warn_unused(self, kind: str, key: str) -> None:
        """Warn that the solution or arrangement (``kind``) stored under a key is not used."""
        if kind == "solution" and key not in self.locked:
            warn_unusable(_KIND, key, "is not a solution of its request")
            return
        lines = self.path.read_bytes().split(b"\n") if self.path.is_file() else []
        line = next((n for n, text in enumerate(lines, 1) if key.encode() in text), None)
        message = f"is not a valid {kind} and is not used"
        warn_once(Problem(str(self.path), line, f"{kind}s.{key}", message, _RENEW))

    def _solve(self, request: ColumnRequest) -> ColumnSolution:
        """Return new solutions; use and cache them. Raises DeckError if no deck can carry the rolls."""
        from deckgen.deck.solve.solver import solve  # noqa: PLC0415  numpy, where nothing is kept

        solution = solve(request)
        self._use_unproved(request, solution)
        if self.use_cache:
            content = canonical_json(solution.to_json())
            write_cached(_KIND, request.key, content)
            write_cached(_BEST, _digest(content), b"")
        return solution


_STORES: WeakKeyDictionary[Game, SolutionStore] = WeakKeyDictionary()


def game_store(game: Game) -> SolutionStore:
    """Return the store of a game, opened once and cached as long as the game."""
    if game not in _STORES:
        _STORES[game] = open_store(game)
    return _STORES[game]


def open_store(game: Game, progress: Progress = lambda _: None) -> SolutionStore:
    """Return the store of a game: its lock file and the cache. Warn of an invalid lock file and do without."""
    path = game.folder / LOCK
    store = SolutionStore(use_cache=True, path=path, progress=progress)
    if os.path.lexists(path):
        try:
            _read_lock(store, game.folder)
        except DeckgenError as error:
            problem = replace(error.problems[0], file=str(path), remedy=_RENEW)
            problem = replace(problem, message=f"{problem.message}; it is not used")
            store.notes.append(str(problem))
            warn_once(problem)
    return store


def _read_lock(store: SolutionStore, folder: Path) -> None:
    """Read a lock file into the store. Raises DeckError if it is invalid or was changed."""
    path = store.path
    check_reach(path, folder, DeckError)
    content = read_bytes(path, DeckError, reading.LOCK).replace(b"\r\n", b"\n")
    match = _LOCK_PATTERN.fullmatch(content)
    if match is None:
        raise DeckError(Problem(str(path), None, "", "is not a lock file of this version of deckgen", _RENEW))
    digest, *groups = match.groups()
    parts = [part for part in groups if part is not None]
    if digest.decode() != _digest(b"[" + b",".join(parts).replace(b",\n", b",") + b"]\n"):
        raise DeckError(Problem(str(path), None, "sha256", "was changed by hand", _RENEW))
    bounds, mixtures = (parse_json(part, path, DeckError, _RENEW) for part in parts[-3:-1])
    try:
        store.bounds = {key: parse_fraction(value) for key, value in bounds.items()}
    except (ValueError, AttributeError, TypeError) as error:
        raise DeckError(Problem(str(path), None, "bounds", f"are not numbers ({error})", _RENEW)) from error
    if not all(map(_are_errors, mixtures.values())):
        message = "are not lists of errors in 1/1000 card"
        raise DeckError(Problem(str(path), None, "mixtures", message, _RENEW))
    store.mixtures, store.locked = mixtures, _entries(parts[-1])
    store.arrangements = _entries(groups[0] or b"{}")


def _are_errors(rows: Any) -> bool:
    """Return whether JSON data is a list of errors in 1/1000 card."""
    return isinstance(rows, list) and all(type(error) is int and 0 <= error < _LARGEST_ERROR for error in rows)


def _entries(part: bytes) -> Mapping[str, bytes]:
    """Return the solutions or arrangements in a lock file by key, one a line, not parsed; skip lines of other form."""
    matches = (_ENTRY.fullmatch(line) for line in part[1:-1].split(b",\n"))
    return {match[1].decode(): match[2] for match in matches if match}


def lock_file(
    solutions: Mapping[str, ColumnSolution],
    mixtures: Mapping[str, list[int]],
    bounds: Mapping[str, Fraction],
    arrangements: Mapping[str, list[Any]],
) -> bytes:
    """Return the content of a lock file, one entry a line to review changes; no ``arrangements`` part if empty."""
    parts: list[dict[str, Any]] = [
        *([{key: arrangements[key] for key in sorted(arrangements)}] if arrangements else []),
        {key: str(bounds[key]) for key in sorted(bounds)},
        {key: mixtures[key] for key in sorted(mixtures)},
        {key: solutions[key].to_json() for key in sorted(solutions)},
    ]
    fields = [f'"{name}":{_entries_by_line(part)}' for name, part in zip(_PARTS[-len(parts) :], parts, strict=True)]
    return (
        ",\n".join([f'{{"format":"{_LOCK_FORMAT}"', f'"sha256":"{_digest(canonical_json(parts))}"', *fields]) + "}\n"
    ).encode()


def _entries_by_line(entries: Mapping[str, Any]) -> str:
    values = (f'"{key}":{canonical_json(value).decode().strip()}' for key, value in entries.items())
    return "{" + ",\n".join(values) + "}"


def _cells_digest(listed: Any) -> bytes:
    """Return the digest of a column's cells, by which their proof is cached."""
    return _digest(canonical_json(listed)).encode()


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
