"""Cases that are validated: what does not come out is told with its line, and all are listed."""

import shutil
from functools import cache

import pytest

from deckgen.errors import DeckgenError
from deckgen.files import shipped_path
from deckgen.game import read_game, shipped_games
from deckgen.game.cases import read_cases
from deckgen.run.cases import check_cases, listed

WEST = "west-that-wasnt"


@pytest.fixture
def west(tmp_path):
    """Makes a copy of the West with other cases."""

    def changed(cases):
        folder = tmp_path / WEST
        shutil.copytree(shipped_path("data") / WEST, folder)
        (folder / "cases.yaml").write_text("cases:\n" + cases, encoding="utf-8")
        return folder

    return changed


@cache
def lines(name):
    return list(listed(read_game(name)))


@pytest.mark.parametrize("name", shipped_games())
def test_all_cases_come_out_and_are_listed(name):
    game = read_game(name)
    check_cases(game)
    for case in read_cases(game):
        assert f"{case.name} ({case.source})" in lines(name)
    assert not [line for line in lines(name) if "does not come out" in line]
    assert lines(name)[-1].startswith(f"{len(read_cases(game))} of {len(read_cases(game))} worked examples come out, ")


def test_what_differs_is_told_with_its_line(west):
    folder = west(
        """\
  brothers:
    source: S
    text: T
    play: fan
    answers: {skill: 10-3}
    cards: [{causes: {10-3: 9}}, {causes: {10-3: 8}}]
    facts:
      first: 9
      second: 7
  shovel:
    source: S
    text: T
    sheet: {skills: [{skill: Fighting, specialization: Clubs, trait: Strength, level: 3}]}
    facts: {defense: 4}
  nowhere:
    source: S
    text: T
    play: fan
    answers: {skill: 10-3}
    cards:
      - causes: {10-3: 99}
        hit_location: head
    facts: {first: 99}
"""
    )
    with pytest.raises(DeckgenError) as caught:
        check_cases(read_game(folder))
    assert [(each.line, each.path, each.message) for each in caught.value.problems] == [
        (10, "cases.brothers.facts.second", "it is 8"),
        (15, "cases.shovel.facts.defense", "it is 3"),
        (
            21,
            "cases.nowhere.cards",
            "no card of the decks that were tried shows causes 10-3: 99 and hit_location: head",
        ),
    ]


def test_fields_that_a_sheet_lacks_are_told(west):
    folder = west("  shovel: {source: S, text: T, sheet: {sice: 6}, facts: {defense: 4}}\n")
    with pytest.raises(DeckgenError, match=r'cases.yaml:2: .*the sheet has no field "sice"; did you mean "size"'):
        check_cases(read_game(folder))
    shutil.rmtree(folder)
    folder = west("  shovel: {source: S, text: T, sheet: {size: 6}, facts: {defence: 4}}\n")
    with pytest.raises(DeckgenError, match=r'cases.yaml:2: .*the sheet has no field "defence"; did you mean "defense"'):
        check_cases(read_game(folder))


def test_a_case_is_played_under_its_rulings_and_others_depend_on_those_that_are_changed():
    game = read_game(WEST, rulings={"increments": "each one exceeded"})
    check_cases(game)
    text = "\n".join(listed(game))
    assert "ruled so: increments: each one exceeded" in text
    assert "ruled so: increments: each full one" in text


def test_facts_are_in_the_language_of_the_author(west):
    folder = west(
        """\
  arm:
    source: Wound Markers
    text: Two light wounds in an arm are a serious one.
    play: hit
    answers: {already: 2, size: 6}
    cards: [{hit_location: right arm, effects: {6-3: 12}}]
    facts: {state: 4, state.name: Serious}
"""
    )
    check_cases(read_game(folder, "de"))
