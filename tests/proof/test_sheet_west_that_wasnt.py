"""The rules on the sheet of The West That Wasn't, with the figures of their authors' examples."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings, strategies as st
from sheet_fixtures import CHARACTERS, from_text, person, sheet

from deckgen.game import read_game
from deckgen.sheet.blocks.reading import TableOptions
from deckgen.sheet.model import join_name
from deckgen.sheet.reader import load_sheet

WEST = "west-that-wasnt"


def hero(game, text):
    """What stands in the fields of a character with these lines."""
    spec = sheet(game).spec
    return from_text(f"game: {game}\nname: Ada\n{text}", spec.source.path, spec).texts


def west_skill(dice, level):
    text = f"traits: {{dexterity: {dice}}}\nskills: [{{skill: Any, trait: dexterity, level: {level}}}]\n"
    return hero(WEST, text)["skills.01.reading"]


def dice(text):
    return tuple(map(int, text.split("d")))


def tables():
    """The tables on the sheet."""
    rows = (row for page in sheet(WEST).spec.pages for row in page.rows)
    every = (block.options for row in rows for stack in row for block in stack.blocks)
    return [options for options in every if isinstance(options, TableOptions)]


def said():
    """What tables say in pairs of a situation and what comes of it, also where two pairs stand in a row."""
    cells = (row[i : i + 2] for table in tables() for row in table.rows for i in range(0, len(row) - 1, 2))
    return dict(cells)


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
  - {skill: Fighting, specialization: Clubs, level: 3}
  - {skill: Fighting, specialization: Knives, level: 1}
  - {skill: Fighting, specialization: Brawling, level: 2}
weapons:
  - {weapon: Shovel, fighting: Clubs}
  - {weapon: Knife, fighting: knives}
  - {weapon: Sword, fighting: Swords}
  - {weapon: Gun}
"""


def test_defense_is_that_of_the_weapon_in_hand():
    texts = hero(WEST, WEAPONS)
    assert texts["weapons.01.guard"] == "5"  # the example: Clubs 3 and a shovel
    assert [texts.get(f"weapons.0{row}.guard") for row in (2, 3, 4)] == ["4", "3", ""]
    assert texts["defense"] == "4"  # bare hands


@pytest.mark.parametrize(("level", "defense"), [(0, "3"), (1, "4"), (2, "4"), (3, "5"), (4, "5"), (5, "6"), (7, "7")])
def test_defense_rises_with_the_first_level_and_every_two_more(level, defense):
    text = f"skills: [{{skill: Fighting, specialization: Brawling, level: {level}}}]\n"
    assert hero(WEST, text)["defense"] == defense


def test_how_far_a_hero_throws():
    texts = hero(WEST, "traits: {strength: 2d8}\n")
    assert (texts["throw"], texts["throw_step"]) == ("40 m", "5 m")


def test_the_target_numbers_are_those_of_the_game():
    (table,) = (table for table in tables() if "Incredible" in table.head)
    for row, scope in zip(table.rows, read_game(WEST).scopes, strict=True):
        assert list(zip(table.head[1:], map(int, row[1:]), strict=True)) == list(scope.difficulties)


def test_what_a_shot_at_each_part_costs():
    assert ["−2", "−4", "−6", "−10"] in [list(row[1:]) for table in tables() for row in table.rows]


@pytest.mark.parametrize(
    ("situation", "costs"),
    [
        ("Base TN", "5"),
        ("Each range increment", "TN +1"),
        ("You walk / run", "−1 / −4"),
        ("You ride, if worse", "−2"),
        ("Each 5 m of relative speed", "−1"),
        ("Unseen behind cover", "−4"),
        ("Two guns / off hand", "−2 / −6"),
        ("Long gun in one hand", "−2"),
    ],
)
def test_what_makes_a_shot_harder(situation, costs):
    assert said()[situation] == costs


def test_how_size_counts():
    assert "Size 3, 2, 1, ½ …" in said()
    assert said()["Size 3, 2, 1, ½ …"] == "−1, −2, −3 … −6"
    assert said()["Size 12, 18, 24 …"] == "+1, +2, +3 … +6"


def test_armor_has_its_thresholds_and_a_place_for_reduced_damage():
    (table,) = (table for table in tables() if table.title.startswith("Armo"))
    assert [row[0] for row in table.rows] == ["2 or more above", "Equal or 1 above", "Less"]
    assert all(word in row[1] for word, row in zip(("Penetrates", "RD", "Deflects"), table.rows, strict=True))
    assert "reduced" in [column.name for column in sheet(WEST).spec.groups["weapons"].columns]


def test_what_surprises_and_what_it_takes():
    assert re.findall(r"TN (\d+)|or (\d+)", said()["Surprise"]) == [("5", ""), ("", "9"), ("3", "")]


def test_wounds_have_the_numbers_of_the_draft():
    levels = sheet(WEST).spec.levels["wound"]
    assert [level["penalty"] for level in levels] == ["−1", "−2", "−3", "−4", "−5"]
    assert [level["stun"] for level in levels] == ["3", "5", "7", "9", "11"]


PACKED = """\
traits: {strength: 2d8}
speed: 10
horse_speed: 18
gear:
  - {item: Saddle, weight: 40}
  - {item: Letter}
  - {item: Flour, weight: %s}
"""


@pytest.mark.parametrize(
    ("flour", "carried", "speed"),
    [("7.5", "47.5", "10"), (8, "48", "7"), (56, "96", "5"), (119.5, "159.5", "5"), (120, "160", "2")],
)
def test_loads_slow_down(flour, carried, speed):
    texts = hero(WEST, PACKED % flour)
    assert (texts["carried"], texts["laden"]) == (f"{carried} lb", speed)
    bounds = [texts[f"loads.{name}"] for name in ("light", "medium", "heavy", "lift")]
    assert bounds == ["48 lb", "96 lb", "160 lb", "240 lb"]
    assert texts["gallop"] == "36"


def test_what_is_carried_says_nothing_without_speed():
    assert not hero(WEST, "traits: {strength: 2d8}\n").get("laden")


ARMED = [path for game, path in CHARACTERS if game == WEST]


@pytest.mark.parametrize("path", ARMED, ids=[path.stem for path in ARMED])
def test_weapons_of_the_examples_are_legal(path):
    texts = person(path, WEST).texts
    form = r"\([1-5]\)(4|6|8|10|12)"
    weapons = [name for name in texts if re.fullmatch(r"weapons\.\d+\.weapon", name)]
    assert weapons
    for name in weapons:
        row = name.removesuffix(".weapon")
        for column in ("damage", "reduced"):
            assert re.fullmatch(form, texts[join_name(row, column)]), texts[name]
        assert bool(texts.get(join_name(row, "aim"))) == bool(texts.get(join_name(row, "snap"))), texts[name]
        assert re.fullmatch("(−[1-9])?", texts.get(join_name(row, "snap"), "")), texts[name]


@pytest.mark.parametrize("code", [None, "de"])
def test_the_speed_of_an_aim_has_the_letter_of_the_cards(code):
    game = read_game(WEST, code)
    rows = game.deck("action").section("initiative")
    aim = next(column for name, column in load_sheet(WEST, code).fields() if name == "weapons.01.aim")
    assert aim.labels == dict(zip(rows.rows, rows.printed_rows(), strict=True))
