"""Totals read as words: levels of success against a number, bands, and who wins against another roll, or against its two dice."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from itertools import product
from operator import eq, ge, gt, le, lt, ne
from typing import TypeVar

from deckgen.odds.expression import Bands, Test, Versus
from deckgen.odds.joint import NOTHING, Joint, Outcome, Part, combine, joint, refusal
from deckgen.odds.roll import Roll

_VERSUS, _SINGLY = ("loses", "ties", "wins"), ("none", "one", "both")
FUMBLE, FAILURE, SUCCESS, CRITICAL = "fumble", "failure", "success", "critical success"
_COMPARE = {">=": ge, ">": gt, "<=": le, "<": lt, "=": eq, "!=": ne}
_Value = TypeVar("_Value")


def read_test(test: Test, source: Joint, goal: Joint, bonus: int | None) -> Joint:
    """Return the chances of the levels of a test, from the chances of its two totals.

    ``bonus`` is what was added to the natural total, which critical successes and fumbles are read from; None if no single
    total is natural. Raises GameError for rules that do not fit the dice.
    """
    compare, low = _COMPARE[test.operator], test.operator in ("<=", "<")
    if test.fractions and not low:
        raise refusal("bands", "fractions of a number are for totals at most as high", "write <= or <")
    if (test.critical or test.fumble) and bonus is None:
        message = "different dice are computed together, so that no total is natural"
        raise refusal("critical", message, "test equal dice, with a bonus or without, or leave out critical and fumble")
    doubles = _index_of_mark(source, "doubles") if test.doubles else 0
    levels = [(f"{SUCCESS} at {n}/{d}", n, d) for n, d in test.fractions]

    def find_level(total: int, number: int, mark: bool) -> str:
        success, natural = compare(total, number), total - (bonus or 0)
        if _within(natural, test.critical):
            return CRITICAL
        if _within(natural, test.fumble):
            return FUMBLE
        if mark or not success:
            return FAILURE if not mark else CRITICAL if success else FUMBLE
        return next((level for level, n, d in levels if compare(total, number * n // d)), SUCCESS)

    def read(rolled: Outcome, target: Outcome) -> Outcome:
        total, number = int(rolled[0]), int(target[0])
        level = find_level(total, number, bool(doubles and rolled[doubles]))
        unit = 10 if test.degrees == "tens" else 1
        margin = (total // unit - number // unit) * (-1 if low else 1)
        return (level, *((margin,) if test.degrees else ()), *_others(rolled, doubles), *target[1:])

    words = (FUMBLE, FAILURE, SUCCESS, *(level for level, _, _ in reversed(levels)), CRITICAL)
    margins = (Part("margin"),) if test.degrees else ()
    parts = (Part("level", "word", words), *margins, *_others(source.parts, doubles), *goal.parts[1:])
    return combine(source, goal, parts, read)


def read_bands(bands: Bands, source: Joint) -> Joint:
    """Return the chances of bands and totals. Raises GameError if there is no mark for critical results."""
    criticals = _index_of_mark(source, "criticals") if bands.critical else 0

    def read(rolled: Outcome, _nothing: Outcome) -> Outcome:
        band = bands.words[bisect_right(bands.starts, int(rolled[0]))]
        word = bands.critical if criticals and rolled[criticals] else band
        return (word, rolled[0], *_others(rolled, criticals))

    words = tuple(dict.fromkeys((*bands.words, *((bands.critical,) if bands.critical else ()))))
    parts = (Part("level", "word", words), source.parts[0], *_others(source.parts, criticals))
    return combine(source, NOTHING, parts, read)


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
            return (_VERSUS[(total >= rival) + (total > rival)], *rolled[1:], *against[1:])
        higher, lower = int(against[0]), int(against[1])
        return (_SINGLY[(total > higher) + (total > lower)], *rolled[1:], *(higher == lower for _ in match))

    words = _SINGLY if versus.singly else _VERSUS
    match = (Part("match", "mark"),) if versus.match else ()
    others = match if versus.singly else opposing.parts[1:]
    return combine(source, opposing, (Part("level", "word", words), *source.parts[1:], *others), read)


def _index_of_mark(source: Joint, mark: str) -> int:
    """Return the index of a mark. Raises GameError if the dice have none."""
    names = [part.name for part in source.parts]
    if mark not in names:
        raise refusal(mark, f"the dice are not marked with {mark}", f"write {mark} behind the dice, or leave it out")
    return names.index(mark)


def _others(values: tuple[_Value, ...], index: int) -> tuple[_Value, ...]:
    """Return all values but the first and, unless it is 0, that at an index."""
    return values[1:index] + values[index + 1 :] if index else values[1:]


def _within(number: int, span: tuple[int, int] | None) -> bool:
    return span is not None and span[0] <= number <= span[1]
