"""The highest of a pool of exploding dice of which not all maxima are rolled on.

Source: ch. 1, Exceptional Success. The rule there speaks of dice of one kind; this extends it to mixed pools.
The *level* is the highest number among the dice that do not show their maximum.

``choose``: the player picks one of the maximum dice and rolls it on. The result is the larger of its total
and the level; or, unless it is the last one, the player discards that die and goes on with the remaining
ones. The player maximizes the mean, keeps a die if discarding it is no better, and picks the smaller of two
equally good dice.

``one``: the player rolls on one maximum die, the best for the mean; the others count as they fell.
(Their maxima never matter: if one were above the level, rolling on the largest of them would be better,
because that passes them all.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from math import ceil, comb, floor, prod
from typing import NamedTuple

from deckgen.odds.die_odds import pool_of
from deckgen.odds.kept_mean import chance_of_few_ones, count_few_ones
from deckgen.odds.roll import Roll
from deckgen.records import record


class OpenDie(NamedTuple):
    """A plain die of ``sides`` faces; its maximum adds ``step`` to another roll of the die, without end.

    ``step`` is the sides of an open-ended die, and one less for a penetrating one: subtracting 1 from every added roll is
    the same as counting each maximum one less. So P(total >= t) is a staircase that repeats every ``step``, each time
    ``sides`` times lower.
    """

    sides: int
    step: int

    def chain_tails(self, limit: int) -> list[int]:
        """Return P(total >= t), t = 0..``limit``, of a die that shows its maximum: numerators, of which the first is the denominator."""
        power = 1 + max(limit - 1, 0) // self.step
        stairs = (divmod(t, self.step) for t in range(limit - self.step))
        later = [(self.sides - face) * self.sides ** (power - 1 - steps) for steps, face in stairs]
        return ([self.sides**power] * (self.step + 1) + later)[: limit + 1]

    def chain_mean_or(self, least: Fraction) -> Fraction:
        """Return the mean of max(``least``, total of this die), given that it shows its maximum."""
        offer = least - self.step
        mean = (Fraction(self.sides * (self.sides - 1), 2) + self.step) / (self.sides - 1)
        if offer <= 1:
            return self.step + mean
        # E[(Y - a)+] = E[(Y - c)+] - (a - c) P(Y > c) with c the whole part of a; and Y beyond a whole
        # number of steps is Y again, ``sides`` times rarer.
        steps, face = divmod(floor(offer), self.step)
        mean_below = Fraction(face * (2 * self.sides - face + 1), 2 * self.sides)
        chance_above = Fraction(self.sides - face, self.sides)
        return least + (mean - mean_below - offer % 1 * chance_above) * Fraction(1, self.sides**steps)


class Hand(NamedTuple):
    """Dice that show their maximum, smallest first, and the level (0 if it cannot matter)."""

    maxima: tuple[OpenDie, ...]
    level: int


@record
class Move:
    """The best move: roll on ``die`` and keep totals from ``keep`` on, else play ``next_hand``.

    ``next_hand`` is None for the last die; then ``keep`` is the level. ``mean`` is the value of the hand.
    """

    die: OpenDie
    keep: int
    next_hand: Hand | None
    mean: Fraction


@lru_cache(maxsize=16_384)
def best_move(hand: Hand, *, only_one: bool) -> Move:
    """Return the move with the highest mean in a hand with maxima. ``only_one``: rule ``one``, one die is rolled on."""
    moves = []
    for die in dict.fromkeys(hand.maxima):
        remaining = list(hand.maxima)
        remaining.remove(die)
        after = None
        least = Fraction(hand.level)
        if remaining and not only_one:
            after = _simplified_hand(tuple(remaining), hand.level)
            least = best_move(after, only_one=False).mean
        moves.append(Move(die, ceil(least), after, die.chain_mean_or(least)))
    return max(moves, key=lambda move: move.mean)  # the first of equals: the smallest die


def mean(roll: Roll) -> Fraction:
    """Return the exact mean of the highest; a critical failure counts as 1."""
    total, only_one = Fraction(0), roll.maxima == "one"
    for hand, ways in _hands(roll):
        total += ways * (best_move(hand, only_one=only_one).mean if hand.maxima else hand.level)
    return 1 - chance_of_few_ones(pool_of(roll), roll.most_ones) + total / prod(roll.dice)


def tails(roll: Roll, limit: int) -> tuple[list[int], int]:
    """Return P(highest >= t), t = 0..``limit``: numerators, denominator."""
    only_one, hands = roll.maxima == "one", [*_hands(roll)]
    highest = max([limit, *(_highest_keep(hand, only_one=only_one) for hand, _ in hands if hand.maxima)])

    @cache
    def chain_tails(die: OpenDie) -> list[int]:
        """Return the tails of a die that is rolled on."""
        return die.chain_tails(highest)

    @cache
    def hand_tails(hand: Hand) -> list[int]:
        """Return numerators of P(result >= t) of a hand, over the product of its dice's denominators."""
        if not hand.maxima:
            return [int(t <= hand.level) for t in range(limit + 1)]
        move = best_move(hand, only_one=only_one)
        rolled, keep = chain_tails(move.die), move.keep
        if move.next_hand is None:  # rule ``one``: the other dice are not rolled on
            aside = prod(chain_tails(die)[0] for die in hand.maxima) // rolled[0]
            return [(rolled[0] if t <= keep else rolled[t]) * aside for t in range(limit + 1)]
        put_aside = rolled[0] - rolled[keep]
        unit = prod(chain_tails(die)[0] for die in move.next_hand.maxima)
        return [rolled[max(t, keep)] * unit + put_aside * later for t, later in enumerate(hand_tails(move.next_hand))]

    groups = _groups(roll)
    denominator = prod((die.sides * chain_tails(die)[0]) ** n for die, n in groups)
    numerators = [0] * (limit + 1)
    for hand, ways in hands:
        factor = ways * prod(chain_tails(die)[0] ** (n - hand.maxima.count(die)) for die, n in groups)
        for t, numerator in enumerate(hand_tails(hand)):
            numerators[t] += factor * numerator
    return [denominator, denominator, *numerators[2:]][: limit + 1], denominator


