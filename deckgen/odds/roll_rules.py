"""Which rolls have exact odds: the rules of a roll that need or exclude each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import prod

from deckgen.odds.die_odds import pool_of
from deckgen.odds.kept_mean import no_short_form
from deckgen.odds.roll import Roll

MOST_CASES = 4_000
"""Most cases of a mixed pool in which a player chooses: which dice show their maximum, times levels of the others."""
_ENDLESS = "give it 2 sides or more, or set explode to none"
Rule = tuple[str, str, str]
"""A field of the roll, a message and a remedy."""
_KEPT = ("highest", "lowest", "middle")


def roll_problems(roll: Roll) -> Iterator[Rule]:
    """Yield (field, message, remedy) for each reason why a roll has no exact odds."""
    wrong_dice = [*_rules_of_dice(roll)]
    yield from wrong_dice
    yield from _rules_of_reading(roll)
    yield from _rules_of_marks(roll)
    if roll.explode != "none" and not wrong_dice:
        yield from _rules_of_explosions(roll)


def mean_problems(roll: Roll) -> Iterator[Rule]:
    """Yield (field, message, remedy) if a roll that has exact odds has no exact mean that is short enough."""
    if roll.endless and not roll.chooses and (problem := no_short_form(pool_of(roll), roll.places)):
        yield "dice", *problem


def _rules_of_dice(roll: Roll) -> Iterator[Rule]:
    faces = [*roll.faces]
    if not faces:
        yield "dice", "there are no dice", "name at least one"
    elif not all(faces):
        yield "dice", "a die has fewer than 1 side", "give every die 1 side or more"
    elif any(len(die.numbers) < len(die.faces) for die in roll.special):
        remedy = "write symbols behind the dice, or give every face a number"
        yield "dice", "a die has faces that are no numbers", remedy
    elif any(set(numbers) <= {*roll.reroll} for numbers in faces) and not roll.reroll_once:
        yield "reroll", "a die is rolled again whatever it shows", "leave a face of every die"


def _rules_of_reading(roll: Roll) -> Iterator[Rule]:
    counts = roll.keep == "count"
    goal = "at_most" if roll.success_at is None else "success_at"
    if counts and roll.success_at is None and roll.at_most is None:
        yield goal, "the lowest number that is a success is missing", "add success_at: with that number"
    elif not counts and (roll.success_at, roll.at_most) != (None, None):
        yield goal, f"{goal} only works with keep: count", "add keep: count"
    elif None not in (roll.success_at, roll.at_most):
        yield "at_most", "high numbers are successes, and low ones too", "delete success_at or at_most"
    if roll.critical_failure and ((roll.marks and roll.endless) or any(min(die, default=1) < 1 for die in roll.faces)):
        message = "critical failures need faces from 1 up and, if dice explode, no marks"
        yield "critical_failure", message, "leave one of them out"
    if counts and roll.critical_failure:
        yield "critical_failure", "critical_failure does not work with keep: count", "delete critical_failure"
    if roll.push and (not counts or roll.explode != "none"):
        yield "push", "only dice that are counted and do not explode are pushed", "delete push"
    if roll.minus_ones and not counts:
        yield "minus_ones", "1s take off successes, and dice are not counted", "delete minus_ones"
    if roll.keep in _KEPT and not 1 <= roll.kept <= roll.size:
        yield "kept", f"of {roll.size} dice no {roll.kept} can be kept", f"keep 1 to {roll.size}"
    elif roll.keep == "middle" and (roll.size - roll.kept) % 2:
        yield "kept", f"{roll.size} dice have no middle {roll.kept}", "leave out as many at either end"


def _rules_of_explosions(roll: Roll) -> Iterator[Rule]:
    for die in pool_of(roll):
        if roll.explode != "once" and len(die.exploding) == len(die.faces):
            remedy = _ENDLESS if die.sides == 1 else "leave a number that ends it"
            yield "explode", f"an exploding d{die.sides} is rolled without end", remedy
            return
        if roll.explode != "once" and 10 * len(die.exploding) > 9 * len(die.faces):
            yield "explode", f"a d{die.sides} explodes on more than 9 of 10 numbers", "let it explode on fewer"
            return
        if die.faces[0][0] < 0 or min(die.exploding, default=2) <= die.lost:
            yield "explode", "dice that explode on 0 or less are not supported", "let them explode on higher numbers"
            return
    if roll.chooses:
        yield from _rules_of_choice(roll)
    if roll.explode == "again" and roll.keep not in ("sum", "count"):
        yield "explode", "explode: again works with dice that are added or counted", "write open or once"
    if roll.keep in ("set", "run") or not {"match", "effect"}.isdisjoint(roll.marks):
        yield "explode", "sets and the marks match and effect need dice that do not explode", "set explode to none"


def _rules_of_choice(roll: Roll) -> Iterator[Rule]:
    if roll.special or roll.reroll or roll.explode_on or roll.marks:
        message = "a player who chooses which maximum is rolled on has exact odds with plain dice and no marks"
        yield "maxima", message, "set maxima to all"
    sides = Counter(roll.dice)
    if len(sides) > 1 and prod(n + 1 for n in sides.values()) * (max(sides) - min(sides) + 1) > MOST_CASES:
        message = "these dice can fall in too many ways to compute the odds of the highest"
        yield "dice", message, "use fewer dice, or fewer kinds of dice with closer numbers of sides"


def _rules_of_marks(roll: Roll) -> Iterator[Rule]:
    if "natural" in roll.marks and (roll.kept if roll.keep in _KEPT else roll.size) != 1:
        yield "marks", "natural needs a single die, or one that is kept", "keep one die"
    elif "natural" in roll.marks and roll.endless and roll.explode_on and roll.size > 1:
        message = "natural is not known of several dice that explode below their highest face"
        yield "marks", message, "let them explode on their highest face, or delete natural"
    if "botch" in roll.marks and roll.keep != "count":
        yield "marks", "botch needs dice that are counted", "count successes, or delete botch"
    if not {"effect", "hitches"}.isdisjoint(roll.marks) and roll.keep != "highest":
        yield "marks", "effect and hitches need dice of which the highest are kept", "keep the highest"
    if "hitches" in roll.marks and any(min(numbers, default=1) < 1 for numbers in roll.faces):
        yield "marks", "hitches need dice without faces below 1", "delete hitches"
