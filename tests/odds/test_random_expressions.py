"""Two hundred expressions by chance, each with the same dice of icepool beside it: equal, as fractions."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from operator import add, eq, floordiv, ge, gt, le, lt, mul, ne, sub
from random import Random
from typing import Any

import icepool
import pytest

from deckgen.odds import Roll
from deckgen.odds.evaluate import evaluate
from deckgen.odds.expression import Arithmetic, Bands, Expression, Number, Test as Check, Versus
from deckgen.odds.roll import Die

FAR = 40
"""Explosions of icepool's endless dice: any more are beyond every number compared here."""
OPERATIONS = {"+": add, "-": sub, "*": mul, "/": floordiv, "min": min, "max": max}
COMPARISONS = {">=": ge, ">": gt, "<=": le, "<": lt, "=": eq, "!=": ne}
Pair = tuple[Any, Any]
"""An expression, or a part of one, and icepool's die."""


def explode(die: icepool.Die, on: int | None, less: int, depth: int) -> icepool.Die:
    """Return a die that is rolled again and added on its highest face, or from ``on`` up, each time ``less`` lower."""
    least, total = max(die) if on is None else on, die
    for _ in range(depth):
        total = die.map(partial(lambda later, face: later + (face - less) if face >= least else face, total))
    return total


def random_roll(random: Random, endless: bool) -> Pair:
    """Return a roll with random rules, with explosions without end if ``endless``."""
    rules: dict[str, Any] = {"bonus": random.choice((0, 0, -2, 3))}
    sides = [random.choice((3, 4, 6, 8)) for _ in range(random.randint(1, 2 if endless else 4))]
    special = []
    if not endless and random.random() < 0.3:
        special.append((*(random.randint(0, 6) for _ in range(random.randint(1, 4))), 7))
    dice = [icepool.d(number) for number in sides] + [icepool.Die(faces) for faces in special]
    if random.random() < 0.3:
        rules["reroll"], rules["reroll_once"] = (1,), random.random() < 0.5
        dice = [die.reroll([1], depth=1 if rules["reroll_once"] else "inf") for die in dice]
    if endless or random.random() < 0.3:
        rules["explode"] = random.choice(("open", "penetrating")) if endless else "once"
        rules["explode_on"] = random.choice((None, min(map(max, dice)) - 1, 5))
        if rules["explode_on"] and rules["explode_on"] <= max(map(min, dice)):
            rules["explode_on"] = None
        less = int(rules["explode"] == "penetrating")
        dice = [explode(die, rules["explode_on"], less, FAR if endless else 1) for die in dice]
    count = len(dice)
    keep = random.choice(("sum", "sum", "highest", "lowest", "middle", "count"))
    if keep in ("highest", "lowest"):
        rules["kept"] = random.randint(1, count)
        pool = icepool.Pool(dice)
        total = (pool.highest if keep == "highest" else pool.lowest)(rules["kept"]).sum()
        rules["maxima"] = "all"
    elif keep == "middle":
        rules["kept"] = random.choice(range(2 - count % 2, count + 1, 2))
        cut = (count - rules["kept"]) // 2
        total = icepool.Pool(dice)[cut : count - cut].sum()
    elif keep == "count":
        field = random.choice(("success_at", "at_most"))
        number = rules[field] = random.randint(1, 7)
        compare = COMPARISONS[">=" if field == "success_at" else "<="]
        total = sum((die.map(lambda face: int(compare(face, number))) for die in dice), icepool.Die([0]))
    else:
        total = sum(dice, icepool.Die([0]))
    special_dice = tuple(Die("special", faces) for faces in special)
    return Roll(tuple(sides), keep, special=special_dice, **rules), total + rules["bonus"]


def random_total(random: Random, depth: int) -> Pair:
    """Return an expression with a total."""
    if depth == 0 or random.random() < 0.4:
        return random_roll(random, endless=False)
    operator = random.choice([*OPERATIONS])
    left, left_die = random_total(random, depth - 1)
    number = random.randint(1, 4)
    right, right_die = random.choice(((Number(number), icepool.Die([number])), random_total(random, depth - 1)))
    if operator == "/" and 0 in right_die:
        operator = "+"
    return Arithmetic(operator, left, right), icepool.map(OPERATIONS[operator], left_die, right_die, star=False)


def random_expression(random: Random) -> tuple[Expression, icepool.Die]:
    """Return an expression of any kind; one of five with endless dice."""
    total, die = random_roll(random, endless=True) if random.random() < 0.2 else random_total(random, 2)
    reading = random.choice(("", "", "test", "opposed test", "bands", "versus"))
    middle = round(die.mean())
    if reading == "test":
        operator, goal = random.choice([*COMPARISONS]), middle + random.randint(-2, 2)
        compare = COMPARISONS[operator]
        return Check(total, operator, Number(goal)), die.map(
            lambda t: ("success" if compare(t, goal) else "failure",), star=False
        )
    other, other_die = random_total(random, 1)
    if reading == "opposed test":
        operator = random.choice([*COMPARISONS])
        compare = COMPARISONS[operator]
        read = lambda a, b: ("success" if compare(a, b) else "failure",)  # noqa: E731
        return Check(total, operator, other), icepool.map(read, die, other_die, star=False)
    if reading == "versus":
        read = lambda a, b: (("loses", "ties", "wins")[(a >= b) + (a > b)],)  # noqa: E731
        return Versus(total, other), icepool.map(read, die, other_die, star=False)
    if reading == "bands":
        starts = (middle, middle + 2)
        return Bands(total, ("low", "middle", "high"), starts), die.map(
            lambda t: (("low", "middle", "high")[(t >= starts[0]) + (t >= starts[1])], t), star=False
        )
    return total, die.map(lambda t: (t,), star=False)


@pytest.mark.parametrize("number", range(200))
def test_an_expression_has_the_chances_that_icepool_computes(number):
    expression, die = random_expression(Random(number))  # noqa: S311
    odds = evaluate(expression)
    oracle = dict(zip(die, die.probabilities(), strict=True))
    if odds.rest:
        highest = max(outcome[-1] for outcome in odds.weights)
        oracle = {outcome: chance for outcome, chance in oracle.items() if outcome[-1] <= highest}
    elif odds.parts[0].kind == "number" and not isinstance(expression, Bands):
        assert odds.mean == sum(outcome[0] * chance for outcome, chance in oracle.items())
    assert {outcome: Fraction(ways, odds.denominator) for outcome, ways in odds.weights.items()} == oracle
