"""Which rolls have exact odds: the rules of a roll that need or exclude each other."""

from __future__ import annotations

from collections.abc import Iterator

from deckgen.errors import GameError, Problems
from deckgen.odds.roll import Roll

KEPT = ("highest", "lowest", "middle")


def check_roll(roll: Roll) -> None:
    """Raise GameError, with every problem, if a roll's rules contradict each other or its dice have no exact odds."""
    problems = Problems()
    for field, message, remedy in roll_problems(roll):
        problems.add("roll", None, field, message, remedy)
    problems.raise_as(GameError)


def roll_problems(roll: Roll) -> Iterator[tuple[str, str, str]]:
    """Yield (field, message, remedy) for each reason why a roll has no exact odds."""
    count = len(roll.dice) + len(roll.special)
    faces = [*roll.faces]
    if not count:
        yield "dice", "there are no dice", "name at least one"
    elif not all(faces) or any(len(die.numbers) < len(die.faces) for die in roll.special):
        yield "dice", "a die has fewer than 1 side, or faces that are no numbers", "give every die numbers to add"
    elif any(set(numbers) <= {*roll.reroll} for numbers in faces) and not roll.reroll_once:
        yield "reroll", "a die is rolled again whatever it shows", "leave a face of every die"
    yield from _rules_of_reading(roll, count)
    if roll.explode != "none" and count and all(faces):
        yield from _rules_of_explosions(roll, faces)
    yield from _rules_of_marks(roll, count)


def _rules_of_reading(roll: Roll, count: int) -> Iterator[tuple[str, str, str]]:
    counts = roll.keep == "count"
    goals = (roll.success_at is not None) + (roll.at_most is not None)
    if goals != counts:
        field = "success_at" if roll.at_most is None else "at_most"
        yield field, "keep: count and one of success_at and at_most need each other", "give both or neither"
    if counts and roll.critical_failure:
        yield "critical_failure", "counted dice have no critical failures", "set critical_failure to none"
    if roll.push and (not counts or roll.explode != "none"):
        yield "push", "only dice that are counted and do not explode are pushed", "delete push"
    if roll.minus_ones and not counts:
        yield "minus_ones", "1s take off successes, and dice are not counted", "delete minus_ones"
    if roll.keep in KEPT and not 1 <= roll.kept <= count:
        yield "kept", f"of {count} dice no {roll.kept} can be kept", f"keep 1 to {count}"
    elif roll.keep == "middle" and (count - roll.kept) % 2:
        yield "kept", f"{count} dice have no middle {roll.kept}", "leave out as many at either end"


def _rules_of_explosions(roll: Roll, faces: list[tuple[int, ...]]) -> Iterator[tuple[str, str, str]]:
    again = () if roll.reroll_once else roll.reroll
    for numbers in ({*die} - {*again} for die in faces):
        on = max(numbers, default=1) if roll.explode_on is None else roll.explode_on
        if roll.explode != "once" and numbers and min(numbers) >= on:
            yield "explode", "a die that explodes on every face is rolled without end", "let a face end the roll"
            return
        if numbers and (min(numbers) < 0 or on <= (roll.explode == "penetrating")):
            yield "explode", "dice that explode on 0 or less are not supported", "let them explode on higher faces"
            return
    if roll.explode == "again" and roll.keep not in ("sum", "count"):
        yield "explode", "explode: again works with dice that are added or counted", "write open or once"
    if roll.keep == "set" or not {"match", "effect"}.isdisjoint(roll.marks):
        yield "explode", "sets and the marks match and effect need dice that do not explode", "set explode to none"


def _rules_of_marks(roll: Roll, count: int) -> Iterator[tuple[str, str, str]]:
    if "natural" in roll.marks and (roll.kept if roll.keep in KEPT else count) != 1:
        yield "marks", "natural needs a single die, or one that is kept", "keep one die"
    if "botch" in roll.marks and roll.keep != "count":
        yield "marks", "botch needs dice that are counted", "count successes, or delete botch"
    if not {"effect", "hitches"}.isdisjoint(roll.marks) and roll.keep != "highest":
        yield "marks", "effect and hitches need dice of which the highest are kept", "keep the highest"
    if "hitches" in roll.marks and any(min(numbers, default=1) < 1 for numbers in roll.faces):
        yield "marks", "hitches need dice without faces below 1", "delete hitches"
    if roll.maxima != "all" and roll.marks and roll.keep == "highest" and roll.kept == 1 < count and roll.endless:
        yield "maxima", "marks need every maximum rolled on", "set maxima to all"
