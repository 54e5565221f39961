"""Slow twins of the odds room: every first roll listed, every rule followed as it is told at the table."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil, lcm, prod
from typing import Any

from hypothesis import strategies as st

from deckgen.odds import Roll, distribution
from deckgen.odds.roll import Die

D66 = Die("d66", tuple(int(f"{tens}{units}") for tens in "123456" for units in "123456"))
D00 = Die("d00", tuple(range(100)))


def later(sides: int, explode: str) -> int:
    """What a maximum is worth when the next roll is added."""
    return sides if explode == "open" else sides - 1


def die_mean(sides: int, explode: Any) -> Fraction:
    """The exact mean of one die."""
    return distribution(Roll((sides,), explode=explode)).mean


@cache
def die_tail(sides: int, explode: str, t: int) -> Fraction:
    """P(one die >= t), from the rule: list the faces, and roll again on the last."""
    return sum((face_tail(sides, explode, face, t) for face in range(1, sides + 1)), Fraction(0)) / sides


def face_tail(sides: int, explode: str, face: int, t: int) -> Fraction:
    """P(total >= t) of a die whose first roll is ``face``."""
    if t <= face or explode == "none" or face < sides:
        return Fraction(t <= face)
    return die_tail(sides, explode, t - later(sides, explode))


@cache
def die_mean_or(sides: int, explode: str, least: Fraction) -> Fraction:
    """E[max(a fresh die, least)]: the die's own equation, unrolled until ``least`` is no bound."""
    if least <= 1:
        step = later(sides, explode)
        return Fraction(sides * (sides - 1) // 2 + step, sides) * Fraction(sides, sides - 1)
    low = sum((max(Fraction(face), least) for face in range(1, sides)), Fraction(0))
    step = later(sides, explode)
    return (low + step + die_mean_or(sides, explode, least - step)) / sides


@cache
def best_chain(maxima: tuple[int, ...], level: int, explode: str, maxima_rule: str):
    """(mean, die to roll, least total to keep, other dice), over every order of play."""
    plans = []
    for place, sides in enumerate(maxima):
        others = maxima[:place] + maxima[place + 1 :]
        least = Fraction(level)
        if others and maxima_rule == "one":
            least = Fraction(max(level, *others))
        elif others:
            least = best_chain(others, level, explode, maxima_rule)[0]
        step = later(sides, explode)
        plans.append((step + die_mean_or(sides, explode, least - step), sides, least, others))
    return max(plans, key=lambda plan: (plan[0], -plan[1]))


@cache
def play_tail(maxima: tuple[int, ...], level: int, explode: str, maxima_rule: str, t: int) -> Fraction:
    """P(result >= t) of a player who follows ``best_chain``, over every total of the chain."""
    _, sides, least, others = best_chain(maxima, level, explode, maxima_rule)
    step = later(sides, explode)
    on = others and maxima_rule == "choose"
    stay = max([level, *others]) if maxima_rule == "one" else level
    end = max(t, ceil(least), stay) + 1
    result = die_tail(sides, explode, end - step)
    for total in range(sides, end):
        chance = die_tail(sides, explode, total - step) - die_tail(sides, explode, total + 1 - step)
        if on and max(total, level) < least:
            result += chance * play_tail(others, level, explode, maxima_rule, t)
        else:
            result += chance * (max(total, stay) >= t)
    return result


def fails(roll: Roll, faces: tuple[int, ...]) -> bool:
    """Whether these faces are a critical failure."""
    if roll.failing == "more-than-half-ones":
        return faces.count(1) * 2 > len(faces)
    if roll.failing == "all-ones":
        return set(faces) == {1}
    worst = (1,) * len(faces)
    read = {"sum": sum, "highest": max, "lowest": min}[roll.keep]
    return read(faces) == read(worst)


def fallen_tail(roll: Roll, faces: tuple[int, ...], t: int) -> Fraction:
    """P(total >= t) once the dice have shown ``faces``."""
    if roll.critical_failure and fails(roll, faces):
        return Fraction(t <= 1)
    dice = list(zip(roll.dice, faces, strict=True))
    if roll.keep == "sum":
        odds = [Fraction(1)] + [Fraction(0)] * t  # by total, the last for t and more
        for sides, face in dice:
            grown = [Fraction(0)] * (t + 1)
            for total, chance in enumerate(odds):
                for end in range(total, t + 1):
                    here = face_tail(sides, roll.explode, face, end - total)
                    beyond = face_tail(sides, roll.explode, face, end - total + 1) if end < t else 0
                    grown[end] += chance * (here - beyond)
            odds = grown
        return odds[t]
    tails = [face_tail(sides, roll.explode, face, t) for sides, face in dice]
    if roll.keep == "lowest":
        return prod(tails, start=Fraction(1))
    maxima = tuple(sorted(sides for sides, face in dice if sides == face))
    if roll.explode == "none" or roll.maxima == "all" or not maxima:
        return 1 - prod((1 - tail for tail in tails), start=Fraction(1))
    level = max((face for sides, face in dice if face < sides), default=0)
    return play_tail(maxima, level, roll.explode, roll.maxima, t)


def tail(roll: Roll, t: int) -> Fraction:
    """P(total >= t) by listing every first roll."""
    falls = list(product(*(range(1, sides + 1) for sides in roll.dice)))
    return sum((fallen_tail(roll, faces, t) for faces in falls), Fraction(0)) / len(falls)


def rolls(most_dice: int = 5, most_sides: int = 12) -> st.SearchStrategy[Roll]:
    """Rolls of any rule, of dice that repeat together soon enough to have odds under all of them."""
    pools = st.lists(st.integers(2, most_sides), min_size=1, max_size=most_dice).map(tuple)
    return st.builds(
        Roll,
        pools.filter(lambda dice: max(lcm(*dice), lcm(*(sides - 1 for sides in dice))) <= 5_000),
        st.sampled_from(("sum", "highest", "lowest")),
        st.sampled_from(("none", "open", "penetrating")),
        st.sampled_from(("choose", "one", "all")),
        st.booleans(),
        failing=st.sampled_from(("more-than-half-ones", "all-ones", "lowest")),
    )


MORE = 10**6
"""A number above all limits."""


def face_chances(roll: Roll, numbers: tuple[int, ...]) -> dict[int, Fraction]:
    """The chances of the faces of a die after rerolls and pushes."""
    faces: dict[int, Fraction] = {}
    for number in numbers:
        faces[number] = faces.get(number, Fraction(0)) + Fraction(1, len(numbers))
    if roll.reroll and roll.reroll_once:
        faces = rolled_again(faces, set(roll.reroll))
    elif roll.reroll:
        kept = {face: chance for face, chance in faces.items() if face not in roll.reroll}
        faces = {face: chance / sum(kept.values()) for face, chance in kept.items()}
    return rolled_again(faces, {f for f in faces if f != 1 and not roll.is_success(f)}) if roll.push else faces


def rolled_again(faces: dict[int, Fraction], again: set[int]) -> dict[int, Fraction]:
    """The chances of the face of a die that is rolled one more time if it shows one of these faces."""
    result = dict.fromkeys(faces, Fraction(0))
    for face, chance in faces.items():
        for other, other_chance in faces.items() if face in again else [(face, Fraction(1))]:
            result[other] += chance * other_chance
    return result


def falls(roll: Roll, numbers: tuple[int, ...], limit: int) -> dict[tuple[int, int], Fraction]:
    """The chances of (what a die adds, the face that it shows first), followed as at the table; above the limit MORE."""
    faces = face_chances(roll, numbers)
    on = max(faces) if roll.explode_on is None else roll.explode_on
    per_die = roll.keep == "count" and roll.explode == "again"
    depth = {"none": 0, "once": 1}.get(roll.explode, 40 if per_die else limit + 1)
    result: dict[tuple[int, int], Fraction] = {}
    rolled = {(0, None): Fraction(1)}  # by what is added before the roll, and the face that was first
    for left in range(depth, -1, -1):
        again: dict[tuple[int, int | None], Fraction] = {}
        for (added, first), chance in rolled.items():
            for face, face_chance in faces.items():
                value = added + (roll.is_success(face) if per_die else face)
                explodes = roll.explode != "none" and face >= on
                goes_on = explodes and left and value <= limit
                end = MORE if value > limit or (explodes and roll.explode != "once") else value
                key = (value - (roll.explode == "penetrating") if goes_on else end, face if first is None else first)
                ends = again if goes_on else result
                ends[key] = ends.get(key, Fraction(0)) + chance * face_chance
        rolled = again
    return result
