"""The jokers' numbers: how much they sum to in each cell, and which items they get.

Jokers are never open. Where drawing one of J jokers reshuffles the deck, they come up more often than other
cards, and a cell's mean in the long run is (S0 + S1 + j)/(m + 1): m plain cards sum to S0, the open ones to
S1, and the jokers average j. That is the mean of one draw, S0/m + S1/(m + 1), if and only if j = S0/m. So
jokers average what plain cards do: their sum is J·S0/m, rounded by the seed to the floor or the ceiling.
"""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, chain, count, pairwise, product
from math import floor
from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np

from deckgen.deck.deal.apportionment import RandomSource, round_systematically

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from deckgen.deck.cells import Multiset
    from deckgen.deck.deal.random_stream import RandomStream

    Ints = NDArray[np.int64]
    Mask = NDArray[np.bool_]

_TRIES = 24
"""How many sets of jokers but the last two are tried until the last two bring the sums about."""

ROUNDED_OVER_CYCLE = Fraction(1, 16)
"""How much the sums that arranged pools have are rounded, a deck over a whole cycle of 8: half a step at most."""

Kind = tuple[int, bool, int]
"""A plain number, whether it is a critical failure, and on how many cards it is."""


class JokerShare(NamedTuple):
    """The sum of the jokers' numbers in a cell: ``low``, or ``step`` more in ``part`` of the decks.

    ``step`` is 1, or if numbers are missing the difference of the plain numbers next to the plain cards' mean.
    """

    low: int
    step: int
    part: Fraction

    def rounded_sum(self, number: int, random: RandomSource) -> int:
        """Return the sum in deck ``number`` of a set; see ``round_systematically``."""
        return self.low + self.step * round_systematically(self.part, number, random)

    def rounded_part(self, joker_sum: int) -> Fraction:
        """Return how much a sum is above the share, in steps: less than 1 if it is rounded down or up."""
        return Fraction(joker_sum - self.low, self.step) - self.part


def plain_kinds(cell: Multiset) -> tuple[Kind, ...]:
    """Return the kinds of plain cards of a cell, of which critical failures show 1."""
    failing = [(1, True, cell.critical)] if cell.critical else []
    return (*failing, *((value, False, cards) for value, cards in cell.plain))


@lru_cache(maxsize=8192)
def joker_share(kinds: tuple[Kind, ...], jokers: int) -> JokerShare:
    """Return the jokers' share of the plain cards of these kinds, at least one."""
    mean = Fraction(sum(value * cards for value, _, cards in kinds), sum(cards for *_, cards in kinds))
    below = max(value for value, *_ in kinds if value <= mean)
    low, last = floor(jokers * mean), min(jokers, 2)
    if all(_choose(kinds, low + more - (jokers - last) * below, None, last) for more in (0, 1)):
        return JokerShare(low, 1, jokers * mean - low)
    step = min((value for value, *_ in kinds if value > mean), default=below + 1) - below
    steps = jokers * (mean - below) / step
    return JokerShare(jokers * below + step * floor(steps), step, steps % 1)


class JokerRow(NamedTuple):
    """A row that jokers get items of, in an order of its items.

    ``values``, ``plain`` and ``critical`` are by place: numbers, and whether items are plain, or critical failures.
    ``kinds`` are (number, critical failure, cards) of plain items, and ``places`` where those of each kind are.
    ``joker_sum`` is the jokers' sum, and ``failures`` how many critical failures they get, or None for any.
    """

    values: Ints
    plain: Mask
    critical: Mask
    kinds: tuple[Kind, ...]
    places: Sequence[Sequence[int]]
    joker_sum: int = 0
    failures: int | None = None

    @classmethod
    def of(cls, values: Ints, plain: Mask, critical: Mask) -> Self:
        """Return the row of these items, by place."""
        by_kind: dict[tuple[int, bool], list[int]] = defaultdict(list)
        items = zip(values.tolist(), critical.tolist(), plain.tolist(), strict=True)
        for place, (value, is_critical, is_plain) in enumerate(items):
            if is_plain:
                by_kind[value, is_critical].append(place)
        kinds = tuple((*kind, len(places)) for kind, places in by_kind.items())
        return cls(values, plain, critical, kinds, list(by_kind.values()))

    def without(self, places: Ints) -> JokerRow:
        """Return the row after other jokers got the items at ``places``."""
        failures = None if self.failures is None else self.failures - int(self.critical[places].sum())
        left = np.delete(np.arange(len(self.values), dtype=np.int64), places)
        row = JokerRow.of(self.values[left], self.plain[left], self.critical[left])
        return row._replace(joker_sum=self.joker_sum - int(self.values[places].sum()), failures=failures)

    def choices(self, jokers: int, slack: int = 0) -> list[tuple[int, tuple[int, ...]]]:
        """Return (weight, places) of the items for one or two jokers, one choice for items of each kind.

        Their sum is at most ``slack`` off.
        """
        return [
            (weight, tuple(self.places[kind][i and kind == kinds[0]] for i, kind in enumerate(kinds)))
            for weight, kinds in _choose(self.kinds, self.joker_sum, self.failures, jokers, slack)
        ]


