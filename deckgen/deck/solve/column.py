"""The request for a column, and its solutions: of a single cell, or of all rows of a rising column."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise, product, zip_longest
from math import ceil, floor, prod
from operator import ge
from typing import Any, NamedTuple

from deckgen.deck.cards import canonical_json
from deckgen.deck.cells import Multiset, mean_denominator
from deckgen.deck.solve.request import Request, non_default_fields, open_counts
from deckgen.game.model import DrawModel, Exact
from deckgen.odds import Roll, distribution
from deckgen.records import record

_SOLVER = 3
"""Part of every key: raised when the solver finds other solutions, which changes decks."""

SET, LENGTH = 8, 32
"""So many decks are solved as a set; number of decks that are solved for a column; the next ones repeat them."""

OpenSums = tuple[int | None, ...]
"""By row: the sum of the open numbers in every deck if the mean is exact over a set only; None if it is in each deck."""


class Rounding(NamedTuple):
    """Which way a deck rounds its mean, and its number of critical failures (None if it has none)."""

    round_up: bool
    critical: int | None


@record
class ColumnRequest:
    """A request for the solutions of ``rolls``, row 1 first: of one cell, or of a rising column.

    ``tail_limits`` are the largest tail errors of the rows, in cards. ``exact`` is where the game wants each row's
    mean to be exact. ``roundings`` are those of the rows. ``open_least`` are the least numbers of the rows' open cards,
    if the game gives them. ``open_cards`` is their number, or None if any will do, ``open_sums`` what was chosen before
    for the roundings of other decks. ``together`` is the number of such cells of a card that are read as one pool of dice.
    """

    rolls: tuple[Roll, ...]
    size: int
    draw: DrawModel
    tail_limits: tuple[Fraction, ...]
    roundings: tuple[Rounding, ...]
    exact: tuple[Exact, ...]
    open_least: tuple[int | None, ...]
    open_cards: int | None = None
    open_sums: OpenSums | None = None
    together: int = 1

    @cached_property
    def key(self) -> str:
        """SHA-256 that names the solution in lock files and caches."""
        facts = {
            "solver": _SOLVER,
            "rolls": [non_default_fields(roll) for roll in self.rolls],
            "size": self.size,
            "draw": self.draw,
            "bars": list(map(str, self.tail_limits)),
            "variants": self.roundings,
            "exact": self.exact,
            "open_least": self.open_least,
            "open_cards": self.open_cards,
            "open_sums": self.open_sums,
            "together": self.together,
        }
        return hashlib.sha256(canonical_json(facts)).hexdigest()

    def open_counts(self, open_sums: OpenSums) -> Sequence[int]:
        """Return the numbers of open cards to try: the requested one, or those that suit the rolls."""
        if self.open_cards is not None:
            return (self.open_cards,)
        dice = [distribution(roll) for roll in self.rolls]
        deck_exact = [die for die, open_sum in zip(dice, open_sums, strict=True) if open_sum is None]
        return open_counts(dice, deck_exact, self.size, self.draw)

    def is_exact(self, open_cards: int) -> bool:
        """Return whether so many open cards allow the exact mean in every row, in each deck."""
        denominator = mean_denominator(open_cards, self.size, self.draw)
        return all((distribution(roll).mean * denominator).denominator == 1 for roll in self.rolls)

    def accepts(self, cells: tuple[Multiset, ...], open_sums: OpenSums) -> bool:
        """Return whether cells fit the request: counts, means, rows that never fall; not tail errors."""
        if len(cells) != len(self.rolls) or len(open_sums) != len(self.rolls):
            return False
        if len({cell.open_cards for cell in cells}) > 1 or self.open_cards not in (None, cells[0].open_cards):
            return False
        requests = self.row_requests(cells[0].open_cards, open_sums)
        return all(request.accepts(cell) for request, cell in zip(requests, cells, strict=True)) and all(
            all(map(ge, lower.open_values, upper.open_values))
            and all(a >= b for a, b in zip_longest(lower.plain_at_least, upper.plain_at_least, fillvalue=0))
            for upper, lower in pairwise(cells)
        )

    def suits(self, open_sums: OpenSums) -> bool:
        """Return whether rows may be exact over a set, or in each deck, as these sums say."""
        if len(open_sums) != len(self.exact) or self.open_sums not in (None, open_sums):
            return False
        modes = zip(self.exact, open_sums, strict=True)
        return all(mode == "auto" or (mode == "set") == (n is not None) for mode, n in modes)

    def row_requests(self, open_cards: int, open_sums: OpenSums) -> list[Request]:
        """Return the requests of the rows, each by itself, with so many open cards."""
        rows = zip(
            self.rolls, self.roundings, self.tail_limits, self.open_least, open_sums, strict=True
        )  # fmt: skip
        return [
            Request(roll, self.size, self.draw, open_cards, n, up, limit, least, open_sum is not None, open_sum or 0)
            for roll, (up, n), limit, least, open_sum in rows
        ]

    def all_roundings(self, row: int, open_cards: int, open_sums: OpenSums) -> dict[Rounding, Fraction]:
        """Return the roundings that decks of sets need in a row, each with its share of the decks."""
        steps, *_ = self.row_requests(open_cards, open_sums)[row].steps
        means = {up > floor(steps): share for up, share in _rounding_shares(steps).items()}
        critical: list[tuple[int | None, Fraction]] = [(None, Fraction(1))]
        if self.rolls[row].critical_failure:
            dice = distribution(self.rolls[row])
            critical = [*_rounding_shares(dice.critical_failure * self.size).items()]
        return {Rounding(up, n): a * b for (up, a), (n, b) in product(means.items(), critical)}

    def share(self, open_cards: int, open_sums: OpenSums) -> Fraction:
        """Return the share of decks of sets that have these roundings."""
        shares = (self.all_roundings(row, open_cards, open_sums) for row in range(len(self.rolls)))
        return prod(
            (share[rounding] for share, rounding in zip(shares, self.roundings, strict=True)), start=Fraction(1)
        )

    def with_size(self, size: int) -> ColumnRequest:
        """Return the request for another deck size, with any open cards and the nearest critical failures."""
        roundings = tuple(Rounding(False, nearest_critical(roll, size)) for roll in self.rolls)
        return replace(self, size=size, roundings=roundings, open_cards=None, open_sums=None)


def _rounding_shares(target: Fraction) -> dict[int, Fraction]:
    """Return the integers next to a target, each with its share so that the mean is the target."""
    part = target - floor(target)
    return {floor(target): 1 - part, **({ceil(target): part} if part else {})}


def nearest_critical(roll: Roll, size: int) -> int | None:
    """Return the whole number nearest to the share of critical failures, in cards; None if the roll has none."""
    share = distribution(roll).critical_failure * size
    return floor(share + Fraction(1, 2)) if roll.critical_failure else None


@record
class ColumnSolution:
    """Solutions of a column, each a cell for every row, row 1 first, in the order in which decks of a set use them.

    ``errors`` are the largest tail errors of a deck, by row, and ``proof`` is the cost of a set of decks with the same
    open numbers (see ``solver``) and its proven minimum; both in 1/1000 card. ``json_solutions`` are parsed when needed.
    """

    open_cards: int
    open_sums: OpenSums
    errors: tuple[int, ...]
    proof: tuple[int, int]
    json_solutions: Sequence[Any]

    @property
    def length(self) -> int:
        """The number of solutions."""
        return len(self.json_solutions)

    def solution_at(self, index: int) -> tuple[Multiset, ...] | None:
        """Return the cells at an index (modulo the length), or None if they are invalid."""
        item = self.json_solutions[index % self.length]
        cells = [Multiset.from_json(cell) for cell in item] if isinstance(item, list) else [None]
        return tuple(cell for cell in cells if cell) if all(cells) else None

    @property
    def solutions(self) -> list[tuple[Multiset, ...]]:
        """All solutions. Raises ValueError if some are invalid."""
        parsed = [self.solution_at(index) for index in range(self.length)]
        if None in parsed:
            raise ValueError("a solution has an invalid cell")
        return [cells for cells in parsed if cells is not None]

    def to_json(self) -> dict[str, Any]:
        """Return the solutions as JSON data for lock files and caches."""
        return {
            "open_cards": self.open_cards,
            "open_sums": self.open_sums,
            "errors": self.errors,
            "proof": self.proof,
            "solutions": self.json_solutions,
        }

    @staticmethod
    def from_bytes(content: bytes) -> ColumnSolution | None:
        """Return the solutions of a file's JSON, or None if it is invalid. The cells are not checked yet."""
        try:
            data = json.loads(content)
        except (ValueError, RecursionError):
            return None
        match data:
            case {
                "open_cards": int(open_cards),
                "open_sums": list(open_sums),
                "errors": list(errors),
                "proof": [int(cost), int(bound)],
                "solutions": [_, *_] as solutions,
            } if all(type(n) is int for n in errors) and all(n is None or type(n) is int for n in open_sums):
                return ColumnSolution(open_cards, tuple(open_sums), tuple(errors), (cost, bound), solutions)
        return None
