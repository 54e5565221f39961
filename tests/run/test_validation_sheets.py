import re
import shutil

import pytest
from sheet_fixtures import GAMES

from deckgen.errors import DeckgenError
from deckgen.files import shipped_path
from deckgen.game import read_game
from deckgen.run.validation import check_sheet, check_sheet_file, is_sheet_file

GAME = "rough-magic"


@pytest.fixture
def folder(tmp_path):
    """A copy of a shipped game."""
    shutil.copytree(shipped_path("data") / GAME, tmp_path / GAME)
    return tmp_path / GAME


def changed(file, old, new):
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    return file


def told(call, *arguments):
    with pytest.raises(DeckgenError) as caught:
        call(*arguments)
    return [str(problem) for problem in caught.value.problems]


@pytest.mark.parametrize("game", GAMES)
def test_shipped_sheets_and_all_their_characters_can_be_drawn(game):
    assert check_sheet(read_game(game), None).game == game


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("block: list", "block: lisst", '"lisst" is not one of the values known here; did you mean "list"?'),
        ("type: text", "typ: text", 'the key "typ" is unknown here; did you mean "type"?'),
        ("walk[agility]", "wagge[agility]", "there is no 'wagge' ('wagge' is unknown)"),
        ("name: {label: Name", "nam: {label: Name", 'there is no field "name"; did you mean "nam"?'),
        ("theme: rough-magic", "theme: rough-magik", 'there is no sheet theme "rough-magik"'),
    ],
)
def test_what_is_wrong_with_a_sheet_is_told(folder, old, new, what):
    changed(folder / "sheet" / "sheet.yaml", old, new)
    problems = told(check_sheet, read_game(folder), None)
    assert any("sheet.yaml:" in problem and what in problem for problem in problems), problems


def test_more_letters_than_fit_may_not_be_promised(folder):
    changed(
        folder / "sheet" / "sheet.yaml",
        "name: {label: Name, type: text, most: ",
        "name: {label: Name, type: text, most: 9",
    )
    (problem,) = told(check_sheet, read_game(folder), None)
    assert "sheet.yaml:" in problem
    assert "fields.name.most: 9" in problem
    assert "wide ones fit in name" in problem


def test_what_does_not_fit_on_the_paper_is_told(folder):
    file = folder / "sheet" / "sheet.yaml"
    file.write_text(re.sub(r"pitch: [0-9.]+", "pitch: 64", file.read_text(encoding="utf-8")), encoding="utf-8")
    problems = told(check_sheet, read_game(folder), None)
    assert any("mm too high for the paper" in problem for problem in problems), problems


def test_what_is_wrong_with_characters_in_the_folder_is_told(folder):
    people = folder / "characters"
    changed(people / "quillon-dray.yaml", "agility: 6", "agility: 60")
    changed(people / "drowned-bell.csv", "Longsword", "Longsword " + "W" * 60)
    (people / "notes.txt").write_text("no character")
    problems = told(check_sheet, read_game(folder), None)
    assert any("quillon-dray.yaml:" in problem and "60 is not possible here" in problem for problem in problems)
    assert any("drowned-bell.csv:3: weapons.01.weapon" in problem for problem in problems)
    assert not any("notes.txt" in problem for problem in problems)


def test_characters_are_those_of_their_game(folder, tmp_path):
    hero = folder / "characters" / "quillon-dray.yaml"
    for file in (hero, folder / "characters" / "drowned-bell.csv", folder / "sheet" / "sheet.yaml"):
        check_sheet_file(file, ())
    alone = shutil.copy(hero, tmp_path / "hero.yaml")
    changed(alone, "portrait: quillon-dray.png\n", "") if "portrait" in alone.read_text() else None
    check_sheet_file(alone, ())
    changed(folder / "sheet" / "sheet.yaml", f"game: {GAME}", "game: mine")
    changed(alone, f"game: {GAME}", "game: mine")
    check_sheet_file(alone, [str(folder)])
    assert 'there is no game "mine" here; name the game before hero.yaml, too' in told(check_sheet_file, alone, ())[0]
    table = tmp_path / "people.csv"
    table.write_text("name\nAda\n")
    check_sheet_file(table, [GAME])
    assert "it is not known which game these characters are of" in told(check_sheet_file, table, ())[0]
    table.write_text("nme\nAda\n")
    assert 'did you mean "name"?' in told(check_sheet_file, table, [GAME])[0]


def test_themes_of_sheets(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text("extends: sheet\nslots:\n  sheet: {corner: round, heading: rule}\n  card: {radius: 2}\n")
    check_sheet_file(file, ())
    file.write_text("extends: sheet\nslots:\n  sheet: {corner: rund, frame_corner: nothing}\n  card: {radios: 2}\n")
    problems = told(check_sheet_file, file, ())
    assert any("'rund' is none of round, square" in problem for problem in problems)
    assert any("no symbol 'nothing'" in problem for problem in problems)
    file.write_text("palette: {}\nslots: {grid: {widget: grid}}\n")
    assert told(check_sheet_file, file, ())
    file.write_text("something: else\n")
    assert "this is no character, no sheet and no theme of sheets" in told(check_sheet_file, file, ())[0]


def test_names_of_files():
    assert [is_sheet_file(name) for name in ("a.yaml", "A.CSV", "b.xlsx", "my-game", "card.svg")] == [
        True,
        True,
        True,
        False,
        False,
    ]
