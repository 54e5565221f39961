"""The mechanics of 21 well-known games, each against icepool or a listing of all faces, all parts of a result together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import product
from math import prod
from operator import itemgetter

import icepool
import pytest
from odds_twins import D00

from deckgen.odds import Roll
from deckgen.odds.evaluate import evaluate
from deckgen.odds.expression import Arithmetic, Bands, Expression, Number, Test as Check, Versus
from deckgen.odds.roll import Die

Chances = dict[tuple, Fraction]
FAR = 20
"""Explosions of icepool's open dice, many more than any total here needs."""


def listed(sides: Iterable[int], read: Callable[..., tuple]) -> Chances:
    """Return the chances of what is read of all faces of dice, 1 to their sides."""
    pool = [*sides]
    ways = Counter(read(faces) for faces in product(*(range(1, number + 1) for number in pool)))
    return {outcome: Fraction(n, prod(pool)) for outcome, n in ways.items()}


def of_icepool(die: icepool.Die) -> Chances:
    """Return the chances of an icepool die."""
    return {
        tuple(outcome) if isinstance(outcome, tuple | icepool.Vector) else (outcome,): chance
        for outcome, chance in zip(die, die.probabilities(), strict=True)
    }


def natural(face: int, sides: int) -> str:
    return "lowest" if face == 1 else "highest" if face == sides else ""


# 1: the better or worse of two d20, and its natural extremes.
def advantage(keep: Callable[[Iterable[int]], int]) -> Chances:
    return listed((20, 20), lambda faces: (keep(faces), natural(keep(faces), 20)))


# 2, 9: three bands of a total; two sixes among the dice are above them.
def three_bands() -> Chances:
    def read(faces: tuple[int, ...]) -> tuple:
        total = sum(faces) + 1
        return ("miss" if total < 7 else "partial" if total < 10 else "full", total)

    return listed((6, 6), read)


def best_die() -> Chances:
    def read(faces: tuple[int, ...]) -> tuple:
        best = max(faces)
        word = "critical" if faces.count(6) > 1 else "bad" if best < 4 else "partial" if best < 6 else "full"
        return (word, best)

    return listed((6, 6, 6), read)


# 4: dice that are neither sixes nor ones are rolled once more; the sixes, and the ones, are counted.
def pushed() -> Chances:
    def after_push(first: int, second: int) -> icepool.Vector:
        face = first if first in (1, 6) else second
        return icepool.Vector((int(face == 6), int(face == 1)))

    return of_icepool(6 @ icepool.map(after_push, icepool.d6, icepool.d6, star=False))


# 5, 14: the highest face is another die, which may be a success too: a chain of highest faces, then another.
def highest_again(dice: int, sides: int, success_at: int) -> Chances:
    """Return the chances of (successes, ones at first)."""
    one = {
        (chain + (face >= success_at), int(face == 1 and not chain)): Fraction(0)
        for chain in range(FAR)
        for face in range(1, sides)
    }
    for chain in range(FAR):
        for face in range(1, sides):
            one[chain + (face >= success_at), int(face == 1 and not chain)] += Fraction(1, sides ** (chain + 1))
    pool: Chances = {(0, 0): Fraction(1)}
    for _ in range(dice):
        grown: Counter[tuple] = Counter()
        for (successes, ones), p in pool.items():
            for (more, is_one), q in one.items():
                if successes + more < FAR:
                    grown[successes + more, ones + is_one] += p * q
        pool = grown
    return pool


def tens_again() -> Chances:
    chances: Counter[tuple] = Counter()
    for (successes, ones), chance in highest_again(5, 10, 8).items():
        chances[successes, not successes and ones > 0] += chance
    return chances


def sixes_again() -> Chances:
    chances: Counter[tuple] = Counter()
    for (successes, _), chance in highest_again(8, 6, 5).items():
        chances[successes,] += chance
    return chances


# 6, 13, 15: open dice, the highest or all of them.
def open_die(sides: int) -> icepool.Die:
    return icepool.d(sides).explode(depth=FAR)


def open_highest_3_of_5() -> Chances:
    return of_icepool(icepool.d(10).explode(depth=8).pool(5).highest(3).sum())


# 7: a total at most 12, with criticals at either end.
def roll_under() -> Chances:
    def read(faces: tuple[int, ...]) -> tuple:
        total = sum(faces)
        if total <= 4:
            return ("critical success",)
        return ("fumble",) if total >= 17 else ("success",) if total <= 12 else ("failure",)

    return listed((6, 6, 6), read)


