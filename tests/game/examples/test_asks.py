"""Reading what a procedure asks for: every kind of ask, where its name may stand, and what is told of mistakes."""

import pytest
from game_files import (
    COLUMNS,
    DECK,
    EXAMPLE_LEVELS,
    EXAMPLE_SCOPES,
    EXAMPLE_TABLE,
    GAME,
    MORE_SECTIONS,
    SECTIONS,
    write,
)

from deckgen.errors import GameError
from deckgen.game import read_game
from deckgen.game.examples import Ask, AskChoice, SituationRead, Term
from deckgen.game.examples.asks import parse_int
from deckgen.game.reader import printed_texts

pytestmark = pytest.mark.usefixtures("neighbors")

ONE = ("add: 1",)


def procedure(folder, asks, steps=ONE, more=""):
    """The game with one procedure of these asks and steps, each a line of YAML."""
    asked = "".join(f"      {ask}\n" for ask in asks)
    done = "".join(f"      - {step}\n" for step in steps)
    text = f"procedures:\n  it:\n    title: It\n    story: When.\n    asks:\n{asked}    steps:\n{done}{more}"
    made = write(folder, GAME + COLUMNS, SECTIONS + MORE_SECTIONS + EXAMPLE_TABLE, DECK, EXAMPLE_SCOPES, it=text)
    write(made / "sheet", sheet=EXAMPLE_LEVELS)
    return read_game(made)


def asked(folder, *asks):
    return procedure(folder, asks).procedures[0].asks


@pytest.mark.parametrize(
    ("line", "made"),
    [
        ("cell: skill, default: II-2", {"kind": "cell", "section": "skill", "default": "II-2"}),
        ("cell: roll, default: act", {"kind": "cell", "section": "roll", "default": "act"}),
        ("row: steps, default: F", {"kind": "row", "section": "steps", "default": "F"}),
        ("figures: row, default: [3, 1, 3]", {"kind": "figures", "section": "row", "default": (1, 3)}),
        ("figures: row, default: []", {"kind": "figures", "section": "row", "default": ()}),
        ("number: 3", {"kind": "number", "default": 3}),
        ("number: scopes.Pulp.Easy", {"kind": "number", "default": 3}),
        ("number: 3, least: 1, most: 9", {"kind": "number", "default": 3, "least": 1, "most": 9}),
        (
            "number: 5, choices: scopes.Pulp",
            {
                "kind": "number",
                "default": 5,
                "choices": (AskChoice("Easy", "Easy", 3, {}), AskChoice("Very Hard", "Very Hard", 9, {})),
            },
        ),
        (
            "choices: {none: 0, half: 2}, default: half, more: true, help: Behind what?",
            {
                "kind": "choice",
                "default": "half",
                "choices": (AskChoice("none", "none", 0, {}), AskChoice("half", "half", 2, {})),
                "more": True,
                "help": "Behind what?",
            },
        ),
        (
            "choices: {body: {rows: 0}, head: {number: -4, rows: 2}}",
            {
                "kind": "choice",
                "default": "body",
                "choices": (
                    AskChoice("body", "body", 0, {"rows": 0}),
                    AskChoice("head", "head", -4, {"rows": 2}),
                ),
            },
        ),
    ],
)
def test_every_kind_of_ask_is_read(tmp_path, line, made):
    assert asked(tmp_path, f"it: {{label: That, {line}}}") == (Ask("it", "That", **made),)


def test_an_ask_may_wait_for_what_comes_of_a_step(tmp_path):
    asks = (
        "b: {label: B, number: 0, when: {hit: [bump, success], how: far}}",
        "how: {label: How, choices: {near: 0, far: 1}}",
    )
    step = "{as: hit, read: {skill: II-1}, against: 3, bump: 2, results: {bump: {least: 2}, success: Yes.}}"
    (made,) = procedure(tmp_path, asks, (step,)).procedures
    assert made.asks[0].when == (("hit", ("bump", "success")), ("how", ("far",)))
    with pytest.raises(GameError) as error:
        procedure(tmp_path, ("b: {label: B, number: 0, when: {hit: lost}}",), (step,))
    assert 'asks.b.when.hit: "hit" has no result "lost"; choose from bump' in str(error.value)


def test_choices_may_be_the_levels_of_a_sheet(tmp_path):
    (ask,) = asked(tmp_path, "wound: {label: Wound, choices: sheet.levels.wound}")
    assert [(each.name, each.number, each.facts["stun"]) for each in ask.choices] == [
        ("Light", 1, 5),
        ("Heavy", 2, 7),
    ]