@lru_cache(maxsize=16_384)
def _highest_keep(hand: Hand, *, only_one: bool) -> int:
    """Return the largest ``keep`` of this hand's best move and of the moves that may follow."""
    move = best_move(hand, only_one=only_one)
    return max(move.keep, _highest_keep(move.next_hand, only_one=only_one) if move.next_hand else 0)


def _simplified_hand(maxima: tuple[OpenDie, ...], level: int) -> Hand:
    """Return the hand, with level 0 if every total of these dice reaches the level anyway."""
    least = min((die.step + 1 for die in maxima), default=0)
    return Hand(maxima, level if level > least else 0)


def _groups(roll: Roll) -> list[tuple[OpenDie, int]]:
    """Return the different dice, smallest first, each with its count."""
    lost = int(roll.explode == "penetrating")
    return [(OpenDie(sides, sides - lost), count) for sides, count in sorted(Counter(roll.dice).items())]


def _hands(roll: Roll) -> Iterator[tuple[Hand, int]]:
    """Yield each hand that first rolls without a critical failure can leave, and in how many ways they do."""
    groups = _groups(roll)
    for highs in product(*(range(count + 1) for _, count in groups)):
        maxima = tuple(die for (die, _), high in zip(groups, highs, strict=True) for _ in range(high))
        low = [die for (die, count), high in zip(groups, highs, strict=True) for _ in range(count - high)]
        selections = prod(comb(count, high) for (_, count), high in zip(groups, highs, strict=True))
        top = low[-1].sides - 1 if low else 0
        below = 0
        # Levels that cannot matter are one hand; start at the highest of them.
        start = min([top, *(die.step + 1 for die in maxima)]) if maxima else min(top, 1)
        for level in range(start, top + 1):
            faces = [(1, min(level, die.sides - 1) - 1) for die in low]
            ways = selections * count_few_ones(faces, roll.most_ones)
            if ways > below:
                yield _simplified_hand(maxima, level), ways - below
                below = ways
