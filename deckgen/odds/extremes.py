"""The lowest and the highest total of a roll on cards, each with exactly the dice's chance.

On 3d6, a natural 3 has the chance 1/216: a quarter of a card in 54. So some cards are *marked* and print the
neighboring number, 4 (and as many print 17 for the 18). If you draw a marked card, you draw on until a card
is not marked, and read the same roll there: a number up to a limit turns the marked card into the extreme.

With N cards, c of them marked for each extreme, and s of the N − 2c others up to the limit, the first of
those that is drawn is equally likely to be any of them. So the chance is exactly c/N · s/(N − 2c), which is
the dice's p if s = p·N·(N − 2c)/c. The printed numbers keep the mean of the dice, because the highest total
gains what the lowest loses if both are equally likely, as is required. If p·N is whole, no card need be
marked.
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
    """How the numbers of a deck of ``size`` cards give the lowest and the highest total of ``roll``.

    ``cards`` cards stand for each of the two. If ``confirming_cards`` is None, they print the extremes.
    Otherwise they are marked and print the neighboring numbers; then ``confirming_cards`` of the unmarked
    cards show ``low`` or less, and as many show ``high`` or more. All numbers are without the bonus.
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
        """Lowest total of the dice."""
        return self._dice.minimum

    @property
    def highest(self) -> int:
        """Highest total of the dice."""
        return self._dice.maximum or 0  # never None (see ``why_no_extremes``)

    @property
    def chance(self) -> Fraction:
        """Chance of the highest total with dice; the lowest has the same."""
        return self._dice.tail(self.highest)

    @property
    def marked_numbers(self) -> tuple[int, int]:
        """The numbers that marked cards print: (lowest + 1, highest - 1)."""
        return self.lowest + 1, self.highest - 1

    def confirmed_total(self, first: int, second: int) -> int:
        """Return the total of a marked card showing ``first``: an extreme if the unmarked ``second`` confirms it."""
        low, high = self.marked_numbers
        if first == low and second <= self.low:
            return self.lowest
        return self.highest if first == high and second >= self.high else first

    def limits(self) -> tuple[tuple[int, int, int], ...]:
        """Return (t, fewest, most) for each total t that limits how many cards may print t or more."""
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
    """Return why no deck can give the extremes of a roll like this; "" if some can."""
    if roll.endless:
        return "exploding dice have no highest total"
    if roll.critical_failure:
        return "a critical failure is the lowest result already"
    dice = distribution(roll.unmodified)
    assert dice.maximum is not None
    if dice.maximum - dice.minimum < 4:
        return "there are too few totals between the lowest and the highest"
    if 1 - dice.tail(dice.minimum + 1) != dice.tail(dice.maximum):
        return "the lowest total is not as likely as the highest, so cards could not keep the mean"
    return ""


@lru_cache(maxsize=1024)
def find_extremes(roll: Roll, size: int) -> Extremes | None:
    """Return how a deck of ``size`` cards gives the extremes of a roll, or None if it cannot.

    ``roll`` must pass ``why_no_extremes``. As few cards as possible are marked. The number of marked cards
    and that of cards up to the limit differ from the dice's by half a card at most, as any rounding does.
    """
    natural = roll.unmodified
    dice = distribution(natural)
    least, most = dice.minimum, dice.maximum
    assert most is not None
    share = dice.tail(most) * size
    if share.denominator == 1:
        return Extremes(natural, size, int(share))
    below = [(1 - dice.tail(t + 1)) * size for t in range(most + 1)]  # the dice's share of cards up to t
    half = Fraction(1, 2)
    for cards in range(ceil(share), min(floor(below[least + 1] + half), (size - 1) // 2) + 1):
        confirming_cards = share / cards * (size - 2 * cards)
        if confirming_cards.denominator == 1:
            low = min(range(least + 1, most - 1), key=lambda t: abs(below[t] - cards - confirming_cards))
            if abs(below[low] - cards - confirming_cards) <= half:
                return Extremes(natural, size, cards, int(confirming_cards), low, least + most - low)
    return None


def sizes_with_extremes(roll: Roll, size: int, least: int) -> tuple[int, ...]:
    """Return the nearest deck size below ``size`` (from ``least`` on) and above (to 200) with extremes: 0 to 2."""
    below = (n for n in range(size - 1, least - 1, -1) if find_extremes(roll, n))
    above = (n for n in range(size + 1, _LARGEST_DECK + 1) if find_extremes(roll, n))
    return (*[n for n in [next(below, 0)] if n], *[n for n in [next(above, 0)] if n])
