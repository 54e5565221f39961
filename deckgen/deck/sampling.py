"""Whole numbers in place of fractions, so that the decks of a set cancel each other's rounding."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor

from deckgen.deck.bits import Bits


def systematic(target: Fraction, number: int, bits: Bits) -> int:
    """Deck ``number``'s share of a repeated fractional ``target``: its floor or its ceiling.

    Deck j gets floor(j·T + u) − floor((j−1)·T + u), u uniform on [0, 1) with T's denominator, so the
    mean over seeds is T and the decks of one set are together never a whole unit off.
    """
    u = Fraction(bits.below(target.denominator), target.denominator)
    return floor(number * target + u) - floor((number - 1) * target + u)


def apportion(shares: Sequence[Fraction], number: int, bits: Bits) -> list[int]:
    """Card counts for deck ``number`` of a set: each share's floor or ceiling, summing to the deck.

    The cards left over by rounding down go to the values that all decks up to this one have given
    the least of what they owe. So a single deck is as near to its shares as whole cards allow, and
    what one deck owes the next one pays. Ties fall as the seed says.
    """
    total = sum(shares)
    if total.denominator != 1:
        raise ValueError("shares must sum to a whole number of cards")
    floors = [floor(share) for share in shares]
    over = int(total) - sum(floors)
    order = bits.shuffled(range(len(shares)))
    uneven = [i for i in order if shares[i].denominator != 1]
    owed = [Fraction(0)] * len(shares)
    counts = floors
    for _ in range(number):
        counts = list(floors)
        owed = [o + share - whole for o, share, whole in zip(owed, shares, floors, strict=True)]
        for i in sorted(uneven, key=lambda i: -owed[i])[:over]:
            counts[i] += 1
            owed[i] -= 1
    return counts