# 8: the better of two tens dice, and fractions of a skill.
def hard_and_extreme() -> Chances:
    def read(faces: tuple[int, ...]) -> tuple:
        units, *tens = (face - 1 for face in faces)
        number = min(10 * die + units or 100 for die in tens)
        if number == 1:
            return ("critical success",)
        if number >= 96:
            return ("fumble",)
        if number > 45:
            return ("failure",)
        return ("success at 1/5" if number <= 9 else "success at 1/2" if number <= 22 else "success",)

    return listed((10, 10, 10), read)


# 10: symbols that cancel.
ABILITY = Die(
    "ability",
    ((), ("success",), ("success",), ("success", "success"), ("advantage",), ("advantage",), ("success", "advantage"),
     ("advantage", "advantage")),
)  # fmt: skip
PROFICIENCY = Die(
    "proficiency",
    ((), ("success",), ("success",), ("success", "success"), ("success", "success"), ("advantage",),
     ("success", "advantage"), ("success", "advantage"), ("success", "advantage"), ("advantage", "advantage"),
     ("advantage", "advantage"), ("success", "triumph")),
)  # fmt: skip
DIFFICULTY = Die(
    "difficulty",
    ((), ("failure",), ("failure", "failure"), ("threat",), ("threat",), ("threat",), ("threat", "threat"),
     ("failure", "threat")),
)  # fmt: skip
SYMBOL_DICE = (ABILITY, ABILITY, PROFICIENCY, DIFFICULTY, DIFFICULTY)


def symbols() -> Chances:
    ways: Counter[tuple] = Counter()
    for faces in product(*(die.faces for die in SYMBOL_DICE)):
        count = Counter(symbol for face in faces for symbol in face)
        wins, boons = count["success"] - count["failure"], count["advantage"] - count["threat"]
        ways[max(wins, 0), max(-wins, 0), max(boons, 0), max(-boons, 0), count["triumph"]] += 1
    return {outcome: Fraction(n, ways.total()) for outcome, n in ways.items()}


# 11: a die against each of two, which may match.
def against_two() -> Chances:
    def read(faces: tuple[int, ...]) -> tuple:
        action, one, two = faces
        return (("none", "one", "both")[(action + 2 > one) + (action + 2 > two)], one == two)

    return listed((6, 10, 10), read)


# 12: the two highest dice that are no ones; the largest of the others; how many ones.
def keep_two() -> Chances:
    sides = (10, 8, 6, 6)

    def read(faces: tuple[int, ...]) -> tuple:
        # Of equal dice the smaller are kept, so that the effect is the largest.
        order = sorted((die for die in zip(faces, sides, strict=True) if die[0] > 1), key=lambda die: (-die[0], die[1]))
        return (sum(map(itemgetter(0), order[:2])), max(map(itemgetter(1), order[2:]), default=4), faces.count(1))

    return listed(sides, read)


# 14: successes, and a glitch if more than half of the dice show 1.
def glitches() -> Chances:
    def read(face: int) -> icepool.Vector:
        return icepool.Vector((int(face >= 5), int(face == 1)))

    def judge(pool: tuple[int, int]) -> tuple[int, str]:
        successes, ones = pool
        return successes, "" if ones <= 4 else "glitch" if successes else "critical glitch"

    return of_icepool((8 @ icepool.d6.map(read)).map(judge, star=False))


# 16: the widest set of equal dice, of these the highest.
class Widest(icepool.MultisetEvaluator):
    def next_state(self, state, order, outcome, count):  # noqa: ARG002
        return max(state or (0, 0), (count, outcome) if count > 1 else (0, 0))


# 18: a number from 0 to 99, whose doubles make the most of it.
def doubles_under() -> Chances:
    ways: Counter[tuple] = Counter()
    for tens, units in product(range(10), repeat=2):
        success = 10 * tens + units < 35
        ways[
            ({True: "critical success", False: "fumble"} if tens == units else {True: "success", False: "failure"})[
                success
            ],
        ] += 1
    return {outcome: Fraction(n, 100) for outcome, n in ways.items()}


# 19: a natural extreme beside the test.
def natural_beside_test() -> Chances:
    return listed((20,), lambda faces: ("success" if faces[0] + 2 >= 12 else "failure", natural(faces[0], 20)))


