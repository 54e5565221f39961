"""Whole numbers in place of fractions, so that the decks of a set cancel each other's rounding."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor, lcm

from deckgen.deck.deal.random_stream import RandomStream


def systematic(target: Fraction, number: int, bits: RandomStream) -> int:
    """Deck ``number``'s share of a repeated fractional ``target``: its floor or its ceiling.

    Deck j gets floor(j·T + u) − floor((j−1)·T + u), u uniform on [0, 1) with T's denominator, so the
    mean over seeds is T and the decks of one set are together never a whole unit off.
    """
    u = Fraction(bits.below(target.denominator), target.denominator)
    return floor(number * target + u) - floor((number - 1) * target + u)


def apportion(shares: Sequence[Fraction], number: int, bits: RandomStream) -> list[int]:
    """Card counts for deck ``number`` of a set: each share's floor or ceiling, summing to the deck.

    A single deck rounds up the largest fractions, so it is as near to its shares as whole cards
    allow; and the decks 1 to ``number`` together are never a whole card off any share. Deciding which
    values get the cards left over, deck by deck, is fair scheduling of tasks on processors: the PD²
    rule (Anderson and Srinivasan, Mixed Pfair/ERfair scheduling, 2004) keeps within one unit. For a
    single card left over it is Tijdeman's earliest deadline (The chairman assignment problem, 1980).
    What ties remain fall as the seed says.
    """
    total = sum(shares)
    if total.denominator != 1:
        raise ValueError("shares must sum to a whole number of cards")
    floors = [floor(share) for share in shares]
    over = int(total) - sum(floors)
    parts = [share - whole for share, whole in zip(shares, floors, strict=True)]
    uneven = [i for i in bits.shuffled(range(len(shares))) if parts[i]]
    if len(uneven) == 2:
        return _paired(floors, parts, uneven, number)
    given = [0] * len(shares)
    chosen: list[int] = []
    period = lcm(*(part.denominator for part in parts))  # after so many decks nothing is owed
    for deck in range(1, (number - 1) % period + 2):
        due = [i for i in uneven if floor(given[i] / parts[i]) < deck]
        chosen = sorted(due, key=lambda i: _urgency(parts[i], given[i] + 1))[:over]
        for i in chosen:
            given[i] += 1
    return [whole + (i in chosen) for i, whole in enumerate(floors)]


def _paired(floors: list[int], parts: list[Fraction], uneven: list[int], number: int) -> list[int]:
    """The same for two values: all decks so far are at the nearest whole number, halves up for the first."""
    first, second = uneven
    so_far, before = (floor(deck * parts[first] + Fraction(1, 2)) for deck in (number, number - 1))
    counts = list(floors)
    counts[first if so_far > before else second] += 1
    return counts


def _urgency(part: Fraction, nth: int) -> tuple[int, bool, int, Fraction]:
    """How soon a value that is owed ``part`` of a card a deck must get its ``nth`` card; the least is first.

    That is its deadline; then whether the next card's turn begins only after it; then the end of the
    run of decks that a delay would bind (the group deadline, for parts from 1/2); then the part.
    """
    deadline = ceil(nth / part)
    apart = nth % part == 0
    group = ceil(ceil(deadline * (1 - part)) / (1 - part)) if 2 * part >= 1 else 0
    return deadline, apart, -group, -part
