"""What a cell can average exactly, in decks of which sizes, or the proof that it cannot; and its mean in the long run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import NamedTuple

from deckgen.deck.solve.cells import Multiset, mean_denominator, multiset
from deckgen.deck.solve.request import Request
from deckgen.game.model import Cell, CellSpec, DeckSpec, DrawModel, Reshuffle
from deckgen.language import ENGLISH, Language, gettext_noop
from deckgen.odds import Roll, distribution
from deckgen.records import record


@record
class Exactness:
    """``possible``: some number of open cards lets the mean be the target; else ``why``, a phrase, says why not."""

    possible: bool
    why: str = ""
    fields: tuple[tuple[str, object], ...] = ()

    @property
    def reason(self) -> str:
        """Why not, in English."""
        return self.words(ENGLISH)

    def words(self, language: Language) -> str:
        """Why not, in that language; "" if it is possible."""
        return language.phrase(self.why, **dict(self.fields)) if self.why else ""


_OF_A_PRIME = {
    "plain": gettext_noop("{power} = {prime}^{exponent} divides the target's denominator, but no m = {size}"),
    "chain": gettext_noop(
        "{power} = {prime}^{exponent} divides the target's denominator, but no m(m+1) with m from {low} to {high},"
        " nor {size}"
    ),
    "replaced": gettext_noop(
        "{power} = {prime}^{exponent} divides the target's denominator, but no m from {low} to {size}"
    ),
}
_WHOLE = {
    "plain": gettext_noop("{denominator}, the target's denominator, divides no m = {size}"),
    "chain": gettext_noop(
        "{denominator}, the target's denominator, divides no m(m+1) with m from {low} to {high}, nor {size}"
    ),
    "replaced": gettext_noop("{denominator}, the target's denominator, divides no m from {low} to {size}"),
}


@lru_cache(maxsize=4096)
def exactness(roll: Roll, size: int, draw: DrawModel) -> Exactness:
    """Whether some deck of ``size`` cards averages the roll exactly.

    A deck with m plain cards averages multiples of 1/(m(m+1)) (1/m with replacement). It can be exact
    if the target's denominator divides that for some m. If it does not, some prime power of the
    denominator divides no such product, or no single m serves all its prime powers.
    """
    dice = distribution(roll)
    explodes = dice.maximum is None
    wanted = dice.mean.denominator
    request = Request(roll, size, draw)
    if replace(request, open_cards=request.open_counts()[0]).scaled_target.denominator == 1:
        return Exactness(possible=True)
    products = [mean_denominator(k, size, draw) for k in range(size // 3 + 1 if explodes else 1)]
    numbers = (("size", size), ("low", size - size // 3), ("high", size - 1), ("denominator", wanted))
    kind = "plain"
    if explodes:
        kind = "chain" if draw == "without-replacement" else "replaced"
    for prime, exponent in _factors(wanted):
        power = prime**exponent
        if all(product % power for product in products):
            of = (("power", power), ("prime", prime), ("exponent", exponent))
            return Exactness(possible=False, why=_OF_A_PRIME[kind], fields=(*numbers, *of))
    return Exactness(possible=False, why=_WHOLE[kind], fields=numbers)


def _factors(number: int) -> list[tuple[int, int]]:
    """Primes and their exponents, the largest power first; a factor without a prime below 1000 counts as one."""
    found, rest = [], number
    for prime in range(2, 1000):
        exponent = 0
        while rest % prime == 0:
            rest //= prime
            exponent += 1
        if exponent:
            found.append((prime, exponent))
    if rest > 1:
        found.append((rest, 1))
    return sorted(found, key=lambda pair: -(pair[0] ** pair[1]))


LARGEST_DECK = 200
"""The largest deck that is thought of, in cards."""


@record
class InexactRoll:
    """A roll whose mean no deck of this size has: its cells, without its bonus, and the reason.

    ``sizes`` are those nearest to this one, at most one below and one above, in which all rolls are exact that
    are so in any deck; if there are none, those in which this roll is. None are told for a roll that is in no
    deck of up to ``LARGEST_DECK`` cards, nor for the highest or lowest of several dice: their means have large
    denominators, and hardly any size serves two of them.
    """

    roll: Roll
    cells: tuple[CellSpec, ...]
    reason: str
    sizes: tuple[int, ...]


def inexact_rolls(spec: DeckSpec) -> list[InexactRoll]:
    """The rolls that are not exact in a deck of this size, each once."""
    cells: dict[Roll, list[CellSpec]] = {}
    for cell in (cell for section in spec.sections for cell in section.cells()):
        cells.setdefault(cell.roll.unmodified, []).append(cell)
    why = {roll: exactness(roll, spec.size, spec.draw) for roll in cells}
    wrong = [roll for roll in cells if not why[roll].possible]
    mendable = {roll: sizes for roll in wrong if not _kept(roll) and (sizes := exact_sizes(roll, spec.draw))}
    common: frozenset[int] = frozenset()
    if mendable:
        every = (exact_sizes(roll, spec.draw) for roll in cells if not _kept(roll))
        common = frozenset.intersection(*(sizes for sizes in every if sizes))
    least = len(spec.jokers()) + 1
    near = {
        roll: _nearest(common, spec.size, least) or _nearest(own, spec.size, least)
        for roll, own in mendable.items()
    }
    return [InexactRoll(roll, tuple(cells[roll]), why[roll].reason, near.get(roll, ())) for roll in wrong]


def _kept(roll: Roll) -> bool:
    return len(roll.dice) > 1 and roll.keep in {"highest", "lowest"}


@lru_cache(maxsize=4096)
def exact_sizes(roll: Roll, draw: DrawModel) -> frozenset[int]:
    """The sizes of decks, up to ``LARGEST_DECK``, that can average a roll exactly; see ``exactness``."""
    wanted = distribution(roll).mean.denominator
    if wanted > LARGEST_DECK * (LARGEST_DECK + 1):  # more than any product of a number of cards and the next
        return frozenset()
    return frozenset(
        size
        for size in range(2, LARGEST_DECK + 1)
        if any(
            mean_denominator(k, size, draw) % wanted == 0 for k in range(size // 3 + 1 if roll.endless else 1)
        )
    )


def _nearest(sizes: Iterable[int], size: int, least: int) -> tuple[int, ...]:
    """The next size below, not under ``least``, and the next above."""
    known = sorted(sizes)
    return (*[n for n in known if least <= n < size][-1:], *[n for n in known if n > size][:1])


def long_run_mean(
    cells: Sequence[Cell], jokers: Sequence[int], draw: DrawModel, reshuffle: Reshuffle
) -> Fraction:
    """The mean total of one task, draw after draw, exactly.

    ``cells[c]`` is what card c shows. The deck is shuffled as ``reshuffle`` says: after the task
    in which a joker came up, after every task, or only once it is used up (a chain then goes on in
    the new deck). It is the mean of all values drawn between two shuffles over the mean number of
    tasks that end there.
    """
    joker_cards = multiset(cells[i] for i in jokers)
    return long_run_mean_of(multiset(cells), joker_cards, draw, reshuffle)


@lru_cache(maxsize=8192)
def long_run_mean_of(
    everything: Multiset, joker_cards: Multiset, draw: DrawModel, reshuffle: Reshuffle
) -> Fraction:
    """The same, reckoned once for all decks that show these on their cards and on their jokers."""
    if draw == "without-replacement" and reshuffle == "every-draw":
        return _chain(everything.plain_cards, everything.plain_sum, everything.open_sum)
    if draw == "with-replacement" or reshuffle == "never" or not joker_cards.size:
        return Fraction(everything.plain_sum + everything.open_sum, everything.plain_cards)
    others = _Sums(
        everything.plain_cards - joker_cards.plain_cards,
        everything.open_cards - joker_cards.open_cards,
        everything.plain_sum - joker_cards.plain_sum,
        everything.open_sum - joker_cards.open_sum,
    )
    # A card that is no joker comes before all J jokers with chance 1/(J+1); all is over J(J+1)
    jokers = joker_cards.size
    total: int | Fraction = (others.plain_sum + others.open_sum) * jokers
    total += (joker_cards.plain_sum + joker_cards.open_sum) * (jokers + 1)
    if joker_cards.open_cards:
        total += joker_cards.open_cards * (jokers + 1) * _after_open_joker(others, joker_cards)
    return Fraction(total, jokers * (others.plain_cards + jokers + 1))


class _Sums(NamedTuple):
    """What cells are and show together."""

    plain_cards: int
    open_cards: int
    plain_sum: int
    open_sum: int


def _chain(plain: int, plain_sum: Fraction | int, again_sum: Fraction | int) -> Fraction:
    """The mean of a chain that starts in a full deck of such cards; all of it if none is plain."""
    total = Fraction(again_sum) / (plain + 1)
    return total + Fraction(plain_sum) / plain if plain else total


def _after_open_joker(others: _Sums, jokers: Multiset) -> Fraction:
    """The mean of what is drawn after the first joker, if that one is open, until a plain card ends it."""
    whole = Fraction(0)
    others_size = others.plain_cards + others.open_cards
    size = others_size + jokers.size
    plain_mean = Fraction(others.plain_sum, others.plain_cards or 1)
    open_mean = Fraction(others.open_sum, others.open_cards or 1)
    open_jokers_sum = Fraction(jokers.open_sum * (jokers.open_cards - 1), jokers.open_cards)
    for drawn in range(others_size + 1):
        # the orders in which exactly `drawn` other cards precede the first joker
        orders = comb(size - drawn - 1, jokers.size - 1)
        for plain in range(max(0, drawn - others.open_cards), min(drawn, others.plain_cards) + 1):
            ways = comb(others.plain_cards, plain) * comb(others.open_cards, drawn - plain)
            plain_left, open_left = others.plain_cards - plain, others.open_cards - (drawn - plain)
            rest = _chain(
                plain_left + jokers.plain_cards,
                plain_left * plain_mean + jokers.plain_sum,
                open_left * open_mean + open_jokers_sum,
            )
            whole += Fraction(orders * ways, comb(others_size, drawn)) * rest
    return whole / comb(size, jokers.size)
