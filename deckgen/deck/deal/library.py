"""Libraries of arrangements: columns that are read as pools, arranged once, to be dealt again and again.

An arrangement is made for each turn of the cycle that a column's rows take their solutions from. Which card of a
deck has which card of the arrangement is chosen when the deck is dealt, which no pool's odds depend on.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np

from deckgen.deck.cards import canonical_json
from deckgen.deck.deal.pools import CARD, Pools, farthest, placed_odds
from deckgen.deck.deal.random_stream import RandomStream
from deckgen.deck.deal.table import Pile, PileGroup, joined
from deckgen.deck.solve.plan import Plan, plan_columns
from deckgen.deck.solve.store import SolutionStore
from deckgen.game.model import Game, GridSection
from deckgen.odds import distribution

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from deckgen.deck.solve.cells import Multiset
    from deckgen.deck.solve.column import ColumnRequest

    Ints = NDArray[np.int64]

_ARRANGER = 2
"""Part of every key: raised when other arrangements are made, which changes decks."""
_TRIES = 2
"""How often an arrangement is searched for at most, until all its pools are within a card of the dice."""


class Library:
    """The arrangements of a column that is read as ``pools``, for decks with so many ``jokers``."""

    def __init__(self, store: SolutionStore, pools: Pools, jokers: int) -> None:
        self._store, self._pools, self._jokers = store, pools, jokers
        self._proved: dict[str, tuple[tuple[Pile, ...], Ints | None]] = {}

    def group(
        self, rows: tuple[Pile, ...], requests: Sequence[ColumnRequest], turns: Sequence[int]
    ) -> PileGroup:
        """The rows to be dealt, arranged if the lock file has an arrangement of them, which is proved."""
        group, (first, *_) = PileGroup(rows, pools=self._pools), requests
        cycle = len(self._store.find(first).order)
        if set(requests) != {first} or list(turns) != list(range(turns[0], turns[0] + len(rows))):
            return group
        key = self._key(first, turns[0] % cycle)
        if key not in self._proved or self._proved[key][0] != rows:
            content = self._store.arrangements.get(key)
            items = None if content is None else self._read(content, rows)
            if content is not None and items is None:
                self._store.warn_unused("arrangement", key)
            self._proved[key] = rows, items
        return replace(group, arranged=self._proved[key][1])

    def made(self, column: Sequence[Plan]) -> Iterator[tuple[str, list[Any]]]:
        """Every arrangement that decks need, by key, as it stands in lock files; none if rows have requests of their own.

        That is its items by row and place, the jokers' first, and how far its pools are from the dice, in 1/1000 card.
        """
        request = column[0].request
        if any(plan.request != request or len(plan.roundings) > 1 for plan in column):
            return
        for turn in range(len(self._store.find(request).order)):
            key = self._key(request, turn)
            rows = tuple(
                pile(plan, *self._store.proved_cells(request, turn + row)) for row, plan in enumerate(column)
            )
            group, tried = PileGroup(rows, pools=self._pools), list[tuple[int, list[list[int]]]]()
            while len(tried) < _TRIES and (not tried or tried[-1][0] > CARD):
                items = joined(group, self._jokers, RandomStream("arrangement", key, len(tried)))
                tried.append((self._farthest(rows, items), items.tolist()))
            error, orders = min(tried, key=lambda each: each[0])
            yield key, [orders, error]

    def _farthest(self, rows: Sequence[Pile], items: Ints) -> int:
        odds = placed_odds([row.items for row in rows], self._pools, list(items))
        if self._store.use_cache:
            odds.remember()
        return farthest(odds, self._pools)

    def _key(self, request: ColumnRequest, turn: int) -> str:
        facts = {"arranger": _ARRANGER, "column": request.key, "jokers": self._jokers, "turn": turn}
        return hashlib.sha256(canonical_json(facts)).hexdigest()

    def _read(self, content: bytes, rows: Sequence[Pile]) -> Ints | None:
        """The items of an arrangement, or None if it is none of these rows or not as near to the dice as it says."""
        places = list(range(len(rows[0].items)))
        try:
            match json.loads(content):
                case [list(orders), int(error)] if len(orders) == len(rows) and all(
                    isinstance(order, list) and {*map(type, order)} == {int} and sorted(order) == places
                    for order in orders
                ):
                    items = np.array(orders, dtype=np.int64)
                    plain = all(
                        row.plain[item]
                        for row, order in zip(rows, orders, strict=True)
                        for item in order[: self._jokers]
                    )
                    return items if plain and self._farthest(rows, items) == error else None
        except (ValueError, RecursionError):
            pass
        return None


def arrangements(game: Game, store: SolutionStore) -> dict[str, list[Any]]:
    """The arrangements of all columns that are read as pools, by key."""
    every: dict[str, list[Any]] = {}
    for spec in game.decks:
        for section in spec.sections:
            if not isinstance(section, GridSection) or section.reads != "first-n":
                continue
            cells = [
                plan
                for made in plan_columns(spec, store)
                for plan in made
                if plan.cell.section == section.name
            ]
            for label, column in groupby(cells, key=lambda plan: plan.cell.column):
                store.progress(f"{section.name} {label}: arranging")
                every |= Library(store, pools_of(section, label), len(spec.jokers())).made([*column])
    return every


def pile(plan: Plan, cell: Multiset) -> Pile:
    """A cell of a deck, to be dealt."""
    cells = cell.cells()
    values, plain = zip(*((each.value, not each.again) for each in cells), strict=True)
    return Pile(tuple(cells), values, plain, plan.dice.mean, weighed=True)


def pools_of(grid: GridSection, column: str) -> Pools:
    """The odds of the pools that are read from a column, up to where a tenth of a card is left."""
    dice = [distribution(cell.roll) for cell in grid.pools() if cell.column == column]
    limit = 8
    while dice[-1].tail(limit) * 500 > 1:
        limit += 8
    return Pools(tuple(d.tails(limit) for d in dice), grid.critical_failure)
