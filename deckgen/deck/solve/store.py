"""Where solved columns are stored: the game's lock file and the user's cache folder.

Solutions depend on the rolls and the deck's size, not on the seed, which chooses among them. They are stored
under the key of their request. Their means, counts and rising rows are checked, in whole numbers, when a deck
uses them; their odds are those of the audit. What is missing, stale or tampered with is solved again, if the extra
``solve`` is installed, and an unusable file is reported.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from deckgen import reading
from deckgen.cache import read_cached, warn_unusable, write_cached
from deckgen.deck.cards import canonical_json
from deckgen.deck.cells import Multiset
from deckgen.deck.solve.column import ColumnRequest, ColumnSolution
from deckgen.deck.solve.effort import Effort
from deckgen.errors import DeckError, DeckgenError, Problem, warn_once
from deckgen.game.model import Game
from deckgen.numbers import parse_fraction
from deckgen.odds import describe
from deckgen.reach import check_reach
from deckgen.reading import parse_json, read_bytes

LOCK = "solutions.lock.json"
_LOCK_FORMAT = "deckgen-lock/3"
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
_LARGEST_ERROR = 1_000_000
"""Above every tail error in 1/1000 card: no deck has a thousand."""
_RENEW = "run deckgen solve to renew it"
QUICK, THOROUGH = 3, 8
"""Efforts for a column: when a deck needs it, and for a lock file."""

Progress = Callable[[str], None]


@dataclass
class SolutionStore:
    """The solutions of a lock file (JSON by key), and of the cache if ``use_cache``.

    ``mixtures`` are the tail errors of all seeds together, by row, in 1/1000 card, by the key of the column's
    first request. ``arrangements`` are those of columns that are read as pools, likewise. ``bounds`` are
    lower bounds on tail errors, in cards, by the key of a cell's request. ``path`` is that of the lock file;
    ``notes`` say why it is not used. ``earlier`` are solutions whose open numbers solving starts from.
    """

    locked: Mapping[str, bytes] = field(default_factory=dict)
    mixtures: Mapping[str, Sequence[int]] = field(default_factory=dict)
    arrangements: Mapping[str, bytes] = field(default_factory=dict)
    bounds: Mapping[str, Fraction] = field(default_factory=dict)
    earlier: Mapping[str, bytes] = field(default_factory=dict)
    use_cache: bool = False
    path: Path = Path(LOCK)
    notes: list[str] = field(default_factory=list)
    progress: Progress = lambda _: None
    effort: Effort = field(default_factory=lambda: Effort(QUICK, hasty=True))
    _solutions: dict[ColumnRequest, ColumnSolution] = field(default_factory=dict, init=False)
    _cells: dict[tuple[ColumnRequest, int], tuple[Multiset, ...]] = field(default_factory=dict, init=False)

    def find(self, request: ColumnRequest, name: str = "") -> ColumnSolution:
        """Return stored (not yet checked) or new solutions. Raises DeckError if no such deck can carry the rolls.

        ``name`` is that of the cells, for progress.
        """
        return self._solutions[request] if self.has_solution(request) else self._solve(request, name)

    def has_solution(self, request: ColumnRequest) -> bool:
        """Return whether the solutions are stored, so that nothing has to be solved; load them."""
        if request not in self._solutions and (solution := self._read_saved(request)):
            self._solutions[request] = solution
        return request in self._solutions

    def checked_cells(self, request: ColumnRequest, index: int) -> tuple[Multiset, ...]:
        """Return the cells of a column at an index of its solutions, checked; solve again if the stored ones are wrong."""
        solution = self.find(request)
        key = request, index % solution.length
        if key not in self._cells:
            cells = solution.solution_at(index)
            if cells is None or not request.accepts(cells, solution.open_sums):
                self.warn_unused("solution", request.key)
                solution = self._solve(request)
                cells, key = solution.solution_at(index), (request, index % solution.length)
            assert cells is not None  # just solved or checked
            self._cells[key] = cells
        return self._cells[key]

    def _read_saved(self, request: ColumnRequest) -> ColumnSolution | None:
        """Return the solutions in the lock file, else in the cache, if plausible, or None. Warn if not."""
        for read in (self.locked.get, partial(read_cached, _KIND))[: 1 + self.use_cache]:
            if (content := read(request.key)) is not None:
                solution = ColumnSolution.from_bytes(content)
                if (
                    solution is not None
                    and len(solution.errors) == len(request.rolls)
                    and request.suits(solution.open_sums)
                ):
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

    def starts(self, request: ColumnRequest) -> list[list[list[int]]]:
        """Return open numbers, by row, of valid solutions that were locked before, and of those with other roundings."""
        content = self.earlier.get(request.key)
        solution = ColumnSolution.from_bytes(content) if content else None
        decks = (solution.solution_at(index) for index in range(solution.length)) if solution else ()
        fitting = [cells for cells in decks if cells and solution and request.accepts(cells, solution.open_sums)]
        asked = (request.rolls, request.size, request.open_cards, request.open_sums)
        for other, found in self._solutions.items():
            alike = (other.rolls, other.size, found.open_cards, found.open_sums)
            if alike == asked and None not in found.open_sums:
                fitting += found.solutions
        rows = {tuple(tuple(cell.open_values) for cell in cells) for cells in fitting}
        return [[list(values) for values in row] for row in sorted(rows)]

    def _solve(self, request: ColumnRequest, name: str = "") -> ColumnSolution:
        """Return new solutions; use and cache them. Raises DeckError if no deck can carry the rolls."""
        from deckgen.deck.solve.solver import solve  # noqa: PLC0415  numpy, where nothing is kept

        rolls = " to ".join(dict.fromkeys(describe(roll) for roll in (request.rolls[0], request.rolls[-1])))
        try:
            solution = solve(
                request, self.effort, lambda text: self.progress(f"{name or rolls}: {text}"), self.starts(request)
            )
        except DeckError as error:  # about dice: in a game, the cells that have them are named as well
            problems = error.problems
            raise DeckError(replace(p, file=name, path=p.file) if name else p for p in problems) from None
        self._solutions[request] = solution
        self._cells = {key: cells for key, cells in self._cells.items() if key[0] != request}
        if self.use_cache:
            write_cached(_KIND, request.key, canonical_json(solution.to_json()))
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
            check_reach(path, game.folder, DeckError)
            _read_lock(store, read_bytes(path, DeckError, reading.LOCK))
        except DeckgenError as error:
            problem = replace(error.problems[0], file=str(path), remedy=_RENEW)
            problem = replace(problem, message=f"{problem.message}; it is not used")
            store.notes.append(str(problem))
            warn_once(problem)
    return store


def locked_store(content: bytes) -> SolutionStore:
    """Return the store of a lock file's content. Raises DeckError if it is invalid or was changed."""
    store = SolutionStore()
    _read_lock(store, content)
    return store


def _read_lock(store: SolutionStore, content: bytes) -> None:
    """Read a lock file's content into the store. Raises DeckError if it is invalid or was changed."""
    path = store.path
    content = content.replace(b"\r\n", b"\n")
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


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
