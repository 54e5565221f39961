"""Chances in formulas of sheets: found by dice or by bonus, exact, in the language's numbers; and what is told of mistakes."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from game_files import COLUMNS, DECK, GAME, SECTIONS, write
from odds_twins import die_tail
from sheet_fixtures import small, told

from deckgen.errors import GameError, Problems
from deckgen.game import read_game
from deckgen.sheet.character import CharacterError, load_character
from deckgen.sheet.lookups import read_chances
from deckgen.sheet.reader import load_sheet, shipped_sheets
from deckgen.sources import read_yaml

CHECKS = """\
scopes: {Pulp: {Easy: 2, Hard: 5}, Gritty: {Easy: 3}}
checks:
  pool: {section: skill}
  test: {section: roll, bonus: {title: Skill, from: 0, to: 9}, scopes: [Pulp]}
  duel: {section: roll, against: act}
"""
ROLL = "  roll: {kind: rolls, title: Roll, rolls: {act: 2d6}}\n"
LIFT = "formula: 1.5 * might.die, unit: kg"


def read(folder, chances, show, *, cells="dice: [d4, d6], most: 3", checks=CHECKS, sections=SECTIONS):
    write(folder / "small", GAME, COLUMNS, DECK, sections + ROLL, checks)
    changes = [("tables:", f"chances:\n  odds: {chances}\ntables:"), (LIFT, f'show: "{show}"')]
    return small(folder, *changes, ("dice: [d4, d6], most: 3", cells))


def lift(spec, folder, might):
    file = folder / "hero.yaml"
    file.write_text(f"game: small\nname: Ada\ntraits: {{might: {might}}}\n", encoding="utf-8")
    return load_character(file, spec).texts.get("lift", "")


def test_a_pool_has_the_chance_of_its_dice_at_every_number(tmp_path):
    """One die of six against 2 and 5; two of them are CF on two ones, and a 6 goes on."""
    spec = read(tmp_path, "{check: pool, at: [2, 5]}", "{odds[might.die][might.dice]}")
    assert lift(spec, tmp_path, "d6") == "83 · 33%"
    one = die_tail(6, "open", 5)
    assert lift(spec, tmp_path, "2d6") == f"97 · {round((1 - (1 - one) ** 2) * 100)}%"
    assert lift(spec, tmp_path, "2d4") == "94 · 44%"


def test_a_pool_may_have_more_dice_than_the_cards_have_rows(tmp_path):
    spec = read(tmp_path, "{check: pool, at: [5]}", "{odds[might.die][might.dice]}", cells="dice: [d6], most: 99")
    assert lift(spec, tmp_path, "4d6") == f"{round((1 - Fraction(2, 3) ** 4) * 100)}%"
    assert lift(spec, tmp_path, "99d6") == ">99%"


def test_numbers_may_be_of_several_scopes(tmp_path):
    spec = read(tmp_path, "{check: pool, at: {Pulp: [5], Gritty: [3]}}", "{odds['Gritty'][might.die][might.dice]}")
    assert lift(spec, tmp_path, "d6") == "67%"


def test_a_bonus_has_the_chance_of_its_roll(tmp_path):
    spec = read(tmp_path, "{check: test, at: [2, 5]}", "{odds[might.die - 7]}")
    throws = [a + b for a, b in product(range(1, 7), repeat=2)]
    for die in (4, 6):
        chances = [Fraction(sum(t + die - 7 >= number for t in throws), 36) for number in (2, 5)]
        assert lift(spec, tmp_path, f"d{die}") == " · ".join(str(round(c * 100)) for c in chances) + "%"


def test_a_roll_of_dice_has_the_chance_of_its_part(tmp_path):
    dice = "  parts: {kind: dice, title: Parts, rolls: {act: 2d6 bands miss 7 hit}}\n"
    change = CHECKS.replace("test: {section: roll", "test: {section: parts, part: total")
    chances = "{check: test, at: [2, 5]}"
    spec = read(tmp_path, chances, "{odds[might.die - 7]}", checks=change, sections=SECTIONS + dice)
    assert lift(spec, tmp_path, "d4") == f"{round(30 / 36 * 100)} · {round(15 / 36 * 100)}%"


def test_below_a_number_a_bonus_raises_it(tmp_path):
    change = CHECKS.replace("scopes: [Pulp]", "scopes: [Pulp], under: true")
    spec = read(tmp_path, "{check: test, at: [2, 5]}", "{odds[might.die - 3]}", checks=change)
    throws = [a + b for a, b in product(range(1, 7), repeat=2)]
    chances = [Fraction(sum(t <= number + 1 for t in throws), 36) for number in (2, 5)]
    assert lift(spec, tmp_path, "d4") == " · ".join(str(round(c * 100)) for c in chances) + "%"


def test_a_pool_below_a_number_has_the_chance_of_all_its_dice(tmp_path):
    sections = SECTIONS.replace("    critical_failure: more-than-half-ones\n", "")
    change = CHECKS.replace("pool: {section: skill}", "pool: {section: skill, under: true}")
    spec = read(
        tmp_path, "{check: pool, at: [2, 5]}", "{odds[might.die][might.dice]}", checks=change, sections=sections
    )
    assert lift(spec, tmp_path, "2d6") == f"{round(4 / 36 * 100)} · {round(25 / 36 * 100)}%"


def test_a_character_without_dice_has_no_chance_printed(tmp_path):
    spec = read(tmp_path, "{check: pool, at: [5]}", "{odds[might.die][might.dice]}")
    file = tmp_path / "hero.yaml"
    file.write_text("game: small\nname: Ada\n", encoding="utf-8")
    assert load_character(file, spec).texts.get("lift", "") == ""


def test_a_language_writes_its_own_sign_of_per_cent(tmp_path):
    german = GAME.replace("Small}", "Small, language: de}")
    game = read_game(write(tmp_path / "small", german, COLUMNS, DECK, SECTIONS + ROLL, CHECKS))
    sheet = write(tmp_path / "sheet", "odds: {check: test, at: [5]}\n")
    problems = Problems()
    found = read_chances(game, read_yaml(sheet / "0.yaml").at(), problems)
    assert not problems
    assert found["odds"]["0"] == "83 %"


@pytest.mark.parametrize(
    ("chances", "said"),
    [
        ("{check: pol, at: [2]}", ("chances.odds.check", 'the game has no check "pol" without an opponent')),
        (
            "{check: duel, at: [2]}",
            ("chances.odds.check", 'the game has no check "duel" without an opponent'),
        ),
        ("{check: test, at: [3]}", ("chances.odds.at[0]", "no difficulty of Roll has the number 3")),
        (
            "{check: pool, at: {Pulp: [2, 7]}}",
            ("chances.odds.at.Pulp[1]", "no difficulty of Skill has the number 7"),
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_place(tmp_path, chances, said):
    (problem,) = told(read, tmp_path, chances, "{odds[4][1]}")
    assert (problem[1], problem[2].partition(";")[0]) == said


def test_half_a_die_is_told_of_the_character(tmp_path):
    spec = read(tmp_path, "{check: pool, at: [2]}", "{odds[4][1/2]}")
    with pytest.raises(CharacterError, match=r"0\.5 is not a whole number"):
        lift(spec, tmp_path, "d4")


@pytest.mark.parametrize(("dice", "text"), [(0, ""), (20, "99%"), (21, "")])
def test_dice_that_have_no_odds_have_no_chance(tmp_path, dice, text):
    spec = read(tmp_path, "{check: pool, at: [5]}", f"{{odds[4][{dice}]}}")
    assert lift(spec, tmp_path, "d4") == text


def test_shipped_sheets_have_a_chance_beside_each_skill():
    for game in shipped_sheets():
        skills = load_sheet(game).groups["skills"]
        assert skills.column("chance").derived


# The cells of cards in formulas of sheets: in and beyond the last row, and grids that are not there.


CARD_CELLS = (
    ("tables:", 'cells:\n  card: {grid: skill, print: "{column}-{row}"}\ntables:'),
    ("dice: [d4, d6], most: 3", "dice: [d4, d6], most: 99"),
    ("formula: 1.5 * might.die, unit: kg", 'show: "{card[might.die][might.dice]}"'),
)


def read_cells(folder, beyond, *changes):
    """The spec of the small sheet beside a small game whose grid says ``beyond``."""
    said = f"    beyond: {beyond}\n" if beyond else ""
    game = write(folder / "small", GAME, COLUMNS, DECK, SECTIONS.replace("    tail_bar: 0.6\n", said))
    assert game.is_dir()
    return small(folder, *CARD_CELLS, *changes)


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
    assert lift(read_cells(tmp_path, beyond), tmp_path, might) == shown


def test_more_cards_are_joined_by_a_plus():
    spec = load_sheet("west-that-wasnt")
    assert [spec.cells["card"].cells["10"][n] for n in ("3", "7", "15")] == [
        "3d10",
        "5d10 + 2d10",
        "5d10 + 5d10 + 5d10",
    ]


def test_a_pool_of_which_the_game_says_nothing_is_not_clipped(tmp_path):
    spec = read_cells(tmp_path, "")
    with pytest.raises(CharacterError) as error:
        lift(spec, tmp_path, "3d4")
    (problem,) = error.value.problems
    assert problem.message == "Lift: the game has no cells for 3 dice in column I of Skill"
    assert problem.remedy == "use 1 to 2 dice, or add beyond: ... to the section"


def test_a_grid_that_the_cards_lack_is_told(tmp_path):
    (problem,) = told(read_cells, tmp_path, "", ("grid: skill", "grid: skil"))
    assert problem[1:] == ("cells.card.grid", 'the cards have no grid "skil"; did you mean "skill"?')


def test_a_game_that_is_wrong_is_told(tmp_path):
    with pytest.raises(GameError):
        read_cells(tmp_path, "draw-again")


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