@lru_cache(maxsize=1 << 14)
def _choose(
    kinds: tuple[Kind, ...], joker_sum: int, failures: int | None, jokers: int, slack: int = 0
) -> list[tuple[int, tuple[int, ...]]]:
    """Return (weight, indexes of kinds) for one or two jokers, whose sum is at most ``slack`` off.

    A choice weighs as many as there are cards like it. So a number is as likely as on other cards if
    numbers are spread evenly about the mean.
    """
    index_by_kind = {(value, critical): index for index, (value, critical, _) in enumerate(kinds)}
    choices: list[tuple[int, tuple[int, ...]]] = []
    for index, (value, critical, cards) in enumerate(kinds):
        gap = joker_sum - value
        if jokers == 1:
            if abs(gap) <= slack and failures in {None, critical}:
                choices.append((cards, (index,)))
            continue
        for other in product(range(gap - slack, gap + slack + 1), (False, True)):
            if failures in {None, critical + other[1]} and other in index_by_kind:
                other_index = index_by_kind[other]
                if other_index != index or cards > 1:
                    choices.append((cards + kinds[other_index][2], (index, other_index)))
    return choices


def count_failures(row: JokerRow, share: JokerShare, jokers: int, random: RandomStream) -> int:
    """Return how many critical failures the jokers get in a row: floor or ceiling of their share, by chance.

    If only one of both goes with some rounding of the jokers' sum, the other is likelier with the other
    rounding, so that over seeds jokers have their share of failures, if that is possible.
    """
    failing = Fraction(jokers * int(row.critical.sum()), len(row.values))
    low = floor(failing)
    if failing == low:
        return low
    possible = [
        [jokers > 2 or bool(_choose(row.kinds, joker_sum, low + more, jokers)) for more in (0, 1)]
        for joker_sum in (share.low, share.low + share.step)
    ]
    fewer, more = possible[row.joker_sum > share.low]
    if fewer and more:
        chances = list(zip((1 - share.part, share.part), possible, strict=True))
        settled = sum(chance for chance, (without, with_one) in chances if with_one and not without)
        free = sum(chance for chance, (without, with_one) in chances if with_one and without)
        chance = min(max((failing - low - settled) / free, Fraction(0)), Fraction(1))
        more = random.below(chance.denominator) < chance.numerator
    return low + more


def pick_joker_items(rows: Sequence[JokerRow], jokers: int, random: RandomStream) -> list[list[int]]:
    """Return the places of the jokers' items by row, such that the rows' sums are met, or as nearly as possible.

    If there are several rows, they are a rising column in an order in which it rises: the jokers' numbers
    rise, and all others still rise in their order. All jokers but the last two get any cards of the column.
    """
    plain_cards = np.flatnonzero(np.all([row.plain for row in rows], axis=0))
    if not jokers or len(plain_cards) < jokers:
        return [list(range(jokers))] * len(rows)
    others = max(jokers - 2, 0)
    any_failures = [row._replace(failures=None) for row in rows]
    for rows_tried, slack in chain([(rows, 0), (any_failures, 0)], ((any_failures, 1 << k) for k in count())):
        for _ in range(_TRIES if others else 1):
            first = plain_cards[random.orderings(1, len(plain_cards))[0][:others]] if others else plain_cards[:0]
            left_rows = [row.without(first) for row in rows_tried] if others else rows_tried
            path = _pick_last(left_rows, jokers - others, slack, random)
            if path is not None:
                left = np.delete(np.arange(len(rows[0].values), dtype=np.int64), first)
                return [[*first.tolist(), *left[list(places)].tolist()] for places in path]
    raise AssertionError  # any sum is within some slack


def _pick_last(rows: Sequence[JokerRow], jokers: int, slack: int, random: RandomStream) -> list[tuple[int, ...]] | None:
    """Return places for one or two jokers by row, at random; None if no choices of the rows go together."""
    choices = [row.choices(jokers, slack) for row in rows]
    if not all(choices):
        return None
    places_by_row = [np.array([places for _, places in row_choices], dtype=np.int64) for row_choices in choices]
    steps = list(_possible_steps(rows, places_by_row))
    possible: list[Mask] = [np.ones(len(choices[-1]), dtype=np.bool_)]
    for step in reversed(steps):
        possible.insert(0, np.asarray((step & possible[0]).any(axis=1)))
    path, pick = list[tuple[int, ...]](), 0
    for row, row_choices in enumerate(choices):
        fits = possible[row] & steps[row - 1][pick] if row else possible[0]
        ends = list(accumulate(weight * bool(fit) for (weight, _), fit in zip(row_choices, fits, strict=True)))
        if not ends[-1]:
            return None
        pick = bisect(ends, random.below(ends[-1]))
        path.append(row_choices[pick][1])
    return path


def _possible_steps(rows: Iterable[JokerRow], choices: Sequence[Ints]) -> Iterator[Mask]:
    """Yield for each row but the last which choices go with which of the next: choices × choices of the next row.

    The jokers' numbers rise, and so do the other numbers in their order.
    """
    shown, left = [], []
    for row, places in zip(rows, choices, strict=True):
        others = np.arange(len(row.values) - places.shape[1], dtype=np.int64)[None].repeat(len(places), axis=0)
        for place in np.sort(places, axis=1).T:
            others = others + (others >= place[:, None])
        shown.append(row.values[places])
        left.append(row.values[others])
    for (upper, lower), (left_above, left_below) in zip(pairwise(shown), pairwise(left), strict=True):
        rises = (upper[:, None] <= lower).all(axis=2)
        yield np.asarray(rises & (left_above[:, None] <= left_below).all(axis=2))
