"""The lowest and the highest total of a roll on cards, each with exactly the dice's chance.

A natural 3 on 3d6 has the chance 1/216: a quarter of a card in 54. So some cards are *marked* and print the
number next to it, 4 (and as many print 17 for the 18). Whoever draws a marked card draws on until a card is not
marked, and reads the same roll there: a number up to a limit makes the marked card the extreme itself.

With N cards, c of them marked for either extreme, and s of the N − 2c others up to the limit, the first of those
that is drawn is any of them alike, whatever came before. So the chance is exactly c/N · s/(N − 2c), which is the
dice's p where s = p·N·(N − 2c)/c. The numbers that are printed keep the mean of the dice, because what the lowest
total loses the highest gains, if both are as likely: so they must be. Where p·N is whole, no card need be marked.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import ceil, floor

from deckgen.odds.distribution import Distribution, distribution
from deckgen.odds.roll import Roll
from deckgen.records import record

_LARGEST_DECK = 200


@record
class Extremes:
    """How the numbers of a deck of ``size`` cards lead to the lowest and the highest total of ``roll``.

    ``cards`` cards stand for each of them. They are the extremes themselves if ``showing`` is None. Otherwise they
    are marked and print the numbers next to them; then ``showing`` of the cards that are not marked show ``low`` or
    less, and as many show ``high`` or more. Bonuses are left out of all of this.
    """

    roll: Roll
    size: int
    cards: int
    confirming_cards: int | None = None
    low: int = 0
    high: int = 0

    @property
    def _dice(self) -> Distribution:
        return distribution(self.roll)

    @property
    def lowest(self) -> int:
        """The lowest total."""
        return self._dice.minimum

    @property
    def highest(self) -> int:
        """The highest total."""
        highest = self._dice.maximum
        assert highest is not None  # see ``unfit``
        return highest

    @property
    def chance(self) -> Fraction:
        """That of either extreme."""
        return self._dice.tail(self.highest)

    @property
    def marked_numbers(self) -> tuple[int, int]:
        """What marked cards print, the low and the high ones."""
        return self.lowest + 1, self.highest - 1

    def confirmed_total(self, first: int, second: int) -> int:
        """The total of a marked card that shows a number, when the next card that is not marked shows ``then``."""
        low, high = self.marked_numbers
        if first == low and second <= self.low:
            return self.lowest
        return self.highest if first == high and second >= self.high else first

    def limits(self) -> tuple[tuple[int, int, int], ...]:
        """(T, fewest, most): how many cards print T or more."""
        size, cards, least, most = self.size, self.cards, self.lowest, self.highest
        if self.confirming_cards is None:
            return (least + 1, size - cards, size - cards), (most, cards, cards)
        up_to = cards + self.confirming_cards
        return (
            (least + 1, size, size),
            (least + 2, 0, size - cards),
            (self.low + 1, size - up_to, size - up_to),
            (self.high, up_to, up_to),
            (most - 1, cards, size),
            (most, 0, 0),
        )


def why_no_extremes(roll: Roll) -> str:
    """Why no deck can give the extremes of a roll like this; "" if some may."""
    if roll.endless:
        return "dice that are rolled on have no highest total"
    if roll.critical_failure:
        return "a critical failure is the lowest result already"
    dice = distribution(roll.unmodified)
    assert dice.maximum is not None
    if dice.maximum - dice.minimum < 4:
        return "there are too few totals between the lowest and the highest"
    if 1 - dice.tail(dice.minimum + 1) != dice.tail(dice.maximum):
        return "the lowest total is not as likely as the highest, and cards could not keep the mean"
    return ""


@lru_cache(maxsize=1024)
def find_extremes(roll: Roll, size: int) -> Extremes | None:
    """How a deck of ``size`` cards gives the extremes of a roll that is not ``unfit``; None where it cannot.

    As few cards are marked as will do. Their number, and that of the cards up to the limit, is not farther from
    what the dice would have than the half card of any rounding.
    """
    natural = roll.unmodified
    dice = distribution(natural)
    least, most = dice.minimum, dice.maximum
    assert most is not None
    share = dice.tail(most) * size
    if share.denominator == 1:
        return Extremes(natural, size, int(share))
    below = [(1 - dice.tail(t + 1)) * size for t in range(most + 1)]  # cards that the dice would have up to t
    half = Fraction(1, 2)
    for cards in range(ceil(share), min(floor(below[least + 1] + half), (size - 1) // 2) + 1):
        confirming_cards = share / cards * (size - 2 * cards)
        if confirming_cards.denominator == 1:
            low = min(range(least + 1, most - 1), key=lambda t: abs(below[t] - cards - confirming_cards))
            if abs(below[low] - cards - confirming_cards) <= half:
                return Extremes(natural, size, cards, int(confirming_cards), low, least + most - low)
    return None


def sizes_with_extremes(roll: Roll, size: int, least: int) -> tuple[int, ...]:
    """The nearest sizes of decks, not under ``least``, that can give the extremes: one below, one above, if any."""
    below = (n for n in range(size - 1, least - 1, -1) if find_extremes(roll, n))
    above = (n for n in range(size + 1, _LARGEST_DECK + 1) if find_extremes(roll, n))
    return (*[n for n in [next(below, 0)] if n], *[n for n in [next(above, 0)] if n])
