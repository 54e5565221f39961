"""Solved cells: found once, kept, and checked exactly whenever they are read.

A multiset depends on the roll and the deck's size, not on the seed. Solutions are kept under a
hash of their problem in the game's lock file and in the user's cache folder; one that is missing,
stale or tampered with is solved again.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from itertools import accumulate
from math import ceil, floor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckgen.deck.cards import canonical
from deckgen.deck.solve.bounds import PROVING, Bound, lower_bound
from deckgen.deck.solve.cells import Counts, Multiset, mean_denominator, total_tails
from deckgen.errors import DeckError, DeckgenError, Fault
from deckgen.files import cache_folder, write_whole
from deckgen.game.model import CellSpec, DeckSpec, DrawModel, Game, GridSection, RollsSection
from deckgen.odds import Distribution, Roll, describe, distribution

if TYPE_CHECKING:
    from deckgen.deck.solve.problem import Problem

SOLVER = 1
"""Part of every key: raised when the solver finds other solutions, which changes decks."""
_POOLED = 1
"""The same for cells that are read together alone."""
LOCK = "solutions.lock.json"
_LOCK_FORMAT = "deckgen-lock/1"
_LARGEST_MEAN = 500
"""Means of open-ended rolls above this take gigabytes to solve."""

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Want:
    """Which solution of a cell: ``above`` are the rolls of the rows above where columns rise.

    ``up``: the scaled target is rounded up instead of down; ``critical``: number of critical failures.
    ``floor[T]`` is the least number of cards to show T or more; it follows from ``above``.
    ``pooled``: the rows of a column are read together; ``drift[T]`` is how many cards too many those
    ``above`` show T or more, and ``bar`` the largest tail error of one row.
    """

    roll: Roll
    size: int
    draw: DrawModel
    above: tuple[Roll, ...]
    up: int
    critical: int | None
    open_cards: int | None
    floor: tuple[int, ...] = ()
    pooled: bool = False
    drift: tuple[Fraction, ...] = ()
    bar: Fraction | None = None

    @property
    def key(self) -> str:
        facts = {
            "solver": SOLVER,
            "roll": _facts(self.roll),
            "size": self.size,
            "draw": self.draw,
            "above": [_facts(roll) for roll in self.above],
            "up": self.up,
            "critical": self.critical,
            "open_cards": self.open_cards,
            **({"pooled": [_POOLED, str(self.bar)]} if self.pooled else {}),
        }
        return hashlib.sha256(canonical(facts)).hexdigest()

    def accepts(self, cell: Multiset) -> bool:
        """Whether a solution read from a file is one: its counts, its exact mean, its floor."""
        dice = distribution(self.roll)
        size = cell.plain_cards + cell.open_cards
        lowest = 2 if self.critical is not None else dice.minimum
        values = [v for v, _ in (*cell.plain, *cell.open)]
        if size != self.size or cell.critical != (self.critical or 0) or min(values, default=1) < lowest:
            return False
        if self.open_cards not in (None, cell.open_cards) or not cell.plain_cards:
            return False
        at_least = shown(cell)
        if any(self.floor[t] > (at_least[t] if t < len(at_least) else 0) for t in range(len(self.floor))):
            return False
        scale = mean_denominator(cell.open_cards, self.size, self.draw)
        scaled = dice.mean * scale
        total = floor(scaled) + (self.up if scaled.denominator != 1 else 0)
        return cell.mean(self.draw) * scale == total


def _facts(roll: Roll) -> dict[str, Any]:
    """A roll for a key: what is not as usual, so that new kinds of rolls leave the keys of old ones alone."""
    given = ((each.name, getattr(roll, each.name), each.default) for each in fields(roll))
    return {name: value for name, value, usual in given if value != usual}


def shown(cell: Multiset) -> tuple[int, ...]:
    """Entry T: how many cards print T or more, open or not."""
    counts = Counter({1: cell.critical})
    for value, cards in (*cell.plain, *cell.open):
        counts[value] += cards
    rows = accumulate(counts[t] for t in range(max(counts), -1, -1))
    return tuple(rows)[::-1]


@dataclass
class Store:
    """Where solutions are kept: ``kept`` from the lock file, and a folder of the user's.

    ``bounds`` are the proven lower bounds on tail errors that the lock file holds, by the key of a
    ``Want`` without anything above it, rounded either way.
    """

    kept: dict[str, Any] = field(default_factory=dict)
    bounds: dict[str, Bound] = field(default_factory=dict)
    folder: Path | None = None
    notes: list[str] = field(default_factory=list)
    progress: Progress = lambda _: None

    def find(self, want: Want) -> Multiset:
        """The solution, kept or new. Raises DeckError if no such deck can carry the roll."""
        key = want.key
        for source in (self._locked, self._cached):
            cell = source(key)
            if cell is not None and want.accepts(cell):
                return cell
        cell = _solve(want)
        self.kept[key] = _plain(cell)
        if self.folder:
            try:
                write_whole(self.folder / f"{key}.json", canonical(_plain(cell)))
            except DeckgenError:
                self.folder = None  # a cache that cannot be written is no fault
        return cell

    def _locked(self, key: str) -> Multiset | None:
        return _multiset(self.kept.get(key))

    def _cached(self, key: str) -> Multiset | None:
        if not self.folder:
            return None
        try:
            return _multiset(json.loads((self.folder / f"{key}.json").read_bytes()))
        except (OSError, ValueError):
            return None


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
            store.kept = solutions
            store.bounds = {key: Bound(Fraction(value), "in the lock file") for key, value in bounds.items()}
    except FileNotFoundError:
        pass
    except (OSError, ValueError, KeyError, TypeError):
        store.notes.append(f"{path}: is no lock file and is not used; run deckgen solve to renew it")
    return store


def lock(game: Game, progress: Progress | None = None) -> bytes:
    """The lock file of a game: every solution that any deck of any set of its decks needs, and bounds.

    The bounds are on the tail error of every deck there could be; proving them takes a minute or two.
    """
    store = Store(folder=cache_folder() / "solutions", progress=progress or (lambda _: None))
    used: dict[str, Any] = {}
    bounds: dict[str, str] = {}
    for spec in game.decks:
        for plan in plans(spec, store):
            for want in plan.variants():
                used[want.key] = _plain(store.find(want))
                free = Want(want.roll, want.size, want.draw, (), 0, want.critical, None)
                if free.key not in bounds:
                    store.progress(f"{plan.cell.section} {plan.cell.column}-{plan.cell.row}: proving")
                    bounds[free.key] = str(lower_bound(problem_of(free), budget=PROVING).value)
    head = f'"format":"{_LOCK_FORMAT}",\n"sha256":"{_digest(used, bounds)}"'
    return f'{{{head},\n"bounds":{_by_line(bounds)},\n"solutions":{_by_line(used)}}}\n'.encode()


def _by_line(entries: Mapping[str, Any]) -> str:
    """A JSON object with one entry a line, so that a change can be reviewed."""
    lines = (
        f'"{key}":{json.dumps(entries[key], sort_keys=True, separators=(",", ":"))}'
        for key in sorted(entries)
    )
    return "{" + ",\n".join(lines) + "}"


@dataclass(frozen=True)
class Plan:
    """A cell that has been solved: how many open cards it has, and what is left for the seed to round.

    ``want`` is the solution that was found first, rounded down and with the nearest number of critical
    failures. ``scaled`` is the target times the mean's denominator; where it is whole, every deck is exact.
    """

    cell: CellSpec
    dice: Distribution
    want: Want
    open_cards: int

    @property
    def exact(self) -> bool:
        return self.scaled.denominator == 1

    @property
    def scaled(self) -> Fraction:
        return self.dice.mean * mean_denominator(self.open_cards, self.want.size, self.want.draw)

    @property
    def critical_cards(self) -> Fraction | None:
        """The share of critical failures, in cards, or None where the roll has none."""
        return self.dice.critical_failure * self.want.size if self.cell.roll.critical_failure else None

    def variants(self) -> Iterator[Want]:
        """All solutions that some deck of some set needs."""
        share = self.critical_cards
        criticals = [None] if share is None else sorted({floor(share), ceil(share)})
        for up in (0,) if self.exact else (0, 1):
            for critical in criticals:
                yield self.variant(up, critical)

    def variant(self, up: int, critical: int | None) -> Want:
        """The same cell rounded otherwise, with as many open cards."""
        if (up, critical) == (self.want.up, self.want.critical):
            return self.want
        return replace(self.want, up=up, critical=critical, open_cards=self.open_cards)


def plans(spec: DeckSpec, store: Store) -> Iterator[Plan]:
    """Every rolled cell of the deck, solved; the rows of a rising column one after the other."""
    for section in spec.sections:
        if not isinstance(section, GridSection | RollsSection):
            continue
        rising = isinstance(section, GridSection) and section.rising
        pooled = isinstance(section, GridSection) and section.reads == "first-n"
        store.progress(f"{section.title}: solving")
        above: tuple[Roll, ...] = ()
        least: tuple[int, ...] = ()
        drift: tuple[Fraction, ...] = ()
        for cell in section.cells():
            if cell.row == 1:
                above, least, drift = (), (), ()
            want = _first_want(cell, spec)
            if rising:
                want = replace(want, above=above, floor=least)
            elif pooled:
                want = replace(want, above=above, pooled=True, drift=drift, bar=section.tail_bar)
            plan = Plan(cell, distribution(cell.roll), want, store.find(want).open_cards)
            above = (*above, cell.roll)
            if rising:
                least = _floor(store.find(want) for want in plan.variants())
            elif pooled:
                drift = _drift(store.find(want), want, plan.dice)
            yield plan


def _first_want(cell: CellSpec, spec: DeckSpec) -> Want:
    """The solution with the mean rounded down and the nearest number of critical failures."""
    critical = None
    if cell.roll.critical_failure:
        critical = floor(distribution(cell.roll).critical_failure * spec.size + Fraction(1, 2))
    return Want(cell.roll, spec.size, spec.draw, (), 0, critical, None)


def _drift(cell: Multiset, want: Want, dice: Distribution) -> tuple[Fraction, ...]:
    """The drift with this row as well: cards that show T or more, beyond the dice's, by T."""
    ours, theirs = total_tails(cell, want.draw), _tails(dice, want.size)
    before = want.drift or (Fraction(0),) * len(theirs)
    return tuple(
        before[t] + want.size * ((ours[t] if t < len(ours) else 0) - theirs[t]) for t in range(len(theirs))
    )


