"""The mean of a cell in the long run, draw after draw, under the game's rule for shuffling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from deckgen.game.model import Cell, DrawModel, Reshuffle


@dataclass(frozen=True)
class _Cards:
    """Some cards of one cell: how many end a chain and how many go on, and their average values."""

    plain: int
    again: int
    plain_mean: Fraction
    again_mean: Fraction

    @property
    def count(self) -> int:
        return self.plain + self.again

    @property
    def total(self) -> Fraction:
        return self.plain * self.plain_mean + self.again * self.again_mean


def long_run_mean(
    cells: Sequence[Cell], jokers: Sequence[int], draw: DrawModel, reshuffle: Reshuffle
) -> Fraction:
    """The mean total of one task, draw after draw, exactly.

    ``cells[c]`` is what card c shows. The deck is shuffled as ``reshuffle`` says: after the task
    in which a joker came up, after every task, or only once it is used up (a chain then goes on in
    the new deck). It is the mean of all values drawn between two shuffles over the mean number of
    tasks that end there.
    """
    everything = _cards(cells)
    if draw == "with-replacement":
        return everything.total / everything.plain
    if reshuffle == "every-draw":
        return _chain(everything)
    if reshuffle == "never" or not jokers:
        return everything.total / everything.plain
    joker_cards = _cards([cells[i] for i in jokers])
    others = _cards([cell for i, cell in enumerate(cells) if i not in set(jokers)])
    # A card that is no joker comes before all jokers with chance 1/(J+1).
    before = Fraction(1, joker_cards.count + 1)
    total = others.total * before + joker_cards.total / joker_cards.count
    tasks = others.plain * before + 1
    if joker_cards.again:
        total += Fraction(joker_cards.again, joker_cards.count) * _after_open_joker(others, joker_cards)
    return total / tasks


def _cards(cells: Sequence[Cell]) -> _Cards:
    plain = [cell.value for cell in cells if not cell.again]
    again = [cell.value for cell in cells if cell.again]
    return _Cards(
        len(plain),
        len(again),
        Fraction(sum(plain), len(plain) or 1),
        Fraction(sum(again), len(again) or 1),
    )


def _chain(cards: _Cards) -> Fraction:
    """The mean of a chain that starts in a full deck of these cards; all of it if none is plain."""
    total = cards.again * cards.again_mean / (cards.plain + 1)
    return total + cards.plain_mean if cards.plain else total


def _after_open_joker(others: _Cards, joker_cards: _Cards) -> Fraction:
    """The mean of what is drawn after the first joker, if that one is open, until a plain card ends it."""
    whole = Fraction(0)
    size, jokers = others.count, joker_cards.count
    other_jokers_again = joker_cards.again - 1
    for drawn in range(size + 1):
        # the chance that exactly `drawn` other cards precede the first joker
        chance = Fraction(comb(size - drawn + jokers - 1, jokers - 1), comb(size + jokers, jokers))
        for plain in range(max(0, drawn - others.again), min(drawn, others.plain) + 1):
            ways = comb(others.plain, plain) * comb(others.again, drawn - plain)
            left_plain, left_again = others.plain - plain, others.again - (drawn - plain)
            rest = _Cards(
                left_plain + joker_cards.plain,
                left_again + other_jokers_again,
                (left_plain * others.plain_mean + joker_cards.plain * joker_cards.plain_mean)
                / ((left_plain + joker_cards.plain) or 1),
                (left_again * others.again_mean + other_jokers_again * joker_cards.again_mean)
                / ((left_again + other_jokers_again) or 1),
            )
            whole += chance * Fraction(ways, comb(size, drawn)) * _chain(rest)
    return whole
