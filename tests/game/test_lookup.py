"""Places of the game's files and of its sheet: what is there, and what is said of what is not."""

from __future__ import annotations

import pytest
from game_files import GAME, write

from deckgen.errors import Problems
from deckgen.game.entries import read_entries
from deckgen.game.lookup import Lookup, path_of

NUMBERS = "scopes: {A.b: {Easy: 3}, A: {Hard: 9}}\nwords: {again: x}\n"
SHEET = "levels: {wound: [{name: Grazed, dn: 3}]}\n"


@pytest.fixture
def found(tmp_path):
    """What is at a place, or what is wrong with it."""
    folder = write(tmp_path / "it", GAME, NUMBERS)
    (folder / "sheet").mkdir()
    (folder / "sheet" / "sheet.yaml").write_text(SHEET)
    parts = read_entries(folder, Problems())
    lookup, by = Lookup(parts), parts.all_of("game")["game"]

    def at(place: str, **steps: list[str]) -> object:
        problems: list[object] = []
        there = lookup.resolve(place, by, lambda what, remedy: problems.append(f"{what}; {remedy}"), **steps)
        return problems if there is None else (there.value, path_of(there))

    return at


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("scopes.A.b.Easy", 3),
        ("scopes.A.Hard", 9),
        ("words.again", "x"),
        ("sheet.levels.wound[0].dn", 3),
    ],
)
def test_the_value_at_a_place_is_found_by_the_longest_key_that_fits(found, place, value):
    assert found(place) == (value, place)


@pytest.mark.parametrize(
    ("place", "problem"),
    [
        (
            "scopes.A.Herd",
            'no value at "scopes.A.Herd": there is no "Herd"; did you mean "Hard"?',
        ),
        ("scopes.B.Hard", 'no value at "scopes.B.Hard"; did you mean "scopes.A"?'),
        ("nowhere", 'no value at "nowhere"; choose from game, scopes, words, sheet'),
        (
            "sheet.levels.wound[1]",
            'no value at "sheet.levels.wound[1]": there is no "[1]"; write the key path of a value',
        ),
    ],
)
def test_where_nothing_is_the_nearest_is_named(found, place, problem):
    assert found(place) == [problem]


def test_a_step_may_have_been_meant(found):
    problem = 'no earlier step and no value at "wund"; did you mean "wound"?'
    assert found("wund", steps=["wound"]) == [problem]


def test_a_sheet_that_cannot_be_read_is_reported_once(tmp_path):
    parts = read_entries(write(tmp_path / "it", GAME), Problems())
    lookup, problems = Lookup(parts), Problems()
    by = parts.all_of("game")["game"]
    for _ in range(2):
        assert lookup.resolve("sheet.a", by, lambda *told: by.report(problems, *told)) is None
    (problem,) = problems
    assert problem.message.startswith("the sheet cannot be read: ")