def _floor(cells: Iterator[Multiset]) -> tuple[int, ...]:
    rows = [shown(cell) for cell in cells]
    longest = max(map(len, rows))
    return tuple(max(row[t] if t < len(row) else 0 for row in rows) for t in range(longest))


def _solve(want: Want) -> Multiset:
    from deckgen.deck.solve.solver import solve  # noqa: PLC0415 (only where nothing is kept)

    return solve(problem_of(want), want.up, want.open_cards).cell


def problem_of(want: Want) -> Problem:
    """The solver's problem. Raises DeckError if the roll is too large for cards."""
    from deckgen.deck.solve.problem import Problem  # noqa: PLC0415 (only where nothing is kept)

    dice = distribution(want.roll)
    if dice.maximum is None and dice.mean > _LARGEST_MEAN:
        what = f"averages {float(dice.mean):.0f}, too much for an open-ended roll on cards"
        raise DeckError(Fault(describe(want.roll), None, "", what, "use smaller or fewer dice"))
    return Problem(
        size=want.size,
        draw=want.draw,
        tails=_tails(dice, want.size),
        target=dice.mean,
        minimum=dice.minimum,
        critical=want.critical,
        explodes=dice.maximum is None,
        floor=want.floor,
        name=describe(want.roll),
        drift=want.drift,
        bar=want.bar,
        dice=len(want.above) + 1 if want.pooled else 1,
    )


