"""The rules on the sheet of Future Imperfect, with the figures of their authors' examples."""

from __future__ import annotations

import re

import pytest
from sheet_fixtures import CHARACTERS, from_text, person, sheet

from deckgen.game import read_game
from deckgen.sheet.blocks.drawing import DrawingOptions
from deckgen.sheet.blocks.reading import RemarksOptions, TableOptions
from deckgen.sheet.model import join_name

GAME = "future-imperfect"


def hero(text):
    """What stands in the fields of a character with these lines."""
    spec = sheet(GAME).spec
    return from_text(f"game: {GAME}\nname: Ada\n{text}", spec.source.path, spec).texts


def options():
    """The options of all blocks on the pages."""
    rows = (row for page in sheet(GAME).spec.pages for row in page.rows)
    return [block.options for row in rows for stack in row for block in stack.blocks]


def words(art):
    """What is printed in a drawing."""
    (found,) = (each.words for each in options() if isinstance(each, DrawingOptions) and each.art == art)
    return found


def rules():
    """The rows of two cells on the sheet, and its remarks, by what begins them."""
    rows = (row for each in options() if isinstance(each, TableOptions) for row in each.rows)
    told = {row[0]: row[1] for row in rows if len(row) == 2}
    remarks = (text for each in options() if isinstance(each, RemarksOptions) for text in each.text)
    return told | dict(text.split(" | ", 1) for text in remarks)


def moves(text):
    texts = hero(text)
    return {name: texts.get(name) for name in ("rate", "pace", "run", "load_share", "carried")}


@pytest.mark.parametrize(("strength", "light", "medium", "heavy", "lift"), [("3d6", 18, 36, 60, 90)])
def test_tara_carries_what_her_example_says(strength, light, medium, heavy, lift):
    texts = hero(f"traits: {{strength: {strength}}}\n")
    found = [texts[f"loads.{name}"] for name in ("light", "medium", "heavy", "lift")]
    assert found == [f"{each} kg" for each in (light, medium, heavy, lift)]


@pytest.mark.parametrize(("shift", "light"), [(2, 40), (1, 32), (-1, 16)])
def test_races_shift_the_multipliers(shift, light):
    texts = hero(f"traits: {{strength: 2d8}}\nload_shift: {shift}\n")
    assert texts["loads.light"] == f"{light} kg"  # 5, 4 and 2 × 8


@pytest.mark.parametrize(
    ("weight", "share", "pace", "run"),
    [
        (17.9, "1", 8, 16),
        (18, "¾", 6, 12),
        (36, "½", 4, 8),
        (59.9, "½", 4, 8),
        (60, "¼", 2, 4),  # the example: a Rate of 8 under a heavy load is 2
        (200, "¼", 2, 4),
    ],
)
def test_what_the_locker_weighs_takes_from_the_rate(weight, share, pace, run):
    traits = "traits: {strength: 3d6, dexterity: 2d8}\n"
    gear = f"gear: [{{item: Coil, weight: {weight}}}, {{item: Letter}}]\n"
    assert moves(traits + gear) == {
        "rate": "8 m", "pace": f"{pace} m", "run": f"{run} m", "load_share": share, "carried": f"{weight} kg",
    }  # fmt: skip


def test_the_weights_of_all_gear_are_summed_and_fractions_of_a_meter_dropped():
    gear = ", ".join(f"{{item: Part {i}, weight: {weight}}}" for i, weight in enumerate((7, 3.5, 2, 5.5)))
    found = moves(f"traits: {{strength: 1d6, dexterity: 2d6}}\ngear: [{gear}]\n")
    assert (found["carried"], found["load_share"], found["pace"]) == ("18 kg", "¾", "4 m")  # ¾ of 6 is 4½
    empty = moves("traits: {strength: 1d6, dexterity: 2d6}\n")
    assert (empty["carried"], empty["pace"], empty["run"]) == ("0 kg", "6 m", "12 m")


@pytest.mark.parametrize(("level", "climb"), [(None, 2), (0, 2), (3, 5), (6, 8), (9, 8)])
def test_climbing_goes_to_eight(level, climb):
    skills = "" if level is None else f"skills: [{{skill: Climbing, level: {level}}}]\n"
    assert hero(skills)["climb"] == f"{climb} m"


def test_how_far_a_hero_throws():
    assert hero("traits: {strength: 3d6}\n")["throw"] == "30 m"


@pytest.mark.parametrize(("die", "minutes"), [("d4", 1), ("d6", 2), ("d8", 3), ("d10", 4), ("d12", 5)])
def test_breath_is_a_minute_a_column_of_fortitude(die, minutes):
    assert hero(f"traits: {{fortitude: 2{die}}}\n")["breath"] == f"{minutes} min"


@pytest.mark.parametrize(
    ("wounds", "penalty", "recovery", "bleeding"),
    [
        ("", "0", "3", "0"),
        ("{torso: 1}", "−1", "3", "0"),
        ("{torso: 1, left_arm: 2}", "−2", "5", "0"),
        ("{head: 3, left_arm: 2}", "−3", "7", "1"),
        ("{right_leg: 4}", "−4", "9", "2"),
        ("{torso: 5}", "−5", "11", "3"),
        ("{right_arm: 5, torso: 5}", "−5", "13", "3"),  # a limb that is maimed
    ],
)
def test_the_worst_wound_says_penalty_recovery_and_bleeding(wounds, penalty, recovery, bleeding):
    texts = hero(f"wounds: {wounds}\n" if wounds else "")
    assert [texts[name] for name in ("penalty", "recovery", "bleeding")] == [penalty, recovery, bleeding]


