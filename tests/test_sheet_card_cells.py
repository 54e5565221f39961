"""The cells of cards in formulas of sheets: in and beyond the last row, and grids that are not there."""

from __future__ import annotations

import pytest
from game_files import COLUMNS, DECK, GAME, SECTIONS, write
from sheet_fixtures import small, told

from deckgen.errors import GameError
from deckgen.sheet.character import CharacterError, load_character
from deckgen.sheet.reader import load_sheet

CELLS = (
    ("tables:", 'cells:\n  card: {grid: skill, print: "{column}-{row}"}\ntables:'),
    ("dice: [d4, d6], most: 3", "dice: [d4, d6], most: 99"),
    ("formula: 1.5 * might.die, unit: kg", 'show: "{card[might.die][might.dice]}"'),
)


def read(folder, beyond, *changes):
    """The spec of the small sheet beside a small game whose grid says ``beyond``."""
    said = f"    beyond: {beyond}\n" if beyond else ""
    game = write(folder / "small", GAME, COLUMNS, DECK, SECTIONS.replace("    tail_bar: 0.6\n", said))
    assert game.is_dir()
    return small(folder, *CELLS, *changes)


def lift(spec, folder, might):
    file = folder / "hero.yaml"
    file.write_text(f"game: small\nname: Ada\ntraits: {{might: {might}}}\n", encoding="utf-8")
    return load_character(file, spec).texts.get("lift", "")


@pytest.mark.parametrize(
    ("beyond", "might", "shown"),
    [
        ("", "2d4", "I-2"),
        ("shift-right", "d6", "II-1"),
        ("shift-right", "3d4", "II-2"),
        ("shift-right", "99d4", "II-2"),
        ("keep-last", "7d4", "I-2"),
    ],
)
def test_a_pool_is_where_the_game_says(tmp_path, beyond, might, shown):
    assert lift(read(tmp_path, beyond), tmp_path, might) == shown


def test_more_cards_are_joined_by_a_plus():
    spec = load_sheet("west-that-wasnt")
    assert [spec.cells["card"].cells["10"][n] for n in ("3", "7", "15")] == [
        "3d10",
        "5d10 + 2d10",
        "5d10 + 5d10 + 5d10",
    ]


def test_a_pool_of_which_the_game_says_nothing_is_not_clipped(tmp_path):
    spec = read(tmp_path, "")
    with pytest.raises(CharacterError) as error:
        lift(spec, tmp_path, "3d4")
    (fault,) = error.value.faults
    assert fault.what == "Lift: the game does not say what 3 dice are in column I of Skill"
    assert fault.remedy == "use 1 to 2 dice, or add beyond: ... to the section"


def test_a_grid_that_the_cards_lack_is_told(tmp_path):
    (fault,) = told(read, tmp_path, "", ("grid: skill", "grid: skil"))
    assert fault[1:] == ("cells.card.grid", 'the cards have no grid "skil"; did you mean "skill"?')


def test_a_game_that_is_wrong_is_told(tmp_path):
    with pytest.raises(GameError):
        read(tmp_path, "draw-again")


def test_swimming_with_seven_dice_is_printed_as_the_rule_says():
    spec = load_sheet("future-imperfect")
    path = spec.source.path.parents[1] / "characters" / "oru-seven-reeds.yaml"
    oru = load_character(path, spec)
    assert [oru.texts[f"skills.05.{name}"] for name in ("skill", "level", "reading")] == [
        "Swimming",
        "4",
        "7d10 · V-5",
    ]
    assert oru.texts["swim"] == "4 m"