def _tails(dice: Distribution, size: int) -> tuple[Fraction, ...]:
    """The tails up to where less than 1/200 card is left."""
    limit = 8
    while dice.tail(limit) * size * 200 > 1:
        limit += 8
    return dice.tails(limit)


def _plain(cell: Multiset) -> dict[str, Any]:
    return {
        "critical": cell.critical,
        "plain": [list(p) for p in cell.plain],
        "open": [list(p) for p in cell.open],
    }


def _multiset(data: Any) -> Multiset | None:
    """The multiset of data read from a file, or None if it is none."""
    match data:
        case {"critical": int(critical), "plain": list(plain), "open": list(again)} if (
            critical >= 0 and critical is not True
        ):
            counts = _counts(plain), _counts(again)
            if counts[0] is not None and counts[1] is not None:
                return Multiset(critical, counts[0], counts[1])
    return None


def _counts(pairs: list[Any]) -> Counts | None:
    counts = []
    for pair in pairs:
        match pair:
            case [int(value), int(cards)] if value >= 0 and cards > 0:
                counts.append((value, cards))
            case _:
                return None
    return tuple(counts)


def _digest(solutions: Mapping[str, Any], bounds: Mapping[str, Any]) -> str:
    return hashlib.sha256(canonical([solutions, bounds])).hexdigest()
