"""Totals against another roll, or against each of its two dice."""

from __future__ import annotations

from collections import Counter
from itertools import product

from deckgen.odds.expression import Versus
from deckgen.odds.joint import Joint, Outcome, Part, combine, joint, refusal
from deckgen.odds.roll import Roll

_WORDS = ("loses", "ties", "wins")
_SINGLY = ("none", "one", "both")


def roll_two_dice(opposing: object) -> Joint:
    """Return the chances of the higher and the lower of two dice, bonus included. Raises GameError for other rolls."""
    if isinstance(opposing, Roll) and opposing == Roll(opposing.dice, bonus=opposing.bonus, special=opposing.special):
        dice = [[*range(1, sides + 1)] for sides in opposing.dice]
        dice += [[*die.numbers] for die in opposing.special]
        if len(dice) == 2 and all(dice):
            weights = Counter[Outcome]()
            for faces in product(*dice):
                low, high = sorted(face + opposing.bonus for face in faces)
                weights[high, low] += 1
            return joint((Part("higher"), Part("lower")), weights, len(dice[0]) * len(dice[1]))
    raise refusal("each", "each of two dice is not two plain dice", "write two dice behind each, such as 2d10")


def read_versus(versus: Versus, source: Joint, opposing: Joint) -> Joint:
    """Return the chances of winning against a total, or against the higher and the lower of two dice (``singly``)."""

    def read(rolled: Outcome, against: Outcome) -> Outcome:
        total = int(rolled[0])
        if not versus.singly:
            rival = int(against[0])
            return (_WORDS[(total >= rival) + (total > rival)], *rolled[1:], *against[1:])
        higher, lower = int(against[0]), int(against[1])
        return (_SINGLY[(total > higher) + (total > lower)], *rolled[1:], *(higher == lower for _ in match))

    words = _SINGLY if versus.singly else _WORDS
    match = (Part("match", "mark"),) if versus.match else ()
    others = match if versus.singly else opposing.parts[1:]
    return combine(source, opposing, (Part("level", "word", words), *source.parts[1:], *others), read)
