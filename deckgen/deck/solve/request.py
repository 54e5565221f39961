"""What the numbers of one cell must satisfy, given the roll of the cell."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from math import ceil, floor
from typing import Any

from deckgen.deck.cards import canonical_json
from deckgen.deck.cells import Multiset, mean_denominator, sum_weights
from deckgen.errors import DeckError, Problem
from deckgen.game.model import DrawModel
from deckgen.odds import Distribution, Roll, describe, distribution, find_extremes
from deckgen.records import record

_LARGEST_MEAN = 500
"""Means of open-ended rolls above this take gigabytes to solve."""
_LEAST_SHARE = Fraction(2, 5)
"""An open cell of several dice prints at least this share of its mean."""


@record
class Request:
    """A request for a cell's numbers: ``size`` cards with the mean of ``roll`` and odds close to its.

    ``open_cards`` is the number of open cards, ``critical`` that of critical failures, or None if the
    roll has none. If that number of open cards does not allow the exact mean, the mean is the next possible
    one below the target, or above with ``round_up``. ``tail_limit`` is the largest tail error, in cards.
    ``given_least`` is the smallest number that an open card may show, if the game gives it.

    With ``over_set`` the mean is exact over a set only: open numbers sum to ``open_sum`` in every deck, and the
    plain ones to the whole number below what the mean asks for, or above.
    """

    roll: Roll
    size: int
    draw: DrawModel
    open_cards: int = 0
    critical: int | None = None
    round_up: bool = False
    tail_limit: Fraction = Fraction(1)
    given_least: int | None = None
    over_set: bool = False
    open_sum: int = 0

    @property
    def key(self) -> str:
        """SHA-256 of everything that a bound on the tail error depends on."""
        return _key(self.roll, self.size, self.draw, self.critical, self.given_least, self.over_set)

    @cached_property
    def dice(self) -> Distribution:
        """The odds of the roll."""
        return distribution(self.roll)

    @cached_property
    def tails(self) -> tuple[Fraction, ...]:
        """The dice's P(total >= t), from t = 0 to where less than 1/200 card is left.

        Extremes that are confirmed are not printed, so there it is 1 or 0. Raises DeckError if the roll
        is too large for cards.
        """
        dice = self.dice
        if dice.maximum is None and dice.mean > _LARGEST_MEAN:
            message = f"averages {float(dice.mean):.0f}, too much for an open-ended roll on cards"
            raise DeckError(Problem(describe(self.roll), None, "", message, "use smaller or fewer dice"))
        limit = 8
        while dice.tail(limit) * self.size * 200 > 1 or any(t >= limit for t, *_ in self.limits):
            limit += 8
        return tuple(self.confirmed_tails.get(t, tail) for t, tail in enumerate(dice.tails(limit)))

    @cached_property
    def confirmed_tails(self) -> Mapping[int, Fraction]:
        """P(total >= t) of printed numbers, 1 or 0, where extremes are confirmed instead of printed."""
        return {t: Fraction(least, self.size) for t, least, most in self.limits if least == most in (0, self.size)}

    @cached_property
    def limits(self) -> tuple[tuple[int, int, int], ...]:
        """(t, fewest, most): how many cards must print >= t so that extremes can be confirmed.

        Raises DeckError if no deck of this size can have them.
        """
        if not self.roll.extremes:
            return ()
        extremes = find_extremes(self.roll, self.size)
        if extremes is None:
            message = f"a deck of {self.size} cards cannot give its extremes exactly"
            raise DeckError(Problem(describe(self.roll), None, "", message, "use another number of cards"))
        return extremes.limits()

    @cached_property
    def least_open(self) -> int:
        """The smallest number that an open card may show: ``given_least``, or one that looks exceptional; no failure.

        A single die's is its rounded mean, or beside its maximum if the mean is exact over a set only; that of a
        sum or a pool is two fifths of its mean, rounded up.
        """
        lowest = max(self.dice.minimum, 1 if self.critical is None else 2)
        if self.given_least is not None:
            return max(lowest, self.given_least)
        mean = self.dice.mean
        if len(self.roll.dice) > 1:
            return max(lowest, ceil(mean * _LEAST_SHARE))
        return max(lowest, self.roll.dice[0] - 1 if self.over_set else round(mean))

    @property
    def first_judged(self) -> int:
        """The first total whose odds are compared. The number of critical failures is audited as a frequency."""
        return self.dice.least_safe + 1

    @property
    def scaled_target(self) -> Fraction:
        """The target times the mean's denominator; the mean can be exact if this is whole."""
        return self.dice.mean * mean_denominator(self.open_cards, self.size, self.draw)

    @property
    def weighted_sum(self) -> int:
        """The required mean times its denominator: the scaled target, rounded if it is not whole."""
        steps, step, start = self.steps
        return start + step * (floor(steps) + (self.round_up and steps.denominator != 1))

    @property
    def steps(self) -> tuple[Fraction, int, int]:
        """How many steps the scaled target is above a start; the step; the start. Decks have a whole number of steps."""
        if not self.over_set:
            return self.scaled_target, 1, 0
        plain_weight, open_weight = sum_weights(self.open_cards, self.size, self.draw)
        start = open_weight * self.open_sum
        return (self.scaled_target - start) / plain_weight, plain_weight, start

    def fewest(self, t: int) -> int:
        """Return the least number of cards, plain or open, that may print t or more."""
        fewest = self.size if t <= self.dice.minimum else 0
        if self.critical is not None and t <= self.dice.least_safe:
            fewest = max(fewest, self.size - self.critical)  # no dice give a total between a failure and the least
        return max([fewest, *(least for total, least, _ in self.limits if total == t)])

    def most(self, t: int) -> int:
        """Return the largest number of cards, plain or open, that may print t or more."""
        most = self.size - (self.critical or 0) * (t >= 2)
        return min([most, *(limit for total, _, limit in self.limits if total == t)])

    @cached_property
    def explained(self) -> Fraction:
        """The share of all other odds that the rounding of critical failures explains (see ``explained_share``)."""
        return explained_share(self.dice, self.size, self.critical or 0)

    def explained_errors(self, t: int) -> tuple[float, float]:
        """Return the least and the largest error at t, in cards, that the rounding of critical failures explains."""
        error = float(self.tails[t] * self.size * self.explained)
        return min(error, 0), max(error, 0)

    def open_counts(self) -> Sequence[int]:
        """Return the numbers of open cards that the cell may have by itself."""
        return open_counts([self.dice], [] if self.over_set else [self.dice], self.size, self.draw)

    def accepts(self, cell: Multiset) -> bool:
        """Return whether a solution has the required counts, mean and numbers; not its tail error."""
        lowest = self.dice.minimum if self.critical is None else 2
        values = cell.open_values
        return (
            cell.size == self.size  # size and mean first, because they limit counts and numbers
            and cell.weighted_sum(self.draw) == self.weighted_sum
            and cell.plain_cards > 0
            and cell.critical == (self.critical or 0)
            and cell.open_cards == self.open_cards
            and all(value >= lowest for value, _ in cell.plain)
            and all(value >= self.least_open for value in values)
            and (not self.over_set or cell.open_sum == self.open_sum)
            and all(least <= cell.at_least(t) <= most for t, least, most in self.limits)
        )

    @property
    def any_deck(self) -> Request:
        """The request for bounds: any open cards, the mean rounded either way."""
        return replace(self, open_cards=0, open_sum=0, round_up=False, tail_limit=Fraction(1))


