"""What the numbers of one cell must satisfy, in the terms of the roll that the cell stands for."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cached_property, lru_cache
from math import floor
from typing import Any

from deckgen.deck.cards import canonical
from deckgen.deck.solve.cells import Multiset, mean_denominator
from deckgen.errors import DeckError, Fault
from deckgen.game.model import DrawModel
from deckgen.odds import Distribution, Roll, describe, distribution, extremes

_SOLVER = 1
"""Part of every key: raised when the solver finds other solutions, which changes decks."""
_POOLED_SOLVER = 1
"""The same for cells that are read together alone."""
_LARGEST_MEAN = 500
"""Means of open-ended rolls above this take gigabytes to solve."""


@dataclass(frozen=True)
class Request:
    """A request for a cell's numbers: ``size`` cards that average what ``roll`` does, with odds close to its.

    ``critical`` is the number of critical failures, None where the roll has none. Where no number of open
    cards makes the mean exact, it is the next possible one below the target, or above with ``round_up``.
    ``open_cards`` fixes their number.

    ``above`` are the rolls of the rows above, where a column rises or its rows are read together. Where it
    rises, ``lower_limit[T]`` is the least number of cards that must print T or more: as many as in the row
    above. Where rows are read together (``pooled``), ``surplus[T]`` is the sum of N·P(total >= T) over the
    rows above, less that of their dice, in cards; ``bar`` is the largest tail error of one row, in cards.
    """

    roll: Roll
    size: int
    draw: DrawModel
    critical: int | None = None
    round_up: bool = False
    open_cards: int | None = None
    above: tuple[Roll, ...] = ()
    lower_limit: tuple[int, ...] = ()
    pooled: bool = False
    surplus: tuple[Fraction, ...] = ()
    bar: Fraction | None = None

    @property
    def key(self) -> str:
        """The SHA-256 under which the solution is kept. What follows from ``above`` is no part of it."""
        facts = {
            "solver": _SOLVER,
            "roll": _unusual(self.roll),
            "size": self.size,
            "draw": self.draw,
            "above": [_unusual(roll) for roll in self.above],
            "up": int(self.round_up),
            "critical": self.critical,
            "open_cards": self.open_cards,
            **({"pooled": [_POOLED_SOLVER, str(self.bar)]} if self.pooled else {}),
        }
        return hashlib.sha256(canonical(facts)).hexdigest()

    @cached_property
    def dice(self) -> Distribution:
        """The odds of the roll."""
        return distribution(self.roll)

    @cached_property
    def tails(self) -> tuple[Fraction, ...]:
        """The dice's P(total >= T), T from 0 to where less than 1/200 card is left.

        Extremes that have to be confirmed are not printed, so there it is 1 or 0. Raises DeckError if the roll is too large for cards.
        """
        dice = self.dice
        if dice.maximum is None and dice.mean > _LARGEST_MEAN:
            what = f"averages {float(dice.mean):.0f}, too much for an open-ended roll on cards"
            raise DeckError(Fault(describe(self.roll), None, "", what, "use smaller or fewer dice"))
        limit = 8
        while dice.tail(limit) * self.size * 200 > 1 or any(t >= limit for t, *_ in self.limits):
            limit += 8
        certain = {t: Fraction(least, self.size) for t, least, most in self.limits if least == most}
        printed = {t: chance for t, chance in certain.items() if chance in (0, 1)}
        return tuple(printed.get(t, tail) for t, tail in enumerate(dice.tails(limit)))

    @cached_property
    def limits(self) -> tuple[tuple[int, int, int], ...]:
        """(T, fewest, most): how many cards must print T or more, so that the roll's extremes can be confirmed.

        Raises DeckError where no deck of this size can have them.
        """
        if not self.roll.extremes:
            return ()
        found = extremes(self.roll, self.size)
        if found is None:
            what = f"no whole number of {self.size} cards gives its extremes exactly"
            raise DeckError(Fault(describe(self.roll), None, "", what, "take another number of cards"))
        return found.limits()

    @property
    def least_open(self) -> int:
        """The smallest number that an open card may show: never one that reads as a critical failure."""
        return max(self.dice.minimum, 1 if self.critical is None else 2)

    def open_counts(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of open cards that the cell may have, in groups, the ones to be preferred first.

        A roll that does not explode has none. Otherwise, if some allowed number makes the mean exact, only
        such numbers are listed: up to a quarter of the cards, then up to a third, then none at all (the
        dice's odds on plain cards alone). If none does, it is any number up to a quarter, but one card alone
        comes last: it would be a single value that goes on.
        """
        if self.open_cards is not None:
            return ((self.open_cards,),)
        if self.dice.maximum is not None:
            return ((0,),)
        few, many = range(1, self.size // 4 + 1), range(self.size // 4 + 1, self.size // 3 + 1)
        exact = [
            tuple(k for k in group if self.scaled_target(k).denominator == 1) for group in (few, many, (0,))
        ]
        return tuple(group for group in exact if group) or (tuple(few[1:]), (1,))

    def scaled_target(self, open_cards: int) -> Fraction:
        """The target times the mean's denominator; the mean can be exact where this is whole."""
        return self.dice.mean * mean_denominator(open_cards, self.size, self.draw)

    def weighted_sum(self, open_cards: int, *, round_up: bool) -> int:
        """The mean to be met times its denominator: the scaled target, rounded where it is not whole."""
        scaled = self.scaled_target(open_cards)
        return floor(scaled) + (round_up and scaled.denominator != 1)

    def accepts(self, cell: Multiset) -> bool:
        """Whether a solution read from a file is one: its counts, its exact mean, its lower limit."""
        lowest = self.dice.minimum if self.critical is None else 2
        if cell.size != self.size or cell.critical != (self.critical or 0) or not cell.plain_cards:
            return False
        if self.open_cards not in (None, cell.open_cards):
            return False
        if any(value < lowest for value, _ in (*cell.plain, *cell.open)):
            return False
        at_least = cell.at_least + (0,) * len(self.lower_limit)
        if any(fewest > cards for fewest, cards in zip(self.lower_limit, at_least, strict=False)):
            return False
        if any(not least <= at_least[t] <= most for t, least, most in self.limits if t < len(at_least)):
            return False
        wanted = self.weighted_sum(cell.open_cards, round_up=self.round_up)
        return cell.weighted_sum(self.draw) == wanted


@lru_cache(maxsize=1024)
def _unusual(roll: Roll) -> Mapping[str, Any]:
    """What of a roll is not as usual, so that new kinds of rolls leave the keys of old ones alone."""
    given = ((each.name, getattr(roll, each.name), each.default) for each in fields(roll))
    return {name: value for name, value, usual in given if value != usual}
