"""The rules on the sheets of Future Imperfect and The West, with the figures of their authors' examples."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings, strategies as st
from sheet_fixtures import CHARACTERS, person, sheet

from deckgen.game import load
from deckgen.sheet.blocks.reading import TableOptions
from deckgen.sheet.character_files import from_text
from deckgen.sheet.model import full

FUTURE, WEST = "future-imperfect", "west-that-wasnt"


def hero(game, text):
    """What stands in the fields of a character with these lines."""
    spec = sheet(game).spec
    return from_text(f"game: {game}\nname: Ada\n{text}", spec.source.path, spec).texts


def west_skill(dice, level):
    text = f"traits: {{dexterity: {dice}}}\nskills: [{{skill: Any, trait: dexterity, level: {level}}}]\n"
    return hero(WEST, text)["skills.01.reading"]


def dice(text):
    return tuple(map(int, text.split("d")))


def tables(game):
    """The tables on a sheet by their titles."""
    rows = (row for page in sheet(game).spec.pages for row in page.rows)
    every = (block.options for row in rows for stack in row for block in stack.blocks)
    return {options.title: options for options in every if isinstance(options, TableOptions)}


def said(game):
    return {row[0]: row[1] for table in tables(game).values() for row in table.rows if len(row) == 2}


def test_the_west_rolls_its_example():
    assert west_skill("2d10", 3) == "3d10"  # skill 3 and a Dexterity of d10 read 10, 1 and 11


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 5), st.integers(0, 12), st.integers(0, 12))
def test_a_skill_of_the_west_is_never_worse_than_a_lower_one_or_the_trait(trained, level, other):
    low, high = sorted((level, other))
    first, second = (dice(west_skill(f"{trained}d8", each)) for each in (low, high))
    assert trained <= first[0] <= second[0]
    assert first[1] == second[1] == 8


WEAPONS = """\
skills:
  - {skill: Fighting, specialisation: Clubs, level: 3}
  - {skill: Fighting, specialisation: Knives, level: 1}
  - {skill: Fighting, specialisation: Brawling, level: 2}
weapons:
  - {weapon: Shovel, fighting: Clubs}
  - {weapon: Knife, fighting: knives}
  - {weapon: Sword, fighting: Swords}
  - {weapon: Gun}
