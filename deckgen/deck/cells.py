"""Exact arithmetic of one cell: which numbers are on how many cards, and their mean and tails."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate, islice, pairwise
from math import comb, factorial, perm
from operator import mul
from typing import Any, NamedTuple

from deckgen.game.model import Cell, DrawModel
from deckgen.records import record

Counts = tuple[tuple[int, int], ...]
"""(value, number of cards) pairs, smallest value first."""


def sum_weights(open_cards: int, size: int, draw: DrawModel) -> tuple[int, int]:
    """Return the weights of the plain and of the open cards' sums in the mean times ``mean_denominator``.

    Without replacement every open card comes before all m plain ones with chance 1/(m+1), and the plain
    card that ends the chain is uniform, so the mean is S0/m + S1/(m+1). With replacement, or if no card
    is open, it is (S0 + S1)/m.
    """
    m = size - open_cards
    return (m + 1, m) if open_cards and draw == "without-replacement" else (1, 1)


def mean_denominator(open_cards: int, size: int, draw: DrawModel) -> int:
    """Return the common denominator of all means of decks with that many open cards."""
    return (size - open_cards) * sum_weights(open_cards, size, draw)[0]


@record
class Multiset:
    """The numbers of one cell over a whole deck.

    ``critical`` cards are critical failures (each counts 1, and ends a chain like a plain card),
    ``plain`` cards show a number, ``open`` cards show a number and say "draw another card and add".
    """

    critical: int
    plain: Counts
    open: Counts

    @cached_property
    def plain_cards(self) -> int:
        """The number of cards that end a chain, critical failures included."""
        return self.critical + sum(n for _, n in self.plain)

    @cached_property
    def open_cards(self) -> int:
        return sum(n for _, n in self.open)

    @property
    def size(self) -> int:
        return self.plain_cards + self.open_cards

    @cached_property
    def plain_sum(self) -> int:
        return self.critical + sum(v * n for v, n in self.plain)

    @cached_property
    def open_sum(self) -> int:
        return sum(v * n for v, n in self.open)

    @cached_property
    def plain_at_least(self) -> tuple[int, ...]:
        """How many plain cards print t or more (critical failures 1), t from 0 to the highest number."""
        cells = (*self.plain, (1, self.critical))
        counts = [0] * (1 + max(v for v, _ in cells))
        for value, cards in cells:
            counts[value] += cards
        return tuple(accumulate(reversed(counts)))[::-1]

    @property
    def open_values(self) -> list[int]:
        """The numbers on the open cards, lowest first."""
        return [value for value, cards in self.open for _ in range(cards)]

    def at_least(self, number: int) -> int:
        """Return how many cards print the number or more, open or not, critical failures as 1."""
        card_counts = (*self.plain, *self.open, (1, self.critical))
        return sum(cards for value, cards in card_counts if value >= number)

    def weighted_sum(self, draw: DrawModel) -> int:
        """Return the mean times ``mean_denominator``."""
        plain, again = sum_weights(self.open_cards, self.size, draw)
        return plain * self.plain_sum + again * self.open_sum

    def mean(self, draw: DrawModel) -> Fraction:
        """Return the exact mean of the total, chains included."""
        return Fraction(self.weighted_sum(draw), mean_denominator(self.open_cards, self.size, draw))

    def to_json(self) -> dict[str, Any]:
        """Return the multiset as JSON data for lock files and caches."""
        return {"critical": self.critical, "plain": [*map(list, self.plain)], "open": [*map(list, self.open)]}

    @staticmethod
    def from_json(data: Any) -> Multiset | None:
        """Return the multiset of JSON data, or None if it is invalid."""
        match data:
            case {"critical": int(critical), "plain": list(plain), "open": list(again)} if (
                critical >= 0 and critical is not True and all(map(_is_count, (*plain, *again)))
            ):
                if all(lower[0] < higher[0] for counts in (plain, again) for lower, higher in pairwise(counts)):
                    return Multiset(critical, tuple(map(tuple, plain)), tuple(map(tuple, again)))
        return None

    def cells(self) -> list[Cell]:
        """Return one cell per card, in ascending order of the printed value, open after plain."""
        kinds = [(1, False, False, self.critical)]
        kinds += [(value, False, True, cards) for value, cards in self.plain]
        kinds += [(value, True, True, cards) for value, cards in self.open]
        return [
            cell
            for value, again, safe, cards in sorted(kinds)
            for cell in [Cell(value, again, critical_failure=not safe)] * cards
        ]


def _is_count(pair: Any) -> bool:
    """Return whether JSON data is [value, number of cards], neither below 0, with at least one card."""
    return isinstance(pair, list) and [*map(type, pair)] == [int, int] and pair[0] >= 0 and pair[1] > 0


def multiset(cells: Iterable[Cell]) -> Multiset:
    """Return the multiset of these cells."""
    critical = 0
    plain: list[tuple[int, int]] = []
    again: list[tuple[int, int]] = []
    for cell, cards in Counter(cells).items():
        if cell.critical_failure:
            critical += cards
        else:
            (again if cell.again else plain).append((cell.value, cards))
    return Multiset(critical, tuple(sorted(plain)), tuple(sorted(again)))


def total_tails(cell: Multiset, draw: DrawModel) -> list[Fraction]:
    """Return P(total >= t), t = 0, 1, ..., up to the first t at which it is zero or negligible.

    Without replacement the list is complete: its last entry is 0. With replacement a chain has no end, so the
    list stops at the first t below 1/(1000·N); a tail beyond it is smaller still.
    """
    tails, denominator = tail_counts(cell, draw)
    return [Fraction(tail, denominator) for tail in tails]


@lru_cache(maxsize=4096)
def tail_counts(cell: Multiset, draw: DrawModel) -> tuple[Sequence[int | Fraction], int]:
    """Return the tails of ``total_tails`` as numerators and a denominator; cached for all decks with such a cell."""
    ends = Counter(dict(cell.plain)) + Counter({1: cell.critical})
    if draw == "with-replacement":
        tails, chances = [Fraction(1)], _totals_with_replacement(ends, cell.open, cell.size)
        while tails[-1] * 1000 * cell.size >= 1:
            tails.append(tails[-1] - next(chances))
        return tails, 1
    totals, denominator = total_counts(ends, cell.open, cell.size)
    return (*reversed([*accumulate(reversed(totals))]), 0), denominator


def total_counts(ends: Mapping[int, int], again: Counts, size: int) -> tuple[list[int], int]:
    """Return in how many orders of the cards a chain totals t, t = 0, 1, ...; and the number of orders.

    ``ends[v]`` plain cards show v; ``again`` are the open ones.
    """
    most = sum(value * cards for value, cards in again)
    sums, denominator = _chain_ways(again, size, most)
    return sums.convolve(ends, 1 + most + max(ends)), denominator


@lru_cache(maxsize=4096)
def chain_sums(cell: Multiset, chains: int, length: int) -> Sequence[Fraction]:
    """Return P(so many chains, one after the other without replacement, total t), t = 0..``length`` - 1.

    If there are too few plain cards to end them, all are 0.
    """
    if not 0 < chains <= cell.plain_cards:
        return [Fraction(not chains and not total) for total in range(length)]
    ends = [Counter({0: 1}), *(Counter[int]() for _ in range(chains))]  # by cards that end a chain: sums, in any order
    for value in (v for v, cards in ((1, cell.critical), *cell.plain) for _ in range(cards)):
        for number in range(chains, 0, -1):
            for total, orders in ends[number - 1].items():
                ends[number][total + value] += number * orders
    sums, denominator = _chain_ways(cell.open, cell.size, length - 1, chains)
    return [Fraction(ways, denominator) for ways in sums.convolve(ends[chains], length)]


def chain_weights(again: Counts, size: int, draw: DrawModel, length: int) -> list[Fraction]:
    """Return ``size`` · P(open cards drawn sum to s, then a given plain card), s = 0..``length`` - 1."""
    if draw == "with-replacement":
        return list(islice(_totals_with_replacement({0: size}, again, size), length))
    sums, denominator = _chain_ways(again, size, length - 1)
    return [Fraction(size * chance, denominator) for chance in sums.convolve({0: 1}, length)]


class _PackedRow(NamedTuple):
    """A row of non-negative integers packed in one, ``width`` bytes each, so that rows add fast."""

    packed: int
    width: int

    def convolve(self, ends: Mapping[int, int], length: int) -> list[int]:
        """Return, for t = 0..``length`` - 1, the sum over v of ``ends[v]`` times entry t - v."""
        size, bits = self.width, 8 * self.width
        row = sum(n * self.packed << v * bits for v, n in ends.items()) & ((1 << length * bits) - 1)
        content = row.to_bytes(length * size, "little")
        return [int.from_bytes(content[i : i + size], "little") for i in range(0, len(content), size)]


def _chain_ways(again: Counts, size: int, limit: int, chains: int = 1) -> tuple[_PackedRow, int]:
    """Return P(open cards drawn sum to s, then a given plain card), s = 0..``limit``: numerators, denominator.

    Without replacement j given open cards and then the plain card come first in j!·(N − j − 1)! of the N!
    orders. With m ``chains``, one after the other, which end with m given plain cards, in C(j + m − 1, m − 1) times as
    many of j!·(N − j − m)!, since each open card may be in any chain.
    """
    values = [value for value, cards in again for _ in range(cards)]
    k, denominator = len(values), perm(size, len(values) + chains)
    width = (size * denominator).bit_length() // 8 + 1  # no total is more likely than all
    bits = 8 * width
    mask = (1 << (limit + 1) * bits) - 1
    ways = [1, *[0] * k]  # j: the number of sets of j of the values, by their sum
    for used, value in enumerate(values, 1):
        for j in range(used, 0, -1):
            ways[j] += (ways[j - 1] << value * bits) & mask
    orders = (factorial(j) * comb(j + chains - 1, chains - 1) * perm(size - j - chains, k - j) for j in range(k + 1))
    return _PackedRow(sum(map(mul, orders, ways)), width), denominator


def _totals_with_replacement(ends: Mapping[int, int], again: Counts, size: int) -> Iterator[Fraction]:
    """Yield P(total = t), t = 0, 1, ... without end, if ``ends[v]`` plain cards show v."""
    chances: list[Fraction] = []
    while True:
        total = len(chances)
        rolled_on = (cards * chances[total - v] for v, cards in again if v <= total)
        chances.append(sum(rolled_on, Fraction(ends.get(total, 0))) / size)
        yield chances[-1]