def test_asks_stand_wherever_a_step_may(tmp_path):
    asks = (
        "cells: {label: Skill, cell: skill, default: II-2}",
        "rolls: {label: Roll, cell: roll, default: act}",
        "speed: {label: Speed, row: steps, default: F}",
        "people: {label: People, figures: row, default: [2]}",
        "armour: {label: Armour, number: 2}",
        "aim: {label: Aim, choices: {body: {rows: 0}, head: {rows: 2}}}",
    )
    steps = (
        "{as: a, read: {skill: cells}, rows: aim.rows, add: {aim: -aim}, against: armour, times: armour, divide: armour}",
        "{read: {roll: rolls}, when: {aim: [head]}, results: {x: {least: {armour: armour}, most: a, info: '{armour} {aim.rows}'}}}",
        "{read: {steps: {row: speed, reached_by: a}}}",
        "{read: {row: people}}",
        "{read: {place: aim.rows}}",
    )
    first, second, third, fourth, fifth = procedure(tmp_path, asks, steps).procedures[0].steps
    assert first.read == SituationRead("skill", "II", "2", rows=(Term(step="aim", part="rows"),), ask="cells")
    assert first.add == (Term(step="aim", less=True),)
    assert first.against == first.times == first.divide == (Term(step="armour"),)
    assert second.read == SituationRead("roll", "act", ask="rolls")
    assert second.when == (("aim", ("head",)),)
    assert (second.results[0].least, second.results[0].most) == (
        (Term(step="armour"),),
        (Term(step="a"),),
    )
    assert third.read == SituationRead("steps", row="F", reached=(Term(step="a"),), ask="speed")
    assert fourth.read == SituationRead("row", figures=(2,), ask="people")
    assert fifth.read == SituationRead("place", up=(Term(step="aim", part="rows"),))


GIVEN = (
    "a: {label: A, cell: skill, default: II-1}",
    "b: {label: B, number: 1, least: 0}",
    "c: {label: C, choices: {x: 1, y: 2}}",
)


@pytest.mark.parametrize(
    ("ask", "path", "what"),
    [
        ("{label: A, cell: skil, default: II-1}", "cell", 'there is no section "skil"'),
        ("{label: A, cell: coin, default: x}", "cell", '"coin" has no cells or rolls'),
        ("{label: A, cell: skill, default: III-1}", "default", '"skill" has no column "III"'),
        ("{label: A, cell: skill, default: II-9}", "default", '"skill" has no row 9'),
        ("{label: A, cell: roll, default: acts}", "default", '"roll" has no result "acts"'),
        ("{label: A, row: skill, default: F}", "row", '"skill" has no rows'),
        ("{label: A, row: steps, default: S}", "default", '"steps" has no row "S"'),
        ("{label: A, figures: coin, default: [1]}", "figures", '"coin" has no figures'),
        ("{label: A, figures: row, default: [1, 4]}", "default", '"row" has no figure 4'),
        ("{label: A, number: 3, least: 4}", "number", "3 is not from 4 to 999"),
        ("{label: A, number: scopes.Pulp.Eazy}", "number", 'no value at "scopes.Pulp.Eazy"'),
        ("{label: A, choices: scopes.Palp}", "choices", 'no value at "scopes.Palp"'),
        ("{label: A, choices: scopes.Pulp.Easy}", "choices", "there is nothing to choose from"),
        ("{label: A, choices: sheet.levels.odd}", "choices", "this is not a list of levels"),
        ("{label: A, choices: {x: 1, y: 2}, default: z}", "default", 'there is no choice "z"'),
        ("{label: A, number: 1, choices: {x: {rows: 1}}}", "choices.x", "a named number has no facts"),
        ("{label: A, cell: skill}", "", '"default" is missing'),
        ("{label: A, default: 3}", "", "the kind of ask is missing"),
        ("{label: A, number: 1, cell: skill, default: II-1}", "number", '"number" does not go with "cell"'),
        ("{label: A, number: 1, default: 3}", "default", '"default" does not go with "number"'),
        ("{label: A, choices: {x: 1}, most: 3}", "most", '"most" does not go with "choices"'),
        ("{label: A, color: red}", "color", 'the key "color" is unknown here'),
    ],
)
def test_what_an_ask_names_in_vain_is_told(tmp_path, ask, path, what):
    with pytest.raises(GameError) as caught:
        procedure(tmp_path, (f"a: {ask}",))
    (only,) = caught.value.problems
    assert (only.line, only.path) == (6, f"procedures.it.asks.a.{path}".rstrip("."))
    assert what in only.message
    assert only.remedy