"""


def test_defense_is_that_of_the_weapon_in_hand():
    texts = hero(WEST, WEAPONS)
    assert texts["weapons.01.guard"] == "5"  # the example: Clubs 3 and a shovel
    assert [texts.get(f"weapons.0{row}.guard") for row in (2, 3, 4)] == ["4", "3", None]
    assert texts["defense"] == "4"  # bare hands


@pytest.mark.parametrize(
    ("level", "defense"), [(0, "3"), (1, "4"), (2, "4"), (3, "5"), (4, "5"), (5, "6"), (7, "7")]
)
def test_defense_rises_with_the_first_level_and_every_two_more(level, defense):
    text = f"skills: [{{skill: Fighting, specialisation: Brawling, level: {level}}}]\n"
    assert hero(WEST, text)["defense"] == defense


@pytest.mark.parametrize(("game", "strength", "far"), [(FUTURE, "3d6", "30 m"), (WEST, "2d8", "40 m")])
def test_how_far_a_hero_throws(game, strength, far):
    texts = hero(game, f"traits: {{strength: {strength}}}\n")
    assert texts["throw"] == far
    if game == WEST:
        assert texts["throw_step"] == "5 m"


@pytest.mark.parametrize("game", [FUTURE, WEST])
def test_the_target_numbers_are_those_of_the_game(game):
    (table,) = (table for table in tables(game).values() if "Incredible" in table.head)
    for row, scope in zip(table.rows, load(game).scopes, strict=True):
        assert list(zip(table.head[1:], map(int, row[1:]), strict=True)) == list(scope.difficulties)


@pytest.mark.parametrize("game", [FUTURE, WEST])
def test_what_a_shot_at_each_part_costs(game):
    called = ["−2", "−4", "−6", "−10"]
    found = [list(row[1:]) for table in tables(game).values() for row in table.rows]
    found += [row[1].split(" / ") for table in tables(game).values() for row in table.rows]
    assert called in found


@pytest.mark.parametrize("game", [FUTURE, WEST])
def test_armour_has_its_thresholds_and_a_place_for_reduced_damage(game):
    (table,) = (table for title, table in tables(game).items() if title.startswith("Armo"))
    assert [row[0] for row in table.rows] == ["2 or more above", "Equal or 1 above", "Less"]
    assert all(word in row[1] for word, row in zip(("Penetrates", "RD", "Deflects"), table.rows, strict=True))
    assert "reduced" in [column.name for column in sheet(game).spec.groups["weapons"].columns]


def test_what_surprises_and_what_it_takes():
    assert re.findall(r"TN (\d+)|or (\d+)", said(WEST)["Surprise"]) == [("5", ""), ("", "9"), ("3", "")]
    assert re.findall(r"TN (\d+)|or (\d+)", said(FUTURE)["Surprise"]) == [("5", ""), ("", "11"), ("3", "")]


def test_wounds_of_the_future_have_the_numbers_of_the_tables():
    levels = sheet(FUTURE).spec.levels["wound"]
    assert [level["penalty"] for level in levels] == ["−1", "−2", "−3", "−4", "−5"]
    assert [level["stun"] for level in levels] == ["3", "5", "7", "9", "11"]
    assert [level["bleeding"] for level in levels] == ["–", "–", "1", "2", "3"]
    assert [level["treat"] for level in levels] == ["3", "5", "7", "9", "11 / 13"]
    assert "13" in said(FUTURE)["Maimed"]


def test_weapons_of_the_future_have_room_for_all_that_their_rules_ask():
    names = {column.name for column in sheet(FUTURE).spec.groups["weapons"].columns}
    assert names >= {"speed", "db", "burst", "area", "attributes", "reduced", "aim", "rof"}


@pytest.mark.parametrize(("level", "reading"), [(4, "6d8 · IV-5"), (5, "7d8 · V-5"), (9, "11d8 · V-5")])
def test_skills_of_the_future_go_beyond_four(level, reading):
    text = f"traits: {{dexterity: 2d8}}\nskills: [{{skill: Any, trait: dexterity, level: {level}}}]\n"
    assert hero(FUTURE, text)["skills.01.reading"] == reading


ARMED = [(game, path) for game, path in CHARACTERS if game in (FUTURE, WEST)]


@pytest.mark.parametrize(("game", "path"), ARMED, ids=[path.stem for _, path in ARMED])
def test_weapons_of_the_examples_are_legal(game, path):
    texts = person(path, game).texts
    form, aim = {
        FUTURE: (r"[1-5]\([1-7]\)", r"[1-9]/−[1-9]"),
        WEST: (r"\([1-5]\)(4|6|8|10|12)", r"[FNS]/−[1-9]"),
    }[game]
    weapons = [name for name in texts if re.fullmatch(r"weapons\.\d+\.weapon", name)]
    assert weapons
    for name in weapons:
        row = name.removesuffix(".weapon")
        for column in ("damage", "reduced"):
            assert re.fullmatch(form, texts[full(row, column)]), texts[name]
        if sign := texts.get(full(row, "aim")):
            assert re.fullmatch(aim, sign), texts[name]


def test_a_powered_truncheon_does_the_damage_of_powered_blunt_weapons():
    (path,) = (path for _, path in ARMED if path.stem.startswith("oru"))
    texts = person(path, FUTURE).texts
    assert (texts["weapons.01.weapon"], texts["weapons.01.damage"]) == ("Powered truncheon", "2(2)")
    assert texts["weapons.01.db"] == "1"
