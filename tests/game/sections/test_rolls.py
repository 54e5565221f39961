"""Rolls: which dice their numbers stand for, and the numbers of a card."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from deckgen.game.sections.base import DealtResults
from deckgen.game.values import Cell, to_json
from deckgen.odds import Roll, distribution


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("DECKGEN_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


def test_rolls(section):
    rolls = section(
        "kind: rolls\nrolls:\n  3: d3\n  attack: 3d6\n"
        "  odd: {dice: 2d8, keep: lowest}\n  hits: {dice: 5d6, keep: count, success_at: 5}\n  mixed: 2d6+d8\n"
        "tail_bar: 0.75"
    )
    assert dict(rolls.rolls) == {
        "3": Roll((3,)),
        "attack": Roll((6, 6, 6)),
        "odd": Roll((8, 8), "lowest"),
        "hits": Roll((6,) * 5, "count", success_at=5),
        "mixed": Roll((6, 6, 8)),
    }
    assert rolls.tail_bar == Fraction(3, 4)


def test_rolls_in_words(section, problem):
    rolls = section(
        "kind: rolls\nrolls:\n  open: (d8 + d6) open highest\n  less: 2d6 + 1 - 8\n  kept: 4d6 drop lowest\n  again: 5d10 >= 8 again 10\n  fate: 4dF + 2\n  roll: {roll: 3d6, extremes: confirm}",
        deck="decks: {main: {title: Main, cards: {numbered: 108}}}\n",
    )
    assert dict(rolls.rolls) == {
        "open": Roll((8, 6), "highest", "open", "all"),
        "less": Roll((6, 6), bonus=-7),
        "kept": Roll((6,) * 4, "highest", kept=3),
        "again": Roll((10,) * 5, "count", "again", success_at=8),
        "fate": Roll((3,) * 4, bonus=-6),
        "roll": Roll((6, 6, 6), extremes=True),
    }
    head = "kind: rolls\nrolls:\n  a: "
    assert problem(head + "d20 drp 1")[2] == 'nothing is called "drp"'
    assert problem(head + "2d6 vs 2d6") == (
        6,
        ".rolls.a",
        "its result is not one number of one pool of dice, which is what rolls show",
    )
    assert problem(head + "{roll: 3d6, keep: highest}") == (6, ".rolls.a", "what is rolled is not clear")
    assert problem(head + "{roll: 3d6, dice: 3d6}")[2] == "what is rolled is not clear"
    for text in ("5d10 explode once >= 8", "3d{2,4,6} once >= 4", "{roll: 5d10 once >= 8}"):
        assert "exploding changes nothing" in problem(f"{head}{text}")[2]
    assert problem(head + "d{-3,1}")[2] == "its dice have faces below 0, which these rolls cannot show"
    assert problem(head + "{keep: highest}")[2] == "what is rolled is missing"


def test_means_are_exact_in_each_deck_or_over_a_set_by_roll(section, problem):
    head = "kind: rolls\nrolls: {3: d3, attack: 3d6}\n"
    for text, exact in [
        ("", ["auto", "auto"]),
        ("exact: set", ["set", "set"]),
        ("exact: {3: deck}", ["deck", "auto"]),
        ("exact: {attack: set, 3: auto}", ["auto", "set"]),
    ]:
        rolls = section(head + text)
        assert [rolls.exact_in(cell) for cell in rolls.cells()] == exact
    assert problem(head + "exact: {atack: deck}") == (6, ".exact.atack", 'there is no roll "atack"')
    assert problem(head + "exact: exactly") == (6, ".exact", '"exactly" is not one of the values known here')


def test_open_numbers_may_be_any_by_roll(section, problem):
    head = "kind: rolls\nrolls: {a: {dice: d20, explode: open}, b: {dice: d12, explode: open}}\n"
    for text, least in [
        ("", [None, None]),
        ("open: any", [1, 1]),
        ("open: {b: any}", [None, 1]),
        ("open: {a: 7}", [7, None]),
    ]:
        rolls = section(head + text)
        assert [rolls.least_open(cell) for cell in rolls.cells()] == least
    assert problem(head + "open: {c: any}") == (6, ".open.c", 'there is no roll "c"')


def test_rolls_that_go_on_or_fail_are_cells(section):
    rolls = section(
        "kind: rolls\nrolls: {a: {dice: 2d6-1, explode: open, critical_failure: all-ones}, b: d4,"
        " c: {dice: 3d6, keep: count, success_at: 7, explode: penetrating}}"
    )
    assert dict(rolls.rolls)["a"] == Roll((6, 6), explode="open", critical_failure=True, failing="all-ones", bonus=-1)
    failure, more, plain = Cell(1, critical_failure=True), Cell(7, again=True), Cell(2)
    dealt = [[failure, more, plain], [plain] * 3, [plain] * 3]
    values = rolls.card_values(DealtResults(dealt, (), int))
    assert [to_json(value["a"]) for value in values] == [
        {"value": 0, "critical_failure": True},
        {"value": 7, "again": True},
        {"value": 1},
    ]
    assert [(value["b"], value["c"]) for value in values] == [(2, 2)] * 3  # counts have a highest
    assert [rolls.results_of(rolls.parse_value(to_json(value)))[0] for value in values] == dealt[0]
    (share,), *others = (draw.shares for draw in rolls.audited_variables(54))
    assert (share.result, share.cards, others) == (failure, Fraction(54, 36), [(), ()])
    bare = {"a": {"value": 2}, "b": 2, "c": 2}
    for wrong in ({"a": 2}, {"b": {"value": 2}}, {"a": {"value": 2, "agian": True}}, {"a": {"value": -1}}):
        with pytest.raises(ValueError, match="it"):
            rolls.parse_value(bare | wrong)


@pytest.mark.parametrize(
    "dice", ["3x6", "d0", "9999999d6", "2d6-", "2d6+", "6", "2d6 vs 2d6", "8d6 >= 5 glitch", "d20 drp 1"]
)
def test_rolls_of_no_dice(problem, dice):
    line, path, _ = problem(f"kind: rolls\nrolls: {{a: {dice}}}")
    assert (line, path) == (5, ".rolls.a")


def test_extremes_that_cannot_be_given(problem):
    deck = "decks: {main: {title: Main, cards: {numbered: 60}}}\n"
    _, path, what = problem("kind: rolls\nrolls: {a: {dice: 3d6, extremes: confirm}}", deck=deck)
    assert path == ".rolls.a"
    assert what == "no whole number of 60 cards gives its extremes exactly"
    _, _, what = problem("kind: rolls\nrolls: {a: {dice: 3d6, explode: open, extremes: confirm}}")
    assert what == "its extremes cannot be shown on cards: exploding dice have no highest total"


def test_a_bonus_stands_on_cards_and_goes_when_they_are_read(section, problem):
    rolls = section("kind: rolls\nrolls: {a: 2d6-4, b: {dice: d6+2, keep: highest}}")
    assert dict(rolls.rolls) == {"a": Roll((6, 6), bonus=-4), "b": Roll((6,), "highest", bonus=2)}
    (value,) = rolls.card_values(DealtResults([[Cell(2)], [Cell(6)]], (), int))
    assert value == rolls.parse_value(value) == {"a": -2, "b": 8}
    assert rolls.results_of(value) == [Cell(2), Cell(6)]
    with pytest.raises(ValueError, match="it"):
        rolls.parse_value({"a": -4, "b": 8})
    _, path, what = problem("kind: rolls\nrolls: {a: 2d6-13}")
    assert path == ".rolls.a"
    assert "2d6−13 is at most -1" in what
    assert section("kind: rolls\nrolls: {a: 2d6-12}").rolls


def test_rolls_are_dealt_as_cells_and_shown_as_numbers(section):
    rolls = section("kind: rolls\nrolls: {a: d3, b: {dice: 5d6, keep: count, success_at: 5}}")
    assert [(cell.column, cell.row) for cell in rolls.cells()] == [("a", 1), ("b", 1)]
    (value,) = rolls.card_values(DealtResults([[Cell(2)], [Cell(0)]], (), int))
    assert value == {"a": 2, "b": 0}
    assert rolls.results_of(value) == [Cell(2), Cell(0)]
    assert rolls.parse_value(value) == value
    for wrong in ({"a": 0, "b": 0}, {"a": 1}, {"a": 10_000, "b": 1}, {"a": True, "b": 1}, [1, 0]):
        with pytest.raises(ValueError, match="it"):
            rolls.parse_value(wrong)


def test_dice_that_are_counted(section, problem):
    grid = section("kind: grid\ncolumns: dice\nrows: 3\ndice: {keep: count, success_at: 4}\nrising: true")
    assert [cell.roll for cell in grid.cells()][2] == Roll((4, 4, 4), "count", success_at=4)
    head = "kind: grid\ncolumns: dice\nrows: 3\n"
    assert problem(head + "dice: {keep: count}") == (
        7,
        ".dice",
        "the lowest number that is a success is missing",
    )
    text = head + "dice: {success_at: 4}"
    assert problem(text) == (7, ".dice", "success_at only works with keep: count")
    text = head + "dice: {keep: count, success_at: 4}\ncritical_failure: more-than-half-ones"
    assert problem(text) == (7, ".dice", "critical_failure does not work with keep: count")


def test_rules_of_rolls_by_their_keys(section, problem):
    rolls = section(
        "kind: rolls\nrolls:\n  low: {dice: 5d8, keep: lowest, kept: 2}\n  under: {dice: 3d20, keep: count, at_most: 12}\n"
        "  nine: {dice: 2d10, explode: open, explode_on: 9}\n  world: {dice: 5d10, keep: count, success_at: 8, explode: again}"
    )
    assert dict(rolls.rolls) == {
        "low": Roll((8,) * 5, "lowest", kept=2),
        "under": Roll((20,) * 3, "count", at_most=12),
        "nine": Roll((10, 10), explode="open", explode_on=9),
        "world": Roll((10,) * 5, "count", "again", success_at=8),
    }
    _, path, what = problem("kind: rolls\nrolls: {a: {dice: 2d6, keep: highest, kept: 3}}")
    assert (path, what) == (".rolls.a", "of 2 dice no 3 can be kept")
    _, path, what = problem("kind: grid\ncolumns: dice\nrows: 3\ndice: {keep: middle}")
    assert (path, what) == (".dice", "not every row of a grid has a middle die")


def test_what_the_game_says_of_marks_is_kept(section):
    rolls = section("kind: rolls\nrolls: {act: {dice: d6, explode: open}}\nmarks: {again: Roll on.}")
    assert rolls.marks == (("again", "Roll on."),)


@pytest.mark.parametrize(
    ("dice", "success_at", "refused"),
    [("3d6", 5, True), ("3d6", 6, True), ("3d6", 7, False), ("d10+d6", 6, True), ("d10+d6", 7, False)],
)
@pytest.mark.parametrize("explode", ["open", "penetrating"])
def test_counted_dice_explode_only_if_that_can_make_a_success(section, problem, dice, success_at, refused, explode):
    text = f"kind: rolls\nrolls:\n  hits: {{dice: {dice}, keep: count, success_at: {success_at}, explode: {explode}}}"
    if refused:
        line, path, message = problem(text)
        assert (line, path) == (6, ".rolls.hits.explode")
        assert message.endswith("exploding changes nothing")
    else:
        roll = dict(section(text).rolls)["hits"]
        assert distribution(roll).mean > distribution(replace(roll, explode="none")).mean


def test_counted_dice_of_a_grid_explode_if_some_column_has_use_for_it(section, problem):
    head = "kind: grid\ncolumns: {A: d6, B: d10}\nrows: 2\ndice: {explode: open, keep: count, success_at: "
    line, path, _ = problem(head + "6}")
    assert (line, path) == (7, ".dice.explode")
    assert section(head + "7}").success_at == 7