# 20: levels by tens, doubles, and digits exchanged for the place of a hit.
def levels_and_places() -> Chances:
    ways: Counter[tuple] = Counter()
    for tens, units in product(range(10), repeat=2):
        number = 10 * tens + units or 100
        success = number <= 45
        words = ("fumble", "critical success") if tens == units else ("failure", "success")
        ways[words[success], 4 - number // 10, 10 * units + tens or 100] += 1
    return {outcome: Fraction(n, 100) for outcome, n in ways.items()}


D6, D10 = (6,), (10,)
MECHANICS: dict[str, tuple[Expression, Callable[[], Chances]]] = {
    "1 advantage": (Roll((20, 20), "highest", marks=("natural",)), lambda: advantage(max)),
    "1 disadvantage": (Roll((20, 20), "lowest", marks=("natural",)), lambda: advantage(min)),
    "2 bands": (Bands(Roll(D6 * 2, bonus=1), ("miss", "partial", "full"), (7, 10)), three_bands),
    "3 fate": (
        Arithmetic("+", Roll((3,) * 4, bonus=-8), Number(2)),
        lambda: of_icepool(icepool.Die([-1, 0, 1]).pool(4).sum() + 2),
    ),
    "4 push": (Roll(D6 * 6, "count", success_at=6, push=True, marks=("ones",)), pushed),
    "5 again": (Roll(D10 * 5, "count", "again", success_at=8, explode_on=10, marks=("botch",)), tens_again),
    "6 wild die": (
        Roll((8, 6), "highest", "open", "all"),
        lambda: of_icepool(icepool.map(max, open_die(8), open_die(6), star=False)),
    ),
    "7 roll under": (Check(Roll(D6 * 3), "<=", Number(12), critical=(3, 4), fumble=(17, 18)), roll_under),
    "8 bonus die": (
        Check(Roll((100,), tens=1), "<=", Number(45), ((1, 5), (1, 2)), (1, 1), (96, 100)),
        hard_and_extreme,
    ),
    "9 best die": (
        Bands(Roll(D6 * 3, "highest", marks=("criticals",)), ("bad", "partial", "full"), (4, 6), "critical"),
        best_die,
    ),
    "9 no dice": (Roll(D6 * 2, "lowest"), lambda: listed(D6 * 2, lambda faces: (min(faces),))),
    "10 symbols": (
        Roll((), "symbols", special=SYMBOL_DICE, cancel=(("success", "failure"), ("advantage", "threat"))),
        symbols,
    ),
    "11 against each": (Versus(Roll(D6, bonus=2), Roll(D10 * 2), singly=True, match=True), against_two),
    "12 effect die": (Roll((10, 8, 6, 6), "highest", kept=2, marks=("effect", "hitches")), keep_two),
    "13 steps": (Roll((8, 6), explode="open"), lambda: of_icepool(open_die(8) + open_die(6))),
    "14 glitch": (Roll(D6 * 8, "count", success_at=5, marks=("glitch",)), glitches),
    "14 again": (Roll(D6 * 8, "count", "again", success_at=5, explode_on=6), sixes_again),
    "15 roll and keep": (Roll(D10 * 5, "highest", "open", kept=3), open_highest_3_of_5),
    "16 sets": (Roll(D10 * 8, "set"), lambda: of_icepool(Widest().evaluate(icepool.d10.pool(8)))),
    "17 effect": (
        Arithmetic("-", Roll(D6 * 2, bonus=1), Number(8)),
        lambda: listed(D6 * 2, lambda faces: (sum(faces) - 7,)),
    ),
    "17 boon": (
        Roll(D6 * 3, "highest", kept=2),
        lambda: of_icepool(icepool.d6.pool(3).highest(2).sum()),
    ),
    "18 doubles": (Check(Roll((), special=(D00,), marks=("doubles",)), "<", Number(35), doubles=True), doubles_under),
    "19 natural": (Check(Roll((20,), bonus=2, marks=("natural",)), ">=", Number(12)), natural_beside_test),
    "20 levels": (
        Check(Roll((100,), marks=("reversed", "doubles")), "<=", Number(45), doubles=True, degrees="tens"),
        levels_and_places,
    ),
    "21 drop lowest": (Roll(D6 * 4, "highest", kept=3), lambda: of_icepool(icepool.d6.pool(4).highest(3).sum())),
}


@pytest.mark.parametrize("name", MECHANICS)
def test_a_mechanic_is_exact(name):
    expression, oracle = MECHANICS[name]
    odds, chances = evaluate(expression), {outcome: chance for outcome, chance in oracle().items() if chance}
    if odds.rest:
        highest = max(outcome[0] for outcome in odds.weights)
        chances = {outcome: chance for outcome, chance in chances.items() if outcome[0] <= highest}
        assert 0 < odds.rest < Fraction(1, 10_000)
    else:
        assert sum(chances.values()) == 1
    assert {outcome: Fraction(ways, odds.denominator) for outcome, ways in odds.weights.items()} == chances