def test_the_numbers_of_wounds_are_those_of_their_levels():
    spec = sheet(GAME).spec
    assert [level["penalty"] for level in spec.levels["wound"]] == ["−1", "−2", "−3", "−4", "−5"]
    assert [level["stun"] for level in spec.levels["wound"]] == ["3", "5", "7", "9", "11"]
    assert [level["bleeding"] for level in spec.levels["wound"]] == ["–", "–", "1", "2", "3"]
    assert [level["treat"] for level in spec.levels["wound"]] == ["3", "5", "7", "9", "11 / 13"]
    assert [str(spec.tables["numbers"][str(i)]) for i in range(6)] == ["3", "3", "5", "7", "9", "11"]
    (table,) = (each for each in options() if isinstance(each, TableOptions) and "Wound" in each.head)
    printed = [list(row[1:]) for row in table.rows]
    assert printed == [[level[key] for level in spec.levels["wound"]] for key in ("penalty", "treat", "bleeding")]


@pytest.mark.parametrize(("lost", "left"), [(0, "14"), (5, "9"), (14, "0"), (20, "−6")])
def test_concussion_counts_down_and_below_zero(lost, left):
    assert hero(f"ct: 14\nct_lost: {lost}\n")["ct_now"] == left


@pytest.mark.parametrize(("level", "reading"), [(4, "6d8 · IV-5"), (5, "7d8 · V-5"), (9, "11d8 · V-5")])
def test_skills_go_beyond_four(level, reading):
    text = f"traits: {{dexterity: 2d8}}\nskills: [{{skill: Any, trait: dexterity, level: {level}}}]\n"
    assert hero(text)["skills.01.reading"] == reading


def test_the_task_numbers_are_those_of_the_game():
    said = words("tasks")
    for scope, row in zip(read_game(GAME).scopes, ("pulp", "gritty"), strict=True):
        printed = [(said[f"name{i}"], int(said[f"{row}{i}"])) for i in range(1, 6)]
        assert printed == list(scope.difficulties)


def test_what_a_shot_at_each_part_costs():
    said = words("called")
    assert [said[part] for part in ("torso", "limb", "small", "tiny")] == ["−2", "−4", "−6", "−10"]


def test_armor_has_its_thresholds_and_a_place_for_reduced_damage():
    said = words("armor")
    assert [said[f"{what}-when"] for what in ("penetrates", "ablates", "deflects")] == [
        "AV + 2 or more", "AV, AV + 1", "Less than AV",
    ]  # fmt: skip
    assert "AV falls by 1" in said.values()


def test_what_surprises_and_what_it_takes():
    assert re.findall(r"TN (\d+)", rules()["Surprise"]) == ["5", "11", "3"]


@pytest.mark.parametrize(
    ("about", "numbers"),
    [
        ("Cover", "1 2 3 4 5"),  # the chapter's table of obstacles
        ("Running · mounted", "4 2"),
        ("Two weapons · off", "2 6"),
        ("Rifle in one hand", "2"),
        ("Lift", "3 5"),
        ("Vacuum", "7"),
        ("Fire", "1 5 2 5 3 5"),
        ("Water", "5 11"),
    ],
)
def test_numbers_of_the_chapters_are_on_the_sheet(about, numbers):
    assert re.findall(r"\d+", rules()[about]) == numbers.split()


def test_maimed_limbs_have_their_number():
    assert "maimed 13" in rules()["Treat"]


def test_weapons_have_room_for_all_that_their_rules_ask():
    names = {column.name for column in sheet(GAME).spec.groups["weapons"].columns}
    assert names >= {"speed", "db", "burst", "area", "attributes", "reduced", "aim", "rof"}


EXAMPLES = [path for game, path in CHARACTERS if game == GAME]


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.stem for path in EXAMPLES])
def test_weapons_of_the_examples_are_legal(path):
    texts = person(path, GAME).texts
    weapons = [name for name in texts if re.fullmatch(r"weapons\.\d+\.weapon", name)]
    assert weapons
    for name in weapons:
        row = name.removesuffix(".weapon")
        for column in ("damage", "reduced"):
            assert re.fullmatch(r"[1-5]\([1-7]\)", texts[join_name(row, column)]), texts[name]
        if sign := texts.get(join_name(row, "aim")):
            assert re.fullmatch(r"[1-9]/−[1-9]", sign), texts[name]


def test_a_powered_truncheon_does_the_damage_of_powered_blunt_weapons():
    (path,) = (path for path in EXAMPLES if path.stem.startswith("oru"))
    texts = person(path, GAME).texts
    assert (texts["weapons.01.weapon"], texts["weapons.01.damage"]) == ("Powered truncheon", "2(2)")
    assert texts["weapons.01.db"] == "1"
