"""The results by name that a character's sheet gives for its own deck, and what a deck has no room for."""

from pathlib import Path

import pytest
from hero_games import HEROES, SHEET
from sheet_fixtures import from_text

from deckgen.errors import DeckgenError, Problems
from deckgen.game import read_game
from deckgen.sheet.hero import check_hero_deck, hero_of
from deckgen.sheet.reader import load_sheet

WEST = "west-that-wasnt"
ANN = "name: Ann\ntraits: {dexterity: 2d8, reflexes: 2d6, fortitude: 2d8, acuity: 2d8, strength: 2d6}\n"


def results(game: str, text: str):
    """The results of a character's groups, and what is told of those that are left out."""
    spec = load_sheet(game)
    hero, left_out = hero_of(spec, read_game(game), from_text(f"game: {game}\n{text}", Path("ann.yaml"), spec))
    return {group: {r.name: r for r in listed} for group, listed in hero.results.items()}, "\n".join(map(str, left_out))


def test_a_weapon_s_skill_comes_first_and_is_there_once():
    skills = (
        "skills: [{skill: Riding, trait: dexterity, level: 1}, {skill: Shooting, specialization: Pistols, trait: dexterity, level: 4},"
        " {skill: Medicine, specialization: General, trait: acuity, level: 1}]\n"
        "weapons: [{weapon: Colt, skill: Pistols, damage: (3)6, reduced: (2)6}, {weapon: Derringer, skill: Pistols, damage: (1)6}]\n"
    )
    found, told = results(WEST, ANN + skills)
    assert list(found["skills"]) == ["Pistols", "Riding", "Medicine"]
    assert (found["skills"]["Pistols"].column, found["skills"]["Pistols"].row) == ("8", 4)
    assert list(found["weapons"]) == ["Colt", "Derringer", "Fists", "Vitals +", "Colt RD"]
    assert told == ""


def test_the_unskilled_are_asked_for_their_characteristic_alone_and_a_weapon_for_its_extra_damage():
    found, _ = results(
        "action-and-combat",
        "name: Ann\ncharacteristics: {ref: 4, stam: 5, str: 4, per: 6, cool: 6, int: 7, tech: 7}\nfatigue: 3\n"
        "weapons: [{weapon: Sidearm, attack: Ranged, skill: Marksmanship, damage: 2d6+1}, {weapon: Bat, attack: Melee, damage: 2d6}]\n",
    )
    assert {name: result.bonus for name, result in found["checks"].items()} == {
        "Initiative": 4,
        "Defense": 4,
        "Dodge": 7,
        "Shock": 5,
        "Nerve": 6,
        "Awareness": 6,
    }
    assert found["attacks"]["Sidearm"].bonus == 4
    assert [(r.row, r.bonus) for r in found["weapons"].values()] == [(2, 1), (2, 0)]


def test_more_dice_than_the_grid_has_are_read_where_the_sheet_reads_them():
    found, told = results(
        "future-imperfect",
        "name: Ann\ntraits: {strength: 3d10, dexterity: 3d12, reflexes: 2d6, fortitude: 2d6}\n"
        "skills: [{skill: Swimming, trait: strength, level: 4}, {skill: Climbing, trait: dexterity, level: 9}]\n",
    )
    assert {name: (r.column, r.row) for name, r in found["skills"].items()} == {
        "Swimming": ("V", 5),
        "Climbing": ("V", 5),
    }
    assert told == ""


def test_what_is_left_out_is_told_with_the_reason():
    weapons = ", ".join(f"{{weapon: Gun {n}, skill: Pistols, damage: (1)6}}" for n in range(1, 21))
    skills = (
        "skills: [{skill: Shooting, specialization: Pistols, trait: dexterity, level: 9},"
        " {skill: Riding, trait: dexterity, level: 1}, {skill: Law, specialization: Riding, trait: strength, level: 1}]\n"
    )
    found, told = results(WEST, f"{ANN.replace('reflexes: 2d6, ', '')}{skills}weapons: [{weapons}]\n")
    assert list(found["weapons"]) == [f"Gun {n}" for n in range(1, 8)]
    assert "Pistols" not in found["skills"]
    assert list(found["skills"]) == ["Riding"]
    assert "skills: Pistols: the deck has no 8-9 in Cause; read it off the sheet, with a deck for everybody" in told
    assert "skills: Riding: is there twice; the first one is on the deck; give the other another name" in told
    assert "checks: Reflexes: the sheet has no dice for it; fill in what it needs" in told
    assert "weapons: Gun 8, Gun 9" in told
    assert "there is room for 7 of them; read these off the sheet, or list them first on it" in told


def test_numbers_that_the_sheet_lacks_are_told():
    found, told = results(
        "rough-magic", "name: Ann\nattributes: {brawn: 3, agility: 6, reason: 4, perception: 5, will: 5}\n"
    )
    assert list(found["attributes"]) == ["Brawn", "Agility", "Reason", "Perception", "Will"]
    assert "attributes: Power: the sheet has no number for it; fill in what it needs" in told


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name: Ann\n", "the character has none of its results; give it some skills"),
        ("name: Ann\nskills: [{skill: Riding, level: 1}]\n", "the character has none of its results"),
    ],
)
def test_a_character_without_any_result_has_no_deck(text, message):
    with pytest.raises(DeckgenError, match=message):
        results(WEST, text)


def test_formulas_that_the_sheet_does_not_know_are_told_by_file_and_line(tmp_path):
    lines = (
        "\n        - {each: skils, name: '{skill}', roll: dice}"
        "\n        - {each: skills, name: '{skil}', when: agee > 3, roll: dicee, bonus: age +}"
        "\n        - {each: skills, name: 'Old {skill}', when: age > 60, roll: dice, bonus: age // 9}\n"
    )
    (tmp_path / "sheet").mkdir()
    (tmp_path / "sheet" / "sheet.yaml").write_text(SHEET, encoding="utf-8")
    text = HEROES.replace(' [{each: skills, name: "{skill}", roll: dice}]', lines)
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    game, problems = read_game(tmp_path), Problems()
    check_hero_deck(load_sheet(tmp_path), game, problems)
    first = text[: text.index("skils")].count("\n") + 1
    told = [str(problem).rpartition("/")[2] for problem in problems]
    place = "hero_deck.results.tests.lines"
    assert told == [
        f'game.yaml:{first}: {place}[0].each: there is no list "skils"; did you mean "skills"?',
        f"game.yaml:{first + 1}: {place}[1].name: there is no 'skil' ('skil' is unknown); did you mean \"skill\"?",
        f"game.yaml:{first + 1}: {place}[1].when: there is no 'agee' ('agee' is unknown); did you mean \"age\"?",
        f"game.yaml:{first + 1}: {place}[1].roll: there is no 'dicee' ('dicee' is unknown); did you mean \"dice\"?",
        f"game.yaml:{first + 1}: {place}[1].bonus: 'age +' is not a formula; compare it with one that works",
    ]


@pytest.mark.parametrize("name", ["action-and-combat", "future-imperfect", "rough-magic", WEST])
def test_shipped_hero_decks_ask_for_what_their_sheets_have(name):
    game, problems = read_game(name), Problems()
    check_hero_deck(load_sheet(name), game, problems)
    assert [*problems] == []
