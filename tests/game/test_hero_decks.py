"""Heroes' own decks of the shipped games: their sections, their pools and their means."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from deckgen import load_game
from deckgen.deck.solve.plan import is_solved
from deckgen.errors import DeckError
from deckgen.game import read_game, shipped_games
from deckgen.game.hero import Hero, HeroResult
from deckgen.game.hero_decks import group_section, hero_spec, solved_specs, with_hero

GAMES = shipped_games()
PEOPLE = sorted(path for name in GAMES for path in (read_game(name).folder / "characters").glob("*.yaml"))


@cache
def dealt(path: Path):
    """A shipped character's own deck, and what it has no room for."""
    game = load_game(path.parent.parent.name).with_hero(path)
    return game.deal(game.decks[-1], "42"), game.left_out


def a_hero(**results: tuple[HeroResult, ...]) -> Hero:
    return Hero("Ann", "", results)


@pytest.mark.parametrize("path", PEOPLE, ids=[path.stem for path in PEOPLE])
def test_every_named_result_of_a_shipped_hero_has_the_mean_of_its_pool(path):
    deck, _ = dealt(path)
    audit = deck.audit()
    names = {(group, result["name"]) for group, results in deck.data.hero["results"].items() for result in results}
    cells = {(cell.cell.section, cell.cell.column): cell for cell in audit.data.cells}
    assert 10 <= len(names) <= 18
    for place in names:
        cell = cells[place]
        assert abs(cell.mean - cell.target) <= cell.allowance < Fraction(1, 20), place
    assert audit.passed


@pytest.mark.parametrize("path", PEOPLE, ids=[path.stem for path in PEOPLE])
def test_shipped_heroes_lack_nothing_but_room(path):
    _, left_out = dealt(path)
    assert all("there is room for" in problem.message for problem in left_out)


@pytest.mark.parametrize("name", GAMES)
def test_any_hero_s_deck_is_dealt_at_once(name):
    game = read_game(name)
    *decks, pools = solved_specs(game)
    assert tuple(decks) == game.decks
    assert is_solved(game, pools)
    for group in game.hero_deck.groups:
        cells = {cell.roll for cell in game.deck().section(group.section).rolled_cells()}
        assert cells in [{roll for _, roll in section.rolls} for section in pools.sections]


@pytest.mark.parametrize("name", GAMES)
def test_a_hero_s_deck_keeps_what_belongs_to_everybody_and_has_groups_with_results_only(name):
    game = read_game(name)
    group = game.hero_deck.groups[0]
    cell = next(iter(game.deck().section(group.section).rolled_cells()))
    spec = hero_spec(game, a_hero(**{group.name: (HeroResult("Dodge", cell.column, cell.row, 2),)}))
    assert [section.name for section in spec.sections] == [*game.hero_deck.kept, group.name]
    ((label, roll),) = spec.section(group.name).rolls
    assert label == "Dodge"
    assert roll == replace(cell.roll, bonus=cell.roll.bonus + 2)


def test_patterns_are_printed_in_the_language_of_the_game():
    game = read_game("west-that-wasnt")
    group = next(group for group in game.hero_deck.groups if group.section == "effects")
    names = {"{weapon}": "{weapon}", "Fists": "Fäuste", "{weapon} RD": "RS {weapon}"}
    lines = tuple(replace(group.lines[0], key=key, name=name) for key, name in names.items())
    results = HeroResult("Bowie knife RD", "6", 1), HeroResult("Fists", "6", 2), HeroResult("RD", "6", 3)
    labels = dict(group_section(replace(group, lines=lines), game, results).labels)
    assert labels == {"Bowie knife RD": "RS Bowie knife", "Fists": "Fäuste"}


@pytest.mark.parametrize(
    "results",
    [
        {"nothing": [{"name": "Dodge", "column": "6", "row": 1, "bonus": 0}]},
        {"skills": [{"name": "Dodge", "column": "7", "row": 1, "bonus": 0}]},
        {"skills": [{"name": "Dodge", "column": "6", "row": 6, "bonus": 0}]},
        {"skills": [{"name": "Dodge", "column": "6", "row": 1, "bonus": 0}] * 2},
        {"skills": [{"name": str(n), "column": "6", "row": 1, "bonus": 0} for n in range(61)]},
        {"skills": [{"name": "", "column": "6", "row": 1, "bonus": 0}]},
        {"skills": "Dodge"},
    ],
)
def test_a_hero_in_deck_json_that_no_deck_can_have_is_refused(results):
    game = read_game("west-that-wasnt")
    with pytest.raises(DeckError, match="is not a hero's deck as west-that-wasnt has them; generate it again"):
        with_hero(game, {"name": "Ann", "face": "", "results": results}, Path("deck.json"))


@pytest.mark.parametrize("part", [{"before": {}}, {"before": [[]]}, {"before": [{}] * 41}, {"face": 3}, {"name": ""}])
def test_a_hero_of_other_parts_is_refused(part):
    hero = {"name": "Ann", "face": "", "results": {"checks": [{"name": "Dodge", "column": "6", "row": 1, "bonus": 0}]}}
    assert with_hero(read_game("west-that-wasnt"), hero, Path("deck.json")).decks[-1].title == "Ann"
    with pytest.raises(DeckError, match="is not a hero's deck as west-that-wasnt has them"):
        with_hero(read_game("west-that-wasnt"), {**hero, **part}, Path("deck.json"))


def test_what_a_ruling_takes_from_a_deck_is_not_on_a_hero_s():
    game = read_game("future-imperfect", rulings={"acting": "a hand of cards"})
    spec = hero_spec(game, a_hero(checks=(HeroResult("Reflexes", "III", 2),)))
    assert "initiative" in game.hero_deck.kept
    assert "initiative" not in {section.name for section in spec.sections}
