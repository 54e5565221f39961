"""Dice in situations: which part is read, what it may be, and what is reported where there is no such part."""

import pytest
from dice_plays import HEAD, MOVES, SECTIONS
from game_files import write

from deckgen.errors import GameError
from deckgen.game import read_game
from deckgen.game.examples import SituationRead, SituationResult, Term
from deckgen.game.examples.dice import name_words

LEVEL = ("level", "match")
MIXED = """\
  mixed:
    kind: dice
    title: Mixed
    rolls: {move: 2d6 bands miss 7 partial 10 full, dare: d6 + 2 vs each 2d10 match, low: 3d6 total <= 9 critical 3-4}
"""


def steps(
    folder,
    *lines,
    asks="{how: {label: How, cell: moves, default: pull}, what: {label: What, cell: mixed, default: move}}",
):
    """The steps of a procedure, each a line of YAML."""
    listed = "".join(f"      - {line}\n" for line in lines)
    text = f"procedures:\n  it:\n    title: It\n    story: It is done.\n    asks: {asks}\n    steps:\n{listed}"
    return read_game(write(folder, HEAD, SECTIONS + MOVES + MIXED, it=text)).procedures[0].steps


def problem(folder, *lines):
    """Path and message of the only problem."""
    with pytest.raises(GameError) as caught:
        steps(folder, *lines)
    (only,) = caught.value.problems
    assert only.remedy
    assert only.line
    return only.path.removeprefix("procedures.it.steps"), only.message


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("{tests: dare.level}", SituationRead("tests", "dare", "level", parts=LEVEL)),
        ("{tests: move}", SituationRead("tests", "move", parts=("level", "total"))),
        ("{moves: how}", SituationRead("moves", "pull", parts=("level", "total"), ask="how")),
        ("{moves: how.total}", SituationRead("moves", "pull", "total", parts=("level", "total"), ask="how")),
        (
            "{mixed: what}",
            SituationRead("mixed", "move", parts=("level", "total", "match"), ask="what"),
        ),
        ("{signs: omen.moon}", SituationRead("signs", "omen", "moon", parts=("star", "moon"))),
    ],
)
def test_a_roll_or_a_part_of_it_is_read(tmp_path, line, read):
    assert steps(tmp_path, f"read: {line}")[0].read == read


def test_results_have_the_words_that_they_are_named_after(tmp_path):
    first, second = steps(
        tmp_path,
        "{read: {tests: aim}, results: {success: Yes, critical_success: {good: Wow}, failure: No, other: {info: Never}}}",
        "{read: {tests: aim}, results: {critical_failure: Ouch, success: Yes, failure: No}}",
    )
    assert [result.values for result in first.results] == [
        ("success",),
        ("critical success",),
        ("fumble", "failure"),
        None,
    ]
    assert [result.values for result in second.results] == [("fumble",), ("success", "critical success"), ("failure",)]


def test_an_ask_has_the_words_of_all_rolls(tmp_path):
    (step,) = steps(tmp_path, "{read: {mixed: what}, results: {full: {good: A}, both: {good: B}, success: C}}")
    assert [result.values for result in step.results] == [("full",), ("both",), ("success", "critical success")]


def test_words_of_numbers_name_nothing():
    plain = (SituationResult("success"), SituationResult("failure"), SituationResult("full", ends=True))
    assert name_words(plain, ()) == plain
    assert name_words(plain, (False, True)) == plain
    assert [result.values for result in name_words(plain, ("miss", "full"))] == [None, None, ("full",)]


def test_conditions_on_parts_go_with_others(tmp_path):
    (step,) = steps(
        tmp_path,
        "{as: a, read: {tests: dare}, results: {x: {has: match, good: X}, y: {has: {match: false, level: [one, both]}, bad: '{a.match}'}}}",
    )
    assert [result.parts for result in step.results] == [
        (("match", (True,)),),
        (("match", (False,)), ("level", ("one", "both"))),
    ]
    assert step.parts == ["level", "match"]


def test_later_steps_name_parts(tmp_path):
    _, second = steps(tmp_path, "{as: a, read: {tests: aim}}", "{add: a.margin, against: -a.reversed}")
    assert (second.add, second.against) == (
        (Term(step="a", part="margin"),),
        (Term(step="a", part="reversed", less=True),),
    )


@pytest.mark.parametrize(
    ("line", "path", "message"),
    [
        ("read: {tests: mve}", "[0].read.tests", '"tests" has no result "mve"'),
        ("read: {tests: move.match}", "[0].read.tests", '"tests" has no result "move.match"'),
        ("read: tests", "[0].read", '"tests" has several results a card'),
        ("read: {moves: what}", "[0].read.moves", '"what" is not an ask for "moves"'),
        ("read: {moves: how.match}", "[0].read.moves", '"move" has no part "match"'),
        ("{read: {tests: dare}, results: {a: {has: botch, info: A}}}", "[0].results.a.has", '"tests" has no mark "botch"'),
        ("{read: {tests: aim}, results: {a: {has: {margin: 3}, info: A}}}", "[0].results.a.has.margin", '"tests" has no mark or word "margin"'),
        ("{read: {tests: dare}, results: {a: {has: {level: two}, info: A}}}", "[0].results.a.has.level", "\"tests\" is never 'two'"),
        ("{read: {tests: dare}, results: {a: {is: [one, two], info: A}}}", "[0].results.a.is", "\"tests\" is never 'two'"),
        ("{read: {tests: aim.margin}, results: {a: {is: one, info: A}}}", "[0].results.a.is", "only words can be compared like this"),
        ("{as: b, read: {tests: dare}, results: {a: {is: one, info: '{b.total}'}}}", "[0].results.a.info", '"b" has no "total"'),
    ],
)  # fmt: skip
def test_parts_that_are_not_there_are_reported(tmp_path, line, path, message):
    assert problem(tmp_path, line) == (path, message)
