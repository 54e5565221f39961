"""Every roll against a twin that lists the falls of all dice, and against icepool."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import assume, given, settings, strategies as st
from odds_twins import falls

from deckgen.errors import GameError
from deckgen.odds import distribution
from deckgen.odds.die_odds import pool_of
from deckgen.odds.roll import Die, Roll
from deckgen.odds.roll_rules import roll_problems
from deckgen.odds.rolled import roll_joint

FATE = Die("dF", (-1, 0, 1))


def read_main(roll, dice):
    """Return the main part of a roll whose dice are (what it adds, face, sides, lowest, highest), and the dice not kept."""
    values = sorted(value for value, *_ in dice)
    if roll.keep == "set":
        sets = {value: values.count(value) for value in values if values.count(value) > 1}
        ranked = sorted((value, n) if roll.tallest else (n, value) for value, n in sets.items())
        best = ranked[-1] if ranked else (0, 0)
        return best[::-1] if roll.tallest else best
    if roll.keep == "count":
        one_each = roll.explode != "again"
        total = sum(roll.is_success(value) if one_each else value for value in values)
        ones = sum(face == 1 for _, face, *_ in dice)
        return (max(0, total - ones) if roll.minus_ones else total,)
    if "hitches" in roll.marks:
        values = [value for value, face, *_ in dice if face != 1]
        values = sorted([0] * (len(dice) - len(values)) + values)
    if roll.keep == "highest":
        return (sum(values[-roll.kept :]),)
    if roll.keep == "lowest":
        return (sum(values[: roll.kept]),)
    edge = (len(dice) - roll.kept) // 2 if roll.keep == "middle" else 0
    return (sum(values[edge : len(dice) - edge]),)


def read_mark(mark, roll, dice):
    ones = sum(face == 1 for _, face, *_ in dice)
    successes = sum(roll.is_success(value) if roll.explode != "again" else value for value, *_ in dice)
    if mark in ("ones", "hitches"):
        return ones
    if mark == "botch":
        return successes == 0 and ones > 0
    if mark == "glitch":
        critical = roll.keep == "count" and successes == 0
        return ("critical glitch" if critical else "glitch") if 2 * ones > len(dice) else ""
    if mark == "match":
        return len({value for value, *_ in dice}) < len(dice)
    if mark == "criticals":
        return sum(face == top for _, face, _, _, top in dice) > 1
    if mark == "natural":
        order = sorted(dice, key=lambda die: (die[0] if roll.keep == "lowest" else -die[0], *die[2:], die[1]))
        _, face, _, least, top = order[(len(dice) - 1) // 2 if roll.keep == "middle" else 0]
        return "lowest" if face == least else "highest" if face == top else ""
    eligible = sorted((-value, sides) for value, face, sides, *_ in dice if not ("hitches" in roll.marks and face == 1))
    return max((sides for _, sides in eligible[roll.kept :]), default=4)


def twin(roll, limit):
    """Return the chances of the outcomes whose dice add at most ``limit`` each, by listing all falls."""
    pool = [tuple(range(1, sides + 1)) for sides in roll.dice] + [die.numbers for die in roll.special]
    options = []
    for numbers in pool:
        ends = falls(roll, numbers, limit)
        faces = [face for _, face in ends]
        options.append([(value, face, len(numbers), min(faces), max(faces), c) for (value, face), c in ends.items()])
    chances = {}
    for dice in product(*options):
        chance = Fraction(1)
        for *_, die_chance in dice:
            chance *= die_chance
        shown = [die[:5] for die in dice]
        main = read_main(roll, shown)
        outcome = (main[0] + roll.bonus, *main[1:], *(read_mark(mark, roll, shown) for mark in roll.marks))
        chances[outcome] = chances.get(outcome, Fraction(0)) + chance
    return chances


@st.composite
def any_roll(draw, *, endless=False):
    """A roll whose rules go together, of a few small dice."""
    dice = tuple(draw(st.lists(st.integers(2, 5), min_size=1, max_size=3 if endless else 4)))
    faces = st.lists(st.integers(1 if endless else -1, 3), min_size=2 if endless else 1, max_size=3).map(tuple)
    special = tuple(Die("x", numbers) for numbers in draw(st.lists(faces, max_size=len(dice) < 4)))
    keep = draw(st.sampled_from(("sum", "count", "highest", "lowest", "middle", "set")[: 5 if endless else 6]))
    explosions = ("again",) if keep == "count" else ("open", "penetrating", *(("again",) if keep == "sum" else ()))
    explode = draw(st.sampled_from(explosions if endless else ("none", "once") if keep != "set" else ("none",)))
    counted, count = keep == "count", len(dice) + len(special)
    goal, low = draw(st.integers(1, 5)) if counted else None, counted and draw(st.booleans())
    kept = draw(st.sampled_from([n for n in range(1, count + 1) if keep != "middle" or (count - n) % 2 == 0]))
    marks = ["glitch", "ones", "criticals", *(("match",) if explode == "none" else ())]
    marks += ["botch"] if counted else ["hitches"] if keep == "highest" else []
    marks += ["effect"] if keep == "highest" and explode == "none" else []
    marks += (
        ["natural"] if kept == 1 and (keep in ("highest", "lowest", "middle") or (count == 1 and keep == "sum")) else []
    )
    roll = Roll(
        dice, keep, explode, "all", bonus=draw(st.integers(-2, 2)) * (keep != "set"),
        success_at=None if low else goal, at_most=goal if low else None,
        explode_on=draw(st.none() | st.integers(2, 4)) if explode != "none" else None,
        reroll=draw(st.sampled_from(((), (1,), (1, 2), (3,)))), reroll_once=draw(st.booleans()),
        push=counted and explode == "none" and draw(st.booleans()), kept=kept,
        minus_ones=counted and draw(st.booleans()), tallest=keep == "set" and draw(st.booleans()), special=special,
        marks=tuple(draw(st.lists(st.sampled_from(marks), unique=True, max_size=3))),
    )  # fmt: skip
    assume(not list(roll_problems(roll)) and roll.endless == endless)
    assume(all(3 * sum(die.exploding.values()) <= 2 * die.weight for die in pool_of(roll)))
    return roll


@settings(deadline=None, max_examples=300)
@given(any_roll())
def test_a_roll_that_ends_by_listing_all_falls(roll):
    odds = roll_joint(roll)
    expected = twin(roll, 100)
    assert odds.rest == 0
    assert {outcome: Fraction(w, odds.denominator) for outcome, w in odds.weights.items()} == expected
    if len(odds.parts) - len(roll.marks) == 1:
        assert odds.mean == sum(outcome[0] * chance for outcome, chance in expected.items())


@settings(deadline=None, max_examples=150)
@given(any_roll(endless=True))
def test_an_endless_roll_by_listing_all_falls_up_to_a_number(roll):
    odds = roll_joint(roll, Fraction(1, 20))
    highest = max(outcome[0] for outcome in odds.weights) - roll.bonus
    assume(highest < 12)
    chances = twin(roll, highest + (len(roll.dice) if roll.minus_ones else 0) + 1)
    listed = {outcome: chance for outcome, chance in chances.items() if outcome[0] <= highest + roll.bonus}
    assert odds.weights.keys() == listed.keys()
    for outcome, chance in listed.items():  # the twin stops after forty dice that add nothing
        assert 0 <= Fraction(odds.weights[outcome], odds.denominator) - chance < Fraction(1, 10**6)
    assert odds.rest < Fraction(1, 20)


@settings(deadline=None, max_examples=60)
@given(any_roll(endless=True))
def test_the_marks_of_endless_rolls_are_exact_wherever_the_numbers_stop(roll):
    near, far = (roll_joint(roll, Fraction(1, least)) for least in (10, 10**6))
    assert sum(near.weights.values()) + sum(near.beyond.values()) == near.denominator
    for index in range(1, len(near.parts)):
        assert near.of_part(index) == far.of_part(index)


@settings(deadline=None, max_examples=60)
@given(any_roll(endless=True))
def test_the_mean_of_an_endless_roll_is_approached_from_below(roll):
    odds = roll_joint(roll, Fraction(1, 10**9))
    assume(odds.mean is not None)
    part = sum(total * chance for total, chance in odds.of_part(0).items())
    highest = max(outcome[0] for outcome in odds.weights)
    assert 0 <= odds.mean - part - odds.rest * highest < Fraction(1, 10**6)


@pytest.mark.parametrize(
    ("roll", "pool"),
    [
        (Roll((6,) * 4, "highest", kept=3), icepool.d6.pool(4).highest(3).sum()),
        (Roll((10,) * 12, "highest", kept=5), icepool.d10.pool(12).highest(5).sum()),
        (Roll((6,) * 40), 40 @ icepool.d6),
        (
            Roll((4, 6, 8, 10, 12), "lowest", kept=2),
            icepool.Pool([icepool.d(n) for n in (4, 6, 8, 10, 12)]).lowest(2).sum(),
        ),
        (Roll((12,) * 7, "middle", kept=3), icepool.d12.pool(7).middle(3).sum()),
        (Roll((), special=(FATE,) * 4, bonus=2), 4 @ icepool.z(3) - 2),
        (Roll((10,) * 10, "count", success_at=8), 10 @ (icepool.d10 >= 8)),
    ],
)
def test_the_same_fractions_as_icepool(roll, pool):
    odds = roll_joint(roll)
    assert {total: Fraction(chance) for total, chance in odds.of_part(0).items()} == {
        int(total): Fraction(quantity, pool.denominator()) for total, quantity in pool.items()
    }
    assert odds.mean == pool.mean()


def test_closed_means_of_endless_rolls():
    ten_again = Roll((10,) * 5, "count", "again", success_at=8, marks=("botch",))
    assert roll_joint(ten_again).mean == Fraction(5, 3)
    assert roll_joint(Roll((8, 6), "highest", "open", "all")).mean == Fraction(21494566, 3317755)


@pytest.mark.parametrize(
    "roll",
    [
        Roll(()), Roll((0,)), Roll((-1, 6)), Roll((1,), explode="open"), Roll((6,), explode="open", explode_on=1),
        Roll((6,), reroll=(1, 2, 3, 4, 5, 6)), Roll((6, 6), "highest", kept=3), Roll((6, 6), "middle"), Roll((6,), "count"),
        Roll((6,), success_at=3), Roll((6,), "count", success_at=3, at_most=2), Roll((6,), push=True), Roll((6,), minus_ones=True),
        Roll((6, 6), "highest", "again"), Roll((6, 6), "set", "open"), Roll((6, 6), marks=("natural",)), Roll((6, 6), marks=("effect",)),
        Roll((), special=(Die("s", (("win",), ())),)), Roll((999,) * 5_000), Roll((20,) * 200, "set"), Roll((6,), marks=("botch",)),
    ],
)  # fmt: skip
def test_rolls_without_exact_odds_are_refused_at_once(roll):
    with pytest.raises(GameError):
        roll_joint(roll)


@pytest.mark.parametrize("explode", ["open", "penetrating", "again", "once"])
@pytest.mark.parametrize("keep", ["sum", "highest"])
def test_dice_that_never_explode_are_plain(explode, keep):
    never = Roll((4, 4), keep, explode, "all", explode_on=5)
    if (explode, keep) != ("again", "highest"):
        assert roll_joint(never).weights == roll_joint(Roll((4, 4), keep)).weights
        assert (distribution(never).mean, distribution(never).maximum) == (
            (5, 8) if keep == "sum" else (Fraction(25, 8), 4)
        )


def test_the_distribution_is_that_of_the_main_part():
    """Means and tails of one number are computed apart from the chances of all parts."""
    rolls = [
        Roll((6,) * 5, "highest", "open", "all", kept=3), Roll((10,) * 5, "count", "again", success_at=8),
        Roll((6,) * 3, "lowest", "once", kept=2, bonus=1), Roll((), special=(FATE,) * 4, bonus=1),
        Roll((6,) * 4, "count", at_most=2, minus_ones=True), Roll((8, 6), explode="open", explode_on=5),
        Roll((6,) * 3, "highest", "open", "all", critical_failure=True, kept=2), Roll((10,) * 3, "middle", "penetrating"),
    ]  # fmt: skip
    for roll in rolls:
        odds, joint = distribution(roll), roll_joint(roll)
        chances = joint.of_part(0)
        assert odds.mean == joint.mean
        assert odds.minimum == min(chances)
        assert odds.maximum == (None if roll.endless else max(chances))
        for total, chance in chances.items():
            assert odds.tail(total) - odds.tail(total + 1) == chance


@pytest.mark.parametrize(
    "roll",
    [
        Roll((6, 6, 4), explode="open", marks=("ones", "criticals", "glitch"), bonus=-3),
        Roll((8, 8), "highest", "open", "all", marks=("natural", "ones")),
        Roll((6,) * 4, "highest", "penetrating", kept=2, marks=("criticals", "hitches")),
        Roll((6,) * 3, "lowest", "open", "all", explode_on=5, marks=("ones",)),
        Roll((10,) * 5, "count", "again", success_at=8, minus_ones=True, marks=("glitch", "ones")),
    ],
)
def test_marks_of_endless_dice_have_their_whole_chances(roll):
    """They are read from the first faces, which explosions do not change."""
    odds, plain = roll_joint(roll, Fraction(1, 50)), roll_joint(replace(roll, explode="none", explode_on=None))
    assert sum(odds.beyond.values()) == odds.rest * odds.denominator > 0
    assert min(odds.beyond.values()) > 0
    for index in range(1, len(odds.parts)):
        assert odds.of_part(index) == plain.of_part(index)


def test_dice_that_take_too_long_are_refused_soon(monkeypatch):
    with pytest.raises(GameError, match="too many different results"):
        roll_joint(Roll((100,), explode="open", explode_on=12))
    monkeypatch.setattr("deckgen.odds.pool_weights.MOST_WORK", 1_000_000)
    with pytest.raises(GameError, match="too many different results"):
        roll_joint(Roll((6,) * 13, "highest", "open", kept=6))


@pytest.mark.parametrize("dice", [(6,) * 5, (4, 4, 6, 6, 8)])
def test_the_longest_run_is_that_of_all_falls_of_the_dice(dice):
    """Of two runs as long the higher one counts; a single number is a run of one."""

    def longest(numbers):
        shown, runs = set(numbers), []
        for first in shown:
            last = first
            while last + 1 in shown:
                last += 1
            runs.append((last - first + 1, last))
        return max(runs)

    counts = Counter(longest(numbers) for numbers in product(*(range(1, sides + 1) for sides in dice)))
    odds = roll_joint(Roll(dice, "run"))
    assert [part.name for part in odds.parts] == ["length", "top"]
    shares = {outcome: Fraction(weight, odds.denominator) for outcome, weight in odds.weights.items()}
    assert shares == {outcome: Fraction(count, counts.total()) for outcome, count in counts.items()}
