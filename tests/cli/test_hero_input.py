"""Bad input for heroes' own decks: every error is told, and nothing is written."""

from pathlib import Path

import pytest
from cli_fixtures import refused, run

from deckgen.files import shipped_path

WEST = "west-that-wasnt"
JOSEFINA = shipped_path("data") / WEST / "characters" / "josefina-arroyo.yaml"
TAMSIN = shipped_path("data") / "future-imperfect" / "characters" / "tamsin-vale.yaml"
TRAITS = "traits: {strength: 2d6, dexterity: 2d8, reflexes: 2d8, fortitude: 2d8, acuity: 2d8}\n"


def hero(folder: Path, text: str) -> Path:
    """A hero of the West with this YAML."""
    path = folder / "ann.yaml"
    path.write_text(f"game: {WEST}\nname: Ann\n{text}", encoding="utf-8")
    return path


def test_a_character_of_another_game_is_refused(tmp_path):
    told = refused("generate", WEST, "--character", TAMSIN, "-o", tmp_path / "x.json")
    assert "tamsin-vale.yaml:3: game: this is a character of 'future-imperfect', not of 'west-that-wasnt'" in told
    assert 'the sheet has no field "race"' in told
    assert not (tmp_path / "x.json").exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "ann.yaml: hero_deck: the character has none of its results; give it some skills"),
        ("skills: [{skill: Riding, trait: luck, level: 1}]\n", "'luck' is not possible here"),
        ("weapons: [{weapon: Colt, damage: 3d6d}]\nsize: big\n", "size"),
    ],
)
def test_a_character_that_gives_no_deck_is_refused(tmp_path, text, message):
    assert message in refused("generate", WEST, "--character", hero(tmp_path, text), "-o", tmp_path / "x.json")
    assert [path.name for path in tmp_path.iterdir()] == ["ann.yaml"]


def test_other_choices_that_a_hero_rules_out_are_refused(tmp_path):
    assert "remove --deck" in refused("generate", WEST, "--character", JOSEFINA, "--deck", "action", code=2)
    assert "nobody.yaml: No such file" in refused("generate", WEST, "--character", tmp_path / "nobody.yaml")


def test_what_has_no_room_or_no_dice_is_told_and_the_rest_is_dealt(tmp_path):
    weapons = ", ".join(f"{{weapon: Gun {n}, skill: Pistols, damage: (1)6}}" for n in range(1, 21))
    skills = "skills: [{skill: Shooting, specialization: Pistols, trait: dexterity, level: 12}]\n"
    path = hero(tmp_path, f"{TRAITS}{skills}weapons: [{weapons}]\n")
    told = run("generate", WEST, "--character", path, "--seed", "42", "-o", tmp_path / "deck.json").stderr
    assert "warning: " in told
    assert "weapons: Gun 8, Gun 9" in told
    assert "there is room for 7 of them; read these off the sheet, or list them first on it" in told
    assert "skills: Pistols: the deck has no 8-12 in Cause; read it off the sheet, with a deck for everybody" in told
    assert (tmp_path / "deck.json").exists()