def open_counts(
    dice: Sequence[Distribution], exact_dice: Sequence[Distribution], size: int, draw: DrawModel
) -> Sequence[int]:
    """Return the numbers of open cards that a column of such dice may have, at most a third of its cards.

    (0,) if no die explodes, else at least 1. If some numbers make means of ``exact_dice`` exact, those with the most
    exact ones; else 1 to ``size`` / 4, or to a third if none has to be exact.
    """
    if all(die.maximum is not None for die in dice):
        return (0,)
    denominators = [mean_denominator(k, size, draw) for k in range(1, max(2, size // 3 + 1))]
    exact = [sum(n % die.mean.denominator == 0 for die in exact_dice) for n in denominators]
    if not max(exact):
        return range(1, max(2, size // (4 if exact_dice else 3) + 1))
    return [k for k, rows in enumerate(exact, 1) if rows == max(exact)]


def explained_share(dice: Distribution, size: int, critical: Fraction | int) -> Fraction:
    """Return the relative change of all other odds explained by ``critical`` cards that fail; 0 if none can.

    That number is audited as a frequency, so it is not held against other totals too: their odds may be those
    of the dice, those of dice that fail as often as the cards, or anything between.
    """
    other_cards = (1 - dice.critical_failure) * size
    return (size - critical) / other_cards - 1 if dice.critical_failure and other_cards else Fraction(0)


@lru_cache(maxsize=1024)
def _key(roll: Roll, size: int, draw: DrawModel, critical: int | None, least: int | None, over_set: bool) -> str:
    facts = non_default_fields(roll)
    rule = {"roll": facts, "size": size, "draw": draw, "critical": critical, "given_least": least, "set": over_set}
    return hashlib.sha256(canonical_json(rule)).hexdigest()


def non_default_fields(roll: Roll) -> Mapping[str, Any]:
    """Return the fields of a roll that differ from their defaults, so that new fields do not change old keys.

    Special dice are their faces.
    """
    values = ((f.name, getattr(roll, f.name), f.default) for f in fields(roll))
    changed = {name: value for name, value, default in values if value != default}
    return changed | ({"special": [die.faces for die in roll.special]} if roll.special else {})