@pytest.mark.parametrize(
    ("step", "path", "what"),
    [
        ("{read: {skill: b}}", "read.skill", '"b" is not an ask for "skill"'),
        ("{read: {roll: a}}", "read.roll", '"a" is not an ask for "roll"'),
        ("{read: {skill: d}}", "read.skill", "'d' is no cell"),
        ("{add: c.rows}", "add", '"c" has no "rows"'),
        ("{add: b.over}", "add", '"b" has no "over"'),
        ("{add: bb}", "add", 'no earlier step and no value at "bb"'),
        ("{as: b, add: 1}", "as", 'an ask is called "b" already'),
        ("{add: 1, when: {c: z}}", "when.c", '"c" has no choice "z"'),
        ("{add: 1, when: {b: x}}", "when.b", 'no earlier step or choice is called "b"'),
        ("{add: 1, results: {x: {info: '{bb}'}}}", "results.x.info", 'no earlier step is called "bb"'),
    ],
)
def test_what_a_step_asks_in_vain_is_told(tmp_path, step, path, what):
    with pytest.raises(GameError) as caught:
        procedure(tmp_path, GIVEN, (step,))
    (only,) = caught.value.problems
    assert (only.line, only.path) == (10, f"procedures.it.steps[0].{path}")
    assert what in only.message
    assert only.remedy


def test_labels_help_and_choices_are_translated(tmp_path):
    german = """translations:
  de:
    procedures.it.title: Es
    procedures.it.story: Wann.
    procedures.it.asks.a.label: Deckung
    procedures.it.asks.a.help: Wohinter?
    procedures.it.asks.a.choices.half: halb
    scopes.Pulp.Easy: leicht
"""
    asks = (
        "a: {label: Cover, help: Behind what?, choices: {none: 0, half: 1}}",
        "b: {label: B, number: 1, choices: scopes.Pulp}",
    )
    procedure(tmp_path, asks, more=german)
    a, b = read_game(tmp_path, "de").procedures[0].asks
    assert (a.label, a.help) == ("Deckung", "Wohinter?")
    assert [(each.name, each.label) for each in a.choices] == [("none", "none"), ("half", "halb")]
    assert [(each.name, each.label) for each in b.choices] == [("Easy", "leicht"), ("Very Hard", "Very Hard")]


def test_what_is_not_told_needs_no_translation(tmp_path):
    steps = (
        "{as: y, add: {told: 1}, results: {x: {least: {bound: 1}, value: {made: 2}, good: Yes.}}}",
        "{as: z, quiet: true, add: {untold: 1}}",
    )
    procedure(tmp_path, GIVEN, steps)
    asked = [place for place in printed_texts(tmp_path) if place.startswith("procedures.it.steps")]
    assert asked == ["procedures.it.steps[0].add.told", "procedures.it.steps[0].results.x.good"]


def test_procedures_are_inherited_and_do_not_change_what_is_dealt(tmp_path):
    base = procedure(tmp_path / "base", GIVEN)
    none = read_game(
        write(tmp_path / "none", GAME + COLUMNS, SECTIONS + MORE_SECTIONS + EXAMPLE_TABLE, DECK, EXAMPLE_SCOPES)
    )
    assert base.deck().sha256 == none.deck().sha256
    child = read_game(write(tmp_path / "child", "game: {id: child, title: Child, extends: ../base}\n"))
    assert child.procedures == base.procedures
    poor = "sections:\n  other: {kind: ordinal, title: Order, source: impulse}\n"
    deck = DECK + "    sections: [other]\n"
    other = read_game(write(tmp_path / "poor", "game: {id: poor, title: Poor, extends: ../base}\n" + poor, deck))
    assert other.procedures == ()


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (7, 7),
        (-7, -7),
        ("7", 7),
        ("−7", -7),
        ("-7", -7),
        (True, None),
        ("+7", None),
        ("seven", None),
        ("²", None),
        ("9" * 5000, None),
        (None, None),
    ],
)
def test_a_whole_number_may_be_written_with_a_true_minus(value, number):
    assert parse_int(value) == number
