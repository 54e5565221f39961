"""Whether the mean of a cell can be exact, in decks of which sizes; and its mean in the long run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import NamedTuple

from deckgen.deck.cells import Multiset, mean_denominator, multiset
from deckgen.deck.solve.request import Request
from deckgen.game.model import Cell, CellSpec, DeckSpec, DrawModel, Reshuffle
from deckgen.language import ENGLISH, Language, gettext_noop
from deckgen.odds import Roll, distribution
from deckgen.records import record


@record
class Exactness:
    """Whether some number of open cards makes the mean exact; if not, why, as a phrase with its fields."""

    possible: bool
    reason_msgid: str = ""
    fields: tuple[tuple[str, object], ...] = ()

    @property
    def reason(self) -> str:
        """The reason in English; "" if the mean can be exact."""
        return self.reason_in(ENGLISH)

    def reason_in(self, language: Language) -> str:
        """Return the reason in a language; "" if the mean can be exact."""
        return language.phrase(self.reason_msgid, **dict(self.fields)) if self.reason_msgid else ""


_BY_PRIME_POWER = {
    "plain": gettext_noop("{power} divides the denominator, but not the number of cards, {size}"),
    "chain": gettext_noop("{power} divides the denominator, but neither {size} nor m(m+1) for m from {low} to {high}"),
    "replaced": gettext_noop("{power} divides the denominator, but no m from {low} to {size}"),
}
_BY_DENOMINATOR = {
    "plain": gettext_noop("the denominator, {denominator}, does not divide the number of cards, {size}"),
    "chain": gettext_noop(
        "the denominator, {denominator}, divides neither {size} nor m(m+1) for m from {low} to {high}"
    ),
    "replaced": gettext_noop("the denominator, {denominator}, divides no m from {low} to {size}"),
}


@lru_cache(maxsize=4096)
def exactness(roll: Roll, size: int, draw: DrawModel) -> Exactness:
    """Return whether some deck of ``size`` cards averages the roll exactly, and if not, why.

    A deck with m plain cards averages multiples of 1/(m(m+1)) (1/m with replacement). It can be exact
    if the target's denominator divides that for some m. If it does not, some prime power of the
    denominator divides no such product, or no single m serves all its prime powers.
    """
    dice = distribution(roll)
    explodes = dice.maximum is None
    denominator = dice.mean.denominator
    request = Request(roll, size, draw)
    if replace(request, open_cards=request.open_counts()[0]).scaled_target.denominator == 1:
        return Exactness(possible=True)
    products = [mean_denominator(k, size, draw) for k in range(size // 3 + 1 if explodes else 1)]
    numbers = (("size", size), ("low", size - size // 3), ("high", size - 1), ("denominator", denominator))
    kind = "plain"
    if explodes:
        kind = "chain" if draw == "without-replacement" else "replaced"
    for prime, exponent in _factorize(denominator):
        power = prime**exponent
        if all(product % power for product in products):
            return Exactness(possible=False, reason_msgid=_BY_PRIME_POWER[kind], fields=(*numbers, ("power", power)))
    return Exactness(possible=False, reason_msgid=_BY_DENOMINATOR[kind], fields=numbers)


def _factorize(number: int) -> list[tuple[int, int]]:
    """Return (prime, exponent), largest power first; a cofactor without a prime below 1000 is one factor."""
    factors, cofactor = [], number
    for prime in range(2, 1000):
        exponent = 0
        while cofactor % prime == 0:
            cofactor //= prime
            exponent += 1
        if exponent:
            factors.append((prime, exponent))
    if cofactor > 1:
        factors.append((cofactor, 1))
    return sorted(factors, key=lambda pair: -(pair[0] ** pair[1]))


LARGEST_DECK = 200
"""Largest deck size that is considered."""


@record
class InexactRoll:
    """A roll without its bonus whose mean no deck of this size has: its cells, and the reason.

    ``sizes`` are the nearest deck sizes, at most one below and one above, in which all rolls are exact that
    can be; if there are none, those in which this roll is. It is empty if no deck of up to ``LARGEST_DECK``
    cards is exact, and for the highest or lowest of several dice: their means have large denominators, and
    hardly any size serves two of them.
    """

    roll: Roll
    cells: tuple[CellSpec, ...]
    reason: str
    sizes: tuple[int, ...]


def inexact_rolls(spec: DeckSpec) -> list[InexactRoll]:
    """Return the rolls that are not exact in a deck of this size, each once."""
    cells: dict[Roll, list[CellSpec]] = {}
    for cell in (cell for section in spec.sections for cell in section.cells()):
        cells.setdefault(cell.roll.unmodified, []).append(cell)
    exactness_by_roll = {roll: exactness(roll, spec.size, spec.draw) for roll in cells}
    inexact = [roll for roll in cells if not exactness_by_roll[roll].possible]
    sizes_by_roll = {
        roll: sizes for roll in inexact if not _keeps_one_die(roll) and (sizes := exact_sizes(roll, spec.draw))
    }
    common: frozenset[int] = frozenset()
    if sizes_by_roll:
        size_sets = (exact_sizes(roll, spec.draw) for roll in cells if not _keeps_one_die(roll))
        common = frozenset.intersection(*(sizes for sizes in size_sets if sizes))
    least = len(spec.jokers()) + 1
    nearest_sizes = {
        roll: _nearest(common, spec.size, least) or _nearest(roll_sizes, spec.size, least)
        for roll, roll_sizes in sizes_by_roll.items()
    }
    return [
        InexactRoll(roll, tuple(cells[roll]), exactness_by_roll[roll].reason, nearest_sizes.get(roll, ()))
        for roll in inexact
    ]


def _keeps_one_die(roll: Roll) -> bool:
    return len(roll.dice) > 1 and roll.keep in {"highest", "lowest"}


@lru_cache(maxsize=4096)
def exact_sizes(roll: Roll, draw: DrawModel) -> frozenset[int]:
    """Return the deck sizes, 2 to ``LARGEST_DECK``, for which some deck averages a roll exactly."""
    denominator = distribution(roll).mean.denominator
    if denominator > LARGEST_DECK * (LARGEST_DECK + 1):  # larger than any product m(m+1)
        return frozenset()
    return frozenset(
        size
        for size in range(2, LARGEST_DECK + 1)
        if any(mean_denominator(k, size, draw) % denominator == 0 for k in range(size // 3 + 1 if roll.endless else 1))
    )


def _nearest(sizes: Iterable[int], size: int, least: int) -> tuple[int, ...]:
    """Return the next of ``sizes`` below ``size``, not under ``least``, and the next above; 0 to 2 of them."""
    sorted_sizes = sorted(sizes)
    return (*[n for n in sorted_sizes if least <= n < size][-1:], *[n for n in sorted_sizes if n > size][:1])


def long_run_mean(cells: Sequence[Cell], jokers: Sequence[int], draw: DrawModel, reshuffle: Reshuffle) -> Fraction:
    """Return the exact mean total of one task over many tasks.

    ``cells[c]`` is what card c shows, ``jokers`` are card indexes. ``reshuffle`` is when the deck is shuffled:
    after the task in which a joker came up, after every task, or only once it is used up (a chain then goes on
    in the new deck). The result is the mean of all values drawn between two shuffles over the mean number of
    tasks that end there.
    """
    joker_cards = multiset(cells[i] for i in jokers)
    return long_run_mean_of(multiset(cells), joker_cards, draw, reshuffle)


@lru_cache(maxsize=8192)
def long_run_mean_of(all_cards: Multiset, joker_cards: Multiset, draw: DrawModel, reshuffle: Reshuffle) -> Fraction:
    """Return the exact mean total of a task over many tasks, given the multisets of all cards and of the jokers."""
    if draw == "without-replacement" and reshuffle == "every-draw":
        return _mean_of_chain(all_cards.plain_cards, all_cards.plain_sum, all_cards.open_sum)
    if draw == "with-replacement" or reshuffle == "never" or not joker_cards.size:
        return Fraction(all_cards.plain_sum + all_cards.open_sum, all_cards.plain_cards)
    non_jokers = _CardSums(
        all_cards.plain_cards - joker_cards.plain_cards,
        all_cards.open_cards - joker_cards.open_cards,
        all_cards.plain_sum - joker_cards.plain_sum,
        all_cards.open_sum - joker_cards.open_sum,
    )
    # A card that is no joker comes before all J jokers with chance 1/(J+1); common denominator J(J+1).
    jokers = joker_cards.size
    total: int | Fraction = (non_jokers.plain_sum + non_jokers.open_sum) * jokers
    total += (joker_cards.plain_sum + joker_cards.open_sum) * (jokers + 1)
    if joker_cards.open_cards:
        total += joker_cards.open_cards * (jokers + 1) * _mean_after_open_joker(non_jokers, joker_cards)
    return Fraction(total, jokers * (non_jokers.plain_cards + jokers + 1))


class _CardSums(NamedTuple):
    """Numbers of plain and of open cards, and the sums of their numbers."""

    plain_cards: int
    open_cards: int
    plain_sum: int
    open_sum: int


def _mean_of_chain(plain: int, plain_sum: Fraction | int, again_sum: Fraction | int) -> Fraction:
    """Return the mean of a chain that starts in a full deck of ``plain`` plain cards; if 0, the sum of all."""
    total = Fraction(again_sum) / (plain + 1)
    return total + Fraction(plain_sum) / plain if plain else total


def _mean_after_open_joker(non_jokers: _CardSums, jokers: Multiset) -> Fraction:
    """Return the mean of the numbers drawn after an open first joker, until a plain card ends the chain."""
    total = Fraction(0)
    non_joker_count = non_jokers.plain_cards + non_jokers.open_cards
    size = non_joker_count + jokers.size
    plain_mean = Fraction(non_jokers.plain_sum, non_jokers.plain_cards or 1)
    open_mean = Fraction(non_jokers.open_sum, non_jokers.open_cards or 1)
    open_jokers_sum = Fraction(jokers.open_sum * (jokers.open_cards - 1), jokers.open_cards)
    for drawn in range(non_joker_count + 1):
        # the orders in which exactly `drawn` other cards precede the first joker
        orders = comb(size - drawn - 1, jokers.size - 1)
        for plain in range(max(0, drawn - non_jokers.open_cards), min(drawn, non_jokers.plain_cards) + 1):
            ways = comb(non_jokers.plain_cards, plain) * comb(non_jokers.open_cards, drawn - plain)
            plain_left, open_left = non_jokers.plain_cards - plain, non_jokers.open_cards - (drawn - plain)
            chain_mean = _mean_of_chain(
                plain_left + jokers.plain_cards,
                plain_left * plain_mean + jokers.plain_sum,
                open_left * open_mean + open_jokers_sum,
            )
            total += Fraction(orders * ways, comb(non_joker_count, drawn)) * chain_mean
    return total / comb(size, jokers.size)
